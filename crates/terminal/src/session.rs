//! A game being played here: its bots, its chance and its saved record.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use bots::{Bot, Level, Opponent};
use engine::random::Random;
use engine::record::printable;
use engine::{
    Answer, Ask, Dice, Event, Input, Need, Outcome, Phase, Played, Question, Record, Seat, View,
};
use texts::Scene;

use crate::args::any_seed;
use crate::save;

/// The longest that a bot thinks about one answer.
const LONGEST_THOUGHT: Duration = Duration::from_millis(250);

/// A game being played, in memory and on disk.
pub(crate) struct Session {
    game: Played,
    seed: u64,
    bots: Vec<Option<Box<dyn Bot + Send>>>,
    names: Vec<String>,
    save: Option<PathBuf>,
    /// Ask for the order of dice (D-02), or take the usual one.
    pub(crate) order: bool,
    /// Why the last attempt to save failed.
    pub(crate) trouble: Option<String>,
}

/// What the game did, or whom it waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Next {
    /// Somebody at the keyboard is asked.
    Asks(Ask),
    /// A bot or chance moved; whose doing it was.
    Moved(Option<Seat>),
    /// It is over.
    Over(Outcome),
}

impl Session {
    /// A session with this record, played as far as it goes. Without a file nothing is saved.
    ///
    /// # Errors
    /// One sentence if the record is impossible.
    pub(crate) fn new(
        record: Record,
        seed: Option<u64>,
        save: Option<PathBuf>,
    ) -> Result<Session, String> {
        let written = record.fair.as_ref().and_then(|fair| fair["seed"].as_u64());
        let seed = seed.or(written).unwrap_or_else(any_seed);
        let played = record.inputs.len() as u64;
        let mut bots = Vec::new();
        for (seat, player) in record.players.iter().enumerate() {
            bots.push(match &player.bot {
                None => None,
                Some(name) => {
                    let bot = Opponent::parse(name)
                        .map_err(|sentence| format!("{}: {sentence}", printable(&player.name)))?;
                    Some(bot.bot(part(seed, played << 8 | 0xb0 | seat as u64)))
                }
            });
        }
        let names = record.players.iter().map(|player| printable(&player.name)).collect();
        let mut game = Played::new(record).map_err(|wrong| wrong.to_string())?;
        game.record_mut().fair = Some(serde_json::json!({ "seed": seed }));
        Ok(Session { game, seed, bots, names, save, order: false, trouble: None })
    }

    /// What happens next: one input of a bot or of chance, or a question to somebody at the keyboard.
    pub(crate) fn step(&mut self) -> Next {
        let need = self.game.state().need();
        let (input, by) = match need {
            Need::Over(outcome) => return Next::Over(outcome),
            Need::Answer(ask) => match self.answer_without_asking(ask) {
                Some(answer) => (Input::Answer(answer), Some(ask.seat)),
                None => return Next::Asks(ask),
            },
            Need::Roll { seat, .. } => (self.chance(need), Some(seat)),
            Need::Reveal(_) | Need::Starter => (self.chance(need), None),
        };
        // Chance and bots give inputs that fit; if one did not, nothing would change and the game would wait.
        let moved = self.play(input);
        debug_assert!(moved.is_ok(), "{moved:?}");
        Next::Moved(by)
    }

    /// The dice that a person has just thrown for the last time in this turn, and whose they are.
    pub(crate) fn last_throw_of_a_person(&self) -> Option<(Dice, Seat)> {
        if !matches!(self.record().inputs.last(), Some(Input::Rolled(_))) {
            return None;
        }
        let (dice, seat) = self.game.events().iter().rev().find_map(|event| match *event {
            Event::Rolled { seat, dice, .. } => Some((dice, seat)),
            _ => None,
        })?;
        let turn = self.game.state().turn();
        let goes_on = turn.seat == seat && turn.phase <= Phase::Roll;
        (self.is_person(seat) && !goes_on).then_some((dice, seat))
    }

    /// The answer of somebody at the keyboard.
    ///
    /// # Errors
    /// One sentence if it does not fit; nothing has changed then.
    pub(crate) fn answer(&mut self, answer: Answer) -> Result<(), String> {
        self.play(Input::Answer(answer))
    }

    fn play(&mut self, input: Input) -> Result<(), String> {
        self.game.play(input).map_err(|error| error.to_string())?;
        if let Some(path) = &self.save {
            self.trouble = save::write(path, self.game.record()).err();
        }
        Ok(())
    }

