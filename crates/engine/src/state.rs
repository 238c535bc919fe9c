//! What the game is: plain data that can be copied, compared, hashed and saved.

use crate::card::{Card, CardSet, KEEP_CARDS, Keeps};
use crate::dice::{Dice, DiceSet};
use crate::event::{Cause, TurnKind};
use crate::listed;
use crate::power::Moment;
use crate::question::{Ask, Groups, Outcome, Place, Spot};
use crate::rules::Rules;
use crate::seat::{Seat, Seats};
use crate::turn::Step;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A whole game at one moment. Everything still to happen lies on its stack, so it can rest and be saved anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) rules: Rules,
    pub(crate) monsters: [Monster; 6],
    pub(crate) players: u8,
    pub(crate) living: Seats,
    pub(crate) starter: Seat,
    pub(crate) tokyo: Tokyo,
    pub(crate) turn: Turn,
    pub(crate) market: [Option<Card>; 3],
    /// All cards that are not yet revealed, a peeked one included. It has no order: chance makes it.
    pub(crate) deck: CardSet,
    pub(crate) discards: CardSet,
    /// The top card of the deck while somebody has looked at it, and who has.
    pub(crate) top: Option<Card>,
    pub(crate) top_seen: Seats,
    /// What lies on each keep card: smoke, stored energy.
    pub(crate) counters: [u8; KEEP_CARDS],
    /// What the present owner paid for each keep card.
    pub(crate) paid: [u8; KEEP_CARDS],
    /// The card that is copied, by the one that can.
    pub(crate) copied: Option<Card>,
    /// Extra turns that the active monster has earned and may still decline.
    pub(crate) earned: u8,
    /// Extra turns that each monster will play.
    pub(crate) queued: [u8; 6],
    /// Somebody has lost its last heart in the present effect.
    pub(crate) fell: bool,
    /// Rounds begun: play has passed the starting seat.
    pub(crate) round: u16,
    /// How often somebody has reached 20 stars: who came first wins (V-05).
    pub(crate) crowns: u8,
    pub(crate) batch: Batch,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) stack: Stack,
}

const _: () = assert!(size_of::<State>() <= 512, "a state is copied often");

/// One monster (C-07).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Monster {
    /// Life points. At 0 it is eliminated, unless a card says otherwise (G-03).
    pub hearts: u8,
    /// Victory points, 0 to 20.
    pub stars: u8,
    /// Energy cubes.
    pub energy: u8,
    /// Poison tokens.
    pub poison: u8,
    /// Shrink tokens.
    pub shrink: u8,
    /// When it reached 20 stars, counted over all monsters; 0 while it has fewer.
    pub(crate) crown: u8,
    /// The keep cards it holds.
    pub cards: Keeps,
}

/// Who is where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tokyo {
    /// Who holds Tokyo City.
    pub city: Option<Seat>,
    /// Who holds Tokyo Bay.
    pub bay: Option<Seat>,
    /// Whether the Bay is in play (B-01).
    pub bay_open: bool,
    /// Whether anybody has ever been in Tokyo (N-06).
    pub visited: bool,
}

impl Tokyo {
    /// Who is in Tokyo, City or Bay.
    #[inline]
    pub fn seats(&self) -> Seats {
        let one = |seat: Option<Seat>| seat.map_or(Seats::NONE, Seats::one);
        one(self.city).or(one(self.bay))
    }

    /// The first of these monsters that is in Tokyo, City before Bay.
    #[inline]
    pub(crate) fn first_of(&self, seats: Seats) -> Option<Seat> {
        let among = |seat: &Seat| seats.has(*seat);
        self.city.filter(among).or(self.bay.filter(among))
    }
}

listed! {
    /// The part of the turn, as the rulebook numbers them.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
    #[allow(missing_docs, reason = "the phases of the rulebook")]
    pub enum Phase {
        #[default]
        Setup,
        Start,
        Roll,
        Resolve,
        Tokyo,
        Buy,
        End,
    }
}

/// The turn being played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// Counted from 1, extra turns included.
    pub number: u16,
    /// Whose turn it is.
    pub seat: Seat,
    /// Whose regular turn came last: play goes on to its left.
    pub regular: Seat,
    /// Why it is played.
    pub kind: TurnKind,
    /// Which phase it is in.
    pub phase: Phase,
    /// The dice of the turn as they lie on the table; none before the first throw.
    pub dice: Dice,
    /// Rerolls left.
    pub rerolls: u8,
    /// How many earned turns came in a row, this one included.
    pub(crate) chain: u8,
    /// Groups of dice not yet resolved.
    pub(crate) groups: Groups,
    /// For each die the throw that its face comes from, four bits each; 0: none.
    pub(crate) throws: u64,
    /// The owner leaves the order of the present step to the rulebook.
    pub(crate) usual: bool,
    /// Cards that have taken what they offer once at the start of the turn.
    pub(crate) taken: Keeps,
    /// The poison of this turn has been taken.
    pub(crate) poisoned: bool,
    /// The claws were resolved with at least one claw (K-06), and from outside Tokyo.
    pub(crate) clawed: bool,
    pub(crate) clawed_from_outside: bool,
    /// The active monster's attack cost somebody a heart.
    pub(crate) attack_hurt: bool,
    /// The active monster cost somebody a heart in this turn.
    pub(crate) harmed: bool,
    /// Monsters that lose no hearts for the rest of the turn.
    pub(crate) shielded: Seats,
    /// Who left the City and the Bay in this attack by its own will.
    pub(crate) left: [Option<Seat>; 2],
    /// Cards used in this turn that work once a turn.
    pub(crate) used: Keeps,
}

