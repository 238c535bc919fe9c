//! One environment: a game whose chance comes from a seed, and whose other seats may be bots.
//!
//! Everything about it follows from its own seed, so it does not matter how many others there are, or which thread plays
//! it.

use bots::Opponent;
use bots::chance::Chance;
use engine::{Ask, Input, Need, Outcome, Rules, Seat, State};

use crate::space::action::{self, Action, Legal};
use crate::space::observation;
use crate::utility;

/// Longer games are broken off as drawn; none is known that comes near.
const INPUTS: u32 = 20_000;

/// Keeps the chance of the sampler apart from that of the dice.
const SAMPLER: u64 = 0x7361_6d70;
/// Keeps the seats of the learner apart from both.
const CHAIR: u64 = 0x6368_6169;
/// Bots of a game are seeded like those of the arena.
const BOTS: u64 = 77;

/// Who plays.
#[derive(Clone)]
pub(crate) enum Mode {
    /// Every seat is played from outside.
    Everyone,
    /// One seat is played from outside, the others by these bots, clockwise from it. The seat stays, or changes from game to
    /// game.
    Against { bots: Vec<Opponent>, chair: Option<Seat> },
}

/// What all environments of a batch have in common.
#[derive(Clone)]
pub(crate) struct Spec {
    pub(crate) rules: Rules,
    pub(crate) players: usize,
    pub(crate) first: Option<Seat>,
    pub(crate) mode: Mode,
    pub(crate) book: u8,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Finished {
    /// What it was worth to each seat.
    pub(crate) utilities: [f32; 6],
    /// What it was worth to the learner against bots.
    pub(crate) paid: f32,
    /// Whether it was broken off.
    pub(crate) broken: bool,
}

/// A game that was broken off.
const BROKEN: Finished = Finished { utilities: [0.0; 6], paid: 0.0, broken: true };

/// The bots of a table, where there are any.
type Bots = Box<[Option<Box<dyn bots::Bot + Send>>; 6]>;

/// One environment.
#[derive(Clone)]
pub(crate) struct Env {
    pub(crate) state: State,
    /// What may be done.
    pub(crate) legal: Legal,
    /// Who is asked.
    pub(crate) asked: Seat,
    /// Who is played from outside where the others are bots.
    pub(crate) chair: Seat,
    pub(crate) seed: u64,
    /// How many games were begun.
    pub(crate) games: u64,
    pub(crate) game_seed: u64,
    sampler: Chance,
    inputs: u32,
    turn: u16,
    throw: u16,
}

impl Env {
    /// An environment that waits for its first decision.
    pub(crate) fn new(spec: &Spec, seed: u64) -> Env {
        let state = State::new(&spec.rules, spec.players, spec.first)
            .expect("players and first seat were checked before");
        let mut env = Env {
            state,
            legal: Legal::NONE,
            asked: Seat::A,
            chair: Seat::A,
            seed,
            games: 0,
            game_seed: 0,
            sampler: Chance::part(seed, SAMPLER),
            inputs: 0,
            turn: 0,
            throw: 0,
        };
        env.begin(spec);
        env
    }

    /// Begins games until one of them asks somebody outside (the very first one does but for luck against bots).
    fn begin(&mut self, spec: &Spec) {
        loop {
            self.game_seed = game_seed(self.seed, self.games);
            self.games += 1;
            self.state = State::new(&spec.rules, spec.players, spec.first)
                .expect("players and first seat were checked before");
            (self.inputs, self.turn, self.throw) = (0, 0, 0);
            if let Mode::Against { chair, .. } = &spec.mode {
                let drawn = Chance::part(self.game_seed, CHAIR).below(spec.players as u32);
                self.chair = chair.unwrap_or(Seat::ALL[drawn as usize]);
            }
            let need = self.state.need();
            if self.advance(spec, need).is_none() {
                return;
            }
        }
    }

    /// A legal action, all with equal odds.
    #[inline]
    pub(crate) fn sample(&mut self) -> Action {
        let number = self.sampler.below(self.legal.count().max(1) as u32);
        self.legal.nth(number as usize).unwrap_or_default()
    }

    /// Plays a legal action and everything up to the next question from outside. A finished game is followed by the next.
    /// `last` sees the finished game before that.
    #[inline(always)]
    pub(crate) fn step(
        &mut self,
        spec: &Spec,
        action: Action,
        last: impl FnOnce(&Env),
    ) -> Option<Finished> {
        let need = self.take(action);
        let finished = self.advance(spec, need)?;
        last(self);
        self.begin(spec);
        Some(finished)
    }

