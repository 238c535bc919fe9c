//! A card is a constant: numbers, and what it does at certain moments, each in the card's own voice.

use crate::answer::{Answer, Answers};
use crate::card::{Card, Keeps};
use crate::cards::POWERS;
use crate::dice::{Dice, Face};
use crate::game::Game;
use crate::monster::HEARTS;
use crate::seat::{Seat, Seats};
use crate::state::{Frame, Gain, Given, Me, State};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Keep cards stay with their owner, discard cards work once (C-11).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[allow(missing_docs, reason = "the two kinds of card")]
pub enum Kind {
    Keep,
    Discard,
}

/// Something the card does.
pub(crate) type Act = fn(&mut Game<'_>, Me);

/// What an end-of-turn effect looks at and changes: two effects may be ordered by their owner only if it matters.
#[derive(Clone, Copy)]
pub(crate) struct Ending {
    /// Its place in the usual order.
    pub(crate) order: u8,
    /// What it looks at.
    pub(crate) reads: u8,
    /// What it changes.
    pub(crate) writes: u8,
}

impl Ending {
    /// An effect that has nothing to do with any other.
    pub(crate) const ALONE: Ending =
        Ending { order: 0, reads: stake::NOTHING, writes: stake::NOTHING };
}

/// What end-of-turn effects look at and change.
pub(crate) mod stake {
    pub(crate) const NOTHING: u8 = 0;
    pub(crate) const STARS: u8 = 1;
    pub(crate) const ENERGY: u8 = 2;
    pub(crate) const CARDS: u8 = 4;
}

/// The keep cards for which a condition on their power holds, worked out by the compiler.
macro_rules! cards_where {
    (|$power:ident| $holds:expr) => {{
        let (mut set, mut card) = (0, 0);
        while card < crate::card::KEEP_CARDS {
            let $power = POWERS[card];
            if $holds {
                set |= 1 << card
            }
            card += 1;
        }
        Keeps(set)
    }};
}

/// Declares everything that a card can say. One line here makes the field of [`Power`] and its default, the set of cards
/// that say it (in [`HEARS`]), and the way in which a chapter tells them: `game.when_i_attack(seat)`.
macro_rules! vocabulary {
    (
        numbers { $($(#[$number_doc:meta])* $number:ident;)+ }
        amounts { $($(#[$amount_doc:meta])* $amount:ident;)+ }
        moments { $($(#[$moment_doc:meta])* $moment:ident($($arg:ident: $type:ty),*);)+ }
        rounds { $($(#[$round_doc:meta])* $Round:ident $round:ident;)+ }
        offers { $($(#[$offer_doc:meta])* $offer:ident($($given:ident: $kind:ty),*);)+ }
        heard { $($(#[$heard_doc:meta])* $heard:ident: $form:ty;)+ }
        parts { $($(#[$part_doc:meta])* $part:ident: $shape:ty;)+ }
    ) => {
        /// What is printed on a card. Everything that is not said is nothing.
        #[derive(Clone, Copy)]
        pub(crate) struct Power {
            /// First and second edition.
            pub(crate) titles: [&'static str; 2],
            pub(crate) prices: [u8; 2],
            /// What lies on it when it is new.
            pub(crate) counters: u8,
            /// A second copy in the same hands adds nothing.
            pub(crate) a_copy_adds_nothing: bool,
            $($(#[$number_doc])* pub(crate) $number: u8,)+
            $($(#[$amount_doc])* pub(crate) $amount: Option<fn(&State, Me) -> u8>,)+
            $($(#[$moment_doc])* pub(crate) $moment: Option<fn(&mut Game<'_>, Me $(, $type)*)>,)+
            $($(#[$round_doc])* pub(crate) $round: Option<Act>,)+
            $($(#[$offer_doc])* pub(crate) $offer: Option<fn(&State, Me, $($kind,)* &mut Answers)>,)+
            $($(#[$heard_doc])* pub(crate) $heard: Option<$form>,)+
            $($(#[$part_doc])* pub(crate) $part: Option<$shape>,)+
        }

        impl Power {
            const NOTHING: Power = Power {
                titles: [""; 2],
                prices: [0; 2],
                counters: 0,
                a_copy_adds_nothing: false,
                $($number: 0,)+
                $($amount: None,)+
                $($moment: None,)+
                $($round: None,)+
                $($offer: None,)+
                $($heard: None,)+
                $($part: None,)+
            };
        }

        /// For everything that a card can say, the keep cards that say it.
        pub(crate) struct Hears {
            $(pub(crate) $number: Keeps,)+
            $(pub(crate) $amount: Keeps,)+
            $(pub(crate) $moment: Keeps,)+
            $(pub(crate) $round: Keeps,)+
            $(pub(crate) $offer: Keeps,)+
            $(pub(crate) $heard: Keeps,)+
        }

        pub(crate) const HEARS: Hears = Hears {
            $($number: cards_where!(|power| power.$number != 0),)+
            $($amount: cards_where!(|power| power.$amount.is_some()),)+
            $($moment: cards_where!(|power| power.$moment.is_some()),)+
            $($round: cards_where!(|power| power.$round.is_some()),)+
            $($offer: cards_where!(|power| power.$offer.is_some()),)+
            $($heard: cards_where!(|power| power.$heard.is_some()),)+
        };

        /// A moment at which cards may ask their owners something: they hear of it one after the other.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
        pub(crate) enum Moment { $($(#[$round_doc])* $Round,)+ }

        impl Moment {
            pub(crate) const fn hears(self) -> Keeps {
                match self { $(Moment::$Round => HEARS.$round,)+ }
            }

            fn act(self, power: &Power) -> Option<Act> {
                match self { $(Moment::$Round => power.$round,)+ }
            }
        }

        impl State {
            $(
                /// The sum over the powers of this monster.
                #[inline]
                pub(crate) fn $amount(&self, seat: Seat) -> u8 {
                    #[inline(never)]
                    fn sum(state: &State, seat: Seat) -> u8 {
                        let powers = state.powers(seat, HEARS.$amount);
                        powers.map(|me| me.acts_as.power().$amount.map_or(0, |amount| amount(state, me))).sum()
                    }
                    if self.has_power(seat, HEARS.$amount) { sum(self, seat) } else { 0 }
                }
            )+
            $(
                /// Lists what the powers of this monster offer.
                #[inline]
                pub(crate) fn $offer(&self, seat: Seat, $($given: $kind,)* answers: &mut Answers) {
                    #[inline(never)]
                    fn list(state: &State, seat: Seat, $($given: $kind,)* answers: &mut Answers) {
                        for me in state.powers(seat, HEARS.$offer) {
                            if let Some(offer) = me.acts_as.power().$offer {
                                offer(state, me, $($given,)* answers);
                            }
                        }
                    }
                    if self.has_power(seat, HEARS.$offer) { list(self, seat, $($given,)* answers) }
                }
            )+
        }

        impl Game<'_> {
            $(
                /// Tells the powers of this monster.
                #[inline]
                pub(crate) fn $moment(&mut self, seat: Seat $(, $arg: $type)*) {
                    #[inline(never)]
                    fn tell(game: &mut Game<'_>, seat: Seat $(, $arg: $type)*) {
                        for me in game.powers(seat, HEARS.$moment) {
                            if let Some(act) = me.acts_as.power().$moment {
                                act(game, me $(, $arg)*);
                            }
                        }
                    }
                    if self.has_power(seat, HEARS.$moment) { tell(self, seat $(, $arg)*) }
                }
            )+
        }
    };
}

vocabulary! {
    numbers {
        /// Dice more in each turn.
        dice;
        /// Rerolls more in each turn.
        rerolls;
        /// How much less cards cost.
        discount;
        /// How much higher the maximum of hearts is.
        hearts_max;
        /// How much larger every gain of energy is.
        energy_bonus;
        /// How much larger every healing of one's own is.
        heal_bonus;
    }
    amounts {
        /// Stars for the dice as a whole.
        scores;
        /// Claws, or damage, that come with every roll.
        adds_always;
        /// Claws, or damage, that come with a roll that holds a claw.
        adds_to_claws;
    }
    moments {
        /// The owner buys a card.
        when_i_buy();
        /// The owner has scored three or more of a number.
        when_i_score(face: Face);
        /// The owner gives some of its rolled hearts to this monster.
        when_i_give_hearts(patient: Seat, hearts: u8);
        /// The owner attacks: its claws are counted and the damage is on its way.
        when_i_attack();
        /// The damage of the owner's attack has been dealt.
        after_my_attack();
        /// Damage is on its way to the owner. Told anew whenever some of it has been averted.
        when_damage_comes();
        /// The owner's dice have cost this monster hearts.
        when_i_wound(victim: Seat);
        /// The owner has lost this many hearts at once.
        when_i_lose_hearts(lost: u8);
        /// Some monster has reached 0 hearts.
        when_someone_falls();
        /// This keep card has come into the owner's hands.
        when_i_come_to_hold(card: Card);
        /// This keep card has left play, whoever held it.
        when_a_card_leaves_play(card: Card);
    }
    rounds {
        /// Another monster has finished rolling.
        AnotherRolled when_another_has_rolled;
        /// An attack is about to hurt the owner in Tokyo (Y-04).
        HitInTokyo before_i_am_hit_in_tokyo;
        /// The owner has yielded to an attacker who is about to move in (P-25).
        MadeRoom when_i_yield_tokyo;
        /// Cards have been turned up in the market while another monster buys.
        CardsAppeared when_cards_appear;
    }
    offers {
        at_start_offers();
        rolling_offers();
        /// Changes of the dice of the turn, once rolling is over.
        dice_offers(dice: Dice);
        /// Changes of dice that were thrown for a card of the owner.
        aside_offers(dice: Dice);
        /// What can be done against damage that is on its way.
        defence_offers();
        shop_offers();
        /// What can be done at any question.
        any_time_offers();
    }
    heard {
        /// The card has left its owner, or is not copied any more.
        when_lost: Act;
        /// At the start of the owner's turn, before its first throw.
        at_my_turn_start: Act;
        /// At the end of the owner's turn.
        at_my_turn_end: Act;
        /// Whom the owner's attack reaches, wherever they stand.
        my_attack_reaches: fn(&State, Me) -> Seats;
        /// To whom the owner may give rolled hearts, beside those already given.
        patients: fn(&State, Me, Given) -> Seats;
        /// The owner is about to lose hearts and has done what it wanted against it.
        before_i_lose_hearts: Act;
        /// The owner has reached 0 hearts and goes on all the same.
        when_i_fall: Act;
    }
    parts {
        /// The card has come to its owner, or is copied from now on.
        when_gained: fn(&mut Game<'_>, Me, Gain);
        /// Whether it has anything to do at the start or the end of this turn.
        only_if: fn(&State, Me) -> bool;
        /// How its effect at the end of the turn goes with others.
        ending: Ending;
        /// The dice that were thrown for the card lie there and will not change any more.
        thrown: fn(&mut Game<'_>, Me, Dice);
        /// The answers to a question that the card itself asks.
        own_answers: fn(&State, Me, &mut Answers);
        /// The owner has given an answer that names this card, or that answers its question.
        answered: fn(&mut Game<'_>, Me, Answer);
    }
}

impl Power {
    /// A card with this title and price in both editions.
    pub(crate) const fn card(title: &'static str, price: u8) -> Power {
        Power { titles: [title; 2], prices: [price; 2], ..Power::NOTHING }
    }
}

/// A second copy in the same hands adds nothing.
const ONCE: Keeps = cards_where!(|power| power.a_copy_adds_nothing);

/// The most hearts that a monster can have: with every card that adds to them, and the best of these copied.
pub(crate) const HEARTS_WITH_CARDS: u8 = {
    let (mut all, mut best, mut card) = (0, 0, 0);
    while card < crate::card::KEEP_CARDS {
        let more = POWERS[card].hearts_max;
        all += more;
        best = if best < more { more } else { best };
        card += 1;
    }
    HEARTS + all + best
};

/// The one card that acts as another: only the iterator of powers knows it, and whoever asks on its behalf.
pub(crate) const COPIER: Card = Card::Mimic;
const COPIES: Keeps = Keeps::one(COPIER);

/// The powers of one owner that listen to a moment; the copied one comes last.
#[derive(Clone, Copy)]
pub(crate) struct Powers {
    owner: Seat,
    cards: u64,
    copy: Option<Card>,
}

impl Iterator for Powers {
    type Item = Me;

    #[inline]
    fn next(&mut self) -> Option<Me> {
        if self.cards != 0 {
            let card = Card::ALL[self.cards.trailing_zeros() as usize];
            self.cards &= self.cards - 1;
            return Some(Me { owner: self.owner, card, acts_as: card });
        }
        self.copy.take().map(|acts_as| Me { owner: self.owner, card: COPIER, acts_as })
    }
}

impl Powers {
    /// Those from this place on, and no others.
    #[inline]
    fn from(self, place: u8) -> Powers {
        if place < COPY {
            Powers { cards: self.cards & u64::MAX << place, ..self }
        } else {
            Powers { cards: 0, copy: None, ..self }
        }
    }
}

/// The place after the last one in a telling: the copied power has been told.
const COPY: u8 = 64;

/// The place in a telling after this card; what the copying card copies comes last.
pub(crate) fn place_after(slot: Card) -> u8 {
    if slot == COPIER { COPY } else { slot as u8 + 1 }
}

impl Game<'_> {
    /// Cards of these monsters hear of a moment, one after the other; `note` says more about it.
    #[inline]
    pub(crate) fn tell_round(&mut self, moment: Moment, seats: Seats, note: u8) {
        if seats.is_empty() {
            return;
        }
        let left = self.having(seats, moment.hears());
        if !left.is_empty() {
            // Nobody is being told yet.
            self.then(Frame::Tell { moment, seat: self.turn.seat, from: COPY, left, note });
        }
    }

    /// The next card hears of it. What it starts comes first.
    #[inline(never)]
    pub(crate) fn tell_next(&mut self, telling: Telling) {
        let Telling { moment, mut seat, mut from, mut left, note } = telling;
        loop {
            if let Some((me, from)) = self.listener(seat, moment.hears(), from) {
                self.then(Frame::Tell { moment, seat, from, left, note });
                if let Some(act) = moment.act(me.acts_as.power()) {
                    act(self, me);
                }
                return;
            }
            let Some(next) = self.next_to_hear(moment, left) else { return };
            (seat, from, left) = (next, 0, left.without(next));
        }
    }

    /// The card that has just heard of a moment hears of it again.
    pub(crate) fn tell_again(&mut self, slot: Option<Card>) {
        if let (Some(Frame::Tell { moment, seat, left, note, .. }), Some(slot)) =
            (self.stack.top(), slot)
        {
            let from = if slot == COPIER { COPY - 1 } else { slot as u8 };
            self.state.stack.pop();
            self.then(Frame::Tell { moment, seat, from, left, note });
        }
    }
}

/// A round of telling: of what, who hears of it now and from which place on, who is left, and what else there is to say.
#[derive(Clone, Copy)]
pub(crate) struct Telling {
    pub(crate) moment: Moment,
    pub(crate) seat: Seat,
    pub(crate) from: u8,
    pub(crate) left: Seats,
    pub(crate) note: u8,
}

impl State {
    /// City before Bay in Tokyo, otherwise clockwise from the active monster.
    fn next_to_hear(&self, moment: Moment, left: Seats) -> Option<Seat> {
        match moment {
            Moment::AnotherRolled | Moment::CardsAppeared => {
                left.clockwise_after(self.turn.seat).next()
            }
            Moment::HitInTokyo => self.tokyo.first_of(left),
            Moment::MadeRoom => {
                let left_by_choice = self.turn.left.into_iter().flatten();
                left_by_choice.filter(|_| self.attacker_moves_in()).find(|seat| left.has(*seat))
            }
        }
    }

    /// The first power of `seat` among `listening` from this place on, and the place after it.
    pub(crate) fn listener(&self, seat: Seat, listening: Keeps, from: u8) -> Option<(Me, u8)> {
        let me = self.powers(seat, listening).from(from).next()?;
        Some((me, if me.card == me.acts_as { me.card as u8 + 1 } else { COPY }))
    }

    /// What cards add to each healing of a monster's own.
    pub(crate) fn heal_bonus(&self, seat: Seat) -> u8 {
        self.sum(seat, HEARS.heal_bonus, |power| power.heal_bonus)
    }

    /// How many copies of this text its owner has, all of which act as one; `None` for all but the first of them.
    pub(crate) fn copies_as_one(&self, me: Me) -> Option<u8> {
        let mut same = self.powers(me.owner, Keeps::one(me.acts_as));
        let count = same.count() as u8;
        (same.next() == Some(me)).then_some(count)
    }

    /// The powers of `seat` among `listening`.
    #[inline]
    pub(crate) fn powers(&self, seat: Seat, listening: Keeps) -> Powers {
        let held = self.monster(seat).cards;
        let copy = if held.has(COPIER) {
            self.copied.filter(|card| listening.has(*card) && !(ONCE.has(*card) && held.has(*card)))
        } else {
            None
        };
        Powers { owner: seat, cards: held.0 & listening.0, copy }
    }

    /// Whether `seat` has a power among `listening`.
    #[inline]
    pub(crate) fn has_power(&self, seat: Seat, listening: Keeps) -> bool {
        let held = self.monster(seat).cards;
        // Most monsters hold neither.
        held.0 & (listening.0 | COPIES.0) != 0
            && (held.0 & listening.0 != 0
                || held.has(COPIER) && self.copied.is_some_and(|card| listening.has(card)))
    }

    /// Those of `seats` that have a power among `listening`.
    #[inline]
    pub(crate) fn having(&self, seats: Seats, listening: Keeps) -> Seats {
        // Most cards lie in the deck or on the discard pile: nobody holds these, and nobody copies them.
        if listening.0 & !self.deck.or(self.discards).keeps().0 == 0 {
            return Seats::NONE;
        }
        seats.iter().filter(|seat| self.has_power(*seat, listening)).collect()
    }

    /// Whether a power of `seat` among `listening` offers anything.
    #[inline]
    pub(crate) fn any_offer(
        &self,
        seat: Seat,
        listening: Keeps,
        list: fn(&State, Seat, &mut Answers),
    ) -> bool {
        self.has_power(seat, listening) && self.lists_any(seat, list)
    }

    #[inline(never)]
    fn lists_any(&self, seat: Seat, list: fn(&State, Seat, &mut Answers)) -> bool {
        let mut offers = Answers::default();
        list(self, seat, &mut offers);
        !offers.is_empty()
    }

    /// The sum of a number over the powers of `seat` among `listening`.
    #[inline]
    pub(crate) fn sum(&self, seat: Seat, listening: Keeps, number: fn(&Power) -> u8) -> u8 {
        if self.monster(seat).cards.0 & (listening.0 | COPIES.0) == 0 {
            return 0;
        }
        self.powers(seat, listening).map(|me| number(me.acts_as.power())).sum()
    }

    /// The most hearts this monster can have (C-09).
    #[inline]
    pub fn hearts_max(&self, seat: Seat) -> u8 {
        let more = self.sum(seat, HEARS.hearts_max, |power| power.hearts_max);
        HEARTS + more.min(self.rules.more_hearts_at_most())
    }

    /// The power at work in this card of `owner`.
    pub(crate) fn me(&self, owner: Seat, card: Card) -> Option<Me> {
        let acts_as = if card == COPIER { self.copied? } else { card };
        Some(Me { owner, card, acts_as })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A flag that only one card has is that card in disguise: what it does belongs into its file.
    #[test]
    fn no_flag_is_a_card_in_disguise() {
        assert!(1 < ONCE.len(), "`once` is said by {ONCE:?}");
    }
}
