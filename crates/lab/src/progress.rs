//! A bar with the time left, on the terminal only.

use std::io::{IsTerminal, Write};
use std::time::Instant;

/// How far a long job is.
pub struct Progress {
    total: u64,
    start: Instant,
    shown: bool,
}

impl Progress {
    /// A job of this many steps; silent when nobody looks.
    pub fn new(total: u64) -> Progress {
        Progress {
            total: total.max(1),
            start: Instant::now(),
            shown: std::io::stderr().is_terminal(),
        }
    }

    /// This many steps are done.
    pub fn at(&self, done: u64) {
        if self.shown {
            let part = done as f64 / self.total as f64;
            let left = self.start.elapsed().as_secs_f64() * (1.0 - part) / part.max(1e-9);
            let full = (part * 30.0) as usize;
            let bar = format!("{}{}", "#".repeat(full.min(30)), ".".repeat(30 - full.min(30)));
            eprint!(
                "\r[{bar}] {:3.0} %  {done} of {}  {} left ",
                100.0 * part,
                self.total,
                clock(left)
            );
            let _ = std::io::stderr().flush();
        }
    }

    /// The job is over; the bar goes.
    pub fn done(&self) {
        if self.shown {
            eprint!("\r{:78}\r", "");
        }
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }
}

fn clock(seconds: f64) -> String {
    let seconds = seconds.min(359_999.0) as u64;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
