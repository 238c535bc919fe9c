//! The folder as one end of a copy.

use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};

use super::journal::Journal;
use super::{FILE_NAME, GAME, TABLE, game_row, lock, private, schema, table_row};
use crate::copy::{Kind, WholeGame, WholeTable};
use crate::{Error, Participant, StepRow, TalkRow};

/// The table that stands in a file for as long as a copy into it has not come to its end.
pub(super) const MARK: &str = "copying";

/// A data folder, locked against servers.
pub(crate) struct Folder {
    path: PathBuf,
    connection: Connection,
    _lock: File,
}

/// Where an unfinished copy into this file is from.
pub(super) fn half_copied(connection: &Connection) -> Result<Option<String>, Error> {
    let marked = format!("SELECT count(*) FROM sqlite_schema WHERE name = '{MARK}'");
    if connection.query_row(&marked, [], |row| row.get::<_, i64>(0))? == 0 {
        return Ok(None);
    }
    let sql = format!("SELECT source FROM {MARK}");
    Ok(Some(connection.query_row(&sql, [], |row| row.get(0))?))
}

impl Folder {
    pub(crate) fn source(path: &Path) -> Result<Self, Error> {
        let file = path.join(FILE_NAME);
        if !file.exists() {
            return Err(Error::Unusable(file, "there is no database".into()));
        }
        let folder = Self::open(path)?;
        match half_copied(&folder.connection)? {
            Some(from) => Err(Error::HalfCopied(from)),
            None => Ok(folder),
        }
    }

    pub(crate) fn target(path: &Path, source: &str) -> Result<Self, Error> {
        let folder = Self::open(path)?;
        match half_copied(&folder.connection)? {
            Some(from) if from == source => return Ok(folder),
            Some(from) => return Err(Error::HalfCopied(from)),
            None => {}
        }
        let sql = "SELECT (SELECT count(*) FROM tables) + (SELECT count(*) FROM games)";
        if 0 < folder.connection.query_row(sql, [], |row| row.get::<_, i64>(0))? {
            return Err(Error::CannotCopy(format!(
                "{} holds tables or games already",
                folder.name()
            )));
        }
        let mark = format!("CREATE TABLE {MARK} (source TEXT NOT NULL)");
        folder.connection.execute(&mark, [])?;
        folder.connection.execute(&format!("INSERT INTO {MARK} VALUES (?1)"), [source])?;
        Ok(folder)
    }

    fn open(path: &Path) -> Result<Self, Error> {
        let lock = lock(path)?;
        let file = path.join(FILE_NAME);
        private(&file)?;
        schema::check_log(&file)?;
        let mut connection = schema::open_for_writing(&file)?;
        // Every step goes to its place, for only from there it is copied.
        if Journal::open(&mut connection)?.is_damaged() {
            return Err(Error::Failed("its file is damaged; go back to a backup".into()));
        }
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        Ok(Self { path, connection, _lock: lock })
    }

    pub(crate) fn name(&self) -> String {
        self.path.display().to_string()
    }

    pub(crate) fn clock(&self) -> Result<i64, Error> {
        Ok(self.connection.query_row("SELECT ms FROM clock", [], |row| row.get(0))?)
    }

    pub(crate) fn set_clock(&self, ms: i64) -> Result<(), Error> {
        self.connection.execute("UPDATE clock SET ms = ?1", [ms])?;
        Ok(())
    }

    pub(crate) fn names(&self, of: Kind) -> Result<Vec<String>, Error> {
        let mut names = self.connection.prepare(match of {
            Kind::Tables => "SELECT id FROM tables ORDER BY id",
            Kind::Games => "SELECT id FROM games ORDER BY id",
        })?;
        Ok(names.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
    }

    pub(crate) fn tables(&self, names: &[String]) -> Result<Vec<WholeTable>, Error> {
        let db = &self.connection;
        let mut tables = db.prepare_cached(&format!("{TABLE} WHERE id = ?1"))?;
        let mut seats =
            db.prepare_cached("SELECT seat, owner FROM seats WHERE table_id = ?1 ORDER BY seat")?;
        let mut talk = db.prepare_cached(
            "SELECT table_id, seq, at_ms, body FROM talk WHERE table_id = ?1 ORDER BY seq",
        )?;
        let mut found = Vec::new();
        for name in names {
            let Some(row) = super::optional(tables.query_row([name], table_row))? else { continue };
            let owned = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
            let said = |row: &rusqlite::Row<'_>| {
                Ok(TalkRow {
                    table: row.get(0)?,
                    seq: row.get(1)?,
                    at_ms: row.get(2)?,
                    body: row.get(3)?,
                })
            };
            found.push(WholeTable {
                row,
                seats: seats.query_map([name], owned)?.collect::<Result<_, _>>()?,
                talk: talk.query_map([name], said)?.collect::<Result<_, _>>()?,
            });
        }
        Ok(found)
    }

