//! Rolling (3.2): throws, rerolls, what others and cards do to the dice before they count.

use crate::answer::{Answer, Answers};
use crate::card::Card;
use crate::dice::{Dice, DiceSet, Face};
use crate::event::Event;
use crate::game::Game;
use crate::power::{HEARS, Moment};
use crate::question::Question;
use crate::seat::Seat;
use crate::state::{Frame, Me, Phase, Row, State};
use crate::turn::{Step, Went};

impl Game<'_> {
    pub(crate) fn first_throw(&mut self) -> Went {
        let seat = self.turn.seat;
        self.turn.phase = Phase::Roll;
        // What was used at the start of the turn may be used again while rolling.
        self.nothing_used();
        let count = self.dice_of_turn() as usize;
        self.turn.dice = Dice::NONE;
        self.turn.rerolls = Dice::REROLLS + self.sum(seat, HEARS.rerolls, |power| power.rerolls);
        if count == 0 {
            return Went::To(Step::Lock);
        }
        self.then(Frame::Throw(DiceSet::first(count)));
        Went::On
    }

    /// The dice of the turn have been thrown.
    #[inline]
    pub(crate) fn rolled(&mut self, places: DiceSet, dice: Dice) {
        self.turn.dice.put(places, dice);
        self.stamp(places);
        let (seat, row, rerolls_left) = (self.turn.seat, self.turn.dice, self.turn.rerolls);
        self.tell(Event::Rolled { seat, dice: row, thrown: places, rerolls_left });
    }

    /// notes that these dice come from one throw, under a number that no other die has.
    #[inline]
    fn stamp(&mut self, places: DiceSet) {
        if self.rules.combo_cards_need_single_throw {
            self.stamp_throw(places);
        }
    }

    #[cold]
    fn stamp_throw(&mut self, places: DiceSet) {
        let old = self.turn.throws;
        let free = (1..15u64)
            .find(|number| (0..9).all(|die| places.has(die) || old >> (4 * die) & 15 != *number))
            .expect("nine dice come from at most nine throws");
        for die in places.iter() {
            self.turn.throws = self.turn.throws & !(15 << (4 * die)) | free << (4 * die);
        }
    }

    #[inline]
    pub(crate) fn rolling(&mut self) -> Went {
        let seat = self.turn.seat;
        if 0 < self.turn.rerolls
            || self.any_offer(seat, HEARS.rolling_offers, State::rolling_offers)
        {
            return self.wait(seat, Question::Roll);
        }
        Went::On
    }

    #[inline]
    pub(crate) fn stopped(&mut self) -> Went {
        let (seat, dice) = (self.turn.seat, self.turn.dice);
        self.tell(Event::Stopped { seat, dice });
        self.tell_round(Moment::AnotherRolled, self.living.without(seat), 0);
        Went::On
    }

    pub(crate) fn answer_roll(&mut self, seat: Seat, answer: Answer) {
        match answer {
            Answer::Pass => self.go_to(Step::Stopped),
            Answer::Reroll(dice) => self.reroll(dice),
            answer => self.answer_dice_card(seat, answer),
        }
    }

    /// these dice are thrown again.
    #[inline]
    pub(crate) fn reroll(&mut self, dice: DiceSet) {
        self.turn.rerolls = self.turn.rerolls.saturating_sub(1);
        self.then(Frame::Throw(dice));
    }

    fn answer_dice_card(&mut self, seat: Seat, answer: Answer) {
        let (Answer::Use(card) | Answer::Free { card, .. } | Answer::Set { card, .. }) = answer
        else {
            return;
        };
        if let Some(me) = self.me(seat, card) {
            self.tell_power(me, answer);
        }
    }

    #[inline]
    pub(crate) fn changing(&mut self) -> Went {
        let seat = self.turn.seat;
        let offers = |state: &State, seat, answers: &mut Answers| {
            state.dice_offers(seat, state.turn.dice, answers);
        };
        if self.any_offer(seat, HEARS.dice_offers, offers) {
            return self.wait(seat, Question::Change);
        }
        Went::On
    }

    pub(crate) fn answer_change(&mut self, seat: Seat, answer: Answer) {
        match answer {
            Answer::Pass => self.go_to(Step::Lock),
            answer => self.answer_dice_card(seat, answer),
        }
    }

    /// This many dice are thrown for a card, beside the dice of the turn. More than fit into one row are thrown in several throws.
    pub(crate) fn throw_dice_for(&mut self, me: Me, dice: u8) {
        let count = dice.min(Dice::MOST as u8);
        let (seat, slot, row) = (me.owner, me.card, Row::Aside);
        let now = DiceSet::first(count as usize);
        self.then(Frame::ThrowFor { seat, slot, row, dice: now, more: dice - count });
    }

    /// A card has one die of the turn thrown again.
    pub(crate) fn throw_again_for(&mut self, me: Me, die: u8) {
        let dice = DiceSet::one(die as usize);
        self.then(Frame::ThrowFor { seat: me.owner, slot: me.card, row: Row::Turn, dice, more: 0 });
    }

    /// Dice have been thrown for a card.
    pub(crate) fn rolled_for(&mut self, throw: ThrownFor, faces: Dice) {
        let ThrownFor { seat, slot: card, row, dice, more } = throw;
        match row {
            Row::Aside => {
                if self.batch.aside.is_empty() {
                    self.batch.aside = faces;
                } else {
                    self.batch.aside.put(dice, faces);
                }
                let row = self.batch.aside;
                self.tell(Event::RolledAside { seat, card, dice: row });
            }
            Row::Turn => {
                for (die, to) in dice.iter().zip(faces.iter()) {
                    let from = self.turn.dice.get(die);
                    self.tell(Event::Probed { seat, card, die: die as u8, from, to });
                }
                self.turn.dice.put(dice, faces);
                self.stamp(dice);
            }
        }
        self.then(Frame::Lie { seat, slot: card, row, dice, more });
    }

    /// The dice thrown for a card lie there: its owner may change them with others, then the card looks at them.
    pub(crate) fn lie(&mut self, thrown: ThrownFor) {
        let ThrownFor { seat, slot, row, dice, more } = thrown;
        let question = match row {
            Row::Aside => Question::ChangeAside,
            Row::Turn => Question::Reprobe,
        };
        if self.may_change(seat, row, dice) {
            self.then(Frame::Lie { seat, slot, row, dice, more });
            return self.ask(seat, question, Some(slot));
        }
        self.look_at(thrown);
    }

    fn look_at(&mut self, thrown: ThrownFor) {
        let ThrownFor { seat, slot, row, dice, more } = thrown;
        let faces = match row {
            Row::Aside => std::mem::replace(&mut self.batch.aside, Dice::NONE),
            Row::Turn => self.turn.dice.only(dice),
        };
        let Some(me) = self.me(seat, slot) else { return };
        if 0 < more {
            self.throw_dice_for(me, more);
        }
        if let Some(look) = me.acts_as.power().thrown {
            look(self, me, faces);
        }
    }

    pub(crate) fn answer_lying(&mut self, seat: Seat, answer: Answer) {
        match answer {
            Answer::Free { card, .. } | Answer::Set { card, .. } => {
                if let Some(me) = self.me(seat, card) {
                    self.tell_power(me, answer);
                }
            }
            answer => {
                if let Some(Frame::Lie { seat, slot, row, dice, more }) = self.stack.top() {
                    self.state.stack.pop();
                    if answer == Answer::Yes {
                        return self.then(Frame::ThrowFor { seat, slot, row, dice, more });
                    }
                    self.look_at(ThrownFor { seat, slot, row, dice, more });
                }
            }
        }
    }

    /// Some dice are thrown again, for a card, without using up a reroll.
    pub(crate) fn throw_again(&mut self, dice: DiceSet) {
        match self.stack.top() {
            Some(Frame::Lie { seat, slot, row: row @ Row::Aside, more, .. }) => {
                self.state.stack.pop();
                self.then(Frame::ThrowFor { seat, slot, row, dice, more });
            }
            _ => self.then(Frame::Throw(dice)),
        }
    }

    /// A card turns a die.
    pub(crate) fn turn_die(&mut self, me: Me, die: u8, to: Face) {
        let place = die as usize;
        let row = match self.stack.top() {
            Some(Frame::Lie { row: Row::Aside, .. }) => &mut self.state.batch.aside,
            _ => {
                self.state.turn.throws &= !(15 << (4 * place));
                &mut self.state.turn.dice
            }
        };
        let from = row.get(place);
        row.set(place, to);
        self.tell(Event::DieSet { seat: me.owner, card: me.card, die, from, to });
    }
}

