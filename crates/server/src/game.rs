//! A game being played: the state, the chance that is its own, and its latest steps.

use std::collections::VecDeque;

use engine::{
    Answer, Ask, Event, Illegal, Input, Need, OpenAnswer, OpenAnswers, Outcome, Seat, Seats, State,
    Stretch,
};
use fair::live::{self, AskMade, Asking, Course, Inputs, NotAnAsk};
use fair::wire::Drawn;
use fair::{Entropy, KeyedChance};
use protocol::By;
use serde::{Deserialize, Serialize};
use store::{SnapshotRow, StepRow};

use crate::doc::{Header, LiveDoc, StepBody, follow};

/// How many steps are kept in memory for clients that missed a little. Older ones are replayed from the store.
const RECENT: usize = 8;

/// A game being played, or just ended.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) number: u32,
    pub(crate) name: String,
    pub(crate) header: Header,
    pub(crate) state: State,
    /// The last step.
    pub(crate) seq: u64,
    /// When the open question was asked, by the server's clock.
    pub(crate) asked_ms: i64,
    source: Source,
    /// How many rolls and reveals there were.
    drawn: u64,
    /// How many inputs stand.
    played: u64,
    recent: VecDeque<Step>,
    open: OpenAnswers<Given>,
}

/// Where the chance of a game comes from.
#[derive(Clone, Debug)]
enum Source {
    /// One key for the whole game.
    Sealed(KeyedChance),
    /// A key for each step that needs chance.
    Live(Box<Live>),
}

/// The course of live dice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Live {
    /// After the last draw.
    pub(crate) base: Course,
    /// With the chains and void asks since.
    pub(crate) course: Course,
    /// The chains and void asks since the last draw.
    pub(crate) since: Drawn,
    /// The inputs that stand.
    inputs: Inputs,
}

/// What an answer leads to.
#[derive(Clone, Debug)]
pub(crate) enum Next {
    /// A whole step.
    Step(Box<Step>),
    /// A step that needs chance, for which the seats are asked.
    Draw(Box<Begun>),
}

/// A step before its chance.
#[derive(Clone, Debug)]
pub(crate) struct Begun {
    pub(crate) by: By,
    at_ms: i64,
    stretch: Stretch,
}

impl Begun {
    /// The answer that leads to it.
    pub(crate) fn answer(&self) -> Option<Answer> {
        self.stretch.answer()
    }

    /// The step, with all chance until the next question.
    fn with(
        mut self,
        chance: &KeyedChance,
        mut number: u64,
        seq: u64,
        drawn: Option<Drawn>,
    ) -> Result<Step, Illegal> {
        self.stretch.draw(|state| {
            let input = chance.input(number, state)?;
            number += 1;
            Some(input)
        })?;
        Ok(self.step(seq, drawn))
    }

    fn step(self, seq: u64, drawn: Option<Drawn>) -> Step {
        let Self { by, at_ms, stretch: Stretch { inputs, events, after } } = self;
        Step { seq, at_ms, by, inputs, events, after, took_back: None, drawn }
    }
}

/// What is remembered of an answer that can still be taken back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Given {
    /// The step it became.
    pub(crate) seq: u64,
    /// When it was asked for, and when it was given, by the server's clock.
    asked_ms: i64,
    given_ms: i64,
    /// Live dice: the inputs that stood before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    inputs: Option<Inputs>,
}

/// One step, with what it led to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) seq: u64,
    pub(crate) at_ms: i64,
    pub(crate) by: By,
    pub(crate) inputs: Vec<Input>,
    pub(crate) events: Vec<Event>,
    pub(crate) after: State,
    /// The step that this one took back.
    pub(crate) took_back: Option<u64>,
    /// Live dice: everything about them since the draw before.
    pub(crate) drawn: Option<Drawn>,
}

impl Step {
    /// The answer that made it, if a player's.
    pub(crate) fn answer(&self) -> Option<Answer> {
        match self.inputs.first() {
            Some(Input::Answer(answer)) => Some(*answer),
            _ => None,
        }
    }

    /// How many rolls and reveals it had.
    fn draws(&self) -> u64 {
        self.inputs.iter().filter(|input| !matches!(input, Input::Answer(_))).count() as u64
    }

    pub(crate) fn row(&self, game: &str) -> StepRow {
        let body = StepBody {
            by: self.by,
            inputs: self.inputs.clone(),
            took_back: self.took_back,
            drawn: self.drawn.clone(),
        };
        let body = serde_json::to_string(&body).expect("a step is plain data");
        StepRow { game: game.to_owned(), seq: self.seq, at_ms: self.at_ms, body }
    }
}