/// Damage on its way, from one effect to any number of monsters (T-04).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub(crate) struct Batch {
    /// What each monster would lose; after the losses: what it lost.
    pub(crate) amount: [u8; 6],
    /// Who deals it.
    pub(crate) by: Option<Seat>,
    pub(crate) why: Cause,
    /// For whom it is an attack.
    pub(crate) attack: Seats,
    /// Who gets tokens from it: damage of the roller's dice, claw or not.
    pub(crate) marks: Seats,
    /// Who has been asked to leave Tokyo, before or after the damage.
    pub(crate) asked: Seats,
    /// Dice thrown aside for a card.
    pub(crate) aside: Dice,
}

impl Default for Batch {
    fn default() -> Batch {
        Batch::none()
    }
}

/// A power at work: the monster that has it, the card that lies before that monster, and the card whose text it follows.
/// The two cards differ only where one is copied: what lies on the card, whether it was used and where it is discarded goes by `card`;
/// what it does goes by `acts_as`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Me {
    /// Who uses it.
    pub owner: Seat,
    /// The card that lies there: it keeps the counters, and answers name it.
    pub card: Card,
    /// The card whose text it follows.
    pub acts_as: Card,
}

/// Which row of dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub(crate) enum Row {
    /// The dice of the turn.
    Turn,
    /// Dice beside them, thrown for a card.
    Aside,
}

/// How many rolled hearts go to each other monster, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub(crate) struct Given(pub(crate) u32);

impl Given {
    /// What goes to this monster.
    pub(crate) const fn to(self, seat: Seat) -> u8 {
        (self.0 >> (4 * seat as u32) & 15) as u8
    }

    /// One heart more for this monster.
    pub(crate) const fn with(self, seat: Seat) -> Given {
        Given(self.0 + (1 << (4 * seat as u32)))
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Something still to happen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[repr(u8)]
pub(crate) enum Frame {
    /// The rulebook's own sequence.
    Turn(Step),
    /// Waits for a player.
    Ask(Ask),
    /// Waits for the turn's dice.
    Throw(DiceSet),
    /// Waits for dice that are thrown for a card; this many more are to be thrown afterwards.
    ThrowFor { seat: Seat, slot: Card, row: Row, dice: DiceSet, more: u8 },
    /// Those dice lie there, and the owner of the card may change them.
    Lie { seat: Seat, slot: Card, row: Row, dice: DiceSet, more: u8 },
    /// Cards hear of a moment, one after the other: those of `seat` from this place on, then those of the monsters left.
    Tell { moment: Moment, seat: Seat, from: u8, left: Seats, note: u8 },
    /// Waits for a throw for the first turn; contenders, the most claws so far, and who has them.
    ThrowForStart { seat: Seat, contenders: Seats, best: u8, tied: Seats },
    /// Waits for a card.
    Reveal(Place),
    /// Waits for the starter.
    Starter,
    /// Hearts are being handed out: how many are left, how many go to the roller, and to others.
    Hearts { left: u8, own: u8, given: Given },
    /// Damage: the victims answer, one after the other.
    Defences { left: Seats },
    /// Damage: this victim may answer; `from` is the next of its cards that act of themselves.
    Defend { seat: Seat, from: u8 },
    /// Damage: all losses at once.
    Lose,
    /// An effect is over: eliminations, the Bay, victory.
    Settle,
    /// An attack has hurt: what comes after it.
    AfterAttack,
    /// Who may yield, City then Bay; who has said what where nobody may know yet.
    Yields { left: Seats, leaving: Seats, staying: Seats },
    /// The active monster takes a free place.
    MoveIn,
    /// A place of the market is filled, or the top card looked at.
    Refill(Place),
    /// Somebody has paid for a card: now it works.
    Gained { seat: Seat, card: Card, how: Gain },
}

/// How a keep card came to its owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Gain {
    /// Bought from the market or the deck.
    Bought,
    /// Bought from another monster.
    #[cfg_attr(feature = "serde", serde(rename = "taken"))]
    FromAMonster,
    /// It is copied.
    Copied,
}

const _: () = assert!(size_of::<Frame>() <= 8, "frames are many");

/// All that is still to happen; the top comes first.
#[derive(Clone, Copy)]
pub(crate) struct Stack {
    frames: [Frame; Stack::DEPTH], // those from `len` on are left over and mean nothing
    len: u8,
}

impl PartialEq for Stack {
    fn eq(&self, other: &Stack) -> bool {
        self.frames() == other.frames()
    }
}

impl Eq for Stack {}

impl std::hash::Hash for Stack {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.frames().hash(hasher);
    }
}

