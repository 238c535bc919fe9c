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
    /// The round in which it went out.
    pub out: Option<u16>,
    /// The damage that it dealt to others.
    pub damage: u32,
    /// Its best turn, if one was any good.
    pub best: Option<Best>,
}

/// The best turn of a monster: the one with most stars, and among equals most damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Best {
    /// The round in which it was played.
    pub round: u16,
    /// Stars gained in it.
    pub stars: u8,
    /// Damage dealt in it.
    pub damage: u8,
}

/// All monsters by place: the winner, then the living by stars, then the fallen, the last to fall first.
pub fn standing(events: &[Event], last: &State) -> Vec<Place> {
    let mut fallen: Vec<(Seat, u16)> = Vec::new();
    let mut damage = [0u32; 6];
    let rounds = last.rounds(events);
    let mut begun = rounds.iter().copied();
    let mut round = rounds.first().copied().unwrap_or(last.round());
    for event in events {
        match *event {
            Event::TurnStarted { .. } => round = begun.next().unwrap_or(round),
            Event::Eliminated { seat } => fallen.push((seat, round)),
            Event::Hurt { seat, by: Some(by), from, to, .. } if by != seat => {
                damage[by.index()] += u32::from(from.saturating_sub(to));
            }
            _ => {}
        }
    }
    let mut best: [Option<Best>; 6] = [None; 6];
    let played = turns(events).into_iter().filter(|turn| turn.seat.is_some());
    for (turn, round) in played.zip(rounds) {
        let Some(seat) = turn.seat else { continue };
        let this = Best { round, stars: turn.stars, damage: turn.damage() };
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
        out: fallen.iter().find(|(other, _)| *other == seat).map(|(_, round)| *round),
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

    fn four() -> Vec<Player> {
        let roster = Species::roster(Rulebook::Dutch.rules().roster);
        roster[..4]
            .iter()
            .map(|monster| Player { name: String::new(), monster: Some(*monster), bot: None })
            .collect()
    }

    /// A whole game, played by chance.
    fn played(seed: u64) -> (Vec<Event>, State) {
        let mut state =
            Record::new(Rulebook::Dutch.rules(), four(), None).start().expect("a set-up");
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
                assert!(one.out.is_none_or(|round| (1..=state.round()).contains(&round)));
                if let Some((place, of)) = place_when_out(&events, &state, one.seat) {
                    assert_eq!((place, of), (one.place, 4), "seed {seed}");
                }
            }
        }
    }

    /// with monsters out a round has fewer turns, with extra turns more; the engine counts them.
    #[test]
    fn rounds_are_those_of_the_engine() {
        let mut fell_late = 0;
        for seed in 0..40 {
            let mut state =
                Record::new(Rulebook::Dutch.rules(), four(), None).start().expect("four");
            let mut random = Random::new(seed);
            let (mut events, mut out) = (Vec::new(), Vec::new());
            while let Some(input) = random.input(&state, state.need()) {
                let (heard, round) = (events.len(), state.round());
                state.play(input, Some(&mut events)).expect("it fits");
                for event in &events[heard..] {
                    if let Event::Eliminated { seat } = *event {
                        out.push((seat, round));
                    }
                }
            }
            for place in standing(&events, &state) {
                let round =
                    out.iter().find(|(seat, _)| *seat == place.seat).map(|(_, round)| *round);
                assert_eq!(place.out, round, "seed {seed}: {}", place.seat);
                fell_late += usize::from(round.is_some_and(|round| 4 < round));
            }
        }
        assert!(0 < fell_late);
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
