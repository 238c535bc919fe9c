//! Opponents worth playing, and the exact dice they stand on.
//!
//! * [`dice`] solves a turn's rerolls exactly, over multisets of dice.
//! * [`mod@net`] looks at a table and says who will win.
//! * [`mind`] puts the two together: it answers any question the game can ask.
//! * [`rollouts`] plays a position on many times, for values with a standard error.
//! * [`Level`] names the bots that people play against, [`Style`] their characters; [`Bot`] is all one needs to write another.
//!
//! Nothing here reads a clock, starts a thread or touches a file: the same code runs in a browser.

mod champion;
pub mod chance;
pub mod dice;
mod ladder;
pub mod mind;
pub mod net;
pub mod rollouts;
mod simple;
mod style;

pub use champion::{Champion, DEPTH, TURNS};
pub use ladder::{Bot, Level, Opponent, UnknownBot, WEIGHTS, answer_legally, net};
pub use simple::{Angry, Anything};
pub use style::{Style, Tasted, hurts};
