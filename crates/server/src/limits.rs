//! How much one address may ask for.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use engine::Seat;
use store::{OwnerHash, ServerId};

/// Who has taken how much of a limit.
type Spent<K> = Vec<(K, f64)>;

/// A bucket that fills at a steady rate and is emptied by use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    tokens: f64,
    at: Instant,
    /// What was taken here and other servers have not been told.
    untold: f64,
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
        Self { tokens: rate.burst, at: Instant::now(), untold: 0.0 }
    }

    /// Takes one token, if there is one.
    pub(crate) fn take(&mut self, rate: Rate) -> bool {
        self.fill(rate);
        let allowed = 1.0 <= self.tokens;
        if allowed {
            self.tokens -= 1.0;
            self.untold += 1.0;
        }
        allowed
    }

    fn fill(&mut self, rate: Rate) {
        let now = Instant::now();
        let passed = now.duration_since(self.at).as_secs_f64();
        self.tokens = (self.tokens + passed * rate.per_second).min(rate.burst);
        self.at = now;
    }
}

/// A bucket for each of many.
#[derive(Debug)]
pub(crate) struct Buckets<K> {
    rate: Rate,
    /// How many servers share the limit.
    servers: AtomicUsize,
    buckets: Mutex<HashMap<K, Bucket>>,
}

/// More buckets than this are swept: those that are full again tell nothing.
const SWEEP_ABOVE: usize = 10_000;

impl<K: Eq + Hash> Buckets<K> {
    pub(crate) fn new(rate: Rate) -> Self {
        Self { rate, servers: AtomicUsize::new(1), buckets: Mutex::default() }
    }

    /// The rate of this server alone. What others have taken is known a second later, so that all together never give
    /// more than twice the burst at once.
    fn rate(&self) -> Rate {
        let servers = self.servers.load(Ordering::Relaxed).max(1) as f64;
        let burst = self.rate.burst.min((2.0 * self.rate.burst / servers).max(1.0));
        Rate { burst, ..self.rate }
    }

    /// How many servers share the limit.
    pub(crate) fn share(&self, servers: usize) {
        self.servers.store(servers, Ordering::Relaxed);
    }

    /// Who has taken much of the limit here since the others were last told, and how much.
    pub(crate) fn untold(&self) -> Spent<K>
    where
        K: Copy,
    {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let much = |bucket: &Bucket| self.rate.burst / 10.0 <= bucket.untold;
        let tell = buckets.iter_mut().filter(|(_, bucket)| much(bucket));
        tell.map(|(&key, bucket)| (key, std::mem::take(&mut bucket.untold))).collect()
    }

    /// Somebody has taken this much on another server.
    pub(crate) fn spend(&self, key: K, amount: f64) {
        let rate = self.rate();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let bucket = buckets.entry(key).or_insert_with(|| Bucket::full(rate));
        bucket.fill(rate);
        bucket.tokens = (bucket.tokens - amount.max(0.0)).max(-rate.burst);
    }

    /// Takes one token of this one's bucket, if there is one.
    pub(crate) fn take(&self, key: K) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if SWEEP_ABOVE < buckets.len() {
            self.sweep_these(&mut buckets);
        }
        let rate = self.rate();
        buckets.entry(key).or_insert_with(|| Bucket::full(rate)).take(rate)
    }

    /// Forgets the buckets that are full again, and the room that they took.
    pub(crate) fn sweep(&self) {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        self.sweep_these(&mut buckets);
        buckets.shrink_to_fit();
    }

    fn sweep_these(&self, buckets: &mut HashMap<K, Bucket>) {
        let refill = self.rate.burst / self.rate.per_second;
        buckets.retain(|_, bucket| bucket.at.elapsed().as_secs_f64() < refill);
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
    /// Forgets those who have been silent long enough.
    pub(crate) fn sweep(&self) {
        self.people.sweep();
        self.seats.sweep();
        self.watchers.sweep();
        self.addresses.sweep();
    }

    /// How many servers share the limits.
    pub(crate) fn share(&self, servers: usize) {
        self.people.share(servers);
        self.watchers.share(servers);
        self.addresses.share(servers);
    }

    /// Which addresses and which people have said much here since the others were last told.
    pub(crate) fn untold(&self) -> (Spent<IpAddr>, Spent<OwnerHash>) {
        (self.addresses.untold(), self.people.untold())
    }

    /// Somebody at this address has said this much on another server.
    pub(crate) fn spend(&self, address: IpAddr, amount: f64) {
        self.addresses.spend(address, amount);
    }

    /// This person has said this much on another server.
    pub(crate) fn spend_of(&self, person: OwnerHash, amount: f64) {
        self.people.spend(person, amount);
    }

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
    /// Those of the same addresses on other servers, by server.
    elsewhere: Mutex<HashMap<ServerId, HashMap<IpAddr, usize>>>,
}

