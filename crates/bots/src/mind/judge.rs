//! Who will win? The two ways to value a table: by hand, and by the net.

use std::sync::Arc;

use engine::rules::EntryWithoutClaws;
use engine::{Card, Edition, Seat, Spot, State};

use crate::net::{Gaze, Monster, Net, Sight};

/// Values a table where a turn begins or where it is time to shop: the chance of every seat to win.
pub trait Judge {
    /// Looks at a table that the following ones will resemble.
    fn focus(&mut self, state: &State);
    /// The chance of every seat. `shop`: dice and Tokyo are done, and the active monster may still buy.
    fn chances(&mut self, state: &State, shop: bool) -> [f32; 6];
}

/// The net's judgement.
#[derive(Clone)]
pub struct Learned {
    net: Arc<Net>,
    gaze: Option<Gaze>,
}

impl Learned {
    /// Judges with this net.
    pub fn new(net: Arc<Net>) -> Learned {
        Learned { net, gaze: None }
    }

    /// The net it judges with.
    pub fn net(&self) -> &Net {
        &self.net
    }
}

impl Judge for Learned {
    fn focus(&mut self, state: &State) {
        self.gaze = Some(Gaze::new(&self.net, &see(state, true)));
    }

    fn chances(&mut self, state: &State, shop: bool) -> [f32; 6] {
        let sight = see(state, shop);
        let chances = match &self.gaze {
            Some(gaze) => gaze.chances(&self.net, &sight),
            None => self.net.chances(&sight),
        };
        by_seat(state, &chances)
    }
}

/// The living seats from the one whose turn it is, clockwise.
pub fn order(state: &State) -> impl Iterator<Item = Seat> {
    let (active, living) = (state.turn().seat, state.living());
    let first = living.has(active).then_some(active);
    first.into_iter().chain(living.clockwise_after(active).filter(move |&seat| seat != active))
}

/// What the net sees of a table.
pub fn see(state: &State, shop: bool) -> Sight {
    let mut sight = Sight { market: [255; 3], ..Sight::default() };
    for (at, seat) in order(state).enumerate() {
        let monster = state.monster(seat);
        let place = match state.spot(seat) {
            None => 0,
            Some(Spot::City) => 1,
            Some(Spot::Bay) => 2,
        };
        let mut seen = Monster::new(monster.hearts, monster.stars, monster.energy, place)
            .with_tokens(monster.poison, monster.shrink)
            .with_cards(monster.cards.iter().fold(0, |bits, card| bits | 1 << card.index()));
        if monster.cards.has(Card::BatteryMonster) || monster.cards.has(Card::SmokeCloud) || monster.cards.has(Card::Mimic) {
            let mut stored = state.counter(Card::BatteryMonster) * monster.cards.has(Card::BatteryMonster) as u8;
            let mut smoke = state.counter(Card::SmokeCloud) * monster.cards.has(Card::SmokeCloud) as u8;
            if monster.cards.has(Card::Mimic) {
                if let Some(copied) = state.copied() {
                    seen = seen.holding(copied.index());
                    let on_mimic = state.counter(Card::Mimic);
                    stored += on_mimic * (copied == Card::BatteryMonster) as u8;
                    smoke += on_mimic * (copied == Card::SmokeCloud) as u8;
                }
            }
            seen = seen.with_stores(stored, smoke);
        }
        sight.monsters[at] = seen;
        sight.living += 1;
    }
    for (place, card) in sight.market.iter_mut().zip(state.market()) {
        *place = card.map_or(255, |card| card.index() as u8);
    }
    let rules = state.rules();
    sight.flags = shop as u8
        | (state.turn().kind != engine::TurnKind::Regular) as u8 * 2
        | (rules.cards == Edition::First) as u8 * 4
        | state.tokyo().bay_open as u8 * 8
        | (rules.enter_free_place_without_claws == EntryWithoutClaws::Never) as u8 * 16
        | (state.deck().is_empty() && state.market().iter().all(Option::is_none)) as u8 * 32;
    sight
}

