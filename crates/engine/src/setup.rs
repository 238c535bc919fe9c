//! Setting a table: plain public data from which any position is made.
//!
//! ```
//! use daikaiju_engine::{At, Card, MonsterSetup, Question, Need, Seat, Setup, State, TurnSetup};
//!
//! let setup = Setup {
//!     monsters: vec![
//!         MonsterSetup { energy: 9, ..MonsterSetup::default() },
//!         MonsterSetup { hearts: 4, cards: vec![Card::Jets], ..MonsterSetup::default() },
//!     ],
//!     city: Some(Seat::B),
//!     market: [Some(Card::Wings), None, None],
//!     at: At::Buy,
//!     ..Setup::default()
//! };
//! let game = State::from_setup(&setup).unwrap();
//! assert!(matches!(game.need(), Need::Answer(ask) if ask.question == Question::Shop));
//! ```

use crate::card::{Card, CardSet, KEEP_CARDS, Keeps};
use crate::dice::Dice;
use crate::event::{Event, TurnKind};
use crate::game::Game;
use crate::monster::{HEARTS, STARS_MAX};
use crate::position::Inside;
use crate::power::{COPIER, HEARTS_WITH_CARDS, Kind};
use crate::question::Outcome;
use crate::record::RULES_VERSION;
use crate::rules::{MimicTokens, Rules};
use crate::seat::{PLAYERS, Seat, Seats};
use crate::state::{Frame, Phase, State, Turn};
use crate::turn::Step;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

mod misfit;

pub use misfit::{Misfit, SetupError};

/// A table to be set. Every field may hold any value; [`State::from_setup`] says what does not fit.
#[derive(Clone, Debug, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct Setup {
    /// What is played by.
    #[cfg_attr(feature = "serde", serde(with = "crate::rules::as_text"))]
    pub rules: Rules,
    /// The version of the rules that says which cards are in the box; 0: the present one.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub rules_version: u32,
    /// The monsters, 2 to 6 of them, seat A first.
    pub monsters: Vec<MonsterSetup>,
    /// Who holds Tokyo City.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub city: Option<Seat>,
    /// Who holds Tokyo Bay.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub bay: Option<Seat>,
    /// Whether anybody has ever been in Tokyo; true of itself while somebody is.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub visited: bool,
    /// Who started the game; if it is not said, the monster at turn.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub starter: Option<Seat>,
    /// The turn.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub turn: TurnSetup,
    /// The three places of the market.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub market: [Option<Card>; 3],
    /// The discarded cards. The deck is every card that lies nowhere else.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub discards: Vec<Card>,
    /// The top card of the deck while somebody has looked at it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub top: Option<Card>,
    /// Who has looked at it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub top_seen: Seats,
    /// What lies on cards that somebody holds; on a card that is not among them lies what a fresh one has.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub counters: BTreeMap<Card, u8>,
    /// What their owners paid for cards; for a card that is not among them its printed price.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub paid: BTreeMap<Card, u8>,
    /// The card that Mimic copies.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub copied: Option<Card>,
    /// How the game has ended.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub outcome: Option<Outcome>,
    /// Where the turn stands, if the engine's own part does not say it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub at: At,
    /// What only the engine understands: everything still to happen, in the middle of any question. Only
    /// [`State::setup`] makes it; without it the game begins where [`Setup::at`] says.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub engine: Option<Inside>,
}

/// One monster of a table to be set.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct MonsterSetup {
    /// Life points; with 0 it is out of the game.
    pub hearts: u8,
    /// Victory points, 0 to 20.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub stars: u8,
    /// Energy cubes.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub energy: u8,
    /// Poison tokens.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub poison: u8,
    /// Shrink tokens.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub shrink: u8,
    /// The keep cards it holds.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub cards: Vec<Card>,
}

impl Default for MonsterSetup {
    /// A monster at the beginning of a game (S-02).
    fn default() -> MonsterSetup {
        MonsterSetup {
            hearts: HEARTS,
            stars: 0,
            energy: 0,
            poison: 0,
            shrink: 0,
            cards: Vec::new(),
        }
    }
}

