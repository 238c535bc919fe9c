//! Games that stand at any question the engine can ask, found by letting seeded games play themselves.

use engine::facts::YieldFacts;
use engine::random::Random;
use engine::record::{Player, Record};
use engine::{
    Answer, Card, Event, Input, Need, Outcome, Place, Question, Rulebook, Seat, Species, State,
};
use fair::version1::{self, Proof, SeatProof};
use fair::{Entropy, Seed};
use serde_json::{Value, json};

/// Who sits where.
const NAMES: [&str; 6] = ["Þruma", "Bolt", "Fang", "Long-Shadow", "Chomp", "Žížala"];

/// A game as the page keeps it, standing at a question to the person on seat A.
pub fn at_question(question: Question) -> Option<Value> {
    for seed in 0..6000 {
        let book = Rulebook::ALL[seed as usize % 5];
        let players = 2 + seed as usize % 5;
        // Two cards must meet for this one, so they are dealt first and bought by the person.
        let wanted: &[Card] = if question == Question::Reprobe {
            &[Card::PsychicProbe, Card::BackgroundDweller]
        } else {
            &[]
        };
        if let Some(game) = find(book, players, seed, wanted, |state, ask| {
            ask.question == question && 1 < state.answers().len()
        }) {
            return Some(game);
        }
    }
    None
}

/// A game of this many monsters that stands at this question to seat A, some turns in.
pub fn some_turns_in(players: usize, question: Question, turns: u16) -> Option<Value> {
    (0..400).find_map(|seed| {
        find(Rulebook::Dutch, players, seed, &[], |state, ask| {
            ask.question == question
                && turns <= state.turn().number
                && 1 < state.answers().len()
                && state.living().len() == players
        })
    })
}

/// A game of this many monsters that stands at this question to seat A, who holds at least this many cards.
pub fn late_in(players: usize, question: Question, cards: usize) -> Option<Value> {
    (0..400).find_map(|seed| {
        find(Rulebook::Dutch, players, seed, &[], |state, ask| {
            ask.question == question
                && cards <= state.monster(Seat::A).cards.iter().count()
                && state.living().len() == players
        })
    })
}

/// A game of four that stands at the first throw of the person on seat A, who has lost hearts to two rivals since the turn
/// before; and who took how many, by name.
pub fn after_losses() -> Option<(Value, Vec<(String, u8)>)> {
    (0..2000).find_map(|seed| {
        let mut random = Random::new(seed);
        let name = format!("device/losses{seed}");
        let mut record = start(Rulebook::Dutch, 4, &name);
        let mut state = record.start().ok()?;
        let mut turn: Vec<Event> = Vec::new();
        let mut lost: Vec<(Seat, u8)> = Vec::new();
        for _ in 0..600 {
            let first =
                turn.iter().filter(|event| matches!(event, Event::Rolled { .. })).count() == 1;
            if let Need::Answer(ask) = state.need()
                && (ask.seat, ask.question) == (Seat::A, Question::Roll)
                && state.turn().seat == Seat::A
                && first
                && lost.len() == 2
            {
                let by = |(seat, amount): &(Seat, u8)| {
                    (record.players[seat.index()].name.clone(), *amount)
                };
                let by = lost.iter().map(by).collect();
                return Some((kept(record, &name), by));
            }
            let input = random.input(&state, state.need())?;
            let mut events = Vec::new();
            state.play(input, Some(&mut events)).ok()?;
            record.inputs.push(input);
            for event in events {
                match event {
                    Event::TurnStarted { .. } => {
                        // What happens in one's own turn is not told again.
                        if turn.first().is_some_and(|event| {
                            matches!(event, Event::TurnStarted { seat: Seat::A, .. })
                        }) {
                            lost.clear();
                        }
                        turn.clear();
                    }
                    Event::Hurt { seat: Seat::A, by: Some(by), from, to, .. } if by != Seat::A => {
                        match lost.iter_mut().find(|(other, _)| *other == by) {
                            Some((_, sum)) => *sum += from - to,
                            None => lost.push((by, from - to)),
                        }
                    }
                    // Other ways to lose hearts would have to be told, too.
                    Event::Hurt { seat: Seat::A, .. } | Event::LostHearts { seat: Seat::A, .. } => {
                        return None;
                    }
                    _ => {}
                }
                turn.push(event);
            }
        }
        None
    })
}

