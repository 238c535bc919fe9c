//! What happened, in order, with the numbers before and after: enough for a log in any language, for animation and for a
//! screen reader.

use crate::card::{Card, CardSet};
use crate::dice::{Dice, DiceSet, Face};
use crate::question::{Outcome, Place, Spot};
use crate::seat::{Seat, Seats};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Why a number changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Cause {
    /// The dice of the turn.
    Dice,
    /// Starting a turn in Tokyo (T-06).
    InTokyo,
    /// Entering Tokyo (N-04).
    Entering,
    /// Claws, with everything added to the attack.
    Claws,
    /// Poison tokens (E-03).
    Poison,
    /// The text of this card. Where Mimic acts, the copied card.
    Card(Card),
    /// Paying for a card, its use, or a sweep.
    Payment,
}

/// Tokens a monster can bear.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[allow(missing_docs, reason = "the two tokens")]
pub enum Token {
    Poison,
    Shrink,
}

/// Why a turn is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum TurnKind {
    /// It is this monster's turn.
    #[default]
    Regular,
    /// An extra turn with fewer dice (Freeze Time).
    FreezeTime,
    /// An extra turn (Frenzy).
    Frenzy,
}

/// Why a monster left Tokyo.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Leaving {
    /// It yielded (Y-01).
    Yielded,
    /// The Bay closed (B-05).
    BayClosed,
    /// A card put it out.
    PutOut,
    /// It reached 0 hearts.
    Fell,
}

/// One thing that happened. Every amount that changed has the value before and after.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "event", rename_all = "snake_case"))]
#[allow(missing_docs, reason = "seat, from, to and the like are the same in every event")]
pub enum Event {
    /// A throw for the first turn (S-07).
    ThrewForStart { seat: Seat, dice: Dice },
    /// This monster starts the game.
    Starts { seat: Seat },
    /// A turn begins.
    TurnStarted { seat: Seat, turn: u16, kind: TurnKind },
    /// Dice were thrown: the whole row, and which of them are new.
    Rolled { seat: Seat, dice: Dice, thrown: DiceSet, rerolls_left: u8 },
    /// The player keeps the dice as they lie.
    Stopped { seat: Seat, dice: Dice },
    /// A card threw one die of the active monster again; the row is the active monster's.
    Probed { seat: Seat, card: Card, die: u8, from: Face, to: Face },
    /// A card turned a die.
    DieSet { seat: Seat, card: Card, die: u8, from: Face, to: Face },
    /// Dice beside the turn's own were thrown for a card (Camouflage).
    RolledAside { seat: Seat, card: Card, dice: Dice },
    /// A card was used.
    Used { seat: Seat, card: Card },
    /// Stars changed.
    Stars { seat: Seat, from: u8, to: u8, why: Cause },
    /// Energy changed.
    Energy { seat: Seat, from: u8, to: u8, why: Cause },
    /// Hearts were gained.
    Healed { seat: Seat, from: u8, to: u8, why: Cause },
    /// An attack is made: this many claws (with those added by cards) on these monsters.
    Attacked { seat: Seat, claws: u8, targets: Seats },
    /// Damage was announced and came to nothing.
    Prevented { seat: Seat, amount: u8, card: Card },
    /// Hearts were lost to damage.
    Hurt { seat: Seat, by: Option<Seat>, from: u8, to: u8, why: Cause },
    /// Hearts were lost without damage (Even Bigger given up).
    LostHearts { seat: Seat, from: u8, to: u8, why: Cause },
    /// Tokens changed.
    Tokens { seat: Seat, token: Token, from: u8, to: u8 },
    /// A monster is out of the game.
    Eliminated { seat: Seat },
    /// A monster reached 0 hearts and begins again (It Has a Child).
    Reborn { seat: Seat, card: Card },
    /// An attacked monster stays in Tokyo.
    Stayed { seat: Seat, spot: Spot },
    /// A monster left Tokyo.
    Left { seat: Seat, spot: Spot, why: Leaving },
    /// A monster entered Tokyo.
    Entered { seat: Seat, spot: Spot },
    /// A monster moved from the Bay to the City without entering anew.
    MovedToCity { seat: Seat },
    /// Fewer than five monsters live: the Bay is closed (B-05).
    BayClosed,
    /// A card was turned up in the market.
    Revealed { place: Place, card: Card },
    /// A player looked at the top card of the deck; the card itself is for that player alone.
    Peeked { seat: Seat, card: Option<Card> },
    /// A card was bought from the market or the deck.
    Bought { seat: Seat, card: Card, place: Place, price: u8 },
    /// A card was bought from another monster.
    Taken { seat: Seat, from: Seat, card: Card, price: u8 },
    /// The market was swept.
    Swept { seat: Seat, cards: CardSet },
    /// A keep card left its owner for the discard pile.
    Discarded { seat: Seat, card: Card },
    /// A card was given up for energy.
    Sold { seat: Seat, card: Card, energy: u8 },
    /// What lies on a card changed (smoke, stored energy).
    Counter { seat: Seat, card: Card, from: u8, to: u8 },
    /// Mimic copies this card.
    Copied { seat: Seat, card: Card },
    /// The copied card is gone: Mimic does nothing.
    CopyLost { seat: Seat, card: Card },
    /// The discarded cards form a new deck of this many.
    Reshuffled { cards: u8 },
    /// An extra turn was earned.
    EarnedTurn { seat: Seat, kind: TurnKind },
    /// An extra turn was given up.
    DeclinedTurn { seat: Seat },
    /// The game is over.
    Over { outcome: Outcome },
}

impl Event {
    /// The event as `seat` may see it; `None` is a watcher.
    #[must_use]
    pub fn seen_by(self, viewer: Option<Seat>) -> Event {
        match self {
            Event::Peeked { seat, .. } if viewer != Some(seat) => {
                Event::Peeked { seat, card: None }
            }
            event => event,
        }
    }
}
