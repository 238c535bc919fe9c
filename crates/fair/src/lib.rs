//! Dice that anyone can check.
//!
//! Before the first roll of a game the server publishes a [`Commitment`] to its secret [`Seed`]. Every seat that wants
//! to takes part: it first pledges ([`Pledge`]) and, once all pledges are known, reveals 32 bytes of its own
//! ([`Entropy`]). All chance of the game is drawn from a [`Chance`] made of the seed and those bytes. At the end the
//! seed is revealed in a [`Proof`], and whoever has the record recomputes every roll and every card.
//!
//! The scheme, what it assumes and its test vectors are written down in `docs/FAIR_DICE.md`.
//!
//! ```
//! use daikaiju_fair::{Chance, Commitment, Entropy, Seed};
//!
//! let seed = Seed::from_bytes([7; 32]);
//! let commitment = Commitment::to(&seed, "harbour-42/1");        // published before the first roll
//! let chance = Chance::new(&seed, "harbour-42/1", &[(0, Entropy::from_bytes([1; 32]))]);
//! let die = chance.draws(0).below(6);                            // the first die of the first roll
//! assert!(die < 6);
//! assert_eq!(commitment, Commitment::to(&seed, "harbour-42/1")); // anyone can check, once the seed is known
//! ```

mod chance;
mod game;
mod hexadecimal;
mod proof;
mod secret;

pub use chance::{Chance, Draws};
pub use game::{Verified, Wrong, verify, verify_record};
pub use hexadecimal::NotHexadecimal;
pub use proof::{Broken, Proof, SeatProof};
pub use secret::{Commitment, Entropy, Pledge, Seed};

/// The version of the scheme. A proof of another version is refused.
pub const VERSION: u32 = 1;