    pub(crate) fn games(&self, names: &[String]) -> Result<Vec<WholeGame>, Error> {
        let db = &self.connection;
        let now_ms = self.clock()?;
        let mut games = db.prepare_cached(&format!("{GAME} WHERE id = ?1"))?;
        let mut over = db.prepare_cached("SELECT over_ms FROM games WHERE id = ?1")?;
        let mut players = db.prepare_cached(
            "SELECT owner, seat FROM participants WHERE game_id = ?1 ORDER BY owner, seat",
        )?;
        let mut steps = db
            .prepare_cached("SELECT seq, at_ms, body FROM steps WHERE game_id = ?1 ORDER BY seq")?;
        let mut found = Vec::new();
        for name in names {
            let Some(row) = super::optional(games.query_row([name], game_row))? else { continue };
            let since_ms = if row.finished_ms.is_none() { now_ms } else { 0 };
            let player =
                |row: &rusqlite::Row<'_>| Ok(Participant { owner: row.get(0)?, seat: row.get(1)? });
            let step = |row: &rusqlite::Row<'_>| {
                let at_ms: i64 = row.get(1)?;
                Ok(StepRow {
                    game: name.clone(),
                    seq: row.get(0)?,
                    at_ms: at_ms - since_ms,
                    body: row.get(2)?,
                })
            };
            found.push(WholeGame {
                row,
                over_ms: over.query_row([name], |row| row.get(0))?,
                participants: players.query_map([name], player)?.collect::<Result<_, _>>()?,
                steps: steps.query_map([name], step)?.collect::<Result<_, _>>()?,
            });
        }
        Ok(found)
    }

    pub(crate) fn put_tables(&mut self, tables: &[WholeTable]) -> Result<(), Error> {
        let transaction = self.connection.transaction()?;
        for WholeTable { row, seats, talk } in tables {
            transaction.execute("DELETE FROM tables WHERE id = ?1", [&row.id])?;
            transaction.prepare_cached(
                "INSERT INTO tables (id, version, listed, phase, updated_ms, touched_ms, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?.execute(params![row.id, row.version, row.listed, row.phase, row.updated_ms, row.touched_ms, row.body])?;
            for (seat, owner) in seats {
                transaction
                    .prepare_cached(
                        "INSERT INTO seats (table_id, seat, owner) VALUES (?1, ?2, ?3)",
                    )?
                    .execute(params![row.id, seat, owner])?;
            }
            for said in talk {
                transaction
                    .prepare_cached(
                        "INSERT INTO talk (table_id, seq, at_ms, body) VALUES (?1, ?2, ?3, ?4)",
                    )?
                    .execute(params![row.id, said.seq, said.at_ms, said.body])?;
            }
        }
        Ok(transaction.commit()?)
    }

    pub(crate) fn put_games(&mut self, games: &[WholeGame]) -> Result<(), Error> {
        let now_ms = self.clock()?;
        let transaction = self.connection.transaction()?;
        for WholeGame { row, over_ms, participants, steps } in games {
            transaction.execute("DELETE FROM games WHERE id = ?1", [&row.id])?;
            transaction.prepare_cached(
                "INSERT INTO games (id, table_id, number, rules_version, started_ms, finished_ms, over_ms, header, result) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?.execute(params![row.id, row.table, row.number, row.rules_version, row.started_ms, row.finished_ms, over_ms, row.header, row.result])?;
            for who in participants {
                transaction
                    .prepare_cached(
                        "INSERT INTO participants (owner, game_id, seat) VALUES (?1, ?2, ?3)",
                    )?
                    .execute(params![who.owner, row.id, who.seat])?;
            }
            let since_ms = if row.finished_ms.is_none() { now_ms } else { 0 };
            for step in steps {
                transaction
                    .prepare_cached(
                        "INSERT INTO steps (game_id, seq, at_ms, body) VALUES (?1, ?2, ?3, ?4)",
                    )?
                    .execute(params![row.id, step.seq, step.at_ms + since_ms, step.body])?;
            }
        }
        Ok(transaction.commit()?)
    }

    pub(crate) fn remove(&mut self, of: Kind, names: &[String]) -> Result<(), Error> {
        let transaction = self.connection.transaction()?;
        for name in names {
            transaction.execute(
                match of {
                    Kind::Tables => "DELETE FROM tables WHERE id = ?1",
                    Kind::Games => "DELETE FROM games WHERE id = ?1",
                },
                [name],
            )?;
        }
        Ok(transaction.commit()?)
    }

    pub(crate) fn finish(self) -> Result<(), Error> {
        self.connection.execute(&format!("DROP TABLE IF EXISTS {MARK}"), [])?;
        self.connection.close().map_err(|(_, error)| Error::from(error))
    }
}
