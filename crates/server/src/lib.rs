//! The server: tables for friends that never lose a move.
//!
//! One process, one data folder, nothing else: [`run`] opens the store, wakes the tables that were at play, and serves the
//! page, the WebSockets and the programming interface until it is asked to stop.
//!
//! Each table is one task that owns its game; the rest of the program writes letters to it. A step of a game is first made
//! durable by the store, then shown and acknowledged. After a crash every table stands at its last acknowledged step, and
//! no player's clock has run while nobody was there.

mod api;
mod child;
mod chores;
pub mod client;
mod clock;
mod config;
mod control;
mod doc;
mod echo;
mod game;
mod hall;
mod identity;
mod limits;
mod load;
mod metrics;
mod outbox;
mod page;
mod problem;
mod serve;
mod soak;
mod socket;
mod table;
mod thinking;
mod words;

pub use chores::{
    BackupArgs, ConfigArgs, ConfigTask, HealthcheckArgs, RestoreArgs, VerifyArgs, backup, config,
    healthcheck, restore, verify,
};
pub use config::{LogFormat, Network, ServeArgs};
pub use control::{TablesArgs, TablesTask, tables};
pub use load::{LoadArgs, LoadLine, load};
pub use serve::{Failure, run};
pub use soak::{SoakArgs, SoakReport, soak};
