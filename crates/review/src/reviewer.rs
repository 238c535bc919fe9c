//! The account, input by input.

use std::sync::Arc;

use bots::chance::Chance;
use bots::dice::{Counts, MAX_DICE, slots};
use bots::mind::{self, counts, same_answer};
use bots::net::Net;
use engine::{Answer, Ask, Dice, Input, Need, Question, Record, State};

use crate::advisor::{Advisor, Chances, Valued, wide};
use crate::moment::{Chancy, Judged, Moment, What};
use crate::reading::Trouble;

/// How many answers of a choice are kept; the given one is always among them.
const KEPT: usize = 12;
/// Throws tried where a card throws more dice than can be counted out.
const SAMPLE: usize = 400;

/// Dice that were asked for and have not fallen yet: what stays on the table, and the rerolls left after them.
struct Pending {
    keep: Counts,
    left: usize,
}

/// Follows a game, one input after the other.
pub struct Reviewer {
    advisor: Advisor,
    record: Record,
    at: usize,
    state: State,
    chances: Chances,
    start: Chances,
    pending: Option<Pending>,
    trouble: Option<Trouble>,
}

impl Reviewer {
    /// A review of this record, by the net that comes with the program. `trouble` is what was wrong with its text.
    ///
    /// # Errors
    /// If the table cannot be set like this.
    pub fn new(record: Record, trouble: Option<Trouble>) -> Result<Reviewer, engine::RecordError> {
        Reviewer::by(bots::net(), record, trouble)
    }

    /// The same by another net.
    ///
    /// # Errors
    /// If the table cannot be set like this.
    pub fn by(
        net: Arc<Net>,
        record: Record,
        trouble: Option<Trouble>,
    ) -> Result<Reviewer, engine::RecordError> {
        let state = record.start()?;
        // Before anybody knows who starts all are alike.
        let even = 1.0 / state.players() as f64;
        let chances = std::array::from_fn(|seat| if seat < state.players() { even } else { 0.0 });
        let advisor = Advisor::new(net);
        Ok(Reviewer {
            advisor,
            record,
            at: 0,
            state,
            chances,
            start: chances,
            pending: None,
            trouble,
        })
    }

    /// A review of a game that begins here, in the middle of a table; inputs follow with [`Reviewer::push`].
    pub fn from_state(net: Arc<Net>, state: State, record: Record) -> Reviewer {
        let mut advisor = Advisor::new(net);
        advisor.at(0);
        let chances = if mind::turn_begins(&state) {
            advisor.judged(&state)
        } else {
            advisor.chances(&state)
        };
        Reviewer {
            advisor,
            record: Record { inputs: Vec::new(), ..record },
            at: 0,
            state,
            chances,
            start: chances,
            pending: None,
            trouble: None,
        }
    }

    /// One more input at the end of the record.
    pub fn push(&mut self, input: Input) {
        self.record.inputs.push(input);
    }

    /// The record.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The game as far as it was followed.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// How many inputs were followed.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Everybody's chances at the start.
    pub fn start(&self) -> Chances {
        self.start
    }

    /// Everybody's chances now: at the end of a game, its result.
    pub fn chances(&self) -> Chances {
        self.chances
    }

    /// What was wrong with the record, if it could not be followed to its end.
    pub fn trouble(&self) -> Option<&Trouble> {
        self.trouble.as_ref()
    }

    /// What the answers to the open question are worth, exactly as the next step will say.
    pub fn options(&mut self) -> Vec<Valued> {
        self.advisor.at(self.at);
        self.advisor.options(&self.state)
    }

    /// Takes one input; `None` at the end of the record, or where it does not fit.
    pub fn step(&mut self) -> Option<Moment> {
        let input = *self.record.inputs.get(self.at)?;
        let before = self.state;
        if let Err(illegal) = self.state.play(input, None) {
            let older = self.record.rules_version < engine::record::RULES_VERSION;
            self.record.inputs.truncate(self.at);
            self.trouble = Some(Trouble::Input {
                number: self.at,
                turn: before.turn().number,
                why: illegal.to_string(),
                older,
            });
            return None;
        }
        self.advisor.at(self.at);
        let pending = self.pending.take();
        let (what, [expected, mut after]) = match input {
            Input::Answer(answer) => {
                let Need::Answer(ask) = before.need() else { return None };
                let (judged, values) = self.choice(&before, &ask, answer);
                (What::Choice(judged), values)
            }
            _ if before.turn().number == 0 => self.set_up(input),
            Input::Rolled(dice) => {
                let (chancy, values) = self.throw(&before, dice, pending);
                (What::Chance(chancy), values)
            }
            Input::Revealed(card) => {
                let all = before.deck();
                let inputs: Vec<Input> = all.iter().map(Input::Revealed).collect();
                let part = 1.0 / inputs.len().max(1) as f64;
                let each: Vec<(f64, Input)> = inputs.into_iter().map(|one| (part, one)).collect();
                (What::Chance(Chancy::Card(card)), self.each(&before, input, &each))
            }
            Input::Starts(seat) => (What::Chance(Chancy::Start(seat)), [self.chances; 2]),
        };
        let change = std::array::from_fn(|seat| after[seat] - expected[seat]);
        if let Need::Over(outcome) = self.state.need() {
            after = outcome.shares(self.state.seats());
        }
        let seat = match before.need() {
            Need::Answer(ask) => ask.seat,
            Need::Roll { seat, .. } => seat,
            _ => self.state.turn().seat,
        };
        let turn = before.turn().number;
        let moment = Moment {
            input: self.at,
            turn,
            seat,
            before: self.chances,
            after,
            change,
            what,
            checked: None,
        };
        self.chances = after;
        self.at += 1;
        Some(moment)
    }