/// A finished game of four that the person on seat A has won, or that somebody else has won.
pub fn finished_with(won: bool) -> Option<Value> {
    (0..200).find_map(|seed| {
        let mut random = Random::new(seed);
        let name = format!("device/won{seed}");
        let mut record = start(Rulebook::Dutch, 4, &name);
        let mut state = record.start().ok()?;
        while let Some(input) = random.input(&state, state.need()) {
            state.play(input, None).ok()?;
            record.inputs.push(input);
        }
        let winner = state.outcome().and_then(Outcome::winner)?;
        ((winner == Seat::A) == won).then(|| kept(record, &name))
    })
}

/// A game that stands at a yield question to the person on seat A, and for yielding and staying the names of those who can
/// still hit before the next turn, as the engine has it.
pub fn yield_question(players: usize, seed: u64) -> Option<(Value, [Vec<String>; 2])> {
    let mut hitters = None;
    let game = find(Rulebook::Dutch, players, seed, &[], |state, ask| {
        let fits = ask.question == Question::Yield && 4 <= state.turn().number;
        if fits {
            hitters = Some([Answer::Yes, Answer::Pass].map(|answer| state.yield_facts(answer)));
        }
        fits && 1 < state.answers().len()
    })?;
    let names = |facts: &YieldFacts| {
        facts.hitters.iter().map(|seat| NAMES[seat.index()].to_owned()).collect()
    };
    let [Some(yields), Some(stays)] = hitters? else { return None };
    Some((game, [names(&yields), names(&stays)]))
}

/// A game of four in which the person on seat A is out and the others play on.
pub fn out_of_the_game() -> Option<Value> {
    (0..400).find_map(|seed| {
        let mut random = Random::new(seed);
        let name = format!("device/out{seed}");
        let mut record = start(Rulebook::Dutch, 4, &name);
        let mut state = record.start().ok()?;
        while state.living().has(Seat::A) || !matches!(state.need(), Need::Answer(_)) {
            let input = random.input(&state, state.need())?;
            state.play(input, None).ok()?;
            record.inputs.push(input);
        }
        // The others have a while to go.
        let far = state.living().iter().all(|seat| {
            let monster = state.monster(seat);
            monster.stars < 8 && 3 < monster.hearts
        });
        (state.living().len() == 3 && far).then(|| kept(record, &name))
    })
}

/// A game of three people on one device, just begun.
pub fn three_people() -> Value {
    on_one_device(start(Rulebook::Dutch, 3, "device/three"), "device/three")
}

/// A finished game.
pub fn finished(players: usize) -> Value {
    kept(played(players, 7), "device/finished")
}

/// A finished game of three people on one device.
///
/// # Panics
/// If nobody ever wins.
pub fn finished_by_three_people() -> Value {
    let won = |record: &Record| {
        let mut state = record.start().expect("the set-up is possible");
        for &input in &record.inputs {
            state.play(input, None).expect("it fits");
        }
        state.outcome().and_then(Outcome::winner).is_some()
    };
    let record = (7..100).map(|seed| played(3, seed)).find(won).expect("somebody wins");
    on_one_device(record, "device/over")
}

