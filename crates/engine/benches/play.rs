//! How fast the engine plays: decisions and games a second for 2, 4 and 6 monsters beside a fixed control loop, the cost
//! of a copy and of checking, heap allocations while playing, and instructions per decision where valgrind is there.
//!
//! `cargo bench -p daikaiju-engine`; with `-- instructions` only those; with `-- hold` they are compared with the numbers kept
//! beside this file, and an allocation is an error.

use daikaiju_engine::random::Random;
use daikaiju_engine::{Input, Need, Rulebook, State};
use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Counts what is taken from the heap.
struct Counting;
static TAKEN: AtomicU64 = AtomicU64::new(0);

#[expect(unsafe_code, reason = "the only way to see that the engine takes nothing from the heap")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        TAKEN.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static HEAP: Counting = Counting;

struct Tally {
    decisions: u64,
    inputs: u64,
    games: u64,
}

/// Random legal play through the public interface, everything included, until this many decisions are made.
fn play(players: usize, decisions: u64, checked: bool) -> Tally {
    if checked {
        play_by(players, decisions, |state, input| {
            state.play(input, None).expect("the input is legal")
        })
    } else {
        play_by(players, decisions, |state, input| state.play_unchecked(input, None))
    }
}

#[inline(always)]
fn play_by(players: usize, decisions: u64, play: impl Fn(&mut State, Input) -> Need) -> Tally {
    let rules = Rulebook::Dutch.rules();
    let mut random = Random::new(7);
    let mut played = Tally { decisions: 0, inputs: 0, games: 0 };
    while played.decisions < decisions {
        let mut state = State::new(&rules, players, None).expect("2, 4 and 6 can play");
        let mut need = state.need();
        loop {
            need = match need {
                Need::Answer(ask) => {
                    played.decisions += 1;
                    let answer = random.answer(&state, ask).expect("there is always an answer");
                    play(&mut state, Input::Answer(answer))
                }
                Need::Roll { count, .. } => play(&mut state, Input::Rolled(random.dice(count))),
                need => match random.chance(&state, need) {
                    Some(input) => play(&mut state, input),
                    None => break,
                },
            };
            played.inputs += 1;
        }
        black_box(&state);
        played.games += 1;
    }
    played
}

/// The control: a dependent chain of multiplications, the same on every run.
fn control() -> f64 {
    let start = Instant::now();
    let mut x = black_box(1u64);
    for _ in 0..100_000_000u64 {
        x = black_box(x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
    }
    black_box(x);
    start.elapsed().as_secs_f64() * 10.0 // nanoseconds a step
}

fn main() {
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    if args.next().as_deref() == Some("count") {
        let number = |text: Option<String>| text.and_then(|text| text.parse().ok()).unwrap_or(0);
        let (players, decisions) = (number(args.next()), number(args.next()));
        let played = play(players as usize, decisions, true);
        println!("{}", played.decisions);
        return;
    }
    if std::env::args().any(|arg| arg == "instructions") {
        return instructions();
    }
    if std::env::args().any(|arg| arg == "hold") {
        return hold();
    }
    println!(
        "state {} bytes, view {} bytes",
        size_of::<State>(),
        size_of::<daikaiju_engine::View>()
    );
    let step = control();
    println!("control {step:.3} ns a step");
    for players in [2, 4, 6] {
        for checked in [true, false] {
            play(players, 200_000, checked);
            let before = TAKEN.load(Ordering::Relaxed);
            let start = Instant::now();
            let played = play(players, 4_000_000, checked);
            let seconds = start.elapsed().as_secs_f64();
            let taken = TAKEN.load(Ordering::Relaxed) - before;
            let each = seconds * 1e9 / played.decisions as f64;
            println!(
                "{players} monsters, {}: {:.2} M decisions/s, {:.2} M inputs/s, {:.0} games/s, {each:.1} ns a decision = {:.0} control steps, {taken} allocations",
                if checked { "checked  " } else { "unchecked" },
                played.decisions as f64 / seconds / 1e6,
                played.inputs as f64 / seconds / 1e6,
                played.games as f64 / seconds,
                each / step,
            );
        }
    }
    copies(step);
    instructions();
}

fn copies(step: f64) {
    let states = [State::new(&Rulebook::Dutch.rules(), 4, None).expect("four can play"); 64];
    let mut copy = states[0];
    let start = Instant::now();
    let rounds = 20_000_000u64;
    for round in 0..rounds {
        copy = black_box(states[black_box(round as usize % 64)]);
    }
    black_box(copy);
    let each = start.elapsed().as_secs_f64() * 1e9 / rounds as f64;
    println!("copy {each:.2} ns = {:.1} control steps", each / step);
}

/// The numbers of monsters for which instructions are counted.
const TABLES: [usize; 3] = [2, 4, 6];
/// The instructions a decision that are held in CI, one line for each of [`TABLES`].
const HELD: &str = include_str!("instructions.txt");

/// Prints the instructions per decision.
fn instructions() {
    for players in TABLES {
        match instructions_of(players) {
            Some(each) => println!("{players} monsters: {each} instructions a checked decision"),
            None => return println!("instructions: valgrind is not here"),
        }
    }
}

/// Holds that a decision takes nothing from the heap, and compares the instructions per decision with those kept in the
/// repository: neither 5 % more, nor so far below that the kept number says nothing any more.
fn hold() {
    for players in TABLES {
        let before = TAKEN.load(Ordering::Relaxed);
        let played = play(players, 100_000, true);
        let taken = TAKEN.load(Ordering::Relaxed) - before;
        println!("{players} monsters: {taken} allocations in {} decisions", played.decisions);
        if taken != 0 {
            eprintln!("a decision takes nothing from the heap: find what does");
            std::process::exit(1);
        }
    }
    for (players, held) in TABLES.into_iter().zip(HELD.lines()) {
        let held: u64 = held.trim().parse().expect("a number in each line");
        let each = instructions_of(players).expect("valgrind is here");
        println!("{players} monsters: {each} instructions a checked decision, {held} held");
        if each * 100 > held * 105 || each * 105 < held * 100 {
            eprintln!("more than 5 % away: make it fast again, or change benches/instructions.txt");
            std::process::exit(1);
        }
    }
}

/// Instructions per decision, from the difference of two runs under callgrind.
fn instructions_of(players: usize) -> Option<u64> {
    let program = std::env::current_exe().ok()?;
    let count = |decisions: u64| -> Option<(u64, u64)> {
        let out = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            .arg(&program)
            .args(["count", &players.to_string(), &decisions.to_string()])
            .output()
            .ok()?;
        let text = String::from_utf8_lossy(&out.stderr).into_owned();
        let line = text.lines().find(|line| line.contains("Collected"))?;
        let collected = line.rsplit(':').next()?.trim().parse().ok()?;
        let made = String::from_utf8_lossy(&out.stdout).trim().parse().ok()?;
        Some((collected, made))
    };
    let ((few, from), (many, to)) = (count(10_000)?, count(110_000)?);
    Some((many - few) / (to - from))
}
