//! A small client: what `load`, `soak-server` and the tests speak to a server with.

mod player;

use std::io;
use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use protocol::{Command, CreateTable, Created, Hello, Joined, Message, Options, Request, Sit};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message as Frame, Utf8Bytes};

pub use player::{Acknowledged, Player};
pub use server::random_bytes;

/// A response over HTTP.
#[derive(Clone, Debug)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Response {
    /// The first header of this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body read as JSON, if the request succeeded.
    ///
    /// # Errors
    /// The status and the body, if it did not.
    pub fn json<T: DeserializeOwned>(&self) -> io::Result<T> {
        if !(200..300).contains(&self.status) {
            return Err(io::Error::other(format!("status {}: {}", self.status, self.text())));
        }
        serde_json::from_slice(&self.body).map_err(io::Error::other)
    }
}

/// Speaks HTTP to one server, a connection per request.
#[derive(Clone, Debug)]
pub struct Http {
    /// Where the server is.
    pub address: SocketAddr,
    /// The secret of a seat.
    pub token: Option<String>,
    /// The secret part of a table's link.
    pub key: Option<String>,
}

impl Http {
    /// A client without secrets.
    pub fn new(address: SocketAddr) -> Self {
        Self { address, token: None, key: None }
    }

    /// `GET`.
    ///
    /// # Errors
    /// The connection failed.
    pub async fn get(&self, path: &str) -> io::Result<Response> {
        self.send("GET", path, "", None).await
    }

    /// `POST` with a JSON body.
    ///
    /// # Errors
    /// The connection failed.
    pub async fn post(&self, path: &str, body: &impl Serialize) -> io::Result<Response> {
        let body = serde_json::to_string(body).map_err(io::Error::other)?;
        self.send("POST", path, "content-type: application/json\r\n", Some(&body)).await
    }

    /// Any request, with further header lines.
    ///
    /// # Errors
    /// The connection failed or the response is not HTTP.
    pub async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: Option<&str>,
    ) -> io::Result<Response> {
        let mut stream = TcpStream::connect(self.address).await?;
        let token = self
            .token
            .as_ref()
            .map(|token| format!("authorization: Bearer {token}\r\n"))
            .unwrap_or_default();
        let key =
            self.key.as_ref().map(|key| format!("x-table-key: {key}\r\n")).unwrap_or_default();
        let length =
            body.map(|body| format!("content-length: {}\r\n", body.len())).unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{token}{key}{headers}{length}\r\n{}",
            self.address,
            body.unwrap_or_default()
        );
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        parse(&answer).ok_or_else(|| io::Error::other("the response is not HTTP"))
    }

    /// Creates a table and sits down as a program; the token is kept.
    ///
    /// # Errors
    /// The connection failed or the server refused.
    pub async fn create(&mut self, options: Options, name: &str) -> io::Result<Created> {
        let sit = Some(Sit { name: name.into(), monster: None, seat: None, program: true });
        let created: Created =
            self.post("/api/tables", &CreateTable { options, sit }).await?.json()?;
        self.token.clone_from(&created.token);
        self.key = Some(created.key.clone());
        Ok(created)
    }

    /// Sits down at a table as a program; the token is kept.
    ///
    /// # Errors
    /// The connection failed or the server refused.
    pub async fn join(&mut self, table: &str, key: &str, name: &str) -> io::Result<Joined> {
        self.key = Some(key.into());
        let sit = Sit { name: name.into(), monster: None, seat: None, program: true };
        let joined: Joined =
            self.post(&format!("/api/tables/{table}/seats"), &sit).await?.json()?;
        self.token.clone_from(&joined.token);
        Ok(joined)
    }

    /// Gives a command.
    ///
    /// # Errors
    /// The connection failed.
    pub async fn command(&self, table: &str, command: &Command) -> io::Result<Response> {
        self.post(&format!("/api/tables/{table}/commands"), command).await
    }
}

fn parse(answer: &[u8]) -> Option<Response> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&answer[..end]).ok()?;
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let chunked =
        headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let body = if chunked { unchunk(&answer[end + 4..]) } else { answer[end + 4..].to_vec() };
    Some(Response { status, headers, body })
}

fn unchunk(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|window| window == b"\r\n") {
        let size = std::str::from_utf8(&rest[..end])
            .ok()
            .and_then(|size| usize::from_str_radix(size.trim(), 16).ok())
            .unwrap_or(0);
        let Some(chunk) = rest.get(end + 2..end + 2 + size).filter(|chunk| !chunk.is_empty())
        else {
            break;
        };
        body.extend_from_slice(chunk);
        rest = rest.get(end + 4 + size..).unwrap_or_default();
    }
    body
}

