//! Why an answer was better, in events: both are played on many times on the same dice, up to the next turn of whoever
//! was asked, and what came of it is counted. Nothing is said that was not counted.

use std::sync::Arc;

use bots::chance::Chance;
use bots::mind::{Learned, Mind, turn_begins};
use bots::net::Net;
use engine::{Answer, Input, Need, Seat, State};
use serde::{Deserialize, Serialize};

/// A difference below this many of a hundred is not told.
const LEAST: f64 = 0.03;
/// Nor one below half a star, heart or energy.
const LEAST_AMOUNT: f64 = 0.5;
/// No turn has more inputs than this; a guard, not a rule.
const INPUTS: usize = 4_000;

/// What an answer leads to by the next turn of whoever gave it: chances, and means of amounts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outlook {
    /// To be alive then.
    pub alive: f64,
    /// To have won by then.
    pub won: f64,
    /// To hold a place in Tokyo then.
    pub tokyo: f64,
    /// That at least one rival falls before.
    pub knock_out: f64,
    /// Stars gained.
    pub stars: f64,
    /// Energy gained, what was spent counting against it.
    pub energy: f64,
    /// Hearts gained, what was lost counting against them.
    pub hearts: f64,
    /// Keep cards gained.
    pub cards: f64,
}

/// One line of an explanation: what the better answer and the other one lead to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The chance to live to the next turn.
    Alive(f64, f64),
    /// The chance to win by then.
    Won(f64, f64),
    /// The chance to hold Tokyo then.
    Tokyo(f64, f64),
    /// The chance of a knock-out.
    KnockOut(f64, f64),
    /// Stars gained on average.
    Stars(f64, f64),
    /// Energy gained on average.
    Energy(f64, f64),
    /// Hearts gained on average.
    Hearts(f64, f64),
    /// Keep cards gained on average.
    Cards(f64, f64),
}

impl Reason {
    /// Its name in files and texts.
    pub const fn id(self) -> &'static str {
        match self {
            Reason::Alive(..) => "alive",
            Reason::Won(..) => "won",
            Reason::Tokyo(..) => "tokyo",
            Reason::KnockOut(..) => "knock_out",
            Reason::Stars(..) => "stars",
            Reason::Energy(..) => "energy",
            Reason::Hearts(..) => "hearts",
            Reason::Cards(..) => "cards",
        }
    }

    /// What the better answer and the other one lead to; whether these are chances.
    pub const fn numbers(self) -> (f64, f64, bool) {
        match self {
            Reason::Alive(a, b)
            | Reason::Won(a, b)
            | Reason::Tokyo(a, b)
            | Reason::KnockOut(a, b) => (a, b, true),
            Reason::Stars(a, b)
            | Reason::Energy(a, b)
            | Reason::Hearts(a, b)
            | Reason::Cards(a, b) => (a, b, false),
        }
    }

    /// The same with three decimals: for files.
    #[must_use]
    pub fn rounded(self) -> Reason {
        let short = |number: f64| (1000.0 * number).round() / 1000.0;
        match self {
            Reason::Alive(a, b) => Reason::Alive(short(a), short(b)),
            Reason::Won(a, b) => Reason::Won(short(a), short(b)),
            Reason::Tokyo(a, b) => Reason::Tokyo(short(a), short(b)),
            Reason::KnockOut(a, b) => Reason::KnockOut(short(a), short(b)),
            Reason::Stars(a, b) => Reason::Stars(short(a), short(b)),
            Reason::Energy(a, b) => Reason::Energy(short(a), short(b)),
            Reason::Hearts(a, b) => Reason::Hearts(short(a), short(b)),
            Reason::Cards(a, b) => Reason::Cards(short(a), short(b)),
        }
    }

    /// Whether it speaks against the better answer: what that one costs. Tokyo is neither good nor bad by itself.
    pub fn is_price(self) -> bool {
        let (better, other, _) = self.numbers();
        !matches!(self, Reason::Tokyo(..)) && better < other
    }

    /// How much it says: a tenth is as much as a star or a heart, half as much as energy.
    fn weight(self) -> f64 {
        let (better, other, _) = self.numbers();
        let each = match self {
            Reason::Alive(..) | Reason::Won(..) => 1.2,
            Reason::Tokyo(..) | Reason::KnockOut(..) => 0.8,
            Reason::Stars(..) | Reason::Hearts(..) | Reason::Cards(..) => 0.1,
            Reason::Energy(..) => 0.05,
        };
        each * (better - other).abs()
    }
}

