//! A real server process for tests.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part of this")]

use std::ops::Deref;
use std::path::Path;

use server_bench::client::{Http, Player};
use testkit::{Launch, WITHOUT_LIMITS};

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

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_daikaiju");

/// A server process on a port of its own. What cannot go wrong in a test is not asked about there.
pub struct Server(testkit::Server);

impl Deref for Server {
    type Target = testkit::Server;

    fn deref(&self) -> &testkit::Server {
        &self.0
    }
}

impl Server {
    /// Starts a server with limits out of the way.
    pub fn start(data: &Path) -> Self {
        Self::start_with(data, &WITHOUT_LIMITS)
    }

    /// Starts a server with these settings.
    pub fn start_with(data: &Path, settings: &[&str]) -> Self {
        let mut launch = Launch::serve(PROGRAM, data, settings);
        if !settings.iter().any(|setting| setting.starts_with("--log=")) {
            launch.arguments.push("--log=warn".into());
        }
        // A file that may not grow is an error for the program to tell of, not the end of it.
        launch.through =
            ["sh", "-c", "trap '' XFSZ; exec \"$0\" \"$@\""].map(str::to_owned).to_vec();
        Self(testkit::Server::start(launch).expect("the server starts"))
    }

    /// The same server once more, with its log in a file.
    pub fn restart_with_log(&mut self, log: &Path) {
        self.kill();
        self.0.launch.log = Some(log.to_owned());
        self.restart();
    }

    /// Kills the process with SIGKILL and starts it again on the same port.
    pub fn kill_and_restart(&mut self) {
        self.kill();
        self.restart();
    }

    pub fn kill(&mut self) {
        self.0.kill();
    }

    pub fn restart(&mut self) {
        self.0.restart().expect("the server starts again");
    }

    /// Asks the process to stop, and waits until it has.
    pub fn terminate(&mut self) -> std::process::ExitStatus {
        self.0.terminate().expect("the server ends")
    }

    pub fn http(&self) -> Http {
        Http::new(self.address)
    }
}
