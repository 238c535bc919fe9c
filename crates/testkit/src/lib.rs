//! Real servers as children of the tests: PostgreSQL, NATS, and a wire that can be cut.
//!
//! They listen on the loopback address only, and end with the process that started them.

mod child;
mod cut;
mod nats;
mod postgres;

pub use cut::Wire;
pub use nats::Nats;
pub use postgres::Postgres;
