//! What is stored of a table and of a game, as JSON in the store's rows. Nothing of this is ever sent to anyone as it is.

use std::collections::BTreeMap;

use engine::record::Player as RecordPlayer;
use engine::{Input, Record, Rules, Seat, Species};
use fair::version1::{Proof, SeatProof};
use fair::{Commitment, Entropy, Pledge, Seed, version1};
use protocol::{Auto, By, Opponent, Options, Phase, Player};
use serde::{Deserialize, Serialize};
use store::{OwnerHash, StepRow};

use crate::identity::{hash_as_text, new_key, random_bytes};

/// A table's document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Doc {
    /// The secret part of the link.
    pub(crate) key: String,
    pub(crate) options: Options,
    /// All seats in order, as many as the options say.
    pub(crate) seats: Vec<SeatDoc>,
    pub(crate) host: Option<Seat>,
    pub(crate) phase: Phase,
    /// The number of the last game that began; 0 before the first.
    pub(crate) game: u32,
    /// Who starts the next game, if the table's custom says so.
    pub(crate) first: Option<Seat>,
    /// The next game's seed and what was pledged for it.
    pub(crate) next: NextDoc,
    /// How often somebody has spoken.
    pub(crate) talk: u64,
    /// Milliseconds added to the open question, and the step it belongs to.
    #[serde(default)]
    pub(crate) extra_time: (u64, i64),
    /// The host has closed talk.
    #[serde(default)]
    pub(crate) talk_closed: bool,
    /// Those whom the host has asked to leave; they may not sit down again by the same link.
    #[serde(default)]
    pub(crate) removed: Vec<Hash>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct NextDoc {
    pub(crate) name: String,
    pub(crate) seed: Seed,
    pub(crate) pledges: BTreeMap<Seat, Pledge>,
}

impl NextDoc {
    pub(crate) fn new(table: &str, number: u32) -> Self {
        Self {
            name: format!("{table}/{number}"),
            seed: Seed::from_bytes(random_bytes()),
            pledges: BTreeMap::new(),
        }
    }

    pub(crate) fn commitment(&self) -> Commitment {
        version1::commitment(&self.seed, &self.name)
    }
}

/// A seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SeatDoc {
    pub(crate) monster: Option<Species>,
    pub(crate) held: Held,
}

/// Who holds a seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Held {
    #[default]
    Open,
    Bot(Opponent),
    Person(Box<Person>),
}

/// A person at the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Person {
    pub(crate) name: String,
    #[serde(with = "hash_as_text")]
    pub(crate) owner: OwnerHash,
    /// Further secrets with which programs may play the seat.
    #[serde(default)]
    pub(crate) tokens: Vec<Token>,
    /// The secret of a personal link that moves the seat.
    #[serde(default)]
    pub(crate) moving: Option<Hash>,
    pub(crate) program: bool,
    pub(crate) by_link: bool,
    /// A bot plays for them until they come back.
    pub(crate) away: bool,
    #[serde(default)]
    pub(crate) auto: Auto,
    #[serde(default)]
    pub(crate) muted: Vec<Seat>,
    #[serde(default)]
    pub(crate) muted_watchers: bool,
    #[serde(default)]
    pub(crate) more_time: u8,
}

impl Person {
    /// Somebody who has just sat down.
    pub(crate) fn new(name: String, owner: OwnerHash, by_link: bool, program: bool) -> Self {
        Self {
            name,
            owner,
            tokens: Vec::new(),
            moving: None,
            program,
            by_link,
            away: false,
            auto: Auto::default(),
            muted: Vec::new(),
            muted_watchers: false,
            more_time: 0,
        }
    }
}

/// A further secret of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredToken")]
pub(crate) struct Token {
    pub(crate) hash: Hash,
    pub(crate) number: u32,
    pub(crate) made_ms: i64,
}

/// A token as it may be stored: once there was the hash alone.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredToken {
    Token { hash: Hash, number: u32, made_ms: i64 },
    Hash(Hash),
}

impl From<StoredToken> for Token {
    fn from(stored: StoredToken) -> Self {
        match stored {
            StoredToken::Token { hash, number, made_ms } => Self { hash, number, made_ms },
            StoredToken::Hash(hash) => Self { hash, number: 0, made_ms: 0 },
        }
    }
}

/// A hash as it stands in the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hash(#[serde(with = "hash_as_text")] pub(crate) OwnerHash);

impl Doc {
    /// A new table.
    pub(crate) fn new(name: &str, options: Options) -> Self {
        let seats = vec![SeatDoc::default(); usize::from(options.seats)];
        Self {
            key: new_key(),
            options,
            seats,
            host: None,
            phase: Phase::Lobby,
            game: 0,
            first: None,
            next: NextDoc::new(name, 1),
            talk: 0,
            extra_time: (0, 0),
            talk_closed: false,
            removed: Vec::new(),
        }
    }

