//! How fast the bots are: `cargo bench -p daikaiju-lab --bench speed`.
//!
//! Answer times of the thinking bots, self-play of `ruthless` on one core, and what a second thread brings, beside a
//! fixed control loop so that runs on different machines can be compared.

use std::time::{Duration, Instant};

use bots::chance::Chance;
use bots::{Bot, Level};
use daikaiju_lab::contestant::Contestant;
use daikaiju_lab::one_game::{Nobody, new_game, play};
use daikaiju_lab::stop::Stop;
use engine::{Answer, View};

/// What a bot may take for an answer, as server and terminal have it.
const LONGEST: Duration = Duration::from_millis(250);

/// A bot with a stop-watch.
struct Timed {
    bot: Box<dyn Bot + Send>,
    times: std::sync::Arc<std::sync::Mutex<Vec<Duration>>>,
}

impl Bot for Timed {
    fn answer(&mut self, view: &View) -> Answer {
        let start = Instant::now();
        let answer = self.bot.answer_within(view, &mut || LONGEST <= start.elapsed());
        self.times.lock().expect("nobody panics with it").push(start.elapsed());
        answer
    }
}

fn answer_times(level: Level, players: usize, games: u64) {
    let times = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    for game in 0..games {
        let mut chance = Chance::part(31, game);
        let mut bots: Vec<Box<dyn Bot + Send>> = (0..players)
            .map(|_| {
                Box::new(Timed { bot: level.bot(chance.next()), times: times.clone() })
                    as Box<dyn Bot + Send>
            })
            .collect();
        play(new_game(engine::Rules::default(), players), &mut bots, chance.next(), &mut Nobody);
    }
    let mut times = times.lock().expect("nobody panics with it").clone();
    times.sort();
    println!(
        "{level:9} {players} monsters: median {:>9.1?}  99 % {:>9.1?}  longest {:>9.1?}  of {} answers",
        times[times.len() / 2],
        times[times.len() * 99 / 100],
        times[times.len() - 1],
        times.len()
    );
}

fn games_a_second(threads: usize, blocks: u64) -> f64 {
    let seat = Contestant::parse("ruthless").expect("a level");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let start = Instant::now();
    let (_, games, _) = pool.install(|| {
        let seats = [seat.clone(), seat.clone()];
        daikaiju_lab::arena::play_match(
            &seats,
            &engine::Rules::default(),
            5,
            blocks,
            false,
            None,
            Stop::on_ctrl_c(),
        )
    });
    games as f64 / start.elapsed().as_secs_f64()
}

fn control() -> f64 {
    let start = Instant::now();
    let mut x = std::hint::black_box(1u64);
    for _ in 0..20_000_000 {
        x = (x ^ (x >> 29)).wrapping_mul(6364136223846793005);
    }
    std::hint::black_box(x);
    start.elapsed().as_secs_f64() * 1000.0
}

fn main() {
    println!("control loop of 20 million steps: {:.1} ms", control());
    for players in [2, 4, 6] {
        answer_times(Level::Fierce, players, 20);
        answer_times(Level::Ruthless, players, 20);
    }
    for players in [2, 4] {
        answer_times(Level::Champion, players, 2);
    }
    let one = games_a_second(1, 100);
    println!("self-play of ruthless, two monsters, one thread: {one:.0} games a second");
    let two = games_a_second(2, 200);
    println!("two threads: {two:.0} games a second, {:.2} times one", two / one);
}
