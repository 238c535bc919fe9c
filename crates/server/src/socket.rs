//! One WebSocket: what comes in goes to the table, what the table sends goes out. Limits, timeouts, and no trust.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use futures_util::future::{BoxFuture, FutureExt, ready};
use futures_util::{SinkExt, StreamExt};
use protocol::{CLOSE_ATTACK, Command, Message, Refusal, Refused, Request};
use tokio::sync::mpsc;
use tokio::time::MissedTickBehavior;

use crate::hall::Hall;
use crate::limits::{Bucket, Rate};
use crate::outbox::{self, Out, Outgoing};
use crate::table::{Mail, Who};

/// The largest message a client may send.
pub(crate) const LARGEST_MESSAGE: usize = 8192;

/// The read buffer of a socket. The library's default of 128 KiB would cost as much for every idle player.
pub const READ_BUFFER: usize = 1024;

/// What is written at once, and how much may wait in a socket's own buffer.
const WRITE_BUFFER: usize = 2048;
const WRITE_BUFFER_MOST: usize = 256 * 1024;

const HELLO_WITHIN: Duration = Duration::from_secs(10);
const WRITE_WITHIN: Duration = Duration::from_secs(20);
const PING_EVERY: Duration = Duration::from_secs(20);
const SILENT_FOR: Duration = Duration::from_secs(65);

/// Pings and pongs: more than any client needs.
const CONTROL: Rate = Rate { burst: 60.0, per_second: 2.0 };

/// How often a client may speak about dice: every draw asks it once.
const DICE_RATE: Rate = Rate { burst: 100.0, per_second: 20.0 };

/// How many unreadable or too frequent messages are forgiven.
const FORGIVEN: u32 = 40;

/// Accepts a socket for a table.
pub(crate) fn upgrade(
    upgrade: WebSocketUpgrade,
    hall: Arc<Hall>,
    table: String,
    who: Who,
) -> Response {
    upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(WRITE_BUFFER_MOST)
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE)
        .on_upgrade(move |mut socket| async move {
            hall.metrics.sockets.add();
            // Counted apart from HTTP connections, which end with the upgrade.
            let from = who.address;
            if hall.connections.enter(from) {
                serve(&mut socket, &hall, &table, who).await;
                hall.connections.leave(from);
            } else {
                hall.metrics.limit("connections");
                close(&mut socket, CLOSE_ATTACK, "too many connections of this address").await;
            }
            hall.metrics.sockets.remove();
        })
}

/// What happens once on a connection has its room boxed, here and below: an idle client would pay for it as long as it stays.
async fn serve(socket: &mut WebSocket, hall: &Arc<Hall>, table: &str, who: Who) {
    let Some((visit, outgoing)) = welcome(socket, hall, table, who).boxed().await else { return };
    visit.stay(socket, outgoing).await;
    let _ = hall.send(table, Mail::Disconnect { connection: visit.connection }).boxed().await;
}

/// Waits for a client's hello and brings it to its table, or says why not.
async fn welcome<'a>(
    socket: &mut WebSocket,
    hall: &'a Arc<Hall>,
    table: &'a str,
    who: Who,
) -> Option<(Visit<'a>, Outgoing)> {
    let hello = tokio::time::timeout(HELLO_WITHIN, first(socket)).await;
    let (id, hello) = match hello {
        Ok(Ok(hello)) => hello,
        Ok(Err(Some(wrong))) => {
            hang_up(socket, &wrong).await;
            return None;
        }
        Ok(Err(None)) | Err(_) => {
            close(socket, CLOSE_ATTACK, "hello was expected").await;
            return None;
        }
    };
    let who = Who { key: hello.key.clone(), ..who };
    let connection = hall.new_connection();
    let (way_out, outgoing) = outbox::outbox();
    let mail = Mail::Connect { connection, who, hello, id, outbox: way_out };
    if let Err(refused) = hall.send(table, mail).await {
        let message =
            Message::Refused { id: Some(id), code: refused.code, text: refused.text, seq: None };
        let _ = socket.send(Frame::Text(outbox::text(&message))).await;
        close(socket, protocol::CLOSE_RESTARTING, "come back later").await;
        return None;
    }
    let rate = message_rate(hall);
    Some((Visit { hall, table, connection, rate, mailbox: hall.wake(table) }, outgoing))
}

