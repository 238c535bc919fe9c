//! PostgreSQL as a child.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::child::{command, folder, free_port, is_root, start};

/// A PostgreSQL server of our own.
#[derive(Debug)]
pub struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    child: Mutex<Child>,
    databases: AtomicU32,
}

impl Postgres {
    /// The one server that all tests of this process share.
    ///
    /// # Panics
    /// PostgreSQL is not installed, or does not start.
    pub fn shared() -> &'static Postgres {
        static SHARED: OnceLock<Postgres> = OnceLock::new();
        SHARED.get_or_init(Postgres::start)
    }

    /// A server that nobody else uses, for tests that stop it.
    ///
    /// # Panics
    /// PostgreSQL is not installed, or does not start.
    pub fn start() -> Postgres {
        let programs = programs()
            .expect("PostgreSQL is not installed: `cargo verify` installs it, or `apt-get install postgresql`");
        let folder = folder("postgres").expect("a temporary folder can be made");
        let data = folder.join("data");
        if is_root() {
            let owner = Command::new("chown").arg("postgres").arg(&folder).status();
            assert!(owner.is_ok_and(|status| status.success()), "the folder can be given away");
        }
        let mut initdb = command(&programs.join("initdb"), true);
        initdb.args([
            "--auth=trust",
            "--username=daikaiju",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
            "-D",
        ]);
        initdb.arg(&data).stdout(Stdio::null()).current_dir("/");
        assert!(initdb.status().is_ok_and(|status| status.success()), "initdb makes a cluster");
        let port = free_port().expect("there is a free port");
        let child = Mutex::new(run(&programs, &folder, port));
        let server = Postgres { programs, folder, port, child, databases: AtomicU32::new(0) };
        server.wait();
        server
    }

    /// The address of a new, empty database.
    ///
    /// # Panics
    /// The server does not answer.
    pub fn database(&self) -> String {
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        let name = format!("test_{}_{number}", std::process::id());
        let made = Command::new(self.programs.join("createdb"))
            .args([
                "-h",
                "127.0.0.1",
                "-p",
                &self.port.to_string(),
                "-U",
                "daikaiju",
                "-T",
                "template0",
                &name,
            ])
            .status();
        assert!(made.is_ok_and(|status| status.success()), "a database can be made");
        self.address(&name)
    }

    /// The address of a database of this name.
    pub fn address(&self, name: &str) -> String {
        format!("postgres://daikaiju@127.0.0.1:{}/{name}?sslmode=disable", self.port)
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Kills it at once, as a power cut would.
    ///
    /// # Panics
    /// The process cannot be waited for.
    pub fn kill(&self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        // The postmaster's children notice and end by themselves; `immediate` does not wait for anybody.
        let mut stop = command(&self.programs.join("pg_ctl"), true);
        stop.args(["stop", "-m", "immediate", "-D"]).arg(self.folder.join("data"));
        stop.stdout(Stdio::null()).current_dir("/");
        assert!(stop.status().is_ok_and(|status| status.success()), "pg_ctl stops it");
        child.wait().expect("it can be waited for");
    }

    /// Starts it again at the same address.
    ///
    /// # Panics
    /// It does not start.
    pub fn start_again(&self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        *child = run(&self.programs, &self.folder, self.port);
        drop(child);
        self.wait();
    }

    /// Waits until it takes connections.
    fn wait(&self) {
        let since = Instant::now();
        loop {
            let ready = Command::new(self.programs.join("pg_isready"))
                .args(["-q", "-h", "127.0.0.1", "-p", &self.port.to_string()])
                .status();
            if ready.is_ok_and(|status| status.success()) {
                return;
            }
            assert!(since.elapsed() < Duration::from_secs(60), "PostgreSQL does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.kill();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn run(programs: &std::path::Path, folder: &std::path::Path, port: u16) -> Child {
    let mut postgres = command(&programs.join("postgres"), true);
    postgres.arg("-D").arg(folder.join("data")).args(["-p", &port.to_string()]);
    postgres.args(["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"]);
    postgres.arg("-c").arg(format!("unix_socket_directories={}", folder.display()));
    postgres.current_dir("/").stdout(Stdio::null()).stderr(Stdio::null());
    start(postgres).expect("postgres can be started")
}

/// Where Debian and others put the programs: the newest version that is there.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok();
    let mut found: Vec<PathBuf> = versions
        .into_iter()
        .flatten()
        .flatten()
        .map(|version| version.path().join("bin"))
        .filter(|folder| folder.join("initdb").exists())
        .collect();
    found.sort();
    let in_path = || {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).find(|folder| folder.join("initdb").exists())
    };
    found.pop().or_else(in_path)
}
