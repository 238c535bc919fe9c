//! The latest steps of all games, in the order in which they came.
//!
//! The steps of one game belong together in the file, but hundreds of games are played at once: to put every step into
//! its place at once is to write a whole page of the file for every step. So a step is first added to the end of one
//! table that all games share, `journal`, where all steps of a commit are one row, and the steps of a game go to their
//! place in `steps` together: when there are enough of them, when the game ends, or when the store is opened. Until then
//! they are also in memory, in the [`Tail`].
//!
//! If the file is damaged at the place of a game, its steps are set aside: they stay in the journal, in rows with numbers
//! below 1, which are not cut, and wait there for a file that is sound. All other games go on.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OptionalExtension, params};

use super::damage::unless_damaged;
use crate::{Error, StepRow};

/// This many steps of one game go to their place together.
const TOGETHER: usize = 32;

/// A game that has not moved for this many steps of others goes to its place as well, so that the journal stays short.
const LONGEST: i64 = 32_768;

/// How many steps lie between two cuts of the journal.
const CUT_EVERY: i64 = 1024;

/// Stands for the rows of a game that was set aside.
const ASIDE: i64 = i64::MAX;

/// The next step of a game that goes on.
const INSERT: &str = "INSERT INTO steps (game_id, seq, at_ms, body) VALUES (?1, ?2, ?3, ?4)";

/// A step that an earlier process left: it may be in its place already, and its game may have been forgotten since.
const INSERT_LEFT: &str = "INSERT OR IGNORE INTO steps (game_id, seq, at_ms, body) \
                           SELECT id, ?2, ?3, ?4 FROM games WHERE id = ?1";

/// The steps of one game that are only in the journal.
#[derive(Debug)]
struct Pending {
    /// The row of the oldest one; [`ASIDE`] if they have been set aside.
    row: i64,
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

/// The journal as its only writer has it. Its steps are numbered; a row has the number of its first step.
#[derive(Debug)]
pub(super) struct Journal {
    tail: Tail,
    /// The number of the next step.
    next: i64,
    /// The number at which it was last cut.
    cut: i64,
    /// The games whose place in the file is damaged.
    aside: HashSet<String>,
}

impl Journal {
    /// Puts everything that an earlier process left in the journal into its place, as far as the file is sound.
    pub(super) fn open(connection: &mut Connection) -> Result<Self, Error> {
        let mut steps = Vec::new();
        for row in connection
            .prepare("SELECT steps FROM journal")?
            .query_map([], |row| row.get::<_, String>(0))?
        {
            read_row(&row?, &mut steps).ok_or_else(|| {
                Error::Failed("the journal of steps is damaged; go back to a backup".into())
            })?;
        }
        let mut games: BTreeMap<String, Vec<StepRow>> = BTreeMap::new();
        for step in steps {
            games.entry(step.game.clone()).or_default().push(step);
        }
        games.values_mut().for_each(|steps| steps.sort_unstable_by_key(|step| step.seq));
        let mut aside = HashSet::new();
        loop {
            let transaction = connection.transaction()?;
            let sound = games.iter().filter(|(game, _)| !aside.contains(*game));
            if let Some(damaged) = place_all(&transaction, INSERT_LEFT, sound)? {
                aside.insert(damaged);
                continue;
            }
            transaction.execute("DELETE FROM journal", [])?;
            games.retain(|game, _| aside.contains(game));
            games.values().try_for_each(|steps| set_aside(&transaction, steps.iter()))?;
            transaction.commit()?;
            break;
        }
        let pending = |(game, steps)| (game, Pending { row: ASIDE, steps });
        let tail = Tail(Arc::new(Mutex::new(games.into_iter().map(pending).collect())));
        Ok(Self { tail, next: 1, cut: 1, aside })
    }

    /// Whether steps had to be set aside, because the file is damaged at their place.
    pub(super) fn is_damaged(&self) -> bool {
        !self.aside.is_empty()
    }