/// What the history knows of this many games, the newest first: all of them reviewed, most costly yields stayed too long.
pub fn past(count: usize) -> Vec<Value> {
    let one = |number: usize| {
        let roster = Species::roster(Rulebook::Dutch.rules().roster);
        let level = ["gentle", "fierce", "ruthless", "people", "mixed"][number % 5];
        let book = Rulebook::ALL[number * number % 5].name();
        // It goes better with time.
        let lost = 0.06 + 0.01 * ((number * 7) % 11) as f64 + 0.006 * number as f64;
        let luck = 0.05 * ((number * 5) % 13) as f64 - 0.3;
        json!({
            "id": format!("past-{number}"), "when": 1_700_000_000_000u64 - 86_400_000 * number as u64,
            "me": "A", "monster": roster[number % roster.len()], "book": book, "rivals": level,
            "players": 2 + number % 5, "turns": 12 + number, "won": number.is_multiple_of(3),
            "tally": { "luck": luck, "own": -lost, "choices": 12, "kinds": [
                { "kind": "yield", "choices": 4, "error": 0.5 * lost, "costly": 1, "passed": usize::from(number % 5 != 1) },
                { "kind": "keep", "choices": 6, "error": 0.3 * lost },
                { "kind": "purchase", "choices": 2, "error": 0.2 * lost },
            ] },
        })
    };
    (0..count).map(one).collect()
}

fn played(players: usize, seed: u64) -> Record {
    let mut random = Random::new(seed);
    let mut record = start(Rulebook::Dutch, players, "device/finished");
    let mut state = record.start().expect("the set-up is possible");
    while let Some(input) = random.input(&state, state.need()) {
        state.play(input, None).expect("it fits");
        record.inputs.push(input);
    }
    record
}

fn on_one_device(mut record: Record, name: &str) -> Value {
    for player in &mut record.players {
        player.bot = None;
    }
    let mut game = kept(record, name);
    game["mode"] = "device".into();
    game["me"] = Value::Null;
    game
}

fn find(
    book: Rulebook,
    players: usize,
    seed: u64,
    wanted: &[Card],
    mut fits: impl FnMut(&State, engine::Ask) -> bool,
) -> Option<Value> {
    let mut random = Random::new(seed);
    let name = format!("device/{seed}");
    let mut record = start(book, players, &name);
    let mut state = record.start().ok()?;
    for _ in 0..1500 {
        if let Need::Answer(ask) = state.need()
            && ask.seat == Seat::A
            && fits(&state, ask)
        {
            return Some(kept(record, &name));
        }
        let input = match steer(&state, wanted) {
            Some(input) => input,
            None => random.input(&state, state.need())?,
        };
        state.play(input, None).ok()?;
        record.inputs.push(input);
    }
    None
}

/// Deals the wanted cards first, and lets only the person on seat A buy.
fn steer(state: &State, wanted: &[Card]) -> Option<Input> {
    if wanted.is_empty() {
        return None;
    }
    match state.need() {
        Need::Reveal(_) => {
            wanted.iter().find(|card| state.deck().has(**card)).map(|card| Input::Revealed(*card))
        }
        Need::Answer(ask) if ask.question == Question::Shop => {
            let bought = Place::MARKET.into_iter().find(|place| {
                ask.seat == Seat::A
                    && state.card_at(*place).is_some_and(|card| wanted.contains(&card))
                    && state.answers().contains(Answer::Buy(*place))
            });
            Some(Input::Answer(bought.map_or(Answer::Pass, Answer::Buy)))
        }
        _ => None,
    }
}

fn start(book: Rulebook, players: usize, name: &str) -> Record {
    let rules = book.rules();
    let roster = Species::roster(rules.cards);
    let players = (0..players)
        .map(|seat| Player {
            name: NAMES[seat].to_owned(),
            monster: Some(roster[seat]),
            bot: (0 < seat).then(|| "fierce".to_owned()),
        })
        .collect();
    let mut record = Record::new(rules, players, None);
    record.fair = serde_json::to_value(proof(name)).ok();
    record
}

fn proof(name: &str) -> Proof {
    let (seed, entropy) = (Seed::from_bytes([3; 32]), Entropy::from_bytes([5; 32]));
    Proof {
        version: version1::VERSION,
        game: name.to_owned(),
        commitment: version1::commitment(&seed, name),
        seats: vec![SeatProof {
            seat: 0,
            pledge: version1::pledge(&entropy, name),
            entropy: Some(entropy),
        }],
        seed,
    }
}

fn kept(record: Record, name: &str) -> Value {
    json!({ "mode": "solo", "table": name, "me": "A", "record": record })
}