    /// Plays an action of the list, and says what the game waits for then.
    #[inline(always)]
    fn take(&mut self, action: Action) -> Need {
        let need = self.state.need();
        let Need::Answer(ask) = need else { return need };
        self.inputs += 1;
        let answer = action::decode(&self.state, ask, action);
        if let Some(answer) = answer
            && let Ok(next) = self.state.play(Input::Answer(answer), None)
        {
            return next;
        }
        match action::answer(&self.state, action) {
            Some(answer) => self.state.play_unchecked(Input::Answer(answer), None),
            None => need,
        }
    }

    /// Lets chance and bots play on until somebody outside is asked or the game is over. `need` is what it waits for.
    fn advance(&mut self, spec: &Spec, mut need: Need) -> Option<Finished> {
        // Bots live from here to the next question from outside: nothing of them has to be kept between steps.
        let mut seated: Option<Bots> = None;
        loop {
            match need {
                Need::Over(outcome) => return Some(self.finished(outcome)),
                Need::Answer(ask) => {
                    if let Mode::Against { bots, .. } = &spec.mode
                        && ask.seat != self.chair
                    {
                        if !self.state.living().has(self.chair) {
                            return Some(self.eliminated());
                        }
                        need = self.ask_bot(bots, seated.get_or_insert_default(), ask);
                    } else {
                        self.legal.set(&self.state, ask);
                        self.asked = ask.seat;
                        return (INPUTS < self.inputs).then_some(BROKEN);
                    }
                }
                _ => {
                    let turn = self.state.turn().number;
                    if turn != self.turn {
                        (self.turn, self.throw) = (turn, 0);
                    }
                    let throw = self.throw.into();
                    let input = lab::one_game::roll_or_reveal(&self.state, self.game_seed, throw);
                    self.throw += 1;
                    self.inputs += 1;
                    need = match input.map(|input| self.state.play(input, None)) {
                        Some(Ok(next)) => next,
                        _ => return Some(BROKEN),
                    };
                }
            }
            if INPUTS < self.inputs {
                return Some(BROKEN);
            }
        }
    }

    fn ask_bot(&mut self, levels: &[Opponent], seated: &mut Bots, ask: Ask) -> Need {
        let seat = ask.seat.index();
        let players = self.state.players();
        let ahead = (seat + players - self.chair.index()) % players;
        let part = BOTS + seat as u64 + (u64::from(self.inputs) << 8);
        let bot = seated[seat].get_or_insert_with(|| {
            levels[ahead - 1].bot(Chance::part(self.game_seed, part).next())
        });
        let answer = bot.answer(&self.state.view(Some(ask.seat)));
        self.inputs += 1;
        self.state.play(Input::Answer(answer), None).unwrap_or_else(|_| {
            let usual = bots::mind::usual(&self.state, &ask, &self.state.answers());
            self.state.play_unchecked(Input::Answer(usual), None)
        })
    }

    fn finished(&self, outcome: Outcome) -> Finished {
        let utilities = utility(outcome, self.state.players()).map(|worth| worth as f32);
        Finished { utilities, paid: utilities[self.chair.index()], broken: false }
    }

    /// The learner is out: what the others make of the game is not its business.
    fn eliminated(&self) -> Finished {
        let players = self.state.players();
        let mut utilities = [0.0; 6];
        let paid = -1.0 / (players as f32 - 1.0);
        utilities[self.chair.index()] = paid;
        Finished { utilities, paid, broken: false }
    }

    /// Whose eyes the last look at a finished game is through.
    pub(crate) fn seat_outside(&self, spec: &Spec) -> Seat {
        match spec.mode {
            Mode::Everyone => self.state.turn().seat,
            Mode::Against { .. } => self.chair,
        }
    }

    /// How many chance events the present turn has had.
    pub(crate) fn throw(&self) -> (u16, u64) {
        (self.turn, self.throw.into())
    }

    /// What this seat knows.
    #[inline]
    pub(crate) fn observe(&self, spec: &Spec, seat: Seat, into: &mut [u8]) {
        observation::observe(&self.state, Some(seat), spec.book, into);
    }
}

/// The seed of the game with this number in an environment.
pub(crate) fn game_seed(seed: u64, number: u64) -> u64 {
    Chance::part(seed, number).next()
}

/// The seed of the environment with this number in a batch.
pub(crate) fn env_seed(seed: u64, number: usize) -> u64 {
    Chance::part(seed ^ 0x656e_7673, number as u64).next()
}
