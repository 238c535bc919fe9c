//! A second oracle: three-player play without cards, solved exactly.
//!
//! As with two monsters, stars never fall and whoever holds Tokyo gains two of them each round, so positions are solved
//! from many stars to few: first those where the next one holds Tokyo, then those where the last one does, then those
//! where the roller does. Only the opening leads back to itself. Whoever is asked or rolls takes what is best for
//! itself (max^n); when one is out, the oracle of two takes over.
//!
//! Twenty-four million positions are too many for the engine, so the few rules that are left without cards are written
//! down here once more, in `Turn`; a test plays every roll of many positions by the engine as well. The opening is
//! played by the engine.

mod command;

use rayon::prelude::*;

use bots::dice::{Solver, face, slots, stars};
use bots::mind;
use engine::{
    Answer, At, Card, Input, MonsterSetup, Need, Question, Rulebook, Rules, Seat, Setup, State,
};

use crate::oracle::{Holder, Oracle, Position};

pub use command::{OracleArgs, oracle};

const HEARTS: usize = 10;
/// Whoever begins a turn with 20 stars has won.
const STARS: usize = 20;
/// Positions with the same stars.
const BLOCK: usize = HEARTS * HEARTS * HEARTS;

/// The chances of the roller and of the next one; the last one has the rest.
type Chances = [f32; 2];

/// A position before the first throw of a turn, in turn order from whoever is about to roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Three {
    /// Hearts, 1 to 10.
    pub hearts: [u8; 3],
    /// Stars, 0 to 19; those for this turn in Tokyo included.
    pub stars: [u8; 3],
    /// Who holds Tokyo, counted from the roller; nobody only in the opening.
    pub holder: Option<u8>,
}

impl Three {
    /// The place of its hearts among all.
    fn place(&self) -> usize {
        self.hearts.iter().fold(0, |sum, &n| sum * HEARTS + n as usize - 1)
    }

    /// The same with the hearts of this place.
    fn at_place(mut self, mut place: usize) -> Three {
        for n in self.hearts.iter_mut().rev() {
            *n = (place % HEARTS) as u8 + 1;
            place /= HEARTS;
        }
        self
    }

    /// A game without cards in this position, with seat A to roll.
    pub fn state(&self, rules: &Rules) -> State {
        let mut rules = *rules;
        rules.reshuffle_discards = false;
        let monster = |n: usize| MonsterSetup {
            hearts: self.hearts[n],
            stars: self.stars[n],
            ..MonsterSetup::default()
        };
        let setup = Setup {
            rules,
            monsters: (0..3).map(monster).collect(),
            city: self.holder.and_then(|holder| Seat::at(holder.into())),
            discards: Card::ALL.to_vec(),
            at: At::FirstThrow,
            ..Setup::default()
        };
        State::from_setup(&setup).expect("every such position is legal")
    }
}

/// How a turn can end.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    /// Somebody has won, counted from the roller.
    Won(u8),
    /// Two are left: the one that rolls next and the other, counted from the roller, in this position.
    Two([u8; 2], Position),
    /// All three go on; the next one rolls.
    Three(Three),
}

/// What final dice lead to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Leaf {
    Sure(End),
    /// The holder of Tokyo stays or leaves.
    Yield(u8, [End; 2]),
}

/// A turn on its way: the rules that are left without cards (D-04 to D-06, K-01, Y-01, N-01).
#[derive(Clone, Copy)]
struct Turn {
    hearts: [u8; 3],
    stars: [u8; 3],
    holder: u8,
}

impl Turn {
    /// What these dice lead to, where somebody holds Tokyo.
    fn leaf(position: &Three, stars: u8, claws: u8, healing: u8) -> Leaf {
        let holder = position.holder.expect("the opening is played by the engine");
        let mut turn = Turn { hearts: position.hearts, stars: position.stars, holder };
        turn.stars[0] += stars;
        if holder == 0 {
            for hit in 1..3 {
                turn.hearts[hit] = turn.hearts[hit].saturating_sub(claws);
            }
            return Leaf::Sure(turn.end());
        }
        turn.hearts[0] = (turn.hearts[0] + healing).min(HEARTS as u8);
        if claws == 0 {
            return Leaf::Sure(turn.end());
        }
        let hit = &mut turn.hearts[holder as usize];
        *hit = hit.saturating_sub(claws);
        let entered = Turn { holder: 0, ..turn }.with_star();
        match turn.hearts[holder as usize] {
            0 => Leaf::Sure(entered.end()),
            _ => Leaf::Yield(holder, [turn.end(), entered.end()]),
        }
    }

