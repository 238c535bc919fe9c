//! What falls on the table before everybody's eyes, kept to be compared with the record.

use engine::{Event, Outcome, Place};

use super::{Act, Judge, Memory};
use crate::evidence::{Evidence, What};

/// What chance brought before everybody's eyes, in order: throws, cards that were turned up or looked at, the first player.
pub(crate) fn chance_of(event: &Event) -> Option<String> {
    Some(match event {
        Event::ThrewForStart { dice, .. }
        | Event::Rolled { dice, .. }
        | Event::RolledAside { dice, .. } => dice.to_string(),
        Event::Probed { die, to, .. } => format!("{die}{}", to.letter()),
        Event::Starts { seat } => seat.to_string(),
        Event::Revealed { card, .. } => card.to_string(),
        Event::Peeked { .. } => "?".into(),
        _ => return None,
    })
}

impl<M: Memory> Judge<M> {
    /// A step was shown.
    pub fn step(
        &mut self,
        game: u32,
        seq: u64,
        events: &[Event],
        took_back: Option<u64>,
    ) -> Vec<Act> {
        let Some((number, name)) = self.introduced.clone() else { return Vec::new() };
        let Some(mut kept) = self.memory.load(&name).filter(|_| number == game) else {
            return Vec::new();
        };
        let right = kept.see(seq, events, took_back);
        self.memory.save(&kept);
        if right { Vec::new() } else { vec![self.warn(&name, None, What::WrongDraw)] }
    }

    /// A position was shown instead of the steps that led to it.
    pub fn view(&mut self, game: u32, seq: u64) {
        let Some((_, name)) = self.introduced.clone().filter(|(number, _)| *number == game) else {
            return;
        };
        if self.memory.load(&name).is_some_and(|kept| kept.last_step() < seq) {
            // What follows is seen from here on; if nothing does, it was not seen how the game ended.
            self.keep(&name, |kept| kept.leave_a_gap(seq));
        }
    }

    /// The game that is on has ended.
    pub fn over(&mut self, game: u32, outcome: Outcome) -> Vec<Act> {
        let Some((number, name)) = self.introduced.clone() else { return Vec::new() };
        let Some(kept) = self.memory.load(&name).filter(|_| number == game) else {
            return Vec::new();
        };
        self.unended = None;
        match kept.outcome {
            Some(before) if before != outcome => {
                vec![self.warn(&name, None, What::WrongDraw)]
            }
            Some(_) => Vec::new(),
            None => {
                self.keep(&name, |kept| kept.outcome = Some(outcome));
                Vec::new()
            }
        }
    }
}

impl Evidence {
    fn last_step(&self) -> u64 {
        self.steps.last().map_or(0, |&(_, to)| to)
    }

    /// The steps up to this one were not seen, nor what became of a card that lay on the deck.
    fn leave_a_gap(&mut self, to: u64) {
        self.steps.push((to + 1, to));
        self.top = None;
    }

    /// Takes in what a step showed. `false` if it contradicts what was shown before: the same step with other dice, dice that
    /// are taken back, another card on the deck than the one that was seen there.
    fn see(&mut self, seq: u64, events: &[Event], took_back: Option<u64>) -> bool {
        let chance: Vec<String> = events.iter().filter_map(chance_of).collect();
        let chance = chance.join(" ");
        if seq <= self.last_step() {
            // Another page of this browser has seen it, or it is told once more.
            let before = self.shown.iter().find(|(at, _)| *at == seq);
            return before.is_none_or(|(_, before)| *before == chance);
        }
        if self.last_step() + 1 != seq {
            self.leave_a_gap(seq - 1);
        }
        match self.steps.last_mut() {
            Some((_, to)) => *to = seq,
            None => self.steps.push((seq, seq)),
        }
        let mut right = took_back.is_none_or(|back| self.take_back(back));
        for event in events {
            match event {
                Event::Revealed { card, .. } => {
                    right &= self.top.take().is_none_or(|top| top == card.to_string());
                }
                Event::Bought { place: Place::Top, card, .. } => {
                    right &= self.top.take().is_none_or(|top| top == card.to_string());
                }
                _ => {}
            }
        }
        if !chance.is_empty() {
            self.shown.push((seq, chance));
        }
        right
    }

    /// A step is taken back. Dice are not; a card that was known to lie on the deck lies there again.
    fn take_back(&mut self, step: u64) -> bool {
        let Some(at) = self.shown.iter().position(|(at, _)| *at == step) else { return true };
        // Cards have small letters; faces and seats do not, and `?` is a card that only one player has looked at.
        let small = |letter: char| letter.is_ascii_lowercase();
        let card = self.shown[at].1.contains(small) && !self.shown[at].1.contains(' ');
        if card {
            self.top = Some(self.shown.remove(at).1);
        }
        card
    }
}
