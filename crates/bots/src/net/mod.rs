//! A small net that looks at a table and says who will win, with what chance.
//!
//! [`Features`] is what the net sees: the living monsters in turn order from the one whose turn it is, their hearts,
//! stars, energy, places, tokens and keep cards, and the market. [`Weights`] are its numbers and their file;
//! [`Net`] is the same made ready for play: numbers that count upwards (hearts, stars, energy) become one row each, and
//! [`Accumulator`] changes only what differs from the last features.
//!
//! Everything is plain `f32` arithmetic in a fixed order, so that the same weights give the same chances everywhere.

mod accumulator;
mod features;
mod file;
mod weights;

pub use accumulator::{Accumulator, Net};
pub use features::{Features, MonsterFeatures, ROWS, is_bare, number};
pub use file::{WeightsError, cards};
pub use weights::{Backward, FIRST, HEADS, Head, SEATS, SECOND, Weights};