    fn with_star(mut self) -> Turn {
        self.stars[0] += 1;
        self
    }

    /// The turn is over: has somebody won, and who rolls next?
    fn end(&self) -> End {
        let lives = |n: usize| 0 < self.hearts[n];
        if STARS <= self.stars[0] as usize || !(lives(1) || lives(2)) {
            return End::Won(0);
        }
        let next = if lives(1) { 1 } else { 2 };
        let mut stars = self.stars;
        if self.holder as usize == next {
            stars[next] += 2;
            if STARS <= stars[next] as usize {
                return End::Won(next as u8);
            }
        }
        if lives(1) && lives(2) {
            return End::Three(Three {
                hearts: [self.hearts[1], self.hearts[2], self.hearts[0]],
                stars: [stars[1], stars[2], stars[0]],
                holder: Some((self.holder + 2) % 3),
            });
        }
        let holder = if self.holder as usize == next { Holder::Roller } else { Holder::Other };
        let hearts = [self.hearts[next], self.hearts[0]];
        End::Two([next as u8, 0], Position { hearts, stars: [stars[next], stars[0]], holder })
    }
}

/// Final rolls that come to the same: stars, claws, hearts.
struct Rolls {
    of_roll: Vec<u16>,
    outcomes: Vec<[u8; 3]>,
}

impl Rolls {
    fn new(hearts_count: bool) -> Rolls {
        let (mut of_roll, mut outcomes) = (Vec::new(), Vec::new());
        for slot in slots().rolls(6) {
            let counts = slots().counts(slot as u16);
            let healing = if hearts_count { counts[face::HEART] } else { 0 };
            let outcome = [stars(counts), counts[face::CLAW], healing];
            let known = outcomes.iter().position(|other| *other == outcome);
            of_roll.push(known.unwrap_or(outcomes.len()) as u16);
            if known.is_none() {
                outcomes.push(outcome);
            }
        }
        Rolls { of_roll, outcomes }
    }
}

/// The chances of all, for every position with at least this many stars each.
pub struct Oracle3 {
    rules: Rules,
    least: usize,
    two: Oracle,
    /// By who holds Tokyo.
    held: [Vec<Chances>; 3],
    /// Nobody does, and nobody is hurt.
    opening: Vec<Chances>,
    outside: Rolls,
    inside: Rolls,
}

impl Oracle3 {
    /// Solves all positions where everybody has at least `least` stars (0: the whole game). Stops early, with `None`,
    /// if `stop` says so.
    pub fn solve(
        book: Rulebook,
        least: usize,
        mut stop: impl FnMut(u64) -> bool,
    ) -> Option<Oracle3> {
        let blocks = (STARS - least).pow(3);
        let layer = || vec![[f32::NAN; 2]; blocks * BLOCK];
        let mut oracle = Oracle3 {
            rules: book.rules(),
            least,
            two: Oracle::solve(book),
            held: [layer(), layer(), layer()],
            opening: vec![[f32::NAN; 2]; blocks],
            outside: Rolls::new(true),
            inside: Rolls::new(false),
        };
        let mut done = 0;
        for sum in (3 * least..=3 * (STARS - 1)).rev() {
            let stars = oracle.stars_of(sum);
            for holder in [1, 2, 0] {
                let blocks: Vec<(usize, Vec<Chances>)> = stars
                    .par_iter()
                    .map_init(Solver::new, |solver, stars| {
                        let first = Three { hearts: [1; 3], stars: *stars, holder: Some(holder) };
                        let start = BLOCK * oracle.block(stars);
                        let block =
                            (0..BLOCK).map(|place| oracle.value(&first.at_place(place), solver));
                        (start, block.collect())
                    })
                    .collect();
                for (start, block) in blocks {
                    done += block.len() as u64;
                    oracle.held[holder as usize][start..start + block.len()]
                        .copy_from_slice(&block);
                }
            }
            oracle.open(&stars);
            if stop(done) {
                return None;
            }
        }
        Some(oracle)
    }

    /// How many positions there are with at least this many stars each, the opening left out.
    pub fn positions(least: usize) -> u64 {
        3 * ((STARS - least).pow(3) * BLOCK) as u64
    }

    fn stars_of(&self, sum: usize) -> Vec<[u8; 3]> {
        let each = self.least..STARS;
        let pairs = each.clone().flat_map(|a| each.clone().map(move |b| (a, b)));
        pairs
            .filter_map(|(a, b)| {
                let c = sum.checked_sub(a + b)?;
                each.contains(&c).then_some([a as u8, b as u8, c as u8])
            })
            .collect()
    }

