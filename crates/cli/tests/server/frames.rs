//! WebSocket frames as no library sends them, byte by byte, in the manner of the Autobahn test suite: what the protocol
//! allows is understood, and what it forbids is answered by the close code that says so (RFC 6455, 7.4.1).

use std::time::Duration;

use crate::common::Server;
use protocol::Options;
use server_bench::client::Http;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;
const LAST: u8 = 0x80;

/// A connection on which any bytes can be sent.
struct Raw(TcpStream);

/// One frame as a client has to send it: masked.
fn frame(head: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![head];
    match payload.len() {
        length @ 0..=125 => bytes.push(0x80 | length as u8),
        length @ 126..=65535 => {
            bytes.push(0x80 | 126);
            bytes.extend_from_slice(&(length as u16).to_be_bytes());
        }
        length => {
            bytes.push(0x80 | 127);
            bytes.extend_from_slice(&(length as u64).to_be_bytes());
        }
    }
    let mask = [0x12, 0x34, 0x56, 0x78];
    bytes.extend_from_slice(&mask);
    bytes.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}

impl Raw {
    async fn open(http: &Http, table: &str) -> Self {
        let mut stream = TcpStream::connect(http.address).await.unwrap();
        let request = format!(
            "GET /api/tables/{table}/socket HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            http.address
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
        Self(stream)
    }

    async fn send(&mut self, bytes: &[u8]) {
        // A server that has hung up already need not read the rest.
        let _ = self.0.write_all(bytes).await;
    }

    async fn hello(&mut self, key: &str) {
        let hello = format!(r#"{{"id":1,"do":{{"hello":{{"protocol":2,"key":"{key}"}}}}}}"#);
        self.send(&frame(LAST | TEXT, hello.as_bytes())).await;
        self.until_text("caught_up").await;
    }

    /// The next frame: its first byte and its payload; nothing if the connection ended without one.
    async fn next(&mut self) -> Option<(u8, Vec<u8>)> {
        let read = async {
            let head = self.0.read_u8().await.ok()?;
            let length = match self.0.read_u8().await.ok()? {
                126 => usize::from(self.0.read_u16().await.ok()?),
                127 => usize::try_from(self.0.read_u64().await.ok()?).ok()?,
                length => usize::from(length),
            };
            let mut payload = vec![0; length];
            self.0.read_exact(&mut payload).await.ok()?;
            Some((head, payload))
        };
        tokio::time::timeout(Duration::from_secs(30), read).await.expect("something comes")
    }

    async fn until_text(&mut self, wanted: &str) -> String {
        loop {
            let (head, payload) = self.next().await.unwrap_or_else(|| panic!("no {wanted}"));
            let text = String::from_utf8_lossy(&payload).into_owned();
            if head == LAST | TEXT && text.contains(wanted) {
                return text;
            }
        }
    }

    /// The code with which the server closes.
    async fn close_code(&mut self) -> Option<u16> {
        loop {
            let (head, payload) = self.next().await?;
            if head == LAST | CLOSE {
                return Some(
                    payload.get(..2).map_or(1005, |code| u16::from_be_bytes([code[0], code[1]])),
                );
            }
        }
    }
}

async fn table(server: &Server) -> (Http, String, String) {
    let mut http = server.http();
    let created = http.create(Options::default(), "Ann").await.unwrap();
    (http, created.table, created.key)
}

#[tokio::test]
async fn what_the_protocol_forbids_is_answered_by_its_close_code() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (http, table, key) = table(&server).await;
    let close = |code: u16| frame(LAST | CLOSE, &code.to_be_bytes());
    let unmasked = [&[LAST | TEXT, 2][..], b"hi"].concat();
    let large = "x".repeat(9000);
    let in_parts =
        [frame(TEXT, &large.as_bytes()[..4500]), frame(LAST, &large.as_bytes()[..4500])].concat();
    let cases: Vec<(&str, Vec<u8>, u16)> = vec![
        ("a frame without a mask", unmasked, 1002),
        ("reserved bit 1", frame(LAST | 0x40 | TEXT, b"hi"), 1002),
        ("reserved bit 2", frame(LAST | 0x20 | TEXT, b"hi"), 1002),
        ("reserved bit 3", frame(LAST | 0x10 | PING, b"hi"), 1002),
        ("reserved opcode 3", frame(LAST | 3, b"hi"), 1002),
        ("reserved opcode 7", frame(LAST | 7, b""), 1002),
        ("reserved opcode 11", frame(LAST | 11, b""), 1002),
        ("reserved opcode 15", frame(LAST | 15, b"hi"), 1002),
        ("a ping in parts", frame(PING, b"hi"), 1002),
        ("a pong in parts", frame(PONG, b"hi"), 1002),
        ("a close in parts", frame(CLOSE, &1000_u16.to_be_bytes()), 1002),
        ("a ping of 126 bytes", frame(LAST | PING, &[0; 126]), 1002),
        ("the rest of nothing", frame(LAST, b"hi"), 1002),
        ("a text within a text", [frame(TEXT, b"{"), frame(LAST | TEXT, b"{}")].concat(), 1002),
        ("a close of one byte", frame(LAST | CLOSE, b"x"), 1002),
        ("close code 0", close(0), 1002),
        ("close code 999", close(999), 1002),
        ("close code 1004", close(1004), 1002),
        ("close code 1005", close(1005), 1002),
        ("close code 1006", close(1006), 1002),
        ("close code 1015", close(1015), 1002),
        ("close code 2999", close(2999), 1002),
        ("a text that is not UTF-8", frame(LAST | TEXT, b"\xce\xba\xed\xa0\x80"), 1007),
        ("a text cut within a letter", frame(LAST | TEXT, b"\xce\xba\xe1\xbd"), 1007),
        (
            "not UTF-8 in two parts",
            [frame(TEXT, b"\xf4"), frame(LAST, b"\x90\x80\x80")].concat(),
            1007,
        ),
        ("a message of 9,000 bytes", frame(LAST | TEXT, large.as_bytes()), 1009),
        ("9,000 bytes in two parts", in_parts, 1009),
        (
            "2 GB announced",
            [&[LAST | BINARY, 0x80 | 127][..], &(1_u64 << 31).to_be_bytes(), &[0; 4]].concat(),
            1009,
        ),
    ];
    for (what, bytes, code) in &cases {
        for greeted in [false, true] {
            let mut raw = Raw::open(&http, &table).await;
            if greeted {
                raw.hello(&key).await;
            }
            raw.send(bytes).await;
            assert_eq!(raw.close_code().await, Some(*code), "{what}, hello said: {greeted}");
        }
    }
}

#[tokio::test]
async fn what_the_protocol_allows_is_understood() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (http, table, key) = table(&server).await;
    // A hello in many parts with a ping in between, byte by byte.
    let mut raw = Raw::open(&http, &table).await;
    let hello = format!(r#"{{"id":1,"do":{{"hello":{{"protocol":2,"key":"{key}"}}}}}}"#);
    let (start, rest) = hello.as_bytes().split_at(20);
    let (middle, end) = rest.split_at(1);
    let bytes = [
        frame(TEXT, start),
        frame(LAST | PING, b"there?"),
        frame(0, middle),
        frame(0, b""),
        frame(LAST, end),
    ]
    .concat();
    for byte in bytes {
        raw.send(&[byte]).await;
    }
    assert_eq!(raw.next().await, Some((LAST | PONG, b"there?".to_vec())));
    raw.until_text("welcome").await;
    raw.until_text("caught_up").await;
    // Pings of 0 and 125 bytes, pongs that nobody asked for, an empty text.
    for payload in [&[][..], &[7; 125]] {
        raw.send(&frame(LAST | PONG, payload)).await;
        raw.send(&frame(LAST | PING, payload)).await;
        assert_eq!(raw.next().await, Some((LAST | PONG, payload.to_vec())));
    }
    raw.send(&frame(LAST | TEXT, b"")).await;
    raw.until_text("malformed").await;
    // Closing in peace, with any code that may be sent.
    for code in [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999] {
        let mut raw = Raw::open(&http, &table).await;
        raw.hello(&key).await;
        raw.send(&frame(LAST | CLOSE, &u16::to_be_bytes(code))).await;
        assert_eq!(raw.close_code().await, Some(code));
    }
    let mut raw = Raw::open(&http, &table).await;
    raw.hello(&key).await;
    raw.send(&frame(LAST | CLOSE, b"")).await;
    assert_eq!(raw.close_code().await, Some(1005));
}

#[tokio::test]
async fn a_flood_of_pings_is_cut() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (http, table, key) = table(&server).await;
    let mut raw = Raw::open(&http, &table).await;
    raw.hello(&key).await;
    raw.send(&frame(LAST | PING, b"").repeat(500)).await;
    assert_eq!(raw.close_code().await, Some(1008));
}

#[tokio::test]
async fn a_message_that_cannot_be_read_is_refused_under_its_number() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (http, table, key) = table(&server).await;
    let mut raw = Raw::open(&http, &table).await;
    raw.hello(&key).await;
    for (id, text) in [
        (7, r#"{"id":7,"do":{"sit":{"name":"Ann","monster":"nessie"}}}"#),
        (8, r#"{"id":8,"do":{"answer":{"game":1,"seq":1,"answer":{"use":"rapid_heeling"}}}}"#),
        (9, r#"{"do":"fly","id":9}"#),
        (10, r#"{"id":10}"#),
    ] {
        raw.send(&frame(LAST | TEXT, text.as_bytes())).await;
        let refused = raw.until_text("refused").await;
        assert!(refused.contains(&format!(r#""id":{id},"code":"malformed""#)), "{refused}");
    }
    raw.send(&frame(LAST | TEXT, b"{")).await;
    assert!(raw.until_text("refused").await.contains(r#""id":null"#));
}
