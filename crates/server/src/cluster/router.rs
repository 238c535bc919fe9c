//! The way to the other servers: what is written to one of them goes out in letters, as many things in one as wait; what
//! comes in goes to its table.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use store::ServerId;
use tokio::sync::{Notify, mpsc};

use super::letter::{Ask, Item, Seal};
use crate::hall::Hall;
use crate::metrics::Counter;
use crate::table::Mail;
use crate::wire::{Heard, Wire};

/// How much may wait for one server. What does not fit is lost: the store has it.
const WAITING: usize = 8192;

/// The most things that go into one letter.
const LETTER: usize = 128;

/// A server that has not been heard for this long may have lost its wire, or we ours.
const SILENT_FOR: Duration = Duration::from_millis(1500);

/// The way to the other servers.
pub(crate) struct Router {
    wire: Arc<dyn Wire>,
    seal: Seal,
    own: AtomicI64,
    numbers: AtomicU64,
    peers: Mutex<HashMap<ServerId, Peer>>,
    /// A server seems to be gone: it is time to look.
    pub(crate) alarm: Notify,
    pub(crate) counts: Counts,
}

/// What is counted of letters.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) sent: Counter,
    pub(crate) received: Counter,
    pub(crate) items: Counter,
    pub(crate) lost: Counter,
    pub(crate) unreadable: Counter,
    /// Commands that went to the owner of a table elsewhere.
    pub(crate) forwarded: Counter,
    /// Followed tables that were read from the store because something was missing.
    pub(crate) looks: Counter,
}

struct Peer {
    queue: mpsc::Sender<Item>,
    heard: Option<Instant>,
}

impl Router {
    /// A router over a wire, for a cluster with this key.
    pub(crate) fn new(wire: Arc<dyn Wire>, key: &[u8; 32]) -> Arc<Self> {
        // No two servers have the same numbers.
        let first = u64::from_be_bytes(crate::identity::random_bytes()) >> 8;
        Arc::new(Self {
            wire,
            seal: Seal::new(key),
            own: AtomicI64::new(0),
            numbers: AtomicU64::new(first),
            peers: Mutex::default(),
            alarm: Notify::new(),
            counts: Counts::default(),
        })
    }

    /// This server's number.
    pub(crate) fn own(&self) -> ServerId {
        ServerId(self.own.load(Ordering::Relaxed))
    }

    /// Listens under this number from now on.
    ///
    /// # Errors
    /// One sentence: the wire cannot be listened to.
    pub(crate) async fn listen(
        self: &Arc<Self>,
        hall: &Arc<Hall>,
        own: ServerId,
    ) -> Result<(), String> {
        let (router, hall) = (Arc::clone(self), Arc::clone(hall));
        let ears = move |heard| router.hear(&hall, own, heard);
        self.wire.listen(own, Box::new(ears)).await?;
        self.own.store(own.0, Ordering::Relaxed);
        Ok(())
    }

    /// A number for an ask that no other ask has, higher than all before it.
    pub(crate) fn number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    /// Puts something into the next letter to a server.
    pub(crate) fn post(self: &Arc<Self>, to: ServerId, item: Item) {
        let mut peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        let peer = peers.entry(to).or_insert_with(|| self.peer(to));
        if peer.queue.try_send(item).is_err() {
            self.counts.lost.add();
        }
    }

    fn peer(self: &Arc<Self>, to: ServerId) -> Peer {
        let (queue, waiting) = mpsc::channel(WAITING);
        tokio::spawn(carry(Arc::clone(self), to, waiting));
        Peer { queue, heard: None }
    }

