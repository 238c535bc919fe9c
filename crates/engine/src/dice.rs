//! Dice: faces, a row of dice, and a choice among them.

use crate::listed;
use crate::sets::{bit_set, ones_in_two};
#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::fmt;

listed! {
    /// What a die shows (C-04).
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[repr(u8)]
    #[allow(missing_docs, reason = "the faces of the die")]
    pub enum Face {
        One,
        Two,
        Three,
        Energy,
        Claw,
        Heart,
    }
}

impl Face {
    /// The face as one letter: `1 2 3 E C H`.
    pub const fn letter(self) -> char {
        match self {
            Face::One => '1',
            Face::Two => '2',
            Face::Three => '3',
            Face::Energy => 'E',
            Face::Claw => 'C',
            Face::Heart => 'H',
        }
    }

    /// The face behind a letter, upper or lower case.
    pub const fn from_letter(letter: char) -> Option<Face> {
        Some(match letter {
            '1' => Face::One,
            '2' => Face::Two,
            '3' => Face::Three,
            'E' | 'e' => Face::Energy,
            'C' | 'c' => Face::Claw,
            'H' | 'h' => Face::Heart,
            _ => return None,
        })
    }
}

#[cfg(feature = "serde")]
impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Face, D::Error> {
        let letter = char::deserialize(deserializer)?;
        Face::from_letter(letter)
            .ok_or_else(|| D::Error::custom(format!("`{letter}` is not a face: 1 2 3 E C H")))
    }
}

/// A row of up to fifteen dice. A die keeps its place in the row, whatever it shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Dice(u64); // four bits a die, the first die lowest, unused places zero; the length in the highest four

impl Dice {
    /// The dice of a turn, without those that cards add.
    pub const OF_A_TURN: u8 = 6;
    /// The rerolls of a turn, without those that cards add.
    pub const REROLLS: u8 = 2;
    /// The longest row. A turn has nine dice at most; only Camouflage may throw more.
    pub const MOST: usize = 15;
    /// No dice at all.
    pub const NONE: Dice = Dice(0);
    const ONE_MORE: u64 = 1 << 60;
    const EACH: u64 = 0x0111_1111_1111_1111;

    /// A row of these faces; `None` if there are more than [`Dice::MOST`].
    pub fn of(faces: &[Face]) -> Option<Dice> {
        (faces.len() <= Dice::MOST)
            .then(|| faces.iter().fold(Dice::NONE, |dice, &face| dice.and(face)))
    }

    /// One die of every face.
    pub(crate) fn every_face() -> Dice {
        Face::ALL.into_iter().fold(Dice::NONE, Dice::and)
    }

    /// This many dice that all show the same face.
    pub(crate) fn same(face: Face, count: usize) -> Dice {
        let count = count.min(Dice::MOST) as u64;
        Dice(count << 60 | (face as u64 * Dice::EACH) & ((1 << (4 * count)) - 1))
    }

    /// A row of this many dice from their faces, four bits each, the first die lowest: for those who throw many.
    #[inline]
    pub fn packed(faces: u64, count: u8) -> Dice {
        Dice(faces | (count as u64) << 60)
    }

    /// Reads `1 1 2 E C H`, with or without spaces.
    pub fn parse(text: &str) -> Option<Dice> {
        let mut dice = Dice::NONE;
        for letter in text.chars().filter(|c| !c.is_whitespace() && *c != ',') {
            if dice.len() == Dice::MOST {
                return None;
            }
            dice = dice.and(Face::from_letter(letter)?);
        }
        Some(dice)
    }

    /// This row with one more die at its end; a full row stays as it is.
    #[inline]
    #[must_use]
    pub fn and(self, face: Face) -> Dice {
        if self.len() == Dice::MOST {
            return self;
        }
        Dice((self.0 | (face as u64) << (4 * self.len())) + Dice::ONE_MORE)
    }

