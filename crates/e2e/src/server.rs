//! The program that ships, on a free port of this machine.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A running server; it ends with this value.
pub struct Server {
    child: Child,
    data: tempfile::TempDir,
    address: String,
}

impl Server {
    /// Starts the server with an empty data folder and no waiting for bots.
    ///
    /// # Panics
    /// If the program has not been built: `cargo verify` builds it first.
    pub fn start() -> Server {
        let data = tempfile::tempdir().expect("a temporary folder can be made");
        let (child, address) = launch(data.path(), "127.0.0.1:0");
        Server { child, data, address }
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Ends the server, as a machine does that loses power.
    pub fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Ends the server as a machine does that loses power, and starts it again on the same port with the same data.
    pub fn restart(&mut self) {
        self.stop();
        let (child, address) = launch(self.data.path(), &self.address.clone());
        self.child = child;
        self.address = address;
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
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

fn launch(data: &Path, listen: &str) -> (Child, String) {
    let program = program();
    assert!(program.exists(), "{} has not been built: run `cargo verify`", program.display());
    let mut child = Command::new(&program)
        .args([
            "serve",
            "--listen",
            listen,
            "--bot-pause-ms",
            "20",
            "--grace-seconds",
            "0",
            "--messages-per-second",
            "200",
            "--requests-per-second",
            "500",
            "--data",
        ])
        .arg(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the server starts");
    let stdout = child.stdout.take().expect("its output is piped");
    let mut lines = BufReader::new(stdout).lines();
    let address = lines
        .by_ref()
        .map_while(Result::ok)
        .find_map(|line| Some(line.split_once("http://")?.1.split(['/', ' ']).next()?.to_owned()))
        .expect("the server says where it is");
    // Whatever else it says is read, so that it never waits for a reader.
    std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
    (child, address)
}
