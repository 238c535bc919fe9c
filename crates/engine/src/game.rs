//! The entrance: a game takes an input, runs until it has to wait again, and says for what.

use crate::answer::{Answer, Answers, Input};
use crate::card::{Card, CardSet, KEEP_CARDS, Keeps};
use crate::dice::{Dice, DiceSet};
use crate::event::{Cause, Event, TurnKind};
use crate::monster::HEARTS;
use crate::power::Telling;
use crate::question::{Ask, Groups, Need, Place, Question};
use crate::roll::ThrownFor;
use crate::rules::{FirstPlayer, Rules};
use crate::seat::{PLAYERS, Seat, Seats};
use crate::setup::{Misfit, SetupError};
use crate::state::{Batch, Frame, Monster, Phase, Stack, State, Tokyo, Turn};
use crate::turn::Step;
use std::fmt;
use std::ops::{Deref, DerefMut};

/// An input that does not fit. The game is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The game waits for something else.
    NotNeeded {
        /// What it waits for.
        need: Need,
    },
    /// The answer is not on the list.
    NotAnAnswer {
        /// The question it was given to.
        ask: Ask,
        /// The answer.
        answer: Answer,
    },
    /// The wrong number of dice.
    WrongDice {
        /// How many were needed.
        needed: u8,
        /// How many came.
        given: u8,
    },
    /// The card is not in the deck.
    NotInDeck(Card),
    /// Nobody sits there.
    NoSuchSeat(Seat),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Illegal::NotNeeded { need } => match need {
                Need::Answer(ask) => {
                    write!(f, "the game waits for seat {} to answer {:?}", ask.seat, ask.question)
                }
                Need::Roll { seat, count } => {
                    write!(f, "the game waits for {count} dice thrown by seat {seat}")
                }
                Need::Reveal(_) => write!(f, "the game waits for a card of the deck"),
                Need::Starter => write!(f, "the game waits for who starts"),
                Need::Over(_) => write!(f, "the game is over"),
            },
            Illegal::NotAnAnswer { ask, answer } => write!(
                f,
                "{answer:?} is not a legal answer: seat {} is asked {:?}",
                ask.seat, ask.question
            ),
            Illegal::WrongDice { needed, given } => {
                write!(f, "{needed} dice are thrown here, not {given}")
            }
            Illegal::NotInDeck(card) => write!(f, "`{card}` is not in the deck"),
            Illegal::NoSuchSeat(seat) => write!(f, "nobody sits at {seat}"),
        }
    }
}

impl std::error::Error for Illegal {}

impl State {
    /// A new game for 2 to 6 monsters (S-01 to S-09); `first` starts if the table has said so.
    ///
    /// # Errors
    /// If the number of players or the first seat is impossible.
    pub fn new(rules: &Rules, players: usize, first: Option<Seat>) -> Result<State, SetupError> {
        if !PLAYERS.contains(&players) {
            return Err(SetupError::new("players", Misfit::Players(players)));
        }
        if let Some(seat) = first.filter(|seat| players <= seat.index()) {
            return Err(SetupError::new("first", Misfit::NobodyThere(seat)));
        }
        let mut state = State::empty(rules, players as u8);
        state.starter = first.unwrap_or(Seat::A);
        state.stack.push(Frame::Turn(Step::HandOver));
        match (first, rules.first_player) {
            (Some(_), _) => {}
            (None, FirstPlayer::MostClaws) => state.stack.push(Frame::ThrowForStart {
                seat: Seat::A,
                contenders: state.living,
                best: 0,
                tied: Seats::NONE,
            }),
            (None, FirstPlayer::RoarOrYoungest) => state.stack.push(Frame::Starter),
        }
        for place in [Place::Third, Place::Second, Place::First] {
            state.stack.push(Frame::Reveal(place));
        }
        Ok(state)
    }

    /// A new game with the cards of an older version of the rules: what was begun by it goes on by it.
    ///
    /// # Errors
    /// As [`State::new`].
    pub fn of_version(
        version: u32,
        rules: &Rules,
        players: usize,
        first: Option<Seat>,
    ) -> Result<State, SetupError> {
        let mut state = State::new(rules, players, first)?;
        state.deck = CardSet::of_rules(version);
        Ok(state)
    }

