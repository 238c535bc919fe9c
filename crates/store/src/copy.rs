//! Moves everything from one store to another: a folder with SQLite's file to a PostgreSQL database, or back.
//!
//! Neither may be in use. Games are copied a few at a time, each batch in one transaction, and read back: a digest over all
//! that belongs to a game must be the same on both sides. A copy that was interrupted is run again and goes on where it was;
//! until it has come to its end, no server starts on what it has written.
//!
//! What only makes the next start quicker (snapshots) and what servers tell each other (leases, owners, the page's files) is
//! not copied.

use std::collections::HashSet;
use std::path::PathBuf;

use sha2::{Digest, Sha256};

use crate::postgres::copy::Database;
use crate::sqlite::Folder;
use crate::{Error, GameRow, OwnerHash, Participant, StepRow, TableRow, TalkRow};

/// How many tables or games go at once.
const TOGETHER: usize = 64;

/// A store by its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The data folder of a server with a database file of its own.
    Folder(PathBuf),
    /// A PostgreSQL database.
    Database(String),
}

impl From<&str> for Place {
    fn from(text: &str) -> Self {
        let is_database =
            ["postgres://", "postgresql://"].iter().any(|form| text.starts_with(form));
        if is_database { Self::Database(text.into()) } else { Self::Folder(text.into()) }
    }
}

/// How far a copy has come, and in the end what there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// Tables.
    pub tables: u64,
    /// Games that are the same on both sides.
    pub games: u64,
    /// Steps of these games.
    pub steps: u64,
    /// Those of the games that an earlier run had copied.
    pub before: u64,
    /// A digest over all tables and games, the same on both sides.
    pub digest: [u8; 32],
}

/// A table with what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WholeTable {
    pub(crate) row: TableRow,
    pub(crate) seats: Vec<(u8, OwnerHash)>,
    pub(crate) talk: Vec<TalkRow>,
}

/// A game with what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WholeGame {
    pub(crate) row: GameRow,
    /// When it ended, by the servers' clock.
    pub(crate) over_ms: Option<i64>,
    /// In the order of owner and seat.
    pub(crate) participants: Vec<Participant>,
    /// While it is on, their times count from the present moment of the table's clock: tables of one database have clocks
    /// of their own, those of one file have one.
    pub(crate) steps: Vec<StepRow>,
}

/// One end of a copy, closed to servers for as long as it lasts.
enum Side {
    Folder(Folder),
    Database(Box<Database>),
}

impl Side {
    async fn source(place: &Place) -> Result<Self, Error> {
        Ok(match place {
            Place::Folder(folder) => Self::Folder(Folder::source(folder)?),
            Place::Database(url) => Self::Database(Box::new(Database::source(url).await?)),
        })
    }

    /// An empty place, or one that a copy from there has begun to fill.
    async fn target(place: &Place, source: &str) -> Result<Self, Error> {
        Ok(match place {
            Place::Folder(folder) => Self::Folder(Folder::target(folder, source)?),
            Place::Database(url) => Self::Database(Box::new(Database::target(url, source).await?)),
        })
    }

    /// What it is called, without a password.
    fn name(&self) -> String {
        match self {
            Self::Folder(side) => side.name(),
            Self::Database(side) => side.name(),
        }
    }

    async fn clock(&self) -> Result<i64, Error> {
        match self {
            Self::Folder(side) => side.clock(),
            Self::Database(side) => side.clock().await,
        }
    }

    async fn set_clock(&mut self, ms: i64) -> Result<(), Error> {
        match self {
            Self::Folder(side) => side.set_clock(ms),
            Self::Database(side) => side.set_clock(ms).await,
        }
    }

    /// The names of all tables or all games.
    async fn names(&self, of: Kind) -> Result<Vec<String>, Error> {
        match self {
            Self::Folder(side) => side.names(of),
            Self::Database(side) => side.names(of).await,
        }
    }

    async fn tables(&self, names: &[String]) -> Result<Vec<WholeTable>, Error> {
        match self {
            Self::Folder(side) => side.tables(names),
            Self::Database(side) => side.tables(names).await,
        }
    }

    async fn games(&self, names: &[String]) -> Result<Vec<WholeGame>, Error> {
        match self {
            Self::Folder(side) => side.games(names),
            Self::Database(side) => side.games(names).await,
        }
    }

    async fn put_tables(&mut self, tables: &[WholeTable]) -> Result<(), Error> {
        match self {
            Self::Folder(side) => side.put_tables(tables),
            Self::Database(side) => side.put_tables(tables).await,
        }
    }

    async fn put_games(&mut self, games: &[WholeGame]) -> Result<(), Error> {
        match self {
            Self::Folder(side) => side.put_games(games),
            Self::Database(side) => side.put_games(games).await,
        }
    }

    async fn remove(&mut self, of: Kind, names: &[String]) -> Result<(), Error> {
        match self {
            Self::Folder(side) => side.remove(of, names),
            Self::Database(side) => side.remove(of, names).await,
        }
    }

    /// From now on servers may start on it.
    async fn finish(self) -> Result<(), Error> {
        match self {
            Self::Folder(side) => side.finish(),
            Self::Database(side) => side.finish().await,
        }
    }
}