    /// The place of these stars among all.
    fn block(&self, stars: &[u8; 3]) -> usize {
        let span = STARS - self.least;
        stars.iter().fold(0, |sum, &n| sum * span + n as usize - self.least)
    }

    /// The opening with these stars: a turn in which nobody enters leads to another of them.
    fn open(&mut self, stars: &[[u8; 3]]) {
        let mut open: Vec<(usize, Vec<Leaf>)> = Vec::new();
        for &stars in stars {
            let position = Three { hearts: [HEARTS as u8; 3], stars, holder: None };
            let place = self.block(&stars);
            self.opening[place] = [1.0 / 3.0; 2];
            let start = position.state(&self.rules);
            let leaves = self.inside.outcomes.iter().map(|&[stars, claws, _]| {
                let mut state = start;
                state.play_unchecked(Input::Rolled(dice_of(stars, claws)), None);
                leaf_by_engine(&state)
            });
            open.push((place, leaves.collect()));
        }
        let mut solver = Solver::new();
        for _ in 0..200 {
            let mut change: f32 = 0.0;
            for (place, leaves) in &open {
                let values: Vec<Chances> = leaves.iter().map(|leaf| self.worth(leaf)).collect();
                let found = self.solve_turn(&self.inside, &values, &mut solver);
                change = change.max((found[0] - self.opening[*place][0]).abs());
                self.opening[*place] = found;
            }
            if change < 1e-7 {
                return;
            }
        }
    }

    fn solve_turn(
        &self,
        rolls: &Rolls,
        values: &[Chances],
        solver: &mut Solver<Chances>,
    ) -> Chances {
        let first = slots().rolls(6).start;
        solver.solve_slots(6, 2, |slot| values[rolls.of_roll[slot as usize - first] as usize])
    }

    fn value(&self, position: &Three, solver: &mut Solver<Chances>) -> Chances {
        let rolls = if position.holder == Some(0) { &self.inside } else { &self.outside };
        let mut values = [[0.0; 2]; 256];
        for (value, &[stars, claws, hearts]) in values.iter_mut().zip(&rolls.outcomes) {
            *value = self.worth(&Turn::leaf(position, stars, claws, hearts));
        }
        self.solve_turn(rolls, &values[..rolls.outcomes.len()], solver)
    }

    fn worth(&self, leaf: &Leaf) -> Chances {
        let all = match leaf {
            Leaf::Sure(end) => self.end(end),
            Leaf::Yield(who, [stay, leave]) => {
                let (stay, leave) = (self.end(stay), self.end(leave));
                if stay[*who as usize] < leave[*who as usize] { leave } else { stay }
            }
        };
        [all[0], all[1]]
    }

    /// The chances of all three, counted from whoever rolled.
    fn end(&self, end: &End) -> [f32; 3] {
        let mut all = [0.0; 3];
        match end {
            End::Won(who) => all[*who as usize] = 1.0,
            End::Two([next, other], position) => {
                let chance = self.two.chance(position) as f32;
                (all[*next as usize], all[*other as usize]) = (chance, 1.0 - chance);
            }
            End::Three(position) => {
                let [next, last, roller] = self.chances(position);
                all = [roller, next, last];
            }
        }
        all
    }

    /// The chances of all, from whoever is about to roll.
    pub fn chances(&self, position: &Three) -> [f32; 3] {
        let [roller, next] = match position.holder {
            Some(holder) => {
                self.held[holder as usize][BLOCK * self.block(&position.stars) + position.place()]
            }
            None => self.opening[self.block(&position.stars)],
        };
        [roller, next, 1.0 - roller - next]
    }
}

/// Six dice with these stars and claws and no hearts.
fn dice_of(wanted: u8, claws: u8) -> engine::Dice {
    let slot = slots().rolls(6).find(|&slot| {
        let counts = slots().counts(slot as u16);
        counts[face::HEART] == 0 && counts[face::CLAW] == claws && stars(counts) == wanted
    });
    // Without hearts the other dice show energy or numbers; every outcome of six dice has such a roll.
    mind::row(slots().counts(slot.expect("hearts may be energy as well") as u16))
}

/// The same as [`Turn::leaf`], played by the engine; seat A has rolled and its dice are thrown.
fn leaf_by_engine(thrown: &State) -> Leaf {
    let mut state = *thrown;
    loop {
        match state.need() {
            Need::Answer(ask) if ask.question == Question::Yield => {
                let ends = [Answer::Pass, Answer::Yes].map(|answer| {
                    let mut next = state;
                    next.play_unchecked(Input::Answer(answer), None);
                    end_by_engine(next)
                });
                return Leaf::Yield(ask.seat.index() as u8, ends);
            }
            Need::Answer(ask) => {
                let usual = mind::usual(&state, &ask, &state.answers());
                state.play_unchecked(Input::Answer(usual), None);
            }
            _ => return Leaf::Sure(end_by_engine(state)),
        }
    }
}

