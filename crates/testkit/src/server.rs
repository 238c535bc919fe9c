//! Daikaiju's own server as a child process: a process of its own can be killed, measured and started again. Tests, the tests in
//! a browser, `load` and `soak-server` all start it here.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

/// Settings under which no limit stands in the way of one address that plays for many.
pub const WITHOUT_LIMITS: [&str; 7] = [
    "--bot-pause-ms=0",
    "--messages-per-second=1000000",
    "--requests-per-second=1000000",
    "--tables-per-hour=100000000",
    "--max-tables=1000000",
    "--max-connections=100000",
    "--max-connections-per-address=100000",
];

/// How a server is started.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// The program.
    pub program: PathBuf,
    /// A program that becomes it, such as `taskset -c 0`.
    pub through: Vec<String>,
    /// Its command and settings, all but the address.
    pub arguments: Vec<String>,
    /// Where its log goes; to that of this process if not given.
    pub log: Option<PathBuf>,
}

impl Launch {
    /// `serve` with this data folder and these settings.
    pub fn serve(program: impl Into<PathBuf>, data: &Path, settings: &[&str]) -> Self {
        let data = data.display().to_string();
        let words = ["serve", "--data", &data].into_iter().chain(settings.iter().copied());
        Self {
            program: program.into(),
            arguments: words.map(str::to_owned).collect(),
            ..Self::default()
        }
    }

    /// The same on one core of the processor only, if one is named.
    #[must_use]
    pub fn on_core(mut self, core: Option<usize>) -> Self {
        if let Some(core) = core {
            self.through = ["taskset", "-c", &core.to_string()].map(str::to_owned).to_vec();
        }
        self
    }

    fn spawn(&self, listen: &str) -> io::Result<(Child, SocketAddr)> {
        let mut words = self.through.iter().map(AsRef::as_ref).chain([self.program.as_os_str()]);
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).args(&self.arguments).args(["--listen", listen]);
        if let Some(log) = &self.log {
            command.stderr(File::create(log)?);
        }
        let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| {
            io::Error::new(
                error.kind(),
                format!("{} cannot be started: {error}", self.program.display()),
            )
        })?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line)?;
        }
        let address = line
            .trim()
            .strip_prefix("Daikaiju is at http://")
            .map(|rest| rest.trim_end_matches('/'));
        match address.and_then(|address| address.parse().ok()) {
            Some(address) => Ok((child, address)),
            None => {
                let _ = child.kill();
                let _ = child.wait();
                Err(io::Error::other(format!("the server did not say where it is: {line:?}")))
            }
        }
    }
}

/// A child process that serves; it ends with this value.
#[derive(Debug)]
pub struct Server {
    child: Child,
    /// Where it is.
    pub address: SocketAddr,
    /// How it was started, and will be the next time.
    pub launch: Launch,
}

impl Server {
    /// Starts a server on a free port of this machine.
    ///
    /// # Errors
    /// It cannot be started, or does not say where it is.
    pub fn start(launch: Launch) -> io::Result<Self> {
        let (child, address) = launch.spawn("127.0.0.1:0")?;
        Ok(Self { child, address, launch })
    }

    /// Starts it again on the same port, once it has ended.
    ///
    /// # Errors
    /// It cannot be started, or does not say where it is.
    pub fn restart(&mut self) -> io::Result<()> {
        (self.child, self.address) = self.launch.spawn(&self.address.to_string())?;
        Ok(())
    }

    /// SIGKILL, as a machine does that loses power.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// SIGTERM, and waits for the end.
    ///
    /// # Errors
    /// The signal cannot be sent, or the end cannot be seen.
    pub fn terminate(&mut self) -> io::Result<ExitStatus> {
        Command::new("kill").args(["-TERM", &self.pid().to_string()]).status()?;
        self.child.wait()
    }

    /// Sends it a signal, such as `-STOP`.
    ///
    /// # Errors
    /// The signal cannot be sent.
    pub fn signal(&self, name: &str) -> io::Result<()> {
        let sent = Command::new("kill").args([name, &self.pid().to_string()]).status()?;
        if sent.success() { Ok(()) } else { Err(io::Error::other("the signal was not sent")) }
    }

    /// Its number among the processes.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Processor time used so far, in seconds.
    pub fn cpu_seconds(&self) -> f64 {
        crate::child::cpu_seconds(self.pid())
    }

    /// Resident memory in kilobytes.
    pub fn memory_kb(&self) -> u64 {
        self.status_kb("VmRSS")
    }

    /// Resident memory in kilobytes that is its own, and that which files are mapped into, such as its code.
    pub fn own_and_mapped_kb(&self) -> (u64, u64) {
        (self.status_kb("RssAnon"), self.status_kb("RssFile"))
    }

    fn status_kb(&self, name: &str) -> u64 {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.pid())).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        line.split_whitespace().nth(1).and_then(|kb| kb.parse().ok()).unwrap_or(0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
