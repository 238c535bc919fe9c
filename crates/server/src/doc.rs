//! What is stored of a table and of a game, as JSON in the store's rows. Nothing of this is ever sent to anyone as it is.

use std::collections::BTreeMap;

use engine::record::Player as RecordPlayer;
use engine::{Answer, Input, Record, Rules, Seat, Seats, Species};
use fair::live::{AskMade, Asking, Course};
use fair::wire::{Drawn, Left, VoidMix, VoidWhy};
use fair::{Commitment, DiceKind, Entropy, Joined, Pledge, Proof, SeatProof, Seed, version1};
use protocol::{Auto, By, Opponent, Options, Player, TablePhase};
use serde::{Deserialize, Serialize};
use store::{OwnerHash, StepRow};

use crate::identity::{hash_as_text, new_key, random_bytes};

/// A table's document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TableDoc {
    /// The secret part of the link.
    pub(crate) key: String,
    pub(crate) options: Options,
    /// All seats in order, as many as the options say.
    pub(crate) seats: Vec<SeatDoc>,
    pub(crate) host: Option<Seat>,
    pub(crate) phase: TablePhase,
    /// The number of the last game that began; 0 before the first.
    pub(crate) game: u32,
    /// Who starts the next game, if the table's custom says so.
    pub(crate) first: Option<Seat>,
    /// The next game's seed and what was pledged for it.
    pub(crate) next: NextDoc,
    /// How often somebody had spoken when this was written by a version that counted here.
    #[serde(default)]
    pub(crate) talk: u64,
    /// The mixes since the last game that broke off.
    #[serde(default)]
    pub(crate) void: Vec<VoidMix>,
    /// Who was missing in them, and may not pledge until a game begins.
    #[serde(default)]
    pub(crate) barred: Barred,
    /// What is under way with live dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) live: Option<LiveDoc>,
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

/// The game that comes next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct NextDoc {
    /// The version of the scheme that it was made by.
    #[serde(default = "first_version")]
    pub(crate) version: u32,
    pub(crate) name: String,
    pub(crate) seed: Seed,
    pub(crate) pledges: BTreeMap<Seat, Pledge>,
    /// The seats reveal. Found when a table is loaded, it is void.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) mixing: Option<MixingDoc>,
}

fn first_version() -> u32 {
    version1::VERSION
}

/// What is fixed before anybody reveals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct MixingDoc {
    pub(crate) terms: String,
    /// The seats that are mixed in.
    pub(crate) pledges: BTreeMap<Seat, Pledge>,
    pub(crate) left_out: BTreeMap<Seat, (Pledge, Left)>,
}

impl MixingDoc {
    /// The fingerprint of terms, commitment and pledges.
    pub(crate) fn mix(&self, commitment: &Commitment) -> fair::Hash {
        fair::sealed::mix(&self.terms, commitment, &listed(&self.pledges))
    }
}

/// Pledges as they are listed.
pub(crate) fn listed(pledges: &BTreeMap<Seat, Pledge>) -> Vec<(Seat, Pledge)> {
    pledges.iter().map(|(&seat, &pledge)| (seat, pledge)).collect()
}

impl NextDoc {
    pub(crate) fn new(table: &str, number: u32) -> Self {
        Self {
            version: fair::VERSION,
            name: format!("{table}/{number}"),
            seed: Seed::from_bytes(random_bytes()),
            pledges: BTreeMap::new(),
            mixing: None,
        }
    }

    pub(crate) fn commitment(&self) -> Commitment {
        match self.version {
            version1::VERSION => version1::commitment(&self.seed, &self.name),
            _ => Commitment::to(&self.seed, &self.name),
        }
    }

    /// The number of the game at its table.
    pub(crate) fn number(&self) -> u32 {
        self.name.rsplit('/').next().and_then(|number| number.parse().ok()).unwrap_or(0)
    }
}

/// Who was missing in a mix that broke off, wherever they sit now.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Barred {
    #[serde(default)]
    owners: Vec<Hash>,
}

/// Live dice: what has happened since the last draw, and what is being asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct LiveDoc {
    pub(crate) game: u32,
    /// How many asks there were up to the last draw: after the next one all of this is past.
    pub(crate) after: u64,
    /// The chains that count since.
    pub(crate) chains: Vec<(Seat, u64, Pledge)>,
    /// The void asks of the draw that is under way.
    pub(crate) void: Vec<AskMade>,
    pub(crate) pending: Option<PendingDoc>,
}