/// The turn of a table to be set.
#[derive(Clone, Debug, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct TurnSetup {
    /// Counted from 1, extra turns included; 0: not said.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub number: u16,
    /// The round, counted from 1; 0: as many as full tables have had this many turns.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub round: u16,
    /// Whose turn it is; if it is not said, the first living monster's.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub seat: Option<Seat>,
    /// Whose regular turn came last; if it is not said, the present monster's.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub regular: Option<Seat>,
    /// Why it is played.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub kind: TurnKind,
    /// The phase; if it is not said, it follows from [`Setup::at`].
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub phase: Option<Phase>,
    /// The dice of the turn.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub dice: Dice,
    /// Rerolls left.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
    pub rerolls: u8,
}

/// Where in the turn a written position begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum At {
    /// The turn begins: stars for Tokyo come first.
    #[default]
    Start,
    /// The dice are thrown for the first time.
    FirstThrow,
    /// The dice lie there and may be thrown again.
    Roll,
    /// The dice are final.
    Resolve,
    /// Cards are bought.
    Buy,
    /// End-of-turn effects.
    End,
}

impl At {
    fn phase(self) -> Phase {
        match self {
            At::Start => Phase::Start,
            At::FirstThrow | At::Roll => Phase::Roll,
            At::Resolve => Phase::Resolve,
            At::Buy => Phase::Buy,
            At::End => Phase::End,
        }
    }
}

#[cfg(feature = "serde")]
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn wrong<T>(field: impl Into<String>, why: Misfit) -> Result<T, SetupError> {
    Err(SetupError::new(field, why))
}

fn at_most(
    most: impl Into<u16>,
    given: impl Into<u16>,
    field: impl Into<String>,
) -> Result<(), SetupError> {
    let (most, given) = (most.into(), given.into());
    if given <= most { Ok(()) } else { wrong(field, Misfit::TooMany { most, given }) }
}

impl Setup {
    /// The most hearts of a monster: with all cards that add to them. Each has less if its cards say so.
    pub const HEARTS_MAX: u8 = HEARTS_WITH_CARDS;
    /// The most energy or tokens of a monster, and the most that lies on a card. No game that people play comes near it; what
    /// the engine wrote itself may be higher.
    pub const TOKENS_MAX: u8 = 99;
    /// The most rerolls that are left.
    pub const REROLLS_MAX: u8 = 9;
}

impl State {
    /// The game that stands as this table is set.
    ///
    /// # Errors
    /// The field that does not fit, and why.
    pub fn from_setup(setup: &Setup) -> Result<State, SetupError> {
        State::from_setup_told(setup, None)
    }

    /// The game that stands as this table is set, and what happens there before anybody is asked or throws.
    ///
    /// # Errors
    /// The field that does not fit, and why.
    pub fn from_setup_told(
        setup: &Setup,
        log: Option<&mut Vec<Event>>,
    ) -> Result<State, SetupError> {
        let players = setup.monsters.len();
        if !PLAYERS.contains(&players) {
            return wrong("monsters", Misfit::Players(players));
        }
        let mut state = State::empty(&setup.rules, players as u8);
        setup.place_monsters(&mut state)?;
        setup.place_in_tokyo(&mut state)?;
        setup.place_cards(&mut state)?;
        setup.begin_turn(&mut state)?;
        if setup.engine.is_none() {
            setup.crown(&mut state);
        }
        if let Some(seat) = setup.outcome.and_then(Outcome::winner)
            && !state.seats().has(seat)
        {
            return wrong("outcome", Misfit::NobodyThere(seat));
        }
        state.outcome = setup.outcome;
        if state.outcome.is_none() && state.living.is_empty() {
            return wrong("monsters", Misfit::AllDead);
        }
        match &setup.engine {
            Some(inside) => inside.put_into(&mut state)?,
            None if state.outcome.is_some() => {}
            None => setup.go_on(&mut state, log)?,
        }
        Ok(state)
    }

