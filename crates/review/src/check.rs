//! Moments at which the judgement corrected itself, played out: who was really how likely to win there?

use std::sync::Arc;

use bots::net::Net;
use bots::rollouts::{Manner, Rollouts};
use engine::Record;
use serde::{Deserialize, Serialize};

use crate::advisor::Chances;
use crate::moment::Moment;
use crate::trial::state_before;

/// A correction above this chance is played out.
pub const DRIFT: f64 = 0.01;

/// What playing out says of the table before a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checked {
    /// How many games were played.
    pub games: usize,
    /// Everybody's chances.
    pub chances: Chances,
    /// Their standard errors.
    pub errors: Chances,
}

/// The moments that a judgement corrected itself at by more than a point, the largest correction first. The first moment
/// of a game is where its account starts, and stays.
pub fn corrected(moments: &[Moment]) -> Vec<usize> {
    let size = |at: usize| moments[at].drift().iter().fold(0.0f64, |most, one| most.max(one.abs()));
    let begun = |at: &usize| moments[*at].turn != 0 && moments[*at].checked.is_none();
    let mut all: Vec<usize> =
        (1..moments.len()).filter(begun).filter(|&at| DRIFT < size(at)).collect();
    all.sort_by(|&a, &b| size(b).total_cmp(&size(a)));
    all
}

/// Plays out the table before a moment, as somebody who watches sees it. `turns`: the net judges after this many turns of a
/// game; without, games are played to their end.
pub fn check(
    net: Arc<Net>,
    record: &Record,
    moment: &Moment,
    games: usize,
    turns: Option<u16>,
    seed: u64,
) -> Option<Checked> {
    let state = state_before(record, moment.input)?;
    let viewer = moment.choice().map(|_| moment.seat);
    let seen = state.view(viewer).imagine();
    let best = moment.choice().map(|judged| [judged.options[0].answer]);
    let manner = Manner { turns, luck_off: true };
    let seed = seed ^ 0x6472_6966 ^ (moment.input as u64) << 24;
    let answers = best.as_ref().map(<[_; 1]>::as_slice);
    let mut rollouts = Rollouts::new(net, &seen, answers, seed, manner);
    rollouts.play_all(games.max(2));
    let estimate = rollouts.estimates().into_iter().next()?;
    Some(Checked { games: estimate.games, chances: estimate.chances, errors: estimate.errors })
}

/// Takes over what was found before this moment. The account adds up as before: what one moment's correction loses, the
/// next one's gains.
pub fn take_over(moments: &mut [Moment], at: usize, checked: Checked) {
    if let [.., before, moment] = &mut moments[..=at] {
        before.after = checked.chances;
        moment.before = checked.chances;
        moment.checked = Some(checked);
    }
}