/// Chances in turn order, as chances by seat.
pub fn by_seat(state: &State, chances: &[f32; 6]) -> [f32; 6] {
    let mut all = [0.0; 6];
    for (seat, chance) in order(state).zip(chances) {
        all[seat.index()] = *chance;
    }
    all
}

/// A judgement made by hand: stars, hearts, energy, cards and places in a few numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandMade;

/// What hearts are worth: the first ones most.
const HEARTS: [f32; 13] = [-4.0, -2.2, -1.6, -1.15, -0.8, -0.55, -0.36, -0.22, -0.12, -0.05, 0.0, 0.04, 0.08];

impl Judge for HandMade {
    fn focus(&mut self, _: &State) {}

    fn chances(&mut self, state: &State, shop: bool) -> [f32; 6] {
        let mut strength = [f32::MIN; 6];
        let next = if shop { state.next_after(state.turn().seat) } else { Some(state.turn().seat) };
        let table = state.living().len();
        for seat in state.living().iter() {
            let monster = state.monster(seat);
            let (stars, hearts) = (monster.stars as f32, monster.hearts as usize);
            let mut s = 0.14 * stars + 0.0075 * stars * stars;
            s += HEARTS[hearts.min(12)] * if state.in_tokyo(seat) { 1.25 } else { 1.0 };
            s += 0.085 * (monster.energy.min(10) as f32) + 0.03 * (monster.energy.saturating_sub(10)) as f32;
            s -= 0.3 * monster.poison as f32 + 0.35 * monster.shrink as f32;
            s += monster.cards.iter().map(|card| worth(card, table)).sum::<f32>();
            if state.in_tokyo(seat) {
                // Two stars come with the next turn, if there is one; the more enemies act before it, the less likely.
                let enemies = table as f32 - 1.0;
                s += if Some(seat) == next { 0.0 } else { 0.36 - 0.12 * enemies * (1.0 - (hearts as f32 / 10.0)).max(0.0) };
            }
            if Some(seat) == next {
                s += 0.12;
            }
            if 20 <= monster.stars {
                s += 4.0;
            }
            strength[seat.index()] = s;
        }
        let top = strength.iter().fold(f32::MIN, |top, &s| top.max(s));
        let mut sum = 0.0;
        let mut chances = [0.0; 6];
        for seat in state.living().iter() {
            // A rational stand-in for the exponential: the same on every machine.
            let gap = (top - strength[seat.index()]).min(30.0);
            let half = 1.0 + gap / 8.0 + gap * gap / 128.0;
            chances[seat.index()] = 1.0 / (half * half * half * half * half * half * half * half);
            sum += chances[seat.index()];
        }
        chances.map(|chance| chance / sum)
    }
}

/// What a keep card is worth to its holder, in the strength of [`HandMade`].
fn worth(card: Card, table: usize) -> f32 {
    let crowd = table as f32 - 2.0;
    match card {
        Card::ExtraHead | Card::ExtraHead2 => 0.75,
        Card::GiantBrain => 0.6,
        Card::AcidAttack | Card::NovaBreath => 0.6,
        Card::SpikedTail | Card::FireBreathing | Card::ShrinkRay | Card::PoisonSpit => 0.5,
        Card::AlphaMonster | Card::Urbavore | Card::Burrowing => 0.45,
        Card::ArmorPlating | Card::EvenBigger | Card::Wings | Card::Regeneration => 0.45,
        Card::ItHasAChild => 0.5,
        Card::EaterOfTheDead => 0.15 + 0.15 * crowd,
        Card::FriendOfChildren | Card::SmokeCloud | Card::Stretchy => 0.35,
        Card::Camouflage | Card::RapidHealing | Card::Jets | Card::BatteryMonster | Card::Gourmet => 0.3,
        Card::Mimic => 0.4,
        _ => 0.22,
    }
}
