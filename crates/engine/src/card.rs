//! The power cards as things: which one, and sets of them. What they do is in [`crate::cards`].

use crate::cards::POWERS;
pub use crate::cards::{CARDS, Card, KEEP_CARDS};
use crate::power::{HEARS, Kind, Power};
use crate::rules::{Edition, Rules};
use crate::sets::{ONES, bit_set, ones_in_eight};
#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::fmt;

impl Card {
    /// All cards: first the keep cards, then the discard cards, each by its second-edition title.
    pub const ALL: [Card; CARDS] = crate::cards::ALL;

    /// The number of this card in [`Card::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The card with this number in [`Card::ALL`].
    pub const fn at(number: usize) -> Option<Card> {
        if number < CARDS { Some(Card::ALL[number]) } else { None }
    }

    /// The card's identifier: `acid_attack`; a second copy has a number: `extra_head_2`.
    pub const fn id(self) -> &'static str {
        crate::cards::IDS[self as usize]
    }

    /// The card with this identifier.
    pub fn from_id(id: &str) -> Option<Card> {
        Card::ALL.into_iter().find(|card| card.id() == id)
    }

    /// The identifier of the title: both copies of Extra Head say `extra_head`.
    pub fn title_id(self) -> &'static str {
        self.id().trim_end_matches("_2")
    }

    /// What is printed on it.
    #[inline]
    pub(crate) const fn power(self) -> &'static Power {
        POWERS[self as usize]
    }

    /// What lies on it when it is new: smoke, energy of the bank. First-edition batteries hold what their owner puts there.
    pub const fn fresh_counters(self) -> u8 {
        self.power().counters
    }

    /// Keep or discard (C-03).
    pub const fn kind(self) -> Kind {
        if (self as usize) < KEEP_CARDS { Kind::Keep } else { Kind::Discard }
    }

    /// The English title of this printing.
    pub const fn title(self, edition: Edition) -> &'static str {
        match edition {
            Edition::First => self.power().titles[0],
            Edition::Second => self.power().titles[1],
        }
    }

    /// The printed price in energy.
    pub const fn price(self, rules: &Rules) -> u8 {
        match rules.cards {
            Edition::First => self.power().prices[0],
            Edition::Second => self.power().prices[1],
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

#[cfg(feature = "serde")]
impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        let id = String::deserialize(deserializer)?;
        Card::from_id(&id).ok_or_else(|| D::Error::custom(format!("there is no card `{id}`")))
    }
}

/// A set of cards. It has the words of [`Keeps`], but is kept as two numbers: one of 16 bytes would have to lie at such an
/// address, and a state is copied often.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<Card>", into = "Vec<Card>"))]
pub struct CardSet([u64; 2]);

impl CardSet {
    /// No card.
    pub const NONE: CardSet = CardSet([0; 2]);
    /// All cards.
    pub const ALL: CardSet = CardSet::from_bits((1 << CARDS) - 1);

    /// The cards that are in the box by this version of the rules.
    pub const fn of_rules(version: u32) -> CardSet {
        let (mut cards, mut at) = (CardSet::ALL, 0);
        while at < crate::cards::NEWER.len() {
            let (card, since) = crate::cards::NEWER[at];
            if version < since {
                cards = cards.without(card);
            }
            at += 1;
        }
        cards
    }

    #[inline]
    pub(crate) const fn from_bits(bits: u128) -> CardSet {
        CardSet([bits as u64, (bits >> 64) as u64])
    }

