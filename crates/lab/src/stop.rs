//! Ctrl-C as a wish that is asked for, so that what was done so far can be printed or saved.

use std::sync::atomic::{AtomicBool, Ordering};

static WANTED: AtomicBool = AtomicBool::new(false);

/// Whether somebody pressed Ctrl-C.
#[derive(Clone, Copy, Debug)]
pub struct Stop(());

impl Stop {
    /// From now on Ctrl-C is a wish; the second one ends the program at once.
    pub fn on_ctrl_c() -> Stop {
        // A second call in one program finds the first handler at work, which is all that is needed.
        let _ = ctrlc::set_handler(|| {
            if WANTED.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
        });
        Stop(())
    }

    /// Whether to stop.
    pub fn wanted(self) -> bool {
        WANTED.load(Ordering::SeqCst)
    }
}
