//! The oracle: two-player play without cards, solved exactly from the engine's own rules.
//!
//! All 66 cards lie on the discard pile and stay there, so energy is worth nothing. Once Tokyo is held the game has no
//! cycles: whoever holds it gains two stars each round. So positions are solved from many stars to few; only the opening,
//! while nobody has entered, leads back to itself, and is repeated until nothing changes.
//!
//! Every transition is played by the engine: this file knows no rule but the shape of a position.

use bots::dice::{Solver, slots, stars};
use bots::mind;
use engine::{
    Answer, At, Card, Input, MonsterSetup, Need, Question, Rulebook, Rules, Seat, Setup, State,
};

/// The most hearts and the most stars.
const HEARTS: usize = 10;
const STARS: usize = 20;

/// Who holds Tokyo, from the view of whoever is about to roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Nobody yet.
    Nobody,
    /// Who is about to roll.
    Roller,
    /// The other one.
    Other,
}

/// A position before the first throw of a turn, from the view of whoever is about to roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Hearts of the roller and of the other.
    pub hearts: [u8; 2],
    /// Stars of the roller (those for this turn included) and of the other.
    pub stars: [u8; 2],
    /// Who holds Tokyo.
    pub holder: Holder,
}

impl Position {
    fn index(&self) -> usize {
        let [h, g] = self.hearts.map(|hearts| hearts as usize - 1);
        let [s, t] = self.stars.map(usize::from);
        (((self.holder as usize * HEARTS + h) * HEARTS + g) * (STARS + 1) + s) * (STARS + 1) + t
    }

    /// The position of a game without cards, if it waits for the first throw of a turn.
    pub fn of(state: &State) -> Option<Position> {
        if !mind::turn_begins(state) || state.players() != 2 {
            return None;
        }
        let me = state.turn().seat;
        let other = state.next_after(me)?;
        let both = [state.monster(me), state.monster(other)];
        Some(Position {
            hearts: both.map(|monster| monster.hearts),
            stars: both.map(|monster| monster.stars),
            holder: match state.tokyo().city {
                None => Holder::Nobody,
                Some(seat) if seat == me => Holder::Roller,
                Some(_) => Holder::Other,
            },
        })
    }

    /// A game without cards in this position, with seat A to roll.
    pub fn state(&self, rules: &Rules) -> State {
        let mut rules = *rules;
        rules.reshuffle_discards = false;
        let city = match self.holder {
            Holder::Nobody => None,
            Holder::Roller => Some(Seat::A),
            Holder::Other => Some(Seat::B),
        };
        let monster = |seat: usize| MonsterSetup {
            hearts: self.hearts[seat],
            stars: self.stars[seat],
            ..MonsterSetup::default()
        };
        let setup = Setup {
            rules,
            monsters: vec![monster(0), monster(1)],
            city,
            discards: Card::ALL.to_vec(),
            at: At::FirstThrow,
            ..Setup::default()
        };
        State::from_setup(&setup).expect("every such position is legal")
    }
}

/// The chance to win of whoever is about to roll, for every position.
pub struct Oracle {
    rules: Rules,
    values: Vec<f64>,
}

/// How a turn can end.
#[derive(Clone, Copy, Debug)]
enum End {
    /// The game is over, with this share for the roller.
    Over(f64),
    /// The other one rolls, in the position with this number.
    Then(usize),
}

/// What final dice lead to.
#[derive(Clone, Copy, Debug)]
enum Leaf {
    Sure(End),
    /// The other one stays or leaves; it takes what is worst for the roller.
    Yield([End; 2]),
}

impl Oracle {
    /// Solves the game by this book.
    pub fn solve(book: Rulebook) -> Oracle {
        let rules = book.rules();
        let mut oracle = Oracle {
            rules,
            values: vec![f64::NAN; 3 * HEARTS * HEARTS * (STARS + 1) * (STARS + 1)],
        };
        for sum in (0..=2 * STARS).rev() {
            for holder in [Holder::Other, Holder::Roller] {
                for s in sum.saturating_sub(STARS)..=sum.min(STARS) {
                    for h in 1..=HEARTS {
                        for g in 1..=HEARTS {
                            let stars = [s as u8, (sum - s) as u8];
                            let position = Position { hearts: [h as u8, g as u8], stars, holder };
                            let leaves = oracle.leaves(&position);
                            oracle.values[position.index()] = oracle.value(&leaves);
                        }
                    }
                }
            }
            oracle.opening(sum);
        }
        oracle
    }

