//! Starts for training that ordinary games seldom reach: monsters in mid-game with cards and energy.
//!
//! A net that plays itself buys what it already values. Cards dealt at random teach it what the others are worth.

use bots::chance::Chance;
use engine::{Card, Kind, MonsterSetup, Rules, Seat, Setup, State, TurnSetup};

/// A table in mid-game with random hearts, stars, energy, places, tokens and keep cards.
pub fn drawn_start(rules: &Rules, players: usize, chance: &mut Chance) -> Option<State> {
    State::from_setup(&draw(rules, players, Card::ALL.to_vec(), chance)).ok()
}

/// The same table twice: without and with this keep card in the hands of the monster whose turn it is.
pub fn start_with(
    rules: &Rules,
    players: usize,
    card: Card,
    chance: &mut Chance,
) -> Option<[State; 2]> {
    let deck = Card::ALL.into_iter().filter(|&other| other != card).collect();
    let without = draw(rules, players, deck, chance);
    let mut with = without.clone();
    with.monsters[without.turn.seat?.index()].cards.push(card);
    if let Some(most) = tokens(card) {
        with.counters.insert(card, most);
    }
    Some([State::from_setup(&without).ok()?, State::from_setup(&with).ok()?])
}

/// What lies on a card when it is new.
fn tokens(card: Card) -> Option<u8> {
    match card {
        Card::SmokeCloud => Some(3),
        Card::BatteryMonster => Some(6),
        _ => None,
    }
}

/// Whether Mimic may copy it at a start; what counts tokens would need some on Mimic too.
fn may_copy(card: Card) -> bool {
    card != Card::Mimic && tokens(card).is_none()
}

fn draw(rules: &Rules, players: usize, mut deck: Vec<Card>, chance: &mut Chance) -> Setup {
    let mut draw = |chance: &mut Chance, keep: bool| {
        let from: Vec<usize> =
            (0..deck.len()).filter(|&i| !keep || deck[i].kind() == Kind::Keep).collect();
        deck.swap_remove(from[chance.below(from.len() as u32) as usize])
    };
    let mut setup = Setup { rules: *rules, visited: true, ..Setup::default() };
    let mut dealt: Vec<Card> = Vec::new();
    for _ in 0..players {
        let cards: Vec<Card> = (0..chance.below(4))
            .map(|_| draw(chance, true))
            // Mimic needs something to copy.
            .filter(|&card| card != Card::Mimic || dealt.iter().any(|&card| may_copy(card)))
            .collect();
        for &card in &cards {
            if let Some(most) = tokens(card) {
                let used = if card == Card::SmokeCloud { 1 } else { 2 };
                setup.counters.insert(card, most - used * chance.below(3) as u8);
            }
        }
        dealt.extend(&cards);
        let token =
            |chance: &mut Chance| (chance.below(10) == 0) as u8 * (1 + chance.below(2) as u8);
        setup.monsters.push(MonsterSetup {
            hearts: 2 + chance.below(9) as u8,
            stars: chance.below(16) as u8,
            energy: chance.below(12) as u8,
            poison: token(chance),
            shrink: token(chance),
            cards,
        });
    }
    setup.market = [(); 3].map(|()| Some(draw(chance, false)));
    if dealt.contains(&Card::Mimic) {
        setup.copied = dealt.iter().copied().find(|&card| may_copy(card));
    }
    let mut seat = || Seat::at(chance.below(players as u32) as usize);
    let (holder, active) = (seat(), seat());
    setup.city = holder.filter(|_| 0 < chance.below(5));
    setup.turn = TurnSetup { seat: active, ..TurnSetup::default() };
    setup
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::KEEP_CARDS;

    #[test]
    fn drawn_starts_are_legal() {
        let mut chance = Chance::new(5);
        for game in 0..200 {
            let start = drawn_start(&Rules::default(), 2 + game % 5, &mut chance);
            assert!(start.is_some_and(|state| state.living().len() == 2 + game % 5));
        }
    }

    #[test]
    fn a_start_with_a_card_differs_by_that_card() {
        for number in (0..KEEP_CARDS).filter(|&number| Card::at(number) != Some(Card::Mimic)) {
            let card = Card::at(number).unwrap();
            let [without, with] =
                start_with(&Rules::default(), 3, card, &mut Chance::new(number as u64)).unwrap();
            let seat = without.turn().seat;
            assert_eq!(seat, with.turn().seat);
            assert_eq!(without.owner(card), None);
            assert_eq!(with.owner(card), Some(seat), "{}", card.id());
        }
    }
}