    /// The game as a table to be set: the way back from [`State::from_setup`], to the same game exactly.
    pub fn setup(&self) -> Setup {
        let t = &self.turn;
        let monsters = self.monsters[..self.players()].iter().map(|monster| MonsterSetup {
            hearts: monster.hearts,
            stars: monster.stars,
            energy: monster.energy,
            poison: monster.poison,
            shrink: monster.shrink,
            cards: monster.cards.iter().collect(),
        });
        let held = self.monsters.iter().fold(Keeps::NONE, |all, monster| all.or(monster.cards));
        let unusual = |numbers: &[u8; KEEP_CARDS], usual: &dyn Fn(Card) -> u8| {
            let numbers = held.iter().map(|card| (card, numbers[card.index()]));
            numbers.filter(|(card, number)| *number != usual(*card)).collect()
        };
        Setup {
            rules: self.rules,
            rules_version: self.rules_version(),
            monsters: monsters.collect(),
            city: self.tokyo.city,
            bay: self.tokyo.bay,
            visited: self.tokyo.visited,
            starter: Some(self.starter),
            turn: TurnSetup {
                number: t.number,
                round: self.round,
                seat: Some(t.seat),
                regular: Some(t.regular).filter(|seat| *seat != t.seat),
                kind: t.kind,
                phase: Some(t.phase),
                dice: t.dice,
                rerolls: t.rerolls,
            },
            market: self.market,
            discards: self.discards.iter().collect(),
            top: self.top,
            top_seen: self.top_seen,
            counters: unusual(&self.counters, &|card| self.fresh_counter(card)),
            paid: unusual(&self.paid, &|card| card.price(&self.rules)),
            copied: self.copied,
            outcome: self.outcome,
            at: At::Start,
            engine: Some(Inside::of(self)),
        }
    }

    /// The version of the rules whose cards these are; 0: the present one.
    fn rules_version(&self) -> u32 {
        let newer: CardSet = crate::cards::NEWER.iter().map(|(card, _)| *card).collect();
        if newer.is_empty() || !newer.and(self.deck).is_empty() {
            return 0;
        }
        let mut box_of_old = self.deck.or(self.discards);
        box_of_old = self.market.iter().flatten().fold(box_of_old, |all, card| all.with(*card));
        let held = self.monsters.iter().fold(Keeps::NONE, |all, monster| all.or(monster.cards));
        let there = box_of_old.or(held.cards()).and(newer);
        (1..=RULES_VERSION)
            .find(|version| CardSet::of_rules(*version).and(newer) == there)
            .filter(|version| CardSet::of_rules(*version) != CardSet::ALL)
            .unwrap_or(0)
    }

    /// What lies on this card when it has just come to its owner: smoke, the bank's energy. A Mimic has what lies on a
    /// fresh copy of the card it copies, or as much as lies there (Z-41).
    fn fresh_counter(&self, card: Card) -> u8 {
        match self.copied.filter(|_| card == COPIER) {
            None => card.fresh_counters(),
            Some(copied) if copied.fresh_counters() == 0 => 0,
            Some(copied) => match self.rules.mimic_tokens {
                MimicTokens::AsIfJustBought => copied.fresh_counters(),
                MimicTokens::CopyCountFromSupply => self.counters[copied.index()],
            },
        }
    }
}

impl TryFrom<&Setup> for State {
    type Error = SetupError;

    fn try_from(setup: &Setup) -> Result<State, SetupError> {
        State::from_setup(setup)
    }
}

impl TryFrom<Setup> for State {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<State, SetupError> {
        State::from_setup(&setup)
    }
}

