//! A NATS between whose lines somebody writes: whole messages are dropped, doubled, delayed and put out of order by a
//! seed; everything else passes as it is.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// Passes NATS on with faults.
#[derive(Clone, Debug)]
pub struct NatsProxy {
    address: SocketAddr,
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    percent: AtomicU8,
    chance: AtomicU64,
    faults: AtomicU64,
}

impl Inner {
    /// A number below `bound`, by the seed.
    fn below(&self, bound: u64) -> u64 {
        let state = self.chance.fetch_add(0x9E37_79B9_7F4A_7C15, Ordering::Relaxed);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % bound
    }

    fn hits(&self) -> bool {
        let hit = self.below(100) < u64::from(self.percent.load(Ordering::Relaxed));
        self.faults.fetch_add(u64::from(hit), Ordering::Relaxed);
        hit
    }
}

impl NatsProxy {
    /// A proxy to NATS at `port` of this machine; of each kind of fault, this many messages of a hundred have it.
    ///
    /// # Errors
    /// No port is free.
    pub async fn to(port: u16, seed: u64, percent: u8) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let inner = Arc::new(Inner {
            percent: AtomicU8::new(percent),
            chance: AtomicU64::new(seed),
            faults: AtomicU64::new(0),
        });
        let proxy = Self { address: listener.local_addr()?, inner: Arc::clone(&inner) };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(carry(client, port, Arc::clone(&inner)));
            }
        });
        Ok(proxy)
    }

    /// Where to connect instead.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// From now on this many messages of a hundred have a fault, of each kind.
    pub fn set(&self, percent: u8) {
        self.inner.percent.store(percent, Ordering::Relaxed);
    }

    /// How many faults there were.
    pub fn faults(&self) -> u64 {
        self.inner.faults.load(Ordering::Relaxed)
    }
}

async fn carry(client: TcpStream, port: u16, inner: Arc<Inner>) {
    let Ok(server) = TcpStream::connect(("127.0.0.1", port)).await else { return };
    let (mut from_client, to_client) = client.into_split();
    let (from_server, mut to_server) = server.into_split();
    let up = tokio::spawn(async move {
        let _ = tokio::io::copy(&mut from_client, &mut to_server).await;
    });
    let _ = down(from_server, to_client, inner).await;
    up.abort();
}

/// From NATS to a client: frames as they come, but for messages of one server to another.
async fn down(from: OwnedReadHalf, mut to: OwnedWriteHalf, inner: Arc<Inner>) -> io::Result<()> {
    let (frames, mut queue) = mpsc::unbounded_channel::<Vec<u8>>();
    let write = tokio::spawn(async move {
        while let Some(frame) = queue.recv().await {
            if to.write_all(&frame).await.is_err() {
                return;
            }
        }
    });
    let mut from = BufReader::new(from);
    loop {
        let mut frame = Vec::new();
        if from.read_until(b'\n', &mut frame).await? == 0 {
            break;
        }
        let line = String::from_utf8_lossy(&frame).into_owned();
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_message = matches!(words.first(), Some(&"MSG" | &"HMSG"));
        if is_message {
            let length: usize = words.last().and_then(|word| word.parse().ok()).unwrap_or(0);
            let start = frame.len();
            frame.resize(start + length + 2, 0);
            from.read_exact(&mut frame[start..]).await?;
        }
        let is_letter = words.get(1).is_some_and(|subject| subject.ends_with(".in"));
        if !is_message || !is_letter {
            let _ = frames.send(frame);
            continue;
        }
        if inner.hits() {
            continue;
        }
        let copies = if inner.hits() { 2 } else { 1 };
        for _ in 0..copies {
            // A delay of its own puts a message behind those that come after it.
            let wait = if inner.hits() { 1 + inner.below(400) } else { 0 };
            let (frames, frame) = (frames.clone(), frame.clone());
            if wait == 0 {
                let _ = frames.send(frame);
            } else {
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(wait)).await;
                    let _ = frames.send(frame);
                });
            }
        }
    }
    write.abort();
    Ok(())
}
