//! The latest steps of all games, in the order in which they came.
//!
//! The steps of one game belong together in the file, but hundreds of games are played at once: to put every step into
//! its place at once is to write a whole page of the file for every step. So a step is first added to the end of one
//! table that all games share, `journal`, where the steps of a commit lie side by side, and the steps of a game go to
//! their place in `steps` together: when there are enough of them, when the game ends, or when the store is opened.
//! Until then they are also in memory, in the [`Tail`].

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OptionalExtension, params};

use crate::{Error, StepRow};

/// So many steps of one game go to their place together.
const TOGETHER: usize = 32;

/// Who has not moved for so many steps of others goes to its place as well, so that the journal stays short.
const LONGEST: i64 = 32_768;

/// The journal is cut after every so many steps.
const CUT_EVERY: i64 = 1024;

/// The steps of one game that are only in the journal.
#[derive(Debug)]
struct Pending {
    oldest: i64,
    steps: Vec<StepRow>,
}

/// All steps that are only in the journal, for readers.
#[derive(Clone, Debug, Default)]
pub(super) struct Tail(Arc<Mutex<HashMap<String, Pending>>>);

impl Tail {
    fn games(&self) -> MutexGuard<'_, HashMap<String, Pending>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The steps of a game from one number on. Taken before the file is read, it can hold steps that the file holds too,
    /// but none can be missing in both.
    pub(super) fn steps(&self, game: &str, from: u64) -> Vec<StepRow> {
        let games = self.games();
        let steps = games.get(game).map_or(&[][..], |pending| &pending.steps);
        steps.iter().filter(|step| from <= step.seq).cloned().collect()
    }
}

/// The journal as its only writer has it.
#[derive(Debug)]
pub(super) struct Journal {
    tail: Tail,
    /// The number of the next row.
    next: i64,
    /// The number at which it was last cut.
    cut: i64,
}

impl Journal {
    /// Puts everything that an earlier process left in the journal into its place.
    pub(super) fn open(connection: &mut Connection) -> Result<Self, Error> {
        let transaction = connection.transaction()?;
        // Some may be in their place already, some games may have been forgotten since.
        transaction.execute_batch(
            "INSERT OR IGNORE INTO steps (game_id, seq, at_ms, body) \
             SELECT game_id, seq, at_ms, body FROM journal \
             WHERE game_id IN (SELECT id FROM games) ORDER BY game_id, seq; \
             DELETE FROM journal;",
        )?;
        transaction.commit()?;
        Ok(Self { tail: Tail::default(), next: 1, cut: 1 })
    }

    pub(super) fn tail(&self) -> Tail {
        self.tail.clone()
    }

    /// Begins the steps of one commit.
    pub(super) fn round(&mut self) -> Round<'_> {
        let next = self.next;
        Round {
            journal: self,
            next,
            staged: Vec::new(),
            last: HashMap::new(),
            done: Vec::new(),
            cut: false,
        }
    }
}

/// The steps of one commit. Dropped, it leaves no trace in memory; the transaction has to be rolled back as well.
pub(super) struct Round<'a> {
    journal: &'a mut Journal,
    next: i64,
    staged: Vec<(i64, StepRow)>,
    /// The last step of each game that had one in this round.
    last: HashMap<String, u64>,
    /// Games whose steps go to their place.
    done: Vec<String>,
    cut: bool,
}