fn message_rate(hall: &Hall) -> Rate {
    let per_second = f64::from(hall.config.messages_per_second);
    Rate { burst: per_second * 20.0, per_second }
}

/// Waits for `hello`; whatever else comes before it is refused. Gives back what was wrong with a frame.
async fn first(socket: &mut WebSocket) -> Result<(u64, protocol::Hello), Option<axum::Error>> {
    for _ in 0..3 {
        let message = match socket.recv().await.ok_or(None)?.map_err(Some)? {
            Frame::Text(text) => match serde_json::from_str::<Request>(&text) {
                Ok(Request { id, command: Command::Hello(hello) }) => match hello.agreed() {
                    Some(protocol) => return Ok((id, protocol::Hello { protocol, ..hello })),
                    None => refused(Some(id), Refusal::Version, no_common_version(&hello)),
                },
                Ok(Request { id, .. }) => {
                    refused(Some(id), Refusal::HelloFirst, "hello must come first")
                }
                Err(error) => malformed(&text, &error),
            },
            Frame::Binary(_) => refused(None, Refusal::Malformed, "messages are JSON texts"),
            Frame::Close(_) => return Err(None),
            Frame::Ping(_) | Frame::Pong(_) => continue,
        };
        socket.send(Frame::Text(outbox::text(&message))).await.map_err(|_| None)?;
    }
    Err(None)
}

fn no_common_version(hello: &protocol::Hello) -> String {
    let here = match (protocol::OLDEST, protocol::VERSION) {
        (oldest, newest) if oldest == newest => format!("version {newest}"),
        (oldest, newest) => format!("versions {oldest} to {newest}"),
    };
    let there = hello.protocol;
    format!("this server speaks {here} of the protocol, not {there}; load the page anew")
}

fn refused(id: Option<u64>, code: Refusal, text: impl Into<String>) -> Message {
    Message::Refused { id, code, text: text.into(), seq: None }
}

/// The number of a message, whatever else is wrong with it.
fn number_of(text: &str) -> Option<u64> {
    #[derive(serde::Deserialize)]
    struct Numbered {
        id: u64,
    }
    serde_json::from_str::<Numbered>(text).ok().map(|numbered| numbered.id)
}

fn malformed(text: &str, error: &serde_json::Error) -> Message {
    refused(number_of(text), Refusal::Malformed, format!("the message cannot be read: {error}"))
}

/// Ends a connection after a frame that breaks the protocol, with the close code that says which rule (RFC 6455, 7.4.1).
async fn hang_up(socket: &mut WebSocket, error: &axum::Error) {
    use tokio_tungstenite::tungstenite::Error as Wrong;
    let inner = std::error::Error::source(error).and_then(|error| error.downcast_ref::<Wrong>());
    let (code, reason) = match inner {
        Some(Wrong::Capacity(_)) => (1009, "a message has at most 8 KiB"),
        Some(Wrong::Utf8(_)) => (1007, "a text is UTF-8"),
        Some(Wrong::Protocol(_)) => (1002, "this is not the WebSocket protocol"),
        _ => return, // the connection is gone
    };
    close(socket, code, reason).await;
}

