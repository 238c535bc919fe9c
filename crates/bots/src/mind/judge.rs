//! Who will win? The two ways to value a table: by hand, and by the net.

use std::sync::Arc;

use engine::rules::EntryWithoutClaws;
use engine::{Card, Edition, Seat, Spot, State};

use crate::net::{Accumulator, Features, MonsterFeatures, Net, number};

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
    accumulator: Option<Accumulator>,
}

impl Learned {
    /// Judges with this net.
    pub fn new(net: Arc<Net>) -> Learned {
        Learned { net, accumulator: None }
    }

    /// The net it judges with.
    pub fn net(&self) -> &Net {
        &self.net
    }
}

impl Judge for Learned {
    fn focus(&mut self, state: &State) {
        self.accumulator = Some(Accumulator::new(&self.net, &see(state, true)));
    }

    fn chances(&mut self, state: &State, shop: bool) -> [f32; 6] {
        let features = see(state, shop);
        let chances = match &self.accumulator {
            Some(accumulator) => accumulator.chances(&self.net, &features),
            None => self.net.chances(&features),
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
pub fn see(state: &State, shop: bool) -> Features {
    let mut features = Features { market: [255; 3], ..Features::default() };
    let sold_out = state.deck().is_empty() && state.market().iter().all(Option::is_none);
    // Where no card can come and none is held, energy buys nothing; the net has never learned what much of it is worth then.
    let idle = sold_out && state.living().iter().all(|seat| state.monster(seat).cards.is_empty());
    for (at, seat) in order(state).enumerate() {
        let monster = state.monster(seat);
        let energy = if idle { 0 } else { monster.energy };
        let place = match state.spot(seat) {
            None => 0,
            Some(Spot::City) => 1,
            Some(Spot::Bay) => 2,
        };
        let mut seen = MonsterFeatures::new(monster.hearts, monster.stars, energy, place)
            .with_tokens(monster.poison, monster.shrink)
            .with_cards(monster.cards);
        if monster.cards.has(Card::BatteryMonster)
            || monster.cards.has(Card::SmokeCloud)
            || monster.cards.has(Card::Mimic)
        {
            let mut stored =
                state.counter(Card::BatteryMonster) * monster.cards.has(Card::BatteryMonster) as u8;
            let mut smoke =
                state.counter(Card::SmokeCloud) * monster.cards.has(Card::SmokeCloud) as u8;
            if let Some(copied) = state.copied().filter(|_| monster.cards.has(Card::Mimic)) {
                seen = seen.holding(copied);
                let on_mimic = state.counter(Card::Mimic);
                stored = stored.saturating_add(on_mimic * (copied == Card::BatteryMonster) as u8);
                smoke = smoke.saturating_add(on_mimic * (copied == Card::SmokeCloud) as u8);
            }
            seen = seen.with_stores(stored, smoke);
        }
        if let Some(affordable) = features.affordable.get_mut(at) {
            for (place, card) in state.market().iter().enumerate() {
                let can = card.is_some_and(|card| state.price(seat, card) <= monster.energy);
                *affordable |= (can as u8) << place;
            }
        }
        features.monsters[at] = seen;
        features.living += 1;
    }
    for (place, card) in features.market.iter_mut().zip(state.market()) {
        *place = card.and_then(number).unwrap_or(255);
    }
    let rules = state.rules();
    let facts = [
        shop,
        state.turn().kind != engine::TurnKind::Regular,
        rules.cards == Edition::First,
        state.tokyo().bay_open,
        rules.enter_free_place_without_claws == EntryWithoutClaws::Never,
        sold_out,
        0 < state.coming_turns(state.turn().seat),
    ];
    features.flags =
        facts.iter().enumerate().fold(0, |flags, (bit, &fact)| flags | ((fact as u8) << bit));
    features
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

/// What hearts are worth outside Tokyo: the first ones most.
const HEARTS: [f32; 15] =
    [-4.0, -2.8, -2.25, -1.8, -1.4, -1.0, -0.7, -0.45, -0.3, -0.15, 0.0, 0.1, 0.2, 0.25, 0.3];
/// The same in Tokyo, where nothing heals and every enemy hits, but two stars come with each turn.
const HEARTS_IN_TOKYO: [f32; 15] =
    [-4.5, -3.7, -3.3, -2.7, -2.0, -1.4, -0.9, -0.5, -0.25, 0.0, 0.2, 0.3, 0.4, 0.45, 0.5];
/// What stars are worth: the last ones most.
const STARS: [f32; 21] = [
    0.0, 0.1, 0.2, 0.28, 0.36, 0.45, 0.55, 0.67, 0.8, 0.95, 1.1, 1.28, 1.5, 1.75, 2.05, 2.5, 3.0,
    3.45, 4.0, 4.5, 6.7,
];

impl Judge for HandMade {
    fn focus(&mut self, _: &State) {}

    fn chances(&mut self, state: &State, shop: bool) -> [f32; 6] {
        let mut strength = [f32::MIN; 6];
        let next = if shop { state.next_after(state.turn().seat) } else { Some(state.turn().seat) };
        let table = state.living().len();
        for seat in state.living().iter() {
            let monster = state.monster(seat);
            let hearts = (monster.hearts as usize).min(14);
            let mut s = STARS[(monster.stars as usize).min(20)];
            s += if state.in_tokyo(seat) { HEARTS_IN_TOKYO[hearts] } else { HEARTS[hearts] };
            s += 0.1 * (monster.energy.min(10) as f32)
                + 0.03 * (monster.energy.saturating_sub(10)) as f32;
            s -= 0.25 * monster.poison as f32 + 0.35 * monster.shrink as f32;
            s += monster.cards.iter().map(|card| worth(card, table)).sum::<f32>();
            if Some(seat) == next {
                s += 0.45;
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
        Card::PoisonSpit | Card::FireBreathing | Card::SpikedTail => 1.2,
        Card::ExtraHead | Card::ExtraHead2 | Card::AcidAttack => 1.0,
        Card::GiantBrain | Card::NovaBreath | Card::Jets | Card::ShrinkRay => 0.9,
        Card::Burrowing | Card::Mimic | Card::AlphaMonster | Card::ItHasAChild => 0.7,
        Card::Urbavore | Card::Wings | Card::ArmorPlating | Card::Herbivore => 0.5,
        Card::Camouflage
        | Card::Regeneration
        | Card::PoisonQuills
        | Card::Stretchy
        | Card::Detritivore => 0.4,
        Card::EaterOfTheDead => 0.15 + 0.15 * crowd,
        Card::BatteryMonster | Card::RapidHealing | Card::FriendOfChildren | Card::Gourmet => 0.3,
        Card::EnergyHoarder
        | Card::SmokeCloud
        | Card::EvenBigger
        | Card::EnergyDrink
        | Card::WereOnlyMakingItStronger => 0.3,
        _ => 0.15,
    }
}
