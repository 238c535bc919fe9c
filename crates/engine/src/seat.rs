//! Seats at the table, and sets of them.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;

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

impl Seat {
    /// All six seats in clockwise order.
    pub const ALL: [Seat; 6] = [Seat::A, Seat::B, Seat::C, Seat::D, Seat::E, Seat::F];

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

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<Seat>", into = "Vec<Seat>"))]
pub struct Seats(pub(crate) u8);

impl Seats {
    /// No seat.
    pub const NONE: Seats = Seats(0);

    /// Just this seat.
    #[inline]
    pub const fn one(seat: Seat) -> Seats {
        Seats(1 << seat as u8)
    }

    /// Whether `seat` is among them.
    #[inline]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 as u32 >> seat as u32 & 1 != 0
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> usize {
        crate::dice::ONES[self.0 as usize] as usize
    }

    /// These and `seat`.
    #[inline]
    #[must_use]
    pub const fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | 1 << seat as u8)
    }

    /// These without `seat`.
    #[inline]
    #[must_use]
    pub const fn without(self, seat: Seat) -> Seats {
        Seats(self.0 & !(1 << seat as u8))
    }

    /// Those in both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Seats) -> Seats {
        Seats(self.0 & other.0)
    }

    /// Those in either set.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Seats) -> Seats {
        Seats(self.0 | other.0)
    }

    /// The seats in order, `A` first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let seat = Seat::ALL[left.trailing_zeros() as usize];
            left &= left - 1;
            Some(seat)
        })
    }

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

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<T: IntoIterator<Item = Seat>>(seats: T) -> Seats {
        seats.into_iter().fold(Seats::NONE, Seats::with)
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
