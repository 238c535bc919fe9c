//! A game written down: the engine's record, where it was played, and through whose eyes.

use crate::table::Player;
use engine::record::Player as Sitter;
use engine::{Event, Rules, Seat, Seats, Species, State};
use fair::{Commitment, DiceKind, KeyedChance, Proof, Seed, Terms, sealed, version1};
use serde::{Deserialize, Serialize};

/// Where the game was or is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mode {
    /// One person against bots.
    Solo,
    /// Several people on one device.
    Device,
    /// Somewhere else: at a server, or in a record that was pasted in.
    #[default]
    Online,
}

/// A game as this browser keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct KeptGame {
    /// Where it was played.
    pub(crate) mode: Mode,
    /// What the table was called.
    pub(crate) table: String,
    /// Whose eyes the page had, if it was one player's.
    pub(crate) me: Option<Seat>,
    /// The game itself.
    pub(crate) record: engine::Record,
    /// Before which of the player's choices a hint or a warning was seen: how many events had happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) helped: Vec<usize>,
    /// The table at which it begins, if that is not the start of a game: a puzzle is tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<Box<State>>,
}

/// A game replayed: the state before the first input and after each, and what happened in each.
pub(crate) struct Replay {
    /// One state more than there are inputs.
    pub(crate) states: Vec<State>,
    /// What each input brought about.
    pub(crate) events: Vec<Vec<Event>>,
}

/// A seat at a table on this device.
pub(crate) fn sitter(name: String, monster: Species, bot: Option<String>) -> Sitter {
    Sitter { name, monster: Some(monster), bot }
}

impl KeptGame {
    /// A new game; `seed` is 32 fresh random bytes.
    pub(crate) fn new(
        mode: Mode,
        table: String,
        rules: Rules,
        players: Vec<Sitter>,
        me: Option<Seat>,
        seed: [u8; 32],
    ) -> KeptGame {
        let seed = Seed::from_bytes(seed);
        let roster = Species::roster(rules.roster);
        let sitters = players.iter().zip(roster).map(|(player, species)| {
            let sitter = match &player.bot {
                Some(level) => fair::Sitter::Bot(level.clone()),
                None => fair::Sitter::Person(player.name.clone()),
            };
            (player.monster.unwrap_or(species), sitter)
        });
        let terms = Terms {
            game: table.clone(),
            after: 0,
            dice: DiceKind::Local,
            rules: rules.to_text(),
            rules_version: engine::record::RULES_VERSION,
            first: None,
            players: sitters.collect(),
            mixed: Seats::NONE,
        };
        let proof = Proof {
            version: fair::VERSION,
            dice: DiceKind::Local,
            game: table.clone(),
            terms: terms.to_string(),
            commitment: Commitment::to(&seed, &table),
            seed,
            seats: Vec::new(),
            chains: Vec::new(),
            asks: Vec::new(),
            void: Vec::new(),
            joined: Vec::new(),
        };
        let mut record = engine::Record::new(rules, players, None);
        record.fair = serde_json::to_value(proof).ok();
        KeptGame { mode, table, me, record, helped: Vec::new(), from: None }
    }

    /// Reads a record that was pasted in, as far as it fits; if that is not to its end, the turn in which it stops.
    ///
    /// # Errors
    /// One sentence if it is not a record at all.
    pub(crate) fn read(text: &str) -> Result<(KeptGame, Option<u16>), String> {
        let (mut record, trouble) = review::read(text.trim()).map_err(|wrong| wrong.to_string())?;
        let mut state = record.start().map_err(|wrong| wrong.to_string())?;
        let fits =
            record.inputs.iter().take_while(|&&input| state.play(input, None).is_ok()).count();
        let stops =
            (trouble.is_some() || fits < record.inputs.len()).then_some(state.turn().number);
        record.inputs.truncate(fits);
        let (table, helped) = (String::new(), Vec::new());
        Ok((KeptGame { mode: Mode::Online, table, me: None, record, helped, from: None }, stops))
    }

    /// Plays the whole record.
    ///
    /// # Errors
    /// The first input that does not fit.
    pub(crate) fn replay(&self) -> Result<Replay, String> {
        let mut state = match &self.from {
            Some(table) => **table,
            None => self.record.start().map_err(|wrong| wrong.to_string())?,
        };
        let mut replay = Replay { states: vec![state], events: Vec::new() };
        for &input in &self.record.inputs {
            let mut events = Vec::new();
            state.play(input, Some(&mut events)).map_err(|wrong| wrong.to_string())?;
            replay.states.push(state);
            replay.events.push(events);
        }
        Ok(replay)
    }

    /// The chance of a game on this device, if its seed is known.
    pub(crate) fn chance(&self) -> Option<KeyedChance> {
        let proof = self.record.fair.as_ref()?;
        if let Ok(old) = version1::Proof::deserialize(proof) {
            return old.check().ok();
        }
        let proof = Proof::deserialize(proof).ok()?;
        let mix = sealed::mix(&proof.terms, &proof.commitment, &[]);
        (proof.dice == DiceKind::Local).then(|| sealed::chance(&proof.seed, &mix, &[]))
    }

    /// Seal and seed, as they stand in the record.
    pub(crate) fn seal(&self) -> Option<(String, String)> {
        let proof = self.record.fair.as_ref()?;
        let text = |name: &str| Some(proof.get(name)?.as_str()?.to_owned());
        Some((text("commitment")?, text("seed")?))
    }

    /// Who sits where, as the table shows it.
    pub(crate) fn players(&self) -> Vec<Player> {
        let roster = Species::roster(self.record.rules.roster);
        self.record
            .players
            .iter()
            .enumerate()
            .map(|(seat, player)| {
                let species = player.monster.unwrap_or(roster[seat % roster.len()]);
                let name = if player.name.is_empty() {
                    crate::words::monster(species)
                } else {
                    player.name.clone()
                };
                Player { name, species, bot: player.bot.clone(), away: false }
            })
            .collect()
    }

    /// The same players once more; the first player moves on by one seat.
    pub(crate) fn again(&self, table: String, seed: [u8; 32]) -> KeptGame {
        let mut players = self.record.players.clone();
        players.rotate_left(1);
        let me =
            self.me.and_then(|seat| Seat::at((seat.index() + players.len() - 1) % players.len()));
        KeptGame::new(self.mode, table, self.record.rules, players, me, seed)
    }
}
