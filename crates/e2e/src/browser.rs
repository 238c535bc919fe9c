//! Chromium as a child, spoken to over its debugging protocol.

use crate::page::Page;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::Duration;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// How long Chromium may take for one reply.
const SILENCE: Duration = Duration::from_secs(120);

/// A running Chromium; it ends with this value.
#[derive(Debug)]
pub struct Browser {
    child: Child,
    _profile: tempfile::TempDir,
    pub(crate) wire: Rc<RefCell<Wire>>,
}

/// The connection to Chromium: commands out, replies and events in.
#[derive(Debug)]
pub(crate) struct Wire {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    next: u64,
    /// Events that came while something else was waited for, by session.
    events: HashMap<String, Vec<Value>>,
}

impl Browser {
    /// Starts Chromium without a window.
    ///
    /// # Panics
    /// If there is no Chromium: `cargo verify` installs it first.
    pub fn launch() -> Browser {
        let profile = tempfile::tempdir().expect("a temporary folder can be made");
        let program = std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".into());
        let mut child = Command::new(program)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--force-color-profile=srgb",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("chromium starts");
        let stderr = child.stderr.take().expect("its messages are piped");
        let mut lines = BufReader::new(stderr).lines();
        let url = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("DevTools listening on ").map(str::to_owned))
            .expect("chromium says where it listens");
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        let (socket, _) = tungstenite::connect(&url).expect("chromium takes the connection");
        // What never comes is an error within this time, not a test that hangs.
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(SILENCE)).expect("a socket takes a timeout");
        }
        let wire = Wire { socket, next: 1, events: HashMap::new() };
        Browser { child, _profile: profile, wire: Rc::new(RefCell::new(wire)) }
    }

    /// A new tab of this size in a profile of its own: no cookies, no storage.
    pub fn page(&self, width: u32, height: u32) -> Page {
        let context = self.wire.borrow_mut().call(None, "Target.createBrowserContext", json!({}));
        let context = context["browserContextId"].as_str().expect("a context has an id").to_owned();
        let target = self.wire.borrow_mut().call(
            None,
            "Target.createTarget",
            json!({ "url": "about:blank", "browserContextId": context }),
        );
        let target = target["targetId"].as_str().expect("a tab has an id").to_owned();
        let session = self.wire.borrow_mut().call(
            None,
            "Target.attachToTarget",
            json!({ "targetId": target, "flatten": true }),
        );
        let session = session["sessionId"].as_str().expect("a session has an id").to_owned();
        Page::new(self.wire.clone(), session, width, height)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Wire {
    /// Sends a command and waits for its reply; events that come meanwhile are kept.
    pub(crate) fn call(&mut self, session: Option<&str>, method: &str, params: Value) -> Value {
        let id = self.next;
        self.next += 1;
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        self.socket.send(Message::text(message.to_string())).expect("chromium listens");
        loop {
            let text = match self.socket.read().expect("chromium answers") {
                Message::Text(text) => text,
                _ => continue,
            };
            let message: Value = serde_json::from_str(&text).expect("chromium speaks JSON");
            if message["id"] == id {
                if let Some(error) = message.get("error") {
                    return json!({ "error": error });
                }
                return message["result"].clone();
            }
            if let Some(session) = message["sessionId"].as_str() {
                self.events.entry(session.to_owned()).or_default().push(message);
            }
        }
    }

    /// The events of a session since the last time.
    pub(crate) fn events(&mut self, session: &str) -> Vec<Value> {
        self.events.remove(session).unwrap_or_default()
    }
}
