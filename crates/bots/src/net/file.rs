//! The weights file: small, versioned, checked before use.
//!
//! Little-endian throughout: 8 bytes `DKJ-NET\0`, version (u16), rows, first, second, seats and heads (u16 each), the
//! fingerprint of the cards (u64), a training note (u16 length, UTF-8), then the first layer row by row, each with its
//! scale (f32) and its numbers, as i16 for hearts, stars and whatever else is on at most tables and as i8 for cards, then
//! its bias and the four tensors of each head, each with its scale (f32) and its numbers as i16, and at last the FNV-1a sum
//! (u64) of everything before it.
//!
//! Files of versions 2 to 4 have one head and fewer rows, those of 2 and 3 all as i8; those of version 1 have 749 rows and
//! 64 units, all tensors as i16, and no fingerprint. They are read as well and become a net of today's shape that says the
//! same.

use std::fmt;

use super::features::{BOX, ROWS, ROWS_1, ROWS_2, ROWS_3, ROWS_4, common, of_a_crowd};
use super::weights::{FIRST, FIRST_1, HEADS, SEATS, SECOND, Weights};

const MAGIC: &[u8; 8] = b"DKJ-NET\0";
const VERSION: u16 = 5;

/// Why a weights file was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// It is something else.
    NotWeights,
    /// It was written for another version of the net.
    Version(u16),
    /// Its net has another shape: rows and widths found.
    Shape([u16; 5]),
    /// It was learned with other cards: the fingerprint found.
    Cards(u64),
    /// It has another length than its shape says: bytes found and expected.
    Length(usize, usize),
    /// Its sum is wrong: it was damaged.
    Damaged,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::NotWeights => {
                write!(f, "this is not a weights file: it does not begin with DKJ-NET")
            }
            WeightsError::Version(found) => {
                write!(f, "the weights file has version {found}, this program reads {VERSION}")
            }
            WeightsError::Shape(found) => write!(
                f,
                "the weights file holds a net of shape {found:?}, this program has {:?}",
                [ROWS, FIRST, SECOND, SEATS, HEADS]
            ),
            WeightsError::Cards(found) => write!(
                f,
                "the weights were learned with other cards ({found:016x}, these are {:016x})",
                cards()
            ),
            WeightsError::Length(found, expected) => {
                write!(f, "the weights file has {found} bytes instead of {expected}")
            }
            WeightsError::Damaged => {
                write!(f, "the weights file is damaged: its checksum does not agree")
            }
        }
    }
}

impl std::error::Error for WeightsError {}

/// The fingerprint of the cards that the net knows and of their order, on which its rows depend.
pub const fn cards() -> u64 {
    engine::fingerprint(BOX)
}

impl Weights {
    /// The weights as a file, with a note on how they came about.
    pub fn to_bytes(&self, note: &str) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        for number in [ROWS, FIRST, SECOND, SEATS, HEADS] {
            bytes.extend((number as u16).to_le_bytes());
        }
        bytes.extend(cards().to_le_bytes());
        let note = &note.as_bytes()[..note.floor_char_boundary(60_000)];
        bytes.extend((note.len() as u16).to_le_bytes());
        bytes.extend(note);
        for (number, row) in self.first.iter().enumerate() {
            let wide = common(number);
            let scale = scale(row, if wide { 32767.0 } else { 127.0 });
            bytes.extend(scale.to_le_bytes());
            let numbers = row.iter().map(|w| (w / scale).round());
            if wide {
                bytes.extend(numbers.flat_map(|w| (w as i16).to_le_bytes()));
            } else {
                bytes.extend(numbers.map(|w| w as i8 as u8));
            }
        }
        let rest: Vec<f32> = self.numbers().skip(ROWS * FIRST).copied().collect();
        let mut at = 0;
        for length in tensors(FIRST, HEADS) {
            let tensor = &rest[at..at + length];
            let scale = scale(tensor, 32767.0);
            bytes.extend(scale.to_le_bytes());
            bytes.extend(tensor.iter().flat_map(|w| ((w / scale).round() as i16).to_le_bytes()));
            at += length;
        }
        let sum = fnv(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads a weights file, and its note.
    ///
    /// # Errors
    /// When it is of another kind, version, shape or length, for other cards, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Weights, String), WeightsError> {
        let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        if bytes.len() < 32 || &bytes[..8] != MAGIC {
            return Err(WeightsError::NotWeights);
        }
        let version = word(8);
        let known = match version {
            1 => [ROWS_1, FIRST_1, SECOND, SEATS, 1],
            2 => [ROWS_2, FIRST, SECOND, SEATS, 1],
            3 => [ROWS_3, FIRST, SECOND, SEATS, 1],
            4 => [ROWS_4, FIRST, SECOND, SEATS, 1],
            VERSION => [ROWS, FIRST, SECOND, SEATS, HEADS],
            other => return Err(WeightsError::Version(other)),
        };
        // Before version 5 there was one head, and it was not counted.
        let heads = if version < 5 { 1 } else { word(18) };
        let shape = [word(10), word(12), word(14), word(16), heads];
        if shape.map(usize::from) != known {
            return Err(WeightsError::Shape(shape));
        }
        let [rows, first, .., heads] = known;
        let wide = |row: usize| version == 1 || 4 <= version && common(row);
        let (mut at, body) = match version {
            1 => (20, 4 + 2 * rows * first),
            _ => {
                let found = u64::from_le_bytes(bytes[20..28].try_into().expect("eight bytes"));
                if found != cards() {
                    return Err(WeightsError::Cards(found));
                }
                let wide = (0..rows).filter(|&row| wide(row)).count();
                (28, rows * (4 + first) + wide * first)
            }
        };
        let note = word(at) as usize;
        at += 2;
        let rest = tensors(first, heads).map(|n| 4 + 2 * n).sum::<usize>();
        let expected = at + note + body + rest + 8;
        if bytes.len() != expected {
            return Err(WeightsError::Length(bytes.len(), expected));
        }
        let (body, sum) = bytes.split_at(bytes.len() - 8);
        if fnv(body).to_le_bytes() != sum {
            return Err(WeightsError::Damaged);
        }
        let text = String::from_utf8_lossy(&bytes[at..at + note]).into_owned();
        let mut reader = Reader { bytes: body, at: at + note };
        let mut weights = Weights::zero();
        let mut scale = 0.0;
        for (number, row) in weights.first.iter_mut().enumerate().take(rows) {
            if version != 1 || number == 0 {
                scale = reader.scale();
            }
            for w in row.iter_mut().take(first) {
                *w = scale * if wide(number) { reader.wide() } else { reader.narrow() };
            }
        }
        for row in rows..ROWS {
            if let Some(same) = of_a_crowd(row) {
                weights.first[row] = weights.first[same];
            }
        }
        reader.tensor(weights.first_bias[..first].iter_mut());
        for head in &mut weights.heads[..heads] {
            reader.tensor(head.second[..first].iter_mut().flatten());
            reader.tensor(head.second_bias.iter_mut());
            reader.tensor(head.last.iter_mut().flatten());
            reader.tensor(head.last_bias.iter_mut());
        }
        if heads == 1 {
            weights.heads = vec![weights.heads[0].clone(); HEADS];
        }
        if weights.numbers().any(|w| !w.is_finite()) {
            return Err(WeightsError::Damaged);
        }
        Ok((weights, text))
    }
}

