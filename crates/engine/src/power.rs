//! A card is a constant: numbers, and what it does at certain moments, each in the card's own voice.

use crate::answer::{Answer, Answers};
use crate::card::{Card, Keeps};
use crate::cards::POWERS;
use crate::dice::Dice;
use crate::game::Game;
use crate::seat::{Seat, Seats};
use crate::state::{Gain, Me, State};
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
/// Answers that the card adds to a question.
pub(crate) type Offer = fn(&State, Me, &mut Answers);
/// A number that depends on the game.
pub(crate) type Amount = fn(&State, Me) -> u8;

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

/// What end-of-turn effects look at and change.
pub(crate) mod stake {
    pub(crate) const NOTHING: u8 = 0;
    pub(crate) const STARS: u8 = 1;
    pub(crate) const ENERGY: u8 = 2;
    pub(crate) const CARDS: u8 = 4;
}

/// What is printed on a card. Everything that is not said is nothing.
#[derive(Clone, Copy)]
pub(crate) struct Power {
    /// First and second edition.
    pub(crate) titles: [&'static str; 2],
    pub(crate) prices: [u8; 2],
    pub(crate) texts: [&'static str; 2],

    // Numbers that hold while the card is held.
    pub(crate) dice: u8,
    pub(crate) rerolls: u8,
    pub(crate) discount: u8,
    pub(crate) hearts_max: u8,
    /// Every gain of energy is so much larger.
    pub(crate) energy_bonus: u8,
    /// Every healing of one's own is so much larger.
    pub(crate) heal_bonus: u8,
    /// A packet of exactly one damage is ignored.
    pub(crate) ignores_one: bool,
    /// Whoever yields loses no hearts to the attack.
    pub(crate) flees: bool,
    /// The attack reaches every other monster.
    pub(crate) hits_everyone: bool,
    /// Rolled hearts may heal others, for a fee.
    pub(crate) treats: bool,
    /// Acts as another card.
    pub(crate) copies: bool,
    /// May buy cards as they are revealed.
    pub(crate) buys_revealed: bool,
    /// May have one die of another monster's finished roll thrown again.
    pub(crate) probes: bool,
    /// Throws a die for each heart about to be lost; hearts save.
    pub(crate) saves_by_dice: bool,
    /// What the monster moving in loses when the owner yields.
    pub(crate) bite: u8,
    /// A second copy in the same hands adds nothing.
    pub(crate) once: bool,

    // Moments.
    pub(crate) when_gained: Option<fn(&mut Game<'_>, Me, Gain)>,
    pub(crate) when_lost: Option<Act>,
    pub(crate) when_i_buy: Option<Act>,
    pub(crate) at_my_turn_start: Option<Act>,
    /// Whether it has anything to do at the start or the end of this turn.
    pub(crate) only_if: Option<fn(&State, Me) -> bool>,
    pub(crate) at_my_turn_end: Option<Act>,
    pub(crate) ending: Option<Ending>,
    /// The owner has scored three or more of a number.
    pub(crate) when_i_score: Option<fn(&mut Game<'_>, Me, crate::dice::Face)>,
    /// Stars for the dice as a whole.
    pub(crate) scores: Option<Amount>,
    /// Claws, or damage, that come with every roll.
    pub(crate) adds_always: Option<Amount>,
    /// Claws, or damage, that come with a roll that holds a claw.
    pub(crate) adds_to_claws: Option<Amount>,
    /// The owner attacks: its claws are counted and the damage is on its way.
    pub(crate) when_i_attack: Option<Act>,
    /// The damage of the owner's attack has been dealt.
    pub(crate) after_my_attack: Option<Act>,
    /// The owner's dice have cost this monster hearts.
    pub(crate) when_i_wound: Option<fn(&mut Game<'_>, Me, Seat)>,
    /// The owner has lost so many hearts at once.
    pub(crate) when_i_lose_hearts: Option<fn(&mut Game<'_>, Me, u8)>,
    /// Some monster has reached 0 hearts.
    pub(crate) when_someone_falls: Option<Act>,
    /// The owner has reached 0 hearts and goes on all the same.
    pub(crate) when_i_fall: Option<Act>,

    // Offers, which add answers to a question that is asked anyway.
    pub(crate) at_start_offers: Option<Offer>,
    pub(crate) rolling_offers: Option<Offer>,
    pub(crate) dice_offers: Option<fn(&State, Me, Dice, &mut Answers)>,
    pub(crate) aside_offers: Option<fn(&State, Me, Dice, &mut Answers)>,
    pub(crate) defence_offers: Option<Offer>,
    pub(crate) shop_offers: Option<Offer>,
    pub(crate) any_time_offers: Option<Offer>,
    /// The answers to a question that the card itself asks.
    pub(crate) own_answers: Option<Offer>,
    /// The owner has given an answer that names this card, or that answers its question.
    pub(crate) answered: Option<fn(&mut Game<'_>, Me, Answer)>,
}

impl Power {
    const NOTHING: Power = Power {
        titles: [""; 2],
        prices: [0; 2],
        texts: [""; 2],
        dice: 0,
        rerolls: 0,
        discount: 0,
        hearts_max: 0,
        energy_bonus: 0,
        heal_bonus: 0,
        ignores_one: false,
        flees: false,
        hits_everyone: false,
        treats: false,
        copies: false,
        buys_revealed: false,
        probes: false,
        saves_by_dice: false,
        bite: 0,
        once: false,
        when_gained: None,
        when_lost: None,
        when_i_buy: None,
        at_my_turn_start: None,
        only_if: None,
        at_my_turn_end: None,
        ending: None,
        when_i_score: None,
        scores: None,
        adds_always: None,
        adds_to_claws: None,
        when_i_attack: None,
        after_my_attack: None,
        when_i_wound: None,
        when_i_lose_hearts: None,
        when_someone_falls: None,
        when_i_fall: None,
        at_start_offers: None,
        rolling_offers: None,
        dice_offers: None,
        aside_offers: None,
        defence_offers: None,
        shop_offers: None,
        any_time_offers: None,
        own_answers: None,
        answered: None,
    };

    /// A card with this title, price and text in both editions.
    pub(crate) const fn card(title: &'static str, price: u8, text: &'static str) -> Power {
        Power { titles: [title; 2], prices: [price; 2], texts: [text; 2], ..Power::NOTHING }
    }
}

/// The keep cards for which a condition on their power holds, worked out by the compiler.
macro_rules! cards_where {
    ($name:ident, |$power:ident| $holds:expr) => {
        pub(crate) const $name: Keeps = {
            let (mut set, mut card) = (0, 0);
            while card < crate::card::KEEP_CARDS {
                let $power = POWERS[card];
                if $holds {
                    set |= 1 << card
                }
                card += 1;
            }
            Keeps(set)
        };
    };
}

cards_where!(DICE, |p| p.dice != 0);
cards_where!(REROLLS, |p| p.rerolls != 0);
cards_where!(DISCOUNT, |p| p.discount != 0);
cards_where!(HEARTS_MAX, |p| p.hearts_max != 0);
cards_where!(ENERGY_BONUS, |p| p.energy_bonus != 0);
cards_where!(HEAL_BONUS, |p| p.heal_bonus != 0);
cards_where!(IGNORES_ONE, |p| p.ignores_one);
cards_where!(FLEES, |p| p.flees);
cards_where!(HITS_EVERYONE, |p| p.hits_everyone);
cards_where!(TREATS, |p| p.treats);
cards_where!(COPIES, |p| p.copies);
cards_where!(BUYS_REVEALED, |p| p.buys_revealed);
cards_where!(PROBES, |p| p.probes);
cards_where!(SAVES_BY_DICE, |p| p.saves_by_dice);
cards_where!(BITE, |p| p.bite != 0);
cards_where!(ONCE, |p| p.once);
cards_where!(WHEN_LOST, |p| p.when_lost.is_some());
cards_where!(WHEN_I_BUY, |p| p.when_i_buy.is_some());
cards_where!(TURN_START, |p| p.at_my_turn_start.is_some());
cards_where!(TURN_END, |p| p.at_my_turn_end.is_some());
cards_where!(WHEN_I_SCORE, |p| p.when_i_score.is_some());
cards_where!(SCORES, |p| p.scores.is_some());
cards_where!(ADDS_ALWAYS, |p| p.adds_always.is_some());
cards_where!(ADDS_TO_CLAWS, |p| p.adds_to_claws.is_some());
cards_where!(WHEN_I_ATTACK, |p| p.when_i_attack.is_some());
cards_where!(AFTER_MY_ATTACK, |p| p.after_my_attack.is_some());
cards_where!(WHEN_I_WOUND, |p| p.when_i_wound.is_some());
cards_where!(WHEN_I_LOSE_HEARTS, |p| p.when_i_lose_hearts.is_some());
cards_where!(WHEN_SOMEONE_FALLS, |p| p.when_someone_falls.is_some());
cards_where!(WHEN_I_FALL, |p| p.when_i_fall.is_some());
cards_where!(AT_START_OFFERS, |p| p.at_start_offers.is_some());
cards_where!(ROLLING_OFFERS, |p| p.rolling_offers.is_some());
cards_where!(DICE_OFFERS, |p| p.dice_offers.is_some());
cards_where!(ASIDE_OFFERS, |p| p.aside_offers.is_some());
cards_where!(DEFENCE_OFFERS, |p| p.defence_offers.is_some());
cards_where!(SHOP_OFFERS, |p| p.shop_offers.is_some());
cards_where!(ANY_TIME_OFFERS, |p| p.any_time_offers.is_some());
cards_where!(ADDS, |p| p.adds_always.is_some() || p.adds_to_claws.is_some());
cards_where!(AT_START, |p| p.at_start_offers.is_some() || p.at_my_turn_start.is_some());

/// The one card that acts as another.
pub(crate) const COPIER: Card = Card::ALL[COPIES.0.trailing_zeros() as usize];

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
            return Some(Me { owner: self.owner, slot: card, face: card });
        }
        self.copy.take().map(|face| Me { owner: self.owner, slot: COPIER, face })
    }
}

impl State {
    /// The powers of `seat` among `listening`.
    #[inline]
    pub(crate) fn powers(&self, seat: Seat, listening: Keeps) -> Powers {
        let held = self.monster(seat).cards;
        let copy = if held.has(COPIER) {
            self.copied.filter(|face| listening.has(*face) && !(ONCE.has(*face) && held.has(*face)))
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
                || held.has(COPIER) && self.copied.is_some_and(|face| listening.has(face)))
    }

    /// Those of `seats` that have a power among `listening`.
    #[inline]
    pub(crate) fn having(&self, seats: Seats, listening: Keeps) -> Seats {
        let in_play = self.monsters.iter().fold(0, |cards, monster| cards | monster.cards.0);
        if in_play & (listening.0 | COPIES.0) == 0 {
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
        self.powers(seat, listening).map(|me| number(me.face.power())).sum()
    }

    /// The most hearts this monster can have (C-09).
    #[inline]
    pub fn hearts_max(&self, seat: Seat) -> u8 {
        let most = 10 + self.sum(seat, HEARTS_MAX, |power| power.hearts_max);
        match self.rules.even_bigger_ceiling {
            crate::rules::EvenBiggerCeiling::Stacks => most,
            crate::rules::EvenBiggerCeiling::Twelve => most.min(12),
        }
    }

    /// What this card costs this monster.
    #[inline]
    pub fn price(&self, seat: Seat, card: Card) -> u8 {
        card.price(&self.rules).saturating_sub(self.sum(seat, DISCOUNT, |power| power.discount))
    }

    /// The power at work in this card of `owner`.
    pub(crate) fn me(&self, owner: Seat, slot: Card) -> Option<Me> {
        let face = if slot == COPIER { self.copied? } else { slot };
        Some(Me { owner, slot, face })
    }
}
