//! Dice: faces, a row of dice, and a choice among them.

#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::fmt;

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

impl Face {
    /// The six faces.
    pub const ALL: [Face; 6] =
        [Face::One, Face::Two, Face::Three, Face::Energy, Face::Claw, Face::Heart];

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

    /// This many dice that all show the same face.
    pub(crate) fn same(face: Face, count: usize) -> Dice {
        let count = count.min(Dice::MOST) as u64;
        Dice(count << 60 | (face as u64 * Dice::EACH) & ((1 << (4 * count)) - 1))
    }

    /// A row from faces of four bits each.
    #[inline]
    pub(crate) fn packed(faces: u64, count: u8) -> Dice {
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
        // A multiplication adds the places up into the highest one.
        (self.matching(face).wrapping_mul(0x1111_1111_1111_1111) >> 60) as u8
    }

    /// How many dice show each face, in the order of [`Face::ALL`].
    #[inline]
    pub fn counts(self) -> [u8; 6] {
        let (mut faces, mut counts) = (self.0, 0u64);
        for _ in 0..self.len() {
            counts += 1 << (8 * (faces & 7));
            faces >>= 4;
        }
        let [one, two, three, energy, claw, heart, ..] = counts.to_le_bytes();
        [one, two, three, energy, claw, heart]
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

/// How many ones each byte has in binary: quicker than counting where the processor has no word for it.
pub(crate) const ONES: [u8; 256] = {
    let mut ones = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        ones[byte] = (byte as u8).count_ones() as u8;
        byte += 1;
    }
    ones
};

/// A choice among the dice of a row, by their places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<u8>", into = "Vec<u8>"))]
pub struct DiceSet(pub(crate) u16);

impl DiceSet {
    /// No die.
    pub const NONE: DiceSet = DiceSet(0);

    /// The first `count` dice of a row.
    #[inline]
    pub const fn first(count: usize) -> DiceSet {
        DiceSet(((1u32 << count) - 1) as u16)
    }

    /// Just this die.
    #[inline]
    pub const fn one(die: usize) -> DiceSet {
        DiceSet(1 << die)
    }

    /// The set whose bit `n` stands for die `n`.
    pub const fn from_bits(bits: u16) -> DiceSet {
        DiceSet(bits)
    }

    /// Bit `n` stands for die `n`.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether die number `die` is among them.
    #[inline]
    pub const fn has(self, die: usize) -> bool {
        die < 16 && self.0 >> die & 1 != 0
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> usize {
        let [low, high] = self.0.to_le_bytes();
        (ONES[low as usize] + ONES[high as usize]) as usize
    }

    /// Whether all of these are among `other`.
    #[inline]
    pub const fn within(self, other: DiceSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// Those of the row that are not in this set.
    #[inline]
    #[must_use]
    pub const fn not_in(self, all: DiceSet) -> DiceSet {
        DiceSet(all.0 & !self.0)
    }

    /// The dice in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let die = left.trailing_zeros() as usize;
            left &= left - 1;
            Some(die)
        })
    }
}

impl fmt::Debug for DiceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl From<Vec<u8>> for DiceSet {
    fn from(dice: Vec<u8>) -> DiceSet {
        DiceSet(dice.into_iter().filter(|die| *die < 16).fold(0, |set, die| set | 1 << die))
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