/// Plays on without dice to the end of the turn of seat A.
fn end_by_engine(mut state: State) -> End {
    loop {
        match state.need() {
            Need::Over(outcome) => {
                let winner = outcome.winner().expect("without cards somebody wins");
                return End::Won(winner.index() as u8);
            }
            Need::Answer(ask) => {
                let usual = mind::usual(&state, &ask, &state.answers());
                state.play_unchecked(Input::Answer(usual), None);
            }
            _ => break,
        }
    }
    let order: Vec<Seat> = mind::order(&state).collect();
    let holder = state.tokyo().city;
    let place = |seat: Seat| order.iter().position(|&other| other == seat);
    if let Some(&winner) = order.first()
        && STARS as u8 <= state.monster(winner).stars
    {
        // The turn begins with 20 stars: nothing can take them.
        return End::Won(winner.index() as u8);
    }
    match order[..] {
        [a, b] => {
            let both = [a, b].map(|seat| *state.monster(seat));
            let holder = match holder.and_then(place) {
                None => Holder::Nobody,
                Some(0) => Holder::Roller,
                Some(_) => Holder::Other,
            };
            let position =
                Position { hearts: both.map(|m| m.hearts), stars: both.map(|m| m.stars), holder };
            End::Two([a.index() as u8, b.index() as u8], position)
        }
        _ => {
            let all = [order[0], order[1], order[2]].map(|seat| *state.monster(seat));
            let holder = holder.and_then(place).map(|n| n as u8);
            End::Three(Three { hearts: all.map(|m| m.hearts), stars: all.map(|m| m.stars), holder })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bots::chance::Chance;

    /// The rules that are written down here are those of the engine: every outcome of six dice in many positions.
    #[test]
    fn the_few_rules_without_cards_are_those_of_the_engine() {
        let rules = Rulebook::Dutch.rules();
        let rolls = Rolls::new(true);
        let mut chance = Chance::new(3);
        for _ in 0..400 {
            let holder = Some(chance.below(3) as u8);
            let stars = [(); 3].map(|()| chance.below(20) as u8);
            let hearts = [(); 3].map(|()| 1 + chance.below(10) as u8);
            let position = Three { hearts, stars, holder };
            assert_eq!(position.at_place(position.place()), position);
            let start = position.state(&rules);
            for &[stars, claws, hearts] in &rolls.outcomes {
                let slot = slots().rolls(6).find(|&slot| {
                    let counts = slots().counts(slot as u16);
                    [bots::dice::stars(counts), counts[face::CLAW], counts[face::HEART]]
                        == [stars, claws, hearts]
                });
                let mut state = start;
                let dice = mind::row(slots().counts(slot.unwrap() as u16));
                state.play_unchecked(Input::Rolled(dice), None);
                let found = Turn::leaf(&position, stars, claws, hearts);
                assert_eq!(found, leaf_by_engine(&state), "{position:?} {dice}");
            }
        }
    }

    /// A small part of the game is closed in itself: stars never fall. One step of the recursion gives the same again,
    /// chances are chances, and whoever is about to win wins.
    #[test]
    fn the_end_of_the_game_is_solved() {
        let oracle = Oracle3::solve(Rulebook::Dutch, 18, |_| false).unwrap();
        let mut solver = Solver::new();
        let mut chance = Chance::new(5);
        for _ in 0..500 {
            let stars = [(); 3].map(|()| 18 + chance.below(2) as u8);
            let hearts = [(); 3].map(|()| 1 + chance.below(10) as u8);
            let position = Three { hearts, stars, holder: Some(chance.below(3) as u8) };
            let all = oracle.chances(&position);
            assert!(all.iter().all(|chance| (-1e-5..=1.0 + 1e-5).contains(chance)), "{all:?}");
            let again = oracle.value(&position, &mut solver);
            assert!((again[0] - all[0]).abs() < 1e-6 && (again[1] - all[1]).abs() < 1e-6);
        }
        // With 19 stars, outside and with hearts for all claws, one claw or one star is enough unless Tokyo's holder
        // stays: far better than a third. The holder that comes next needs to survive only.
        let near = Three { hearts: [10; 3], stars: [19, 18, 18], holder: Some(1) };
        let [roller, next, last] = oracle.chances(&near);
        assert!(0.7 < roller && last < 0.02, "{roller} {next} {last}");
    }
}
