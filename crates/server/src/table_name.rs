//! Speakable names of tables: a word that survives a bad telephone line, and a number.

use crate::identity::random_bytes;

const WORDS: [&str; 96] = [
    "amber", "anchor", "anvil", "apple", "arrow", "autumn", "badger", "bamboo", "banner", "basalt",
    "beacon", "bison", "blossom", "bottle", "breeze", "bridge", "bronze", "button", "cactus",
    "candle", "canyon", "carbon", "castle", "cedar", "cherry", "circus", "cliff", "clover",
    "cobalt", "comet", "copper", "coral", "cotton", "crater", "cricket", "crystal", "dragon",
    "drum", "eagle", "echo", "ember", "falcon", "feather", "ferry", "fjord", "forest", "fossil",
    "galaxy", "garden", "geyser", "ginger", "glacier", "granite", "harbour", "hammer", "heron",
    "island", "ivory", "jasmine", "jungle", "kettle", "lantern", "lemon", "lizard", "magnet",
    "mango", "marble", "meadow", "meteor", "mirror", "monsoon", "mountain", "nectar", "neon",
    "nutmeg", "oasis", "ocean", "orbit", "otter", "paper", "pebble", "pepper", "planet", "plasma",
    "pretzel", "quartz", "rocket", "saddle", "saffron", "signal", "silver", "temple", "thunder",
    "tiger", "tower", "volcano",
];

/// A name for a new table, such as `harbour-42`. The more attempts failed, the larger the number.
pub(crate) fn fresh(attempt: u32) -> String {
    let [a, b, c, d, e] = random_bytes::<5>();
    let word = WORDS[usize::from(a) % WORDS.len()];
    let number = u32::from_be_bytes([b, c, d, e]);
    let most = 10_u32.saturating_pow((attempt / 3 + 2).min(8));
    format!("{word}-{}", most / 10 + number % (most - most / 10))
}

/// Whether a text can be the name of a table.
pub(crate) fn fits(text: &str) -> bool {
    text.len() <= 32
        && text.split_once('-').is_some_and(|(word, number)| {
            !word.is_empty()
                && word.bytes().all(|letter| letter.is_ascii_lowercase())
                && !number.is_empty()
                && number.bytes().all(|digit| digit.is_ascii_digit())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_be_spoken_and_are_recognised() {
        for attempt in 0..30 {
            let name = fresh(attempt);
            assert!(fits(&name), "{name}");
        }
        assert!(fresh(0).len() <= "mountain-99".len());
        for wrong in [
            "",
            "harbour",
            "harbour-",
            "-42",
            "Harbour-42",
            "harbour-4x",
            "../etc-1",
            &format!("{}-1", "a".repeat(40)),
        ] {
            assert!(!fits(wrong), "{wrong}");
        }
    }
}
