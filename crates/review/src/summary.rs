//! The whole: turns, accounts, turning points and costliest choices, all made from the moments.

use engine::record::Player;
use engine::{Answer, Dice, Outcome, Record, Seat};
use serde::{Deserialize, Serialize};

use crate::advisor::Chances;
use crate::bands::{ErrorBand, RateBand, Verdict};
use crate::moment::{Chancy, Judged, Kind, Moment, What};
use crate::reading::Trouble;
use crate::reviewer::Reviewer;

/// The version of the format in which reviews are written. It grows when a field changes its meaning or goes away.
pub(crate) const FORMAT: u32 = 1;
/// A turning point moves a chance by at least this much.
const TURNING: f64 = 0.08;

/// A reviewed game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// The version of this format: 1.
    pub format: u32,
    /// Who sat where.
    pub players: Vec<Player>,
    /// The rules, as in the record.
    pub rules: String,
    /// How the game ended; `null` if it was broken off or is reviewed in part.
    pub outcome: Option<Outcome>,
    /// Why it is reviewed in part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<Trouble>,
    /// Everybody's chances at the start.
    pub start: Chances,
    /// One account for each seat.
    pub accounts: Vec<Account>,
    /// Every turn.
    pub turns: Vec<Turn>,
    /// Every input.
    pub moments: Vec<Moment>,
}

/// start + luck + own + others + drift = result, for one seat. Everything is a chance to win; 0.01 is a point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Account {
    /// The seat.
    pub seat: Seat,
    /// Its chance at the start.
    pub start: f64,
    /// All luck, of its own throws and of others'.
    pub luck: f64,
    /// That part of it which came with its own throws and cards.
    pub luck_own: f64,
    /// What its own choices cost it: 0 or less.
    pub own: f64,
    /// What others' choices brought it.
    pub others: f64,
    /// What the judgement corrected in itself.
    pub drift: f64,
    /// What it came to: 1 for a win; where the game was broken off, the last chance.
    pub result: f64,
    /// Its choices that mattered, but for those made after a hint or a warning.
    pub choices: usize,
    /// What choices after a hint or a warning cost, as a chance: part of `own`, but not of the rate.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub aided: f64,
    /// Points lost for each of `choices`.
    pub rate: f64,
    /// The band of that.
    pub band: RateBand,
    /// The same by kind of choice, the costliest kind first.
    pub kinds: Vec<OfKind>,
    /// The result without all luck.
    pub adjusted: f64,
}

/// The choices of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OfKind {
    /// The kind.
    pub kind: Kind,
    /// How many mattered.
    pub choices: usize,
    /// What they cost together, as a chance.
    pub error: f64,
    /// How many cost 2 points or more.
    #[serde(default, skip_serializing_if = "is_none")]
    pub costly: usize,
    /// In how many of those one passed (stayed, stopped, bought nothing) where something else was better.
    #[serde(default, skip_serializing_if = "is_none")]
    pub passed: usize,
    /// In how many of those passing was better.
    #[serde(default, skip_serializing_if = "is_none")]
    pub acted: usize,
}

impl OfKind {
    /// No choice of this kind yet.
    pub const fn none(kind: Kind) -> OfKind {
        OfKind { kind, choices: 0, error: 0.0, costly: 0, passed: 0, acted: 0 }
    }

    fn add(&mut self, judged: &Judged) {
        self.error += judged.error;
        self.choices += usize::from(judged.matters());
        if ErrorBand::Inaccuracy <= ErrorBand::of(judged.error) {
            let [given, best] = [judged.given().0, judged.best().0].map(|one| one == Answer::Pass);
            self.costly += 1;
            self.passed += usize::from(given && !best);
            self.acted += usize::from(best && !given);
        }
    }
}

/// One turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Its number, counted from 1; 0 is the set-up.
    pub number: u16,
    /// Whose it was.
    pub seat: Seat,
    /// The first of its moments.
    pub from: usize,
    /// The first moment of the next turn.
    pub to: usize,
    /// The dice of its first throw.
    pub dice: Dice,
    /// Everybody's chances before it.
    pub before: Chances,
    /// Everybody's chances after it.
    pub after: Chances,
    /// Everybody's luck in it.
    pub luck: Chances,
    /// What each seat's own choices cost it in this turn: 0 or less.
    pub own: Chances,
    /// What the choices of others brought each seat.
    pub others: Chances,
    /// What the judgement corrected.
    pub drift: Chances,
}