    fn chance(&self, need: Need) -> Input {
        // Chance depends on the seed and the place in the game alone, so a resumed game goes on as it would have.
        let mut random =
            Random::new(part(self.seed, (self.game.record().inputs.len() as u64) << 8));
        random.chance(self.game.state(), need).expect("chance is asked")
    }

    /// Whose answer the game waits for, if it is a bot that may think for a while.
    pub(crate) fn thinker(&self) -> Option<Seat> {
        let Need::Answer(ask) = self.game.state().need() else { return None };
        let bot = Opponent::parse(self.level(ask.seat)?).ok()?;
        (bot.level == Level::Champion).then_some(ask.seat)
    }

    /// The name of whoever plays this seat.
    pub(crate) fn name(&self, seat: Seat) -> &str {
        &self.names[seat.index()]
    }

    /// What a bot says, and what goes without saying.
    fn answer_without_asking(&mut self, ask: Ask) -> Option<Answer> {
        let answers = self.game.state().answers();
        if let Some(bot) = self.bots.get_mut(ask.seat.index()).and_then(Option::as_mut) {
            let start = Instant::now();
            let view = self.game.state().view(Some(ask.seat));
            let mut enough = || LONGEST_THOUGHT <= start.elapsed();
            return bots::answer_legally(&mut **bot, &view, &mut enough);
        }
        let usual = ask.question == Question::Resolve && !self.order;
        if answers.len() == 1 || usual && answers.contains(Answer::Pass) {
            answers.get(0)
        } else {
            None
        }
    }

    /// The game as it lies open: for the seat that is asked, or for the only person here, or for watchers.
    pub(crate) fn view(&self) -> View {
        self.game.state().view(self.viewer())
    }

    /// Who looks at the screen.
    pub(crate) fn viewer(&self) -> Option<Seat> {
        match self.game.state().need() {
            Need::Answer(ask) if self.is_person(ask.seat) => Some(ask.seat),
            _ => self.only_person(),
        }
    }

    /// The only person at the table, if just one plays.
    pub(crate) fn only_person(&self) -> Option<Seat> {
        let mut people = self
            .game
            .state()
            .seats()
            .iter()
            .filter(|seat| self.is_person(*seat))
            .collect::<Vec<_>>();
        if people.len() == 1 { people.pop() } else { None }
    }

    /// Whether a person plays this seat.
    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        self.bots.get(seat.index()).is_some_and(Option::is_none)
    }

    /// The level of the bot at this seat.
    pub(crate) fn level(&self, seat: Seat) -> Option<&str> {
        self.game.record().players.get(seat.index())?.bot.as_deref()
    }

    /// The names and the rules.
    pub(crate) fn scene(&self) -> Scene<'_> {
        Scene { rules: &self.game.record().rules, names: &self.names }
    }

    /// Everything that has happened, as the viewer may know it.
    pub(crate) fn log(&self) -> impl DoubleEndedIterator<Item = Event> + ExactSizeIterator + '_ {
        let viewer = self.only_person();
        self.game.events().iter().map(move |event| event.seen_by(viewer))
    }

    /// The round, counted from 1.
    pub(crate) fn round(&self) -> u16 {
        self.game.state().round()
    }

    /// The dice of the turn; none before its first throw.
    pub(crate) fn dice(&self) -> Dice {
        self.game.state().turn().dice
    }

    /// The dice that are thrown beside the turn's own.
    pub(crate) fn aside(&self) -> Dice {
        self.game.state().dice_aside()
    }

    /// Set-up and inputs so far.
    pub(crate) fn record(&self) -> &Record {
        self.game.record()
    }

    /// The seed of all chance.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// Where the game is saved.
    pub(crate) fn saved_in(&self) -> Option<&PathBuf> {
        self.save.as_ref()
    }

    /// What the damage that is announced would cost this monster if nobody does anything about it.
    pub(crate) fn damage_coming(&self, seat: Seat) -> u8 {
        self.game.state().view(Some(seat)).incoming(seat)
    }

    /// What the last attack cost this monster.
    pub(crate) fn damage_dealt(&self, seat: Seat) -> u8 {
        self.game
            .events()
            .iter()
            .rev()
            .take_while(|event| !matches!(event, Event::Attacked { .. }))
            .map(|event| match event {
                Event::Hurt { seat: victim, from, to, .. } if *victim == seat => from - to,
                _ => 0,
            })
            .sum()
    }
}

/// A seed of its own for part `part` of what this seed is used for.
fn part(seed: u64, part: u64) -> u64 {
    seed ^ part.wrapping_add(1).wrapping_mul(0xd6e8_feb8_6659_fd93)
}
