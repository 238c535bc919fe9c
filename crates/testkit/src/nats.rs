//! nats-server as a child.

use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::child::{command, cpu_seconds, free_port, start};

/// A nats-server of our own.
#[derive(Debug)]
pub struct Nats {
    port: u16,
    /// What it is started with besides.
    settings: Vec<String>,
    child: Mutex<Child>,
}

impl Nats {
    /// Starts one at a free port.
    ///
    /// # Panics
    /// nats-server is not installed, or does not start.
    pub fn start() -> Nats {
        Self::start_with(&[])
    }

    /// Starts one at a free port, with settings such as `--user`.
    ///
    /// # Panics
    /// nats-server is not installed, or does not start.
    pub fn start_with(settings: &[&str]) -> Nats {
        let port = free_port().expect("there is a free port");
        let settings: Vec<String> = settings.iter().map(|&setting| setting.into()).collect();
        let nats = Nats { port, child: Mutex::new(run(port, &settings)), settings };
        nats.wait();
        nats
    }

    /// Its address.
    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Processor time used so far, in seconds.
    pub fn cpu_seconds(&self) -> f64 {
        let id = self.child.lock().unwrap_or_else(PoisonError::into_inner).id();
        cpu_seconds(id)
    }

    /// Kills it at once.
    ///
    /// # Panics
    /// The process cannot be waited for.
    pub fn kill(&self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = child.kill();
        child.wait().expect("it can be waited for");
    }

    /// Starts it again at the same address.
    ///
    /// # Panics
    /// It does not start.
    pub fn start_again(&self) {
        *self.child.lock().unwrap_or_else(PoisonError::into_inner) = run(self.port, &self.settings);
        self.wait();
    }

    fn wait(&self) {
        let since = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(since.elapsed() < Duration::from_secs(30), "nats-server does not start");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}

fn run(port: u16, settings: &[String]) -> Child {
    let program = ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"]
        .into_iter()
        .map(Path::new)
        .find(|path| path.exists())
        .expect("nats-server is not installed: `cargo verify` installs it, or `apt-get install nats-server`");
    let mut nats = command(program, false);
    nats.args(["-a", "127.0.0.1", "-p", &port.to_string()])
        .args(settings)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    start(nats).expect("nats-server can be started")
}
