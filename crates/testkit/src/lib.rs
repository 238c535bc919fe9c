//! Real servers as children of the tests: PostgreSQL, NATS, Daikaiju itself, and a wire that can be cut.
//!
//! They listen on the loopback address only, and end with the process that started them.

mod child;
mod cut;
mod nats;
mod nats_proxy;
mod postgres;
mod server;

pub use cut::Wire;
pub use nats::Nats;
pub use nats_proxy::NatsProxy;
pub use postgres::Postgres;
pub use server::{Launch, Server, WITHOUT_LIMITS};
