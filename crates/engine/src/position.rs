//! A position as text: JSON that a person can write and that round-trips exactly.
//!
//! Everything that has its usual value may be left out. The deck is all cards that lie nowhere else. `docs/NOTATION.md`
//! has the fields and examples.

mod fits;

use crate::card::{Card, CardSet, KEEP_CARDS, Keeps};
use crate::dice::Dice;
use crate::event::{Cause, TurnKind};
use crate::game::Game;
use crate::power::Kind;
use crate::question::{Need, Outcome};
use crate::rules::{Rulebook, Rules};
use crate::seat::{Seat, Seats};
use crate::state::{Batch, Frame, Phase, Stack, State, Step, Turn};
use crate::view::View;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser::SerializeMap};
use std::collections::BTreeMap;

/// Rules as text: the name of a book, or a book and the switches that differ.
impl Rules {
    /// `dutch`, or `dutch use_bay=false` with as many switches as differ.
    pub fn to_text(&self) -> String {
        let (book, switches) = self.house_rules();
        let changes = switches.iter().map(|(name, value)| format!(" {name}={value}"));
        std::iter::once(book.name().to_owned()).chain(changes).collect()
    }

    /// Reads what [`Rules::to_text`] writes.
    ///
    /// # Errors
    /// One sentence that names the book, switch or value that does not exist.
    pub fn from_text(text: &str) -> Result<Rules, String> {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_default();
        let book = Rulebook::from_name(name).ok_or_else(|| {
            let books: Vec<_> = Rulebook::ALL.iter().map(|book| book.name()).collect();
            format!("there is no rulebook `{name}`: it is one of {}", books.join(", "))
        })?;
        let mut rules = book.rules();
        for word in words {
            let (switch, value) = word
                .split_once('=')
                .ok_or_else(|| format!("`{word}` is no switch: write name=value"))?;
            rules.set(switch, value)?;
        }
        Ok(rules)
    }
}

/// Serde for [`Rules`] as text.
pub mod rules_text {
    use super::*;

