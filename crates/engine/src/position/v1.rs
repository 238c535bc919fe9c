//! The engine's own part of positions of format 1, in which it lay open among the other fields. It stays as it was.

use super::inside::{Inside, Marks};
use crate::card::{Card, Keeps};
use crate::dice::{Dice, DiceSet, Face};
use crate::event::{Cause, TurnKind};
use crate::power::{COPIER, Moment, place_after};
use crate::question::{Ask, Group, Groups, Place};
use crate::seat::{Seat, Seats};
use crate::setup::{MonsterSetup, Setup, TurnSetup};
use crate::state::{self, Batch, Gain, Given, Phase, Row};
use crate::turn;
use serde::Deserialize;

/// A monster; format 1 had its crown in the open.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Monster {
    hearts: u8,
    stars: u8,
    energy: u8,
    poison: u8,
    shrink: u8,
    cards: Vec<Card>,
    pub(super) crown: u8,
}

impl Default for Monster {
    fn default() -> Monster {
        let MonsterSetup { hearts, stars, energy, poison, shrink, cards } = MonsterSetup::default();
        Monster { hearts, stars, energy, poison, shrink, cards, crown: 0 }
    }
}

impl Monster {
    pub(super) fn setup(self) -> MonsterSetup {
        let Monster { hearts, stars, energy, poison, shrink, cards, crown: _ } = self;
        MonsterSetup { hearts, stars, energy, poison, shrink, cards }
    }
}

/// A turn; format 1 had its marks in the open, and no round.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Turn {
    pub(super) number: u16,
    pub(super) round: u16,
    pub(super) seat: Option<Seat>,
    pub(super) regular: Option<Seat>,
    pub(super) kind: TurnKind,
    pub(super) phase: Option<Phase>,
    pub(super) dice: Dice,
    pub(super) rerolls: u8,
    chain: u8,
    groups: Groups,
    throws: u64,
    /// Read from the dice since.
    #[allow(dead_code, reason = "it is read so that it may be there")]
    ones: bool,
    usual: bool,
    moved: bool,
    poisoned: bool,
    clawed: bool,
    clawed_from_outside: bool,
    attack_hurt: bool,
    harmed: bool,
    shielded: Seats,
    left: [Option<Seat>; 2],
    used: Keeps,
}

/// Damage on its way.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Damage {
    amount: [u8; 6],
    by: Option<Seat>,
    why: Cause,
    attack: Seats,
    marks: Seats,
    asked: Seats,
    thrown: Keeps,
    aside: Dice,
}

