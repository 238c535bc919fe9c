//! Arbitrary input at every entrance: positions, records and answers. Nothing panics, and what is refused changes nothing.

use daikaiju_engine::laws::{Trial, any_answer};
use daikaiju_engine::random::Random;
use daikaiju_engine::{Input, Need, Record, State};
use serde_json::Value;

/// Changes something somewhere in a JSON value.
fn mutate(value: &mut Value, random: &mut Random) {
    match value {
        Value::Array(list) if !list.is_empty() => {
            let at = random.below(list.len());
            match random.below(6) {
                0 => {
                    list.remove(at);
                }
                1 => list.insert(at, list[at].clone()),
                2 => list.swap(0, at),
                _ => mutate(&mut list[at], random),
            }
        }
        Value::Object(map) if !map.is_empty() => {
            let key = map.keys().nth(random.below(map.len())).cloned().unwrap_or_default();
            if random.below(12) == 0 {
                map.remove(&key);
            } else if let Some(inner) = map.get_mut(&key) {
                mutate(inner, random);
            }
        }
        leaf => *leaf = any_leaf(leaf, random),
    }
}

fn any_leaf(old: &Value, random: &mut Random) -> Value {
    const WORDS: [&str; 26] = [
        "A",
        "B",
        "F",
        "roll",
        "hearts",
        "yield",
        "shop",
        "defend",
        "copy",
        "sell",
        "flee",
        "claws",
        "mimic",
        "jets",
        "camouflage",
        "metamorph",
        "battery_monster",
        "112ECH",
        "CCCCCCCCC",
        "ending",
        "hand_over",
        "top",
        "taken",
        "polish",
        "extra_turn",
        "probe",
    ];
    match (old, random.below(5)) {
        (Value::Number(_), 0) => Value::from(255),
        (Value::Number(_), 1..=3) => Value::from(random.below(24)),
        (Value::Bool(on), _) => Value::from(!on),
        (_, 4) => Value::Null,
        _ => Value::from(WORDS[random.below(WORDS.len())]),
    }
}

/// Whatever was read is played on for a while, with good and bad answers.
fn play_on(mut state: State, random: &mut Random) {
    for _ in 0..60 {
        let before = state;
        if state.play(Input::Answer(any_answer(random)), None).is_err() {
            assert_eq!(state, before, "a refused answer changes nothing");
        }
        let _ = state.preview();
        let _ = state.to_json();
        let need = state.need();
        let Some(input) = random.input(&state, need) else {
            assert!(matches!(need, Need::Over(_)), "a waiting game has an answer: {need:?}");
            return;
        };
        state.play(input, None).expect("a listed answer is legal");
    }
}

#[test]
fn a_broken_position_is_refused_or_played() {
    let mut taken = 0;
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let trial = Trial::number(seed);
        let mut state = State::new(&trial.rules, trial.players, None).expect("a trial can start");
        for _ in 0..random.below(500) {
            let Some(input) = random.input(&state, state.need()) else { break };
            state.play_unchecked(input, None);
        }
        for _ in 0..30 {
            let mut value = serde_json::to_value(state).expect("a position is plain JSON");
            for _ in 0..=random.below(3) {
                mutate(&mut value, &mut random);
            }
            if let Ok(read) = State::from_json(&value.to_string()) {
                taken += 1;
                play_on(read, &mut random);
            }
        }
        let mut bytes = state.to_json().into_bytes();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            bytes[at] = random.bits() as u8;
        }
        if let Ok(read) = State::from_json(&String::from_utf8_lossy(&bytes)) {
            play_on(read, &mut random);
        }
    }
    assert!(100 < taken, "some changed positions are still positions: {taken}");
}

#[test]
fn a_broken_record_is_refused_with_the_place() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let record = Trial::number(seed).run(0).expect("the laws hold");
        let mut value: Value = serde_json::from_str(&record.to_json()).expect("a record is JSON");
        mutate(&mut value, &mut random);
        if let Ok(read) = Record::from_json(&value.to_string()) {
            let _ = read.replay(|_, _, _, _| ());
        }
    }
    let future = r#"{"format": 99, "rules": "dutch", "players": [], "inputs": []}"#;
    assert!(Record::from_json(future).unwrap_err().to_string().contains("not 99"));
    assert!(Record::from_json("nonsense").unwrap_err().to_string().contains("not a game record"));
}
