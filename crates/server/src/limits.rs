//! How much one address may ask for.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use engine::Seat;
use store::OwnerHash;

/// A bucket that fills at a steady rate and is emptied by use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    tokens: f64,
    at: Instant,
}

/// The size and the filling rate of buckets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    /// How many at once.
    pub(crate) burst: f64,
    /// How many a second in the long run.
    pub(crate) per_second: f64,
}

impl Bucket {
    pub(crate) fn full(rate: Rate) -> Self {
        Self { tokens: rate.burst, at: Instant::now() }
    }

    /// Takes one token, if there is one.
    pub(crate) fn take(&mut self, rate: Rate) -> bool {
        let now = Instant::now();
        let passed = now.duration_since(self.at).as_secs_f64();
        self.tokens = (self.tokens + passed * rate.per_second).min(rate.burst);
        self.at = now;
        let allowed = 1.0 <= self.tokens;
        if allowed {
            self.tokens -= 1.0;
        }
        allowed
    }
}

/// A bucket for each of many.
#[derive(Debug)]
pub(crate) struct Buckets<K> {
    rate: Rate,
    buckets: Mutex<HashMap<K, Bucket>>,
}

/// More buckets than this are swept: those that are full again tell nothing.
const SWEEP_ABOVE: usize = 10_000;

impl<K: Eq + Hash> Buckets<K> {
    pub(crate) fn new(rate: Rate) -> Self {
        Self { rate, buckets: Mutex::default() }
    }

    /// Takes one token of this one's bucket, if there is one.
    pub(crate) fn take(&self, key: K) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if SWEEP_ABOVE < buckets.len() {
            let refill = self.rate.burst / self.rate.per_second;
            buckets.retain(|_, bucket| bucket.at.elapsed().as_secs_f64() < refill);
        }
        buckets.entry(key).or_insert_with(|| Bucket::full(self.rate)).take(self.rate)
    }
}

/// Five at once, then one every two seconds.
const VOICE: Rate = Rate { burst: 5.0, per_second: 0.5 };

/// All who share an address: a class or a family is louder than one person.
const ROOM: Rate = Rate { burst: 20.0, per_second: 2.0 };

/// How much is said: by a person, on a seat and from an address, over all ways in.
#[derive(Debug)]
pub(crate) struct Voices {
    people: Buckets<OwnerHash>,
    seats: Buckets<(String, Seat)>,
    watchers: Buckets<IpAddr>,
    addresses: Buckets<IpAddr>,
}

impl Default for Voices {
    fn default() -> Self {
        Self {
            people: Buckets::new(VOICE),
            seats: Buckets::new(VOICE),
            watchers: Buckets::new(VOICE),
            addresses: Buckets::new(ROOM),
        }
    }
}

impl Voices {
    /// Whether something may be said now; it counts. Anybody can make up secrets, so watchers count by their address.
    pub(crate) fn may_speak(
        &self,
        table: &str,
        seat: Option<Seat>,
        owner: Option<OwnerHash>,
        address: IpAddr,
    ) -> bool {
        let own = match (seat, owner) {
            (Some(seat), Some(owner)) => {
                self.seats.take((table.to_owned(), seat)) && self.people.take(owner)
            }
            _ => self.watchers.take(address),
        };
        own && self.addresses.take(address)
    }
}

/// Counts open connections, in all and by address.
#[derive(Debug)]
pub(crate) struct Connections {
    most: usize,
    most_per_address: usize,
    open: Mutex<(usize, HashMap<IpAddr, usize>)>,
}

impl Connections {
    pub(crate) fn new(most: usize, most_per_address: usize) -> Self {
        Self { most, most_per_address, open: Mutex::default() }
    }

    /// Counts one more, if there is room.
    pub(crate) fn enter(&self, address: IpAddr) -> bool {
        self.enter_as(address, true)
    }

    /// Counts one less.
    pub(crate) fn leave(&self, address: IpAddr) {
        self.leave_as(address, true);
    }

    /// Counts one more, if there is room; by address only if that says something.
    pub(crate) fn enter_as(&self, address: IpAddr, by_address: bool) -> bool {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, counts) = &mut *open;
        let own = if by_address { counts.get(&address).copied().unwrap_or(0) } else { 0 };
        let allowed = *all < self.most && own < self.most_per_address;
        if allowed {
            *all += 1;
            if by_address {
                counts.insert(address, own + 1);
            }
        }
        allowed
    }

    /// Counts one less that was counted in the same way.
    pub(crate) fn leave_as(&self, address: IpAddr, by_address: bool) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, counts) = &mut *open;
        *all = all.saturating_sub(1);
        if let Some(own) = counts.get_mut(&address).filter(|_| by_address) {
            *own -= 1;
            if *own == 0 {
                counts.remove(&address);
            }
        }
    }

    /// How many are open.
    pub(crate) fn open(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).0
    }
}

/// The addresses that count as one: an IPv6 customer has a whole /64.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_allows_its_burst_and_no_more() {
        let buckets = Buckets::new(Rate { burst: 3.0, per_second: 0.001 });
        assert_eq!((0..5).filter(|_| buckets.take("ann")).count(), 3);
        assert!(buckets.take("bob"));
    }

    #[test]
    fn connections_are_counted_by_address() {
        let connections = Connections::new(3, 2);
        let (ann, bob) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
        assert!(connections.enter(ann) && connections.enter(ann) && !connections.enter(ann));
        assert!(connections.enter(bob) && !connections.enter(bob));
        connections.leave(ann);
        assert!(connections.enter(bob));
        assert_eq!(connections.open(), 3);
    }
}
