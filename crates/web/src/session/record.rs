//! A game written down: the engine's record, where it was played, and through whose eyes.

use crate::table::Player;
use engine::record::Player as Sitter;
use engine::{Dice, Event, Face, Input, Need, Rules, Seat, Species, State};
use fair::{Chance, Commitment, Entropy, Pledge, Proof, SeatProof, Seed};
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
pub(crate) struct Kept {
    /// Where it was played.
    pub(crate) mode: Mode,
    /// What the table was called.
    pub(crate) table: String,
    /// Whose eyes the page had, if it was one player's.
    pub(crate) me: Option<Seat>,
    /// The game itself.
    pub(crate) record: engine::Record,
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

impl Kept {
    /// A new game; `bytes` are fresh random bytes: 32 for the seed and 32 of the player's own.
    pub(crate) fn new(
        mode: Mode,
        table: String,
        rules: Rules,
        players: Vec<Sitter>,
        me: Option<Seat>,
        bytes: [u8; 64],
    ) -> Kept {
        let (mut seed, mut own) = ([0; 32], [0; 32]);
        seed.copy_from_slice(&bytes[..32]);
        own.copy_from_slice(&bytes[32..]);
        let (seed, entropy) = (Seed::from_bytes(seed), Entropy::from_bytes(own));
        let seat = me.unwrap_or(Seat::A).index() as u8;
        let proof = Proof {
            version: fair::VERSION,
            commitment: Commitment::to(&seed, &table),
            seats: vec![SeatProof {
                seat,
                pledge: Pledge::of(&entropy, &table),
                entropy: Some(entropy),
            }],
            game: table.clone(),
            seed,
        };
        let mut record = engine::Record::new(rules, players, None);
        record.fair = serde_json::to_value(proof).ok();
        Kept { mode, table, me, record }
    }

    /// Reads a record that was pasted in.
    ///
    /// # Errors
    /// One sentence on what is wrong with it.
    pub(crate) fn read(text: &str) -> Result<Kept, String> {
        let record = engine::Record::from_json(text.trim())?;
        let kept = Kept { mode: Mode::Online, table: String::new(), me: None, record };
        kept.replay()?;
        Ok(kept)
    }

    /// Plays the whole record.
    ///
    /// # Errors
    /// The first input that does not fit.
    pub(crate) fn replay(&self) -> Result<Replay, String> {
        let mut replay = Replay { states: vec![self.record.start()?], events: Vec::new() };
        self.record.replay(|_, _, events, state| {
            replay.states.push(*state);
            replay.events.push(events.to_vec());
        })?;
        Ok(replay)
    }

    /// The proof of the dice, if the record carries one.
    pub(crate) fn proof(&self) -> Option<Proof> {
        serde_json::from_value(self.record.fair.clone()?).ok()
    }

    /// The chance of this game, if its proof is known.
    pub(crate) fn chance(&self) -> Option<Chance> {
        self.proof()?.check().ok()
    }

    /// Checks that every roll and every card is what the sealed seed says, and counts them.
    ///
    /// # Errors
    /// The number of the first input that is not, counted from 1; nothing if the proof itself does not hold.
    pub(crate) fn verify(&self) -> Result<usize, Option<usize>> {
        let chance = self.chance().ok_or(None)?;
        let mut state = self.record.start().map_err(|_| None)?;
        let mut number = 0;
        for (at, input) in self.record.inputs.iter().enumerate() {
            if !matches!(input, Input::Answer(_)) {
                if draw(&chance, number, &state) != Some(*input) {
                    return Err(Some(at + 1));
                }
                number += 1;
            }
            state.play(*input, None).map_err(|_| Some(at + 1))?;
        }
        Ok(number as usize)
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
    pub(crate) fn again(&self, table: String, bytes: [u8; 64]) -> Kept {
        let mut players = self.record.players.clone();
        players.rotate_left(1);
        let me =
            self.me.and_then(|seat| Seat::at((seat.index() + players.len() - 1) % players.len()));
        Kept::new(self.mode, table, self.record.rules, players, me, bytes)
    }
}

/// What chance brings next, if the game waits for it: the draw with this number.
pub(crate) fn draw(chance: &Chance, number: u64, state: &State) -> Option<Input> {
    let mut draws = chance.draws(number);
    Some(match state.need() {
        Need::Roll { count, .. } => Input::Rolled(
            (0..count).fold(Dice::NONE, |dice, _| dice.and(Face::ALL[draws.below(6) as usize])),
        ),
        Need::Reveal(_) => {
            let deck = state.deck();
            if deck.is_empty() {
                return None;
            }
            let at = draws.below(deck.len() as u8);
            Input::Revealed(deck.iter().nth(at as usize)?)
        }
        Need::Starter => {
            Input::Starts(state.seats().iter().nth(draws.below(state.players() as u8) as usize)?)
        }
        Need::Answer(_) | Need::Over(_) => return None,
    })
}