/// Dice thrown for a card: by whom, for which, in which row, which of it, and how many are still to be thrown.
#[derive(Clone, Copy)]
pub(crate) struct ThrownFor {
    pub(crate) seat: Seat,
    pub(crate) slot: Card,
    pub(crate) row: Row,
    pub(crate) dice: DiceSet,
    pub(crate) more: u8,
}

impl State {
    #[inline]
    pub(crate) fn list_roll(&self, seat: Seat, answers: &mut Answers) {
        answers.one(Answer::Pass);
        answers.reroll(self.rerollable());
        self.rolling_offers(seat, answers);
    }

    /// Whether this monster is the active one and has not stopped rolling yet.
    pub(crate) fn is_rolling(&self, seat: Seat) -> bool {
        let step = self.stack.frames().first();
        seat == self.turn.seat && step == Some(&Frame::Turn(Step::Rolling))
    }

    /// which dice may be thrown again.
    #[inline]
    pub(crate) fn rerollable(&self) -> DiceSet {
        if 0 < self.turn.rerolls { self.turn.dice.all() } else { DiceSet::NONE }
    }

    /// whether these dice may be thrown again.
    #[inline]
    pub(crate) fn may_reroll(&self, dice: DiceSet) -> bool {
        !dice.is_empty() && dice.within(self.rerollable())
    }

    /// Whether the owner of a card may change these dice, which were thrown for it: of dice beside those of the turn whatever
    /// its cards can, of a single die of the turn only that it be thrown once more.
    fn may_change(&self, seat: Seat, row: Row, dice: DiceSet) -> bool {
        match row {
            Row::Aside => self.any_offer(seat, HEARS.aside_offers, |state, seat, answers| {
                state.aside_offers(seat, state.batch.aside, answers);
            }),
            Row::Turn => self.powers(seat, HEARS.dice_offers).any(|me| {
                let mut offers = Answers::default();
                if let Some(offer) = me.acts_as.power().dice_offers {
                    offer(self, me, self.turn.dice, &mut offers);
                }
                offers.contains(Answer::Free { card: me.card, dice })
            }),
        }
    }

    pub(crate) fn list_aside(&self, seat: Seat, answers: &mut Answers) {
        answers.one(Answer::Pass);
        self.aside_offers(seat, self.batch.aside, answers);
    }

    pub(crate) fn list_change(&self, seat: Seat, answers: &mut Answers) {
        answers.one(Answer::Pass);
        self.dice_offers(seat, self.turn.dice, answers);
    }
}
