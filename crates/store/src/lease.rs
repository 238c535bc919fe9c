//! Who owns a table: one server writes to it, and nobody else until it has let go or has been fenced.
//!
//! A store of one process ([`Sqlite`](crate::Sqlite)) is its own only server: every table is its own, in epoch 1. Where
//! several servers share a store, each start of a server is a row with a lease. A table has an owner and an **epoch**
//! that rises with each new owner; every [`Write`](crate::Write) names both, and the store refuses what does not fit
//! ([`Error::Fenced`](crate::Error::Fenced)), whatever the writer believes.

/// A table that this server owns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The table.
    pub table: String,
    /// Rises with each new owner.
    pub epoch: u64,
    /// What is added to this server's clock to have the table's own: it goes on where the last owner's stood.
    pub shift_ms: i64,
}

impl Claim {
    /// A table in a store that has one server.
    pub fn sole(table: impl Into<String>) -> Self {
        Self { table: table.into(), epoch: 1, shift_ms: 0 }
    }
}

/// One start of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ServerId(pub i64);

/// A server as the others see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its number.
    pub id: ServerId,
    /// What its host calls it.
    pub name: String,
    /// The version of its program.
    pub program: String,
    /// How long its lease still holds, by the store's clock; negative: it is past.
    pub left_ms: i64,
    /// Its clock at its last beat.
    pub clock_ms: i64,
    /// Whether it has been shut out for good.
    pub fenced: bool,
    /// How many tables it owns, if that was counted.
    pub tables: Option<u64>,
}

/// What a server learns when it renews its lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beat {
    /// The store's own wall clock, in milliseconds since 1970.
    pub now_ms: i64,
    /// How many connections have been made for leases so far: whoever had to make one anew does not know how long the store
    /// was away for others.
    pub connection: u64,
}
