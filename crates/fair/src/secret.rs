//! What is kept secret until it is shown, and the fingerprints published before.

use std::fmt;
use std::str::FromStr;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use sha2::{Digest, Sha256};

use crate::hexadecimal::{self, NotHexadecimal};

pub(crate) type HmacSha256 = Hmac<Sha256>;

macro_rules! bytes32 {
    ($(#[$doc:meta])* $name:ident, secret: $secret:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, std::hash::Hash)]
        pub struct $name([u8; 32]);

        impl $name {
            /// Wraps 32 bytes.
            pub const fn from_bytes(bytes: [u8; 32]) -> Self {
                Self(bytes)
            }

            /// The bytes themselves.
            pub const fn as_bytes(&self) -> &[u8; 32] {
                &self.0
            }

            /// The bytes as 64 hexadecimal digits.
            pub fn to_hex(&self) -> String {
                hexadecimal::write(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                // A secret that ends up in a log is not a secret any more.
                if $secret { f.write_str(concat!(stringify!($name), "(hidden)")) }
                else { write!(f, concat!(stringify!($name), "({})"), self.to_hex()) }
            }
        }

        impl FromStr for $name {
            type Err = NotHexadecimal;

            fn from_str(text: &str) -> Result<Self, NotHexadecimal> {
                hexadecimal::read(text).map(Self)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(&self.to_hex())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(from)?;
                text.parse().map_err(D::Error::custom)
            }
        }
    };
}

bytes32! {
    /// The server's secret for one game. It is shown when the game has ended, never before.
    Seed, secret: true
}

bytes32! {
    /// What the server publishes before the first roll: the fingerprint of its seed, bound to one game.
    Commitment, secret: false
}

bytes32! {
    /// What a seat adds to the dice: 32 bytes of its own choosing.
    Entropy, secret: true
}

bytes32! {
    /// What a seat publishes before anybody reveals: the fingerprint of its entropy, bound to one game; with live dice the
    /// anchor of its chain.
    Pledge, secret: false
}

bytes32! {
    /// Any other fingerprint: of the mix, of an ask, of the transcript, a link that was shown.
    Hash, secret: false
}

impl Commitment {
    /// The commitment to a seed for the game of this name.
    pub fn to(seed: &Seed, game: &str) -> Self {
        Self(digest("seed", &[game.as_bytes(), &[0], &seed.0]))
    }
}

impl Pledge {
    /// The pledge of this entropy for the game of this name, under what the server has committed to.
    pub fn of(entropy: &Entropy, game: &str, commitment: &Commitment) -> Self {
        Self(digest("pledge", &[game.as_bytes(), &[0], &commitment.0, &entropy.0]))
    }
}

impl Hash {
    /// The first twelve digits, as people compare them: `4afc-0f44-2940`.
    pub fn code(&self) -> String {
        let digits = self.to_hex();
        format!("{}-{}-{}", &digits[..4], &digits[4..8], &digits[8..12])
    }
}

/// SHA-256 over a purpose and some bytes; no purpose is another's beginning with its zero byte.
pub(crate) fn digest(purpose: &str, parts: &[&[u8]]) -> [u8; 32] {
    let begun =
        Sha256::new().chain_update("daikaiju-fair-2/").chain_update(purpose).chain_update([0]);
    parts.iter().fold(begun, |sum, part| sum.chain_update(part)).finalize().into()
}

/// HMAC-SHA-256 with a key over a purpose and some bytes.
pub(crate) fn keyed(key: &[u8; 32], purpose: &str, parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = keyed_by(key);
    mac.update(b"daikaiju-fair-2/");
    mac.update(purpose.as_bytes());
    mac.update(&[0]);
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}

pub(crate) fn keyed_by(key: &[u8; 32]) -> HmacSha256 {
    <HmacSha256 as KeyInit>::new_from_slice(key).expect("a key of any length is accepted")
}
