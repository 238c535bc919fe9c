//! The fixed spaces: every answer as a number, and everything a seat may know as a row of bytes.
//!
//! Both are versioned together. A number or a feature never changes its meaning within a version.

pub(crate) mod action;
pub(crate) mod multiset;
pub(crate) mod observation;

/// The version of both spaces. It grows whenever a number or a feature comes to mean something else.
pub(crate) const VERSION: u32 = 1;

/// For each byte, its bits as eight bytes, the lowest first.
static SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Writes the lowest bits of a word as bytes, one for each.
#[inline(always)]
pub(crate) fn spread<const N: usize>(word: u64, into: &mut [u8; N]) {
    const { assert!(N <= 64) };
    let bytes = word.to_le_bytes();
    let (eights, rest) = into.as_chunks_mut::<8>();
    for (out, byte) in eights.iter_mut().zip(bytes) {
        *out = SPREAD[byte as usize];
    }
    if !rest.is_empty() {
        rest.copy_from_slice(&SPREAD[bytes[N / 8] as usize][..N % 8]);
    }
}