/// Closes a connection with a code and a reason.
fn close<'a>(socket: &'a mut WebSocket, code: u16, reason: &'static str) -> BoxFuture<'a, ()> {
    let frame = CloseFrame { code, reason: reason.into() };
    let closing = async move {
        let _ = socket.send(Frame::Close(Some(frame))).await;
        // What the client has sent meanwhile is read and dropped: a connection that is closed with something unread is reset,
        // and a client that is reset never learns why.
        for _ in 0..LINGER {
            match socket.recv().await {
                Some(Ok(frame)) if !matches!(frame, Frame::Close(_)) => {}
                _ => break,
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(2), closing).map(drop).boxed()
}

/// How many frames are read after the server has closed.
const LINGER: usize = 10_000;

/// One client at one table.
struct Visit<'a> {
    hall: &'a Arc<Hall>,
    table: &'a str,
    connection: u64,
    rate: Rate,
    /// The table's mailbox, so that it need not be looked up for every message.
    mailbox: mpsc::Sender<Mail>,
}

/// The end of a connection that may be opened again at once.
const COME_BACK: Out = Out::Close(protocol::CLOSE_RESTARTING, "come back");

/// What happens next on a socket.
enum Next {
    Came(Frame),
    Goes(Out),
    Quiet,
    Wrong(axum::Error),
    Gone,
}

impl Visit<'_> {
    async fn stay(&self, socket: &mut WebSocket, mut outgoing: Outgoing) {
        let mut bucket = Bucket::full(self.rate);
        let mut control = Bucket::full(CONTROL);
        let mut dice = Bucket::full(DICE_RATE);
        let mut strikes = 0;
        let mut heard = Instant::now();
        let mut ping = tokio::time::interval(PING_EVERY);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ping.reset();
        loop {
            let next = tokio::select! {
                came = socket.next() => match came {
                    Some(Ok(frame)) => Next::Came(frame),
                    Some(Err(error)) => Next::Wrong(error),
                    None => Next::Gone,
                },
                // A table that has let go of somebody who reads too slowly could not say so.
                goes = outgoing.next() => Next::Goes(goes.unwrap_or(COME_BACK)),
                _ = ping.tick() => Next::Quiet,
            };
            match next {
                Next::Came(Frame::Text(text)) => {
                    heard = Instant::now();
                    self.hall.metrics.messages_in.add();
                    let request = serde_json::from_str::<Request>(&text);
                    // What the dice ask of a client does not count against what it says by itself.
                    let about_dice =
                        request.as_ref().is_ok_and(|request| is_about_dice(&request.command));
                    let may = (about_dice && dice.take(DICE_RATE)) || bucket.take(self.rate);
                    let not_taken = if may {
                        self.take(&text, request)
                    } else {
                        self.hall.metrics.limit("messages");
                        Some(ready(Some(slow_down(&text))).boxed())
                    };
                    if let Some(not_taken) = not_taken
                        && let Some(reply) = not_taken.await
                    {
                        strikes += 1;
                        if let Message::Refused { code, .. } = reply {
                            self.hall.metrics.refused(self.table, code);
                        }
                        if FORGIVEN < strikes {
                            close(socket, CLOSE_ATTACK, "too many messages that cannot be used")
                                .await;
                            return;
                        }
                        if !write(socket, Frame::Text(outbox::text(&reply))).await {
                            return;
                        }
                    }
                }
                Next::Came(Frame::Binary(_)) => {
                    heard = Instant::now();
                    strikes += 1;
                    let reply = refused(None, Refusal::Malformed, "messages are JSON texts");
                    if FORGIVEN < strikes || !write(socket, Frame::Text(outbox::text(&reply))).await
                    {
                        close(socket, CLOSE_ATTACK, "messages are JSON texts").await;
                        return;
                    }
                }
                Next::Came(Frame::Ping(_) | Frame::Pong(_)) => {
                    heard = Instant::now();
                    if !control.take(CONTROL) {
                        self.hall.metrics.limit("pings");
                        return close(socket, CLOSE_ATTACK, "too many pings").await;
                    }
                }
                Next::Came(Frame::Close(_)) => {
                    // The library has an answer ready; it goes out with the next read.
                    let _ = tokio::time::timeout(Duration::from_secs(2), socket.recv()).await;
                    return;
                }
                Next::Gone => return,
                Next::Wrong(error) => return hang_up(socket, &error).await,
                Next::Goes(out) => {
                    if !self.send(socket, out, &mut outgoing).await {
                        return;
                    }
                }
                Next::Quiet => {
                    if SILENT_FOR < heard.elapsed()
                        || !write(socket, Frame::Ping(Vec::new().into())).await
                    {
                        return;
                    }
                }
            }
        }
    }

    /// Passes what was read of a message to the table. If that is not possible at once, what is left to do, which gives what is
    /// to be said.
    fn take(
        &self,
        text: &str,
        request: Result<Request, serde_json::Error>,
    ) -> Option<BoxFuture<'_, Option<Message>>> {
        let Request { id, command } = match request {
            Ok(request) => request,
            Err(error) => return Some(ready(Some(malformed(text, &error))).boxed()),
        };
        let mail =
            Mail::SocketCommand { connection: self.connection, id, came: Instant::now(), command };
        let unsent = if self.hall.is_stopping() {
            mail
        } else {
            self.mailbox.try_send(mail).err()?.into_inner()
        };
        let post = async move {
            self.post(unsent).await.err().map(|no| refused(Some(id), no.code, no.text))
        };
        Some(post.boxed())
    }

    /// Sends a letter to the table, anew if it fell asleep.
    async fn post(&self, mail: Mail) -> Result<(), Refused> {
        if self.hall.is_stopping() {
            return self.hall.send(self.table, mail).await; // which says so
        }
        match self.mailbox.send(mail).await {
            Ok(()) => Ok(()),
            Err(unsent) => self.hall.send(self.table, unsent.0).await,
        }
    }

    /// Sends one message and all that wait behind it, then asks for a fresh view if some were lost.
    async fn send(&self, socket: &mut WebSocket, first: Out, outgoing: &mut Outgoing) -> bool {
        let mut next = Some(first);
        while let Some(out) = next {
            let texts = match out {
                Out::Text(text) => vec![text],
                Out::Many(texts) => texts,
                Out::Close(code, reason) => {
                    close(socket, code, reason).await;
                    return false;
                }
            };
            for text in texts {
                let fed = tokio::time::timeout(WRITE_WITHIN, socket.feed(Frame::Text(text))).await;
                if !matches!(fed, Ok(Ok(()))) {
                    return false;
                }
            }
            next = outgoing.next_at_once();
        }
        if !matches!(tokio::time::timeout(WRITE_WITHIN, socket.flush()).await, Ok(Ok(()))) {
            return false;
        }
        if outgoing.needs_resync() {
            let resync = Mail::Resync { connection: self.connection };
            return self.hall.send(self.table, resync).boxed().await.is_ok();
        }
        true
    }
}

