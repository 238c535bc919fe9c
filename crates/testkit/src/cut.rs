//! A wire between a client and a server that can be cut at a chosen moment.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// Passes bytes on between whoever connects and a server on this machine.
#[derive(Clone, Debug)]
pub struct Wire {
    address: SocketAddr,
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    /// The next answer of the server is swallowed, and the connection cut.
    swallow: AtomicBool,
    swallowed: AtomicU64,
    /// Nobody gets through.
    down: AtomicBool,
    cut: Notify,
    /// Whoever connects hears nothing.
    held: AtomicBool,
    hold: Notify,
}

impl Wire {
    /// A wire to `port` of this machine.
    ///
    /// # Errors
    /// No port is free.
    pub async fn to(port: u16) -> io::Result<Wire> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let wire = Wire { address: listener.local_addr()?, inner: Arc::default() };
        let inner = Arc::clone(&wire.inner);
        tokio::spawn(async move {
            let mut silent = Vec::new();
            while let Ok((client, _)) = listener.accept().await {
                if inner.held.load(Ordering::SeqCst) {
                    silent.push(client);
                } else if !inner.down.load(Ordering::SeqCst) {
                    tokio::spawn(carry(client, port, Arc::clone(&inner)));
                }
            }
        });
        Ok(wire)
    }

    /// Where to connect instead.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Lets the next request through to the server, but not its answer: the connection is cut between the two.
    pub fn swallow_the_next_answer(&self) {
        self.inner.swallow.store(true, Ordering::SeqCst);
    }

    /// How many answers were swallowed.
    pub fn swallowed(&self) -> u64 {
        self.inner.swallowed.load(Ordering::SeqCst)
    }

    /// Nothing comes through any more over the connections that there are, for good, though nobody hangs up; and nothing over
    /// new ones made before this is ended.
    pub fn set_held(&self, held: bool) {
        self.inner.held.store(held, Ordering::SeqCst);
        if held {
            self.inner.hold.notify_waiters();
        }
    }

    /// Cuts all connections and lets no new ones through, or lets them through again.
    pub fn set_down(&self, down: bool) {
        self.inner.down.store(down, Ordering::SeqCst);
        if down {
            self.inner.cut.notify_waiters();
        }
    }
}

async fn carry(mut client: TcpStream, port: u16, inner: Arc<Inner>) {
    let Ok(mut server) = TcpStream::connect(("127.0.0.1", port)).await else { return };
    let (mut up, mut down) = ([0_u8; 16 * 1024], [0_u8; 16 * 1024]);
    // Whether the client has asked for something since the answer that was last passed on.
    let mut asked = false;
    loop {
        tokio::select! {
            () = inner.cut.notified() => return,
            () = inner.hold.notified() => return inner.cut.notified().await,
            read = client.read(&mut up) => match read {
                Ok(n @ 1..) if server.write_all(&up[..n]).await.is_ok() => asked = true,
                _ => return,
            },
            read = server.read(&mut down) => match read {
                Ok(1..) if asked && inner.swallow.swap(false, Ordering::SeqCst) => {
                    inner.swallowed.fetch_add(1, Ordering::SeqCst);
                    return;
                }
                Ok(n @ 1..) if client.write_all(&down[..n]).await.is_ok() => asked = false,
                _ => return,
            },
        }
    }
}