/// What is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Tables,
    Games,
}

/// Copies everything. `watch` is told now and then how far it has come.
///
/// # Errors
/// One sentence: a side cannot be used, a server runs on it, the target holds something else, or a game did not arrive as it
/// was sent.
pub async fn copy(
    from: &Place,
    to: &Place,
    mut watch: impl FnMut(Copied),
) -> Result<Copied, Error> {
    if from == to {
        return Err(Error::CannotCopy("both addresses are the same".into()));
    }
    let source = Side::source(from).await?;
    let mut target = Side::target(to, &source.name()).await?;
    target.set_clock(source.clock().await?).await?;
    let mut done = Copied::default();
    let mut all = Sha256::new();

    let names = source.names(Kind::Tables).await?;
    for names in names.chunks(TOGETHER) {
        let tables = source.tables(names).await?;
        let there = target.tables(names).await?;
        if tables != there {
            target.put_tables(&tables).await?;
            if target.tables(names).await? != tables {
                return Err(Error::CannotCopy(format!(
                    "table {} did not arrive as it was",
                    names[0]
                )));
            }
        }
        tables.iter().for_each(|table| all.update(digest_of_table(table)));
        done.tables += tables.len() as u64;
        watch(done);
    }
    remove_others(&mut target, Kind::Tables, &names).await?;

    let names = source.names(Kind::Games).await?;
    for names in names.chunks(TOGETHER) {
        let games = source.games(names).await?;
        let digests: Vec<_> = games.iter().map(digest_of_game).collect();
        let there: HashSet<_> = target.games(names).await?.iter().map(digest_of_game).collect();
        let missing: Vec<_> = games
            .iter()
            .zip(&digests)
            .filter(|(_, digest)| !there.contains(*digest))
            .map(|(game, _)| game.clone())
            .collect();
        if !missing.is_empty() {
            target.put_games(&missing).await?;
            let arrived = target.games(names).await?;
            let wrong = games.iter().zip(&digests).find(|(game, digest)| {
                let same = |other: &&WholeGame| other.row.id == game.row.id;
                arrived.iter().find(same).map(digest_of_game).as_ref() != Some(*digest)
            });
            if let Some((game, _)) = wrong {
                return Err(Error::CannotCopy(format!(
                    "game {} did not arrive as it was",
                    game.row.id
                )));
            }
        }
        digests.iter().for_each(|digest| all.update(digest));
        done.games += games.len() as u64;
        done.before += (games.len() - missing.len()) as u64;
        done.steps += games.iter().map(|game| game.steps.len() as u64).sum::<u64>();
        watch(done);
    }
    remove_others(&mut target, Kind::Games, &names).await?;
    target.finish().await?;
    done.digest = all.finalize().into();
    Ok(done)
}

/// What an earlier run copied and the source has forgotten since.
async fn remove_others(target: &mut Side, of: Kind, names: &[String]) -> Result<(), Error> {
    let known: HashSet<&String> = names.iter().collect();
    let there = target.names(of).await?;
    let others: Vec<String> = there.into_iter().filter(|name| !known.contains(name)).collect();
    if others.is_empty() { Ok(()) } else { target.remove(of, &others).await }
}

/// Every field with its length before it, so that no two contents look the same.
struct Fields(Sha256);

impl Fields {
    fn text(&mut self, text: &str) {
        self.number(text.len() as i64);
        self.0.update(text);
    }

    fn number(&mut self, number: i64) {
        self.0.update(number.to_be_bytes());
    }

    fn maybe(&mut self, number: Option<i64>) {
        self.number(i64::from(number.is_some()));
        self.number(number.unwrap_or(0));
    }
}

fn digest_of_table(table: &WholeTable) -> [u8; 32] {
    let mut fields = Fields(Sha256::new());
    let WholeTable { row, seats, talk } = table;
    [&row.id, &row.phase, &row.body].iter().for_each(|text| fields.text(text));
    [row.version as i64, i64::from(row.listed), row.updated_ms, row.touched_ms]
        .iter()
        .for_each(|&number| fields.number(number));
    fields.number(seats.len() as i64);
    for (seat, owner) in seats {
        fields.number(i64::from(*seat));
        fields.0.update(owner);
    }
    for said in talk {
        fields.number(said.seq as i64);
        fields.number(said.at_ms);
        fields.text(&said.body);
    }
    fields.0.finalize().into()
}

fn digest_of_game(game: &WholeGame) -> [u8; 32] {
    let mut fields = Fields(Sha256::new());
    let WholeGame { row, over_ms, participants, steps } = game;
    [&row.id, &row.table, &row.header].iter().for_each(|text| fields.text(text));
    fields.text(row.result.as_deref().unwrap_or("\0"));
    fields.number(row.number.into());
    fields.number(row.rules_version.into());
    fields.number(row.started_ms);
    fields.maybe(row.finished_ms);
    fields.maybe(*over_ms);
    fields.number(participants.len() as i64);
    for who in participants {
        fields.number(who.seat.into());
        fields.0.update(who.owner);
    }
    for step in steps {
        fields.number(step.seq as i64);
        fields.number(step.at_ms);
        fields.text(&step.body);
    }
    fields.0.finalize().into()
}
