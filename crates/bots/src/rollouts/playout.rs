//! One game played on from a position by the net in all seats, with the luck of chance taken off its result.
//!
//! At a throw or a reveal the luck is what a fixed judgement says after it minus its mean over all that might have
//! come. The judgement is fixed before the dice fall and the mean is enumerated, so luck has a mean of zero whatever is
//! decided afterwards: the result without it is as true as the result, with much less spread.

use std::sync::Arc;

use engine::{Answer, Ask, Card, Input, Need, Question, State};

use crate::chance::Chance;
use crate::dice::Counts;
use crate::mind::{self, Chances, Judge, Learned, Mind, TurnChances};
use crate::net::Net;

/// Longer games are broken off and judged; a guard, not a rule.
const INPUTS: usize = 10_000;
/// How many cards the players of a playout try where one would be revealed.
const WIDTH: u32 = 3;

/// How a game is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    /// After this many further turns the net judges; without, the game is played to its end.
    pub turns: Option<u16>,
    /// Whether luck is taken off.
    pub luck_off: bool,
}

impl Default for Manner {
    fn default() -> Self {
        Manner { turns: None, luck_off: true }
    }
}

/// What one game came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playout {
    /// The share of every seat, luck taken off: it may lie outside of 0 to 1, its mean does not.
    pub shares: [f64; 6],
    /// How many turns were begun, which is what it cost.
    pub turns: u32,
}

/// Plays games on. One is enough for any number of games, one after the other.
pub struct Player {
    mind: Mind<Learned>,
}

/// What the next throw will be measured by: what stays on the table, and how many rerolls are left after the throw.
struct Pending {
    keep: Counts,
    left: usize,
    expected: Chances,
    by_root: bool,
}

impl Player {
    /// A player that judges by this net.
    pub fn new(net: Arc<Net>) -> Player {
        Player { mind: Mind::new(Learned::new(net), 0).with_width(WIDTH) }
    }

    /// Its mind.
    pub fn mind(&mut self) -> &mut Mind<Learned> {
        &mut self.mind
    }

    /// Plays on from `root`, with `first` as the answer to its open question. The same seed gives the same game, and the
    /// same dice and cards to all answers. `turn` is the turn of the root solved, where dice lie on the table.
    pub fn play(
        &mut self,
        root: &State,
        turn: Option<&TurnChances>,
        first: Option<Answer>,
        seed: u64,
        manner: Manner,
    ) -> Playout {
        self.mind.begin_anew(seed ^ 0x51ed);
        let mut game = Game {
            mind: &mut self.mind,
            root: turn,
            state: *root,
            manner,
            luck: [0.0; 6],
            pending: None,
            first_throw: false,
            deck: Deck { seed, cards: root.deck().len(), shuffles: 0 },
        };
        let (mut number, mut throw, mut turns, mut first) = (root.turn().number, 0, 0, first);
        for _ in 0..INPUTS {
            if number != game.state.turn().number {
                (number, throw) = (game.state.turn().number, 0);
            }
            let input = match game.state.need() {
                Need::Over(outcome) => {
                    return game.played(outcome.shares(game.state.seats()), turns);
                }
                Need::Answer(ask) => Input::Answer(game.answer(&ask, first.take())),
                need => {
                    if mind::turn_begins(&game.state) {
                        if manner.turns.is_some_and(|most| most as u32 <= turns) {
                            break;
                        }
                        turns += 1;
                    }
                    let mut chance = Chance::part(seed, (number as u64) << 16 | throw);
                    throw += 1;
                    let Some(input) = game.chance(need, &mut chance) else { break };
                    input
                }
            };
            game.state.play_unchecked(input, None);
        }
        game.mind.judge().focus(&game.state);
        let judged = game.mind.judge().chances(&game.state, false);
        game.played(judged.map(f64::from), turns)
    }
}

/// A game on its way.
struct Game<'a> {
    mind: &'a mut Mind<Learned>,
    root: Option<&'a TurnChances>,
    state: State,
    manner: Manner,
    luck: [f64; 6],
    pending: Option<Pending>,
    /// Whether the first throw of the turn has just fallen and is still to be measured.
    first_throw: bool,
    deck: Deck,
}

