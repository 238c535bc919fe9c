//! How a game ended: places, damage dealt, best turns.

use crate::turns::turns;
use engine::{Event, Outcome, Seat, State};
use std::cmp::Reverse;

/// A monster at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Which.
    pub seat: Seat,
    /// Its place, from 1.
    pub place: usize,
    /// The turn in which it went out.
    pub out: Option<u16>,
    /// The damage that it dealt to others.
    pub damage: u32,
    /// Its best turn, if one was any good.
    pub best: Option<Best>,
}

/// The best turn of a monster: the one with most stars, and among equals most damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Best {
    /// The number of the turn.
    pub turn: u16,
    /// Stars gained in it.
    pub stars: u8,
    /// Damage dealt in it.
    pub damage: u8,
}

/// All monsters by place: the winner, then the living by stars, then the fallen, the last to fall first.
pub fn standing(events: &[Event], last: &State) -> Vec<Place> {
    let mut fallen: Vec<(Seat, u16)> = Vec::new();
    let mut damage = [0u32; 6];
    let mut turn = 0;
    for event in events {
        match *event {
            Event::TurnStarted { turn: number, .. } => turn = number,
            Event::Eliminated { seat } => fallen.push((seat, turn)),
            Event::Hurt { seat, by: Some(by), from, to, .. } if by != seat => {
                damage[by.index()] += u32::from(from.saturating_sub(to));
            }
            _ => {}
        }
    }
    let mut best: [Option<Best>; 6] = [None; 6];
    for turn in turns(events) {
        let Some(seat) = turn.seat else { continue };
        let this = Best { turn: turn.number, stars: turn.stars, damage: turn.damage() };
        let worth = |best: &Best| (best.stars, best.damage);
        let old = &mut best[seat.index()];
        if (0, 0) < worth(&this) && old.as_ref().is_none_or(|old| worth(old) < worth(&this)) {
            *old = Some(this);
        }
    }
    let winner = last.outcome().and_then(Outcome::winner);
    let mut order: Vec<Seat> = last.seats().iter().collect();
    order.sort_by_key(|seat| {
        let out = fallen.iter().position(|(other, _)| other == seat);
        let stars = last.monster(*seat).stars;
        (Some(*seat) != winner, out.is_some(), Reverse(out), Reverse(stars))
    });
    let place = |(n, seat): (usize, Seat)| Place {
        seat,
        place: n + 1,
        out: fallen.iter().find(|(other, _)| *other == seat).map(|(_, turn)| *turn),
        damage: damage[seat.index()],
        best: best[seat.index()],
    };
    order.into_iter().enumerate().map(place).collect()
}

/// The place that a monster took when it went out, and of how many; unknown if that was not seen.
pub fn place_when_out(events: &[Event], state: &State, seat: Seat) -> Option<(usize, usize)> {
    let at = events.iter().position(|event| *event == Event::Eliminated { seat })?;
    let later = events[at + 1..].iter().filter(|event| matches!(event, Event::Eliminated { .. }));
    Some((state.living().len() + later.count() + 1, state.players()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::random::Random;
    use engine::record::{Player, Record};
    use engine::{Rulebook, Species};

    /// A whole game, played by chance.
    fn played(seed: u64) -> (Vec<Event>, State) {
        let roster = Species::roster(Rulebook::Dutch.rules().roster);
        let players = roster[..4]
            .iter()
            .map(|monster| Player { name: String::new(), monster: Some(*monster), bot: None })
            .collect();
        let mut state =
            Record::new(Rulebook::Dutch.rules(), players, None).start().expect("a set-up");
        let mut random = Random::new(seed);
        let mut events = Vec::new();
        while let Some(input) = random.input(&state, state.need()) {
            state.play(input, Some(&mut events)).expect("it fits");
        }
        (events, state)
    }

    #[test]
    fn the_winner_is_first_and_the_fallen_are_last() {
        for seed in 0..40 {
            let (events, state) = played(seed);
            let places = standing(&events, &state);
            assert_eq!(places.iter().map(|one| one.place).collect::<Vec<_>>(), [1, 2, 3, 4]);
            if let Some(winner) = state.outcome().and_then(Outcome::winner) {
                assert_eq!(places[0].seat, winner, "seed {seed}");
            }
            let living = state.living();
            for pair in places[1..].windows(2) {
                let alive = pair.iter().map(|one| living.has(one.seat)).collect::<Vec<_>>();
                assert_ne!(alive, [false, true], "seed {seed}: the dead stand before the living");
            }
            for one in &places {
                assert_eq!(one.out.is_none(), living.has(one.seat), "seed {seed}");
                if let Some((place, of)) = place_when_out(&events, &state, one.seat) {
                    assert_eq!((place, of), (one.place, 4), "seed {seed}");
                }
            }
        }
    }

    #[test]
    fn damage_dealt_is_what_others_lost_by_it() {
        let (events, state) = played(3);
        let dealt: u32 = standing(&events, &state).iter().map(|one| one.damage).sum();
        let lost: u32 = events
            .iter()
            .filter_map(|event| match *event {
                Event::Hurt { seat, by: Some(by), from, to, .. } if by != seat => {
                    Some(u32::from(from - to))
                }
                _ => None,
            })
            .sum();
        assert_eq!(dealt, lost);
        assert!(0 < dealt);
    }
}
