//! A game written down: the engine's record, where it was played, and through whose eyes.

use crate::table::Player;
use client::kept;
pub(crate) use client::kept::Replay;
use engine::record::Player as Sitter;
use engine::{Rules, Seat, Species, State};
use fair::KeyedChance;
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
        let record = kept::begin(&table, rules, players, seed);
        KeptGame { mode, table, me, record, helped: Vec::new(), from: None }
    }

    /// Reads a record that was pasted in, as far as it fits; if that is not to its end, the turn in which it stops.
    ///
    /// # Errors
    /// One sentence if it is not a record at all.
    pub(crate) fn read(text: &str) -> Result<(KeptGame, Option<u16>), String> {
        let (record, stops) = kept::read(text)?;
        let (table, helped) = (String::new(), Vec::new());
        Ok((KeptGame { mode: Mode::Online, table, me: None, record, helped, from: None }, stops))
    }

    /// Plays the whole record.
    ///
    /// # Errors
    /// The first input that does not fit.
    pub(crate) fn replay(&self) -> Result<Replay, String> {
        kept::replay(&self.record, self.from.as_deref())
    }

    /// The chance of a game on this device, if its seed is known.
    pub(crate) fn chance(&self) -> Option<KeyedChance> {
        kept::chance(&self.record)
    }

    /// Seal and seed, as they stand in the record.
    pub(crate) fn seal(&self) -> Option<(String, String)> {
        kept::seal(&self.record)
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
                let name = client::names::called(&player.name, player.bot.as_deref(), species)
                    .unwrap_or_else(|| crate::words::monster(species));
                Player { name, species, bot: player.bot.clone(), away: false }
            })
            .collect()
    }

    /// The same players once more; the first player moves on by one seat.
    pub(crate) fn again(&self, table: String, seed: [u8; 32]) -> KeptGame {
        let (players, me) = kept::again(&self.record, self.me);
        KeptGame::new(self.mode, table, self.record.rules, players, me, seed)
    }
}
