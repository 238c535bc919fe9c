//! Damage and elimination (3.5): how it is announced, softened, refused, suffered and survived.
//!
//! Every loss of hearts to damage goes through [`Game::deal`]: all victims answer, then all lose at once.

use crate::answer::{Answer, Answers};
use crate::card::Card;
use crate::dice::{Dice, Face};
use crate::event::{Cause, Event};
use crate::game::Game;
use crate::power::{
    ASIDE_OFFERS, DEFENCE_OFFERS, IGNORES_ONE, SAVES_BY_DICE, WHEN_I_LOSE_HEARTS, WHEN_I_WOUND,
};
use crate::question::Question;
use crate::seat::{Seat, Seats};
use crate::state::{Batch, Frame, Me, State};

impl Game<'_> {
    /// Deals so much damage to each of these monsters at once. It is no attack (K-08).
    pub(crate) fn hurt(&mut self, by: Option<Seat>, why: Cause, victims: Seats, amount: u8) {
        let mut batch = Batch::none();
        for victim in victims.iter() {
            batch.amount[victim.index()] = amount;
        }
        batch.by = by;
        batch.why = why;
        self.batch = batch;
        self.deal();
    }

    /// Deals the damage that is on its way.
    pub(crate) fn deal(&mut self) {
        let batch = self.batch;
        let victims = self.victims();
        if victims.is_empty() {
            return;
        }
        let helpless =
            |seat: Seat| self.monster(seat).cards.is_empty() && !self.turn.shielded.has(seat);
        if victims.iter().all(helpless) {
            self.lose();
            return self.settle();
        }
        self.then_all([
            Frame::Flee { left: batch.attack.and(victims) },
            Frame::Defences { left: victims },
            Frame::Lose,
            Frame::Settle,
        ]);
    }

    /// Clockwise from the dealer's left, the dealer last.
    pub(crate) fn defences(&mut self, left: Seats) {
        let from = self.batch.by.unwrap_or(self.turn.seat);
        if let Some(seat) = left.clockwise_after(from).next() {
            self.then_all([Frame::Defend { seat }, Frame::Defences { left: left.without(seat) }]);
            self.batch.thrown = crate::card::Keeps::NONE;
        }
    }

    /// One victim: what is ignored, what it may do about it.
    pub(crate) fn defend(&mut self, seat: Seat) {
        let amount = self.batch.amount[seat.index()];
        if amount == 0 {
            return;
        }
        if self.turn.shielded.has(seat) {
            self.batch.amount[seat.index()] = 0;
            return;
        }
        if self.monster(seat).cards.is_empty() {
            return;
        }
        if amount == 1
            && let Some(me) = self.powers(seat, IGNORES_ONE).next()
        {
            return self.prevent(me, 1);
        }
        let mut offers = Answers::default();
        self.list_defence(seat, &mut offers);
        if !offers.is_empty() {
            self.then(Frame::Defend { seat });
            return self.ask(seat, Question::Defend, None);
        }
        self.throw_to_save(seat);
    }

    /// Reduces the damage on its way to this card's owner.
    pub(crate) fn prevent(&mut self, me: Me, amount: u8) {
        let seat = me.owner;
        let left = &mut self.state.batch.amount[seat.index()];
        let amount = amount.min(*left);
        *left -= amount;
        self.tell(Event::Prevented { seat, amount, card: me.slot });
    }

    /// The next card that saves by dice is thrown for, if there is one.
    fn throw_to_save(&mut self, seat: Seat) {
        let thrown = self.batch.thrown;
        let next = self.powers(seat, SAVES_BY_DICE).find(|me| !thrown.has(me.slot));
        if let Some(me) = next {
            self.batch.thrown = thrown.with(me.slot);
            self.then(Frame::Defend { seat });
            self.throw_aside(seat, me.slot, self.batch.amount[seat.index()]);
        }
    }

    /// More dice than fit into one row are thrown in several throws.
    fn throw_aside(&mut self, seat: Seat, slot: Card, dice: u8) {
        let count = dice.min(Dice::MOST as u8);
        self.then(Frame::ThrowAside { seat, slot, count, more: dice - count });
    }

    pub(crate) fn answer_defend(&mut self, seat: Seat, answer: Answer) {
        match answer {
            Answer::Use(slot) => {
                if let Some(me) = self.me(seat, slot) {
                    self.tell_power(me, answer);
                }
            }
            _ => {
                self.state.stack.pop();
                self.throw_to_save(seat);
            }
        }
    }

    /// The dice lie there: cards may change them, then each heart saves one.
    pub(crate) fn aside(&mut self, seat: Seat, slot: Card, more: u8) {
        let mut offers = Answers::default();
        self.aside_offers(seat, &mut offers);
        if !offers.is_empty() {
            self.then(Frame::Aside { seat, slot, more });
            return self.ask(seat, Question::ChangeAside, Some(slot));
        }
        self.save(seat, slot, more);
    }

    fn save(&mut self, seat: Seat, slot: Card, more: u8) {
        let saved = self.batch.aside.count(Face::Heart);
        self.batch.aside = Dice::NONE;
        if 0 < more {
            self.throw_aside(seat, slot, more);
        }
        if let Some(me) = self.me(seat, slot).filter(|_| 0 < saved) {
            self.prevent(me, saved);
        }
    }

    pub(crate) fn answer_aside(&mut self, seat: Seat, answer: Answer) {
        let card = match answer {
            Answer::Free { card, .. } | Answer::Set { card, .. } => card,
            _ => {
                if let Some(Frame::Aside { seat, slot, more }) = self.stack.top() {
                    self.state.stack.pop();
                    self.save(seat, slot, more);
                }
                return;
            }
        };
        if let Some(me) = self.me(seat, card) {
            self.tell_power(me, answer);
        }
    }

    /// G-02: all losses at once; then tokens, then what a loss brings.
    pub(crate) fn lose(&mut self) {
        let Batch { by, why, attack, .. } = self.batch;
        let victims = self.victims();
        for seat in victims.iter() {
            let from = self.monster(seat).hearts;
            let lost = self.batch.amount[seat.index()].min(from);
            self.batch.amount[seat.index()] = lost;
            if lost == 0 {
                continue;
            }
            let to = from - lost;
            self.monsters[seat.index()].hearts = to;
            self.fell |= to == 0;
            self.tell(Event::Hurt { seat, by, from, to, why });
            if by == Some(self.turn.seat) {
                self.turn.harmed = true;
                self.turn.attack_hurt |= attack.has(seat);
            }
        }
        let lost = self.batch.amount;
        let dealer = by.unwrap_or(self.turn.seat);
        let gaining = self.having(victims, WHEN_I_LOSE_HEARTS);
        if gaining.is_empty() && !by.is_some_and(|by| self.has_power(by, WHEN_I_WOUND)) {
            return;
        }
        self.answer_losses(dealer, victims, lost);
    }

    /// Tokens for the victims, and what a loss brings, victim after victim.
    #[inline(never)]
    fn answer_losses(&mut self, dealer: Seat, victims: Seats, lost: [u8; 6]) {
        let Batch { by, marks, .. } = self.batch;
        for victim in victims.clockwise_after(dealer) {
            if let Some(by) = by.filter(|_| marks.has(victim)) {
                for me in self.powers(by, WHEN_I_WOUND) {
                    if let Some(act) = me.face.power().when_i_wound {
                        act(self, me, victim);
                    }
                }
            }
            for me in self.powers(victim, WHEN_I_LOSE_HEARTS) {
                if let Some(act) = me.face.power().when_i_lose_hearts {
                    act(self, me, lost[victim.index()]);
                }
            }
        }
    }
}

impl State {
    /// Who has damage coming.
    #[inline]
    pub(crate) fn victims(&self) -> Seats {
        let hit = |seats, seat: Seat| {
            seats | u8::from(self.batch.amount[seat.index()] != 0) << seat as u8
        };
        self.living.and(Seats(Seat::ALL.into_iter().fold(0, hit)))
    }

    pub(crate) fn list_defence(&self, seat: Seat, answers: &mut Answers) {
        for me in self.powers(seat, DEFENCE_OFFERS) {
            if let Some(offer) = me.face.power().defence_offers {
                offer(self, me, answers);
            }
        }
    }

    pub(crate) fn list_aside(&self, seat: Seat, answers: &mut Answers) {
        answers.one(Answer::Pass);
        self.aside_offers(seat, answers);
    }

    fn aside_offers(&self, seat: Seat, answers: &mut Answers) {
        for me in self.powers(seat, ASIDE_OFFERS) {
            if let Some(offer) = me.face.power().aside_offers {
                offer(self, me, self.batch.aside, answers);
            }
        }
    }
}