impl Game<'_> {
    fn played(&self, shares: [f64; 6], turns: u32) -> Playout {
        Playout { shares: std::array::from_fn(|seat| shares[seat] - self.luck[seat]), turns }
    }

    fn count(&mut self, after: Chances, expected: Chances) {
        for ((sum, after), expected) in self.luck.iter_mut().zip(after).zip(expected) {
            *sum += (after - expected) as f64;
        }
    }

    fn answer(&mut self, ask: &Ask, given: Option<Answer>) -> Answer {
        let by_root = given.is_some();
        let answer = given.unwrap_or_else(|| self.mind.answer_imagined(&self.state, ask));
        if ask.question == Question::Roll && ask.seat == self.state.turn().seat {
            if std::mem::take(&mut self.first_throw) {
                self.measure_first_throw();
            }
            self.pending = self.foresee(answer, by_root);
        }
        answer
    }

    /// The turn was solved after its first throw, by what does not depend on it.
    fn measure_first_throw(&mut self) {
        let turn = self.state.turn();
        let roll = mind::counts(turn.dice);
        let after = self.mind.planned_roll(&self.state, &roll, turn.rerolls as usize);
        if let (Some(after), Some((number, before))) = (after, self.mind.before_throw())
            && number == turn.number
        {
            self.count(after, before);
        }
    }

    /// What a throw that this answer asks for is worth before it falls.
    fn foresee(&self, answer: Answer, by_root: bool) -> Option<Pending> {
        let (thrown, free) = match answer {
            _ if !self.manner.luck_off => return None,
            Answer::Reroll(again) => (again, false),
            Answer::Free { dice, .. } if dice.len() == 1 => (dice, true),
            _ => return None,
        };
        let turn = self.state.turn();
        let mut keep = mind::counts(turn.dice);
        thrown.iter().for_each(|die| keep[turn.dice.get(die) as usize] -= 1);
        let rerolls = turn.rerolls as usize;
        let (left, expected) = if free {
            let faces = (0..6).map(|face| self.rolled(&with(keep, face), rerolls, by_root));
            let mut mean = [0.0; 6];
            for chances in faces {
                mean.iter_mut().zip(chances?).for_each(|(sum, chance)| *sum += chance / 6.0);
            }
            (rerolls, mean)
        } else {
            let expected = match self.root.filter(|_| by_root) {
                Some(turn) => turn.keep(&keep, rerolls),
                None if by_root => return None,
                None => self.mind.planned_keep(&self.state, &keep, rerolls)?,
            };
            (rerolls.checked_sub(1)?, expected)
        };
        Some(Pending { keep, left, expected, by_root })
    }

    fn rolled(&self, roll: &Counts, left: usize, by_root: bool) -> Option<Chances> {
        match by_root {
            true => self.root.map(|turn| turn.roll(roll, left)),
            false => self.mind.planned_roll(&self.state, roll, left),
        }
    }

    fn chance(&mut self, need: Need, chance: &mut Chance) -> Option<Input> {
        match need {
            Need::Roll { count, .. } => {
                let dice = chance.dice(count as usize);
                if mind::turn_begins(&self.state) {
                    self.first_throw = self.manner.luck_off;
                    self.pending = None;
                } else if let Some(pending) = self.pending.take() {
                    let mut roll = pending.keep;
                    roll.iter_mut().zip(mind::counts(dice)).for_each(|(sum, n)| *sum += n);
                    if let Some(after) = self.rolled(&roll, pending.left, pending.by_root) {
                        self.count(after, pending.expected);
                    }
                } else if count == 1 && self.manner.luck_off {
                    let faces = self.mind.each_single_die(&self.state);
                    self.count(faces[dice.get(0) as usize], mean(&faces));
                }
                Some(Input::Rolled(dice))
            }
            Need::Reveal(_) => {
                let card = self.deck.draw(&self.state)?;
                if self.manner.luck_off {
                    let (cards, all): (Vec<Card>, Vec<Chances>) =
                        self.mind.each_reveal(&self.state).into_iter().unzip();
                    if let Some(at) = cards.iter().position(|&other| other == card) {
                        self.count(all[at], mean(&all));
                    }
                }
                Some(Input::Revealed(card))
            }
            Need::Starter => {
                let seats = self.state.living();
                let number = chance.below(seats.len() as u32) as usize;
                seats.iter().nth(number).map(Input::Starts)
            }
            _ => None,
        }
    }
}

fn with(mut counts: Counts, face: usize) -> Counts {
    counts[face] += 1;
    counts
}

fn mean(all: &[Chances]) -> Chances {
    let mut sum = [0.0; 6];
    for chances in all {
        sum.iter_mut().zip(chances).for_each(|(sum, chance)| *sum += chance);
    }
    sum.map(|sum: f32| sum / all.len().max(1) as f32)
}

/// A deck in an order of its own: two games that have drawn differently still find the same card on top.
struct Deck {
    seed: u64,
    cards: usize,
    shuffles: u64,
}

impl Deck {
    fn draw(&mut self, state: &State) -> Option<Card> {
        let deck = state.deck();
        if self.cards < deck.len() {
            // More cards than before: the discards were shuffled in.
            self.shuffles += 1;
        }
        self.cards = deck.len().saturating_sub(1);
        let part = |card: Card| (self.shuffles << 8 | card.index() as u64) + (1 << 40);
        deck.iter().max_by_key(|&card| Chance::part(self.seed, part(card)).next())
    }
}