/// A costly choice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Costly {
    /// The moment.
    pub moment: usize,
    /// What it cost, as a chance.
    pub error: f64,
}

fn add(sums: &mut Chances, more: &Chances) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// The turns of these moments; `next` is the place of the first one.
pub fn turns(moments: &[Moment]) -> Vec<Turn> {
    let mut all: Vec<Turn> = Vec::new();
    for (at, moment) in moments.iter().enumerate() {
        if all.last().is_none_or(|turn| turn.number != moment.turn) {
            all.push(Turn {
                number: moment.turn,
                seat: moment.seat,
                from: at,
                to: at,
                dice: Dice::NONE,
                before: moment.before,
                after: moment.before,
                luck: [0.0; 6],
                own: [0.0; 6],
                others: [0.0; 6],
                drift: [0.0; 6],
            });
        }
        let Some(turn) = all.last_mut() else { continue };
        turn.to = at + 1;
        turn.after = moment.after;
        add(&mut turn.drift, &moment.drift());
        match &moment.what {
            What::Chance(chancy) => {
                if let Chancy::First(dice) = chancy {
                    (turn.seat, turn.dice) = (moment.seat, *dice);
                }
                add(&mut turn.luck, &moment.change);
            }
            What::Choice(_) => {
                let me = moment.seat.index();
                let mut others = moment.change;
                turn.own[me] += std::mem::take(&mut others[me]);
                add(&mut turn.others, &others);
            }
        }
    }
    all
}

/// The accounts of this many seats.
pub fn accounts(
    start: &Chances,
    result: &Chances,
    moments: &[Moment],
    players: usize,
) -> Vec<Account> {
    Seat::ALL.into_iter().take(players).map(|seat| account(start, result, moments, seat)).collect()
}

fn account(start: &Chances, result: &Chances, moments: &[Moment], seat: Seat) -> Account {
    let me = seat.index();
    let (mut luck, mut luck_own, mut own, mut others, mut drift) = (0.0, 0.0, 0.0, 0.0, 0.0);
    let mut kinds = Kind::ALL.map(OfKind::none);
    let (mut helped, mut aided) = (0, 0.0);
    for moment in moments {
        drift += moment.drift()[me];
        let mine = moment.seat == seat;
        match &moment.what {
            What::Chance(_) => {
                luck += moment.change[me];
                luck_own += if mine { moment.change[me] } else { 0.0 };
            }
            What::Choice(judged) if mine => {
                own += moment.change[me];
                kinds[judged.kind() as usize].add(judged);
                if judged.helped {
                    helped += usize::from(judged.matters());
                    aided += judged.error;
                }
            }
            What::Choice(_) => others += moment.change[me],
        }
    }
    let choices = kinds.iter().map(|kind| kind.choices).sum::<usize>() - helped;
    let error = kinds.iter().map(|kind| kind.error).sum::<f64>() - aided;
    let rate = 100.0 * error / choices.max(1) as f64;
    let mut kinds: Vec<OfKind> =
        kinds.into_iter().filter(|kind| 0 < kind.choices || 0.0 < kind.error).collect();
    kinds.sort_by(|a, b| b.error.total_cmp(&a.error));
    Account {
        seat,
        start: start[me],
        luck,
        luck_own,
        own,
        others,
        drift,
        result: result[me],
        choices,
        aided,
        rate,
        band: RateBand::of(rate),
        kinds,
        adjusted: result[me] - luck,
    }
}