/// A WebSocket to one table.
#[derive(Debug)]
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    next_id: u64,
}

/// Why a socket ended.
#[derive(Debug)]
pub enum Ended {
    /// The server closed it with this code.
    Closed(Option<u16>),
    /// The connection broke.
    Broken(String),
    /// The server broke a promise: a gap, a double step, a refusal without reason.
    Wrong(String),
}

impl Socket {
    /// Connects to a table and says hello.
    ///
    /// # Errors
    /// The connection failed or was refused.
    pub async fn connect(http: &Http, table: &str, hello: Hello) -> Result<Self, Ended> {
        let mut socket = Self::open(http, table, None).await?;
        socket.command(Command::Hello(hello)).await?;
        Ok(socket)
    }

    /// Connects without saying anything, as a page of this origin.
    ///
    /// # Errors
    /// The connection failed or was refused.
    pub async fn open(http: &Http, table: &str, origin: Option<&str>) -> Result<Self, Ended> {
        let broken = |error: &dyn std::fmt::Display| Ended::Broken(error.to_string());
        let stream = TcpStream::connect(http.address).await.map_err(|error| broken(&error))?;
        stream.set_nodelay(true).map_err(|error| broken(&error))?;
        let address = format!("ws://{}/api/tables/{table}/socket", http.address);
        let mut request = address.into_client_request().map_err(|error| broken(&error))?;
        let mut insert = |name: &'static str, value: &str| {
            value
                .parse()
                .map(|value| drop(request.headers_mut().insert(name, value)))
                .map_err(|_| broken(&"a header is not text"))
        };
        if let Some(token) = &http.token {
            insert("authorization", &format!("Bearer {token}"))?;
        }
        if let Some(origin) = origin {
            insert("origin", origin)?;
        }
        let config = WebSocketConfig::default()
            .read_buffer_size(4096)
            .write_buffer_size(0)
            .max_write_buffer_size(1 << 20);
        let (stream, _) =
            tokio_tungstenite::client_async_with_config(request, stream, Some(config))
                .await
                .map_err(|error| broken(&error))?;
        Ok(Self { stream, next_id: 1 })
    }

    /// Sends a command; gives its number back.
    ///
    /// # Errors
    /// The connection broke.
    pub async fn command(&mut self, command: Command) -> Result<u64, Ended> {
        let id = self.next_id;
        self.next_id += 1;
        let text = serde_json::to_string(&Request { id, command })
            .map_err(|error| Ended::Broken(error.to_string()))?;
        self.send(Frame::text(text)).await?;
        Ok(id)
    }

    /// Sends any frame.
    ///
    /// # Errors
    /// The connection broke.
    pub async fn send(&mut self, frame: Frame) -> Result<(), Ended> {
        self.stream.send(frame).await.map_err(|error| Ended::Broken(error.to_string()))
    }

    /// The next message as text.
    ///
    /// # Errors
    /// The connection ended.
    pub async fn text(&mut self) -> Result<Utf8Bytes, Ended> {
        loop {
            match self.stream.next().await {
                Some(Ok(Frame::Text(text))) => return Ok(text),
                Some(Ok(Frame::Close(frame))) => {
                    return Err(Ended::Closed(frame.map(|frame| frame.code.into())));
                }
                Some(Ok(_)) => {}
                Some(Err(SocketError::ConnectionClosed)) | None => return Err(Ended::Closed(None)),
                Some(Err(error)) => return Err(Ended::Broken(error.to_string())),
            }
        }
    }

    /// The code and the reason with which the server closes; whatever comes before is skipped.
    pub async fn closed(&mut self) -> Option<(u16, String)> {
        loop {
            match self.stream.next().await? {
                Ok(Frame::Close(frame)) => {
                    return frame.map(|frame| (frame.code.into(), frame.reason.to_string()));
                }
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// The next message.
    ///
    /// # Errors
    /// The connection ended or the message cannot be read.
    pub async fn message(&mut self) -> Result<Message, Ended> {
        let text = self.text().await?;
        serde_json::from_str(&text).map_err(|error| Ended::Broken(format!("{error}: {text}")))
    }

    /// Skips messages until one is wanted.
    ///
    /// # Errors
    /// The connection ended.
    pub async fn until<T>(
        &mut self,
        mut wanted: impl FnMut(Message) -> Option<T>,
    ) -> Result<T, Ended> {
        loop {
            if let Some(found) = wanted(self.message().await?) {
                return Ok(found);
            }
        }
    }
}
