//! The way out to one client: a short queue. Who reads too slowly loses it and gets a fresh view instead; a table never
//! waits for anyone.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ws::Utf8Bytes;
use protocol::Message;
use tokio::sync::mpsc;

/// How many messages may wait for one client.
const WAITING: usize = 32;

/// What goes out.
#[derive(Clone, Debug)]
pub(crate) enum Out {
    /// A message.
    Text(Utf8Bytes),
    /// Everything that somebody missed, in order: it takes one place in the queue, however long they were away.
    Many(Vec<Utf8Bytes>),
    /// The end of the connection, with a WebSocket close code and a reason.
    Close(u16, &'static str),
}

/// The table's end of the way to one client.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    // Boxed, because an idle client pays for the queue's empty places.
    sender: mpsc::Sender<Box<Out>>,
    lagging: Arc<AtomicBool>,
}

/// The client's end.
#[derive(Debug)]
pub(crate) struct Outgoing {
    receiver: mpsc::Receiver<Box<Out>>,
    lagging: Arc<AtomicBool>,
}

/// A new way out.
pub(crate) fn outbox() -> (Outbox, Outgoing) {
    let (sender, receiver) = mpsc::channel(WAITING);
    let lagging = Arc::new(AtomicBool::new(false));
    (Outbox { sender, lagging: Arc::clone(&lagging) }, Outgoing { receiver, lagging })
}

impl Outbox {
    /// A way to nobody, for somebody who is connected to another server.
    pub(crate) fn nowhere() -> Self {
        outbox().0
    }

    /// Sends, unless the client lags. A full queue makes it lag.
    pub(crate) fn send(&self, out: Out) {
        if !self.is_lagging() && self.sender.try_send(Box::new(out)).is_err() {
            self.lagging.store(true, Ordering::Relaxed);
        }
    }

    /// Whether messages were lost, and the client has not caught up since.
    pub(crate) fn is_lagging(&self) -> bool {
        self.lagging.load(Ordering::Relaxed)
    }

    /// Sends one message.
    pub(crate) fn say(&self, message: &Message) {
        self.send(Out::Text(text(message)));
    }

    /// The client has read everything and is ready for a fresh view.
    pub(crate) fn caught_up(&self) {
        self.lagging.store(false, Ordering::Relaxed);
    }
}

impl Outgoing {
    /// Waits for the next thing to go out; `None` when the table has let go of this client.
    pub(crate) async fn next(&mut self) -> Option<Out> {
        self.receiver.recv().await.map(|out| *out)
    }

    /// The next thing to go out, if it waits already.
    pub(crate) fn next_at_once(&mut self) -> Option<Out> {
        self.receiver.try_recv().ok().map(|out| *out)
    }

    /// Whether messages were lost and everything that was sent before has been read.
    pub(crate) fn needs_resync(&self) -> bool {
        self.receiver.is_empty() && self.lagging.load(Ordering::Relaxed)
    }
}

/// A message as it goes out.
pub(crate) fn text(message: &Message) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages are plain data").into()
}