impl Connections {
    pub(crate) fn new(most: usize, most_per_address: usize) -> Self {
        Self { most, most_per_address, open: Mutex::default(), elsewhere: Mutex::default() }
    }

    /// The addresses with many connections here, for the other servers.
    pub(crate) fn crowds(&self) -> Vec<(IpAddr, usize)> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let many = |own: usize| self.most_per_address <= 10 * own;
        open.1
            .iter()
            .filter(|(_, own)| many(**own))
            .map(|(&address, &own)| (address, own))
            .collect()
    }

    /// The addresses with many connections on another server; none if it is gone.
    pub(crate) fn note(&self, server: ServerId, crowds: Vec<(IpAddr, usize)>) {
        let mut elsewhere = self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        match crowds.is_empty() {
            true => drop(elsewhere.remove(&server)),
            false => drop(elsewhere.insert(server, crowds.into_iter().collect())),
        }
    }

    fn elsewhere(&self, address: IpAddr) -> usize {
        let elsewhere = self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        elsewhere.values().filter_map(|crowds| crowds.get(&address)).sum()
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
        let others = if by_address { self.elsewhere(address) } else { 0 };
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, counts) = &mut *open;
        let own = if by_address { counts.get(&address).copied().unwrap_or(0) } else { 0 };
        let allowed = *all < self.most && own + others < self.most_per_address;
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

    /// Limits hold over several servers within a factor of two at once, and exactly when the others have been told.
    #[test]
    fn what_was_taken_on_another_server_counts() {
        let rate = Rate { burst: 30.0, per_second: 0.001 };
        let servers: Vec<Buckets<&str>> = (0..3).map(|_| Buckets::new(rate)).collect();
        servers.iter().for_each(|server| server.share(3));
        let take = |server: &Buckets<&str>| (0..100).filter(|_| server.take("ann")).count();
        let at_once: usize = servers.iter().map(take).sum();
        assert!((30..=60).contains(&at_once), "{at_once}");
        for (n, server) in servers.iter().enumerate() {
            for (key, amount) in server.untold() {
                let others = servers.iter().enumerate().filter(|(other, _)| *other != n);
                others.for_each(|(_, other)| other.spend(key, amount));
            }
            assert!(server.untold().is_empty());
        }
        assert_eq!(servers.iter().map(take).sum::<usize>(), 0);
        assert!(servers[0].take("bob"));
    }

    /// Somebody with seats at tables of three servers talks at all of them.
    #[test]
    fn what_a_person_says_counts_over_all_servers() {
        let servers: Vec<Voices> = (0..3).map(|_| Voices::default()).collect();
        servers.iter().for_each(|server| server.share(3));
        let speak = |server: &Voices, table: &str| {
            let home = "10.0.0.1".parse().unwrap();
            let said = |_: &usize| server.may_speak(table, Some(Seat::A), Some([7; 32]), home);
            (0..20).filter(said).count()
        };
        let at_once: usize = servers.iter().map(|server| speak(server, "harbour-1")).sum();
        assert!((5..=10).contains(&at_once), "{at_once}");
        for (n, server) in servers.iter().enumerate() {
            for (person, amount) in server.untold().1 {
                let others = servers.iter().enumerate().filter(|(other, _)| *other != n);
                others.for_each(|(_, other)| other.spend_of(person, amount));
            }
        }
        assert_eq!(servers.iter().map(|server| speak(server, "harbour-2")).sum::<usize>(), 0);
    }

    #[test]
    fn connections_on_other_servers_count() {
        let connections = Connections::new(100, 5);
        let ann = "10.0.0.1".parse().unwrap();
        connections.note(ServerId(2), vec![(ann, 3)]);
        assert!(connections.enter(ann) && connections.enter(ann) && !connections.enter(ann));
        connections.note(ServerId(2), Vec::new());
        assert!(connections.enter(ann));
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
