//! Dice that nobody can choose, and that anyone can check.
//!
//! Before anybody adds anything the server publishes a [`Commitment`] to its secret [`Seed`]. With **sealed** dice every
//! seat pledges ([`Pledge`]) and reveals ([`Entropy`]) once before the first roll, and all chance of the game follows from
//! the mix ([`sealed`]). With **live** dice every seat commits to a chain, and each step that needs chance mixes the next
//! link of every seat into it ([`live`]). A client keeps what it was shown ([`Evidence`]) and refuses what does not fit
//! ([`Judge`]). When the game has ended the seed stands in the record, and [`verify`] recomputes everything and compares it
//! with the evidence.
//!
//! The scheme, what it promises and what it does not, and its test vectors are written down in `docs/FAIR_DICE.md`.
//!
//! ```
//! use daikaiju_fair::{Commitment, Entropy, Pledge, Seed, sealed};
//! use engine::Seat;
//!
//! let (seed, name) = (Seed::from_bytes([7; 32]), "harbour-42/1");
//! let commitment = Commitment::to(&seed, name);                    // published first
//! let entropy = Entropy::from_bytes([1; 32]);
//! let pledge = Pledge::of(&entropy, name, &commitment);            // published before anybody reveals
//! let mix = sealed::mix("the terms", &commitment, &[(Seat::A, pledge)]);
//! let chance = sealed::chance(&seed, &mix, &[(Seat::A, entropy)]);
//! assert!(chance.draws(0).below(6) < 6);                           // the first die of the first roll
//! ```

mod chance;
mod evidence;
mod hexadecimal;
mod judge;
pub mod live;
mod proof;
#[cfg(feature = "schema")]
mod schema;
pub mod sealed;
mod secret;
mod terms;
mod verdict;
mod verify;
pub mod version1;
pub mod wire;

pub use chance::{Draws, KeyedChance};
pub use evidence::{Evidence, GAMES_KEPT, Warning, What, first_to_forget};
pub use hexadecimal::NotHexadecimal;
pub use judge::{Act, Judge, Memory};
pub use proof::{Joined, Proof, SeatProof};
pub use secret::{Commitment, Entropy, Hash, Pledge, Seed};
pub use terms::{DiceKind, Sitter, Terms, TermsError};
pub use verdict::{Compared, Report, Reservation, Verdict, Wrong};
pub use verify::verify;

/// The version of the scheme that this program writes. It checks version 1 as well.
pub const VERSION: u32 = 2;
