//! What the net sees of a table, as rows of its first layer that are switched on.

use engine::{Card, CardSet, Keeps};

/// Most hearts that are told apart.
const HEARTS: usize = 14;
/// Stars are told apart up to the winning 20.
const STARS: usize = 20;
/// The steps in which energy is told apart.
const ENERGY: [u8; 15] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 17, 22];
/// Poison and shrink tokens that are told apart.
const TOKENS: usize = 3;
/// Energy still to come from a card, in steps of 2.
const COMING: usize = 4;
/// Smoke tokens.
const SMOKE: usize = 3;
/// The version of the rules whose cards the net knows. A card that came later has no row: it is not seen until a net is
/// trained with it, under that version.
pub(super) const BOX: u32 = 1;
const KNOWN: CardSet = CardSet::of_rules(BOX);
/// The number of each card among those that the net knows; 255 for a card that came later.
const NUMBERS: [u8; engine::CARDS] = {
    let (mut numbers, mut card, mut known) = ([255; engine::CARDS], 0, 0);
    while card < engine::CARDS {
        if KNOWN.has(Card::ALL[card]) {
            numbers[card] = known;
            known += 1;
        }
        card += 1;
    }
    numbers
};
/// Keep cards.
const CARDS: usize = {
    let (mut card, mut keep) = (0, 0);
    while card < engine::KEEP_CARDS {
        keep += KNOWN.has(Card::ALL[card]) as usize;
        card += 1;
    }
    keep
};
/// All cards, in the market.
const MARKET: usize = KNOWN.len();

const AT_HEARTS: usize = 0;
const AT_STARS: usize = AT_HEARTS + HEARTS;
const AT_ENERGY: usize = AT_STARS + STARS;
const AT_POISON: usize = AT_ENERGY + ENERGY.len();
const AT_SHRINK: usize = AT_POISON + TOKENS;
const AT_COMING: usize = AT_SHRINK + TOKENS;
const AT_SMOKE: usize = AT_COMING + COMING;
const AT_PLACE: usize = AT_SMOKE + SMOKE;
const AT_CARDS: usize = AT_PLACE + 2;
/// Rows of one seat.
const SEAT: usize = AT_CARDS + CARDS;

const AT_MARKET: usize = 6 * SEAT;
const AT_LIVING: usize = AT_MARKET + MARKET;
const AT_FLAGS: usize = AT_LIVING + 5;
/// How many yes-or-no facts there are about the table.
const FLAGS: usize = 7;
/// The one that there are no cards left to buy.
const NO_CARDS_LEFT: u8 = 1 << 5;

/// What a keep card is worth depends on how its owner stands, so each has a row of its own for every such circumstance: the
/// owner is in Tokyo, can pay for a use, is weak, is near the end, and sits at a table of more than two.
const AT_CIRCUMSTANCES: usize = AT_FLAGS + FLAGS;
pub(super) const CIRCUMSTANCES: usize = 5;
/// With this much energy every card that is used for energy can be used.
const CAN_PAY: u8 = 2;
/// With at most this many hearts a monster is weak.
const WEAK: u8 = 4;
/// With at least this many stars a monster is near the end.
const NEAR_THE_END: u8 = 12;

/// Cards in the market once more, for each of the next two who may buy: those that they can pay for.
const AT_AFFORDABLE: usize = AT_CIRCUMSTANCES + CIRCUMSTANCES * 6 * CARDS;
/// How many buyers are looked at.
pub(super) const BUYERS: usize = 2;

/// The last two monsters without any card play a game of its own, which is solved exactly: what they have counts there
/// by rows of its own.
const AT_BARE: usize = AT_AFFORDABLE + BUYERS * MARKET;
/// Rows of one seat without those for cards.
const BARE_SEAT: usize = AT_CARDS;
/// The last two with cards: hearts, stars, energy, tokens and places count in a duel otherwise than in a crowd.
const AT_DUEL: usize = AT_BARE + 2 * BARE_SEAT;
/// Chairs: one for each seat in a crowd, one for each of the last two without cards, and of the last two with cards.
pub(super) const CHAIRS: usize = 6 + 2 + 2;