    /// How many dice there are.
    #[inline]
    pub const fn len(self) -> usize {
        (self.0 >> 60) as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// What die number `die` shows.
    #[inline]
    pub const fn get(self, die: usize) -> Face {
        match self.0 >> (4 * die) & 7 {
            0 => Face::One,
            1 => Face::Two,
            2 => Face::Three,
            3 => Face::Energy,
            4 => Face::Claw,
            _ => Face::Heart,
        }
    }

    /// Turns one die.
    #[inline]
    pub(crate) fn set(&mut self, die: usize, face: Face) {
        self.0 = self.0 & !(15 << (4 * die)) | (face as u64) << (4 * die);
    }

    /// The faces in order.
    pub fn iter(self) -> impl Iterator<Item = Face> + Clone {
        (0..self.len()).map(move |die| self.get(die))
    }

    /// A one in the lowest bit of each place that shows `face`.
    #[inline]
    const fn matching(self, face: Face) -> u64 {
        // A nibble is zero where the faces agree.
        let differs = self.0 ^ (Dice::EACH * face as u64);
        let same = !(differs | differs >> 1 | differs >> 2) & Dice::EACH;
        // An unused place looks like a one.
        if matches!(face, Face::One) { same & ((1 << (4 * self.len())) - 1) } else { same }
    }

    /// How many dice show `face`.
    #[inline]
    pub const fn count(self, face: Face) -> u8 {
        Dice::sum(self.matching(face))
    }

    /// How many places have a one in their lowest bit.
    #[inline]
    const fn sum(places: u64) -> u8 {
        // A multiplication adds the places up into the highest one.
        (places.wrapping_mul(0x1111_1111_1111_1111) >> 60) as u8
    }

    /// How many dice show each face, in the order of [`Face::ALL`].
    #[inline]
    pub fn counts(self) -> [u8; 6] {
        // The three bits of a face, each in the lowest bit of its place; an unused place looks like a one.
        let used = Dice::EACH & ((1 << (4 * self.len())) - 1);
        let (low, mid, high) = (self.0, self.0 >> 1, self.0 >> 2);
        let number = used & !high;
        [
            number & !mid & !low,
            number & !mid & low,
            number & mid & !low,
            number & mid & low,
            used & high & !low,
            used & high & low,
        ]
        .map(Dice::sum)
    }

    /// Which dice show `face`.
    #[inline]
    pub const fn showing(self, face: Face) -> DiceSet {
        // Gather every fourth bit (the classic inverse of spreading bits).
        let x = self.matching(face);
        let x = (x | x >> 3) & 0x0303_0303_0303_0303;
        let x = (x | x >> 6) & 0x000f_000f_000f_000f;
        let x = (x | x >> 12) & 0x0000_00ff_0000_00ff;
        DiceSet((x | x >> 24) as u16)
    }

    /// A row of those dice alone.
    pub(crate) fn only(self, places: DiceSet) -> Dice {
        places.iter().fold(Dice::NONE, |row, die| row.and(self.get(die)))
    }

    /// All dice of the row.
    #[inline]
    pub const fn all(self) -> DiceSet {
        DiceSet::first(self.len())
    }

    /// Puts the dice of `thrown`, in order, into the places of `places`; a row without dice has them as its own.
    #[inline]
    pub(crate) fn put(&mut self, places: DiceSet, thrown: Dice) {
        if self.all().within(places) {
            *self = thrown;
            return;
        }
        let mut faces = thrown.0;
        for die in places.iter() {
            // What differs between the old and the new face is turned over.
            self.0 ^= ((self.0 >> (4 * die) ^ faces) & 15) << (4 * die);
            faces >>= 4;
        }
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|face| write!(f, "{}", face.letter()))
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

#[cfg(feature = "serde")]
impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Dice, D::Error> {
        let text = String::deserialize(deserializer)?;
        Dice::parse(&text).ok_or_else(|| {
            D::Error::custom(format!("`{text}` is not a row of at most 15 dice such as `112ECH`"))
        })
    }
}

bit_set! {
    /// A choice among the dice of a row, by their places.
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    #[cfg_attr(feature = "serde", serde(from = "Vec<u8>", into = "Vec<u8>"))]
    pub struct DiceSet(u16) of usize { bit: bit, item: place, count: ones_in_two }
}

/// No row has a sixteenth die.
#[inline]
const fn bit(die: usize) -> u16 {
    if die < 16 { 1 << die } else { 0 }
}

#[inline]
const fn place(die: usize) -> usize {
    die
}

impl DiceSet {
    /// The first `count` dice of a row.
    #[inline]
    pub const fn first(count: usize) -> DiceSet {
        DiceSet(((1u32 << count) - 1) as u16)
    }

    /// Those of the row that are not in this set.
    #[inline]
    #[must_use]
    pub const fn not_in(self, all: DiceSet) -> DiceSet {
        all.except(self)
    }
}

impl From<Vec<u8>> for DiceSet {
    fn from(dice: Vec<u8>) -> DiceSet {
        dice.into_iter().map(usize::from).collect()
    }
}

impl From<DiceSet> for Vec<u8> {
    fn from(set: DiceSet) -> Vec<u8> {
        set.iter().map(|die| die as u8).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_show_what_was_written() {
        let dice = Dice::parse("1 1 2 E C H H 3 H").unwrap();
        assert_eq!(dice.to_string(), "112ECHH3H");
        for face in Face::ALL {
            let places: Vec<usize> = (0..9).filter(|&die| dice.get(die) == face).collect();
            assert_eq!(dice.showing(face).iter().collect::<Vec<_>>(), places);
        }
        assert_eq!(dice.count(Face::Heart), 3);
        assert_eq!(Dice::parse("1 4"), None);
    }

    #[test]
    fn thrown_dice_keep_their_places() {
        let mut dice = Dice::parse("123ECH").unwrap();
        dice.put(DiceSet::from_bits(0b101001), Dice::parse("HHH").unwrap());
        assert_eq!(dice.to_string(), "H23HCH");
    }
}
