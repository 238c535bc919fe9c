//! Random games.
use engine::{Need, Rulebook, State, play::Random};
#[test]
fn games_end() {
    let mut total = 0u64;
    let mut longest = 0;
    for seed in 0..2000u64 {
        let book = Rulebook::ALL[seed as usize % 5];
        let players = 2 + seed as usize / 5 % 5;
        let mut r = Random::new(seed);
        let mut g = State::new(&book.rules(), players, None).unwrap();
        let mut n = 0;
        loop {
            let need = g.need();
            if let Need::Over(_) = need {
                assert!(g.outcome().is_some());
                break;
            }
            let input =
                r.input(&g, need).unwrap_or_else(|| panic!("seed {seed} no input {need:?}"));
            g.play(input, None).unwrap();
            n += 1;
            total += 1;
            assert!(n < 100000, "seed {seed}");
        }
        longest = longest.max(n);
    }
    println!("{total} inputs, longest {longest}");
}