impl Setup {
    fn place_monsters(&self, state: &mut State) -> Result<(), SetupError> {
        state.living = Seats::NONE;
        for (seat, written) in Seat::ALL.into_iter().zip(&self.monsters) {
            let field = |name: &str| format!("monsters[{}].{name}", seat.index());
            at_most(STARS_MAX, written.stars, field("stars"))?;
            if self.engine.is_none() {
                at_most(Setup::TOKENS_MAX, written.energy, field("energy"))?;
                at_most(Setup::TOKENS_MAX, written.poison, field("poison"))?;
                at_most(Setup::TOKENS_MAX, written.shrink, field("shrink"))?;
            }
            if let Some(card) = written.cards.iter().find(|card| card.kind() == Kind::Discard) {
                return wrong(field("cards"), Misfit::NotKeep(*card));
            }
            if 0 < written.hearts {
                state.living = state.living.with(seat);
            } else if !written.cards.is_empty() {
                return wrong(field("cards"), Misfit::DeadHands);
            } else if 0 < written.energy {
                return wrong(field("energy"), Misfit::DeadHands);
            }
            let monster = &mut state.monsters[seat.index()];
            monster.hearts = written.hearts;
            monster.stars = written.stars;
            monster.energy = written.energy;
            monster.poison = written.poison;
            monster.shrink = written.shrink;
            monster.cards = written.cards.clone().into();
        }
        Ok(())
    }

    fn place_in_tokyo(&self, state: &mut State) -> Result<(), SetupError> {
        for (field, seat) in [("city", self.city), ("bay", self.bay)] {
            if let Some(seat) = seat.filter(|seat| !state.living.has(*seat)) {
                return wrong(field, Misfit::NotAlive(seat));
            }
        }
        if self.city.is_some() && self.city == self.bay {
            return wrong("bay", Misfit::BothPlaces);
        }
        let tokyo = &mut state.tokyo;
        tokyo.bay_open = self.rules.bay_open(state.living.len());
        if self.bay.is_some() && !tokyo.bay_open {
            return wrong("bay", Misfit::NoBay);
        }
        tokyo.city = self.city;
        tokyo.bay = self.bay;
        tokyo.visited = self.visited || self.city.is_some() || self.bay.is_some();
        Ok(())
    }

    fn place_cards(&self, state: &mut State) -> Result<(), SetupError> {
        let mut placed = CardSet::NONE;
        let mut place = |cards: &mut dyn Iterator<Item = Card>, field: &str| {
            for card in cards {
                if placed.has(card) {
                    return wrong(field, Misfit::TwoPlaces(card));
                }
                placed = placed.with(card);
            }
            Ok(())
        };
        for (seat, monster) in self.monsters.iter().enumerate() {
            place(&mut monster.cards.iter().copied(), &format!("monsters[{seat}].cards"))?;
        }
        place(&mut self.market.iter().flatten().copied(), "market")?;
        place(&mut self.discards.iter().copied(), "discards")?;
        if let Some(inside) = &self.engine {
            place(&mut inside.cards_being_bought(), "engine")?;
        }
        state.market = self.market;
        state.discards = self.discards.iter().copied().collect();
        let version = if self.rules_version == 0 { RULES_VERSION } else { self.rules_version };
        if RULES_VERSION < version {
            let (most, given) = (RULES_VERSION as u16, version.min(u16::MAX.into()) as u16);
            return wrong("rules_version", Misfit::TooMany { most, given });
        }
        state.deck = CardSet::of_rules(version).except(placed);
        if let Some(card) = self.top.filter(|card| !state.deck.has(*card)) {
            return wrong("top", Misfit::NotInDeck(card));
        }
        if let Some(seat) = self.top_seen.iter().find(|seat| !state.seats().has(*seat)) {
            return wrong("top_seen", Misfit::NobodyThere(seat));
        }
        state.top = self.top;
        state.top_seen = self.top_seen;
        state.copied = self.copied;
        let mimic_held = state.owner(COPIER).is_some();
        if let Some(card) = self.copied
            && (!mimic_held || state.owner(card).is_none() || card == COPIER)
        {
            return wrong("copied", Misfit::NotCopied(card));
        }
        for (field, numbers) in [("counters", &self.counters), ("paid", &self.paid)] {
            for (card, number) in numbers {
                let field = || format!("{field}.{card}");
                if card.kind() == Kind::Discard {
                    return wrong(field(), Misfit::NotKeep(*card));
                }
                if state.owner(*card).is_none() {
                    return wrong(field(), Misfit::NotHeld(*card));
                }
                if self.engine.is_none() {
                    at_most(Setup::TOKENS_MAX, *number, field())?;
                }
            }
        }
        // Mimic's counter may follow from that of the card it copies, so it comes last.
        let held = state.monsters.iter().fold(Keeps::NONE, |all, monster| all.or(monster.cards));
        for card in held.without(COPIER).iter().chain(held.and(Keeps::one(COPIER)).iter()) {
            let usual = state.fresh_counter(card);
            state.counters[card.index()] = self.counters.get(&card).copied().unwrap_or(usual);
            let price = card.price(&self.rules);
            state.paid[card.index()] = self.paid.get(&card).copied().unwrap_or(price);
        }
        for (seat, monster) in Seat::ALL.into_iter().zip(&self.monsters) {
            let most = state.hearts_max(seat);
            at_most(most, monster.hearts, format!("monsters[{}].hearts", seat.index()))?;
        }
        Ok(())
    }