    pub(super) fn tail(&self) -> Tail {
        self.tail.clone()
    }

    /// Puts all steps into their place, or sets them aside. The transaction has to be committed, and then [`Self::emptied`]
    /// called; or if a game's place is damaged, which this gives, to be given up, and [`Self::is_damaged_at`] called.
    pub(super) fn empty(&self, connection: &Connection) -> Result<Option<String>, Error> {
        let tail = self.tail.games();
        let (aside, sound): (Vec<_>, Vec<_>) =
            tail.iter().partition(|(game, _)| self.aside.contains(*game));
        let sound = sound.into_iter().map(|(game, own)| (game, &own.steps));
        if let Some(damaged) = place_all(connection, INSERT, sound)? {
            return Ok(Some(damaged));
        }
        for (_, own) in aside.into_iter().filter(|(_, own)| own.row != ASIDE) {
            set_aside(connection, own.steps.iter())?;
        }
        connection.execute("DELETE FROM journal WHERE 0 < id", [])?;
        Ok(None)
    }

    /// The file is damaged at the place of a game: its steps will be set aside.
    pub(super) fn is_damaged_at(&mut self, game: String) {
        self.aside.insert(game);
    }

    /// Whether all steps are in their place or set aside.
    pub(super) fn is_empty(&self) -> bool {
        self.tail.games().keys().all(|game| self.aside.contains(game))
    }

    /// All steps are in their place, but those of games whose place is damaged.
    pub(super) fn emptied(&mut self) {
        let mut tail = self.tail.games();
        tail.retain(|game, own| {
            own.row = ASIDE;
            self.aside.contains(game)
        });
        tail.shrink_to_fit();
        drop(tail);
        self.cut = self.next;
    }

    /// Begins the steps of one commit.
    pub(super) fn round(&mut self) -> Round<'_> {
        Round {
            journal: self,
            staged: Vec::new(),
            last: HashMap::new(),
            done: Vec::new(),
            damaged: None,
            cut: false,
        }
    }
}

/// Puts steps of games into their place, or gives the first game whose place is damaged: then the transaction has to be given
/// up.
fn place_all<'a>(
    connection: &Connection,
    sql: &str,
    games: impl Iterator<Item = (&'a String, &'a Vec<StepRow>)>,
) -> Result<Option<String>, Error> {
    for (game, steps) in games {
        if !place(connection, sql, steps.iter())? {
            return Ok(Some(game.clone()));
        }
    }
    Ok(None)
}

/// Puts steps of one game into their place. `false` if the file is damaged there: then the transaction has to be given up.
fn place<'a>(
    connection: &Connection,
    sql: &str,
    mut steps: impl Iterator<Item = &'a StepRow>,
) -> Result<bool, Error> {
    let mut insert = connection.prepare_cached(sql)?;
    let placed = steps.try_for_each(|StepRow { game, seq, at_ms, body }| {
        insert.execute(params![game, seq, at_ms, body]).map(drop)
    });
    Ok(unless_damaged(placed)?.is_some())
}

/// What is said of a game whose place is damaged.
fn damaged() -> Error {
    Error::Failed("its file is damaged; go back to a backup".into())
}

/// Keeps steps in a row that is not cut.
fn set_aside<'a>(
    connection: &Connection,
    steps: impl Iterator<Item = &'a StepRow>,
) -> Result<(), Error> {
    let mut row = String::new();
    steps.for_each(|step| write_step(&mut row, step));
    connection.execute(
        "INSERT INTO journal (id, steps) SELECT min(0, coalesce(min(id), 0)) - 1, ?1 FROM journal",
        [row],
    )?;
    Ok(())
}

/// Adds a step to the text of a row.
fn write_step(row: &mut String, StepRow { game, seq, at_ms, body }: &StepRow) {
    let length = body.len();
    writeln!(row, "{game}\t{seq}\t{at_ms}\t{length}\n{body}").expect("there is memory");
}