    /// Writes the rules as text.
    ///
    /// # Errors
    /// Only those of the serializer.
    pub fn serialize<S: Serializer>(rules: &Rules, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&rules.to_text())
    }

    /// Reads rules from text.
    ///
    /// # Errors
    /// If a book, switch or value does not exist.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
        Rules::from_text(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MonsterText {
    #[serde(default = "ten")]
    hearts: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    stars: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    energy: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    poison: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    shrink: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    cards: Vec<Card>,
    #[serde(default, skip_serializing_if = "is_default")]
    crown: u8,
}

fn ten() -> u8 {
    10
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct TurnText {
    #[serde(skip_serializing_if = "is_default")]
    number: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    regular: Option<Seat>,
    #[serde(skip_serializing_if = "is_default")]
    kind: TurnKind,
    #[serde(skip_serializing_if = "is_default")]
    phase: Phase,
    #[serde(skip_serializing_if = "is_default")]
    dice: Dice,
    #[serde(skip_serializing_if = "is_default")]
    rerolls: u8,
    #[serde(skip_serializing_if = "is_default")]
    chain: u8,
    #[serde(skip_serializing_if = "is_default")]
    groups: u8,
    #[serde(skip_serializing_if = "is_default")]
    throws: u64,
    #[serde(skip_serializing_if = "is_default")]
    ones: bool,
    #[serde(skip_serializing_if = "is_default")]
    usual: bool,
    #[serde(skip_serializing_if = "is_default")]
    moved: bool,
    #[serde(skip_serializing_if = "is_default")]
    poisoned: bool,
    #[serde(skip_serializing_if = "is_default")]
    clawed: bool,
    #[serde(skip_serializing_if = "is_default")]
    clawed_from_outside: bool,
    #[serde(skip_serializing_if = "is_default")]
    attack_hurt: bool,
    #[serde(skip_serializing_if = "is_default")]
    harmed: bool,
    #[serde(skip_serializing_if = "is_default")]
    shielded: Seats,
    #[serde(skip_serializing_if = "is_default")]
    left: [Option<Seat>; 2],
    #[serde(skip_serializing_if = "is_default")]
    used: Keeps,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct DamageText {
    amount: [u8; 6],
    by: Option<Seat>,
    why: Cause,
    attack: Seats,
    marks: Seats,
    asked: Seats,
    thrown: Keeps,
    aside: Dice,
}

impl Default for DamageText {
    fn default() -> DamageText {
        Batch::none().into()
    }
}

impl From<Batch> for DamageText {
    fn from(batch: Batch) -> DamageText {
        let Batch { amount, by, why, attack, marks, asked, thrown, aside } = batch;
        DamageText { amount, by, why, attack, marks, asked, thrown, aside }
    }
}

/// A position in the form in which it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    #[serde(with = "rules_text", default)]
    rules: Rules,
    monsters: Vec<MonsterText>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    city: Option<Seat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bay: Option<Seat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bay_open: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    visited: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    starter: Option<Seat>,
    #[serde(default, skip_serializing_if = "is_default")]
    turn: TurnText,
    #[serde(default, skip_serializing_if = "is_default")]
    market: [Option<Card>; 3],
    #[serde(default, skip_serializing_if = "is_default")]
    discards: CardSet,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    top: Option<Card>,
    #[serde(default, skip_serializing_if = "is_default")]
    top_seen: Seats,
    #[serde(default, skip_serializing_if = "is_default")]
    counters: BTreeMap<String, u8>,
    #[serde(default, skip_serializing_if = "is_default")]
    paid: BTreeMap<String, u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    copied: Option<Card>,
    #[serde(default, skip_serializing_if = "is_default")]
    freezes: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    frenzies: [u8; 6],
    #[serde(default, skip_serializing_if = "is_default")]
    crowns: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    damage: DamageText,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    /// Where the game stands, if the stack is not written out: at the start of a step of the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<At>,
    #[serde(default, skip_serializing_if = "is_default")]
    stack: Vec<Frame>,
}

/// Where in the turn a written position begins.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum At {
    /// The turn begins: stars for Tokyo come first.
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

impl From<&State> for Text {
    fn from(state: &State) -> Text {
        let by_card = |numbers: &[u8; KEEP_CARDS]| -> BTreeMap<String, u8> {
            let cards = Card::ALL.iter().zip(numbers).filter(|(_, number)| **number != 0);
            cards.map(|(card, number)| (card.id().to_owned(), *number)).collect()
        };
        let t = state.turn;
        let tokyo = state.tokyo;
        Text {
            rules: state.rules,
            monsters: state.monsters[..state.players()]
                .iter()
                .map(|monster| MonsterText {
                    hearts: monster.hearts,
                    stars: monster.stars,
                    energy: monster.energy,
                    poison: monster.poison,
                    shrink: monster.shrink,
                    cards: monster.cards.iter().collect(),
                    crown: monster.crown,
                })
                .collect(),
            city: tokyo.city,
            bay: tokyo.bay,
            bay_open: Some(tokyo.bay_open),
            visited: Some(tokyo.visited),
            starter: Some(state.starter),
            turn: TurnText {
                number: t.number,
                seat: Some(t.seat),
                regular: Some(t.regular),
                kind: t.kind,
                phase: t.phase,
                dice: t.dice,
                rerolls: t.rerolls,
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
            },
            market: state.market,
            discards: state.discards,
            top: state.top,
            top_seen: state.top_seen,
            counters: by_card(&state.counters),
            paid: by_card(&state.paid),
            copied: state.copied,
            freezes: state.freezes,
            frenzies: state.frenzies,
            crowns: state.crowns,
            damage: state.batch.into(),
            outcome: state.outcome,
            at: None,
            stack: state.stack.frames().to_vec(),
        }
    }
}

/// What is wrong with a position, in one sentence.
type Wrong = String;

fn by_card(numbers: &BTreeMap<String, u8>, field: &str) -> Result<[u8; KEEP_CARDS], Wrong> {
    let mut all = [0; KEEP_CARDS];
    for (id, number) in numbers {
        let card = Card::from_id(id)
            .filter(|card| card.kind() == Kind::Keep)
            .ok_or_else(|| format!("{field}: `{id}` is no keep card"))?;
        all[card.index()] = *number;
    }
    Ok(all)
}

impl Text {
    /// Checks every law that a position has to keep and makes it a game.
    fn state(&self) -> Result<State, Wrong> {
        let players = self.monsters.len();
        if !(2..=6).contains(&players) {
            return Err(format!("monsters: there are 2 to 6 of them, not {players}"));
        }
        let mut state = State::empty(&self.rules, players as u8);
        state.living = Seats::NONE;
        let mut placed = CardSet::NONE;
        let mut place = |card: Card, field: String| {
            if placed.has(card) {
                return Err(format!("{field}: `{card}` lies in two places"));
            }
            placed = placed.with(card);
            Ok(())
        };
        for (seat, text) in Seat::ALL.into_iter().zip(&self.monsters) {
            let field = format!("monsters[{}]", seat.index());
            for card in &text.cards {
                place(*card, format!("{field}.cards"))?;
                if card.kind() == Kind::Discard {
                    return Err(format!("{field}.cards: `{card}` is no keep card"));
                }
            }
            if 20 < text.stars {
                return Err(format!("{field}.stars: at most 20, not {}", text.stars));
            }
            let monster = &mut state.monsters[seat.index()];
            monster.hearts = text.hearts;
            monster.stars = text.stars;
            monster.energy = text.energy;
            monster.poison = text.poison;
            monster.shrink = text.shrink;
            monster.crown = text.crown;
            monster.cards = text.cards.clone().into();
            if 0 < text.hearts {
                state.living = state.living.with(seat);
            } else if !text.cards.is_empty() {
                return Err(format!("{field}.cards: an eliminated monster holds no cards"));
            }
        }
        let alive = |seat: Option<Seat>, field: &str| match seat {
            Some(seat) if !state.living.has(seat) => {
                Err(format!("{field}: no living monster sits at {seat}"))
            }
            seat => Ok(seat),
        };
        state.tokyo.city = alive(self.city, "city")?;
        state.tokyo.bay = alive(self.bay, "bay")?;
        if self.city.is_some() && self.city == self.bay {
            return Err("bay: the same monster holds the City".to_owned());
        }
        let living = state.living.len();
        state.tokyo.bay_open = self.bay_open.unwrap_or(self.rules.bay_open(living));
        if self.bay.is_some() && !state.tokyo.bay_open {
            return Err("bay: the Bay is not in play here".to_owned());
        }
        if state.tokyo.bay_open && !self.rules.bay_open(living) {
            return Err("bay_open: the Bay needs five living monsters".to_owned());
        }
        state.tokyo.visited =
            self.visited.unwrap_or(false) || self.city.is_some() || self.bay.is_some();
        for card in self.market.iter().flatten() {
            place(*card, "market".to_owned())?;
        }
        for card in self.discards.iter() {
            place(card, "discards".to_owned())?;
        }
        for frame in &self.stack {
            if let Frame::Gained { card, .. } = frame
                && card.kind() == Kind::Discard
            {
                place(*card, "stack".to_owned())?;
            }
        }
        state.market = self.market;
        state.discards = self.discards;
        state.deck = CardSet::ALL.except(placed);
        if let Some(card) = self.top.filter(|card| !state.deck.has(*card)) {
            return Err(format!("top: `{card}` is not in the deck"));
        }
        state.top = self.top;
        state.top_seen = self.top_seen.and(state.seats());
        state.counters = by_card(&self.counters, "counters")?;
        state.paid = by_card(&self.paid, "paid")?;
        state.copied = self.copied;
        let mimic_held = state.owner(crate::power::COPIER).is_some();
        if let Some(card) = self.copied
            && (!mimic_held || state.owner(card).is_none() || card == crate::power::COPIER)
        {
            return Err(format!("copied: `{card}` cannot be copied here"));
        }
        for (seat, monster) in Seat::ALL.into_iter().zip(&self.monsters) {
            let most = state.hearts_max(seat);
            if most < monster.hearts {
                return Err(format!("monsters[{}].hearts: at most {most}", seat.index()));
            }
        }
        self.fill_turn(&mut state)?;
        self.fill_stack(&mut state)?;
        Ok(state)
    }

    fn fill_turn(&self, state: &mut State) -> Result<(), Wrong> {
        let t = &self.turn;
        let seats = state.seats();
        let first = state.living.iter().next().unwrap_or(Seat::A);
        let seat = t.seat.unwrap_or(first);
        for (field, seat) in
            [("turn.seat", Some(seat)), ("turn.regular", t.regular), ("starter", self.starter)]
        {
            if let Some(seat) = seat.filter(|seat| !seats.has(*seat)) {
                return Err(format!("{field}: nobody sits at {seat}"));
            }
        }
        if 9 < t.dice.len() {
            return Err(format!("turn.dice: at most 9 dice, not {}", t.dice.len()));
        }
        state.starter = self.starter.unwrap_or(seat);
        let written = self.at.is_some() || self.stack.is_empty();
        let number = if written { t.number.max(1) } else { t.number };
        state.turn = Turn::new(number, seat, t.regular.unwrap_or(seat), t.kind, t.chain);
        let turn = &mut state.turn;
        turn.phase = t.phase;
        turn.dice = t.dice;
        turn.rerolls = t.rerolls;
        turn.groups = t.groups & 0x7f;
        turn.throws = t.throws;
        turn.ones = t.ones;
        turn.usual = t.usual;
        turn.moved = t.moved;
        turn.poisoned = t.poisoned;
        turn.clawed = t.clawed;
        turn.clawed_from_outside = t.clawed_from_outside;
        turn.attack_hurt = t.attack_hurt;
        turn.harmed = t.harmed;
        turn.shielded = t.shielded.and(seats);
        turn.left = t.left.map(|seat| seat.filter(|seat| seats.has(*seat)));
        turn.used = t.used;
        state.freezes = self.freezes;
        for seat in seats.iter() {
            state.frenzies[seat.index()] = self.frenzies[seat.index()];
        }
        state.crowns = self.crowns;
        // Whoever has 20 stars in a written position is taken to have reached them in this order.
        for seat in seats.iter() {
            let monster = &mut state.monsters[seat.index()];
            if !state.living.has(seat) || monster.stars < 20 {
                monster.crown = 0;
            } else if monster.crown == 0 {
                state.crowns = state.crowns.saturating_add(1);
                monster.crown = state.crowns;
            }
            state.crowns = state.crowns.max(monster.crown);
        }
        let d = &self.damage;
        for (field, set) in [("attack", d.attack), ("marks", d.marks), ("asked", d.asked)] {
            if !Seats(set.0 & !seats.0).is_empty() {
                return Err(format!("damage.{field}: nobody sits there"));
            }
        }
        if d.by.is_some_and(|seat| !seats.has(seat)) {
            return Err("damage.by: nobody sits there".to_owned());
        }
        state.batch = Batch {
            amount: d.amount,
            by: d.by,
            why: d.why,
            attack: d.attack,
            marks: d.marks,
            asked: d.asked,
            thrown: d.thrown,
            aside: d.aside,
        };
        Ok(())
    }

    fn fill_stack(&self, state: &mut State) -> Result<(), Wrong> {
        state.outcome = self.outcome;
        if let Some(seat) = self.outcome.and_then(Outcome::winner)
            && !state.seats().has(seat)
        {
            return Err(format!("outcome: nobody sits at {seat}"));
        }
        if self.outcome.is_some() {
            return match self.stack.is_empty() {
                true => Ok(()),
                false => Err("stack: a game that is over waits for nothing".to_owned()),
            };
        }
        if state.living.is_empty() {
            return Err("monsters: somebody has to be alive".to_owned());
        }
        if !self.stack.is_empty() {
            return self.fill_written_stack(state);
        }
        if !state.living.has(state.turn.seat) {
            return Err(format!("turn.seat: no living monster sits at {}", state.turn.seat));
        }
        let turn = &mut state.turn;
        let step = match self.at.unwrap_or(At::Start) {
            At::Start => Step::Begin,
            At::FirstThrow => Step::FirstThrow,
            At::Roll => {
                turn.phase = Phase::Roll;
                Step::Rolling
            }
            At::Resolve => Step::Lock,
            At::Buy => Step::Shopping,
            At::End => Step::Ending,
        };
        if turn.dice.is_empty() && matches!(self.at, Some(At::Roll)) {
            return Err("turn.dice: say what lies there".to_owned());
        }
        state.stack.push(Frame::Turn(step));
        let _ = Game::quiet(state).run();
        Ok(())
    }

    /// A stack as the engine left it: it must end in something that waits, and every frame must fit the table.
    fn fill_written_stack(&self, state: &mut State) -> Result<(), Wrong> {
        if Stack::DEPTH < self.stack.len() {
            return Err(format!("stack: at most {} frames", Stack::DEPTH));
        }
        for (place, frame) in self.stack.iter().enumerate() {
            let bottom = place == 0;
            let top = place + 1 == self.stack.len();
            state
                .frame_fits(*frame, bottom, top)
                .map_err(|why| format!("stack[{place}]: {why}"))?;
            state.stack.push(*frame);
        }
        match state.need() {
            Need::Answer(_) if state.answers().is_empty() => {
                Err("stack: the question has no legal answer".to_owned())
            }
            Need::Roll { count: 0, .. } => Err("stack: no dice would be thrown".to_owned()),
            Need::Reveal(_) if state.deck.is_empty() => Err("stack: the deck is empty".to_owned()),
            _ => Ok(()),
        }
    }
}

impl State {
    /// Reads a position.
    ///
    /// # Errors
    /// One sentence with the place and what was expected there.
    pub fn from_json(text: &str) -> Result<State, String> {
        serde_json::from_str::<State>(text).map_err(|error| error.to_string())
    }

    /// Writes the position as compact JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a position has no keys that JSON lacks")
    }
}

impl State {
    /// Writes the position as JSON over several lines.
    pub fn to_json_pretty(&self) -> String {
        serde_json::to_string_pretty(self).expect("a position has no keys that JSON lacks")
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Text::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<State, D::Error> {
        Text::deserialize(deserializer)?.state().map_err(de::Error::custom)
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("seat", &self.seat())?;
        map.serialize_entry("position", &**self)?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for View {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<View, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Written {
            seat: Option<Seat>,
            position: State,
        }
        let Written { seat, position } = Written::deserialize(deserializer)?;
        if seat.is_some_and(|seat| !position.seats().has(seat)) {
            return Err(de::Error::custom("seat: nobody sits there"));
        }
        Ok(position.view(seat))
    }
}
