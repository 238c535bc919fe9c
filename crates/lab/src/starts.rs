//! Starts for training that ordinary games seldom reach: monsters in mid-game with cards and energy.
//!
//! A net that plays itself buys what it already values. Cards dealt at random teach it what the others are worth.

use bots::chance::Chance;
use engine::{Card, Kind, MonsterSetup, Rules, Seat, Setup, State, TurnSetup};

/// A table in mid-game with random hearts, stars, energy, places and keep cards.
pub fn drawn_start(rules: &Rules, players: usize, chance: &mut Chance) -> Option<State> {
    let mut deck: Vec<Card> = Card::ALL.to_vec();
    let mut draw = |chance: &mut Chance, keep: bool| {
        let from: Vec<usize> =
            (0..deck.len()).filter(|&i| !keep || deck[i].kind() == Kind::Keep).collect();
        deck.swap_remove(from[chance.below(from.len() as u32) as usize])
    };
    let monsters = (0..players)
        .map(|_| {
            let cards = (0..chance.below(4))
                .map(|_| draw(chance, true))
                .filter(|&card| card != Card::Mimic)
                .collect();
            MonsterSetup {
                hearts: 4 + chance.below(7) as u8,
                stars: chance.below(12) as u8,
                energy: chance.below(10) as u8,
                cards,
                ..MonsterSetup::default()
            }
        })
        .collect();
    let market = [draw(chance, false), draw(chance, false), draw(chance, false)];
    let mut seat = || Seat::at(chance.below(players as u32) as usize);
    let (holder, active) = (seat(), seat());
    let setup = Setup {
        rules: *rules,
        monsters,
        city: holder.filter(|_| 0 < chance.below(5)),
        visited: true,
        market: market.map(Some),
        turn: TurnSetup { seat: active, ..TurnSetup::default() },
        ..Setup::default()
    };
    State::from_setup(&setup).ok()
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