impl Game {
    /// A game before its first step.
    ///
    /// # Errors
    /// One sentence if the header is impossible.
    pub(crate) fn new(name: String, number: u32, header: Header) -> Result<Self, String> {
        let (version, players) = (header.rules_version, header.players.len());
        let state = State::of_version(version, &header.rules, players, header.first)
            .map_err(|wrong| wrong.to_string())?;
        let source = match (&header.fair, header.course(&name)) {
            (_, Some(base)) => Source::Live(Box::new(Live {
                course: base.clone(),
                base,
                since: Drawn::default(),
                inputs: Inputs::none(&name),
            })),
            (Some(_), None) => {
                let entropy: Vec<(Seat, Entropy)> =
                    header.entropy.iter().map(|(&seat, &entropy)| (seat, entropy)).collect();
                Source::Sealed(fair::sealed::chance(&header.seed, &header.mix(&name), &entropy))
            }
            (None, None) => {
                let entropy: Vec<(u8, Entropy)> =
                    header.entropy.iter().map(|(&seat, &entropy)| (seat as u8, entropy)).collect();
                Source::Sealed(fair::version1::chance(&header.seed, &name, &entropy))
            }
        };
        Ok(Self {
            number,
            name,
            header,
            state,
            seq: 0,
            asked_ms: 0,
            source,
            drawn: 0,
            played: 0,
            recent: VecDeque::new(),
            open: OpenAnswers::default(),
        })
    }

