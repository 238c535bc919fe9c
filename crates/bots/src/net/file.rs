//! The weights file: small, versioned, checked before use.
//!
//! Little-endian throughout: 8 bytes `DKJ-NET\0`, version (u16), rows, first, second and seats (u16 each), two bytes
//! zero, a training note (u16 length, UTF-8), then for each of the six tensors its scale (f32) and its numbers as i16,
//! and at last the FNV-1a sum (u64) of everything before it.

use std::fmt;

use super::sight::ROWS;
use super::weights::{FIRST, SEATS, SECOND, Weights};

const MAGIC: &[u8; 8] = b"DKJ-NET\0";
const VERSION: u16 = 1;

/// Why a weights file was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// It is something else.
    NotWeights,
    /// It was written for another version of the net.
    Version(u16),
    /// Its net has another shape: rows and widths found.
    Shape([u16; 4]),
    /// It has another length than its shape says: bytes found and expected.
    Length(usize, usize),
    /// Its sum is wrong: it was damaged.
    Damaged,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::NotWeights => {
                write!(f, "this is no weights file: it does not begin with DKJ-NET")
            }
            WeightsError::Version(found) => {
                write!(f, "the weights file has version {found}, this program reads {VERSION}")
            }
            WeightsError::Shape(found) => write!(
                f,
                "the weights file holds a net of shape {found:?}, this program has {:?}",
                [ROWS, FIRST, SECOND, SEATS]
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

impl Weights {
    /// The weights as a file, with a note on how they came about.
    pub fn to_bytes(&self, note: &str) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION, ROWS as u16, FIRST as u16, SECOND as u16, SEATS as u16, 0] {
            bytes.extend(number.to_le_bytes());
        }
        let note = &note.as_bytes()[..note.floor_char_boundary(60_000)];
        bytes.extend((note.len() as u16).to_le_bytes());
        bytes.extend(note);
        let numbers: Vec<f32> = self.numbers().copied().collect();
        let mut at = 0;
        for length in TENSORS {
            let tensor = &numbers[at..at + length];
            let scale = tensor.iter().fold(1e-9f32, |most, w| most.max(w.abs())) / 32767.0;
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
    /// When it is of another kind, version, shape or length, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Weights, String), WeightsError> {
        let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        if bytes.len() < 22 || &bytes[..8] != MAGIC {
            return Err(WeightsError::NotWeights);
        }
        if word(8) != VERSION {
            return Err(WeightsError::Version(word(8)));
        }
        let shape = [word(10), word(12), word(14), word(16)];
        if shape.map(usize::from) != [ROWS, FIRST, SECOND, SEATS] {
            return Err(WeightsError::Shape(shape));
        }
        let note = word(20) as usize;
        let expected = 22 + note + TENSORS.iter().map(|n| 4 + 2 * n).sum::<usize>() + 8;
        if bytes.len() != expected {
            return Err(WeightsError::Length(bytes.len(), expected));
        }
        let (body, sum) = bytes.split_at(bytes.len() - 8);
        if fnv(body).to_le_bytes() != sum {
            return Err(WeightsError::Damaged);
        }
        let text = String::from_utf8_lossy(&bytes[22..22 + note]).into_owned();
        let mut weights = Weights::zero();
        let mut at = 22 + note;
        let mut numbers = weights.numbers_mut();
        for length in TENSORS {
            let scale =
                f32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
            at += 4;
            for number in numbers.by_ref().take(length) {
                *number = word(at) as i16 as f32 * scale;
                at += 2;
            }
        }
        drop(numbers);
        if weights.numbers().any(|w| !w.is_finite()) {
            return Err(WeightsError::Damaged);
        }
        Ok((weights, text))
    }
}

/// The lengths of the tensors, in the order of [`Weights::numbers`].
const TENSORS: [usize; 6] = [ROWS * FIRST, FIRST, FIRST * SECOND, SECOND, SECOND * SEATS, SEATS];

fn fnv(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &b| (sum ^ b as u64).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_survive_the_file_to_a_32767th() {
        let weights = Weights::random(5);
        let bytes = weights.to_bytes("made by a test");
        assert!(bytes.len() < 200_000, "{} bytes", bytes.len());
        let (read, note) = Weights::from_bytes(&bytes).unwrap();
        assert_eq!(note, "made by a test");
        assert!(weights.numbers().zip(read.numbers()).all(|(a, b)| (a - b).abs() < 1e-4));
        assert_eq!(read.to_bytes(&note), bytes);
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
        assert_eq!(refused(&|b| b[5000] ^= 1), WeightsError::Damaged);
    }
}
