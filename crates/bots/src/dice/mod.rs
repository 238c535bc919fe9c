//! Exact dice: what to keep after every throw, and what it is worth.
//!
//! Dice have no order, so a roll is a multiset of faces. Every multiset of 0 to 9 dice has a *slot*; there are only
//! 462 rolls of six dice and 924 sets of at most six that one may keep. Two small sweeps make one reroll:
//!
//! * what a keep is worth is the mean of its six one-die extensions (from large sets to small ones);
//! * what a roll is worth is the best of what it keeps, itself or any set with one die less (from small to large).
//!
//! No masks, no probabilities, no search. See [`Solver`] for the turn, and [`odds`] for what a player wants to read. What
//! cards do between the throws is solved by the mind that plays ([`crate::mind`]), stage by stage with the same sweeps.

pub mod odds;
mod slots;
mod solver;

pub use slots::{MAX_DICE, Slot, Slots, slots};
pub(crate) use solver::for_each_keep;
pub use solver::{Solver, Worth};

/// The number of faces of a die.
pub const FACES: usize = 6;

/// Face numbers as this crate orders them: the values first, so that face `v - 1` shows `v`.
pub mod face {
    /// The face that shows 1.
    pub const ONE: usize = 0;
    /// The face that shows 2.
    pub const TWO: usize = 1;
    /// The face that shows 3.
    pub const THREE: usize = 2;
    /// The energy face.
    pub const ENERGY: usize = 3;
    /// The claw face.
    pub const CLAW: usize = 4;
    /// The heart face.
    pub const HEART: usize = 5;
}

/// How many dice show each face.
pub type Counts = [u8; FACES];

/// The stars that a set of dice scores (rule D-04): three of a number give its value, every further one 1 more.
pub fn stars(counts: &Counts) -> u8 {
    (0..3).filter(|&v| 3 <= counts[v]).map(|v| v as u8 + 1 + counts[v] - 3).sum()
}
