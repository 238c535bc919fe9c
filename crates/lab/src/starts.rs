//! Starts for training that ordinary games seldom reach: monsters in mid-game with cards and energy.
//!
//! A net that plays itself buys what it already values. Cards dealt at random teach it what the others are worth.

use bots::chance::Chance;
use engine::{Card, KEEP_CARDS, Rules, State};

/// A table in mid-game with random hearts, stars, energy, places and keep cards.
pub fn drawn_start(rules: &Rules, players: usize, chance: &mut Chance) -> Option<State> {
    let mut deck: Vec<Card> = Card::ALL.to_vec();
    let mut draw = |chance: &mut Chance, keep: bool| {
        let from: Vec<usize> =
            (0..deck.len()).filter(|&i| !keep || deck[i].index() < KEEP_CARDS).collect();
        deck.swap_remove(from[chance.below(from.len() as u32) as usize]).id()
    };
    let monsters: Vec<serde_json::Value> = (0..players)
        .map(|_| {
            let cards: Vec<&str> = (0..chance.below(4))
                .map(|_| draw(chance, true))
                .filter(|&id| id != "mimic")
                .collect();
            serde_json::json!({
                "hearts": 4 + chance.below(7),
                "stars": chance.below(12),
                "energy": chance.below(10),
                "cards": cards,
            })
        })
        .collect();
    let market = [draw(chance, false), draw(chance, false), draw(chance, false)];
    let seat = |number: u32| ["A", "B", "C", "D", "E", "F"][number as usize];
    let holder = (0 < chance.below(5)).then(|| seat(chance.below(players as u32)));
    let position = serde_json::json!({
        "rules": rules.to_text(),
        "monsters": monsters,
        "city": holder,
        "visited": true,
        "market": market,
        "turn": { "seat": seat(chance.below(players as u32)) },
        "at": "start",
    });
    serde_json::from_value(position).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_starts_are_legal() {
        let mut chance = Chance::new(5);
        for game in 0..200 {
            let start = drawn_start(&Rules::default(), 2 + game % 5, &mut chance);
            assert!(start.is_some_and(|state| state.living().len() == 2 + game % 5));
        }
    }
}