impl std::fmt::Debug for Stack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.frames().fmt(f)
    }
}

impl Stack {
    pub(crate) const DEPTH: usize = 16;
    const BLANK: Frame = Frame::Settle;

    pub(crate) const fn new() -> Stack {
        Stack { frames: [Stack::BLANK; Stack::DEPTH], len: 0 }
    }

    #[inline]
    pub(crate) fn push(&mut self, frame: Frame) {
        assert!((self.len as usize) < Stack::DEPTH, "no chain of effects is this long");
        self.frames[self.len as usize] = frame;
        self.len += 1;
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.len -= 1;
    }

    /// The turn goes to this step: it is always the lowest frame.
    #[inline]
    pub(crate) fn set_step(&mut self, step: Step) {
        self.frames[0] = Frame::Turn(step);
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    pub(crate) fn top(&self) -> Option<Frame> {
        self.frames.get((self.len as usize).wrapping_sub(1)).copied()
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    pub(crate) fn frames_mut(&mut self) -> &mut [Frame] {
        &mut self.frames[..self.len as usize]
    }

    pub(crate) fn frames(&self) -> &[Frame] {
        &self.frames[..self.len as usize]
    }
}

impl State {
    /// What is played by.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many monsters began the game.
    pub const fn players(&self) -> usize {
        self.players as usize
    }

    /// All seats of the table.
    pub fn seats(&self) -> Seats {
        crate::rules::seats(self.players).collect()
    }

    /// Who is still alive.
    #[inline]
    pub const fn living(&self) -> Seats {
        self.living
    }

    /// The monster of this seat.
    #[inline]
    pub const fn monster(&self, seat: Seat) -> &Monster {
        &self.monsters[seat as usize]
    }

    /// Who is in Tokyo.
    #[inline]
    pub const fn tokyo(&self) -> &Tokyo {
        &self.tokyo
    }

    /// The turn being played.
    #[inline]
    pub const fn turn(&self) -> &Turn {
        &self.turn
    }

    /// Whether the first throw of a turn is awaited.
    pub fn awaits_first_throw(&self) -> bool {
        matches!(self.stack.top(), Some(Frame::Throw(_))) && self.turn.dice.is_empty()
    }

    /// The dice that lie beside the turn's own, thrown for a card.
    pub const fn dice_aside(&self) -> Dice {
        self.batch.aside
    }

    /// Who started the game.
    pub const fn starter(&self) -> Seat {
        self.starter
    }

    /// The three places of the market.
    pub const fn market(&self) -> &[Option<Card>; 3] {
        &self.market
    }

    /// The card at this place of the market, or the top card of the deck if it is known.
    #[inline]
    pub const fn card_at(&self, place: Place) -> Option<Card> {
        match place {
            Place::Top => self.top,
            place => self.market[place as usize],
        }
    }

    /// The cards that are not yet revealed.
    pub const fn deck(&self) -> CardSet {
        self.deck
    }

    /// The discarded cards.
    pub const fn discards(&self) -> CardSet {
        self.discards
    }

    /// Who has looked at the top card of the deck.
    pub const fn top_seen(&self) -> Seats {
        self.top_seen
    }

    /// What lies on a keep card: smoke tokens, stored energy.
    pub fn counter(&self, card: Card) -> u8 {
        self.counters.get(card.index()).copied().unwrap_or(0)
    }

    /// Extra turns that this monster has earned or will play.
    pub fn coming_turns(&self, seat: Seat) -> u8 {
        let earned = if seat == self.turn.seat { self.earned } else { 0 };
        earned + self.queued[seat.index()]
    }

    /// The card that is copied.
    pub const fn copied(&self) -> Option<Card> {
        self.copied
    }

    /// Who holds this keep card.
    pub fn owner(&self, card: Card) -> Option<Seat> {
        self.living.iter().find(|seat| self.monster(*seat).cards.has(card))
    }

    /// How the game ended, if it has.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Where this monster stands in Tokyo, if it does.
    #[inline]
    pub fn spot(&self, seat: Seat) -> Option<Spot> {
        if self.tokyo.city == Some(seat) {
            Some(Spot::City)
        } else if self.tokyo.bay == Some(seat) {
            Some(Spot::Bay)
        } else {
            None
        }
    }

    /// Whether this monster is in Tokyo, City or Bay (C-02).
    #[inline]
    pub fn in_tokyo(&self, seat: Seat) -> bool {
        self.tokyo.city == Some(seat) || self.tokyo.bay == Some(seat)
    }

    /// The next living monster to the left (T-03).
    pub fn next_after(&self, seat: Seat) -> Option<Seat> {
        self.living.next_after(seat)
    }
}
