//! What the game can stop for: a player's answer, or chance.

use crate::card::Card;
use crate::listed;
use crate::seat::{Seat, Seats};
use crate::sets::{bit_set, ones_in_byte};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Need {
    /// A player's answer: one of [`State::answers`](crate::State::answers).
    Answer(Ask),
    /// A throw of dice.
    Roll {
        /// Who throws.
        seat: Seat,
        /// How many dice.
        count: u8,
    },
    /// The top card of the deck.
    Reveal(Place),
    /// Who starts, where the table has not said it (S-09).
    Starter,
    /// Nothing: the game has ended.
    Over(Outcome),
}

/// A question to one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Ask {
    /// Who is asked.
    pub seat: Seat,
    /// What is asked.
    pub question: Question,
    /// The card on whose behalf it is asked, if it is one (Mimic stands for what it copies).
    pub card: Option<Card>,
}

listed! {
    /// The kinds of question. With the card that asks they say everything; no client knows single cards.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
    #[repr(u8)]
    pub enum Question {
        /// Start of your turn: move the mimic token, take a payout first, or go on (T-07).
        Start,
        /// Throw dice again, use a card, or stop.
        Roll,
        /// Choose one die of the active monster to be thrown again, or none (Psychic Probe).
        Probe,
        /// Your probe shows a 3: throw it once more? (Background Dweller with Psychic Probe)
        Reprobe,
        /// Rolling is over: change your dice with cards, or go on.
        Change,
        /// Change dice that were thrown beside the turn's own (Camouflage), or go on.
        ChangeAside,
        /// Which group of dice next? Pass: the usual order (D-02).
        Resolve,
        /// What is this heart spent on? (D-06)
        Hearts,
        /// Leave Tokyo before the damage, or stay (Jets, Y-04).
        Flee,
        /// Damage is coming: use a card, or take it.
        Defend,
        /// You were attacked in Tokyo: leave or stay (Y-01).
        Yield,
        /// Buy, sweep, use a card, or finish (M-01).
        Shop,
        /// Cards were just revealed and you may buy them at once (Opportunist).
        Opportunity,
        /// How much energy do you put on the card? (Monster Batteries)
        Deposit,
        /// Which keep card is copied? (Mimic)
        Copy,
        /// Which of your cards do you give up for energy? (Metamorph)
        Sell,
        /// Which end-of-turn effect next? Pass: the usual order (E-02).
        End,
        /// Take the extra turn? (Freeze Time)
        ExtraTurn,
    }
}

listed! {
    /// A group of dice that is resolved as one effect (D-01), and what cards make of the dice as a whole; in the usual order.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
    #[repr(u8)]
    #[allow(missing_docs, reason = "the groups speak for themselves")]
    pub enum Group {
        Ones,
        Twos,
        Threes,
        /// Combinations that cards score (Detritivore, Complete Destruction).
        Combos,
        Hearts,
        Energy,
        Claws,
    }
}

bit_set! {
    /// Groups of dice.
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    pub(crate) struct Groups(u8) of Group { bit: group_bit, item: group, count: ones_in_byte }
}

impl Groups {
    /// All seven.
    pub(crate) const ALL: Groups = Groups((1 << Group::ALL.len()) - 1);
}

#[inline]
const fn group_bit(group: Group) -> u8 {
    1 << group as u8
}

#[inline]
const fn group(number: usize) -> Group {
    Group::ALL[number]
}

listed! {
    /// Where a card lies that can be bought.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
    #[repr(u8)]
    pub enum Place {
        /// The first place of the market.
        First,
        /// The second place of the market.
        Second,
        /// The third place of the market.
        Third,
        /// On top of the deck (Made in a Lab).
        Top,
    }
}

impl Place {
    /// The three places of the market.
    pub const MARKET: [Place; 3] = [Place::First, Place::Second, Place::Third];
}

bit_set! {
    /// Places at which cards can be bought.
    pub(crate) struct Places(u8) of Place { bit: place_bit, item: place, count: ones_in_byte }
}

impl Places {
    /// The whole market.
    pub(crate) const MARKET: Places = Places(0b111);
}

#[inline]
const fn place_bit(place: Place) -> u8 {
    1 << place as u8
}

#[inline]
const fn place(number: usize) -> Place {
    Place::ALL[number]
}

/// A place in Tokyo.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[allow(missing_docs, reason = "the two places of the board")]
pub enum Spot {
    City,
    Bay,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Outcome {
    /// This monster had 20 stars (V-05).
    Stars(Seat),
    /// This monster was the last one standing (V-06).
    LastStanding(Seat),
    /// Nobody was left alive, and nobody wins (V-07).
    EveryoneLoses,
    /// Nobody was left alive, and the game is drawn (V-07).
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Outcome::Stars(seat) | Outcome::LastStanding(seat) => Some(seat),
            Outcome::EveryoneLoses | Outcome::Draw => None,
        }
    }

    /// What each seat's game was worth: 1 for a win, an equal share of 1 for a draw.
    pub fn shares(self, players: Seats) -> [f64; 6] {
        let mut shares = [0.0; 6];
        match self {
            Outcome::Stars(seat) | Outcome::LastStanding(seat) => shares[seat.index()] = 1.0,
            Outcome::EveryoneLoses => {}
            Outcome::Draw => {
                for seat in players.iter() {
                    shares[seat.index()] = 1.0 / players.len() as f64;
                }
            }
        }
        shares
    }
}