    /// A table before anything has happened.
    pub(crate) fn empty(rules: &Rules, players: u8) -> State {
        let living = crate::rules::seats(players).collect();
        let monster = Monster {
            hearts: HEARTS,
            stars: 0,
            energy: 0,
            poison: 0,
            shrink: 0,
            crown: 0,
            cards: Keeps::NONE,
        };
        let nobody = Monster { hearts: 0, ..monster };
        let mut monsters = [nobody; 6];
        monsters[..players as usize].fill(monster);
        State {
            rules: *rules,
            monsters,
            players,
            living,
            starter: Seat::A,
            tokyo: Tokyo {
                city: None,
                bay: None,
                bay_open: rules.bay_open(players as usize),
                visited: false,
            },
            turn: Turn::new(0, Seat::A, Seat::A, TurnKind::Regular, 0),
            market: [None; 3],
            deck: CardSet::ALL,
            discards: CardSet::NONE,
            top: None,
            top_seen: Seats::NONE,
            counters: [0; KEEP_CARDS],
            paid: [0; KEEP_CARDS],
            copied: None,
            earned: 0,
            queued: [0; 6],
            fell: false,
            round: 1,
            crowns: 0,
            batch: Batch::none(),
            outcome: None,
            stack: Stack::new(),
        }
    }

    /// What the game waits for.
    #[inline]
    pub fn need(&self) -> Need {
        match self.stack.top() {
            Some(Frame::Ask(ask)) => Need::Answer(ask),
            Some(Frame::Throw(dice)) => {
                Need::Roll { seat: self.turn.seat, count: dice.len() as u8 }
            }
            Some(Frame::ThrowFor { seat, dice, .. }) => {
                Need::Roll { seat, count: dice.len() as u8 }
            }
            Some(Frame::ThrowForStart { seat, .. }) => Need::Roll { seat, count: Dice::OF_A_TURN },
            Some(Frame::Reveal(place)) => Need::Reveal(place),
            Some(Frame::Starter) => Need::Starter,
            _ => Need::Over(self.outcome.expect("a game that waits for nothing has ended")),
        }
    }

    /// Takes an input and runs on until the game waits again.
    ///
    /// # Errors
    /// If the input does not fit what the game waits for; nothing has changed then.
    #[inline]
    pub fn play(&mut self, input: Input, log: Option<&mut Vec<Event>>) -> Result<Need, Illegal> {
        match input {
            Input::Answer(answer) => self.play_answer(answer, log),
            Input::Rolled(dice) => self.play_dice(dice, log),
            Input::Revealed(card) => self.play_card(card, log),
            input => {
                self.check(input)?;
                Ok(self.play_unchecked(input, log))
            }
        }
    }

    fn play_answer(
        &mut self,
        answer: Answer,
        log: Option<&mut Vec<Event>>,
    ) -> Result<Need, Illegal> {
        match (self.stack.top(), answer) {
            // By far the commonest answer; the second line alone would do.
            (Some(Frame::Ask(Ask { question: Question::Roll, .. })), Answer::Reroll(dice))
                if self.may_reroll(dice) =>
            {
                Ok(Game { state: self, log }.rerolled(dice))
            }
            (Some(Frame::Ask(ask)), answer) if self.allows(ask, answer) => {
                Ok(Game { state: self, log }.answer(ask, answer))
            }
            _ => Err(self.refusal(Input::Answer(answer))),
        }
    }

    fn play_card(&mut self, card: Card, log: Option<&mut Vec<Event>>) -> Result<Need, Illegal> {
        match self.stack.top() {
            Some(Frame::Reveal(place)) if self.deck.has(card) => {
                Ok(Game { state: self, log }.revealed(place, card))
            }
            _ => Err(self.refusal(Input::Revealed(card))),
        }
    }

    fn play_dice(&mut self, dice: Dice, log: Option<&mut Vec<Event>>) -> Result<Need, Illegal> {
        match self.stack.top() {
            Some(Frame::Throw(places)) if places.len() == dice.len() => {
                Ok(Game { state: self, log }.threw(places, dice))
            }
            _ => {
                self.check(Input::Rolled(dice))?;
                Ok(self.play_unchecked(Input::Rolled(dice), log))
            }
        }
    }

    /// Whether this input fits what the game waits for.
    ///
    /// # Errors
    /// The reason why it does not.
    pub fn check(&self, input: Input) -> Result<(), Illegal> {
        let fits = match (self.need(), input) {
            (Need::Answer(ask), Input::Answer(answer)) => self.allows(ask, answer),
            (Need::Roll { count, .. }, Input::Rolled(dice)) => dice.len() == count as usize,
            (Need::Reveal(_), Input::Revealed(card)) => self.deck.has(card),
            (Need::Starter, Input::Starts(seat)) => self.living.has(seat),
            _ => false,
        };
        if fits { Ok(()) } else { Err(self.refusal(input)) }
    }

