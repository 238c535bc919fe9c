//! Sets as bits of a number, written once for all that they are sets of, and enums that know their own list.

/// Declares a set: its type, what is in it, the number that holds the bits, how a thing becomes a bit and back, and how the
/// bits are counted.
macro_rules! bit_set {
    ($(#[$meta:meta])* $vis:vis struct $Set:ident($Bits:ty) of $Item:ty {
        bit: $bit:path, item: $item:path, count: $count:path $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        $vis struct $Set(pub(crate) $Bits);

        #[allow(dead_code, reason = "every set has the same words, whoever says them")]
        impl $Set {
            /// The empty set.
            $vis const NONE: $Set = $Set(0);

            /// The set whose bit `n` stands for the thing with that number.
            #[inline]
            $vis const fn from_bits(bits: $Bits) -> $Set {
                $Set(bits)
            }

            /// Bit `n` stands for the thing with that number.
            #[inline]
            $vis const fn bits(self) -> $Bits {
                self.0
            }

            /// Just this one.
            #[inline]
            $vis const fn one(item: $Item) -> $Set {
                $Set($bit(item))
            }

            /// Whether this one is among them.
            #[inline]
            $vis const fn has(self, item: $Item) -> bool {
                self.0 & $bit(item) != 0
            }

            /// Whether there is none.
            #[inline]
            $vis const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many there are.
            #[inline]
            $vis const fn len(self) -> usize {
                $count(self.0)
            }

            /// These and this one.
            #[inline]
            #[must_use]
            $vis const fn with(self, item: $Item) -> $Set {
                $Set(self.0 | $bit(item))
            }

            /// These without this one.
            #[inline]
            #[must_use]
            $vis const fn without(self, item: $Item) -> $Set {
                $Set(self.0 & !$bit(item))
            }

            /// Those in both sets.
            #[inline]
            #[must_use]
            $vis const fn and(self, other: $Set) -> $Set {
                $Set(self.0 & other.0)
            }

            /// Those in either set.
            #[inline]
            #[must_use]
            $vis const fn or(self, other: $Set) -> $Set {
                $Set(self.0 | other.0)
            }

            /// These without those of `other`.
            #[inline]
            #[must_use]
            $vis const fn except(self, other: $Set) -> $Set {
                $Set(self.0 & !other.0)
            }

            /// Whether all of these are among `other`.
            #[inline]
            $vis const fn within(self, other: $Set) -> bool {
                self.0 & !other.0 == 0
            }

            /// All of them in order.
            #[inline]
            $vis fn iter(self) -> impl Iterator<Item = $Item> + Clone {
                let mut left = self.0;
                std::iter::from_fn(move || {
                    if left == 0 {
                        return None;
                    }
                    let item = $item(left.trailing_zeros() as usize);
                    left &= left - 1;
                    Some(item)
                })
            }
        }

        impl std::fmt::Debug for $Set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }

        impl FromIterator<$Item> for $Set {
            fn from_iter<T: IntoIterator<Item = $Item>>(items: T) -> $Set {
                items.into_iter().fold($Set::NONE, $Set::with)
            }
        }
    };
}
pub(crate) use bit_set;

/// Declares an enum, and the list of its values in `ALL`, which so cannot miss one.
#[macro_export]
macro_rules! listed {
    ($(#[$meta:meta])* $vis:vis enum $Name:ident { $($(#[$of:meta])* $one:ident,)+ }) => {
        $(#[$meta])*
        $vis enum $Name { $($(#[$of])* $one,)+ }

        impl $Name {
            /// All of them, in order.
            $vis const ALL: [$Name; [$($Name::$one),+].len()] = [$($Name::$one),+];
        }
    };
}

/// How many ones each byte has in binary: quicker than counting where the processor has no word for it.
pub(crate) const ONES: [u8; 256] = {
    let mut ones = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        ones[byte] = (byte as u8).count_ones() as u8;
        byte += 1;
    }
    ones
};

/// How many bits of a byte are set.
#[inline]
pub(crate) const fn ones_in_byte(bits: u8) -> usize {
    ONES[bits as usize] as usize
}

/// How many bits of two bytes are set.
#[inline]
pub(crate) const fn ones_in_two(bits: u16) -> usize {
    let [low, high] = bits.to_le_bytes();
    (ONES[low as usize] + ONES[high as usize]) as usize
}

/// How many bits of eight bytes are set.
#[inline]
pub(crate) const fn ones_in_eight(bits: u64) -> usize {
    bits.count_ones() as usize
}
