//! The program that ships, on a free port of this machine.

use std::path::{Path, PathBuf};

use testkit::Launch;

/// Bots wait a moment, so that a person would see them play; one address may do what a test does.
const SETTINGS: [&str; 5] = [
    "--bot-pause-ms=20",
    "--grace-seconds=0",
    "--messages-per-second=200",
    "--requests-per-second=500",
    "--log=off",
];

/// A running server; it ends with this value.
pub struct Server {
    server: testkit::Server,
    _data: tempfile::TempDir,
}

impl Server {
    /// Starts the server with an empty data folder and no waiting for bots.
    ///
    /// # Panics
    /// If the program has not been built: `cargo verify` builds it first.
    pub fn start() -> Server {
        let data = tempfile::tempdir().expect("a temporary folder can be made");
        let program = program();
        assert!(program.exists(), "{} has not been built: run `cargo verify`", program.display());
        let launch = Launch::serve(program, data.path(), &SETTINGS);
        let server = testkit::Server::start(launch).expect("the server starts");
        Server { server, _data: data }
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://{}", self.server.address)
    }

    /// Ends the server, as a machine does that loses power.
    pub fn stop(&mut self) {
        self.server.kill();
    }

    /// Ends the server as a machine does that loses power, and starts it again on the same port with the same data.
    pub fn restart(&mut self) {
        self.stop();
        self.server.restart().expect("the server starts again");
    }
}

/// The program that ships.
pub fn program() -> PathBuf {
    if let Some(path) = std::env::var_os("DAIKAIJU_PROGRAM") {
        return path.into();
    }
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target"), PathBuf::from);
    target.join("release/daikaiju")
}