/// An answer that leads to chance, and the ask for it. It is final.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PendingDoc {
    /// The step after which it was given.
    pub(crate) seq: u64,
    pub(crate) by: By,
    pub(crate) answer: Option<Answer>,
    pub(crate) asking: Asking,
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
    /// Ready for the next game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) ready: bool,
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
            ready: false,
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

impl TableDoc {
    /// A new table.
    pub(crate) fn new(name: &str, options: Options) -> Self {
        let seats = vec![SeatDoc::default(); usize::from(options.seats)];
        Self {
            key: new_key(),
            options,
            seats,
            host: None,
            phase: TablePhase::Lobby,
            game: 0,
            first: None,
            next: NextDoc::new(name, 1),
            talk: 0,
            void: Vec::new(),
            barred: Barred::default(),
            live: None,
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

    /// Whether whoever sits on a seat may not pledge until a game begins.
    pub(crate) fn is_barred(&self, seat: Seat) -> bool {
        let owner = self.person(seat).map(|person| Hash(person.owner));
        owner.is_some_and(|owner| self.barred.owners.contains(&owner))
    }

    /// Whether somebody of this name was missing in a mix since the last game. The record knows them by their name, so nobody
    /// else may be mixed in under it.
    pub(crate) fn was_missing(&self, name: &str) -> bool {
        self.void.iter().flat_map(|void| &void.names).any(|missing| missing == name)
    }

    /// Voids the game that comes next: its name is used up, and everything that was revealed for it is burnt.
    pub(crate) fn void_next(&mut self, table: &str, why: VoidWhy, missing: Seats) {
        let gone = missing.iter().filter_map(|seat| self.person(seat));
        let (owners, names): (Vec<Hash>, Vec<String>) =
            gone.map(|person| (Hash(person.owner), person.name.clone())).unzip();
        self.barred.owners.extend(owners);
        let (game, commitment) = (self.next.name.clone(), self.next.commitment());
        self.void.push(VoidMix { game, commitment, why, missing, names });
        self.next = NextDoc::new(table, self.next.number() + 1);
    }

    /// How the store names the phase.
    pub(crate) fn phase_name(&self) -> &'static str {
        match self.phase {
            TablePhase::Lobby | TablePhase::Mixing => "lobby",
            TablePhase::Playing => "playing",
            TablePhase::Over => "over",
        }
    }
}

/// What is fixed before the first roll of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Header {
    pub(crate) rules: Rules,
    /// The version of the rules: cards that came later are not in the box.
    #[serde(default = "first_rules")]
    pub(crate) rules_version: u32,
    pub(crate) players: Vec<Player>,
    pub(crate) first: Option<Seat>,
    pub(crate) seed: Seed,
    /// What the seats that are mixed in pledged.
    pub(crate) pledges: BTreeMap<Seat, Pledge>,
    pub(crate) entropy: BTreeMap<Seat, Entropy>,
    /// What the dice are bound to; absent for a game that was begun by version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fair: Option<FairHeader>,
}

/// Of games that were begun before the version was written down.
fn first_rules() -> u32 {
    1
}

/// What a game's dice are bound to, by version 2.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct FairHeader {
    pub(crate) dice: DiceKind,
    pub(crate) terms: String,
    #[serde(default)]
    pub(crate) left_out: BTreeMap<Seat, (Pledge, Left)>,
    #[serde(default)]
    pub(crate) void: Vec<VoidMix>,
    #[serde(default)]
    pub(crate) joined: Vec<Joined>,
}

impl Header {
    /// What the server committed to.
    pub(crate) fn commitment(&self, name: &str) -> Commitment {
        match self.fair {
            None => version1::commitment(&self.seed, name),
            Some(_) => Commitment::to(&self.seed, name),
        }
    }

    /// The fingerprint of terms, commitment and pledges.
    pub(crate) fn mix(&self, name: &str) -> fair::Hash {
        let terms = self.fair.as_ref().map_or("", |fair| &fair.terms);
        fair::sealed::mix(terms, &self.commitment(name), &listed(&self.pledges))
    }

    /// With live dice, their course before the first ask.
    pub(crate) fn course(&self, name: &str) -> Option<Course> {
        let live = self.fair.as_ref().is_some_and(|fair| fair.dice == DiceKind::Live);
        live.then(|| Course::new(self.mix(name), &listed(&self.pledges)))
    }