    fn begin_turn(&self, state: &mut State) -> Result<(), SetupError> {
        let t = &self.turn;
        let first = state.living.iter().next().unwrap_or(Seat::A);
        let seat = t.seat.unwrap_or(first);
        for (field, seat) in
            [("turn.seat", Some(seat)), ("turn.regular", t.regular), ("starter", self.starter)]
        {
            if let Some(seat) = seat.filter(|seat| !state.seats().has(*seat)) {
                return wrong(field, Misfit::NobodyThere(seat));
            }
        }
        at_most(9_u16, t.dice.len() as u16, "turn.dice")?;
        let written = self.engine.is_none() && self.outcome.is_none();
        if written {
            at_most(9999_u16, t.number, "turn.number")?;
            at_most(9999_u16, t.round, "turn.round")?;
            at_most(Setup::REROLLS_MAX, t.rerolls, "turn.rerolls")?;
        }
        let number = if written { t.number.max(1) } else { t.number };
        let usual_round = number.max(1).div_ceil(u16::from(state.players));
        state.round = if t.round == 0 { usual_round } else { t.round };
        state.starter = self.starter.unwrap_or(seat);
        state.turn = Turn::new(number, seat, t.regular.unwrap_or(seat), t.kind, 0);
        state.turn.phase = t.phase.unwrap_or_default();
        state.turn.dice = t.dice;
        state.turn.rerolls = t.rerolls;
        Ok(())
    }

    /// Monsters with 20 stars in a written position are taken to have reached them in this order.
    fn crown(&self, state: &mut State) {
        for seat in state.living.iter() {
            if STARS_MAX <= state.monsters[seat.index()].stars {
                state.crowns += 1;
                state.monsters[seat.index()].crown = state.crowns;
            }
        }
    }

    /// Starts the turn where the position says.
    fn go_on(&self, state: &mut State, log: Option<&mut Vec<Event>>) -> Result<(), SetupError> {
        if !state.living.has(state.turn.seat) {
            return wrong("turn.seat", Misfit::NotAlive(state.turn.seat));
        }
        if self.turn.phase.is_some_and(|phase| phase != self.at.phase()) {
            return wrong("turn.phase", Misfit::OtherPhase);
        }
        if state.turn.dice.is_empty() && self.at == At::Roll {
            return wrong("turn.dice", Misfit::NoDice);
        }
        state.turn.phase = self.at.phase();
        let step = match self.at {
            At::Start => Step::Begin,
            At::FirstThrow => Step::FirstThrow,
            At::Roll => Step::Rolling,
            At::Resolve => Step::Lock,
            At::Buy => Step::Shopping,
            At::End => Step::Ending,
        };
        state.stack.push(Frame::Turn(step));
        let _ = Game::telling(state, log).run();
        Ok(())
    }
}
