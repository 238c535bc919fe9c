//! What a monster gains, pays and holds: stars, energy, hearts, and the coming and going of its keep cards.

use crate::card::{Card, Keeps};
use crate::event::{Cause, Event, Token};
use crate::game::Game;
use crate::power::HEARS;
use crate::seat::Seat;
use crate::state::{Gain, Me, Monster};

/// The hearts of a monster at the beginning, and the most it has without cards (C-09).
pub const HEARTS: u8 = 10;

/// The dial ends here (C-10).
pub const STARS_MAX: u8 = 20;

impl Game<'_> {
    /// C-10: never above 20. Whoever reaches 20 first is remembered (V-05).
    pub(crate) fn gain_stars(&mut self, seat: Seat, stars: u8, why: Cause) {
        let from = self.monster(seat).stars;
        let to = from.saturating_add(stars).min(STARS_MAX);
        if from == to {
            return;
        }
        if to == STARS_MAX {
            self.crowns = self.crowns.saturating_add(1);
            self.monsters[seat.index()].crown = self.crowns;
        }
        self.monsters[seat.index()].stars = to;
        self.tell(Event::Stars { seat, from, to, why });
    }

    /// C-10: never below 0.
    pub(crate) fn lose_stars(&mut self, seat: Seat, stars: u8, why: Cause) {
        let from = self.monster(seat).stars;
        let to = from.saturating_sub(stars);
        if from == to {
            return;
        }
        self.monsters[seat.index()].crown = 0;
        self.monsters[seat.index()].stars = to;
        self.tell(Event::Stars { seat, from, to, why });
    }

    /// A gain of energy, with what cards add to it; nothing gained is not a gain.
    pub(crate) fn gain_energy(&mut self, seat: Seat, energy: u8, why: Cause) {
        if 0 < energy {
            let bonus = self.sum(seat, HEARS.energy_bonus, |power| power.energy_bonus);
            self.receive_energy(seat, energy.saturating_add(bonus), why);
        }
    }

    /// Energy that comes back to its owner: no card adds to it (P-20).
    pub(crate) fn receive_energy(&mut self, seat: Seat, energy: u8, why: Cause) {
        let from = self.monster(seat).energy;
        let to = from.saturating_add(energy);
        self.monsters[seat.index()].energy = to;
        if from != to {
            self.tell(Event::Energy { seat, from, to, why });
        }
    }

    /// Energy is lost to a card.
    pub(crate) fn lose_energy(&mut self, seat: Seat, energy: u8, why: Cause) {
        let from = self.monster(seat).energy;
        let to = from.saturating_sub(energy);
        self.monsters[seat.index()].energy = to;
        if from != to {
            self.tell(Event::Energy { seat, from, to, why });
        }
    }

    /// Pays energy.
    pub(crate) fn pay(&mut self, seat: Seat, energy: u8) {
        self.lose_energy(seat, energy, Cause::Payment);
    }

    /// A healing of one's own, with what cards add to it, never above the maximum (C-09).
    pub(crate) fn heal(&mut self, seat: Seat, hearts: u8, why: Cause) {
        let from = self.monster(seat).hearts;
        let most = self.hearts_max(seat);
        if hearts == 0 || most <= from {
            return;
        }
        let bonus = self.heal_bonus(seat);
        let to = from.saturating_add(hearts).saturating_add(bonus).min(most);
        self.monsters[seat.index()].hearts = to;
        self.tell(Event::Healed { seat, from, to, why });
    }

    /// Hearts lost without damage (G-10).
    pub(crate) fn lose_hearts(&mut self, seat: Seat, hearts: u8, why: Cause) {
        let from = self.monster(seat).hearts;
        let to = from.saturating_sub(hearts);
        self.monsters[seat.index()].hearts = to;
        self.fell |= to == 0;
        if from != to {
            self.tell(Event::LostHearts { seat, from, to, why });
        }
    }

    /// Changes what lies on a card.
    pub(crate) fn set_counter(&mut self, me: Me, to: u8) {
        let from = self.counters[me.card.index()];
        self.counters[me.card.index()] = to;
        if from != to {
            self.tell(Event::Counter { seat: me.owner, card: me.card, from, to });
        }
    }

    /// Uses a card that works once a turn.
    pub(crate) fn use_up(&mut self, me: Me) {
        self.turn.used = self.turn.used.with(me.card);
        self.tell(Event::Used { seat: me.owner, card: me.card });
    }

    /// What was used of this card in this turn is forgotten.
    pub(crate) fn may_be_used_again(&mut self, card: Card) {
        self.turn.used = self.turn.used.without(card);
    }

    /// The card's offer of the start of the turn is taken, which can be done once.
    pub(crate) fn takes_its_offer(&mut self, me: Me) {
        self.turn.taken = self.turn.taken.with(me.card);
    }

    /// The card and its copy in the same hands act at the same time (P-21): none of them acts again in this step. How many
    /// there are.
    pub(crate) fn all_copies_at_once(&mut self, me: Me) -> u8 {
        let copies = self.powers(me.owner, Keeps::one(me.acts_as));
        for copy in copies {
            self.turn.used = self.turn.used.with(copy.card);
        }
        copies.count() as u8
    }

    /// A keep card comes to its owner. What it does on coming happens apart.
    pub(crate) fn hold(&mut self, seat: Seat, card: Card, price: u8) {
        let cards = self.monster(seat).cards.with(card);
        self.monsters[seat.index()].cards = cards;
        self.paid[card.index()] = price;
        self.when_i_come_to_hold(seat, card);
    }

    /// This power's card goes to the discard pile. Of a copy, that is the copying card (S14).
    pub(crate) fn discard(&mut self, me: Me) {
        self.discard_card(me.owner, me.card);
    }

    /// A keep card goes from its owner to the discard pile.
    pub(crate) fn discard_card(&mut self, seat: Seat, card: Card) {
        if !self.monster(seat).cards.has(card) {
            return;
        }
        self.let_go(seat, card);
        self.leave_play(card);
        self.discards = self.discards.with(card);
        self.tell(Event::Discarded { seat, card });
    }

    /// The one way by which a keep card leaves its owner, whatever the reason. What lies on it stays on it.
    pub(crate) fn let_go(&mut self, seat: Seat, card: Card) {
        let cards = self.monster(seat).cards.without(card);
        self.monsters[seat.index()].cards = cards;
        self.paid[card.index()] = 0;
        if HEARS.when_lost.has(card)
            && let Some(act) = card.power().when_lost
        {
            act(self, Me { owner: seat, card, acts_as: card });
        }
    }

    /// A keep card leaves play: nothing lies on it any more.
    fn leave_play(&mut self, card: Card) {
        self.counters[card.index()] = 0;
        self.may_be_used_again(card);
        for seat in self.having(self.living, HEARS.when_a_card_leaves_play).iter() {
            self.when_a_card_leaves_play(seat, card);
        }
    }

    /// A power begins to work (M-08).
    pub(crate) fn begins(&mut self, me: Me, how: Gain) {
        let power = me.acts_as.power();
        // While rolling its rerolls count at once; the number of dice is fixed by then.
        if 0 < power.rerolls && self.is_rolling(me.owner) {
            self.turn.rerolls = self.turn.rerolls.saturating_add(power.rerolls);
        }
        if let Some(when) = power.when_gained {
            when(self, me, how);
        }
    }

    /// One more token on a monster. The supply never runs out (C-06).
    pub(crate) fn add_token(&mut self, seat: Seat, token: Token) {
        self.set_tokens(seat, token, self.monster(seat).tokens(token).saturating_add(1));
    }

    /// One token fewer.
    pub(crate) fn remove_token(&mut self, seat: Seat, token: Token) {
        self.set_tokens(seat, token, self.monster(seat).tokens(token).saturating_sub(1));
    }

    fn set_tokens(&mut self, seat: Seat, token: Token, to: u8) {
        let monster = &mut self.state.monsters[seat.index()];
        let tokens = match token {
            Token::Poison => &mut monster.poison,
            Token::Shrink => &mut monster.shrink,
        };
        let from = std::mem::replace(tokens, to);
        self.tell(Event::Tokens { seat, token, from, to });
    }
}

impl Monster {
    const fn tokens(&self, token: Token) -> u8 {
        match token {
            Token::Poison => self.poison,
            Token::Shrink => self.shrink,
        }
    }
}