    /// Bit `n` stands for the card with that number.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0[0] as u128 | (self.0[1] as u128) << 64
    }

    /// Just this card.
    #[inline]
    pub const fn one(card: Card) -> CardSet {
        let bit = 1 << (card as u8 % 64);
        if (card as u8) < 64 { CardSet([bit, 0]) } else { CardSet([0, bit]) }
    }

    /// Whether `card` is among them.
    #[inline]
    pub const fn has(self, card: Card) -> bool {
        self.0[card as usize / 64] >> (card as usize % 64) & 1 != 0
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones()) as usize
    }

    /// These and `card`.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> CardSet {
        let [low, high] = CardSet::one(card).0;
        CardSet([self.0[0] | low, self.0[1] | high])
    }

    /// These without `card`.
    #[inline]
    #[must_use]
    pub const fn without(self, card: Card) -> CardSet {
        self.except(CardSet::one(card))
    }

    /// Those in both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: CardSet) -> CardSet {
        CardSet([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// Those in either set.
    #[inline]
    #[must_use]
    pub const fn or(self, other: CardSet) -> CardSet {
        CardSet([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// These without those of `other`.
    #[inline]
    #[must_use]
    pub const fn except(self, other: CardSet) -> CardSet {
        CardSet([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    /// The keep cards among them.
    #[inline]
    pub(crate) const fn keeps(self) -> Keeps {
        Keeps(self.0[0] & Keeps::ALL.0)
    }

    /// The card with `number` others of the set before it.
    pub fn nth(self, number: usize) -> Option<Card> {
        let mut left = number;
        for (at, byte) in self.0.iter().flat_map(|word| word.to_le_bytes()).enumerate() {
            let here = ONES[byte as usize] as usize;
            if left < here {
                let bits = (0..left).fold(byte, |bits, _| bits & (bits - 1));
                return Card::at(8 * at + bits.trailing_zeros() as usize);
            }
            left -= here;
        }
        None
    }

    /// The cards in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let half = if left[0] != 0 { 0 } else { 1 };
            if left[half] == 0 {
                return None;
            }
            let card = Card::ALL[half * 64 + left[half].trailing_zeros() as usize];
            left[half] &= left[half] - 1;
            Some(card)
        })
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> CardSet {
        cards.into_iter().fold(CardSet::NONE, CardSet::with)
    }
}

impl From<Vec<Card>> for CardSet {
    fn from(cards: Vec<Card>) -> CardSet {
        cards.into_iter().collect()
    }
}

impl From<CardSet> for Vec<Card> {
    fn from(cards: CardSet) -> Vec<Card> {
        cards.iter().collect()
    }
}

bit_set! {
    /// A set of keep cards, as a monster holds them.
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    #[cfg_attr(feature = "serde", serde(from = "Vec<Card>", into = "Vec<Card>"))]
    pub struct Keeps(u64) of Card { bit: keep_bit, item: card, count: ones_in_eight }
}

/// A discard card is in no set of keep cards.
#[inline]
const fn keep_bit(card: Card) -> u64 {
    1u64 << (card as u8 & 63) & (((card as usize) < KEEP_CARDS) as u64).wrapping_neg()
}

#[inline]
const fn card(number: usize) -> Card {
    Card::ALL[number]
}

impl Keeps {
    /// All keep cards.
    pub const ALL: Keeps = Keeps((1 << KEEP_CARDS) - 1);
    /// Those that look at which numbers the dice show: they score them, or hear of it when they are scored.
    pub const SCORING: Keeps = HEARS.scores.or(HEARS.when_i_score);

    /// As a set of any cards.
    #[inline]
    pub const fn cards(self) -> CardSet {
        CardSet([self.0, 0])
    }
}

impl From<Vec<Card>> for Keeps {
    fn from(cards: Vec<Card>) -> Keeps {
        cards.into_iter().collect()
    }
}

impl From<Keeps> for Vec<Card> {
    fn from(cards: Keeps) -> Vec<Card> {
        cards.iter().collect()
    }
}

/// A number for the cards of this version of the rules and their order: what was learned or drawn by one list does not fit
/// another.
pub const fn fingerprint(version: u32) -> u64 {
    let known = CardSet::of_rules(version);
    // FNV-1a over the identifiers.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut card = 0;
    while card < CARDS {
        let id = Card::ALL[card].id().as_bytes();
        let mut at = if known.has(Card::ALL[card]) { 0 } else { id.len() + 1 };
        while at <= id.len() {
            let byte = if at < id.len() { id[at] } else { b'\n' };
            hash = (hash ^ byte as u64).wrapping_mul(0x0100_0000_01b3);
            at += 1;
        }
        card += 1;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Proofs of fair dice and records of version 1 draw from this list in this order.
    #[test]
    fn the_cards_of_the_first_version_keep_their_order() {
        let ids: Vec<&str> = CardSet::of_rules(1).iter().map(Card::id).collect();
        assert_eq!(ids.len(), 66);
        assert_eq!(ids.join(" "), include_str!("../tests/format1/cards.txt").trim());
    }

    /// C-03: 48 keep cards and 18 discard cards in the first box.
    #[test]
    fn keep_cards_come_first_and_are_counted() {
        let of_kind = |kind| CardSet::of_rules(1).iter().filter(|card| card.kind() == kind).count();
        assert_eq!((of_kind(Kind::Keep), of_kind(Kind::Discard)), (48, 18));
        assert!(Card::ALL[..KEEP_CARDS].iter().all(|card| card.kind() == Kind::Keep));
        assert!(Card::ALL[KEEP_CARDS..].iter().all(|card| card.kind() == Kind::Discard));
    }
}
