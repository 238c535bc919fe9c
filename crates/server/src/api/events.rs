//! The two ways to follow a table: a WebSocket, or lines of JSON over plain HTTP.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Utf8Bytes, WebSocketUpgrade};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use protocol::{Hello, Refusal, Seen};
use serde::Deserialize;

use super::{Parameters, TableName, is_own_origin};
use crate::hall::Hall;
use crate::outbox::{self, Out, Outgoing};
use crate::problem::{HttpRefused, refuse};
use crate::socket;
use crate::table::{Mail, Who};

/// How long a stream may be silent before an empty line shows that it is alive.
const ALIVE_EVERY: Duration = Duration::from_secs(7);

/// Opens the WebSocket of a table.
pub(crate) async fn socket(
    State(hall): State<Arc<Hall>>,
    TableName(table): TableName,
    who: Who,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, HttpRefused> {
    if !is_own_origin(&hall, &headers) {
        return Err(refuse(Refusal::Forbidden, "this socket was opened by a page of another site"));
    }
    if hall.is_stopping() {
        return Err(refuse(Refusal::Restarting, "the server is about to restart"));
    }
    let upgrade =
        upgrade.map_err(|_| refuse(Refusal::Malformed, "this address is for WebSockets"))?;
    Ok(socket::upgrade(upgrade, hall, table, who))
}

/// Where a stream begins.
#[derive(Deserialize)]
pub(crate) struct From {
    /// The game and the last step that have been seen.
    game: Option<u32>,
    since: Option<u64>,
    /// Whether what was missed comes as one message.
    history: Option<bool>,
}

/// Follows a table as lines of JSON: the messages of the WebSocket, with all legal answers.
pub(crate) async fn stream(
    State(hall): State<Arc<Hall>>,
    TableName(table): TableName,
    who: Who,
    Parameters(from): Parameters<From>,
) -> Result<Response, HttpRefused> {
    let address = who.address;
    if !hall.connections.enter(address) {
        return Err(refuse(Refusal::Full, "too many connections; try again later"));
    }
    let connection = hall.new_connection();
    // From here on the place is given back when the listener is dropped, whatever happens.
    let (outbox, outgoing) = outbox::outbox();
    let listener =
        Listener { hall: Arc::clone(&hall), table: table.clone(), connection, address, outgoing };
    let seen = from.game.zip(from.since).map(|(game, seq)| Seen { game, seq });
    let hello = Hello {
        protocol: protocol::VERSION,
        oldest: Some(protocol::OLDEST),
        key: who.key.clone(),
        seen,
        list_answers: true,
        history: from.history.unwrap_or(false),
    };
    hall.send(&table, Mail::Connect { connection, who, hello, id: 0, outbox }).await?;
    let lines = stream::unfold(Some(listener), |listener| async {
        let mut listener = listener?;
        let line = listener.next_line().await?;
        Some((Ok::<_, Infallible>(line), Some(listener)))
    });
    let body = axum::body::Body::from_stream(lines);
    Ok((
        [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")],
        body,
    )
        .into_response())
}

/// Somebody who follows a table as lines.
struct Listener {
    hall: Arc<Hall>,
    table: String,
    connection: u64,
    address: std::net::IpAddr,
    outgoing: Outgoing,
}

impl Listener {
    async fn next_line(&mut self) -> Option<String> {
        if self.outgoing.needs_resync() {
            self.hall.send(&self.table, Mail::Resync { connection: self.connection }).await.ok()?;
        }
        match tokio::time::timeout(ALIVE_EVERY, self.outgoing.next()).await {
            Ok(Some(Out::Text(text))) => Some(line(&text)),
            Ok(Some(Out::Many(texts))) => Some(texts.iter().map(line).collect()),
            Ok(Some(Out::Close(..)) | None) => None,
            Err(_) => Some("\n".into()),
        }
    }
}

fn line(text: &Utf8Bytes) -> String {
    format!("{text}\n")
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.hall.connections.leave(self.address);
        let (hall, table, connection) =
            (Arc::clone(&self.hall), std::mem::take(&mut self.table), self.connection);
        tokio::spawn(async move {
            let _ = hall.send(&table, Mail::Disconnect { connection }).await;
        });
    }
}
