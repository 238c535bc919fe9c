//! How servers of one cluster write to each other: whole letters, which may be lost, come twice, late or out of order.
//!
//! Nothing that matters depends on a letter: what is durable is in the store, and everybody finds what is missing there by
//! its number. So one thing is enough here: to post.

mod nats;

use std::future::Future;
use std::pin::Pin;

use store::ServerId;

pub(crate) use nats::Nats;

/// What is done with what comes off the wire, at once and without waiting for anything.
pub(crate) type Ears = Box<dyn Fn(Heard) + Send + Sync>;

/// What comes off the wire.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A letter.
    Letter(Vec<u8>),
    /// Nobody listens where a letter was sent.
    Nobody(ServerId),
}

/// A wire between servers.
pub(crate) trait Wire: Send + Sync + 'static {
    /// Sends a letter; nobody says whether it arrives.
    fn post(&self, to: ServerId, letter: Vec<u8>) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;

    /// Listens from now on as this server, and no longer as any other.
    fn listen(
        &self,
        own: ServerId,
        ears: Ears,
    ) -> Pin<Box<dyn Future<Output = Result<(), String>> + Send + '_>>;

    /// Whether letters can be sent right now.
    fn is_up(&self) -> bool;
}
