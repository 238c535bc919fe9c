//! The limit that the load command compares with: a bare WebSocket that sends back what it gets.

use axum::Router;
use axum::extract::ws::{Message, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::get;

use crate::config::ServeArgs;
use crate::serve::Failure;
use crate::socket::READ_BUFFER;

/// Serves the echo until it is killed.
///
/// # Errors
/// The port cannot be used.
pub fn echo(args: ServeArgs) -> Result<(), Failure> {
    let config = args.resolve().map_err(|error| Failure::new(error.to_string()))?;
    let runtime =
        tokio::runtime::Runtime::new().map_err(|error| Failure::new(error.to_string()))?;
    runtime.block_on(async {
        let listener = crate::serve::bind(config.listen)?;
        let address = listener.local_addr().map_err(|error| Failure::new(error.to_string()))?;
        println!("Daikaiju is at http://{address}/");
        let app = Router::new().route("/api/tables/{table}/socket", get(upgrade));
        loop {
            let Ok((stream, _)) = listener.accept().await else { continue };
            let _ = stream.set_nodelay(true);
            let service = hyper_util::service::TowerToHyperService::new(app.clone());
            let connection = hyper::server::conn::http1::Builder::new()
                .serve_connection(hyper_util::rt::TokioIo::new(stream), service);
            tokio::spawn(connection.with_upgrades());
        }
    })
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
