//! What players say, and the complete list of what they may say.

use crate::card::{Card, Keeps};
use crate::dice::{Dice, DiceSet, Face};
use crate::question::{Group, Groups, Place, Places};
use crate::seat::{Seat, Seats};
use arrayvec::ArrayVec;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// What chance or a player brings into the game. A game is its set-up and a list of these.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Input {
    /// A player's answer.
    Answer(Answer),
    /// What the dice show.
    Rolled(Dice),
    /// The card on top of the deck.
    Revealed(Card),
    /// Who starts.
    Starts(Seat),
}

/// A player's answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Answer {
    /// No, stop, stay, take it, done, the usual order.
    Pass,
    /// Leave Tokyo; take the extra turn.
    Yes,
    /// Throw these dice again.
    Reroll(DiceSet),
    /// Throw these dice again with a card that does not use up a reroll.
    Free {
        /// The card.
        card: Card,
        /// The dice.
        dice: DiceSet,
    },
    /// Turn a die to a face with a card.
    Set {
        /// The card.
        card: Card,
        /// The place of the die.
        die: u8,
        /// What it will show.
        face: Face,
    },
    /// Choose this die.
    Die(u8),
    /// Use this card; at the start and the end of a turn: resolve it next.
    Use(Card),
    /// End of turn: take the poison now.
    TakePoison,
    /// Resolve this group of dice next.
    Resolve(Group),
    /// Leave this group of dice unused.
    Decline(Group),
    /// Spend a heart on healing yourself.
    Heal,
    /// Spend a heart on removing one of your poison tokens.
    DropPoison,
    /// Spend a heart on removing one of your shrink tokens.
    DropShrink,
    /// Spend a heart on healing another monster.
    Treat(Seat),
    /// Buy this card.
    Buy(Place),
    /// Buy this card from the monster that holds it.
    Take(Card),
    /// Replace the market.
    Sweep,
    /// Choose this card.
    Pick(Card),
    /// Put this much energy on the card.
    Deposit(u8),
}

const _: () = assert!(size_of::<Answer>() <= 6);
const _: () = assert!(size_of::<Block>() <= 16);

/// A family of answers that are legal together.
#[derive(Clone, Copy, Debug)]
enum Block {
    One(Answer),
    Reroll(DiceSet),
    Free(Card, DiceSet),
    Set(Card, Dice, Face),
    SetAny(Card, Dice),
    Die(DiceSet),
    Resolve(Groups),
    Treat(Seats),
    Buy(Places),
    Take(Keeps),
    Pick(Keeps),
    Deposit(u8),
}

/// The complete list of legal answers, held as families so that 511 ways to reroll nine dice cost no more than one.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    families: ArrayVec<Family, { Answers::MOST }>,
    len: u32,
}

/// One family, and how many answers there are up to its last.
#[derive(Clone, Copy, Debug)]
struct Family {
    block: Block,
    end: u32,
}

impl Answers {
    const MOST: usize = 12;

    #[inline]
    fn push(&mut self, block: Block, count: usize) {
        self.len += count as u32;
        self.families.push(Family { block, end: self.len });
    }

    /// One more answer.
    #[inline]
    pub(crate) fn one(&mut self, answer: Answer) {
        self.push(Block::One(answer), 1);
    }

    /// Any of the dice may be thrown again.
    #[inline]
    pub(crate) fn reroll(&mut self, dice: DiceSet) {
        if !dice.is_empty() {
            self.push(Block::Reroll(dice), (1 << dice.len()) - 1);
        }
    }

    /// Any of the dice may be thrown again with this card.
    pub(crate) fn free(&mut self, card: Card, dice: DiceSet) {
        if !dice.is_empty() {
            self.push(Block::Free(card, dice), (1 << dice.len()) - 1);
        }
    }

    /// Any die that does not show it may be turned to this face.
    pub(crate) fn set(&mut self, card: Card, dice: Dice, face: Face) {
        self.push(Block::Set(card, dice, face), dice.len() - dice.count(face) as usize);
    }

    /// Any die may be turned to any other face.
    pub(crate) fn set_any(&mut self, card: Card, dice: Dice) {
        self.push(Block::SetAny(card, dice), dice.len() * 5);
    }

    /// One of these dice may be chosen.
    pub(crate) fn die(&mut self, dice: DiceSet) {
        self.push(Block::Die(dice), dice.len());
    }

    /// One of these groups may be resolved.
    #[inline]
    pub(crate) fn resolve(&mut self, groups: Groups) {
        self.push(Block::Resolve(groups), groups.len());
    }

    /// One of these monsters may be healed.
    pub(crate) fn treat(&mut self, seats: Seats) {
        self.push(Block::Treat(seats), seats.len());
    }

    /// The cards at these places may be bought.
    #[inline]
    pub(crate) fn buy(&mut self, places: Places) {
        if !places.is_empty() {
            self.push(Block::Buy(places), places.len());
        }
    }

    /// One of these cards may be bought from its holder.
    pub(crate) fn take(&mut self, cards: Keeps) {
        self.push(Block::Take(cards), cards.len());
    }

    /// One of these cards may be chosen.
    pub(crate) fn pick(&mut self, cards: Keeps) {
        self.push(Block::Pick(cards), cards.len());
    }

    /// Any amount from nothing to `most`.
    pub(crate) fn deposit(&mut self, most: u8) {
        self.push(Block::Deposit(most), most as usize + 1);
    }

