//! What a seat may know as a row of bytes, each with a name.
//!
//! It says what the seat's [`engine::View`] says and nothing else: what is hidden from the seat does not exist there. Seats
//! count clockwise from the one that looks, 0 is itself.

use engine::{CARDS, Card, Face, KEEP_CARDS, Need, Phase, Place, Question, Rulebook, Seat, State};

use super::spread;

const PLAIN: [&str; 7] =
    ["players", "living", "turn", "deck_size", "rerolls", "bay_open", "tokyo_visited"];
const KINDS: [&str; 3] = ["regular", "freeze_time", "frenzy"];
const STORES: [Card; 3] = [Card::SmokeCloud, Card::BatteryMonster, Card::Mimic];
const MONSTER: [&str; 9] =
    ["present", "alive", "hearts", "stars", "energy", "poison", "shrink", "city", "bay"];

const BOOK_AT: usize = PLAIN.len();
const PHASE_AT: usize = BOOK_AT + 5;
const KIND_AT: usize = PHASE_AT + Phase::ALL.len();
const QUESTION_AT: usize = KIND_AT + KINDS.len();
const ASKS_AT: usize = QUESTION_AT + Question::ALL.len();
const ASKED_AT: usize = ASKS_AT + KEEP_CARDS;
const ACTIVE_AT: usize = ASKED_AT + 6;
const DICE_AT: usize = ACTIVE_AT + 6;
const ASIDE_AT: usize = DICE_AT + 6;
const SEEN_AT: usize = ASIDE_AT + 6;
const STORE_AT: usize = SEEN_AT + 6;
const COPIED_AT: usize = STORE_AT + STORES.len();
const MARKET_AT: usize = COPIED_AT + KEEP_CARDS;
const TOP_AT: usize = MARKET_AT + CARDS;
const DECK_AT: usize = TOP_AT + CARDS;
const SEAT_AT: usize = DECK_AT + CARDS;
const SEAT: usize = MONSTER.len() + KEEP_CARDS;

/// How many features there are.
pub(crate) const FEATURES: usize = SEAT_AT + 6 * SEAT;
const _: () = assert!(FEATURES == 709, "the space has changed: its version has to grow");

/// The number of the book that these rules are nearest to, as the observation tells it.
pub(crate) fn book_of(rules: &engine::Rules) -> u8 {
    let (nearest, _) = rules.house_rules();
    Rulebook::ALL.iter().position(|book| *book == nearest).unwrap_or(0) as u8
}

