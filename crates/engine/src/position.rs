//! A position as text: JSON that a person can write and that round-trips exactly.
//!
//! Everything that has its usual value may be left out. The deck is all cards that lie nowhere else. What only the engine
//! understands, everything that is still to happen, is one value with a version of its own (`engine`).
//! `docs/NOTATION.md` has the fields and examples.

mod fits;
mod inside;
#[cfg(feature = "serde")]
mod json;
#[cfg(feature = "serde")]
mod v1;

pub use inside::Inside;
#[cfg(feature = "serde")]
pub(crate) use json::read;
#[cfg(feature = "serde")]
pub use json::{FORMAT, PositionError};
