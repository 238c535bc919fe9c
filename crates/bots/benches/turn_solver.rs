//! The turn solver beside a control loop: `cargo bench -p daikaiju-bots --bench turn_solver`.
//!
//! Prints microseconds and the ratio to a fixed loop of 10,000 dependent multiplications and shifts, so that runs on different or
//! busy machines can be compared. With an argument (`one`, `eight`, `control`) it runs that kernel a thousand times and
//! prints nothing: for instruction counts with `valgrind --tool=callgrind`.

use std::hint::black_box;
use std::time::Instant;

use daikaiju_bots::dice::{Solver, slots, stars};

fn control() -> u64 {
    let mut x = black_box(1u64);
    for _ in 0..10_000 {
        x = (x ^ (x >> 29)).wrapping_mul(6364136223846793005);
    }
    x
}

/// The best of many batches, in microseconds for one run.
fn time(mut run: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..60 {
        let start = Instant::now();
        for _ in 0..100 {
            run();
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e6 / 100.0);
    }
    best
}

fn main() {
    let kernel = std::env::args().nth(1).filter(|arg| !arg.starts_with('-'));
    let runs = |name: &str| kernel.as_deref() == Some(name);
    let one_values = |dice| -> Vec<f32> {
        slots().rolls(dice).map(|s| stars(slots().counts(s as u16)) as f32).collect()
    };
    let eight_values = |dice| -> Vec<[f32; 8]> {
        one_values(dice).iter().map(|&v| std::array::from_fn(|i| v + i as f32)).collect()
    };
    let (one, eight) = (one_values(6), eight_values(6));
    let (mut solver, mut solver8) = (Solver::new(), Solver::new());
    if kernel.is_some() {
        for _ in 0..1000 {
            if runs("one") {
                black_box(solver.solve_values(6, 2, black_box(&one)));
            } else if runs("eight") {
                black_box(solver8.solve_values(6, 2, black_box(&eight)));
            } else if runs("control") {
                black_box(control());
            }
        }
        return;
    }
    let base = time(|| {
        black_box(control());
    });
    println!("control loop             {base:8.2} us");
    for dice in [6, 7, 8, 9] {
        let (one, eight) = (one_values(dice), eight_values(dice));
        let t1 = time(|| {
            black_box(solver.solve_values(dice, 2, black_box(&one)));
        });
        let t8 = time(|| {
            black_box(solver8.solve_values(dice, 2, black_box(&eight)));
        });
        println!("{dice} dice, one value        {t1:8.2} us   {:5.2} x control", t1 / base);
        println!("{dice} dice, eight seats      {t8:8.2} us   {:5.2} x control", t8 / base);
    }
}
