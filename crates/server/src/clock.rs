//! The server's clock: it counts only while a server is there.
//!
//! Its value is stored as the games go on, and a new process goes on from the stored value. So no player's time runs out
//! while nobody could have answered, and a jump of the machine's wall clock moves nothing. Where several servers share a
//! store it stands while the lease of this one cannot be renewed, for then nobody's answer can be stored.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The server's clock.
#[derive(Clone, Debug)]
pub(crate) struct ServerClock {
    base_ms: i64,
    since: Instant,
    lease: Arc<Lease>,
}

/// How far a clock may go without a word from the store.
#[derive(Debug)]
struct Lease {
    /// For how long it has stood so far.
    stood_ms: AtomicI64,
    /// How long it may have gone when it next stands.
    until_ms: AtomicI64,
}

impl ServerClock {
    /// Goes on from a stored value.
    pub(crate) fn from(base_ms: i64) -> Self {
        let lease = Lease { stood_ms: AtomicI64::new(0), until_ms: AtomicI64::new(i64::MAX) };
        Self { base_ms, since: Instant::now(), lease: Arc::new(lease) }
    }

    /// The clock of a table that changed servers: it goes on where its last owner's stood.
    pub(crate) fn shifted(&self, ms: i64) -> Self {
        Self { base_ms: self.base_ms + ms, ..self.clone() }
    }

    /// Milliseconds during which a server was there.
    pub(crate) fn now_ms(&self) -> i64 {
        self.base_ms + self.gone_ms().min(self.lease.until_ms.load(Ordering::Relaxed))
    }

    /// How long it has gone, and would have if it did not stand now.
    fn gone_ms(&self) -> i64 {
        let passed = i64::try_from(self.since.elapsed().as_millis()).unwrap_or(i64::MAX / 2);
        passed - self.lease.stood_ms.load(Ordering::Relaxed)
    }

    /// From now on it may go on for so long, with all clocks that were shifted from it. Says for how long it has stood.
    pub(crate) fn renew(&self, ms: i64) -> i64 {
        let stood = (self.gone_ms() - self.lease.until_ms.load(Ordering::Relaxed)).max(0);
        self.lease.stood_ms.fetch_add(stood, Ordering::Relaxed);
        self.lease.until_ms.store(self.gone_ms() + ms, Ordering::Relaxed);
        stood
    }

    /// The moment at which this clock will show a value, if it does not stand before.
    pub(crate) fn instant_of(&self, ms: i64) -> Instant {
        let ahead = ms - self.base_ms + self.lease.stood_ms.load(Ordering::Relaxed);
        let ahead = u64::try_from(ahead).unwrap_or(0);
        self.since + std::time::Duration::from_millis(ahead.min(1 << 40))
    }
}

/// Milliseconds since 1970, for people.
pub(crate) fn wall_ms() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |passed| i64::try_from(passed.as_millis()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_clock_stands_while_its_lease_is_not_renewed() {
        let clock = ServerClock::from(1000);
        let table = clock.shifted(-600);
        assert_eq!(clock.renew(20), 0);
        let end = clock.now_ms() + 20;
        std::thread::sleep(Duration::from_millis(150));
        assert!(clock.now_ms() <= end && table.now_ms() <= end - 600);
        let before = table.now_ms();
        let stood = clock.renew(60_000);
        assert!(100 <= stood, "{stood}");
        assert!(before <= table.now_ms(), "it does not go back");
        assert!(table.now_ms() < before + stood, "what it stood is not made up for");
        std::thread::sleep(Duration::from_millis(5));
        assert!(before + 5 <= table.now_ms());
        assert!(Instant::now() < table.instant_of(table.now_ms() + 50_000));
    }
}