    /// The others that live: each gets a sign of life, and those that are gone are forgotten.
    pub(crate) fn beat(self: &Arc<Self>, living: &[ServerId]) {
        self.peers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|server, _| living.contains(server));
        for &server in living {
            self.post(server, Item::Beat);
        }
    }

    /// Says the same to all others.
    pub(crate) fn tell(self: &Arc<Self>, item: &Item) {
        let peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        let all: Vec<ServerId> = peers.keys().copied().collect();
        drop(peers);
        for server in all {
            self.post(server, item.clone());
        }
    }

    /// How many others there are.
    pub(crate) fn others(&self) -> usize {
        self.peers.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Whether a server has been heard lately.
    pub(crate) fn hears(&self, server: ServerId) -> bool {
        let peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        let heard = peers.get(&server).and_then(|peer| peer.heard);
        heard.is_some_and(|heard| heard.elapsed() < SILENT_FOR)
    }

    /// Whether the wire is there.
    pub(crate) fn is_up(&self) -> bool {
        self.wire.is_up()
    }

    /// Takes in what others write to this number; what comes late for an earlier one is lost.
    fn hear(self: &Arc<Self>, hall: &Arc<Hall>, own: ServerId, heard: Heard) {
        if own.0 < self.own().0 {
            return;
        }
        match heard {
            Heard::Nobody(_) => self.alarm.notify_one(),
            Heard::Letter(mut letter) => match self.seal.open(own, &mut letter) {
                Some((from, items)) => {
                    self.counts.received.add();
                    self.heard(from);
                    for item in items {
                        self.counts.items.add();
                        deliver(self, hall, from, item);
                    }
                }
                None => self.counts.unreadable.add(),
            },
        }
    }

    fn heard(self: &Arc<Self>, from: ServerId) {
        let mut peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        peers.entry(from).or_insert_with(|| self.peer(from)).heard = Some(Instant::now());
    }
}

/// Where letters follow each other faster than this, whoever is ready to write as well is let in first.
const IN_HASTE: Duration = Duration::from_millis(2);

/// Sends what waits for one server, as much in one letter as there is.
async fn carry(router: Arc<Router>, to: ServerId, mut waiting: mpsc::Receiver<Item>) {
    let mut items = Vec::new();
    let mut last: Option<Instant> = None;
    while 0 < waiting.recv_many(&mut items, LETTER).await {
        if last.is_some_and(|last| last.elapsed() < IN_HASTE) {
            tokio::task::yield_now().await;
            while items.len() < LETTER
                && let Ok(item) = waiting.try_recv()
            {
                items.push(item);
            }
        }
        router.counts.sent.add();
        let letter = router.seal.seal(router.own(), to, &items);
        items.clear();
        router.wire.post(to, letter).await;
        last = Some(Instant::now());
    }
}

fn deliver(router: &Arc<Router>, hall: &Arc<Hall>, from: ServerId, item: Item) {
    match item {
        Item::Beat => {}
        Item::Bye => {
            hall.tell_gone(from);
            router.alarm.notify_one();
        }
        Item::Used { requests, creations, talk, people, connections } => {
            requests.into_iter().for_each(|(key, amount)| hall.requests.spend(key, amount));
            creations.into_iter().for_each(|(key, amount)| hall.creations.spend(key, amount));
            talk.into_iter().for_each(|(key, amount)| hall.voices.spend(key, amount));
            people.into_iter().for_each(|(key, amount)| hall.voices.spend_of(key, amount));
            hall.connections.note(from, connections);
        }
        Item::News { table, news } => hall.pass(&table, Mail::News { from, news }),
        Item::Head { table, head } => hall.pass(&table, Mail::Head { from, head }),
        Item::Holds { table, connection, pledge, said } => {
            hall.pass(&table, Mail::Holds { from, connection, pledge, said });
        }
        Item::Answer { number, table, answer, place, news } => {
            hall.pass(&table, Mail::Answered { from, number, answer, place, news });
        }
        // These are for the owner, which may be asleep.
        Item::Here { table, here, number } => {
            hall.deliver(table, Mail::Here { from, number, here });
        }
        Item::Ask { table, ask, .. } if *ask == Ask::Removed => hall.pass(&table, Mail::Removed),
        Item::Ask { number, table, ask } => {
            hall.deliver(table, Mail::Asked { from, number, ask });
        }
    }
}