/// How many rows the first layer has.
pub const ROWS: usize = AT_DUEL + 2 * BARE_SEAT;
/// How many it had in version 1 of the file, without coming extra turns and the circumstances of cards.
pub(super) const ROWS_1: usize = AT_FLAGS + 6;
/// How many it had in version 2, where the only circumstance was Tokyo.
pub(super) const ROWS_2: usize = AT_CIRCUMSTANCES + 6 * CARDS;
/// How many it had in version 3, where the last two without cards had the same rows as all others.
pub(super) const ROWS_3: usize = AT_BARE;
/// How many it had in version 4, where the last two with cards had the same rows as a crowd.
pub(super) const ROWS_4: usize = AT_DUEL;

/// The ladders of a seat: rows that are switched on one after the other as a number grows.
pub(super) const LADDERS: [(usize, usize); 7] = [
    (AT_HEARTS, HEARTS),
    (AT_STARS, STARS),
    (AT_ENERGY, ENERGY.len()),
    (AT_POISON, TOKENS),
    (AT_SHRINK, TOKENS),
    (AT_COMING, COMING),
    (AT_SMOKE, SMOKE),
];

/// One monster as the net sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MonsterFeatures {
    /// How many rungs of each ladder are on: hearts, stars, energy, poison, shrink, energy to come, smoke.
    pub(super) rungs: [u8; 7],
    /// 0 outside, 1 City, 2 Bay.
    pub(super) place: u8,
    /// Its keep cards, and what its Mimic copies.
    pub(super) cards: u64,
}

/// The number of a card among those that the net knows; `None` for one that it has never seen.
pub fn number(card: Card) -> Option<u8> {
    Some(NUMBERS[card.index()]).filter(|number| *number < 255)
}

impl MonsterFeatures {
    /// A monster with these numbers. `place` is 0 outside, 1 in the City, 2 in the Bay.
    pub fn new(hearts: u8, stars: u8, energy: u8, place: u8) -> MonsterFeatures {
        let mut monster = MonsterFeatures { place, ..MonsterFeatures::default() };
        monster.rungs[0] = hearts.min(HEARTS as u8);
        monster.rungs[1] = stars.min(STARS as u8);
        monster.rungs[2] = ENERGY.iter().filter(|&&step| step <= energy).count() as u8;
        monster
    }

    /// Adds its tokens.
    pub fn with_tokens(mut self, poison: u8, shrink: u8) -> MonsterFeatures {
        self.rungs[3] = poison.min(TOKENS as u8);
        self.rungs[4] = shrink.min(TOKENS as u8);
        self
    }

    /// Adds what lies on its cards: energy that it will get, and smoke tokens.
    pub fn with_stores(mut self, energy: u8, smoke: u8) -> MonsterFeatures {
        self.rungs[5] = energy.div_ceil(2).min(COMING as u8);
        self.rungs[6] = smoke.min(SMOKE as u8);
        self
    }

    /// Adds keep cards.
    pub fn with_cards(self, cards: Keeps) -> MonsterFeatures {
        cards.iter().fold(self, MonsterFeatures::holding)
    }

    /// Its keep cards under each circumstance that holds, at a table of this many.
    pub(super) fn by_circumstance(&self, living: u8) -> [u64; CIRCUMSTANCES] {
        let [hearts, stars, energy, ..] = self.rungs;
        let circumstances =
            [0 < self.place, CAN_PAY <= energy, hearts <= WEAK, NEAR_THE_END <= stars, 2 < living];
        circumstances.map(|holds| if holds { self.cards } else { 0 })
    }

    /// Adds a keep card; one that the net does not know is not seen.
    pub fn holding(mut self, card: Card) -> MonsterFeatures {
        if let Some(number) = number(card).filter(|number| (*number as usize) < CARDS) {
            self.cards |= 1 << number;
        }
        self
    }
}

/// A table as the net sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features {
    /// The living monsters, clockwise from the one whose turn it is.
    pub monsters: [MonsterFeatures; 6],
    /// How many there are.
    pub living: u8,
    /// The cards in the market, by number; 255 for an empty place.
    pub market: [u8; 3],
    /// Which of them the monster whose turn it is can pay for, and the next one: a bit for each place.
    pub affordable: [u8; BUYERS],
    /// Yes-or-no facts: bit 0 dice are resolved and it is time to shop, 1 this is an extra turn, 2 first-edition
    /// cards, 3 the Bay is open, 4 a free place is never taken without claws, 5 there are no cards left to buy, 6 the
    /// active monster will have an extra turn.
    pub flags: u8,
}

