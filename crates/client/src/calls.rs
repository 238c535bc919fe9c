//! Calls of those who are out or watch: who will win?

/// What a call comes to, made when the chance of the monster was this: at p percent a right one brings 100 - p points, a wrong
/// one costs p. On average nobody gains who does not see more than the chances do.
pub fn points(chance: f64, right: bool) -> i64 {
    let percent = (100.0 * chance).round() as i64;
    if right { 100 - percent } else { -percent }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_by_the_chances_is_worth_nothing_on_average() {
        for percent in 0..=100 {
            let chance = percent as f64 / 100.0;
            let mean = percent * points(chance, true) + (100 - percent) * points(chance, false);
            assert_eq!(mean, 0);
        }
        assert_eq!([points(0.41, true), points(0.41, false)], [59, -41]);
    }
}
