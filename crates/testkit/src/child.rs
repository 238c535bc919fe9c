//! A program that ends when the process that started it does.

use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;

/// Starts a program from a thread that lives as long as the process: the kernel ends the child with the thread that
/// started it.
pub(crate) fn start(mut command: Command) -> io::Result<Child> {
    type Job = (Command, mpsc::Sender<io::Result<Child>>);
    static STARTER: std::sync::OnceLock<mpsc::Sender<Job>> = std::sync::OnceLock::new();
    let starter = STARTER.get_or_init(|| {
        let (sender, jobs) = mpsc::channel::<Job>();
        thread::spawn(move || {
            for (mut command, reply) in jobs {
                let _ = reply.send(command.spawn());
            }
        });
        sender
    });
    command.stdin(Stdio::null());
    let (reply, started) = mpsc::channel();
    starter.send((command, reply)).map_err(|_| io::ErrorKind::BrokenPipe)?;
    started.recv().map_err(|_| io::ErrorKind::BrokenPipe)?
}

/// `program`, to be ended with its parent; as the user `postgres` if we are root, whom PostgreSQL refuses.
pub(crate) fn command(program: &Path, as_postgres: bool) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "INT"]);
    if as_postgres && is_root() {
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
    }
    command.arg(program);
    command
}

pub(crate) fn is_root() -> bool {
    std::fs::metadata("/proc/self")
        .is_ok_and(|itself| std::os::unix::fs::MetadataExt::uid(&itself) == 0)
}

/// A port of the loopback address that nobody uses.
pub(crate) fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// A folder for a child of this process. Folders of processes that are gone are removed.
pub(crate) fn folder(kind: &str) -> io::Result<PathBuf> {
    let base = std::env::temp_dir().join("daikaiju-testkit");
    std::fs::create_dir_all(&base)?;
    for entry in std::fs::read_dir(&base)?.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let process = name.split('-').nth(1).unwrap_or_default();
        if !Path::new("/proc").join(process).exists() {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let folder = base.join(format!("{kind}-{}-{number}", std::process::id()));
    std::fs::create_dir(&folder)?;
    Ok(folder)
}

/// Processor time that a process has used so far, in seconds.
pub(crate) fn cpu_seconds(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields: Vec<&str> =
        stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks =
        |index: usize| fields.get(index).and_then(|ticks| ticks.parse::<f64>().ok()).unwrap_or(0.0);
    // Fields 14 and 15 of the whole line, counted in hundredths of a second on Linux.
    (ticks(11) + ticks(12)) / 100.0
}
