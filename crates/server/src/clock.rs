//! The server's clock: it counts only while a server is there.
//!
//! Its value is stored as the games go on, and a new process goes on from the stored value. So no player's time runs out
//! while nobody could have answered, and a jump of the machine's wall clock moves nothing.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The server's clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerClock {
    base_ms: i64,
    since: Instant,
}

impl ServerClock {
    /// Goes on from a stored value.
    pub(crate) fn from(base_ms: i64) -> Self {
        Self { base_ms, since: Instant::now() }
    }

    /// The clock of a table that changed servers: it goes on where its last owner's stood.
    pub(crate) fn shifted(self, ms: i64) -> Self {
        Self { base_ms: self.base_ms + ms, ..self }
    }

    /// Milliseconds during which a server was there.
    pub(crate) fn now_ms(&self) -> i64 {
        self.base_ms + i64::try_from(self.since.elapsed().as_millis()).unwrap_or(i64::MAX / 2)
    }

    /// The moment at which this clock will show a value.
    pub(crate) fn instant_of(&self, ms: i64) -> Instant {
        let ahead = u64::try_from(ms - self.base_ms).unwrap_or(0);
        self.since + std::time::Duration::from_millis(ahead.min(1 << 40))
    }
}

/// Milliseconds since 1970, for people.
pub(crate) fn wall_ms() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |passed| i64::try_from(passed.as_millis()).unwrap_or(i64::MAX))
}
