//! A game written down: who played, by which rules, every input, and the proof of its dice.

use crate::table::Player;
use engine::{Event, Input, Rules, Seat, Species, State};
use fair::{Chance, Commitment, Entropy, Pledge, Proof, Seed, SeatProof};
use serde::{Deserialize, Serialize};

/// The version of the format below.
const FORMAT: u32 = 1;

/// Where the game was or is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mode {
    /// One person against bots.
    Solo,
    /// Several people on one device.
    Device,
    /// At a server.
    Online,
}

/// One seat of a recorded game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Sitter {
    /// What the player is called.
    pub(crate) name: String,
    /// The monster's identifier.
    pub(crate) monster: String,
    /// The level of the bot, if one plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bot: Option<String>,
}

/// A whole game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The version of this format.
    pub(crate) daikaiju: u32,
    /// Where it was played.
    pub(crate) mode: Mode,
    /// What the table was called.
    pub(crate) table: String,
    /// The rules, every switch of them.
    pub(crate) rules: Rules,
    /// Who sat where.
    pub(crate) seats: Vec<Sitter>,
    /// Who started, if the table said so beforehand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) first: Option<Seat>,
    /// Whose eyes the page had, if it was one player's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) me: Option<Seat>,
    /// Everything that chance and the players brought in.
    pub(crate) inputs: Vec<Input>,
    /// The proof of the dice; the seed stays hidden until the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) proof: Option<Proof>,
}

/// A game replayed: the state before the first input and after each, and what happened in each.
pub(crate) struct Replay {
    /// One state more than there are inputs.
    pub(crate) states: Vec<State>,
    /// What each input brought about.
    pub(crate) events: Vec<Vec<Event>>,
}

impl Record {
    /// A new game; `bytes` are fresh random bytes: 32 for the seed and 32 of the player's own.
    pub(crate) fn new(mode: Mode, table: String, rules: Rules, seats: Vec<Sitter>, me: Option<Seat>, bytes: [u8; 64]) -> Record {
        let (mut seed, mut own) = ([0; 32], [0; 32]);
        seed.copy_from_slice(&bytes[..32]);
        own.copy_from_slice(&bytes[32..]);
        let (seed, entropy) = (Seed::from_bytes(seed), Entropy::from_bytes(own));
        let seat = me.unwrap_or(Seat::A).index() as u8;
        let proof = Proof {
            version: fair::VERSION,
            commitment: Commitment::to(&seed, &table),
            seats: vec![SeatProof { seat, pledge: Pledge::of(&entropy, &table), entropy: Some(entropy) }],
            game: table.clone(),
            seed,
        };
        Record { daikaiju: FORMAT, mode, table, rules, seats, first: None, me, inputs: Vec::new(), proof: Some(proof) }
    }

    /// Reads a record that was pasted in.
    ///
    /// # Errors
    /// One sentence on what is wrong with it.
    pub(crate) fn read(text: &str) -> Result<Record, String> {
        let record: Record = serde_json::from_str(text.trim()).map_err(|error| format!("line {}: {error}", error.line()))?;
        if record.daikaiju != FORMAT {
            return Err(format!("format {} is not known here", record.daikaiju));
        }
        record.replay()?;
        Ok(record)
    }

    /// The game before its first input.
    ///
    /// # Errors
    /// One sentence if there can be no such game.
    pub(crate) fn start(&self) -> Result<State, String> {
        State::new(&self.rules, self.seats.len(), self.first)
    }

    /// Plays the whole record.
    ///
    /// # Errors
    /// The first input that does not fit.
    pub(crate) fn replay(&self) -> Result<Replay, String> {
        let mut state = self.start()?;
        let mut replay = Replay { states: vec![state], events: Vec::new() };
        for (number, input) in self.inputs.iter().enumerate() {
            let mut events = Vec::new();
            state.play(*input, Some(&mut events)).map_err(|error| format!("input {}: {error}", number + 1))?;
            replay.states.push(state);
            replay.events.push(events);
        }
        Ok(replay)
    }

    /// The chance of this game, if its proof is known.
    pub(crate) fn chance(&self) -> Option<Chance> {
        self.proof.as_ref()?.check().ok()
    }

    /// Checks that every roll and every card is what the sealed seed says.
    ///
    /// # Errors
    /// One sentence on the first thing that is not.
    pub(crate) fn verify(&self) -> Result<usize, String> {
        let proof = self.proof.as_ref().ok_or("the record carries no proof")?;
        let chance = proof.check().map_err(|broken| broken.to_string())?;
        let mut state = self.start()?;
        let mut number = 0;
        for input in &self.inputs {
            if !matches!(input, Input::Answer(_)) {
                let drawn = draw(&chance, number, &state);
                if drawn != Some(*input) {
                    return Err(format!("draw {} does not match the sealed seed", number + 1));
                }
                number += 1;
            }
            state.play(*input, None).map_err(|error| error.to_string())?;
        }
        Ok(number as usize)
    }

    /// Who sits where, as the table shows it.
    pub(crate) fn players(&self) -> Vec<Player> {
        self.seats
            .iter()
            .map(|sitter| Player {
                name: sitter.name.clone(),
                species: species(&sitter.monster),
                bot: sitter.bot.clone(),
                away: false,
            })
            .collect()
    }
}

/// The monster with this identifier.
pub(crate) fn species(id: &str) -> Species {
    use Species::{Alienoid, CyberBunny, CyberKitty, Gigazaur, Kraken, MekaDragon, SpacePenguin, TheKing};
    [Gigazaur, TheKing, MekaDragon, Alienoid, CyberBunny, Kraken, CyberKitty, SpacePenguin]
        .into_iter()
        .find(|species| species.id() == id)
        .unwrap_or(Gigazaur)
}

/// What chance brings next, if the game waits for it: the draw with this number.
pub(crate) fn draw(chance: &Chance, number: u64, state: &State) -> Option<Input> {
    fair_input(chance, number, state)
}

fn fair_input(chance: &Chance, number: u64, state: &State) -> Option<Input> {
    use engine::{Dice, Face, Need};
    let mut draws = chance.draws(number);
    Some(match state.need() {
        Need::Roll { count, .. } => {
            Input::Rolled((0..count).fold(Dice::NONE, |dice, _| dice.and(Face::ALL[draws.below(6) as usize])))
        }
        Need::Reveal(_) => {
            let deck = state.deck();
            let at = draws.below(deck.len() as u8);
            Input::Revealed(deck.iter().nth(at as usize)?)
        }
        Need::Starter => Input::Starts(state.seats().iter().nth(draws.below(state.players() as u8) as usize)?),
        Need::Answer(_) | Need::Over(_) => return None,
    })
}
