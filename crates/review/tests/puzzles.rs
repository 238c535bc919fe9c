//! The puzzles that ship: each is legal, asks one thing, and has one clear answer.

use std::collections::BTreeSet;

use daikaiju_review::{Kind, Puzzle, labels, read_puzzles};
use engine::Rulebook;

const TEXT: &str = include_str!("../puzzles.txt");

#[test]
fn every_puzzle_that_ships_is_sound() {
    let puzzles = read_puzzles(TEXT).unwrap();
    let names: BTreeSet<&str> = puzzles.iter().map(|puzzle| puzzle.id.as_str()).collect();
    assert_eq!(names.len(), puzzles.len(), "no puzzle is there twice");
    for puzzle in &puzzles {
        assert_eq!(puzzle.check(), Ok(()));
    }
    assert_eq!(labels(TEXT).len(), puzzles.len(), "the page finds every one of them");
    assert!(300 <= puzzles.len(), "there are {}", puzzles.len());
    // Chosen for variety: no kind is nearly half of them, every number of monsters and every book is there.
    let count = |of: &dyn Fn(&Puzzle) -> bool| puzzles.iter().filter(|one| of(one)).count();
    for kind in [Kind::Keep, Kind::Yield, Kind::Purchase] {
        let of_kind = count(&|one| one.kind == kind);
        assert!((50..=puzzles.len() * 9 / 20).contains(&of_kind), "{} of {}", of_kind, kind.name());
    }
    assert!(10 <= count(&|one| matches!(one.kind, Kind::Dice | Kind::Defence | Kind::Card)));
    for players in 2..=6 {
        assert!(10 <= count(&|one| one.position.players() == players), "{players} monsters");
    }
    for book in Rulebook::ALL {
        assert!(10 <= count(&|one| one.position.rules().house_rules().0 == book), "{book:?}");
    }
    let explained = count(&|one| !one.why.is_empty());
    assert!(puzzles.len() * 9 <= explained * 10, "{explained} of {} say why", puzzles.len());
}
