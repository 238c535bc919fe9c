//! Memory that is given back when tables have gone to sleep.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::hall::Hall;

/// How busy the server has been since memory was last given back.
#[derive(Debug, Default)]
pub(crate) struct Ebb {
    most: usize,
    again: u32,
}

/// How many seconds after an ebb memory is given back once more: by then the threads in which bots thought have ended.
const AGAIN: u32 = 15;

impl Ebb {
    /// Whether memory is given back now, of the seconds of a server one after the other: at least half of the tables that were
    /// awake have gone to sleep since the last time, or that was a while ago.
    pub(crate) fn is_low(&mut self, awake: usize) -> bool {
        let low = 2 * awake <= self.most && 0 < self.most;
        self.most = if low { awake } else { self.most.max(awake) };
        let again = self.again == 1;
        self.again = if low { AGAIN } else { self.again.saturating_sub(1) };
        low || again
    }
}

/// Gives back what only those needed who have left: the store's pages, the room of lists, what the allocator holds.
pub(crate) async fn give_back(hall: &Arc<Hall>) {
    hall.tidy();
    if let Err(error) = hall.store.rest(glibc::let_go_of_small_pieces).await {
        tracing::warn!(%error, "the store could not rest");
    }
    on_every_worker(glibc::let_go_of_small_pieces).await;
    let _ = tokio::task::spawn_blocking(glibc::trim).await;
}

/// Before the first thread is started: what the tables had is not spread over a heap for each of them, of which only whole
/// pages can be given back.
pub(crate) fn prepare() {
    glibc::one_heap();
}

/// How long a worker waits for the others.
const PATIENCE: Duration = Duration::from_millis(20);

/// Does something on every thread of the runtime: each of them has one of as many tasks, as none goes on before all have one.
/// A worker that has something else to do is not waited for.
async fn on_every_worker(work: fn()) {
    let workers = tokio::runtime::Handle::current().metrics().num_workers();
    let met = Arc::new((Mutex::new(0), Condvar::new()));
    let tasks = (0..workers).map(|_| {
        let met = Arc::clone(&met);
        tokio::spawn(async move {
            let (here, all) = &*met;
            let mut here = here.lock().unwrap_or_else(PoisonError::into_inner);
            *here += 1;
            all.notify_all();
            drop(all.wait_timeout_while(here, PATIENCE, |here| *here < workers));
            work();
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        let _ = task.await;
    }
}

/// The allocator of the GNU C library keeps what was freed, in case it is needed again. Others give it back by themselves.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(
    unsafe_code,
    reason = "calls into the C library that take numbers and touch nothing of ours"
)]
mod glibc {
    /// Each thread keeps this many small pieces of each size, and these are the sizes: 24 bytes, 40, up to 1032.
    const PIECES: usize = 7;
    const SIZES: usize = 64;

    pub(super) fn one_heap() {
        // SAFETY: `mallopt` may be called at any time, and no other thread is there yet.
        unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
    }

    /// The small pieces that a thread keeps lie wherever they were freed, and each holds the page that it lies on: up to a
    /// quarter of a megabyte a thread. They are taken from it, and freed by a thread that ends at once and so keeps nothing.
    pub(super) fn let_go_of_small_pieces() {
        let sizes = (0..SIZES).map(|size| 24 + 16 * size);
        let all = sizes.flat_map(|size| std::iter::repeat_n(size, PIECES));
        let pieces: Vec<_> =
            all.map(|size| std::hint::black_box(Vec::<u8>::with_capacity(size))).collect();
        let freed = std::thread::Builder::new().spawn(move || drop(pieces));
        // Where no thread can be started they are freed here, and kept as before.
        let _ = freed.map(std::thread::JoinHandle::join);
    }

    pub(super) fn trim() {
        // SAFETY: `malloc_trim` may be called at any time from any thread.
        unsafe { libc::malloc_trim(0) };
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod glibc {
    pub(super) fn one_heap() {}
    pub(super) fn let_go_of_small_pieces() {}
    pub(super) fn trim() {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_given_back_once_for_each_ebb_and_once_more() {
        let mut ebb = Ebb::default();
        let low: Vec<usize> = [0, 1, 5, 9, 8, 5, 4, 4, 3, 2, 2, 1, 1]
            .into_iter()
            .chain([0; 100])
            .enumerate()
            .filter_map(|(tick, awake)| ebb.is_low(awake).then_some(tick))
            .collect();
        assert_eq!(low, [6, 9, 11, 13, 13 + AGAIN as usize]);
    }
}
