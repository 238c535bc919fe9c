//! What is written and read: rows, and the changes to them.
//!
//! Bodies and headers are JSON texts that only the server understands; the columns beside them are what the store
//! searches by. Times are milliseconds.

/// The SHA-256 of a secret that owns seats. The secret itself is never stored.
pub type OwnerHash = [u8; 32];

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Its speakable name.
    pub id: String,
    /// Counts the writes of this row; see [`Change::PutTable`].
    pub version: u64,
    /// Whether it stands in the list of tables.
    pub listed: bool,
    /// `lobby`, `playing` or `over`.
    pub phase: String,
    /// When it was last written, for people.
    pub updated_ms: i64,
    /// When it was last written, by the server's clock.
    pub touched_ms: i64,
    /// Options, seats, host, link.
    pub body: String,
}

/// A seat of a table and the secret that owns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// The table.
    pub table: String,
    /// The seat, counted from 0.
    pub seat: u8,
    /// The hash of the secret.
    pub owner: OwnerHash,
}

/// A game: everything that is fixed before its first step, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// `table/number`.
    pub id: String,
    /// The table.
    pub table: String,
    /// The how-manieth game of the table, counted from 1.
    pub number: u32,
    /// The version of the rules it is played by.
    pub rules_version: u32,
    /// When it began.
    pub started_ms: i64,
    /// When it ended.
    pub finished_ms: Option<i64>,
    /// Rules, players, seed.
    pub header: String,
    /// How it ended.
    pub result: Option<String>,
}

/// A secret that held a seat when a game began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    /// The hash of the secret.
    pub owner: OwnerHash,
    /// The seat, counted from 0.
    pub seat: u8,
}

/// One step of a game: an answer and the chance that followed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepRow {
    /// The game.
    pub game: String,
    /// Its number in the game, counted from 1 without a gap.
    pub seq: u64,
    /// When it happened, by the server's clock.
    pub at_ms: i64,
    /// The inputs.
    pub body: String,
}

/// The state of a game after a step, for a quick start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnapshotRow {
    /// The game.
    pub game: String,
    /// The last step it contains.
    pub seq: u64,
    /// The state.
    pub body: String,
}

/// Something said or roared at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TalkRow {
    /// The table.
    pub table: String,
    /// Its number at the table, counted from 1.
    pub seq: u64,
    /// When.
    pub at_ms: i64,
    /// Who and what.
    pub body: String,
}

/// What is too old to be kept, by the server's clock, which no jump of the wall clock moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Finished games go that ended before this moment.
    pub games_before_ms: i64,
    /// Tables go on which nothing has happened since this moment, with a game that is still on.
    pub tables_before_ms: i64,
    /// Tables go at which nobody sits, no game was played and nothing has happened since this moment.
    pub empty_before_ms: i64,
    /// These tables stay, because somebody is there.
    pub except: Vec<String>,
}

/// One change of the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Writes a table, if the stored one has the expected version (0: there must be none).
    PutTable {
        /// The new row; its version must be higher than the expected one.
        table: TableRow,
        /// The version that must be stored now.
        expected: u64,
    },
    /// Replaces the owners of a table's seats.
    PutSeats {
        /// The table.
        table: String,
        /// All owned seats.
        seats: Vec<(u8, OwnerHash)>,
    },
    /// Begins a game.
    StartGame {
        /// The game.
        game: GameRow,
        /// The secrets that play in it.
        participants: Vec<Participant>,
    },
    /// Somebody joins a game that is on; its header tells so.
    JoinGame {
        /// The game.
        game: String,
        /// Who joins.
        participant: Participant,
        /// The header from now on.
        header: String,
    },
    /// Adds the next step of a game.
    Step(StepRow),
    /// Replaces the snapshot of a game.
    Snapshot(SnapshotRow),
    /// Ends a game.
    FinishGame {
        /// The game.
        game: String,
        /// When, for people.
        at_ms: i64,
        /// When, by the server's clock.
        clock_ms: i64,
        /// How.
        result: String,
    },
    /// Adds something said.
    Talk(TalkRow),
    /// Writes the server's clock.
    Clock(i64),
}

/// Changes that happen together or not at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Write {
    pub(crate) changes: Vec<Change>,
    /// The table that all of it belongs to, and the epoch in which the writer owns it.
    pub(crate) owned: Option<(String, u64)>,
}

impl Write {
    /// An empty write, to be filled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether it changes anything.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The changes, in order.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Says in which epoch the writer owns the table that all of this belongs to. A store that several servers share
    /// refuses what is not said, or is no longer true.
    #[must_use]
    pub fn at(mut self, claim: &crate::Claim) -> Self {
        self.owned = Some((claim.table.clone(), claim.epoch));
        self
    }

    /// Adds any change.
    #[must_use]
    pub fn and(mut self, change: Change) -> Self {
        self.changes.push(change);
        self
    }

    /// Adds [`Change::PutTable`].
    #[must_use]
    pub fn put_table(self, table: TableRow, expected: u64) -> Self {
        self.and(Change::PutTable { table, expected })
    }

    /// Adds [`Change::PutSeats`].
    #[must_use]
    pub fn put_seats(self, table: impl Into<String>, seats: Vec<(u8, OwnerHash)>) -> Self {
        self.and(Change::PutSeats { table: table.into(), seats })
    }

    /// Adds [`Change::StartGame`].
    #[must_use]
    pub fn start_game(self, game: GameRow, participants: Vec<Participant>) -> Self {
        self.and(Change::StartGame { game, participants })
    }

    /// Adds [`Change::FinishGame`].
    #[must_use]
    pub fn finish_game(
        self,
        game: impl Into<String>,
        at_ms: i64,
        clock_ms: i64,
        result: impl Into<String>,
    ) -> Self {
        self.and(Change::FinishGame { game: game.into(), at_ms, clock_ms, result: result.into() })
    }
}

impl From<Change> for Write {
    fn from(change: Change) -> Self {
        Self { changes: vec![change], owned: None }
    }
}
