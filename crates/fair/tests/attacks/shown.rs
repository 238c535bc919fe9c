//! Attacks on what is shown: other dice, cards or ends than the record tells afterwards.

use crate::host::{Host, broken};
use daikaiju_fair::wire::NextGame;
use daikaiju_fair::{Act, Commitment, DiceKind, Seed, Verdict, What, Wrong, verify};
use engine::{Card, Dice, Event, Face, Outcome, Place, Seat};

/// What everybody sees is changed; the record tells what the dice really were.
fn shown(dice: DiceKind, lie: fn(Event) -> Event) -> (Host, String) {
    let mut host = Host::begin(dice, 7);
    host.lie = lie;
    host.play_on();
    assert!(matches!(verify(&host.record(), None), Verdict::Fair(_)), "consistent in itself");
    let why = broken(host.verdict(Seat::A));
    assert!(why.contains("not what you saw"), "{why}");
    (host, why)
}

#[test]
fn other_dice_than_the_record_tells_are_noticed() {
    for dice in [DiceKind::Sealed, DiceKind::Live] {
        let (host, why) = shown(dice, |event| match event {
            Event::Rolled { seat, dice, thrown, rerolls_left } => {
                let claws = dice.iter().map(|_| Face::Claw).fold(Dice::NONE, Dice::and);
                Event::Rolled { seat, dice: claws, thrown, rerolls_left }
            }
            event => event,
        });
        assert!(why.contains("`CCCCCC`"), "{why}");
        let found = matches!(host.verdict(Seat::B), Verdict::Broken(Wrong::NotShown { .. }));
        assert!(found, "every player can tell");
    }
}

#[test]
fn other_cards_than_the_record_tells_are_noticed() {
    let (_, why) = shown(DiceKind::Sealed, |event| match event {
        Event::Revealed { place, card } if card != Card::Wings => {
            Event::Revealed { place, card: Card::Wings }
        }
        event => event,
    });
    assert!(why.contains("`wings`"), "{why}");
}

/// The record of another game that follows the same key: the players did other things.
#[test]
fn another_game_under_the_same_key_is_noticed() {
    let mut host = Host::begin(DiceKind::Sealed, 7);
    host.play_on();
    let seen = host.seen(Seat::A);
    let mut other = Host::begin(DiceKind::Sealed, 7);
    // The same secrets, so the same key; it is only played differently.
    (other.pledges, other.entropy) = (host.pledges.clone(), host.entropy.clone());
    other.random = engine::random::Random::new(4711);
    other.play_on();
    assert_ne!(other.record.inputs, host.record.inputs);
    assert!(matches!(verify(&other.record(), None), Verdict::Fair(_)), "consistent in itself");
    assert!(broken(verify(&other.record(), Some(&seen))).contains("not what you saw"));
}

#[test]
fn another_end_than_was_told_is_noticed() {
    let mut host = Host::begin(DiceKind::Sealed, 7);
    host.play_on();
    let mut seen = host.seen(Seat::A);
    assert!(seen.outcome.is_some() && seen.outcome != Some(Outcome::Draw));
    seen.outcome = Some(Outcome::Draw);
    assert!(broken(verify(&host.record(), Some(&seen))).contains("how the game ended"));
    // Two ends of one game: the player is told at once.
    let told = host.clients[0].over(1, Outcome::Draw);
    assert_eq!(host.warned(told).len(), 1);
}

/// A record that was cut off is compared as far as it goes; a client that saw more of a finished game than the record has is not.
#[test]
fn a_cut_record_is_compared_as_far_as_it_goes() {
    let mut host = Host::begin(DiceKind::Sealed, 7);
    host.play_on();
    let mut cut = host.record();
    cut.inputs.truncate(cut.inputs.len() / 2);
    let verdict = verify(&cut, Some(&host.seen(Seat::A)));
    assert!(matches!(verdict, Verdict::Unfinished(_)), "{verdict}");
    let mut seen = host.seen(Seat::A);
    seen.shown.push((host.seq, "CCCCCC".into()));
    assert!(broken(verify(&host.record(), Some(&seen))).contains("does not have it"));
}

/// A page that is loaded anew in the middle of the game has a gap: no false alarm, and what it sees after it still counts.
#[test]
fn what_is_seen_after_a_gap_counts() {
    for dice in [DiceKind::Sealed, DiceKind::Live] {
        let mut host = Host::begin(dice, 9);
        (0..10).for_each(|_| assert!(host.step()));
        host.reload();
        // It misses some steps before the game is introduced to it.
        (0..5).for_each(|_| assert!(host.step()));
        let (fair, commitment, mixed) = (host.fair(), host.commitment(), host.mixed());
        let name = host.name.clone();
        host.clients[0].game(1, &name, commitment, &mixed, &fair);
        host.play_on();
        let seen = host.seen(Seat::A);
        assert_eq!((seen.steps.len(), seen.steps[0]), (2, (1, 10)));
        assert!(!matches!(host.verdict(Seat::A), Verdict::Broken(_)), "{}", host.verdict(Seat::A));
        let mut other = seen.clone();
        let last = other.shown.iter_mut().rev().find(|(_, shown)| shown.len() == 6).unwrap();
        last.1 = "123123".into();
        broken(verify(&host.record(), Some(&other)));
    }
}