impl Default for Damage {
    fn default() -> Damage {
        Damage {
            amount: [0; 6],
            by: None,
            why: Cause::Dice,
            attack: Seats::NONE,
            marks: Seats::NONE,
            asked: Seats::NONE,
            thrown: Keeps::NONE,
            aside: Dice::NONE,
        }
    }
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Step {
    Begin,
    Start,
    FirstThrow,
    Rolling,
    Changing,
    Lock,
    Resolving,
    Enter,
    Shopping,
    Ending,
    Over,
    HandOver,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Frame {
    Turn(Step),
    Ask(Ask),
    Throw(DiceSet),
    ThrowProbe { seat: Seat, slot: Card, die: u8 },
    ThrowAside { seat: Seat, slot: Card, count: u8, more: u8 },
    RethrowAside { seat: Seat, slot: Card, more: u8, dice: DiceSet },
    ThrowForStart { seat: Seat, contenders: Seats, best: u8, tied: Seats },
    Reveal(Place),
    Starter,
    Probes { left: Seats },
    Probed { seat: Seat, slot: Card, die: u8 },
    Hearts { left: u8, own: u8, given: u32 },
    Flee { left: Seats },
    Defences { left: Seats },
    Defend { seat: Seat },
    Aside { seat: Seat, slot: Card, more: u8 },
    Lose,
    Settle,
    AfterAttack,
    Yields { left: Seats, leaving: Seats },
    Bites { spot: u8 },
    MoveIn,
    Refill(Place),
    Gained { seat: Seat, card: Card, how: Gain },
    Window { fresh: u8, passed: Seats },
    Resolve(#[expect(dead_code, reason = "it was never written")] Group),
}

/// What lay among the open fields.
pub(super) struct Parts<'a> {
    pub(super) stack: &'a [Frame],
    pub(super) turn: &'a Turn,
    pub(super) damage: Damage,
    pub(super) freezes: u8,
    pub(super) frenzies: [u8; 6],
    pub(super) crowns: u8,
    pub(super) crown: [u8; 6],
    pub(super) players: usize,
}

/// The same as the engine has it today.
pub(super) fn inside(parts: Parts<'_>) -> Inside {
    let t = parts.turn;
    let marks = Marks {
        chain: t.chain,
        groups: t.groups,
        throws: t.throws,
        usual: t.usual,
        taken: if t.moved { Keeps::one(COPIER) } else { Keeps::NONE },
        poisoned: t.poisoned,
        clawed: t.clawed,
        clawed_from_outside: t.clawed_from_outside,
        attack_hurt: t.attack_hurt,
        harmed: t.harmed,
        shielded: t.shielded,
        left: t.left,
        used: t.used,
        ..Marks::default()
    };
    let Damage { amount, by, why, attack, marks: tokens, asked, thrown, aside } = parts.damage;
    let damage = Batch { amount, by, why, attack, marks: tokens, asked, aside };
    let before = Before {
        active: t.seat.unwrap_or(Seat::A),
        seats: Seat::ALL.into_iter().take(parts.players).collect(),
        left: t.left,
        thrown,
        aside,
    };
    let above = parts.stack.iter().skip(1).map(Some).chain([None]);
    let frames = parts.stack.iter().zip(above);
    let stack = frames.filter_map(|(frame, above)| before.frame(frame, above)).collect();
    let mut inside = Inside::new(stack, marks, damage);
    inside.earned = parts.freezes;
    inside.queued = parts.frenzies;
    inside.crowns = parts.crowns;
    inside.crown = parts.crown;
    inside
}

fn step(step: Step) -> turn::Step {
    match step {
        Step::Begin => turn::Step::Begin,
        Step::Start => turn::Step::Start,
        Step::FirstThrow => turn::Step::FirstThrow,
        Step::Rolling => turn::Step::Rolling,
        Step::Changing => turn::Step::Changing,
        Step::Lock => turn::Step::Lock,
        Step::Resolving => turn::Step::Resolving,
        Step::Enter => turn::Step::Enter,
        Step::Shopping => turn::Step::Shopping,
        Step::Ending => turn::Step::Ending,
        Step::Over => turn::Step::Over,
        Step::HandOver => turn::Step::HandOver,
    }
}

/// What has to be known about the table to say what became of a frame.
struct Before {
    active: Seat,
    seats: Seats,
    left: [Option<Seat>; 2],
    thrown: Keeps,
    aside: Dice,
}

impl Before {
    /// What became of each frame; `above` is the one that comes before it.
    fn frame(&self, frame: &Frame, above: Option<&Frame>) -> Option<state::Frame> {
        use state::Frame as Now;
        Some(match *frame {
            Frame::Turn(at) => Now::Turn(step(at)),
            Frame::Ask(ask) => Now::Ask(ask),
            Frame::Throw(dice) => Now::Throw(dice),
            Frame::ThrowProbe { seat, slot, die } => {
                let dice = DiceSet::one(die as usize);
                Now::ThrowFor { seat, slot, row: Row::Turn, dice, more: 0 }
            }
            Frame::Probed { seat, slot, die } => {
                let dice = DiceSet::one(die as usize);
                Now::Lie { seat, slot, row: Row::Turn, dice, more: 0 }
            }
            Frame::ThrowAside { seat, slot, count, more } => {
                let dice = DiceSet::first(count as usize);
                Now::ThrowFor { seat, slot, row: Row::Aside, dice, more }
            }
            Frame::RethrowAside { seat, slot, more, dice } => {
                Now::ThrowFor { seat, slot, row: Row::Aside, dice, more }
            }
            Frame::Aside { seat, slot, more } => {
                Now::Lie { seat, slot, row: Row::Aside, dice: self.aside.all(), more }
            }
            Frame::ThrowForStart { seat, contenders, best, tied } => {
                Now::ThrowForStart { seat, contenders, best, tied }
            }
            Frame::Reveal(place) => Now::Reveal(place),
            Frame::Starter => Now::Starter,
            Frame::Probes { left } => self.tell(Moment::AnotherRolled, left, 0, above),
            Frame::Flee { left } => self.tell(Moment::HitInTokyo, left, 0, above),
            Frame::Window { fresh, passed } => {
                let left = self.seats.except(passed);
                self.tell(Moment::CardsAppeared, left, fresh, above)
            }
            Frame::Bites { spot: 0 } => self.tell(Moment::MadeRoom, self.seats, 0, None),
            Frame::Bites { .. } => {
                let bay = self.left[1].map_or(Seats::NONE, Seats::one);
                self.tell(Moment::MadeRoom, bay, 0, None)
            }
            Frame::Hearts { left, own, given } => Now::Hearts { left, own, given: Given(given) },
            Frame::Defences { left } => Now::Defences { left },
            Frame::Defend { seat } => {
                let from = self.thrown.iter().map(place_after).max().unwrap_or(0);
                Now::Defend { seat, from }
            }
            Frame::Lose => Now::Lose,
            Frame::Settle => Now::Settle,
            Frame::AfterAttack => Now::AfterAttack,
            Frame::Yields { left, leaving } => Now::Yields { left, leaving, staying: Seats::NONE },
            Frame::MoveIn => Now::MoveIn,
            Frame::Refill(place) => Now::Refill(place),
            Frame::Gained { seat, card, how } => Now::Gained { seat, card, how },
            // Never written.
            Frame::Resolve(_) => return None,
        })
    }

    /// A round of telling. Whoever is being asked by it, or has dice thrown, comes first in it.
    fn tell(&self, moment: Moment, left: Seats, note: u8, above: Option<&Frame>) -> state::Frame {
        let told = match above {
            Some(Frame::Ask(Ask { seat, card: Some(slot), .. }))
            | Some(Frame::ThrowProbe { seat, slot, .. } | Frame::Probed { seat, slot, .. }) => {
                Some((*seat, *slot))
            }
            _ => None,
        };
        let left = left.without(self.active);
        let Some((seat, slot)) = told else {
            return state::Frame::Tell {
                moment,
                seat: self.active,
                from: place_after(COPIER),
                left,
                note,
            };
        };
        // Of those who look at a roll, the ones before have done so.
        let later = left.clockwise_after(self.active).skip_while(|other| *other != seat).collect();
        let left = if moment == Moment::AnotherRolled { later } else { left };
        state::Frame::Tell { moment, seat, from: place_after(slot), left: left.without(seat), note }
    }
}

/// Format 1 let the dice show 1 before the first throw, where there are none today.
pub(super) fn lift_dice(setup: &mut Setup) {
    let stack = setup.engine.as_ref().map_or(&[][..], |inside| &inside.stack);
    let TurnSetup { dice, rerolls, .. } = setup.turn;
    let unthrown = dice == Dice::same(Face::One, dice.len()) && 2 <= rerolls;
    if unthrown && stack.last() == Some(&state::Frame::Throw(dice.all())) {
        setup.turn.dice = Dice::NONE;
    }
}

/// Format 1 left out zeros where later formats leave out what is usual for a card.
pub(super) fn say_zeros(setup: &mut Setup) {
    for card in setup.monsters.iter().flat_map(|monster| &monster.cards) {
        setup.counters.entry(*card).or_insert(0);
        setup.paid.entry(*card).or_insert(0);
    }
}