    /// The opening with this many stars together: nobody has entered Tokyo, so nobody is hurt.
    fn opening(&mut self, sum: usize) {
        let mut open: Vec<(usize, Vec<Leaf>)> = (sum.saturating_sub(STARS)..=sum.min(STARS))
            .map(|s| {
                let position = Position {
                    hearts: [10, 10],
                    stars: [s as u8, (sum - s) as u8],
                    holder: Holder::Nobody,
                };
                self.values[position.index()] = 0.5;
                (position.index(), self.leaves(&position))
            })
            .collect();
        loop {
            let mut change: f64 = 0.0;
            for (index, leaves) in &mut open {
                let value = self.value(leaves);
                change = change.max((value - self.values[*index]).abs());
                self.values[*index] = value;
            }
            if change < 1e-14 {
                return;
            }
        }
    }

    /// Where each final roll of six dice leads, by the engine. The game is left as it is after the first throw.
    fn leaves(&self, position: &Position) -> Vec<Leaf> {
        let start = position.state(&self.rules);
        let mut known: Vec<Option<Leaf>> = vec![None; 7 * 7 * 8 * 16];
        let table = slots();
        table
            .rolls(6)
            .map(|slot| {
                let counts = table.counts(slot as u16);
                // Energy is worth nothing here; everything else tells rolls apart.
                let key =
                    ((counts[4] as usize * 7) + counts[5] as usize) * 16 + stars(counts) as usize;
                *known[key].get_or_insert_with(|| {
                    let mut state = start;
                    state.play_unchecked(Input::Rolled(mind::row(counts)), None);
                    leaf(&state, Seat::A)
                })
            })
            .collect()
    }

    fn end(&self, end: &End) -> f64 {
        match end {
            End::Over(share) => *share,
            End::Then(index) => 1.0 - self.values[*index],
        }
    }

    fn worth(&self, leaf: &Leaf) -> f64 {
        match leaf {
            Leaf::Sure(end) => self.end(end),
            Leaf::Yield([stay, leave]) => self.end(stay).min(self.end(leave)),
        }
    }

    fn value(&self, leaves: &[Leaf]) -> f64 {
        let values: Vec<f64> = leaves.iter().map(|leaf| self.worth(leaf)).collect();
        Solver::new().solve_values(6, 2, &values)
    }

    /// The chance to win of whoever is about to roll.
    pub fn chance(&self, position: &Position) -> f64 {
        self.values[position.index()]
    }

    /// The turn from here, solved: the value of every roll and keep for the roller.
    pub fn turn(&self, position: &Position) -> Solver<f64> {
        let leaves = self.leaves(position);
        let values: Vec<f64> = leaves.iter().map(|leaf| self.worth(leaf)).collect();
        let mut solver = Solver::new();
        solver.solve_values(6, 2, &values);
        solver
    }

    /// The roller's chance once its dice are final, both playing well from there.
    pub fn chance_of_roller(&self, state: &State, roller: Seat) -> f64 {
        self.worth(&leaf(state, roller))
    }
}

/// Plays on without dice, in the usual way, to the end of the turn.
fn leaf(state: &State, roller: Seat) -> Leaf {
    let mut state = *state;
    loop {
        match state.need() {
            Need::Over(outcome) => {
                return Leaf::Sure(End::Over(outcome.shares(state.seats())[roller.index()]));
            }
            Need::Answer(ask) if ask.question == Question::Yield => {
                return Leaf::Yield([Answer::Pass, Answer::Yes].map(|answer| {
                    let mut next = state;
                    next.play_unchecked(Input::Answer(answer), None);
                    match leaf(&next, roller) {
                        Leaf::Sure(end) => end,
                        Leaf::Yield(_) => unreachable!("two monsters yield once in a turn"),
                    }
                }));
            }
            Need::Answer(ask) => {
                let usual = mind::usual(&state, &ask, &state.answers());
                state.play_unchecked(Input::Answer(usual), None);
            }
            _ => {
                let position =
                    Position::of(&state).expect("without cards only a new turn waits for chance");
                return Leaf::Sure(End::Then(position.index()));
            }
        }
    }
}