    /// The record of a game with what makes its dice checkable. Only for one that has ended: it holds the seed.
    ///
    /// # Errors
    /// One sentence if a row cannot be read.
    pub(crate) fn record(&self, name: &str, rows: &[StepRow]) -> Result<Record, String> {
        let players = self.players.iter().map(|player| RecordPlayer {
            name: player.name.clone(),
            monster: Some(player.monster),
            bot: player.bot.map(|bot| bot.to_string()),
        });
        let mut record = Record::new(self.rules, players.collect(), self.first);
        let proof = match &self.fair {
            None => serde_json::to_value(self.old_proof(name)),
            Some(fair) => serde_json::to_value(self.proof(name, fair, rows)?),
        };
        record.rules_version = self.rules_version;
        record.fair = proof.ok();
        record.inputs = inputs_of(rows)?;
        Ok(record)
    }

    fn old_proof(&self, name: &str) -> version1::Proof {
        let seats = self.pledges.iter().map(|(&seat, &pledge)| version1::SeatProof {
            seat: seat as u8,
            pledge,
            entropy: self.entropy.get(&seat).copied(),
        });
        version1::Proof {
            version: version1::VERSION,
            game: name.to_owned(),
            commitment: self.commitment(name),
            seats: seats.collect(),
            seed: self.seed,
        }
    }

    fn proof(&self, name: &str, fair: &FairHeader, rows: &[StepRow]) -> Result<Proof, String> {
        let left_out = fair.left_out.iter().map(|(&seat, &(pledge, why))| SeatProof {
            seat,
            pledge,
            entropy: None,
            left_out: Some(why),
        });
        let mixed = self.entropy.iter().filter_map(|(&seat, &entropy)| {
            let pledge = *self.pledges.get(&seat)?;
            Some(SeatProof { seat, pledge, entropy: Some(entropy), left_out: None })
        });
        let mut seats: Vec<SeatProof> = mixed.chain(left_out).collect();
        seats.sort_by_key(|seat| seat.seat);
        let (mut chains, mut asks) = (Vec::new(), Vec::new());
        if let Some(mut course) = self.course(name) {
            for row in rows {
                let Some(drawn) = read_step(row)?.drawn else { continue };
                follow(&mut course, name, &drawn)
                    .map_err(|why| format!("step {} of {name} cannot be read: {why}", row.seq))?;
                asks.extend(drawn.asks.iter().map(letters));
            }
            chains = course.chains;
        }
        Ok(Proof {
            version: fair::VERSION,
            dice: fair.dice,
            game: name.to_owned(),
            terms: fair.terms.clone(),
            commitment: self.commitment(name),
            seed: self.seed,
            seats,
            chains,
            asks,
            void: fair.void.clone(),
            joined: fair.joined.clone(),
        })
    }
}

/// An ask as it stands in a record.
fn letters(made: &AskMade) -> String {
    let letters = |seats: Seats| seats.iter().map(|seat| seat.to_string()).collect::<String>();
    match made.missing.is_empty() {
        true => letters(made.seats),
        false => format!("{}-{}", letters(made.seats), letters(made.missing)),
    }
}

/// Goes on by what a step tells of the dice.
pub(crate) fn follow(
    course: &mut Course,
    game: &str,
    drawn: &Drawn,
) -> Result<(), fair::live::NotAnAsk> {
    for &(seat, _, anchor) in &drawn.chains {
        course.begin_chain(seat, anchor);
    }
    drawn.asks.iter().try_for_each(|made| course.take(game, drawn.chance, made).map(drop))
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
    /// Live dice: everything about them since the draw before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) drawn: Option<Drawn>,
}

/// Reads the body of a step.
pub(crate) fn read_step(row: &StepRow) -> Result<StepBody, String> {
    serde_json::from_str(&row.body)
        .map_err(|error| format!("step {} of {} cannot be read: {error}", row.seq, row.game))
}

/// The inputs that a game came to: without those that were taken back.
///
/// # Errors
/// One sentence if a row cannot be read.
pub(crate) fn inputs_of(rows: &[StepRow]) -> Result<Vec<Input>, String> {
    let mut steps: Vec<(u64, Vec<Input>)> = Vec::with_capacity(rows.len());
    for row in rows {
        let wrong = |why: String| format!("step {} of {} cannot be read: {why}", row.seq, row.game);
        let body = read_step(row)?;
        match body.took_back {
            Some(seq) if steps.last().is_some_and(|(last, _)| *last == seq) => drop(steps.pop()),
            Some(seq) => return Err(wrong(format!("step {seq} is not the last one that stands"))),
            None => steps.push((row.seq, body.inputs)),
        }
    }
    Ok(steps.into_iter().flat_map(|(_, inputs)| inputs).collect())
}
