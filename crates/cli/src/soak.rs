//! `daikaiju soak`: random games by the million with the laws checked; a failure names the command that repeats it.

use clap::Args;
use engine::laws::Trial;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Play random games by the thousand and check every law after every input.
#[derive(Args)]
pub(crate) struct SoakArgs {
    /// The number of the first game; books, player counts and house rules follow from it
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// How many games
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// 0: the plain laws; 1: the expensive checks now and then; 2: all checks after every input
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=2))]
    depth: u8,
    /// How many threads
    #[arg(long, default_value_t = threads())]
    threads: u64,
}

fn threads() -> u64 {
    std::thread::available_parallelism().map_or(1, |threads| threads.get() as u64)
}

pub(crate) fn run(args: &SoakArgs) -> Result<(), String> {
    let start = Instant::now();
    let (done, inputs) = (AtomicU64::new(0), AtomicU64::new(0));
    let next = AtomicU64::new(args.from);
    let stop = AtomicBool::new(false);
    let failure = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..args.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if args.from + args.games <= number || stop.load(Ordering::Relaxed) {
                        return;
                    }
                    match Trial::number(number).run(args.depth) {
                        Ok(record) => {
                            inputs.fetch_add(record.inputs.len() as u64, Ordering::Relaxed);
                            done.fetch_add(1, Ordering::Relaxed);
                        }
                        Err(why) => {
                            stop.store(true, Ordering::Relaxed);
                            let mut failure = failure.lock().expect("no thread panics with it");
                            failure.get_or_insert((number, why));
                        }
                    }
                }
            });
        }
        scope.spawn(|| {
            let mut told = Instant::now();
            while done.load(Ordering::Relaxed) < args.games && !stop.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(50));
                if Duration::from_secs(10) <= told.elapsed() {
                    told = Instant::now();
                    eprintln!("{} of {} games", done.load(Ordering::Relaxed), args.games);
                }
            }
        });
    });
    if let Some((number, why)) = failure.into_inner().expect("no thread panics with it") {
        return Err(format!(
            "game {number}: {why}\nrepeat it with: daikaiju soak --from {number} --games 1 --depth 2"
        ));
    }
    println!(
        "{} games, {} inputs, no law broken, {:.1} s",
        done.into_inner(),
        inputs.into_inner(),
        start.elapsed().as_secs_f64()
    );
    Ok(())
}