/// The numbers of a file one after the other; its length was checked before.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take<const COUNT: usize>(&mut self) -> [u8; COUNT] {
        let bytes =
            self.bytes[self.at..self.at + COUNT].try_into().expect("the length was checked");
        self.at += COUNT;
        bytes
    }

    fn scale(&mut self) -> f32 {
        f32::from_le_bytes(self.take())
    }

    fn wide(&mut self) -> f32 {
        i16::from_le_bytes(self.take()) as f32
    }

    fn narrow(&mut self) -> f32 {
        i8::from_le_bytes(self.take()) as f32
    }

    fn tensor<'a>(&mut self, numbers: impl Iterator<Item = &'a mut f32>) {
        let scale = self.scale();
        numbers.for_each(|w| *w = scale * self.wide());
    }
}

fn scale(numbers: &[f32], most: f32) -> f32 {
    numbers.iter().fold(1e-9f32, |top, w| top.max(w.abs())) / most
}

/// The lengths of the tensors after the first layer's rows, in the order of [`Weights::numbers`].
fn tensors(first: usize, heads: usize) -> impl Iterator<Item = usize> {
    let head = [first * SECOND, SECOND, SECOND * SEATS, SEATS];
    std::iter::once(first).chain((0..heads).flat_map(move |_| head))
}

fn fnv(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &b| (sum ^ b as u64).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_survive_the_file_to_a_127th() {
        let weights = Weights::random(5);
        let bytes = weights.to_bytes("made by a test");
        assert!(bytes.len() < 520_000, "{} bytes", bytes.len());
        let (read, note) = Weights::from_bytes(&bytes).unwrap();
        assert_eq!(note, "made by a test");
        let close = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-3;
        assert!(weights.numbers().zip(read.numbers()).all(close));
        assert_eq!(read.to_bytes(&note), bytes);
    }

    /// The net of version 1 has one head for all; today's five say the same.
    #[test]
    fn an_older_file_judges_as_it_did() {
        let (weights, _) =
            Weights::from_bytes(include_bytes!("../../../lab/weights/old.net")).unwrap();
        assert!(weights.heads.iter().all(|head| *head == weights.heads[0]));
        for row in 0..ROWS {
            if let Some(same) = of_a_crowd(row) {
                assert_eq!(weights.first[row], weights.first[same], "row {row}");
            }
        }
    }

    #[test]
    fn wrong_files_are_refused_with_the_reason() {
        let good = Weights::random(5).to_bytes("");
        let refused = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = good.clone();
            change(&mut bytes);
            Weights::from_bytes(&bytes).unwrap_err()
        };
        assert_eq!(refused(&|b| b.truncate(5)), WeightsError::NotWeights);
        assert_eq!(refused(&|b| b[0] = 0), WeightsError::NotWeights);
        assert_eq!(refused(&|b| b[8] = 9), WeightsError::Version(9));
        assert!(matches!(refused(&|b| b[12] = 9), WeightsError::Shape(_)));
        assert!(matches!(refused(&|b| b.push(0)), WeightsError::Length(..)));
        assert!(matches!(refused(&|b| b[20] ^= 1), WeightsError::Cards(_)));
        assert_eq!(refused(&|b| b[5000] ^= 1), WeightsError::Damaged);
    }
}