    /// What is wrong with an input that does not fit.
    #[cold]
    fn refusal(&self, input: Input) -> Illegal {
        match (self.need(), input) {
            (Need::Answer(ask), Input::Answer(answer)) => Illegal::NotAnAnswer { ask, answer },
            (Need::Roll { count, .. }, Input::Rolled(dice)) => {
                Illegal::WrongDice { needed: count, given: dice.len() as u8 }
            }
            (Need::Reveal(_), Input::Revealed(card)) => Illegal::NotInDeck(card),
            (Need::Starter, Input::Starts(seat)) => Illegal::NoSuchSeat(seat),
            (need, _) => Illegal::NotNeeded { need },
        }
    }

    /// Takes an input that is known to fit. One that does not may be ignored or misread, but nothing worse.
    pub fn play_unchecked(&mut self, input: Input, log: Option<&mut Vec<Event>>) -> Need {
        Game { state: self, log }.accept(input)
    }

    /// The complete list of legal answers to the present question; empty if no player is asked.
    #[inline]
    pub fn answers(&self) -> Answers {
        let mut answers = Answers::default();
        if let Some(Frame::Ask(ask)) = self.stack.top() {
            self.list(ask, &mut answers);
        }
        answers
    }
}

/// A game being played: the state, and where it tells what happens.
pub(crate) struct Game<'a> {
    pub(crate) state: &'a mut State,
    log: Option<&'a mut Vec<Event>>,
}

impl Deref for Game<'_> {
    type Target = State;
    #[inline]
    fn deref(&self) -> &State {
        self.state
    }
}

impl DerefMut for Game<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut State {
        self.state
    }
}

impl<'a> Game<'a> {
    /// A game that tells nothing.
    pub(crate) fn quiet(state: &'a mut State) -> Game<'a> {
        Game { state, log: None }
    }

    /// A game that tells what happens, if somebody listens.
    pub(crate) fn telling(state: &'a mut State, log: Option<&'a mut Vec<Event>>) -> Game<'a> {
        Game { state, log }
    }

    /// Tells what happened.
    #[inline]
    pub(crate) fn tell(&mut self, event: Event) {
        if let Some(log) = &mut self.log {
            note(log, event);
        }
    }

    /// This happens next.
    #[inline]
    pub(crate) fn then(&mut self, frame: Frame) {
        self.state.stack.push(frame);
    }

    /// Eliminations, the Bay and victory are looked at once what happens now is over.
    pub(crate) fn settle_afterwards(&mut self) {
        self.then(Frame::Settle);
    }

    /// These happen next, in this order.
    #[inline]
    pub(crate) fn then_all<const N: usize>(&mut self, frames: [Frame; N]) {
        for frame in frames.into_iter().rev() {
            self.state.stack.push(frame);
        }
    }

    /// Asks a player.
    #[inline]
    pub(crate) fn ask(&mut self, seat: Seat, question: Question, card: Option<Card>) {
        self.then(Frame::Ask(Ask { seat, question, card }));
    }

    /// Runs until something has to wait, and says what for.
    pub(crate) fn run(&mut self) -> Need {
        while let Some(frame) = self.stack.top() {
            match frame {
                Frame::Turn(step) => {
                    self.go_on(step);
                    continue;
                }
                Frame::Ask(ask) => return Need::Answer(ask),
                Frame::Throw(_)
                | Frame::ThrowFor { .. }
                | Frame::ThrowForStart { .. }
                | Frame::Reveal(_)
                | Frame::Starter => break,
                _ => {}
            }
            self.state.stack.pop();
            self.happen(frame);
        }
        self.need()
    }

    /// What was still to happen happens.
    #[inline(always)]
    fn happen(&mut self, frame: Frame) {
        match frame {
            Frame::Tell { moment, seat, from, left, note } => {
                self.tell_next(Telling { moment, seat, from, left, note });
            }
            Frame::Lie { seat, slot, row, dice, more } => {
                self.lie(ThrownFor { seat, slot, row, dice, more });
            }
            Frame::Hearts { left, own, given } => self.hearts(left, own, given),
            Frame::Defences { left } => self.defences(left),
            Frame::Defend { seat, from } => self.defend(seat, from),
            Frame::Lose => self.lose(),
            Frame::Settle => self.settle(),
            Frame::AfterAttack => self.after_attack(),
            Frame::Yields { left, leaving, staying } => self.yields(left, leaving, staying),
            Frame::MoveIn => self.move_in(),
            Frame::Refill(place) => self.refill(place),
            Frame::Gained { seat, card, how } => self.gained(seat, card, how),
            Frame::Turn(_)
            | Frame::Ask(_)
            | Frame::Throw(_)
            | Frame::ThrowFor { .. }
            | Frame::ThrowForStart { .. }
            | Frame::Reveal(_)
            | Frame::Starter => unreachable!("these wait"),
        }
    }

