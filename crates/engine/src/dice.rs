//! Dice: faces, a row of dice, and a choice among them.

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

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Face, D::Error> {
        let letter = char::deserialize(deserializer)?;
        Face::from_letter(letter)
            .ok_or_else(|| D::Error::custom(format!("`{letter}` is no face: 1 2 3 E C H")))
    }
}

/// A row of up to sixteen dice. A die keeps its place in the row, whatever it shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Dice {
    faces: u64, // four bits a die, the first die lowest; unused places are zero
    len: u8,
}

impl Dice {
    /// The longest row. A turn has nine dice at most; only Camouflage may throw more.
    pub const MOST: usize = 16;
    /// No dice at all.
    pub const NONE: Dice = Dice { faces: 0, len: 0 };

    /// A row of these faces; `None` if there are more than [`Dice::MOST`].
    pub fn of(faces: &[Face]) -> Option<Dice> {
        (faces.len() <= Dice::MOST)
            .then(|| faces.iter().fold(Dice::NONE, |dice, &face| dice.and(face)))
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

    /// This row with one more die at its end.
    #[inline]
    #[must_use]
    pub fn and(self, face: Face) -> Dice {
        Dice { faces: self.faces | (face as u64) << (4 * self.len), len: self.len + 1 }
    }

    /// How many dice there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// What die number `die` shows.
    #[inline]
    pub const fn get(self, die: usize) -> Face {
        Face::ALL[(self.faces >> (4 * die) & 15) as usize % 6]
    }

    /// Turns one die.
    #[inline]
    pub(crate) fn set(&mut self, die: usize, face: Face) {
        self.faces = self.faces & !(15 << (4 * die)) | (face as u64) << (4 * die);
    }

    /// The faces in order.
    pub fn iter(self) -> impl Iterator<Item = Face> + Clone {
        (0..self.len()).map(move |die| self.get(die))
    }

    /// How many dice show `face`.
    #[inline]
    pub const fn count(self, face: Face) -> u8 {
        self.showing(face).len() as u8
    }

    /// Which dice show `face`.
    #[inline]
    pub const fn showing(self, face: Face) -> DiceSet {
        // A nibble is zero where the faces agree; folded down, each die leaves one bit.
        let differs = self.faces ^ (0x1111_1111_1111_1111 * face as u64);
        let differs = (differs | differs >> 1 | differs >> 2) & 0x1111_1111_1111_1111;
        let same = !differs & 0x1111_1111_1111_1111;
        // Gather every fourth bit (the classic inverse of spreading bits).
        let x = (same | same >> 3) & 0x0303_0303_0303_0303;
        let x = (x | x >> 6) & 0x000f_000f_000f_000f;
        let x = (x | x >> 12) & 0x0000_00ff_0000_00ff;
        let x = (x | x >> 24) as u16;
        DiceSet(x & DiceSet::first(self.len as usize).0)
    }

    /// All dice of the row.
    #[inline]
    pub const fn all(self) -> DiceSet {
        DiceSet::first(self.len as usize)
    }

    /// Puts the dice of `thrown`, in order, into the places of `places`.
    #[inline]
    pub(crate) fn put(&mut self, places: DiceSet, thrown: Dice) {
        if places == self.all() {
            *self = thrown;
            return;
        }
        for (die, face) in places.iter().zip(thrown.iter()) {
            self.set(die, face);
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

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Dice, D::Error> {
        let text = String::deserialize(deserializer)?;
        Dice::parse(&text).ok_or_else(|| {
            D::Error::custom(format!("`{text}` is no row of at most 16 dice such as `112ECH`"))
        })
    }
}

/// A choice among the dice of a row, by their places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(from = "Vec<u8>", into = "Vec<u8>")]
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
        self.0.count_ones() as usize
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
