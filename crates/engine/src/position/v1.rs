//! The engine's own part of positions of format 1, in which it lay open among the other fields. It stays as it was.

use super::inside::{Inside, Marks};
use crate::card::{Card, Keeps};
use crate::dice::{Dice, DiceSet};
use crate::event::{Cause, TurnKind};
use crate::question::{Ask, Group, Place};
use crate::seat::{Seat, Seats};
use crate::setup::{MonsterSetup, Setup};
use crate::state::{self, Batch, Gain, Phase};
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
    groups: u8,
    throws: u64,
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
    Resolve(Group),
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
}

/// The same as the engine has it today.
pub(super) fn inside(parts: Parts<'_>) -> Inside {
    let t = parts.turn;
    let marks = Marks {
        chain: t.chain,
        groups: t.groups,
        throws: t.throws,
        ones: t.ones,
        usual: t.usual,
        moved: t.moved,
        poisoned: t.poisoned,
        clawed: t.clawed,
        clawed_from_outside: t.clawed_from_outside,
        attack_hurt: t.attack_hurt,
        harmed: t.harmed,
        shielded: t.shielded,
        left: t.left,
        used: t.used,
    };
    let Damage { amount, by, why, attack, marks: tokens, asked, thrown, aside } = parts.damage;
    let damage = Batch { amount, by, why, attack, marks: tokens, asked, thrown, aside };
    let mut inside = Inside::new(parts.stack.iter().map(frame).collect(), marks, damage);
    inside.freezes = parts.freezes;
    inside.frenzies = parts.frenzies;
    inside.crowns = parts.crowns;
    inside.crown = parts.crown;
    inside
}

fn step(step: Step) -> state::Step {
    match step {
        Step::Begin => state::Step::Begin,
        Step::Start => state::Step::Start,
        Step::FirstThrow => state::Step::FirstThrow,
        Step::Rolling => state::Step::Rolling,
        Step::Changing => state::Step::Changing,
        Step::Lock => state::Step::Lock,
        Step::Resolving => state::Step::Resolving,
        Step::Enter => state::Step::Enter,
        Step::Shopping => state::Step::Shopping,
        Step::Ending => state::Step::Ending,
        Step::Over => state::Step::Over,
        Step::HandOver => state::Step::HandOver,
    }
}

/// What became of each frame.
fn frame(frame: &Frame) -> state::Frame {
    use state::Frame as Now;
    match *frame {
        Frame::Turn(at) => Now::Turn(step(at)),
        Frame::Ask(ask) => Now::Ask(ask),
        Frame::Throw(dice) => Now::Throw(dice),
        Frame::ThrowProbe { seat, slot, die } => Now::ThrowProbe { seat, slot, die },
        Frame::ThrowAside { seat, slot, count, more } => {
            Now::ThrowAside { seat, slot, count, more }
        }
        Frame::RethrowAside { seat, slot, more, dice } => {
            Now::RethrowAside { seat, slot, more, dice }
        }
        Frame::ThrowForStart { seat, contenders, best, tied } => {
            Now::ThrowForStart { seat, contenders, best, tied }
        }
        Frame::Reveal(place) => Now::Reveal(place),
        Frame::Starter => Now::Starter,
        Frame::Probes { left } => Now::Probes { left },
        Frame::Probed { seat, slot, die } => Now::Probed { seat, slot, die },
        Frame::Hearts { left, own, given } => Now::Hearts { left, own, given },
        Frame::Flee { left } => Now::Flee { left },
        Frame::Defences { left } => Now::Defences { left },
        Frame::Defend { seat } => Now::Defend { seat },
        Frame::Aside { seat, slot, more } => Now::Aside { seat, slot, more },
        Frame::Lose => Now::Lose,
        Frame::Settle => Now::Settle,
        Frame::AfterAttack => Now::AfterAttack,
        Frame::Yields { left, leaving } => Now::Yields { left, leaving },
        Frame::Bites { spot } => Now::Bites { spot },
        Frame::MoveIn => Now::MoveIn,
        Frame::Refill(place) => Now::Refill(place),
        Frame::Gained { seat, card, how } => Now::Gained { seat, card, how },
        Frame::Window { fresh, passed } => Now::Window { fresh, passed },
        Frame::Resolve(group) => Now::Resolve(group),
    }
}

/// Format 1 left out zeros where later formats leave out what is usual for a card.
pub(super) fn say_zeros(setup: &mut Setup) {
    for card in setup.monsters.iter().flat_map(|monster| &monster.cards) {
        setup.counters.entry(*card).or_insert(0);
        setup.paid.entry(*card).or_insert(0);
    }
}