    /// These dice are to be thrown again: nothing else happens before they are.
    #[inline]
    fn rerolled(mut self, dice: DiceSet) -> Need {
        self.state.stack.pop();
        self.reroll(dice);
        Need::Roll { seat: self.turn.seat, count: dice.len() as u8 }
    }

    /// The top card of the deck is known: runs on until the game waits again.
    #[inline]
    fn revealed(mut self, place: Place, card: Card) -> Need {
        self.state.stack.pop();
        self.reveal(place, card);
        self.run()
    }

    /// The dice of the turn have been thrown: runs on until the game waits again.
    #[inline]
    fn threw(mut self, places: DiceSet, dice: Dice) -> Need {
        self.state.stack.pop();
        self.rolled(places, dice);
        self.run()
    }

    /// Takes the waiting frame off and hands the input to whoever asked for it.
    #[inline]
    fn accept(mut self, input: Input) -> Need {
        let Some(frame) = self.state.stack.top() else { return self.need() };
        match (frame, input) {
            (Frame::Ask(ask), Input::Answer(answer)) => return self.answer(ask, answer),
            (Frame::Throw(places), Input::Rolled(dice)) => return self.threw(places, dice),
            (Frame::Reveal(place), Input::Revealed(card)) => return self.revealed(place, card),
            (Frame::ThrowFor { seat, slot, row, dice, more }, Input::Rolled(faces)) => {
                self.state.stack.pop();
                self.rolled_for(ThrownFor { seat, slot, row, dice, more }, faces);
            }
            (Frame::ThrowForStart { seat, contenders, best, tied }, Input::Rolled(dice)) => {
                self.state.stack.pop();
                self.thrown_for_start(seat, contenders, best, tied, dice);
            }
            (Frame::Starter, Input::Starts(seat)) => {
                self.state.stack.pop();
                self.starts(seat);
            }
            _ => {}
        }
        self.run()
    }

    /// The first turn is this monster's.
    fn starts(&mut self, seat: Seat) {
        self.starter = seat;
        self.tell(Event::Starts { seat });
    }

    /// S-07, S-08: the most claws start; those who tie throw again.
    fn thrown_for_start(
        &mut self,
        seat: Seat,
        contenders: Seats,
        best: u8,
        tied: Seats,
        dice: Dice,
    ) {
        self.tell(Event::ThrewForStart { seat, dice });
        let claws = dice.count(crate::dice::Face::Claw);
        let (best, tied) = if tied.is_empty() || best < claws {
            (claws, Seats::one(seat))
        } else if claws == best {
            (best, tied.with(seat))
        } else {
            (best, tied)
        };
        let next = contenders.iter().find(|next| seat < *next);
        match (next, tied.iter().next()) {
            (Some(seat), _) => self.then(Frame::ThrowForStart { seat, contenders, best, tied }),
            (None, Some(seat)) if tied.len() == 1 => self.starts(seat),
            (None, Some(seat)) => self.then(Frame::ThrowForStart {
                seat,
                contenders: tied,
                best: 0,
                tied: Seats::NONE,
            }),
            (None, None) => unreachable!("somebody has thrown"),
        }
    }
}

/// Most games are played by bots that think ahead and tell nothing.
#[cold]
fn note(log: &mut Vec<Event>, event: Event) {
    log.push(event);
}

impl Turn {
    /// A turn that has not begun.
    pub(crate) const fn new(
        number: u16,
        seat: Seat,
        regular: Seat,
        kind: TurnKind,
        chain: u8,
    ) -> Turn {
        Turn {
            number,
            seat,
            regular,
            kind,
            phase: Phase::Setup,
            dice: Dice::NONE,
            rerolls: 0,
            chain,
            groups: Groups::NONE,
            throws: 0,
            usual: false,
            taken: Keeps::NONE,
            poisoned: false,
            clawed: false,
            clawed_from_outside: false,
            attack_hurt: false,
            harmed: false,
            shielded: Seats::NONE,
            left: [None; 2],
            used: Keeps::NONE,
        }
    }
}

impl Batch {
    /// No damage.
    pub(crate) const fn none() -> Batch {
        Batch {
            amount: [0; 6],
            by: None,
            why: Cause::Dice,
            attack: Seats::NONE,
            marks: Seats::NONE,
            asked: Seats::NONE,
            aside: Dice::NONE,
        }
    }
}