/// Whether a command is what the dice ask of a client.
const fn is_about_dice(command: &Command) -> bool {
    matches!(
        command,
        Command::Link { .. }
            | Command::Rest { .. }
            | Command::Pledge { .. }
            | Command::Reveal { .. }
    )
}

/// A message that came too fast: refused, with its number if it has one.
fn slow_down(text: &str) -> Message {
    refused(
        number_of(text),
        Refusal::SlowDown,
        "too many messages; wait a second and send it again",
    )
}

async fn write(socket: &mut WebSocket, frame: Frame) -> bool {
    matches!(tokio::time::timeout(WRITE_WITHIN, socket.send(frame)).await, Ok(Ok(())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_dice_ask_for_has_the_budget_of_dice() {
        let about = |text: &str| {
            serde_json::from_str::<Request>(text)
                .is_ok_and(|request| is_about_dice(&request.command))
        };
        assert!(about(r#"{"id":1,"do":{"rest":{"game":1}}}"#));
        for other in [
            r#"{"id":1,"do":"refresh"}"#,
            r#"{"id":1,"do":"refresh","link":{}}"#,
            r#"{"id":1,"do":{"talk":{"text":"\"link\":{ \"rest\":{"}}}"#,
            r#"{"link":{}}"#,
        ] {
            assert!(!about(other), "{other}");
        }
    }
}
