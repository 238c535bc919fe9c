//! What only the engine understands of a position: everything still to happen, and what it keeps in mind meanwhile.
//!
//! It has a version of its own. Whoever changes [`Frame`], [`Step`](crate::turn::Step), the marks of a turn or
//! [`Batch`] after a release raises [`VERSION`], keeps the old shape in a file beside this one, as `v1.rs` keeps that of
//! format 1, and says there what became of each of its frames. `tests/format1` holds positions of the first format.

use crate::card::{Card, Keeps};
use crate::monster::STARS_MAX;
use crate::power::Kind;
use crate::question::{Groups, Need};
use crate::seat::{Seat, Seats};
#[cfg(feature = "serde")]
use crate::setup::is_default;
use crate::setup::{Misfit, SetupError};
use crate::state::{Batch, Frame, Stack, State, Turn};
#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize, de};

/// The version that this program writes, and knows.
#[cfg(feature = "serde")]
pub(super) const VERSION: u32 = 2;

/// The engine's own part of a position. It can be kept, compared, written and read, and is of no use for anything else.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Inside {
    version: Version,
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_default"))]
    pub(super) stack: Vec<Frame>,
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_default"))]
    pub(super) turn: Marks,
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_default"))]
    pub(super) damage: Batch,
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_default"))]
    pub(super) earned: u8,
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_default"))]
    pub(super) queued: [u8; 6],
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_default"))]
    pub(super) crowns: u8,
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_default"))]
    pub(super) crown: [u8; 6],
}

/// The one version that is known, written as its number.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
struct Version;

#[cfg(feature = "serde")]
impl Serialize for Version {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(VERSION)
    }
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Version, D::Error> {
        match u32::deserialize(deserializer)? {
            VERSION => Ok(Version),
            version => Err(de::Error::custom(super::PositionError::Engine(version))),
        }
    }
}

/// Declares the marks of a turn that only the engine understands; the fields of [`Turn`] that are not among them are
/// public.
macro_rules! marks {
    ($($name:ident: $type:ty,)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Default)]
        #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
        #[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
        pub(super) struct Marks {
            /// Once written, and read from the dice since: three or more 1s were scored.
            #[cfg(feature = "serde")]
            #[serde(skip_serializing)]
            pub(super) ones: de::IgnoredAny,
            $(#[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))] pub(super) $name: $type,)+
        }

        impl Marks {
            fn of(turn: &Turn) -> Marks {
                Marks { $($name: turn.$name,)+ ..Marks::default() }
            }

            fn put_into(self, turn: &mut Turn) {
                $(turn.$name = self.$name;)+
            }
        }
    };
}

marks! {
    chain: u8,
    groups: Groups,
    throws: u64,
    usual: bool,
    taken: Keeps,
    poisoned: bool,
    clawed: bool,
    clawed_from_outside: bool,
    attack_hurt: bool,
    harmed: bool,
    shielded: Seats,
    left: [Option<Seat>; 2],
    used: Keeps,
}

fn wrong(field: &str, why: impl Into<String>) -> SetupError {
    SetupError::new(format!("engine.{field}"), Misfit::Engine(why.into()))
}

impl Inside {
    pub(super) fn new(stack: Vec<Frame>, turn: Marks, damage: Batch) -> Inside {
        Inside {
            version: Version,
            stack,
            turn,
            damage,
            earned: 0,
            queued: [0; 6],
            crowns: 0,
            crown: [0; 6],
        }
    }

    pub(crate) fn of(state: &State) -> Inside {
        Inside {
            earned: state.earned,
            queued: state.queued,
            crowns: state.crowns,
            crown: state.monsters.map(|monster| monster.crown),
            ..Inside::new(state.stack.frames().to_vec(), Marks::of(&state.turn), state.batch)
        }
    }

    /// Discard cards that are being bought: they lie nowhere else.
    pub(crate) fn cards_being_bought(&self) -> impl Iterator<Item = Card> {
        self.stack.iter().filter_map(|frame| match frame {
            Frame::Gained { card, .. } if card.kind() == Kind::Discard => Some(*card),
            _ => None,
        })
    }

    /// Puts everything in its place, if it fits the table.
    pub(crate) fn put_into(&self, state: &mut State) -> Result<(), SetupError> {
        let seats = state.seats();
        let seated = |set: Seats, field: &str| match set.iter().find(|seat| !seats.has(*seat)) {
            Some(seat) => Err(wrong(field, format!("nobody sits at {seat}"))),
            None => Ok(()),
        };
        let marks = &self.turn;
        if !marks.groups.within(Groups::ALL) {
            return Err(wrong("turn.groups", "there are seven groups of dice"));
        }
        seated(marks.shielded, "turn.shielded")?;
        seated(marks.left.iter().flatten().copied().collect(), "turn.left")?;
        marks.put_into(&mut state.turn);
        state.earned = self.earned;
        state.queued = self.queued;
        if self.queued[state.players()..].iter().any(|turns| *turns != 0) {
            return Err(wrong("queued", "somebody who is not at the table has extra turns"));
        }
        for (seat, crown) in Seat::ALL.into_iter().zip(self.crown) {
            let monster = &mut state.monsters[seat.index()];
            let crowned = state.living.has(seat) && STARS_MAX <= monster.stars;
            if crowned != (crown != 0) || self.crowns < crown {
                return Err(wrong("crown", format!("it does not fit the stars of seat {seat}")));
            }
            monster.crown = crown;
        }
        state.crowns = self.crowns;
        let damage = &self.damage;
        seated(damage.attack, "damage.attack")?;
        seated(damage.marks, "damage.marks")?;
        seated(damage.asked, "damage.asked")?;
        seated(damage.by.into_iter().collect(), "damage.by")?;
        state.batch = *damage;
        if state.outcome.is_some() {
            let over = self.stack.is_empty();
            return over
                .then_some(())
                .ok_or_else(|| wrong("stack", "a game that is over waits for nothing"));
        }
        self.put_stack_into(state)
    }

    /// A stack as the engine left it: it must end in something that waits, and every frame must fit the table.
    fn put_stack_into(&self, state: &mut State) -> Result<(), SetupError> {
        if !(1..=Stack::DEPTH).contains(&self.stack.len()) {
            return Err(wrong("stack", format!("1 to {} frames", Stack::DEPTH)));
        }
        for (place, frame) in self.stack.iter().enumerate() {
            let bottom = place == 0;
            let top = place + 1 == self.stack.len();
            state
                .frame_fits(*frame, bottom, top)
                .map_err(|why| wrong(&format!("stack[{place}]"), why))?;
            state.stack.push(*frame);
        }
        match state.need() {
            Need::Answer(_) if state.answers().is_empty() => {
                Err(wrong("stack", "the question has no legal answer"))
            }
            Need::Roll { count: 0, .. } => Err(wrong("stack", "no dice would be thrown")),
            Need::Reveal(_) if state.deck.is_empty() => Err(wrong("stack", "the deck is empty")),
            _ => Ok(()),
        }
    }
}