impl Round<'_> {
    /// Adds the next step of a game.
    pub(super) fn add(&mut self, connection: &Connection, step: StepRow) -> Result<(), Error> {
        let last = self.last(connection, &step.game)?.ok_or(Error::Gap)?;
        if step.seq <= last {
            return Err(Error::Conflict);
        }
        if last + 1 < step.seq {
            return Err(Error::Gap);
        }
        connection
            .prepare_cached(
                "INSERT INTO journal (id, game_id, seq, at_ms, body) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![self.next, step.game, step.seq, step.at_ms, step.body])?;
        self.last.insert(step.game.clone(), step.seq);
        self.staged.push((self.next, step));
        self.next += 1;
        Ok(())
    }

    /// The last step of a game; `None` if there is no such game.
    fn last(&self, connection: &Connection, game: &str) -> Result<Option<u64>, Error> {
        if let Some(&last) = self.last.get(game) {
            return Ok(Some(last));
        }
        if let Some(last) = self.journal.tail.games().get(game).and_then(|own| own.steps.last()) {
            return Ok(Some(last.seq));
        }
        let sql = "SELECT coalesce((SELECT max(seq) FROM steps WHERE game_id = ?1), 0) FROM games WHERE id = ?1";
        Ok(connection.prepare_cached(sql)?.query_row([game], |row| row.get(0)).optional()?)
    }

    /// A game ends with this round.
    pub(super) fn finish(&mut self, game: String) {
        self.done.push(game);
    }

    /// How far the round is, for [`Self::back_to`].
    pub(super) fn mark(&self) -> (usize, usize) {
        (self.staged.len(), self.done.len())
    }

    /// Forgets what came after a mark; the file has to be rolled back to it as well.
    pub(super) fn back_to(&mut self, (staged, done): (usize, usize)) {
        for (id, step) in self.staged.drain(staged..).rev() {
            self.last.insert(step.game, step.seq - 1);
            self.next = id;
        }
        self.done.truncate(done);
    }

    /// The time of the latest step.
    pub(super) fn latest_ms(&self) -> Option<i64> {
        self.staged.iter().map(|(_, step)| step.at_ms).max()
    }

    /// Puts into their place the steps of games that have enough of them, and cuts the journal now and then.
    pub(super) fn settle(&mut self, connection: &Connection) -> Result<(), Error> {
        let tail = self.journal.tail.games();
        let pending = |game: &str| tail.get(game).map_or(0, |pending| pending.steps.len());
        let enough = self.staged.iter().filter(|(_, step)| TOGETHER <= pending(&step.game) + 1);
        self.done.extend(enough.map(|(_, step)| step.game.clone()));
        self.cut = CUT_EVERY <= self.next - self.journal.cut;
        if self.cut {
            let old = tail.iter().filter(|(_, own)| own.oldest < self.next - LONGEST);
            self.done.extend(old.map(|(game, _)| game.clone()));
        }
        self.done.sort_unstable();
        self.done.dedup();
        let mut insert = connection.prepare_cached(
            "INSERT INTO steps (game_id, seq, at_ms, body) VALUES (?1, ?2, ?3, ?4)",
        )?;
        for game in &self.done {
            let before = tail.get(game).map_or(&[][..], |own| &own.steps).iter();
            let now = self.staged.iter().map(|(_, step)| step).filter(|step| step.game == *game);
            for step in before.chain(now) {
                insert.execute(params![step.game, step.seq, step.at_ms, step.body])?;
            }
        }
        if self.cut {
            let stays = |game: &String| self.done.binary_search(game).is_err();
            let old = tail.iter().filter(|(game, _)| stays(game)).map(|(_, own)| own.oldest);
            let new = self.staged.first().map_or(self.next, |(id, _)| *id);
            let oldest = old.min().unwrap_or(new).min(new);
            connection.prepare_cached("DELETE FROM journal WHERE id < ?1")?.execute([oldest])?;
        }
        Ok(())
    }

    /// The round is durable: readers may see it.
    pub(super) fn keep(self) {
        let mut tail = self.journal.tail.games();
        for game in &self.done {
            tail.remove(game);
        }
        for (id, step) in self.staged {
            if self.done.binary_search(&step.game).is_ok() {
                continue;
            }
            match tail.get_mut(&step.game) {
                Some(own) => own.steps.push(step),
                None => {
                    let mut steps = Vec::with_capacity(TOGETHER);
                    let game = step.game.clone();
                    steps.push(step);
                    tail.insert(game, Pending { oldest: id, steps });
                }
            }
        }
        drop(tail);
        self.journal.next = self.next;
        if self.cut {
            self.journal.cut = self.next;
        }
    }
}
