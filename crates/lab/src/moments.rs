//! Moments of self-play: positions in which somebody has to decide, one of each game, drawn evenly.

use bots::chance::Chance;
use engine::{Answer, Ask, Need, Question, Rules, State};

use crate::contestant::Contestant;
use crate::one_game::{Watcher, new_game, play};

/// What is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Decision {
    /// A purchase: something can be bought.
    Purchase,
    /// Leave Tokyo or stay.
    Yield,
    /// Which dice to throw again.
    Reroll,
    /// Any question with more than one answer.
    Any,
}

impl Decision {
    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Decision::Purchase => "purchase",
            Decision::Yield => "yield",
            Decision::Reroll => "reroll",
            Decision::Any => "any",
        }
    }

    fn fits(self, state: &State, ask: &Ask) -> bool {
        match self {
            Decision::Purchase => {
                ask.question == Question::Shop
                    && state.answers().iter().any(|answer| matches!(answer, Answer::Buy(_)))
            }
            Decision::Yield => ask.question == Question::Yield,
            Decision::Reroll => ask.question == Question::Roll && 0 < state.turn().rerolls,
            Decision::Any => 1 < state.answers().len(),
        }
    }
}

/// Keeps one of all moments that fit, each with the same chance.
struct Draw {
    decision: Decision,
    chance: Chance,
    seen: u32,
    kept: Option<State>,
}

impl Watcher for Draw {
    fn before(&mut self, state: &State) {
        if let Need::Answer(ask) = state.need()
            && self.decision.fits(state, &ask)
        {
            self.seen += 1;
            if self.chance.below(self.seen) == 0 {
                self.kept = Some(state.view(Some(ask.seat)).imagine());
            }
        }
    }
}

/// A moment of a game that this bot plays against itself, as whoever has to decide sees it; `None` if the game had none.
pub fn moment(
    bot: &Contestant,
    rules: &Rules,
    players: usize,
    decision: Decision,
    seed: u64,
) -> Option<State> {
    let mut bots: Vec<_> =
        (0..players).map(|seat| bot.bot(Chance::part(seed, 31 + seat as u64).next())).collect();
    let mut draw = Draw { decision, chance: Chance::part(seed, 30), seen: 0, kept: None };
    play(new_game(*rules, players), &mut bots, seed, &mut draw);
    draw.kept
}