    /// How many answers there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is none: the game waits for chance or is over.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Answer number `number` of the list.
    #[inline]
    pub fn get(&self, number: usize) -> Option<Answer> {
        let mut first = 0;
        for family in &self.families {
            let end = family.end as usize;
            if number < end {
                return family.block.get(number - first);
            }
            first = end;
        }
        None
    }

    /// Whether `answer` is on the list.
    pub fn contains(&self, answer: Answer) -> bool {
        self.families.iter().any(|family| family.block.contains(answer))
    }

    /// All answers in order.
    pub fn iter(&self) -> impl Iterator<Item = Answer> + '_ {
        let mut first = 0;
        self.families.iter().flat_map(move |family| {
            let numbers = 0..family.end - first;
            first = family.end;
            numbers.filter_map(|number| family.block.get(number as usize))
        })
    }
}

/// The place of the bit with `number` others set below it.
#[inline]
fn nth_bit(mut bits: u32, number: usize) -> usize {
    for _ in 0..number {
        bits &= bits.wrapping_sub(1);
    }
    bits.trailing_zeros() as usize
}

/// The subset of `mask` that `number` spells in binary.
#[inline]
fn subset(mask: DiceSet, number: usize) -> DiceSet {
    let all = mask.0;
    if all & (all + 1) == 0 {
        return DiceSet(number as u16);
    }
    DiceSet(
        mask.iter()
            .enumerate()
            .filter(|(n, _)| number >> n & 1 != 0)
            .fold(0, |set, (_, die)| set | 1 << die),
    )
}

impl Block {
    #[inline]
    fn get(&self, n: usize) -> Option<Answer> {
        Some(match *self {
            Block::One(answer) => answer,
            Block::Reroll(dice) => Answer::Reroll(subset(dice, n + 1)),
            Block::Free(card, dice) => Answer::Free { card, dice: subset(dice, n + 1) },
            Block::Set(card, dice, face) => {
                let others = dice.showing(face).not_in(dice.all());
                Answer::Set { card, die: nth_bit(others.0.into(), n) as u8, face }
            }
            Block::SetAny(card, dice) => {
                let die = n / 5;
                let face = n % 5;
                let shown = dice.get(die) as usize;
                let face = Face::ALL[if face < shown { face } else { face + 1 }];
                Answer::Set { card, die: die as u8, face }
            }
            Block::Die(dice) => Answer::Die(nth_bit(dice.0.into(), n) as u8),
            Block::Take(cards) => Answer::Take(cards.iter().nth(n)?),
            Block::Pick(cards) => Answer::Pick(cards.iter().nth(n)?),
            Block::Resolve(groups) => Answer::Resolve(Group::ALL[nth_bit(groups.bits().into(), n)]),
            Block::Buy(places) => Answer::Buy(Place::ALL[nth_bit(places.bits().into(), n)]),
            Block::Treat(seats) => Answer::Treat(seats.iter().nth(n)?),
            Block::Deposit(_) => Answer::Deposit(n as u8),
        })
    }

    fn contains(&self, answer: Answer) -> bool {
        match (*self, answer) {
            (Block::One(one), answer) => one == answer,
            (Block::Reroll(all), Answer::Reroll(dice)) => !dice.is_empty() && dice.within(all),
            (Block::Free(with, all), Answer::Free { card, dice }) => {
                with == card && !dice.is_empty() && dice.within(all)
            }
            (Block::Set(with, dice, to), Answer::Set { card, die, face }) => {
                with == card
                    && to == face
                    && (die as usize) < dice.len()
                    && dice.get(die as usize) != face
            }
            (Block::SetAny(with, dice), Answer::Set { card, die, face }) => {
                with == card && (die as usize) < dice.len() && dice.get(die as usize) != face
            }
            (Block::Die(dice), Answer::Die(die)) => dice.has(die as usize),
            (Block::Take(cards), Answer::Take(card)) | (Block::Pick(cards), Answer::Pick(card)) => {
                cards.has(card)
            }
            (Block::Resolve(groups), Answer::Resolve(group)) => groups.has(group),
            (Block::Buy(places), Answer::Buy(place)) => places.has(place),
            (Block::Treat(seats), Answer::Treat(seat)) => seats.has(seat),
            (Block::Deposit(most), Answer::Deposit(amount)) => amount <= most,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_and_the_test_agree() {
        let dice = Dice::parse("1 2 3 3 E H").unwrap();
        let mut answers = Answers::default();
        answers.one(Answer::Pass);
        answers.reroll(dice.all());
        answers.free(Card::BackgroundDweller, dice.showing(Face::Three));
        answers.set(Card::HerdCuller, dice, Face::One);
        answers.set_any(Card::Stretchy, dice);
        answers.buy(Places::from_bits(0b101));
        answers.deposit(3);
        let all: Vec<Answer> = answers.iter().collect();
        assert_eq!(all.len(), answers.len());
        assert_eq!(all.len(), 1 + 63 + 3 + 5 + 30 + 2 + 4);
        for (number, answer) in all.iter().enumerate() {
            assert!(answers.contains(*answer), "{answer:?}");
            assert_eq!(answers.get(number), Some(*answer));
            assert_eq!(all.iter().filter(|other| *other == answer).count(), 1, "{answer:?} twice");
        }
        assert!(!answers.contains(Answer::Reroll(DiceSet::NONE)));
        assert!(!answers.contains(Answer::Reroll(DiceSet::from_bits(1 << 6))));
        assert!(!answers.contains(Answer::Set { card: Card::Stretchy, die: 9, face: Face::One }));
    }
}
