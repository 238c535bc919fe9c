//! Choices called a mistake, played out again: on other dice, longer, to the end of each game, and only the answer that was
//! called better against the given one, so that nothing is gained by having been the luckiest of several.

use bots::chance::Chance;
use bots::rollouts::{Manner, Rollouts};
use bots::{Level, net};
use engine::Rulebook;
use rayon::prelude::*;
use review::{ErrorBand, Moment, Reviewer, Trial, state_before};
use serde::Serialize;

use super::{Findings, QUICK, ValidateArgs, bare, play};
use crate::progress::Progress;

/// Other dice than those of the first time.
const OTHER_DICE: u64 = 0xfeed_0000;

/// A choice that the review calls a mistake. Everything is a chance to win.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Mistake {
    /// What it cost by the net.
    pub by_net: f64,
    /// What it cost as the review plays it out, and the standard error.
    pub short: [f64; 2],
    /// What it cost when it was played out longer, and the standard error.
    pub long: [f64; 2],
}

impl Mistake {
    /// Whether the longer rollout finds the other answer better at all, and surely: by two standard errors.
    pub fn is_worse(&self) -> bool {
        let [cost, error] = self.long;
        2.0 * error < cost
    }

    /// Whether the longer rollout says the same: the other answer is surely better, and that it is so by 5 points or more
    /// lies within two standard errors of what was found.
    pub fn confirmed(&self) -> bool {
        let [cost, error] = self.long;
        self.is_worse() && ErrorBand::Mistake <= ErrorBand::of(cost + 2.0 * error)
    }

    /// Whether it is 5 points or more again.
    pub fn as_costly(&self) -> bool {
        ErrorBand::Mistake <= ErrorBand::of(self.long[0])
    }
}

/// Finds as many mistakes of bots as are asked for, and plays each out again.
pub(super) fn find(args: &ValidateArgs, found: &mut Findings) {
    let progress = Progress::new(args.mistakes as u64);
    let mut number = 0;
    while found.mistakes.len() < args.mistakes && number < 100 * args.mistakes as u64 {
        let chunk = 4 * rayon::current_num_threads() as u64;
        let games: Vec<Option<Option<Mistake>>> =
            (number..number + chunk).into_par_iter().map(|number| one(args, number)).collect();
        number += chunk;
        found.by_net += games.iter().flatten().count();
        found.mistakes.extend(games.into_iter().flatten().flatten());
        progress.at(found.mistakes.len() as u64);
    }
    progress.done();
}

/// One choice of one game that costs 5 points or more by the net: if the review's own rollouts say so too, the mistake.
fn one(args: &ValidateArgs, number: u64) -> Option<Option<Mistake>> {
    let mut chance = Chance::part(args.seed ^ 0x3157, number);
    let players = 2 + (number % 3) as usize;
    let levels: Vec<Level> = (0..players).map(|_| QUICK[1 + chance.below(4) as usize]).collect();
    let reviewer = Reviewer::new(bare(players, Rulebook::Dutch), None).ok()?;
    let mut game = play(reviewer, &levels, chance.next(), true);
    let cost = |moment: &Moment| moment.choice().map_or(0.0, |judged| judged.error);
    let called = |moment: &Moment| ErrorBand::Mistake <= ErrorBand::of(cost(moment));
    let all: Vec<usize> = (0..game.moments.len()).filter(|&at| called(&game.moments[at])).collect();
    let at = *all.get(chance.below(all.len().max(1) as u32) as usize)?;
    let moment = &mut game.moments[at];
    let by_net = cost(moment);
    let turns = (0 < args.turns).then_some(args.turns);
    let mut trial = Trial::new(net(), &game.record, moment, args.rollouts, turns, args.seed)?;
    while trial.step() {}
    let judged = moment.choice()?;
    let tried = trial.tried(judged.options[judged.chosen].answer);
    let error = tried.error;
    moment.settle(tried);
    if !called(moment) {
        return Some(None);
    }
    let judged = moment.choice()?;
    let (best, given) = (judged.best().0, judged.given().0);
    let seen = state_before(&game.record, moment.input)?.view(Some(moment.seat)).imagine();
    let manner = Manner { turns: None, luck_off: true };
    let seed = args.seed ^ OTHER_DICE ^ number << 20;
    let mut longer = Rollouts::new(net(), &seen, Some(&[best, given]), seed, manner);
    longer.play_all(args.long);
    let estimates = longer.estimates();
    let of = |answer| estimates.iter().find(|one| one.answer == Some(answer));
    let (best, given) = (of(best)?, of(given)?);
    let spread = best.behind_error.max(given.behind_error);
    let long = [best.chance() - given.chance(), spread];
    Some(Some(Mistake { by_net, short: [cost(moment), error], long }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_confirmed_when_it_is_surely_one_and_five_points_are_not_ruled_out() {
        let found = |cost: f64, error: f64| {
            let one = Mistake { by_net: 0.06, short: [0.06, 0.01], long: [cost, error] };
            [one.is_worse(), one.confirmed(), one.as_costly()]
        };
        assert_eq!(found(0.06, 0.01), [true, true, true]);
        assert_eq!(found(0.04, 0.01), [true, true, false], "5 points are within its error");
        assert_eq!(found(0.03, 0.005), [true, false, false], "surely an error, surely below 5");
        assert_eq!(found(0.06, 0.04), [false, false, true], "it may be none at all");
        assert_eq!(found(-0.01, 0.01), [false, false, false]);
    }
}
