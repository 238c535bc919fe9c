//! Tokyo (3.7, 3.8): leaving it, entering it, and the closing of the Bay.

use crate::event::{Cause, Event, Leaving};
use crate::game::Game;
use crate::question::Spot;
use crate::rules::{EntryWithoutClaws, TokyoEntry};
use crate::seat::Seat;
use crate::state::{Phase, State};
use crate::turn::Went;

impl State {
    /// N-03: the place that a newcomer would take.
    pub(crate) fn free_spot(&self) -> Option<Spot> {
        if self.tokyo.city.is_none() {
            Some(Spot::City)
        } else if self.tokyo.bay_open && self.tokyo.bay.is_none() {
            Some(Spot::Bay)
        } else {
            None
        }
    }
}

impl State {
    /// N-06: whether a free place is taken without a claw.
    pub(crate) const fn enters_without_claws(&self) -> bool {
        match self.rules.enter_free_place_without_claws {
            EntryWithoutClaws::Never => false,
            EntryWithoutClaws::AfterFirstEntry => self.tokyo.visited,
            EntryWithoutClaws::Always => true,
        }
    }
}

impl Game<'_> {
    /// Y-06: goes outside at once.
    pub(crate) fn leave_tokyo(&mut self, seat: Seat, why: Leaving) {
        let Some(spot) = self.spot(seat) else { return };
        match spot {
            Spot::City => self.tokyo.city = None,
            Spot::Bay => self.tokyo.bay = None,
        }
        self.tell(Event::Left { seat, spot, why });
    }

    /// Takes the free place, if there is one, and the star that comes with it.
    pub(crate) fn enter_if_free(&mut self, seat: Seat) {
        if self.in_tokyo(seat) || !self.living.has(seat) {
            return;
        }
        if let Some(spot) = self.free_spot() {
            self.enter(seat, spot);
            self.settle();
        }
    }

    /// N-04: each entry is worth a star.
    pub(crate) fn enter(&mut self, seat: Seat, spot: Spot) {
        match spot {
            Spot::City => self.tokyo.city = Some(seat),
            Spot::Bay => self.tokyo.bay = Some(seat),
        }
        self.tokyo.visited = true;
        self.tell(Event::Entered { seat, spot });
        self.gain_stars(seat, 1, Cause::Entering);
    }

    /// From the Bay to the City: it has been in Tokyo all along, so there is no star (B-06).
    pub(crate) fn move_to_city(&mut self, seat: Seat) {
        self.tokyo.bay = None;
        self.tokyo.city = Some(seat);
        self.tell(Event::MovedToCity { seat });
    }

    #[inline]
    pub(crate) fn enter_phase(&mut self) -> Went {
        self.turn.phase = Phase::Tokyo;
        let by_claws = self.rules.tokyo_entry == TokyoEntry::OwnPhase
            && self.turn.clawed
            && self.turn.clawed_from_outside;
        if by_claws || self.enters_without_claws() {
            self.enter_if_free(self.turn.seat);
        }
        Went::On
    }

    /// B-05, B-06: with fewer than five living monsters there is no Bay.
    pub(crate) fn close_bay(&mut self) {
        if !self.tokyo.bay_open || 5 <= self.living.len() {
            return;
        }
        self.tokyo.bay_open = false;
        self.tell(Event::BayClosed);
        if let Some(seat) = self.tokyo.bay {
            if self.rules.bay_occupant_moves_to_empty_city && self.tokyo.city.is_none() {
                self.move_to_city(seat);
            } else {
                self.leave_tokyo(seat, Leaving::BayClosed);
            }
        }
    }
}