/// Writes what this seat knows of a game; a watcher (`None`) counts seats from seat A.
///
/// It reads nothing but what is open to everybody and, for whoever has looked at it, the top of the deck. So the game itself
/// and the seat's [`engine::View`] of it give the same row, and the game need not be copied for every look at it: the tests
/// compare both, and worlds that a seat cannot tell apart.
#[inline]
pub(crate) fn observe(state: &State, seat: Option<Seat>, book: u8, into: &mut [u8]) {
    let Ok(out) = <&mut [u8; FEATURES]>::try_from(into) else { return };
    let me = seat.map_or(0, Seat::index);
    let players = state.players();
    let ahead = |seat: Seat| {
        let at = seat.index() + players - me;
        if players <= at { at - players } else { at }
    };
    out.fill(0);
    let turn = state.turn();
    out[0] = players as u8;
    out[1] = state.living().len() as u8;
    out[2] = turn.number.min(255) as u8;
    out[4] = turn.rerolls;
    out[5] = state.tokyo().bay_open.into();
    out[6] = state.tokyo().visited.into();
    out[BOOK_AT + book as usize % 5] = 1;
    out[PHASE_AT + turn.phase as usize] = 1;
    out[KIND_AT + turn.kind as usize] = 1;
    if let Need::Answer(ask) = state.need() {
        out[QUESTION_AT + ask.question as usize] = 1;
        if let Some(card) = ask.card.filter(|card| card.index() < KEEP_CARDS) {
            out[ASKS_AT + card.index()] = 1;
        }
        out[ASKED_AT + ahead(ask.seat)] = 1;
    }
    out[ACTIVE_AT + ahead(turn.seat)] = 1;
    out[DICE_AT..DICE_AT + 6].copy_from_slice(&turn.dice.counts());
    if !state.dice_aside().is_empty() {
        out[ASIDE_AT..ASIDE_AT + 6].copy_from_slice(&state.dice_aside().counts());
    }
    for seat in state.top_seen().iter() {
        out[SEEN_AT + ahead(seat)] = 1;
    }
    for (at, card) in STORES.into_iter().enumerate() {
        out[STORE_AT + at] = state.counter(card);
    }
    if let Some(card) = state.copied() {
        out[COPIED_AT + card.index()] = 1;
    }
    for card in state.market().iter().flatten() {
        out[MARKET_AT + card.index()] = 1;
    }
    if seat.is_some_and(|seat| state.top_seen().has(seat))
        && let Some(card) = state.card_at(Place::Top)
    {
        out[TOP_AT + card.index()] = 1;
    }
    let deck = state.deck();
    let (_, from) = out.split_at_mut(DECK_AT);
    if let Some((first, rest)) = from.split_first_chunk_mut::<64>()
        && let Some(last) = rest.first_chunk_mut::<{ CARDS - 64 }>()
    {
        spread(deck.bits() as u64, first);
        spread((deck.bits() >> 64) as u64, last);
    }
    // Not by adding up what was just written: that would wait for it.
    out[3] = deck.len() as u8;
    let tokyo = state.tokyo();
    let (rows, _) = out[SEAT_AT..].as_chunks_mut::<SEAT>();
    for (at, row) in rows.iter_mut().take(players).enumerate() {
        let seat = Seat::ALL[if me + at < players { me + at } else { me + at - players }];
        let monster = state.monster(seat);
        row[0] = 1;
        row[1] = state.living().has(seat).into();
        row[2] = monster.hearts;
        row[3] = monster.stars;
        row[4] = monster.energy;
        row[5] = monster.poison;
        row[6] = monster.shrink;
        row[7] = (tokyo.city == Some(seat)).into();
        row[8] = (tokyo.bay == Some(seat)).into();
        if !monster.cards.is_empty()
            && let Some(cards) = row.last_chunk_mut::<KEEP_CARDS>()
        {
            spread(monster.cards.bits(), cards);
        }
    }
}

/// The names of all features, in order.
pub(crate) fn names() -> Vec<String> {
    let word = |value: serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let keeps = &Card::ALL[..KEEP_CARDS];
    let mut names: Vec<String> = PLAIN.iter().map(|name| (*name).to_owned()).collect();
    names.extend(Rulebook::ALL.iter().map(|book| format!("book:{}", book.name())));
    names
        .extend(Phase::ALL.iter().map(|phase| format!("phase:{}", word(serde_json::json!(phase)))));
    names.extend(KINDS.iter().map(|kind| format!("turn:{kind}")));
    names.extend(
        Question::ALL.iter().map(|asked| format!("question:{}", word(serde_json::json!(asked)))),
    );
    names.extend(keeps.iter().map(|card| format!("asks:{card}")));
    names.extend((0..6).map(|seat| format!("asked:{seat}")));
    names.extend((0..6).map(|seat| format!("active:{seat}")));
    names.extend(Face::ALL.iter().map(|face| format!("dice:{}", face.letter())));
    names.extend(Face::ALL.iter().map(|face| format!("aside:{}", face.letter())));
    names.extend((0..6).map(|seat| format!("top_seen:{seat}")));
    names.extend(STORES.iter().map(|card| format!("on:{card}")));
    names.extend(keeps.iter().map(|card| format!("copied:{card}")));
    names.extend(Card::ALL.iter().map(|card| format!("market:{card}")));
    names.extend(Card::ALL.iter().map(|card| format!("top:{card}")));
    names.extend(Card::ALL.iter().map(|card| format!("deck:{card}")));
    for seat in 0..6 {
        names.extend(MONSTER.iter().map(|what| format!("{seat}:{what}")));
        names.extend(keeps.iter().map(|card| format!("{seat}:card:{card}")));
    }
    debug_assert_eq!(names.len(), FEATURES);
    names
}
