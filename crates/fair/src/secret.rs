//! What is kept secret until it is shown, and the fingerprints published before.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use sha2::{Digest, Sha256};

use crate::hexadecimal::{self, NotHexadecimal};

macro_rules! bytes32 {
    ($(#[$doc:meta])* $name:ident, secret: $secret:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
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
                // A secret that ends up in a log is no secret any more.
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
    /// What a seat publishes before anybody reveals: the fingerprint of its entropy, bound to one game.
    Pledge, secret: false
}

impl Commitment {
    /// The commitment to a seed for the game of this name.
    pub fn to(seed: &Seed, game: &str) -> Self {
        Self(fingerprint("daikaiju-fair-1/seed", game, &seed.0))
    }
}

impl Pledge {
    /// The pledge of this entropy for the game of this name.
    pub fn of(entropy: &Entropy, game: &str) -> Self {
        Self(fingerprint("daikaiju-fair-1/pledge", game, &entropy.0))
    }
}

/// SHA-256 over purpose, game and secret. The zero bytes keep the parts apart: neither purpose nor game holds one.
fn fingerprint(purpose: &str, game: &str, secret: &[u8; 32]) -> [u8; 32] {
    Sha256::new()
        .chain_update(purpose)
        .chain_update([0])
        .chain_update(game)
        .chain_update([0])
        .chain_update(secret)
        .finalize()
        .into()
}
