//! What the screen needs beyond the state itself, asked of the engine: what would happen, and what just did.

use engine::{Answer, Dice, Event, Input, Need, Phase, Question, Seat, State};

/// What comes of the dice as they lie, if nobody uses a card and nobody leaves Tokyo.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Preview {
    hurt: [u8; 6],
    /// Stars for the active monster.
    pub(crate) stars: u8,
    /// Energy for the active monster.
    pub(crate) energy: u8,
    /// Hearts for the active monster.
    pub(crate) healed: u8,
    /// Whether it moves into Tokyo.
    pub(crate) enters: bool,
}

impl Preview {
    /// The hearts that a seat would lose.
    pub(crate) fn hurt(&self, seat: Seat) -> u8 {
        self.hurt[seat.index()]
    }
}

/// Lets the engine play on from the present dice with every question passed, and adds up what happened.
pub(crate) fn preview(state: &State) -> Preview {
    let mut preview = Preview::default();
    let active = state.turn().seat;
    let mut future = *state;
    // A turn has fewer questions than this; the bound only guards against surprises.
    for _ in 0..40 {
        let Need::Answer(ask) = future.need() else { break };
        let turn = future.turn();
        if turn.seat != active || Phase::Buy <= turn.phase || ask.question == Question::Shop {
            break;
        }
        let answers = future.answers();
        let answer = if answers.contains(Answer::Pass) { Answer::Pass } else { answers.get(0).unwrap_or(Answer::Pass) };
        let mut events = Vec::new();
        if future.play(Input::Answer(answer), Some(&mut events)).is_err() {
            break;
        }
        for event in events {
            if matches!(event, Event::TurnStarted { .. }) || Phase::End <= phase_of(event) {
                break;
            }
            preview.add(active, event);
        }
    }
    preview
}

/// Poison is paid at the end of the turn: it is not the dice's doing.
fn phase_of(event: Event) -> Phase {
    match event {
        Event::Hurt { why: engine::Cause::Poison, .. } => Phase::End,
        _ => Phase::Resolve,
    }
}

impl Preview {
    fn add(&mut self, active: Seat, event: Event) {
        match event {
            Event::Hurt { seat, from, to, .. } => self.hurt[seat.index()] += from.saturating_sub(to),
            Event::Stars { seat, from, to, .. } if seat == active => self.stars += to.saturating_sub(from),
            Event::Energy { seat, from, to, .. } if seat == active => self.energy += to.saturating_sub(from),
            Event::Healed { seat, from, to, .. } if seat == active => self.healed += to.saturating_sub(from),
            Event::Entered { seat, .. } if seat == active => self.enters = true,
            _ => {}
        }
    }
}

/// The damage that comes to a seat if it does nothing about it.
pub(crate) fn incoming(state: &State, seat: Seat) -> u8 {
    preview(state).hurt(seat)
}

/// The damage that a seat took last.
pub(crate) fn dealt(events: &[Event], seat: Seat) -> u8 {
    events
        .iter()
        .rev()
        .take_while(|event| !matches!(event, Event::TurnStarted { .. }))
        .filter_map(|event| match *event {
            Event::Hurt { seat: victim, from, to, .. } if victim == seat => Some(from.saturating_sub(to)),
            _ => None,
        })
        .sum()
}

/// Dice thrown beside the turn's own.
pub(crate) fn aside(events: &[Event]) -> Dice {
    let last = events.iter().rev().find_map(|event| match *event {
        Event::RolledAside { dice, .. } => Some(dice),
        _ => None,
    });
    last.unwrap_or_default()
}

/// Which throw of the turn this is.
pub(crate) fn throws(events: &[Event]) -> u8 {
    let thrown = events
        .iter()
        .rev()
        .take_while(|event| !matches!(event, Event::TurnStarted { .. }))
        .filter(|event| matches!(event, Event::Rolled { .. }))
        .count();
    (thrown as u8).max(1)
}

/// The round that a turn belongs to.
pub(crate) fn round(state: &State) -> usize {
    (usize::from(state.turn().number).max(1) - 1) / state.players().max(1) + 1
}

/// The exact chance that at least `wanted` of `free` dice come to show one face within `rerolls` throws, if each is kept
/// as soon as it does.
pub(crate) fn chance_of(wanted: u8, free: u8, rerolls: u8) -> f64 {
    let one = 1.0 - (5.0f64 / 6.0).powi(rerolls.into());
    let mut chance = 0.0;
    let mut ways = 1.0;
    for hits in 0..=free {
        if wanted <= hits {
            chance += ways * one.powi(hits.into()) * (1.0 - one).powi((free - hits).into());
        }
        ways = ways * f64::from(free - hits) / f64::from(hits + 1);
    }
    chance
}