/// A slow reader loses the last steps and is shown the end instead: it does not know all rolls, and that is not an alarm. If it
/// saw all steps, a record with more rolls is not what it saw.
#[test]
fn an_end_that_is_shown_without_its_steps_is_no_alarm() {
    for (dice, steps) in [(DiceKind::Sealed, 12), (DiceKind::Live, 30)] {
        let mut host = Host::begin(dice, 9);
        (0..steps).for_each(|_| assert!(host.step()));
        let page = host.page_of(Seat::A);
        let mut slow = std::mem::replace(&mut host.clients[0], page);
        host.play_on();
        let outcome = host.state.outcome().unwrap();
        let mut hasty = slow.memory().clone();
        slow.view(1, host.seq);
        assert_eq!(slow.over(1, outcome), []);
        let seen = &slow.memory()[&host.name];
        assert_eq!(seen.steps, [(1, steps), (host.seq + 1, host.seq)]);
        let verdict = verify(&host.record(), Some(seen));
        assert!(!matches!(verdict, Verdict::Broken(_)), "{verdict}");
        let seen = hasty.get_mut(&host.name).unwrap();
        seen.outcome = Some(outcome);
        broken(verify(&host.record(), Some(seen)));
    }
}

/// A game ends while a connection is lost: the table names the next one before the steps that were missed are told.
#[test]
fn steps_that_are_told_after_the_next_name_count() {
    let mut host = Host::begin(DiceKind::Sealed, 9);
    (0..12).for_each(|_| assert!(host.step()));
    let name = "harbour-42/2".to_owned();
    let commitment = Commitment::to(&Seed::from_bytes([2; 32]), &name);
    let next = NextGame { name, commitment, ..host.next_game() };
    host.clients[0].connected();
    assert!(matches!(host.clients[0].next(&next)[..], [Act::Pledge(_)]));
    host.play_on();
    // Then the game is introduced once more, and its end is told.
    let (name, commitment, mixed) = (host.name.clone(), host.commitment(), host.mixed());
    let (fair, outcome) = (host.fair(), host.state.outcome().unwrap());
    assert_eq!(host.clients[0].game(1, &name, commitment, &mixed, &fair), []);
    assert_eq!(host.clients[0].over(1, outcome), []);
    assert_eq!(host.seen(Seat::A).steps, [(1, host.seq)]);
    let verdict = host.verdict(Seat::A);
    assert!(matches!(verdict, Verdict::Fair(_)), "{verdict}");
}

/// Two pages of one browser see the same steps: they are kept once. The same step with other dice is told.
#[test]
fn two_pages_keep_a_step_once() {
    let mut host = Host::begin(DiceKind::Sealed, 9);
    assert!(host.step());
    let before = host.seen(Seat::A);
    let thrown = |dice: &str| {
        let faces = dice.chars().map(|letter| Face::from_letter(letter).unwrap());
        let dice = faces.fold(Dice::NONE, Dice::and);
        Event::Rolled { seat: Seat::A, dice, thrown: dice.all(), rerolls_left: 2 }
    };
    let next = host.seq + 1;
    for _ in 0..2 {
        assert_eq!(host.clients[0].step(1, next, &[thrown("111222")], None), []);
    }
    assert_eq!(host.seen(Seat::A).shown.len(), before.shown.len() + 1);
    let acts = host.clients[0].step(1, next, &[thrown("CCCCCC")], None);
    host.warned(acts);
    assert_eq!(host.warnings, [What::WrongDraw]);
}

/// An answer may be taken back, and with it a card that was known to lie on the deck. Dice may not.
#[test]
fn dice_are_not_taken_back() {
    let card = |card| Event::Revealed { place: Place::First, card };
    let mut host = Host::begin(DiceKind::Sealed, 9);
    let judge = &mut host.clients[0];
    let mut said = |seq, events: &[Event], back| judge.step(1, seq, events, back).len();
    assert_eq!(said(1, &[card(Card::Wings)], None), 0);
    assert_eq!(said(2, &[], Some(1)), 0);
    assert_eq!(said(3, &[card(Card::Wings)], None), 0, "the same card comes again");
    assert_eq!(said(4, &[], Some(3)), 0);
    assert_eq!(said(5, &[card(Card::Jets)], None), 1, "another card lay there");
    assert_eq!(
        said(
            6,
            &[Event::RolledAside {
                seat: Seat::A,
                card: Card::Camouflage,
                dice: Dice::NONE.and(Face::One)
            }],
            None
        ),
        0
    );
    assert_eq!(said(7, &[], Some(6)), 1, "dice are taken back");
    assert_eq!(host.seen(Seat::A).shown.len(), 2);
}
