//! The limit that the load command compares with: a bare WebSocket that sends back what it gets.

use axum::Router;
use axum::extract::ws::{Message, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;

use crate::config::Config;
use crate::serve::Failure;
use crate::socket::READ_BUFFER;

/// Serves the echo until it is killed.
pub(crate) async fn serve(config: &Config) -> Result<(), Failure> {
    let listener = crate::serve::bind(config.listen)?;
    let address = listener.local_addr().map_err(|error| Failure::new(error.to_string()))?;
    println!("Daikaiju is at http://{address}/");
    let app = Router::new().route("/api/tables/{table}/socket", get(upgrade));
    loop {
        let Ok((stream, _)) = listener.accept().await else { continue };
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(app.clone());
        tokio::spawn(
            http1::Builder::new().serve_connection(TokioIo::new(stream), service).with_upgrades(),
        );
    }
}

async fn upgrade(upgrade: WebSocketUpgrade) -> Response {
    upgrade.read_buffer_size(READ_BUFFER).write_buffer_size(0).on_upgrade(|mut socket| async move {
        while let Some(Ok(message)) = socket.recv().await {
            let is_text = matches!(message, Message::Text(_));
            if is_text && socket.send(message).await.is_err() {
                return;
            }
        }
    })
}
