//! The limits that the load command compares with, both without a game and without a disk: a bare WebSocket that sends
//! back what it gets, and one that sends a step's worth of text to everyone at the same table.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::sync::mpsc;

use server::{Failure, READ_BUFFER};

/// As long as a usual step with its position.
const STEP: usize = 700;

/// The sockets of the tables that relay.
type Tables = Arc<Mutex<HashMap<String, Vec<mpsc::Sender<Utf8Bytes>>>>>;

/// Serves the echo until it is killed.
pub(crate) async fn serve(listen: SocketAddr) -> Result<(), Failure> {
    let listener = server::bind(listen)?;
    let address = listener.local_addr().map_err(|error| Failure::new(error.to_string()))?;
    println!("Daikaiju is at http://{address}/");
    let app = Router::new()
        .route("/api/tables/{table}/socket", get(upgrade))
        .with_state(Tables::default());
    loop {
        let Ok((stream, _)) = listener.accept().await else { continue };
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(app.clone());
        tokio::spawn(
            http1::Builder::new().serve_connection(TokioIo::new(stream), service).with_upgrades(),
        );
    }
}

async fn upgrade(
    upgrade: WebSocketUpgrade,
    Path(table): Path<String>,
    State(tables): State<Tables>,
) -> Response {
    let upgrade = upgrade.read_buffer_size(READ_BUFFER).write_buffer_size(0);
    upgrade.on_upgrade(async move |socket| {
        if table.starts_with("relay-") {
            relay(socket, &tables, &table).await;
        } else {
            echo(socket).await;
        }
    })
}

async fn echo(mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        let is_text = matches!(message, Message::Text(_));
        if is_text && socket.send(message).await.is_err() {
            return;
        }
    }
}

async fn relay(mut socket: WebSocket, tables: &Tables, table: &str) {
    let (sender, mut receiver) = mpsc::channel(32);
    let seats = || -> Vec<_> {
        let tables = tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.get(table).cloned().unwrap_or_default()
    };
    let step = Utf8Bytes::from("s".repeat(STEP));
    tables
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .entry(table.to_owned())
        .or_default()
        .push(sender);
    loop {
        tokio::select! {
            came = socket.recv() => match came {
                Some(Ok(Message::Text(_))) => {
                    for seat in seats() {
                        let _ = seat.try_send(step.clone());
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return,
            },
            Some(text) = receiver.recv() => {
                if socket.send(Message::Text(text)).await.is_err() {
                    return;
                }
            }
        }
    }
}
