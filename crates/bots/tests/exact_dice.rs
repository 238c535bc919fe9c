//! The exact dice facts that everything else stands on.

use daikaiju_bots::dice::{Counts, Solver, face, slots, stars};

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() < tolerance, "found {found}, expected {expected}");
}

fn star_value(dice: usize, rerolls: usize) -> f64 {
    Solver::new().solve(dice, rerolls, |roll| stars(roll) as f64)
}

fn face_value(dice: usize) -> f64 {
    Solver::new().solve(dice, 2, |roll| roll[face::CLAW] as f64)
}

fn chance(rerolls: usize, wanted: impl Fn(&Counts) -> bool) -> f64 {
    Solver::new().solve(6, rerolls, |roll| wanted(roll) as u8 as f64)
}

/// Rule D-04 with rules.
#[test]
fn stars_with_perfect_rerolls() {
    close(star_value(6, 0), 3125.0 / 7776.0, 1e-12);
    close(star_value(6, 1), 1.343343, 5e-7);
    close(star_value(6, 2), 155_735_136_791.0 / 69_657_034_752.0, 1e-12);
}

#[test]
fn one_chosen_face_with_two_rerolls() {
    close(face_value(6), 91.0 / 36.0, 1e-12);
    let at_least = [0.9624, 0.7984, 0.4998, 0.2099, 0.0517, 0.0056];
    for (k, expected) in (1..).zip(at_least) {
        close(chance(2, |roll| k <= roll[face::CLAW]), expected, 5e-5);
    }
}

#[test]
fn three_or_more_of_a_number() {
    close(chance(2, |roll| 3 <= roll[face::THREE]), 0.499771, 5e-7);
    close(chance(2, |roll| 0 < stars(roll)), 0.775300, 5e-7);
}

#[test]
fn a_pair_of_threes_is_better_kept_without_the_twos() {
    let mut solver = Solver::new();
    solver.solve(6, 2, |roll| stars(roll) as f64);
    let keep = |counts: Counts| solver.keep_value(slots().slot(&counts), 2);
    close(keep([0, 0, 2, 0, 0, 0]), 2.805675, 5e-7);
    close(keep([0, 2, 2, 0, 0, 0]), 2.643004, 5e-7);
}

/// Rule R-01: more dice, the same code. The reference figures were computed in single precision.
#[test]
fn seven_and_eight_dice() {
    close(star_value(7, 2), 2.990660, 1e-6);
    close(face_value(7), 2.949075, 1e-6);
    close(star_value(8, 2), 3.838027, 1e-6);
    close(face_value(8), 3.370373, 3e-6);
}

#[test]
fn one_die_and_nine_dice_work_too() {
    close(face_value(1), 91.0 / 216.0, 1e-12);
    close(face_value(9), 9.0 * 91.0 / 216.0, 1e-12);
    close(Solver::new().solve(0, 2, |_| 7.0), 7.0, 1e-12);
}

/// The vector solver follows the first component and carries the others along.
#[test]
fn many_seats_agree_with_one_value() {
    let value = |roll: &Counts| stars(roll) as f32 + 0.37 * roll[face::CLAW] as f32;
    let mut one = Solver::new();
    let mut eight = Solver::new();
    let a = one.solve(6, 2, value);
    let b = eight.solve(6, 2, |roll| {
        let v = value(roll);
        [v, 1.0 - v, 1.0, 0.0, 2.0 * v, v * v, 0.5, -v]
    });
    close(b[0] as f64, a as f64, 1e-6);
    close((b[1] + b[0]) as f64, 1.0, 1e-5);
    close(b[4] as f64, 2.0 * a as f64, 1e-5);
    for slot in slots().rolls(6) {
        let roll = slots().counts(slot as u16);
        assert_eq!(one.keep(roll, 2), eight.keep(roll, 2));
    }
}
