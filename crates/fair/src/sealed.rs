//! Sealed dice: one mix of the server's seed and the seats' entropy, before the first roll.

use engine::Seat;
use sha2::{Digest, Sha256};

use crate::secret::{digest, keyed};
use crate::{Commitment, Entropy, Hash, KeyedChance, Pledge, Seed};

/// What everybody knows before anybody reveals: terms, commitment, and what the seats that are mixed in have pledged, in
/// the order of the seats.
pub fn mix(terms: &str, commitment: &Commitment, pledges: &[(Seat, Pledge)]) -> Hash {
    let terms = Sha256::digest(terms.as_bytes());
    let pledges = in_order(pledges, Pledge::as_bytes);
    Hash::from_bytes(digest("mix", &[&terms, commitment.as_bytes(), &pledges]))
}

/// The chance of a whole game with sealed dice.
pub fn chance(seed: &Seed, mix: &Hash, entropy: &[(Seat, Entropy)]) -> KeyedChance {
    KeyedChance::under(&key(seed, mix, entropy))
}

/// The key of a whole game with sealed dice.
pub fn key(seed: &Seed, mix: &Hash, entropy: &[(Seat, Entropy)]) -> [u8; 32] {
    let entropy = in_order(entropy, Entropy::as_bytes);
    keyed(seed.as_bytes(), "key", &[mix.as_bytes(), &entropy])
}

/// Each seat followed by its bytes, in the order of the seats.
pub(crate) fn in_order<T: Copy>(parts: &[(Seat, T)], bytes: fn(&T) -> &[u8; 32]) -> Vec<u8> {
    let mut parts = parts.to_vec();
    parts.sort_by_key(|&(seat, _)| seat);
    let mut joined = Vec::with_capacity(parts.len() * 33);
    for (seat, part) in &parts {
        joined.push(*seat as u8);
        joined.extend_from_slice(bytes(part));
    }
    joined
}