/// What this answer leads to, over this many games.
pub fn outlook(net: Arc<Net>, state: &State, answer: Answer, games: usize, seed: u64) -> Outlook {
    let Need::Answer(ask) = state.need() else { return Outlook::default() };
    let mut mind = Mind::new(Learned::new(net), 0).with_width(2);
    let seen = state.view(Some(ask.seat)).imagine();
    let mut sum = Outlook::default();
    for game in 0..games {
        let one = play_on(&mut mind, &seen, ask.seat, answer, Chance::part(seed, game as u64));
        sum.alive += one.alive;
        sum.won += one.won;
        sum.tokyo += one.tokyo;
        sum.knock_out += one.knock_out;
        sum.stars += one.stars;
        sum.energy += one.energy;
        sum.hearts += one.hearts;
        sum.cards += one.cards;
    }
    let count = games.max(1) as f64;
    Outlook {
        alive: sum.alive / count,
        won: sum.won / count,
        tokyo: sum.tokyo / count,
        knock_out: sum.knock_out / count,
        stars: sum.stars / count,
        energy: sum.energy / count,
        hearts: sum.hearts / count,
        cards: sum.cards / count,
    }
}

fn play_on(
    mind: &mut Mind<Learned>,
    from: &State,
    me: Seat,
    answer: Answer,
    mut seeds: Chance,
) -> Outlook {
    let seed = seeds.next();
    mind.begin_anew(seed);
    let mut state = *from;
    let first = from.turn().number;
    state.play_unchecked(Input::Answer(answer), None);
    let (mut number, mut throw) = (first, 0);
    for _ in 0..INPUTS {
        if number != state.turn().number {
            (number, throw) = (state.turn().number, 0);
        }
        let input = match state.need() {
            Need::Over(_) => break,
            Need::Answer(ask) => Input::Answer(mind.answer_imagined(&state, &ask)),
            need => {
                let mine = number != first && state.turn().seat == me;
                if !state.living().has(me) || (mine && turn_begins(&state)) {
                    break;
                }
                // The same throw of the same turn shows the same dice to both answers.
                let mut chance = Chance::part(seed, u64::from(number) << 16 | throw);
                throw += 1;
                match need {
                    Need::Roll { count, .. } => Input::Rolled(chance.dice(count as usize)),
                    Need::Reveal(_) => match chance.card(state.deck()) {
                        Some(card) => Input::Revealed(card),
                        None => break,
                    },
                    _ => break,
                }
            }
        };
        state.play_unchecked(input, None);
    }
    let (was, is) = (from.monster(me), state.monster(me));
    let alive = state.living().has(me);
    let gained = |now: u8, before: u8| f64::from(now) - f64::from(before);
    let won = state.outcome().is_some_and(|outcome| outcome.winner() == Some(me));
    Outlook {
        alive: f64::from(u8::from(alive)),
        won: f64::from(u8::from(won)),
        tokyo: f64::from(u8::from(alive && state.in_tokyo(me))),
        knock_out: f64::from(u8::from(
            state.living().without(me).len() < from.living().without(me).len(),
        )),
        stars: gained(is.stars, was.stars),
        energy: gained(is.energy, was.energy),
        hearts: gained(is.hearts, was.hearts),
        cards: is.cards.iter().count() as f64 - was.cards.iter().count() as f64,
    }
}

/// What is worth telling of two outlooks, three at most: what speaks for the better one first, then what it costs; of both
/// what says most first.
pub fn reasons(better: &Outlook, other: &Outlook) -> Vec<Reason> {
    let chances = [
        Reason::Alive(better.alive, other.alive),
        Reason::Won(better.won, other.won),
        Reason::Tokyo(better.tokyo, other.tokyo),
        Reason::KnockOut(better.knock_out, other.knock_out),
    ];
    let amounts = [
        Reason::Stars(better.stars, other.stars),
        Reason::Energy(better.energy, other.energy),
        Reason::Hearts(better.hearts, other.hearts),
        Reason::Cards(better.cards, other.cards),
    ];
    let told = |reason: &Reason| {
        let (better, other, chances) = reason.numbers();
        let least = if chances { LEAST } else { LEAST_AMOUNT };
        least <= (better - other).abs()
    };
    let mut all: Vec<Reason> = chances.into_iter().chain(amounts).filter(told).collect();
    all.sort_by(|a, b| a.is_price().cmp(&b.is_price()).then(b.weight().total_cmp(&a.weight())));
    all.truncate(3);
    all
}

/// Why one answer was better than another.
pub fn why(
    net: Arc<Net>,
    state: &State,
    better: Answer,
    other: Answer,
    games: usize,
    seed: u64,
) -> Vec<Reason> {
    let of = |answer| outlook(net.clone(), state, answer, games, seed);
    reasons(&of(better), &of(other))
}
