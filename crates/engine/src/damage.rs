//! Damage and elimination (3.5): how it is announced, softened, refused, suffered and survived.
//!
//! Every loss of hearts to damage goes through [`Game::deal`]: all victims answer, then all lose at once.

use crate::answer::Answer;
use crate::event::{Cause, Event};
use crate::game::Game;
use crate::power::{HEARS, Moment};
use crate::question::Question;
use crate::seat::{Seat, Seats};
use crate::state::{Batch, Frame, Me, State};

impl Game<'_> {
    /// Deals this much damage to each of these monsters at once. It is not an attack (K-08).
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
        self.then_all([Frame::Defences { left: victims }, Frame::Lose, Frame::Settle]);
        let hit_in_tokyo = self.batch.attack.and(victims).and(self.tokyo.seats());
        self.tell_round(Moment::HitInTokyo, hit_in_tokyo, 0);
    }

    /// Clockwise from the dealer's left, the dealer last.
    pub(crate) fn defences(&mut self, left: Seats) {
        let from = self.batch.by.unwrap_or(self.turn.seat);
        if let Some(seat) = left.clockwise_after(from).next() {
            self.then_all([
                Frame::Defend { seat, from: 0 },
                Frame::Defences { left: left.without(seat) },
            ]);
        }
    }

    /// One victim: what its cards do of themselves, and what it may do about it.
    pub(crate) fn defend(&mut self, seat: Seat, from: u8) {
        if self.damage_to(seat) == 0 {
            return;
        }
        if self.turn.shielded.has(seat) {
            return self.takes_no_damage(seat);
        }
        self.when_damage_comes(seat);
        if self.damage_to(seat) == 0 {
            return;
        }
        if self.any_offer(seat, HEARS.defence_offers, State::defence_offers) {
            self.then(Frame::Defend { seat, from });
            return self.ask(seat, Question::Defend, None);
        }
        self.last_defence(seat, from);
    }

    /// The next card that acts once the victim has done what it wanted; afterwards it may do more.
    fn last_defence(&mut self, seat: Seat, from: u8) {
        let Some((me, from)) = self.listener(seat, HEARS.before_i_lose_hearts, from) else {
            return;
        };
        self.then(Frame::Defend { seat, from });
        if let Some(act) = me.acts_as.power().before_i_lose_hearts {
            act(self, me);
        }
    }

    /// The damage on its way to this monster grows.
    pub(crate) fn extra_damage(&mut self, victim: Seat, amount: u8) {
        let coming = &mut self.state.batch.amount[victim.index()];
        *coming = coming.saturating_add(amount);
    }

    /// The damage on its way misses this monster.
    pub(crate) fn takes_no_damage(&mut self, seat: Seat) {
        self.batch.amount[seat.index()] = 0;
    }

    /// Tokens go with the damage on its way to this monster.
    pub(crate) fn damage_brings_tokens(&mut self, victim: Seat) {
        self.batch.marks = self.batch.marks.with(victim);
    }

    /// This monster loses no hearts for the rest of the turn.
    pub(crate) fn shield(&mut self, seat: Seat) {
        self.turn.shielded = self.turn.shielded.with(seat);
    }

    /// Reduces the damage on its way to this card's owner.
    pub(crate) fn prevent(&mut self, me: Me, amount: u8) {
        let seat = me.owner;
        let left = &mut self.state.batch.amount[seat.index()];
        let amount = amount.min(*left);
        *left -= amount;
        self.tell(Event::Prevented { seat, amount, card: me.card });
    }

    pub(crate) fn answer_defend(&mut self, seat: Seat, answer: Answer) {
        match (answer, self.stack.top()) {
            (Answer::Use(slot), _) => {
                if let Some(me) = self.me(seat, slot) {
                    self.tell_power(me, answer);
                }
            }
            (_, Some(Frame::Defend { seat, from })) => {
                self.state.stack.pop();
                self.last_defence(seat, from);
            }
            _ => {}
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
        let gaining = self.having(victims, HEARS.when_i_lose_hearts);
        if gaining.is_empty() && !by.is_some_and(|by| self.has_power(by, HEARS.when_i_wound)) {
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
                self.when_i_wound(by, victim);
            }
            self.when_i_lose_hearts(victim, lost[victim.index()]);
        }
    }
}

impl State {
    /// Who has damage coming.
    #[inline]
    pub(crate) fn victims(&self) -> Seats {
        let [a, b, c, d, e, f] = self.batch.amount;
        let amounts = u64::from_le_bytes([a, b, c, d, e, f, 0, 0]);
        // The highest bit of each byte that is not 0; the multiplication brings them together.
        let low = 0x7f7f_7f7f_7f7f_7f7f;
        let hit = (((amounts & low) + low) | amounts) & !low;
        self.living.and(Seats((hit.wrapping_mul(0x0002_0408_1020_4081) >> 56) as u8))
    }

    /// The damage on its way to this monster.
    #[inline]
    pub(crate) const fn damage_to(&self, seat: Seat) -> u8 {
        self.batch.amount[seat as usize]
    }
}