fn is_nothing(amount: &f64) -> bool {
    *amount == 0.0
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

/// Marks the choices of a seat before which so much had happened: they were made after a hint or a warning. `events` are
/// numbers of events since the start of the game.
pub fn mark_helped(record: &Record, moments: &mut [Moment], seat: Seat, events: &[usize]) {
    if events.is_empty() {
        return;
    }
    let mut before = vec![0];
    let mut happened = 0;
    // Where a record stops, so does the review.
    let _ = record.replay(|_, _, news, _| {
        happened += news.len();
        before.push(happened);
    });
    for moment in moments.iter_mut().filter(|moment| moment.seat == seat) {
        if let What::Choice(judged) = &mut moment.what {
            judged.helped = before.get(moment.input).is_some_and(|had| events.contains(had));
        }
    }
}

/// The turns, by their place, that moved this seat's chance most: three at most, 8 points at least, in order of play.
pub fn turning_points(turns: &[Turn], seat: Seat) -> Vec<usize> {
    let moved = |at: usize| (turns[at].after[seat.index()] - turns[at].before[seat.index()]).abs();
    let mut places: Vec<usize> = (0..turns.len()).filter(|&at| TURNING <= moved(at)).collect();
    places.sort_by(|&a, &b| moved(b).total_cmp(&moved(a)));
    places.truncate(3);
    places.sort_unstable();
    places
}

impl Review {
    /// Reviews a record to its end, by the net that comes with the program.
    ///
    /// # Panics
    /// If the table of the record cannot be set; [`Reviewer::new`] says so instead.
    pub fn of(record: Record, trouble: Option<Trouble>) -> Review {
        let mut reviewer = Reviewer::new(record, trouble).expect("a table that can be set");
        let moments = std::iter::from_fn(|| reviewer.step()).collect();
        Review::from_parts(&reviewer, moments)
    }

    /// The review of what was followed so far.
    pub fn from_parts(reviewer: &Reviewer, moments: Vec<Moment>) -> Review {
        let outcome = reviewer.state().outcome();
        let review = Review::of_moments(reviewer.record(), outcome, reviewer.start(), moments);
        Review { trouble: reviewer.trouble().cloned(), ..review }
    }

    /// The review of a record by moments that are known already, as when they came one by one.
    pub fn of_moments(
        record: &Record,
        outcome: Option<Outcome>,
        start: Chances,
        moments: Vec<Moment>,
    ) -> Review {
        let mut review = Review {
            format: FORMAT,
            players: record.players.clone(),
            rules: record.rules.to_text(),
            outcome,
            trouble: None,
            start,
            accounts: Vec::new(),
            turns: Vec::new(),
            moments,
        };
        review.add_up();
        review
    }

    /// Adds everything up anew, after choices were played out.
    pub fn add_up(&mut self) {
        self.turns = turns(&self.moments);
        let result = self.result();
        self.accounts = accounts(&self.start, &result, &self.moments, self.players.len());
    }

    /// What it came to: at the end of a game its result, before it the last chances.
    pub fn result(&self) -> Chances {
        self.moments.last().map_or(self.start, |last| last.after)
    }

    /// The choices of a seat that cost at least this much, costliest first.
    pub fn costly(&self, seat: Option<Seat>, least: f64) -> Vec<Costly> {
        let mut all: Vec<Costly> = self
            .moments
            .iter()
            .enumerate()
            .filter(|(_, moment)| seat.is_none_or(|seat| moment.seat == seat))
            .filter_map(|(at, moment)| Some((at, moment.choice()?.error)))
            .filter(|&(_, error)| least <= error)
            .map(|(moment, error)| Costly { moment, error })
            .collect();
        all.sort_by(|a, b| b.error.total_cmp(&a.error));
        all
    }

    /// What decided the game for this seat.
    pub fn verdict(&self, seat: Seat) -> Verdict {
        let account = &self.accounts[seat.index()];
        let won = self.outcome.map(|outcome| outcome.winner() == Some(seat));
        Verdict::of(account.luck, account.own, won)
    }

    /// Whose eyes to look with when nobody is named.
    pub fn focus(&self) -> Seat {
        focus(&self.players, self.outcome)
    }
}

/// Whose eyes to look with when nobody is named: the one human, else the winner, else the first seat.
pub fn focus(players: &[Player], outcome: Option<Outcome>) -> Seat {
    let mut humans = (0..players.len()).filter(|&at| players[at].bot.is_none());
    let human = humans.next().filter(|_| humans.next().is_none()).and_then(Seat::at);
    human.or(outcome.and_then(Outcome::winner)).unwrap_or(Seat::A)
}