impl Features {
    /// Whether two monsters are left and there is no card in their hands or to buy.
    fn bare(&self) -> bool {
        self.flags & NO_CARDS_LEFT != 0
            && self.living == 2
            && self.monsters[..2].iter().all(|monster| monster.cards == 0)
    }

    /// The chair of the monster whose turn it is; the others follow.
    pub(super) fn first_chair(&self) -> usize {
        match self.living {
            2 if self.bare() => 6,
            2 => 8,
            _ => 0,
        }
    }

    /// Calls `on` with every row that is switched on.
    pub fn rows(&self, mut on: impl FnMut(usize)) {
        let first_chair = self.first_chair();
        for (at, monster) in self.monsters[..self.living as usize].iter().enumerate() {
            let chair = first_chair + at;
            for (ladder, rungs) in monster.rungs.into_iter().enumerate() {
                let start = ladder_row(chair, ladder);
                (start..start + rungs as usize).for_each(&mut on);
            }
            if 0 < monster.place {
                on(place_row(chair, monster.place));
            }
            each_bit(monster.cards, |card| on(card_row(at, card)));
            for (which, cards) in monster.by_circumstance(self.living).into_iter().enumerate() {
                each_bit(cards, |card| on(circumstance_row(which, at, card)));
            }
        }
        self.market_rows(&mut on);
        if 2 <= self.living {
            on(AT_LIVING + self.living as usize - 2);
        }
        each_bit(self.flags as u64, |flag| on(AT_FLAGS + flag));
    }

    /// The rows of the market.
    pub(super) fn market_rows(&self, mut on: impl FnMut(usize)) {
        for (place, &card) in self.market.iter().enumerate() {
            let card = card as usize;
            if MARKET <= card {
                continue;
            }
            on(AT_MARKET + card);
            for (buyer, places) in self.affordable.iter().enumerate() {
                if places >> place & 1 == 1 {
                    on(AT_AFFORDABLE + buyer * MARKET + card);
                }
            }
        }
    }
}

/// Where the rows of a chair begin.
const fn chair_row(chair: usize) -> usize {
    if chair < 6 { chair * SEAT } else { AT_BARE + (chair - 6) * BARE_SEAT }
}

pub(super) fn ladder_row(chair: usize, ladder: usize) -> usize {
    chair_row(chair) + LADDERS[ladder].0
}

pub(super) fn place_row(chair: usize, place: u8) -> usize {
    chair_row(chair) + AT_PLACE + place as usize - 1
}

/// The row of a crowd that says what this row of the last two says, if it is one.
pub(super) fn of_a_crowd(row: usize) -> Option<usize> {
    let row = row.checked_sub(AT_DUEL).or(row.checked_sub(AT_BARE))?;
    Some(row / BARE_SEAT * SEAT + row % BARE_SEAT)
}

/// Whether this row is on at tables of the last two without cards, and at no others.
pub fn is_bare(row: usize) -> bool {
    (AT_BARE..AT_DUEL).contains(&row)
}

/// Whether this row is on at many tables together with others of its kind. Small errors in such rows add up.
pub(super) fn common(row: usize) -> bool {
    row < AT_MARKET && row % SEAT < AT_CARDS
        || (AT_LIVING..AT_CIRCUMSTANCES).contains(&row)
        || AT_BARE <= row
}

pub(super) fn card_row(at: usize, card: usize) -> usize {
    at * SEAT + AT_CARDS + card
}

pub(super) fn circumstance_row(which: usize, at: usize, card: usize) -> usize {
    AT_CIRCUMSTANCES + (which * 6 + at) * CARDS + card
}

pub(super) fn living_row(living: u8) -> usize {
    AT_LIVING + living as usize - 2
}

pub(super) fn flag_row(flag: usize) -> usize {
    AT_FLAGS + flag
}

pub(super) fn each_bit(mut bits: u64, mut see: impl FnMut(usize)) {
    while bits != 0 {
        see(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}