    /// The seats with their letters.
    pub(crate) fn seats(&self) -> impl Iterator<Item = (Seat, &SeatDoc)> {
        Seat::ALL.into_iter().zip(&self.seats)
    }

    pub(crate) fn person(&self, seat: Seat) -> Option<&Person> {
        match self.seats.get(seat.index()) {
            Some(SeatDoc { held: Held::Person(person), .. }) => Some(person),
            _ => None,
        }
    }

    pub(crate) fn person_mut(&mut self, seat: Seat) -> Option<&mut Person> {
        match self.seats.get_mut(seat.index()) {
            Some(SeatDoc { held: Held::Person(person), .. }) => Some(person),
            _ => None,
        }
    }

    /// The seats of people, in order.
    pub(crate) fn people(&self) -> impl Iterator<Item = (Seat, &Person)> {
        self.seats().filter_map(|(seat, doc)| match &doc.held {
            Held::Person(person) => Some((seat, &**person)),
            _ => None,
        })
    }

    /// The seat that a secret may play.
    pub(crate) fn seat_of(&self, owner: OwnerHash) -> Option<Seat> {
        self.people()
            .find(|(_, person)| {
                person.owner == owner || person.tokens.iter().any(|token| token.hash.0 == owner)
            })
            .map(|(seat, _)| seat)
    }

    /// How many seats are taken, by people or bots.
    pub(crate) fn taken(&self) -> usize {
        self.seats.iter().filter(|seat| seat.held != Held::Open).count()
    }

    /// The rows of the seats that people own.
    pub(crate) fn owners(&self) -> Vec<(u8, OwnerHash)> {
        self.people().map(|(seat, person)| (seat as u8, person.owner)).collect()
    }

    /// The host, if still there, or else the first person at the table.
    pub(crate) fn settle_host(&mut self) {
        let stays = self.host.is_some_and(|seat| self.person(seat).is_some());
        if !stays {
            let first = self.people().next().map(|(seat, _)| seat);
            self.host = first;
        }
    }

    /// How the store names the phase.
    pub(crate) fn phase_name(&self) -> &'static str {
        match self.phase {
            Phase::Lobby | Phase::Mixing => "lobby",
            Phase::Playing => "playing",
            Phase::Over => "over",
        }
    }
}

/// What is fixed before the first roll of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Header {
    pub(crate) rules: Rules,
    pub(crate) players: Vec<Player>,
    pub(crate) first: Option<Seat>,
    pub(crate) seed: Seed,
    pub(crate) pledges: BTreeMap<Seat, Pledge>,
    pub(crate) entropy: BTreeMap<Seat, Entropy>,
}

impl Header {
    /// What makes the dice checkable. Only for a game that has ended: it holds the seed.
    fn proof(&self, name: &str) -> Proof {
        let seats = self.pledges.iter().map(|(&seat, &pledge)| SeatProof {
            seat: seat as u8,
            pledge,
            entropy: self.entropy.get(&seat).copied(),
        });
        Proof {
            version: version1::VERSION,
            game: name.to_owned(),
            commitment: version1::commitment(&self.seed, name),
            seats: seats.collect(),
            seed: self.seed,
        }
    }
}

impl Header {
    /// The record of a game. Only for one that has ended: it holds the seed.
    pub(crate) fn record(&self, name: &str, inputs: Vec<Input>) -> Record {
        let players = self.players.iter().map(|player| RecordPlayer {
            name: player.name.clone(),
            monster: Some(player.monster),
            bot: player.bot.map(|bot| bot.to_string()),
        });
        let mut record = Record::new(self.rules, players.collect(), self.first);
        record.fair = serde_json::to_value(self.proof(name)).ok();
        record.inputs = inputs;
        record
    }
}

/// The body of a stored step: inputs, or the number of the step that was taken back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StepBody {
    pub(crate) by: By,
    // Every other step has inputs: a program that does not know `took_back` refuses the row instead of misreading it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) inputs: Vec<Input>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) took_back: Option<u64>,
}

/// The inputs that a game came to: without those that were taken back.
///
/// # Errors
/// One sentence if a row cannot be read.
pub(crate) fn inputs_of(rows: &[StepRow]) -> Result<Vec<Input>, String> {
    let mut steps: Vec<(u64, Vec<Input>)> = Vec::with_capacity(rows.len());
    for row in rows {
        let wrong = |why: String| format!("step {} of {} cannot be read: {why}", row.seq, row.game);
        let body: StepBody =
            serde_json::from_str(&row.body).map_err(|error| wrong(error.to_string()))?;
        match body.took_back {
            Some(seq) if steps.last().is_some_and(|(last, _)| *last == seq) => drop(steps.pop()),
            Some(seq) => return Err(wrong(format!("step {seq} is not the last one that stands"))),
            None => steps.push((row.seq, body.inputs)),
        }
    }
    Ok(steps.into_iter().flat_map(|(_, inputs)| inputs).collect())
}
