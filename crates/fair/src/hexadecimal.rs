//! 32 bytes as 64 lower-case hexadecimal digits, as they stand in messages and records.

use std::fmt;

/// A text that is not 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotHexadecimal;

impl fmt::Display for NotHexadecimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected 64 hexadecimal digits")
    }
}

impl std::error::Error for NotHexadecimal {}

pub(crate) fn write(bytes: &[u8; 32]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|b| [b >> 4, b & 15])
        .map(|digit| char::from(DIGITS[usize::from(digit)]))
        .collect()
}

pub(crate) fn read(text: &str) -> Result<[u8; 32], NotHexadecimal> {
    let digits = text.as_bytes();
    if digits.len() != 64 {
        return Err(NotHexadecimal);
    }
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Ok(bytes)
}

fn digit(letter: u8) -> Result<u8, NotHexadecimal> {
    let value = char::from(letter).to_digit(16).ok_or(NotHexadecimal)?;
    Ok(u8::try_from(value).expect("a hexadecimal digit is below 16"))
}
