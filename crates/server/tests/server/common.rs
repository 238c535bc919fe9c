//! A real server process for tests.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part of this")]

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};

use daikaiju_server::client::{Http, Player};

/// Checks the dice of a record; a broken one fails the test.
pub fn checked(record: &engine::Record) -> fair::Report {
    let verdict = fair::verify(record, None);
    verdict.report().unwrap_or_else(|| panic!("{verdict}")).clone()
}

/// Reads until the player's own pledge for the next game is stored.
pub async fn pledged(player: &mut Player) {
    let table = format!("/api/tables/{}", player.table);
    let info: protocol::TableInfo = player.http.get(&table).await.unwrap().json().unwrap();
    let name = info.next.expect("no game is on").name;
    while !player.dice.judge().memory().get(&name).is_some_and(|kept| kept.accepted) {
        player.read().await.unwrap();
    }
}

/// A server process on a port of its own.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    pub data: PathBuf,
    arguments: Vec<String>,
    /// Where the program's own log goes; absent: to that of the tests.
    log: Option<PathBuf>,
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
        let (child, address) = spawn(data, "127.0.0.1:0", &arguments, None);
        Self { child, address, data: data.to_owned(), arguments, log: None }
    }

    /// The same server once more, with its log in a file.
    pub fn restart_with_log(&mut self, log: &Path) {
        self.kill();
        self.log = Some(log.to_owned());
        self.restart();
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
        (self.child, self.address) =
            spawn(&self.data, &listen, &self.arguments, self.log.as_deref());
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

fn spawn(
    data: &Path,
    listen: &str,
    arguments: &[String],
    log: Option<&Path>,
) -> (Child, SocketAddr) {
    let log = log.map(|log| std::fs::File::create(log).expect("the log can be written"));
    // A file that may not grow is an error for the program to tell of, not the end of it.
    let mut child = Process::new("sh")
        .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_daikaiju-server")])
        .args(["serve", "--listen", listen, "--data"])
        .arg(data)
        .args(arguments)
        .args(
            (!arguments.iter().any(|argument| argument.starts_with("--log=")))
                .then_some("--log=warn"),
        )
        .stdout(Stdio::piped())
        .stderr(log.map_or_else(Stdio::inherit, Stdio::from))
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
