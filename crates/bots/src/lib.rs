//! Opponents worth playing, and the exact dice they stand on.
//!
//! * [`dice`] solves a turn's rerolls exactly, over multisets of dice.
//! * [`net`] looks at a table and says who will win.
//!
//! Nothing here reads a clock, starts a thread or touches a file: the same code runs in a browser.

pub mod dice;
pub mod net;