/// Reads the steps of a row; `None` if it is not one.
fn read_row(mut row: &str, steps: &mut Vec<StepRow>) -> Option<()> {
    while !row.is_empty() {
        let (head, rest) = row.split_once('\n')?;
        let mut head = head.split('\t');
        let game = head.next()?.to_owned();
        let (seq, at_ms) = (head.next()?.parse().ok()?, head.next()?.parse().ok()?);
        let (body, rest) = rest.split_at_checked(head.next()?.parse().ok()?)?;
        steps.push(StepRow { game, seq, at_ms, body: body.to_owned() });
        row = rest.strip_prefix('\n')?;
    }
    Some(())
}

/// The steps of one commit. Dropped, it leaves no trace in memory; the transaction has to be rolled back as well.
pub(super) struct Round<'a> {
    journal: &'a mut Journal,
    staged: Vec<StepRow>,
    /// The last step of each game that had one in this round.
    last: HashMap<String, u64>,
    /// Games whose steps go to their place.
    done: Vec<String>,
    /// The game whose place turned out to be damaged, so that the transaction has to be given up.
    damaged: Option<String>,
    cut: bool,
}

impl Round<'_> {
    /// Adds the next step of a game. It is in the file only when the round has settled.
    pub(super) fn add(&mut self, connection: &Connection, step: StepRow) -> Result<(), Error> {
        let last = self.last(connection, &step.game)?.ok_or(Error::Gap)?;
        if step.seq <= last {
            return Err(Error::Conflict);
        }
        if last + 1 < step.seq {
            return Err(Error::Gap);
        }
        self.last.insert(step.game.clone(), step.seq);
        self.staged.push(step);
        Ok(())
    }

    /// The last step of a game; `None` if there is no such game.
    fn last(&mut self, connection: &Connection, game: &str) -> Result<Option<u64>, Error> {
        if let Some(&last) = self.last.get(game) {
            return Ok(Some(last));
        }
        if let Some(last) = self.journal.tail.games().get(game).and_then(|own| own.steps.last()) {
            return Ok(Some(last.seq));
        }
        if self.journal.aside.contains(game) {
            return Err(damaged());
        }
        let sql = "SELECT coalesce((SELECT max(seq) FROM steps WHERE game_id = ?1), 0) FROM games WHERE id = ?1";
        let found = connection.prepare_cached(sql)?.query_row([game], |row| row.get(0)).optional();
        match unless_damaged(found)? {
            Some(last) => Ok(last),
            None => {
                self.damaged = Some(game.to_owned());
                Err(damaged())
            }
        }
    }

    /// Whether a game's place turned out to be damaged.
    pub(super) const fn has_damage(&self) -> bool {
        self.damaged.is_some()
    }

    /// The game whose place turned out to be damaged.
    pub(super) fn damaged(self) -> Option<String> {
        self.damaged
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
        for step in self.staged.drain(staged..).rev() {
            self.last.insert(step.game, step.seq - 1);
        }
        self.done.truncate(done);
    }

    /// The time of the latest step.
    pub(super) fn latest_ms(&self) -> Option<i64> {
        self.staged.iter().map(|step| step.at_ms).max()
    }

    /// The number of the step after this round.
    fn next(&self) -> i64 {
        self.journal.next + self.staged.len() as i64
    }

    /// Puts into their place the steps of games that have enough of them and all others into the journal, which is cut
    /// now and then.
    pub(super) fn settle(&mut self, connection: &Connection) -> Result<(), Error> {
        let tail = self.journal.tail.games();
        let pending = |game: &str| tail.get(game).map_or(0, |pending| pending.steps.len());
        let enough = self.staged.iter().filter(|step| TOGETHER <= pending(&step.game) + 1);
        self.done.extend(enough.map(|step| step.game.clone()));
        let next = self.next();
        self.cut = CUT_EVERY <= next - self.journal.cut;
        if self.cut {
            let old = tail.iter().filter(|(_, own)| own.row < next - LONGEST);
            self.done.extend(old.map(|(game, _)| game.clone()));
        }
        self.done.sort_unstable();
        self.done.dedup();
        let aside = &self.journal.aside;
        self.done.retain(|game| !aside.contains(game));
        for game in &self.done {
            let before = tail.get(game).map_or(&[][..], |own| &own.steps).iter();
            let now = self.staged.iter().filter(|step| step.game == *game);
            if !place(connection, INSERT, before.chain(now))? {
                self.damaged = Some(game.clone());
                return Err(damaged());
            }
        }
        for game in aside {
            let before = tail.get(game).filter(|own| own.row != ASIDE);
            let before = before.map_or(&[][..], |own| &own.steps).iter();
            let now = self.staged.iter().filter(|step| step.game == *game);
            let mut steps = before.chain(now).peekable();
            if steps.peek().is_some() {
                set_aside(connection, steps)?;
            }
        }
        let stays = |game: &String| self.done.binary_search(game).is_err() && !aside.contains(game);
        let mut row = String::new();
        self.staged
            .iter()
            .filter(|step| stays(&step.game))
            .for_each(|step| write_step(&mut row, step));
        if !row.is_empty() {
            connection
                .prepare_cached("INSERT INTO journal (id, steps) VALUES (?1, ?2)")?
                .execute(params![self.journal.next, row])?;
        }
        if self.cut {
            let old = tail.iter().filter(|(game, _)| stays(game)).map(|(_, own)| own.row);
            let oldest = old.min().unwrap_or(self.journal.next);
            connection
                .prepare_cached("DELETE FROM journal WHERE 0 < id AND id < ?1")?
                .execute([oldest])?;
        }
        Ok(())
    }

    /// The round is durable: readers may see it.
    pub(super) fn keep(self) {
        let (row, next) = (self.journal.next, self.next());
        let mut tail = self.journal.tail.games();
        for game in &self.done {
            tail.remove(game);
        }
        for step in self.staged {
            if self.done.binary_search(&step.game).is_ok() {
                continue;
            }
            match tail.get_mut(&step.game) {
                Some(own) => own.steps.push(step),
                None => {
                    let mut steps = Vec::with_capacity(TOGETHER);
                    let game = step.game.clone();
                    steps.push(step);
                    tail.insert(game, Pending { row, steps });
                }
            }
        }
        for game in &self.journal.aside {
            if let Some(own) = tail.get_mut(game) {
                own.row = ASIDE;
            }
        }
        drop(tail);
        self.journal.next = next;
        if self.cut {
            self.journal.cut = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(game: &str, seq: u64, body: &str) -> StepRow {
        StepRow { game: game.into(), seq, at_ms: -5, body: body.into() }
    }

    #[test]
    fn a_row_holds_any_steps() {
        let steps = ["", "\n", "a\tb\nc", "žluťoučký 怪獣\n\n", "{\"by\":\"rules\"}"]
            .map(|body| step("harbour-42/1", 7, body));
        let mut row = String::new();
        steps.iter().for_each(|step| write_step(&mut row, step));
        let mut read = Vec::new();
        read_row(&row, &mut read).unwrap();
        assert_eq!(read, steps);
    }

    #[test]
    fn a_row_that_is_cut_or_changed_is_recognised() {
        let mut row = String::new();
        write_step(&mut row, &step("harbour-42/1", 7, "怪獣"));
        for length in (1..row.len()).filter(|&length| row.is_char_boundary(length)) {
            assert_eq!(read_row(&row[..length], &mut Vec::new()), None, "{length}");
        }
        for wrong in ["a\t1\t2\n", "a\tx\t2\t0\n\n", "a\t1\t2\t1\n怪\n", "a\t1\t2\t99\nb\n"] {
            assert_eq!(read_row(wrong, &mut Vec::new()), None, "{wrong}");
        }
    }
}
