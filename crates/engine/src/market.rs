//! Buying cards (3.9): market, sweep, the top of the deck, other monsters' cards, and cards bought as they appear.

use crate::answer::{Answer, Answers};
use crate::card::{Card, Keeps};
use crate::event::{Cause, Event};
use crate::game::Game;
use crate::power::{HEARS, Kind, Moment};
use crate::question::{Place, Places, Question};
use crate::seat::{Seat, Seats};
use crate::state::{Frame, Gain, Me, Phase, State};
use crate::turn::{Step, Went};

/// What a sweep costs (M-03).
pub(crate) const SWEEP: u8 = 2;

impl Game<'_> {
    /// As often as wanted, in any order with sweeps.
    pub(crate) fn shopping(&mut self) -> Went {
        let seat = self.turn.seat;
        self.turn.phase = Phase::Buy;
        if self.has_wares(seat) {
            return self.wait(seat, Question::Shop);
        }
        self.nothing_used();
        Went::On
    }

    pub(crate) fn answer_shop(&mut self, seat: Seat, answer: Answer) {
        match answer {
            Answer::Buy(place) => {
                if place != Place::Top {
                    self.cards_will_appear(Places::one(place));
                }
                self.buy(seat, place);
            }
            Answer::Sweep => {
                self.pay(seat, SWEEP);
                let cards = self.market.iter().flatten().copied().collect();
                self.discards = self.discards.or(cards);
                self.market = [None; 3];
                self.tell(Event::Swept { seat, cards });
                self.cards_will_appear(Places::MARKET);
                for place in [Place::Third, Place::Second, Place::First] {
                    self.then(Frame::Refill(place));
                }
            }
            Answer::Use(slot) => {
                if let Some(me) = self.me(seat, slot) {
                    self.tell_power(me, answer);
                }
            }
            _ => {
                self.nothing_used();
                self.go_to(Step::Ending);
            }
        }
    }

    /// Pays, takes the card, refills the place, and lets the card work (M-02, M-04).
    fn buy(&mut self, seat: Seat, place: Place) {
        let Some(card) = self.card_at(place) else { return };
        let price = self.price(seat, card);
        self.pay(seat, price);
        self.tell(Event::Bought { seat, card, place, price });
        // The card being bought is not yet among those that reward it.
        self.when_i_buy(seat);
        // the reward is an effect of its own, and may win before the card leaves its place.
        self.settle();
        if self.outcome.is_some() {
            return;
        }
        self.then(Frame::Gained { seat, card, how: Gain::Bought });
        if place == Place::Top {
            self.deck = self.deck.without(card);
            self.top = None;
            self.top_seen = Seats::NONE;
        } else {
            self.market[place as usize] = None;
            self.then(Frame::Refill(place));
        }
        if card.kind() == Kind::Keep {
            self.hold(seat, card, price);
        }
    }

    /// P-11: buys a keep card from the monster that holds it; what lies on it comes along.
    pub(crate) fn take(&mut self, seat: Seat, card: Card) {
        let Some(from) = self.owner(card) else { return };
        let price = self.price(seat, card);
        self.pay(seat, price);
        self.gain_energy(from, price, Cause::Payment);
        self.tell(Event::Taken { seat, from, card, price });
        self.when_i_buy(seat);
        // T-04: what the loss of the card does to its owner is settled before the card asks its new one anything.
        self.then_all([
            Frame::Settle,
            Frame::Gained { seat, card, how: Gain::FromAMonster },
            Frame::Settle,
        ]);
        self.let_go(from, card);
        self.hold(seat, card, price);
    }

    /// The card works: a discard card once, a keep card from now on (C-11, M-08).
    pub(crate) fn gained(&mut self, seat: Seat, card: Card, how: Gain) {
        if card.kind() == Kind::Discard {
            self.discards = self.discards.with(card);
        } else if !self.monster(seat).cards.has(card) {
            return;
        }
        let depth = self.stack.len();
        if self.living.has(seat) {
            // A copying card that changes hands is newly bought: it does what its own text says.
            self.begins(Me { owner: seat, card, acts_as: card }, how);
        }
        // What it has started, damage or a question, settles itself.
        if self.stack.len() == depth {
            self.settle();
        }
    }

    /// M-02, M-05: the top card of the deck, from a new deck if need be.
    pub(crate) fn refill(&mut self, place: Place) {
        if self.deck.is_empty() {
            if !self.rules.reshuffle_discards || self.discards.is_empty() {
                return;
            }
            self.deck = self.discards;
            self.discards = crate::card::CardSet::NONE;
            let cards = self.deck.len() as u8;
            self.tell(Event::Reshuffled { cards });
        }
        match self.top {
            Some(card) => self.reveal(place, card),
            None => self.then(Frame::Reveal(place)),
        }
    }

    /// A card of the deck becomes known: to all in the market, to the active player alone on top.
    pub(crate) fn reveal(&mut self, place: Place, card: Card) {
        if place == Place::Top {
            let seat = self.turn.seat;
            self.top = Some(card);
            self.top_seen = self.top_seen.with(seat);
            return self.tell(Event::Peeked { seat, card: Some(card) });
        }
        self.deck = self.deck.without(card);
        self.top = None;
        self.top_seen = Seats::NONE;
        self.market[place as usize] = Some(card);
        self.tell(Event::Revealed { place, card });
    }

    /// P-05: once these places are filled, cards of the other monsters hear of it.
    fn cards_will_appear(&mut self, places: Places) {
        self.tell_round(Moment::CardsAppeared, self.living.without(self.turn.seat), places.bits());
    }

    /// Buys a card that has just appeared. What is revealed in its place is fresh too, and everybody hears of all of it again.
    pub(crate) fn buy_fresh(&mut self, seat: Seat, place: Place) {
        let fresh = self.fresh();
        if let Some(Frame::Tell { .. }) = self.stack.top() {
            self.state.stack.pop();
        }
        self.cards_will_appear(fresh);
        self.buy(seat, place);
    }
}

