//! Is the file that is written to still the one that the next start will find?

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::{Error, Size};

/// What tells one file, and one state of it, from another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mark {
    device: u64,
    inode: u64,
    changed: (i64, i64),
    length: u64,
}

impl Mark {
    #[cfg(unix)]
    fn of(found: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self {
            device: found.dev(),
            inode: found.ino(),
            changed: (found.mtime(), found.mtime_nsec()),
            length: found.len(),
        }
    }

    #[cfg(not(unix))]
    fn of(_: &Metadata) -> Self {
        Self::default()
    }

    /// The same file, whatever has been written to it.
    fn file(self) -> (u64, u64) {
        (self.device, self.inode)
    }
}

fn mark(path: &Path) -> Option<Mark> {
    fs::metadata(path).ok().map(|found| Mark::of(&found))
}

/// Watches the database and its log. The database itself changes only when the writer copies its log into it, so any other
/// change is somebody else's; the log changes all the time and must only stay the same file.
#[derive(Debug)]
pub(super) struct Watch {
    file: PathBuf,
    log: PathBuf,
    expected: Mutex<(Option<Mark>, Option<Mark>)>,
    lost: AtomicBool,
    queue: AtomicU64,
}

impl Watch {
    /// Watches from now on.
    pub(super) fn new(file: PathBuf) -> Self {
        let mut log = file.clone().into_os_string();
        log.push("-wal");
        let log = PathBuf::from(log);
        let expected = Mutex::new((mark(&file), mark(&log)));
        Self { file, log, expected, lost: AtomicBool::new(false), queue: AtomicU64::new(0) }
    }

    /// Whether the files are still those that were opened. Once lost is lost for good.
    pub(super) fn check(&self) -> Result<(), Error> {
        if !self.lost.load(Ordering::Relaxed) {
            let (file, log) = *self.expected.lock().unwrap_or_else(PoisonError::into_inner);
            let there =
                mark(&self.file) == file && mark(&self.log).map(Mark::file) == log.map(Mark::file);
            self.lost.fetch_or(!there, Ordering::Relaxed);
        }
        if self.lost.load(Ordering::Relaxed) { Err(Error::Lost(self.file.clone())) } else { Ok(()) }
    }

    /// The writer copies its log into the database.
    pub(super) fn copying(&self, copy: impl FnOnce()) {
        // Held meanwhile, so that nobody takes our own change for somebody else's.
        let mut expected = self.expected.lock().unwrap_or_else(PoisonError::into_inner);
        if mark(&self.file) != expected.0 {
            self.lost.store(true, Ordering::Relaxed);
            return;
        }
        copy();
        expected.0 = mark(&self.file);
    }

    /// The database.
    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// One more order waits.
    pub(super) fn queued(&self) {
        self.queue.fetch_add(1, Ordering::Relaxed);
    }

    /// One less waits.
    pub(super) fn taken(&self) {
        self.queue.fetch_sub(1, Ordering::Relaxed);
    }

    /// How large the files are.
    pub(super) fn size(&self) -> Size {
        let length = |path: &Path| fs::metadata(path).map_or(0, |found| found.len());
        let queue = self.queue.load(Ordering::Relaxed);
        Size { file: length(&self.file), log: length(&self.log), queue }
    }
}
