//! Random games over all books, random house rules and 2 to 6 monsters, with the laws checked after every input.

use daikaiju_engine::laws::Trial;

fn run(trials: std::ops::Range<u64>, depth: u8) {
    for number in trials {
        if let Err(why) = Trial::number(number).run(depth) {
            panic!(
                "trial {number}, {why}; repeat it with `daikaiju soak --from {number} --games 1 --depth 2`"
            );
        }
    }
}

#[test]
fn every_law_holds_after_every_input() {
    run(0..300, 2);
}

#[test]
fn the_plain_laws_hold_in_many_games() {
    run(1_000..6_000, 1);
}