    /// Before the first turn: all are alike until somebody starts.
    fn set_up(&mut self, input: Input) -> (What, [Chances; 2]) {
        let begun = self.state.turn().number != 0;
        let chancy = match input {
            Input::Starts(seat) => Chancy::Start(seat),
            _ if begun && self.record.first.is_none() => Chancy::Start(self.state.turn().seat),
            _ => Chancy::Setup,
        };
        if !begun {
            return (What::Chance(chancy), [self.chances; 2]);
        }
        let now = self.advisor.judged(&self.state);
        if chancy == Chancy::Setup {
            // The table has said who starts: that is where the account begins.
            self.start = now;
            self.chances = now;
        }
        (What::Chance(chancy), [self.chances, now])
    }

    /// The mean over all throws, and the worth of this one.
    fn throw(
        &mut self,
        before: &State,
        dice: Dice,
        pending: Option<Pending>,
    ) -> (Chancy, [Chances; 2]) {
        let (chancy, planned) = if mind::turn_begins(before) {
            // The turn is solved after its first throw, by what does not depend on how that fell.
            let (after, left) = (self.state, self.state.turn().rerolls as usize);
            let same = after.turn().number == before.turn().number;
            let planned = same.then(|| self.planned(&after, &[0; 6], dice, left)).flatten();
            (Chancy::First(dice), planned)
        } else if let Some(Pending { keep, left }) = pending {
            (Chancy::Again(dice), self.planned(before, &keep, dice, left))
        } else {
            (Chancy::Aside(dice), None)
        };
        let values = planned.unwrap_or_else(|| {
            let each = throws(dice.len(), self.at as u64);
            self.each(before, Input::Rolled(dice), &each)
        });
        (chancy, values)
    }

    fn planned(
        &mut self,
        state: &State,
        keep: &Counts,
        dice: Dice,
        left: usize,
    ) -> Option<[Chances; 2]> {
        self.advisor.mind.think_anew(0);
        self.advisor.mind.planned_throw(state, keep, dice, left).map(|values| values.map(wide))
    }

    /// The mean over all that could have come, and the worth of what came, each looked at in the same way.
    fn each(&mut self, before: &State, came: Input, all: &[(f64, Input)]) -> [Chances; 2] {
        let seen = before.view(None).imagine();
        let mut mean = [0.0; 6];
        for &(part, input) in all {
            let chances = self.advisor.after(&seen, input);
            mean.iter_mut().zip(chances).for_each(|(sum, chance)| *sum += part * chance);
        }
        [mean, self.advisor.after(&seen, came)]
    }

    /// The best answer's worth, and the given one's.
    fn choice(&mut self, before: &State, ask: &Ask, answer: Answer) -> (Judged, [Chances; 2]) {
        let me = ask.seat.index();
        let mut options = self.advisor.options(before);
        let given = same_answer(before, answer);
        let count = options.len().max(before.answers().len().min(1));
        let known = options.iter().position(|one| one.answer == given);
        let mut chosen = known.unwrap_or_else(|| {
            let seen = before.view(Some(ask.seat)).imagine();
            let chances = self.advisor.after(&seen, Input::Answer(answer));
            let place = options.partition_point(|one| chances[me] <= one.chances[me]);
            options.insert(place, Valued { answer: given, chances });
            place
        });
        let (best, value) = (options[0].chances, options[chosen].chances);
        let error = best[me] - value[me];
        // Of two answers that are equally good for who is asked, neither is an error, whoever else likes it less.
        let expected = if error <= 0.0 { value } else { best };
        let span = best[me] - options.last().map_or(best[me], |worst| worst.chances[me]);
        if KEPT < options.len() {
            let kept = options[chosen];
            options.truncate(KEPT);
            if KEPT <= chosen {
                chosen = KEPT - 1;
                options[chosen] = kept;
            }
        }
        if ask.question == Question::Roll && ask.seat == before.turn().seat {
            self.pending = pending(before, answer);
        }
        let judged = Judged {
            question: ask.question,
            card: ask.card,
            answer,
            options,
            chosen,
            count,
            span,
            error: error.max(0.0),
            tried: None,
            helped: false,
        };
        (judged, [expected, value])
    }
}

/// What the dice that this answer asks for will be measured by.
fn pending(before: &State, answer: Answer) -> Option<Pending> {
    let turn = before.turn();
    let rerolls = turn.rerolls as usize;
    let (thrown, left) = match answer {
        Answer::Reroll(again) => (again, rerolls.checked_sub(1)?),
        Answer::Free { dice, .. } => (dice, rerolls),
        _ => return None,
    };
    let mut keep = counts(turn.dice);
    thrown.iter().for_each(|die| keep[turn.dice.get(die) as usize] -= 1);
    Some(Pending { keep, left })
}

/// All throws of this many dice with their chances; of more dice than can be counted out, a sample.
fn throws(dice: usize, seed: u64) -> Vec<(f64, Input)> {
    if MAX_DICE < dice {
        let mut chance = Chance::part(seed, 1);
        let part = 1.0 / SAMPLE as f64;
        return (0..SAMPLE).map(|_| (part, Input::Rolled(chance.dice(dice)))).collect();
    }
    let rolls = slots().rolls(dice);
    let throw = |slot: usize| {
        let slot = slot as u16;
        (slots().chance(slot), Input::Rolled(mind::row(slots().counts(slot))))
    };
    rolls.map(throw).collect()
}
