//! What a seat may know. Made in one place, from nothing but what is open to it.

use crate::seat::{Seat, Seats};
use crate::state::{Frame, State};
use std::ops::Deref;

/// The game as one seat, or a watcher, sees it.
///
/// It reads like a [`State`]; what is hidden does not exist in it. A card that others have looked at is just one of the
/// deck, and an answer that is not yet open has not been given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    seat: Option<Seat>,
    state: State,
}

impl State {
    /// The game as `seat` sees it; `None` is a watcher.
    pub fn view(&self, seat: Option<Seat>) -> View {
        let mut state = *self;
        if !seat.is_some_and(|seat| state.top_seen.has(seat)) {
            state.top = None;
        }
        // Simultaneous yields (Z-27): what the other place has said is open only when both have spoken.
        for frame in state.stack.frames_mut() {
            if let Frame::Yields { leaving, staying, .. } = frame {
                let own = seat.map_or(Seats::NONE, Seats::one);
                (*leaving, *staying) = (leaving.and(own), staying.and(own));
            }
        }
        View { seat, state }
    }
}

impl View {
    /// Whose view it is; `None` is a watcher's.
    pub const fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// A game that fits everything this view knows: the deck is unordered, as it is for the viewer. Bots think on it.
    pub const fn imagine(&self) -> State {
        self.state
    }
}

impl Deref for View {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}
