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
    /// It is reached only by this password, and only encrypted.
    password: Option<&'static str>,
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
        Self::start_as(None)
    }

    /// A server as on another machine: encrypted with a certificate of its own making ([`Self::certificate`]), and with a password.
    ///
    /// # Panics
    /// PostgreSQL or openssl is not installed, or does not start.
    pub fn start_guarded(password: &'static str) -> Postgres {
        Self::start_as(Some(password))
    }

    fn start_as(password: Option<&'static str>) -> Postgres {
        let programs = programs()
            .expect("PostgreSQL is not installed: `cargo verify` installs it, or `apt-get install postgresql`");
        let folder = folder("postgres").expect("a temporary folder can be made");
        let data = folder.join("data");
        if is_root() {
            let owner = Command::new("chown").arg("postgres").arg(&folder).status();
            assert!(owner.is_ok_and(|status| status.success()), "the folder can be given away");
        }
        let mut initdb = command(&programs.join("initdb"), true);
        if let Some(password) = password {
            let file = folder.join("password");
            std::fs::write(&file, password).expect("a file can be written");
            initdb.arg("--auth=scram-sha-256").arg("--pwfile").arg(file);
        } else {
            initdb.arg("--auth=trust");
        }
        initdb.args(["--username=daikaiju", "--encoding=UTF8", "--locale=C", "--no-sync", "-D"]);
        initdb.arg(&data).stdout(Stdio::null()).current_dir("/");
        assert!(initdb.status().is_ok_and(|status| status.success()), "initdb makes a cluster");
        if password.is_some() {
            make_certificate(&folder);
        }
        let port = free_port().expect("there is a free port");
        let child = Mutex::new(run(&programs, &folder, port, password.is_some()));
        let databases = AtomicU32::new(0);
        let server = Postgres { programs, folder, port, child, databases, password };
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
            .env("PGPASSWORD", self.password.unwrap_or_default())
            .status();
        assert!(made.is_ok_and(|status| status.success()), "a database can be made");
        self.address(&name)
    }

    /// The address of a database of this name.
    pub fn address(&self, name: &str) -> String {
        if let Some(password) = self.password {
            let file = self.certificate();
            let place = format!("daikaiju:{password}@127.0.0.1:{}/{name}", self.port);
            return format!("postgres://{place}?sslmode=require&sslrootcert={}", file.display());
        }
        format!("postgres://daikaiju@127.0.0.1:{}/{name}?sslmode=disable", self.port)
    }

    /// The certificate of a guarded server.
    pub fn certificate(&self) -> PathBuf {
        self.folder.join("server.crt")
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Processor time used so far by the server and all its processes that live, in seconds.
    pub fn cpu_seconds(&self) -> f64 {
        let parent = self.child.lock().unwrap_or_else(PoisonError::into_inner).id();
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let stats = processes.filter_map(|process| {
            let id: u32 = process.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(process.path().join("stat")).ok()?;
            let fields: Vec<f64> = stat
                .rsplit(')')
                .next()?
                .split_whitespace()
                .map(|field| field.parse().unwrap_or(0.0))
                .collect();
            // Fields 4, 14 and 15 of the whole line; those of time in hundredths of a second on Linux.
            let is_ours = id == parent || fields.get(1) == Some(&f64::from(parent));
            is_ours.then(|| (fields[11] + fields[12]) / 100.0)
        });
        stats.sum()
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
        *child = run(&self.programs, &self.folder, self.port, self.password.is_some());
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

/// As PostgreSQL's manual shows: self-signed, and without a name that a browser would take.
fn make_certificate(folder: &std::path::Path) {
    let mut openssl = Command::new("openssl");
    openssl.args(["req", "-new", "-x509", "-days", "2", "-nodes", "-subj", "/CN=db.example"]);
    openssl.args(["-newkey", "rsa:2048", "-out"]).arg(folder.join("server.crt"));
    openssl.arg("-keyout").arg(folder.join("server.key"));
    let made = openssl.stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(made.is_ok_and(|status| status.success()), "openssl makes a certificate");
    if is_root() {
        let files = [folder.join("server.crt"), folder.join("server.key")];
        let owner = Command::new("chown").arg("postgres").args(files).status();
        assert!(owner.is_ok_and(|status| status.success()), "the files can be given away");
    }
}

fn run(programs: &std::path::Path, folder: &std::path::Path, port: u16, guarded: bool) -> Child {
    let mut postgres = command(&programs.join("postgres"), true);
    postgres.arg("-D").arg(folder.join("data")).args(["-p", &port.to_string()]);
    postgres.args(["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"]);
    postgres.arg("-c").arg(format!("unix_socket_directories={}", folder.display()));
    if guarded {
        postgres.args(["-c", "ssl=on"]);
        postgres.arg("-c").arg(format!("ssl_cert_file={}", folder.join("server.crt").display()));
        postgres.arg("-c").arg(format!("ssl_key_file={}", folder.join("server.key").display()));
    }
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
