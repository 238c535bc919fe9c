//! The server: tables for friends that never lose a move.
//!
//! One process, one data folder, nothing else, or several processes on one PostgreSQL database (`cluster`): [`run`] opens
//! the store, wakes the tables that were at play, and serves the page, the WebSockets and the API until it is asked to
//! stop.
//!
//! Each table is one task that owns its game; the rest of the program writes letters to it. A step of a game is first made
//! durable by the store, then shown and acknowledged. After a crash every table stands at its last acknowledged step, and
//! no player's clock has run while nobody was there.

mod api;
mod chores;
mod clock;
mod cluster;
mod config;
mod control;
mod db;
mod doc;
mod game;
mod hall;
mod identity;
mod limits;
mod memory;
mod metrics;
mod outbox;
mod page;
mod problem;
mod serve;
mod socket;
mod stored;
mod table;
mod table_name;
mod thinking;
mod wire;

pub use chores::{
    BackupArgs, ConfigArgs, ConfigTask, HealthcheckArgs, RestoreArgs, VerifyArgs, backup, config,
    healthcheck, restore, verify,
};
pub use cluster::{ClusterArgs, cluster};
pub use config::{LogFormat, Network, ServeArgs};
pub use control::{TablesArgs, TablesTask, tables};
pub use db::{DbArgs, DbTask, db};
pub use identity::random_bytes;
pub use serve::{Failure, bind, run};
pub use socket::READ_BUFFER;
pub use stored::{StoredGame, StoredStep, stored_games};
