//! A server as a child process, for the load and soak commands: a process of its own can be killed and measured.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::serve::Failure;

/// Settings under which no limit stands in the way of one address that plays for many.
pub(crate) const WITHOUT_LIMITS: [&str; 7] = [
    "--bot-pause-ms=0",
    "--messages-per-second=1000000",
    "--requests-per-second=1000000",
    "--tables-per-hour=100000000",
    "--max-tables=1000000",
    "--max-connections=100000",
    "--max-connections-per-address=100000",
];

/// A child process that serves.
#[derive(Debug)]
pub(crate) struct ServerChild {
    child: Child,
    pub(crate) address: SocketAddr,
    program: PathBuf,
    flags: Vec<&'static str>,
    data: PathBuf,
    core: Option<usize>,
}

impl ServerChild {
    /// Starts the program's `serve` on a free port with this data folder and further flags; on one core only, if one is
    /// named.
    pub(crate) fn start(
        program: &Path,
        flags: &[&'static str],
        data: &Path,
        core: Option<usize>,
    ) -> Result<Self, Failure> {
        let (child, address) = spawn(program, flags, data, "127.0.0.1:0", core)?;
        Ok(Self {
            child,
            address,
            program: program.to_owned(),
            flags: flags.to_vec(),
            data: data.to_owned(),
            core,
        })
    }

    /// Starts it again on the same port.
    pub(crate) fn restart(&mut self) -> Result<(), Failure> {
        (self.child, self.address) =
            spawn(&self.program, &self.flags, &self.data, &self.address.to_string(), self.core)?;
        Ok(())
    }

    /// SIGKILL.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// SIGTERM, and waits for the end.
    pub(crate) fn terminate(&mut self) {
        let pid = self.child.id().to_string();
        if Command::new("kill").args(["-TERM", &pid]).status().is_ok_and(|status| status.success())
        {
            let _ = self.child.wait();
        } else {
            self.kill();
        }
    }

    /// Processor time used so far, in seconds.
    pub(crate) fn cpu_seconds(&self) -> f64 {
        let stat =
            std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let fields: Vec<&str> =
            stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = |index: usize| {
            fields.get(index).and_then(|ticks| ticks.parse::<f64>().ok()).unwrap_or(0.0)
        };
        // Fields 14 and 15 of the whole line, counted in hundredths of a second on Linux.
        (ticks(11) + ticks(12)) / 100.0
    }

    /// Resident memory in kilobytes.
    pub(crate) fn memory_kb(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))
            .unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or_default();
        line.split_whitespace().nth(1).and_then(|kb| kb.parse().ok()).unwrap_or(0)
    }
}

impl Drop for ServerChild {
    fn drop(&mut self) {
        self.kill();
    }
}

fn spawn(
    program: &Path,
    flags: &[&'static str],
    data: &Path,
    listen: &str,
    core: Option<usize>,
) -> Result<(Child, SocketAddr), Failure> {
    let wrong =
        |why: String| Failure::new(format!("the server cannot be started as a child: {why}"));
    let mut command = match core {
        Some(core) => {
            let mut command = Command::new("taskset");
            command.args(["-c", &core.to_string()]).arg(program);
            command
        }
        None => Command::new(program),
    };
    command
        .args(["serve", "--log=error", "--listen", listen, "--data"])
        .arg(data)
        .args(WITHOUT_LIMITS)
        .args(flags);
    let mut child =
        command.stdout(Stdio::piped()).spawn().map_err(|error| wrong(error.to_string()))?;
    let mut line = String::new();
    if let Some(stdout) = child.stdout.take() {
        BufReader::new(stdout).read_line(&mut line).map_err(|error| wrong(error.to_string()))?;
    }
    let address =
        line.trim().trim_start_matches("Daikaiju is at http://").trim_end_matches('/').parse();
    address.map(|address| (child, address)).map_err(|_| wrong("it did not say where it is".into()))
}