impl State {
    /// What this card costs this monster.
    #[inline]
    pub fn price(&self, seat: Seat, card: Card) -> u8 {
        card.price(&self.rules)
            .saturating_sub(self.sum(seat, HEARS.discount, |power| power.discount))
    }

    /// Which of these places hold a card that this monster can pay.
    #[inline]
    pub(crate) fn affordable(&self, seat: Seat, places: Places) -> Places {
        let discount = self.sum(seat, HEARS.discount, |power| power.discount);
        let purse = self.monster(seat).energy.saturating_add(discount);
        let mut can = 0;
        for (place, card) in self.market.iter().enumerate() {
            let affords = card.is_some_and(|card| card.price(&self.rules) <= purse);
            can |= u8::from(affords) << place;
        }
        places.and(Places::from_bits(can))
    }

    #[inline]
    pub(crate) fn list_shop(&self, seat: Seat, answers: &mut Answers) {
        answers.one(Answer::Pass);
        self.list_wares(seat, answers);
    }

    /// Whether there is anything to do while buying.
    fn has_wares(&self, seat: Seat) -> bool {
        // With two energy the market can be swept, so nothing needs to be looked at.
        self.may_sweep(seat)
            || !self.monster(seat).cards.is_empty()
                && (self.has_offers(seat) || self.knows_an_offer(seat))
    }

    /// Whether this monster has seen a card that only it may buy. It is asked even if it cannot pay: otherwise the others
    /// would learn about the price of a card that they have not seen.
    fn knows_an_offer(&self, seat: Seat) -> bool {
        self.top.is_some() && self.top_seen.has(seat) && self.has_power(seat, HEARS.shop_offers)
    }

    #[inline(never)]
    fn has_offers(&self, seat: Seat) -> bool {
        let mut offers = Answers::default();
        self.list_wares(seat, &mut offers);
        !offers.is_empty()
    }

    /// M-03, M-06: for two energy, while at least one card is face up.
    #[inline]
    pub(crate) fn may_sweep(&self, seat: Seat) -> bool {
        SWEEP <= self.monster(seat).energy && self.market != [None; 3]
    }

    /// The places of the market whose cards this monster can pay.
    #[inline]
    pub(crate) fn wares(&self, seat: Seat) -> Places {
        self.affordable(seat, Places::MARKET)
    }

    #[inline]
    fn list_wares(&self, seat: Seat, answers: &mut Answers) {
        answers.buy(self.wares(seat));
        if self.may_sweep(seat) {
            answers.one(Answer::Sweep);
        }
        self.shop_offers(seat, answers);
    }

    /// The places of the market whose cards have just appeared.
    pub(crate) fn fresh(&self) -> Places {
        let told = |frame: &Frame| match frame {
            Frame::Tell { moment: Moment::CardsAppeared, note, .. } => {
                Some(Places::from_bits(*note))
            }
            _ => None,
        };
        self.stack.frames().iter().rev().find_map(told).unwrap_or_default()
    }

    /// The keep cards of other monsters that this one can pay; the copying card among them.
    pub(crate) fn takeable(&self, seat: Seat) -> Keeps {
        let energy = self.monster(seat).energy;
        self.living
            .without(seat)
            .iter()
            .flat_map(|other| self.monster(other).cards.iter())
            .filter(|card| self.price(seat, *card) <= energy)
            .fold(Keeps::NONE, Keeps::with)
    }
}
