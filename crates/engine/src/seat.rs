//! Seats at the table, and sets of them.

use crate::listed;
use crate::sets::{bit_set, ones_in_byte};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;

/// How many may play (C-01).
pub const PLAYERS: RangeInclusive<usize> = 2..=6;

listed! {
    /// A place at the table. Play goes clockwise, from `A` to `B` and so on (S-04).
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    #[repr(u8)]
    #[allow(missing_docs, reason = "the six letters speak for themselves")]
    pub enum Seat {
        A,
        B,
        C,
        D,
        E,
        F,
    }
}

impl Seat {
    /// The seat with this number, 0 for `A`.
    pub const fn at(number: usize) -> Option<Seat> {
        if number < 6 { Some(Seat::ALL[number]) } else { None }
    }

    /// The number of this seat, 0 for `A`.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat with this number, counted round the table of six.
    #[inline]
    pub(crate) const fn wrap(number: usize) -> Seat {
        Seat::ALL[if number < 6 { number } else { number % 6 }]
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

bit_set! {
    /// A set of seats.
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    #[cfg_attr(feature = "serde", serde(from = "Vec<Seat>", into = "Vec<Seat>"))]
    pub struct Seats(u8) of Seat { bit: bit, item: seat, count: ones_in_byte }
}

#[inline]
const fn bit(seat: Seat) -> u8 {
    1 << seat as u8
}

#[inline]
const fn seat(number: usize) -> Seat {
    Seat::ALL[number]
}

impl Seats {
    /// The first of them clockwise after `from`; `from` itself comes last.
    #[inline]
    pub fn next_after(self, from: Seat) -> Option<Seat> {
        let later = self.0 & !((2u8 << from as u8) - 1);
        let seats = if later == 0 { self.0 } else { later };
        Seat::at(seats.trailing_zeros() as usize)
    }

    /// The seats clockwise, beginning with the first after `from`; `from` itself comes last.
    pub fn clockwise_after(self, from: Seat) -> impl Iterator<Item = Seat> {
        let low = (2u8 << from as u8).wrapping_sub(1);
        Seats(self.0 & !low).iter().chain(Seats(self.0 & low).iter())
    }
}

impl From<Vec<Seat>> for Seats {
    fn from(seats: Vec<Seat>) -> Seats {
        seats.into_iter().collect()
    }
}

impl From<Seats> for Vec<Seat> {
    fn from(seats: Seats) -> Vec<Seat> {
        seats.iter().collect()
    }
}
