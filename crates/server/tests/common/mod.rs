//! A real server process for tests, and players that answer by chance.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part of this")]

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::time::Duration;

use engine::play::Random;
use engine::{Need, Seat, State};
use protocol::{Command, Hello, Message, Seen};
use server::client::{Ended, Http, Socket};

/// A server process on a port of its own.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    pub data: PathBuf,
    arguments: Vec<String>,
}

impl Server {
    /// Starts a server with limits out of the way.
    pub fn start(data: &Path) -> Self {
        let limits = [
            "--bot-pause-ms=0",
            "--messages-per-second=100000",
            "--requests-per-second=100000",
            "--tables-per-hour=1000000",
            "--max-connections-per-address=20000",
        ];
        Self::start_with(data, &limits)
    }

    /// Starts a server with these settings.
    pub fn start_with(data: &Path, arguments: &[&str]) -> Self {
        let arguments: Vec<String> =
            arguments.iter().map(|&argument| argument.to_owned()).collect();
        let (child, address) = spawn(data, "127.0.0.1:0", &arguments);
        Self { child, address, data: data.to_owned(), arguments }
    }

    /// Kills the process with SIGKILL and starts it again on the same port.
    pub fn kill_and_restart(&mut self) {
        self.kill();
        self.restart();
    }

    pub fn kill(&mut self) {
        self.child.kill().expect("the server runs");
        self.child.wait().expect("the server ends");
    }

    pub fn restart(&mut self) {
        let listen = self.address.to_string();
        (self.child, self.address) = spawn(&self.data, &listen, &self.arguments);
    }

    /// Asks the process to stop, and waits until it has.
    pub fn terminate(&mut self) -> std::process::ExitStatus {
        let pid = self.child.id().to_string();
        Process::new("kill").args(["-TERM", &pid]).status().expect("kill is there");
        self.child.wait().expect("the server ends")
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn http(&self) -> Http {
        Http::new(self.address)
    }

    /// Resident memory in kilobytes.
    pub fn memory_kb(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid()))
            .expect("the process runs");
        let line = status.lines().find(|line| line.starts_with("VmRSS")).expect("it has memory");
        line.split_whitespace().nth(1).and_then(|kb| kb.parse().ok()).expect("a number")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(data: &Path, listen: &str, arguments: &[String]) -> (Child, SocketAddr) {
    let mut child = Process::new(env!("CARGO_BIN_EXE_daikaiju-server"))
        .args(["serve", "--log=warn", "--listen", listen, "--data"])
        .arg(data)
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("stdout is piped"))
        .read_line(&mut line)
        .expect("the server speaks");
    let address =
        line.trim().trim_start_matches("Daikaiju is at http://").trim_end_matches('/').parse();
    (child, address.unwrap_or_else(|_| panic!("no address in {line:?}")))
}

/// A player who follows the game over a socket and answers by chance.
pub struct Player {
    pub http: Http,
    pub table: String,
    pub seat: Seat,
    pub game: u32,
    pub seq: u64,
    pub state: Option<State>,
    pub over: bool,
    pub socket: Option<Socket>,
    pub chance: Random,
    /// The last answer that was sent and not yet acknowledged, and those that were.
    pub sent: Option<(u64, Command)>,
    pub acknowledged: Vec<u64>,
    /// Every step seen, to find gaps.
    pub steps: Vec<u64>,
}

impl Player {
    pub fn new(http: Http, table: &str, seat: Seat, seed: u64) -> Self {
        Self {
            http,
            table: table.to_owned(),
            seat,
            game: 0,
            seq: 0,
            state: None,
            over: false,
            socket: None,
            chance: Random::new(seed),
            sent: None,
            acknowledged: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// Connects, or connects again, saying what has been seen.
    pub async fn connect(&mut self) -> Result<(), Ended> {
        let seen = (0 < self.game).then_some(Seen { game: self.game, seq: self.seq });
        let hello = Hello {
            protocol: protocol::VERSION,
            key: self.http.key.clone(),
            seen,
            list_answers: false,
        };
        self.socket = Some(Socket::connect(&self.http, &self.table, hello).await?);
        Ok(())
    }

    /// Reads one message and takes it in.
    pub async fn read(&mut self) -> Result<Message, Ended> {
        let socket = self.socket.as_mut().ok_or(Ended::Closed(None))?;
        let message = tokio::time::timeout(Duration::from_secs(20), socket.message())
            .await
            .unwrap_or_else(|_| Err(Ended::Broken("nothing came for 20 seconds".into())))?;
        self.take_in(&message);
        Ok(message)
    }

    fn take_in(&mut self, message: &Message) {
        match message {
            Message::Game(info) => {
                if info.game != self.game {
                    (self.game, self.seq, self.state, self.over) = (info.game, 0, None, false);
                    self.steps.clear();
                }
            }
            Message::View { game, seq, view, .. } => {
                assert_eq!(*game, self.game);
                (self.seq, self.state) = (*seq, Some(**view));
            }
            Message::Step(step) => {
                assert_eq!(step.game, self.game);
                assert_eq!(step.seq, self.seq + 1, "a step is missing or doubled");
                self.seq = step.seq;
                self.state = Some(*step.view);
                self.steps.push(step.seq);
            }
            Message::Over { .. } => self.over = true,
            Message::Done(reply) => {
                if let Some((id, _)) = &self.sent
                    && *id == reply.id
                {
                    self.acknowledged.extend(reply.seq);
                    self.sent = None;
                }
            }
            _ => {}
        }
    }

    /// The question that is open for this player.
    pub fn is_asked(&self) -> bool {
        let asked =
            |state: &State| matches!(state.need(), Need::Answer(ask) if ask.seat == self.seat);
        self.state.as_ref().is_some_and(asked)
    }

    /// Answers by chance.
    pub async fn answer(&mut self) -> Result<(), Ended> {
        let Some(state) = &self.state else { return Ok(()) };
        let answers = state.answers();
        let answer = answers.get(self.chance.below(answers.len())).expect("there is an answer");
        let command = Command::Answer { game: self.game, seq: self.seq, answer };
        self.give(command).await
    }

    /// Sends a command and remembers it.
    pub async fn give(&mut self, command: Command) -> Result<(), Ended> {
        let socket = self.socket.as_mut().ok_or(Ended::Closed(None))?;
        let id = socket.command(command.clone()).await?;
        self.sent = Some((id, command));
        Ok(())
    }

    /// Plays until the game is over.
    pub async fn play(&mut self) -> Result<(), Ended> {
        let mut answered = None;
        while !self.over || self.sent.is_some() {
            if self.is_asked() && self.sent.is_none() && answered != Some((self.game, self.seq)) {
                answered = Some((self.game, self.seq));
                self.answer().await?;
            }
            if let Message::Refused { text, code, .. } = self.read().await? {
                panic!("refused: {code:?} {text}");
            }
        }
        Ok(())
    }
}
