//! Rolling (3.2): throws, rerolls, what others and cards do to the dice before they count.

use crate::answer::{Answer, Answers};
use crate::card::Card;
use crate::dice::{Dice, DiceSet, Face};
use crate::event::Event;
use crate::game::Game;
use crate::power::{DICE_OFFERS, PROBES, REROLLS, ROLLING_OFFERS};
use crate::question::{Ask, Need, Question};
use crate::seat::{Seat, Seats};
use crate::state::{Frame, Me, Phase, State, Step};

impl Game<'_> {
    /// the whole pool at once.
    pub(crate) fn first_throw(&mut self) -> Option<Step> {
        let seat = self.turn.seat;
        self.turn.phase = Phase::Roll;
        // What was used at the start of the turn may be used again while rolling.
        self.nothing_used();
        let count = self.dice_of_turn() as usize;
        self.turn.dice = Dice::same(Face::One, count);
        self.turn.rerolls = 2 + self.sum(seat, REROLLS, |power| power.rerolls);
        if count == 0 {
            return Some(Step::Lock);
        }
        let all = self.turn.dice.all();
        self.then_all([Frame::Throw(all), Frame::Turn(Step::Rolling)]);
        None
    }

    /// The dice have been thrown.
    #[inline]
    pub(crate) fn thrown(&mut self, places: DiceSet, dice: Dice) {
        self.turn.dice.put(places, dice);
        self.stamp(places);
        let (seat, row, rerolls_left) = (self.turn.seat, self.turn.dice, self.turn.rerolls);
        self.tell(Event::Rolled { seat, dice: row, thrown: places, rerolls_left });
    }

    /// while there are rerolls, a throw of a turn in its rolling leads straight to the question what to throw again.
    #[inline]
    pub(crate) fn offer_reroll(&mut self) -> Option<Need> {
        let seat = self.turn.seat;
        let rolling = matches!(self.stack.top(), Some(Frame::Turn(Step::Rolling)));
        if !rolling || self.turn.rerolls == 0 || !self.living.has(seat) {
            return None;
        }
        let ask = Ask { seat, question: Question::Roll, card: None };
        self.then(Frame::Ask(ask));
        Some(Need::Answer(ask))
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

    /// throw again, use a card, or stop.
    pub(crate) fn rolling(&mut self) -> Option<Step> {
        let seat = self.turn.seat;
        if 0 < self.turn.rerolls || self.any_offer(seat, ROLLING_OFFERS, State::rolling_offers) {
            return self.wait(Step::Rolling, seat, Question::Roll);
        }
        self.stop_rolling()
    }

    #[inline]
    fn stop_rolling(&mut self) -> Option<Step> {
        let (seat, dice) = (self.turn.seat, self.turn.dice);
        self.tell(Event::Stopped { seat, dice });
        let probing = self.having(self.living.without(seat), PROBES);
        if probing.is_empty() {
            return self.changing();
        }
        self.then_all([Frame::Probes { left: probing }, Frame::Turn(Step::Changing)]);
        None
    }

    pub(crate) fn answer_roll(&mut self, seat: Seat, answer: Answer) {
        match answer {
            Answer::Pass => {
                self.state.stack.pop();
                if let Some(step) = self.stop_rolling() {
                    self.then(Frame::Turn(step));
                }
            }
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
        let slot = match answer {
            Answer::Use(slot) => slot,
            Answer::Free { card, .. } | Answer::Set { card, .. } => card,
            _ => return,
        };
        if let Some(me) = self.me(seat, slot) {
            self.tell_power(me, answer);
        }
    }

    /// Owners of a probe look at the finished roll, clockwise from the active monster.
    pub(crate) fn probes(&mut self, left: Seats) {
        for seat in left.clockwise_after(self.turn.seat) {
            let unused = self.powers(seat, PROBES).find(|me| self.unused(*me));
            if let Some(me) = unused.filter(|_| self.living.has(seat)) {
                self.turn.used = self.turn.used.with(me.slot);
                self.then(Frame::Probes { left });
                return self.ask(seat, Question::Probe, Some(me.slot));
            }
        }
    }

    pub(crate) fn answer_probe(&mut self, seat: Seat, card: Option<Card>, answer: Answer) {
        if let (Answer::Die(die), Some(slot)) = (answer, card) {
            self.tell(Event::Used { seat, card: slot });
            self.then(Frame::ThrowProbe { seat, slot, die });
        }
    }

    pub(crate) fn probe_thrown(&mut self, seat: Seat, slot: Card, die: u8, dice: Dice) {
        let (from, to) = (self.turn.dice.get(die as usize), dice.get(0));
        self.turn.dice.set(die as usize, to);
        self.stamp(DiceSet::one(die as usize));
        self.tell(Event::Probed { seat, card: slot, die, from, to });
        self.then(Frame::Probed { seat, slot, die });
    }

    /// A heart costs the card; a 3 may be thrown again by those whose 3s may.
    pub(crate) fn probed(&mut self, seat: Seat, slot: Card, die: u8) {
        let shown = self.turn.dice.get(die as usize);
        let again = self.powers(seat, DICE_OFFERS).any(|me| {
            let mut offers = Answers::default();
            if let Some(offer) = me.face.power().dice_offers {
                offer(self, me, self.turn.dice, &mut offers);
            }
            offers.contains(Answer::Free { card: me.slot, dice: DiceSet::one(die as usize) })
        });
        if again {
            self.then(Frame::Probed { seat, slot, die });
            return self.ask(seat, Question::Reprobe, Some(slot));
        }
        if let (Face::Heart, Some(me)) = (shown, self.me(seat, slot)) {
            self.discard(me);
        }
    }

    pub(crate) fn answer_reprobe(&mut self, answer: Answer) {
        let Some(Frame::Probed { seat, slot, die }) = self.stack.top() else { return };
        self.state.stack.pop();
        if answer == Answer::Yes {
            self.then(Frame::ThrowProbe { seat, slot, die });
        }
    }

    /// Cards that change dice, once rolling is over.
    #[inline]
    pub(crate) fn changing(&mut self) -> Option<Step> {
        let seat = self.turn.seat;
        if !self.any_offer(seat, DICE_OFFERS, State::dice_offers) {
            return self.lock();
        }
        self.wait(Step::Changing, seat, Question::Change)
    }

    pub(crate) fn answer_change(&mut self, seat: Seat, answer: Answer) {
        if answer == Answer::Pass {
            self.state.stack.pop();
            return self.then(Frame::Turn(Step::Lock));
        }
        self.answer_dice_card(seat, answer);
    }

    /// Some dice are thrown again, for a card, without using up a reroll.
    pub(crate) fn throw_again(&mut self, dice: DiceSet) {
        match self.stack.top() {
            // The dice that were thrown aside for a card.
            Some(Frame::Aside { seat, slot, more }) => {
                self.state.stack.pop();
                self.then(Frame::RethrowAside { seat, slot, more, dice });
            }
            _ => self.then(Frame::Throw(dice)),
        }
    }

    /// A card turns a die.
    pub(crate) fn turn_die(&mut self, me: Me, die: u8, face: Face) {
        let seat = me.owner;
        let place = die as usize;
        let from = if let Some(Frame::Aside { .. }) = self.stack.top() {
            let from = self.batch.aside.get(place);
            self.batch.aside.set(place, face);
            from
        } else {
            let from = self.turn.dice.get(place);
            self.turn.dice.set(place, face);
            self.turn.throws &= !(15 << (4 * place));
            from
        };
        self.tell(Event::DieSet { seat, card: me.slot, die, from, to: face });
    }
}

impl State {
    #[inline]
    pub(crate) fn list_roll(&self, seat: Seat, answers: &mut Answers) {
        answers.one(Answer::Pass);
        answers.reroll(self.rerollable());
        if self.has_power(seat, ROLLING_OFFERS) {
            self.rolling_offers(seat, answers);
        }
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

    #[inline(never)]
    fn rolling_offers(&self, seat: Seat, answers: &mut Answers) {
        for me in self.powers(seat, ROLLING_OFFERS) {
            if let Some(offer) = me.face.power().rolling_offers {
                offer(self, me, answers);
            }
        }
    }

    pub(crate) fn list_change(&self, seat: Seat, answers: &mut Answers) {
        answers.one(Answer::Pass);
        self.dice_offers(seat, answers);
    }

    #[inline(never)]
    fn dice_offers(&self, seat: Seat, answers: &mut Answers) {
        for me in self.powers(seat, DICE_OFFERS) {
            if let Some(offer) = me.face.power().dice_offers {
                offer(self, me, self.turn.dice, answers);
            }
        }
    }
}
