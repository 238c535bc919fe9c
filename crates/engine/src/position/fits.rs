//! Whether a stack that somebody has written can stand: every frame fits the table and what lies beneath it.

use crate::card::Card;
use crate::dice::DiceSet;
use crate::power::COPIER;
use crate::power::Moment;
use crate::question::{Ask, Question};
use crate::seat::{Seat, Seats};
use crate::state::{Frame, Row, State};
use crate::turn::Step;

/// What is wrong with a frame, in one sentence.
type Wrong = String;

impl State {
    /// Whether a written frame can stand at this place of the stack.
    pub(super) fn frame_fits(&self, frame: Frame, bottom: bool, top: bool) -> Result<(), Wrong> {
        let waits = matches!(
            frame,
            Frame::Ask(_)
                | Frame::Throw(_)
                | Frame::ThrowFor { .. }
                | Frame::ThrowForStart { .. }
                | Frame::Reveal(_)
                | Frame::Starter
        );
        let setup =
            matches!(frame, Frame::Reveal(_) | Frame::ThrowForStart { .. } | Frame::Starter);
        if bottom && !matches!(frame, Frame::Turn(_)) {
            return Err("the lowest frame is a step of the turn".to_owned());
        }
        if !bottom && matches!(frame, Frame::Turn(_)) {
            return Err("a step of the turn lies at the bottom".to_owned());
        }
        if top && !waits {
            return Err("the highest frame has to wait for somebody".to_owned());
        }
        if !top && waits && !setup && !matches!(frame, Frame::Ask(_)) {
            return Err("what waits lies on top".to_owned());
        }
        let seats = self.seats();
        let seated = |seat: Seat| {
            seats.has(seat).then_some(()).ok_or_else(|| format!("nobody sits at {seat}"))
        };
        let alive = |seat: Seat| {
            let living = self.living.has(seat);
            living.then_some(()).ok_or_else(|| format!("no living monster sits at {seat}"))
        };
        let within = |set: Seats| set.iter().try_for_each(seated);
        let holds = |seat: Seat, card: Card| {
            let held = self.monster(seat).cards.has(card) && self.me(seat, card).is_some();
            held.then_some(()).ok_or_else(|| format!("seat {seat} cannot use `{card}`"))
        };
        let row = self.turn.dice;
        match frame {
            Frame::Ask(ask) => {
                alive(ask.seat)?;
                self.ask_fits(ask, top)
            }
            Frame::Throw(dice) => (dice.within(row.all())
                || row.is_empty() && dice.len() <= 9 && dice == DiceSet::first(dice.len()))
            .then_some(())
            .ok_or_else(|| "there are no such dice".to_owned()),
            Frame::ThrowFor { seat, slot, row: kind, dice, .. }
            | Frame::Lie { seat, slot, row: kind, dice, .. } => {
                alive(seat)?;
                holds(seat, slot)?;
                let lying = if kind == Row::Turn { row } else { self.batch.aside };
                let thrown = matches!(frame, Frame::Lie { .. }) || !lying.is_empty();
                let there = if thrown { dice.within(lying.all()) } else { dice.bits() < 1 << 15 };
                (there && !dice.is_empty())
                    .then_some(())
                    .ok_or_else(|| "there are no such dice".to_owned())
            }
            Frame::ThrowForStart { seat, contenders, tied, .. } => {
                seated(seat)?;
                within(contenders)?;
                within(tied)
            }
            Frame::Tell { left, .. } | Frame::Defences { left } => within(left),
            Frame::Defend { seat, .. } => alive(seat),
            Frame::Gained { seat, .. } => seated(seat),
            Frame::Yields { left, leaving, staying } => {
                within(left).and(within(leaving)).and(within(staying))
            }
            Frame::Hearts { left: 0, .. } => Err("no heart is left to spend".to_owned()),
            Frame::Hearts { left, own, .. } if 15 < left || 15 < own => {
                Err("there are not that many hearts".to_owned())
            }
            _ => Ok(()),
        }
    }
}

impl State {
    /// Whether a written question can be asked: what it is about has to lie beneath it.
    fn ask_fits(&self, ask: Ask, top: bool) -> Result<(), Wrong> {
        let frames = self.stack.frames();
        let below = frames.last().copied();
        let step = |wanted: Step| below == Some(Frame::Turn(wanted));
        let active = ask.seat == self.turn.seat;
        let holds =
            |card: Option<Card>| card.is_some_and(|card| self.monster(ask.seat).cards.has(card));
        let works = |card: Option<Card>| {
            holds(card) && card.is_some_and(|card| self.me(ask.seat, card).is_some())
        };
        let told =
            |wanted: Moment| matches!(below, Some(Frame::Tell { moment, .. }) if moment == wanted);
        let fits = match ask.question {
            Question::Start => active && step(Step::Start),
            Question::Roll => active && step(Step::Rolling),
            Question::Probe => works(ask.card) && told(Moment::AnotherRolled),
            Question::Reprobe => {
                matches!(below, Some(Frame::Lie { seat, row: Row::Turn, .. }) if seat == ask.seat)
            }
            Question::Change => active && step(Step::Changing),
            Question::ChangeAside => {
                matches!(below, Some(Frame::Lie { seat, row: Row::Aside, .. }) if seat == ask.seat)
            }
            Question::Resolve => active && step(Step::Resolving),
            Question::Hearts => active && matches!(below, Some(Frame::Hearts { .. })),
            Question::Flee => works(ask.card) && told(Moment::HitInTokyo),
            Question::Defend => {
                matches!(below, Some(Frame::Defend { seat, .. }) if seat == ask.seat)
            }
            Question::Yield => matches!(below, Some(Frame::Yields { .. })),
            Question::Shop => active && step(Step::Shopping),
            Question::Opportunity => works(ask.card) && told(Moment::CardsAppeared),
            Question::Deposit | Question::Sell => works(ask.card),
            Question::Copy => holds(Some(COPIER)),
            Question::End => active && step(Step::Ending),
            Question::ExtraTurn => active && step(Step::HandOver) && 0 < self.earned,
        };
        // Only a question at which something may be done in between can lie beneath other frames.
        let between = matches!(
            ask.question,
            Question::Start | Question::Roll | Question::Change | Question::Shop
        );
        match (fits, top || between) {
            (true, true) => Ok(()),
            (false, _) => Err(format!("{:?} cannot be asked here", ask.question)),
            (true, false) => Err("what waits lies on top".to_owned()),
        }
    }
}
