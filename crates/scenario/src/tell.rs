//! The game in words, for the reader of a difference.

use engine::{Answer, Card, Dice, Group, Need, Outcome, Question, Seat, Spot, State};

/// A row of dice with spaces between them.
pub(crate) fn dice(dice: Dice) -> String {
    if dice.is_empty() {
        return "none".to_owned();
    }
    let faces: Vec<String> = dice.iter().map(|face| face.letter().to_string()).collect();
    faces.join(" ")
}

/// Cards by their identifiers; no card is `none`.
pub(crate) fn cards(cards: impl IntoIterator<Item = Card>) -> String {
    let ids: Vec<&str> = cards.into_iter().map(Card::id).collect();
    if ids.is_empty() { "none".to_owned() } else { ids.join(" ") }
}

/// The word by which a file names a question.
pub(crate) const fn question(question: Question) -> &'static str {
    match question {
        Question::Start => "start",
        Question::Roll => "roll",
        Question::Probe => "probe",
        Question::Reprobe => "reprobe",
        Question::Change => "change",
        Question::ChangeAside => "change_aside",
        Question::Resolve => "resolve",
        Question::Hearts => "hearts",
        Question::Flee => "flee",
        Question::Defend => "defend",
        Question::Yield => "yield",
        Question::Shop => "shop",
        Question::Opportunity => "opportunity",
        Question::Deposit => "deposit",
        Question::Copy => "copy",
        Question::Sell => "sell",
        Question::End => "end",
        Question::ExtraTurn => "extra_turn",
    }
}

/// What the game waits for.
pub(crate) fn need(state: &State) -> String {
    match state.need() {
        Need::Answer(ask) => {
            let answers = answers(state);
            format!("{} is asked {} and may say: {answers}", ask.seat, question(ask.question))
        }
        Need::Roll { seat, count } => format!("{seat} throws {count} dice"),
        Need::Reveal(_) => "a card of the deck is turned up".to_owned(),
        Need::Starter => "it is to be said who starts".to_owned(),
        Need::Over(outcome) => format!("the game is over: {}", self::outcome(outcome)),
    }
}

/// How a game ended.
pub(crate) fn outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Stars(seat) => format!("{seat} wins with 20 stars"),
        Outcome::LastStanding(seat) => format!("{seat} wins as the last one standing"),
        Outcome::EveryoneLoses => "everyone loses".to_owned(),
        Outcome::Draw => "a draw".to_owned(),
    }
}

/// Where a monster stands.
pub(crate) const fn spot(spot: Option<Spot>) -> &'static str {
    match spot {
        Some(Spot::City) => "city",
        Some(Spot::Bay) => "bay",
        None => "outside",
    }
}

/// A seat or nobody.
pub(crate) fn holder(seat: Option<Seat>) -> String {
    seat.map_or_else(|| "empty".to_owned(), |seat| seat.to_string())
}

/// The legal answers; the many ways to throw dice again are one.
fn answers(state: &State) -> String {
    let mut words: Vec<String> = Vec::new();
    for answer in state.answers().iter() {
        let word = self::answer(state, answer);
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(", ")
}

fn answer(state: &State, answer: Answer) -> String {
    match answer {
        Answer::Pass => "pass".to_owned(),
        Answer::Yes => "yes".to_owned(),
        Answer::Reroll(_) => "reroll ..".to_owned(),
        Answer::Free { card, .. } => format!("free .. with {card}"),
        Answer::Set { card, .. } => format!("set .. to .. with {card}"),
        Answer::Die(_) => "die ..".to_owned(),
        Answer::Use(card) => format!("use {card}"),
        Answer::TakePoison => "poison".to_owned(),
        Answer::Resolve(group) => format!("resolve {}", self::group(group)),
        Answer::Decline(group) => format!("decline {}", self::group(group)),
        Answer::Heal => "heal".to_owned(),
        Answer::DropPoison => "drop poison".to_owned(),
        Answer::DropShrink => "drop shrink".to_owned(),
        Answer::Treat(seat) => format!("treat {seat}"),
        Answer::Buy(place) => match state.card_at(place) {
            Some(card) => format!("buy {card}"),
            None => "buy ..".to_owned(),
        },
        Answer::Take(card) => format!("take {card}"),
        Answer::Sweep => "sweep".to_owned(),
        Answer::Pick(card) => format!("pick {card}"),
        Answer::Deposit(_) => "deposit ..".to_owned(),
    }
}

pub(crate) const fn group(group: Group) -> &'static str {
    match group {
        Group::Ones => "ones",
        Group::Twos => "twos",
        Group::Threes => "threes",
        Group::Combos => "combos",
        Group::Hearts => "hearts",
        Group::Energy => "energy",
        Group::Claws => "claws",
    }
}