    /// The open question.
    pub(crate) fn ask(&self) -> Option<Ask> {
        match self.state.need() {
            Need::Answer(ask) => Some(ask),
            _ => None,
        }
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match self.state.need() {
            Need::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// What the next step would be: the answer, and all chance until the next question. Nothing changes yet.
    pub(crate) fn next(&self, by: By, answer: Option<Answer>, at_ms: i64) -> Result<Next, Illegal> {
        let begun = Begun { by, at_ms, stretch: self.state.stretch(answer, |_| None)? };
        let asked = matches!(begun.stretch.after.need(), Need::Answer(_) | Need::Over(_));
        match &self.source {
            Source::Sealed(chance) => {
                let step = begun.with(chance, self.drawn, self.seq + 1, None)?;
                Ok(Next::Step(Box::new(step)))
            }
            Source::Live(_) if asked => Ok(Next::Step(Box::new(begun.step(self.seq + 1, None)))),
            Source::Live(_) => Ok(Next::Draw(Box::new(begun))),
        }
    }

    /// The course of live dice, if the game has them.
    pub(crate) fn live(&self) -> Option<&Live> {
        match &self.source {
            Source::Live(live) => Some(live),
            Source::Sealed(_) => None,
        }
    }

    fn live_mut(&mut self) -> Option<&mut Live> {
        match &mut self.source {
            Source::Live(live) => Some(live),
            Source::Sealed(_) => None,
        }
    }

    /// The ask for a step that needs chance.
    pub(crate) fn asking(&self, begun: &Begun, seats: Seats) -> Option<Asking> {
        let live = self.live()?;
        let ask = live.course.asks + 1;
        let inputs =
            begun.stretch.inputs.iter().fold(live.inputs, |inputs, input| inputs.and(input));
        let inputs = inputs.sealed(&self.header.seed, ask);
        Some(Asking { ask, chance: self.drawn, inputs, seats })
    }

    /// The step that an ask leads to when everybody has answered. Nothing changes yet.
    ///
    /// # Errors
    /// One sentence if the ask does not fit.
    pub(crate) fn draw(&self, begun: Begun, made: AskMade) -> Result<Step, String> {
        let live = self.live().ok_or("the dice are not live")?;
        let mut course = live.course.clone();
        let ask = made.ask;
        course.take(&self.name, self.drawn, &made).map_err(|why| why.to_string())?;
        let chance = live::chance(&self.header.seed, ask, &course.transcript);
        let mut drawn = live.since.clone();
        drawn.chance = self.drawn;
        drawn.asks.push(made);
        begun
            .with(&chance, self.drawn, self.seq + 1, Some(drawn))
            .map_err(|illegal| illegal.to_string())
    }

    /// A chain counts from now on.
    pub(crate) fn begin_chain(&mut self, seat: Seat, anchor: fair::Pledge) {
        if let Some(live) = self.live_mut() {
            let chain = live.course.begin_chain(seat, anchor);
            live.since.chains.push((seat, chain.from, anchor));
        }
    }

    /// An ask is void.
    pub(crate) fn void(&mut self, made: AskMade) -> Result<(), NotAnAsk> {
        let (name, number) = (self.name.clone(), self.drawn);
        let Some(live) = self.live_mut() else { return Ok(()) };
        live.course.take(&name, number, &made)?;
        live.since.chance = number;
        live.since.asks.push(made);
        Ok(())
    }

    /// Takes up what was under way with live dice when the server stopped.
    ///
    /// # Errors
    /// One sentence if it does not fit.
    pub(crate) fn resume(&mut self, doc: &LiveDoc) -> Result<bool, String> {
        let Some(live) = self.live() else { return Ok(false) };
        if doc.game != self.number || doc.after != live.base.asks {
            return Ok(false);
        }
        for &(seat, _, anchor) in &doc.chains {
            self.begin_chain(seat, anchor);
        }
        for made in &doc.void {
            self.void(made.clone()).map_err(|why| why.to_string())?;
        }
        Ok(true)
    }

    /// The course of live dice after a step.
    fn live_after(&self, step: &Step) -> Option<Live> {
        let mut live = self.live()?.clone();
        live.inputs = match step.took_back {
            Some(_) => self.open.last().and_then(|open| open.note.inputs).unwrap_or(live.inputs),
            None => step.inputs.iter().fold(live.inputs, |inputs, input| inputs.and(input)),
        };
        if let Some(drawn) = &step.drawn {
            // What was stored or has just been drawn fits; what was replayed has been checked.
            let _ = follow(&mut live.base, &self.name, drawn);
            (live.course, live.since) = (live.base.clone(), Drawn::default());
        }
        Some(live)
    }

    /// How many inputs stand.
    pub(crate) fn inputs(&self) -> u64 {
        self.played
    }

    fn played_after(&self, step: &Step) -> u64 {
        match step.took_back {
            Some(_) => self.played.saturating_sub(1),
            None => self.played + step.inputs.len() as u64,
        }
    }

    /// The last answer, if it can still be taken back.
    pub(crate) fn undoable(&self) -> Option<&OpenAnswer<Given>> {
        self.open.last()
    }

    /// The step that takes the last answer back, if that can be. Nothing changes yet.
    pub(crate) fn undone(&self, at_ms: i64) -> Option<Step> {
        let last = self.undoable()?;
        Some(Step {
            seq: self.seq + 1,
            at_ms,
            by: By::Player(last.seat),
            inputs: Vec::new(),
            events: Vec::new(),
            after: last.before,
            took_back: Some(last.note.seq),
            drawn: None,
        })
    }

    /// What can be taken back after a step, of what could be before, and since when its question has been open. The clock
    /// of a question that is open again goes on where it stood.
    fn open_after(&self, mut open: OpenAnswers<Given>, step: &Step) -> (OpenAnswers<Given>, i64) {
        if step.took_back.is_some() {
            let last = open.take_back().expect("the last answer was taken back").note;
            return (open, step.at_ms - (last.given_ms - last.asked_ms));
        }
        let given = Given {
            seq: step.seq,
            asked_ms: self.asked_ms,
            given_ms: step.at_ms,
            inputs: self.live().map(|live| live.inputs),
        };
        match step.by {
            By::Player(_) => open.played(&self.state, &step.inputs, &step.after, given),
            _ => open.close(),
        }
        (open, step.at_ms)
    }

    /// Takes a step that is durable.
    pub(crate) fn take(&mut self, step: Step) {
        let live = self.live_after(&step);
        self.played = self.played_after(&step);
        let open = std::mem::take(&mut self.open);
        // What can be taken back remembers the inputs before this step, so these go on last.
        (self.open, self.asked_ms) = self.open_after(open, &step);
        if let Some(live) = live {
            self.source = Source::Live(Box::new(live));
        }
        self.state = step.after;
        self.seq = step.seq;
        self.drawn += step.draws();
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(step);
    }

    /// Takes a stored step.
    ///
    /// # Errors
    /// One sentence if the row cannot be read or does not fit.
    pub(crate) fn replay(&mut self, row: &StepRow) -> Result<&Step, String> {
        let wrong =
            |why: String| format!("step {} of {} cannot be replayed: {why}", row.seq, self.name);
        if row.seq != self.seq + 1 {
            return Err(wrong(format!("step {} was expected", self.seq + 1)));
        }
        let body: StepBody =
            serde_json::from_str(&row.body).map_err(|error| wrong(error.to_string()))?;
        if let Some(taken) = body.took_back {
            let step = self.undone(row.at_ms).filter(|step| step.took_back == Some(taken));
            let step = step.ok_or_else(|| wrong(format!("step {taken} cannot be taken back")))?;
            self.take(step);
            return Ok(self.recent.back().expect("a step was just taken"));
        }
        if let (Some(drawn), Some(live)) = (&body.drawn, self.live()) {
            follow(&mut live.base.clone(), &self.name, drawn)
                .map_err(|why| wrong(why.to_string()))?;
        }
        let mut inputs = body.inputs.iter().copied();
        let stretch = Stretch { inputs: Vec::new(), events: Vec::new(), after: self.state };
        let mut begun = Begun { by: body.by, at_ms: row.at_ms, stretch };
        inputs
            .try_for_each(|input| begun.stretch.play(input))
            .map_err(|illegal| wrong(illegal.to_string()))?;
        self.take(begun.step(row.seq, body.drawn));
        Ok(self.recent.back().expect("a step was just taken"))
    }

    /// The steps after `seen`, if they are still in memory.
    pub(crate) fn recent_after(&self, seen: u64) -> Option<impl Iterator<Item = &Step>> {
        let oldest = self.recent.front().map_or(self.seq + 1, |step| step.seq);
        (oldest <= seen + 1).then(|| self.recent.iter().filter(move |step| seen < step.seq))
    }

    /// A step that is still in memory.
    pub(crate) fn recent(&self, seq: u64) -> Option<&Step> {
        self.recent.iter().find(|step| step.seq == seq)
    }

    /// The same game before its first step.
    pub(crate) fn rewound(&self) -> Result<Self, String> {
        Self::new(self.name.clone(), self.number, self.header.clone())
    }

    /// The state after a step, for a quick start; made now and then.
    pub(crate) fn snapshot(&self, step: &Step) -> Option<SnapshotRow> {
        step.seq.is_multiple_of(SNAPSHOT_EVERY).then(|| self.snapshot_after(step))
    }

    fn snapshot_after(&self, step: &Step) -> SnapshotRow {
        let (open, at_ms) = self.open_after(self.open.clone(), step);
        let drawn = self.drawn + step.draws();
        let live = self.live_after(step).map(|live| (live.base, live.inputs));
        let snapshot = Snapshot {
            drawn,
            played: self.played_after(step),
            at_ms,
            state: step.after,
            open,
            live,
        };
        let body = serde_json::to_string(&snapshot).expect("a position is plain data");
        SnapshotRow { game: self.name.clone(), seq: step.seq, body }
    }

    /// Goes on from a snapshot. One that cannot be read, from another version for instance, is not used.
    pub(crate) fn restore(&mut self, row: &SnapshotRow) {
        if let Ok(Snapshot { drawn, played, at_ms, state, open, live }) =
            serde_json::from_str(&row.body)
        {
            match (self.live_mut(), live) {
                (None, _) => {}
                (Some(own), Some((base, inputs))) => {
                    *own = Live { course: base.clone(), base, since: Drawn::default(), inputs };
                }
                (Some(_), None) => return,
            }
            (self.state, self.seq, self.asked_ms, self.drawn) = (state, row.seq, at_ms, drawn);
            (self.open, self.played) = (open, played);
        }
    }
}

/// The state is stored as well after this many steps.
const SNAPSHOT_EVERY: u64 = 64;

#[derive(Serialize, Deserialize)]
struct Snapshot {
    drawn: u64,
    #[serde(default)]
    played: u64,
    at_ms: i64,
    state: State,
    #[serde(default, skip_serializing_if = "OpenAnswers::is_empty")]
    open: OpenAnswers<Given>,
    /// Live dice: their course, and the inputs that stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    live: Option<(Course, Inputs)>,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use engine::random::Random;
    use engine::{Rulebook, Species};
    use fair::Seed;
    use protocol::Player;

    use super::*;
    use crate::doc::inputs_of;

    fn step(next: Next) -> Step {
        match next {
            Next::Step(step) => *step,
            Next::Draw(_) => panic!("sealed dice ask nobody"),
        }
    }

    fn begin(seed: u8, players: usize) -> Game {
        let rules = Rulebook::Dutch.rules();
        let players = Seat::ALL.into_iter().zip(Species::roster(rules.roster)).take(players);
        let header = Header {
            rules,
            rules_version: engine::record::RULES_VERSION,
            players: players
                .map(|(seat, monster)| Player { seat, name: seat.to_string(), monster, bot: None })
                .collect(),
            first: None,
            seed: Seed::from_bytes([seed; 32]),
            pledges: BTreeMap::new(),
            entropy: BTreeMap::new(),
            fair: None,
        };
        let mut game = Game::new("harbour-42/1".into(), 1, header).unwrap();
        let step = step(game.next(By::Rules, None, 1).unwrap());
        game.take(step);
        game
    }

    fn same(one: &Game, other: &Game) {
        assert_eq!((one.state, one.seq, one.drawn), (other.state, other.seq, other.drawn));
        assert_eq!((one.asked_ms, &one.open), (other.asked_ms, &other.open));
    }

    /// Games in which answers are taken back whenever that can be: a replay, and a snapshot made after any step whatever,
    /// come to the same, and the inputs that stand are a game whose dice can be checked.
    #[test]
    fn games_with_answers_taken_back_are_replayed_and_verified() {
        let mut undone = 0;
        for seed in 0..12 {
            let mut random = Random::new(u64::from(seed));
            let mut game = begin(seed, 2 + usize::from(seed) % 5);
            let mut rows = vec![game.recent(1).unwrap().row(&game.name)];
            let mut from_snapshot = game.rewound().unwrap();
            from_snapshot.replay(&rows[0]).unwrap();
            let mut now = 1;
            while let Some(ask) = game.ask() {
                now += random.below(1000) as i64;
                let step = match game.undone(now).filter(|_| random.below(2) == 0) {
                    Some(step) => step,
                    None => {
                        let answer = random.answer(&game.state, ask).unwrap();
                        step(game.next(By::Player(ask.seat), Some(answer), now).unwrap())
                    }
                };
                undone += u32::from(step.took_back.is_some());
                rows.push(step.row(&game.name));
                let snapshot = game.snapshot_after(&step);
                // Half of the time on from an older snapshot by a replay of what came after it.
                if random.below(2) == 0 {
                    from_snapshot.replay(rows.last().unwrap()).unwrap();
                } else {
                    from_snapshot.restore(&snapshot);
                }
                game.take(step);
                same(&game, &from_snapshot);
            }
            let mut replayed = game.rewound().unwrap();
            for row in &rows {
                replayed.replay(row).unwrap();
            }
            same(&game, &replayed);
            let inputs = inputs_of(&rows).unwrap();
            let header = &game.header;
            let record = header.record(&game.name, &rows).unwrap();
            assert!(matches!(fair::verify(&record, None), fair::Verdict::ServerOnly(_)));
            let mut state = State::new(&header.rules, header.players.len(), None).unwrap();
            for input in inputs {
                state.play(input, None).unwrap();
            }
            assert_eq!(state, game.state);
        }
        assert!(100 < undone, "{undone} answers were taken back");
    }

    #[test]
    fn a_question_that_is_open_again_has_the_time_it_had_left() {
        let mut game = begin(3, 3);
        let mut random = Random::new(3);
        // Every question is answered after 10 seconds.
        while game.undoable().is_none() {
            let answer = random.answer(&game.state, game.ask().unwrap()).unwrap();
            let seat = game.ask().unwrap().seat;
            let step =
                step(game.next(By::Player(seat), Some(answer), game.asked_ms + 10_000).unwrap());
            game.take(step);
        }
        let asked = game.asked_ms;
        let step = game.undone(asked + 500).unwrap();
        game.take(step);
        // Of its 45 seconds 10 are used, not 10.5 and not none.
        assert_eq!(game.asked_ms, asked + 500 - 10_000);
    }

    #[test]
    fn a_stored_step_that_takes_back_what_cannot_be_is_refused() {
        let game = begin(1, 2);
        let body = r#"{"by":{"player":"A"},"took_back":1}"#.to_owned();
        let row = StepRow { game: game.name.clone(), seq: 2, at_ms: 5, body };
        let why = game.clone().replay(&row).map(drop).unwrap_err();
        assert_eq!(why, "step 2 of harbour-42/1 cannot be replayed: step 1 cannot be taken back");
        assert!(inputs_of(&[row]).is_err());
    }
}
