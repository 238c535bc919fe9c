//! Random games beside themselves: for every viewer a second world in which everything hidden from that viewer is
//! something else. What the viewer is sent is the same in both, byte for byte, until the hidden thing is laid open.

use engine::random::Random;
use engine::{
    Answer, Ask, At, Card, Input, MonsterSetup, Need, Place, Question, Rulebook, Rules, Seat,
    Setup, State, TurnSetup,
};
use protocol::By;

use super::fanout::Telling;
use crate::game::Step;

/// How many games are played; thousands with `DAIKAIJU_LEAK_GAMES=5000 cargo test --release -p daikaiju-server leak`.
fn games() -> u64 {
    let wanted = std::env::var("DAIKAIJU_LEAK_GAMES").ok();
    wanted.and_then(|wanted| wanted.parse().ok()).unwrap_or(12)
}

/// What was hidden in the games, so that a test of nothing is noticed.
#[derive(Debug, Default)]
struct Count {
    games: u64,
    texts: u64,
    hidden_cards: u64,
    hidden_decisions: u64,
}

fn answer_asked(state: &State) -> Option<Ask> {
    match state.need() {
        Need::Answer(ask) => Some(ask),
        _ => None,
    }
}

/// A game in which one monster looks at the deck whenever it likes, and another one may copy that.
fn laboratory(rules: &Rules, players: usize, random: &mut Random) -> State {
    let holder = random.below(players);
    let monster = |energy, cards| MonsterSetup { energy, cards, ..MonsterSetup::default() };
    let setup = Setup {
        rules: *rules,
        monsters: (0..players)
            .map(|seat| match seat {
                seat if seat == holder => monster(30, vec![Card::MadeInALab]),
                seat if seat == (holder + 1) % players => monster(30, vec![Card::Mimic]),
                _ => monster(15, Vec::new()),
            })
            .collect(),
        copied: Some(Card::MadeInALab),
        city: Some(Seat::B),
        turn: TurnSetup { number: 5, ..TurnSetup::default() },
        market: [Some(Card::Jets), Some(Card::Wings), Some(Card::Skyscraper)],
        at: At::Buy,
        ..Setup::default()
    };
    State::from_setup(&setup).expect("the position is sound")
}

/// Answers by chance, with a liking for looking at the deck.
fn choose(state: &State, random: &mut Random) -> Answer {
    let answers = state.answers();
    let looks = answers.iter().find(|answer| {
        matches!(answer, Answer::Use(Card::MadeInALab | Card::Mimic))
            && answer_asked(state).is_some_and(|ask| ask.question == Question::Shop)
    });
    match looks.filter(|_| random.below(4) != 0) {
        Some(look) => look,
        None => answers.get(random.below(answers.len())).expect("every question has an answer"),
    }
}

/// One step of the first world.
fn step(before: &State, seq: u64, answer: Answer, random: &mut Random) -> Step {
    let (mut after, mut inputs, mut events) = (*before, Vec::new(), Vec::new());
    let mut input = Input::Answer(answer);
    loop {
        after.play(input, Some(&mut events)).expect("the answer is legal, chance fits");
        inputs.push(input);
        match random.chance(&after, after.need()) {
            Some(chance) => input = chance,
            None => break,
        }
    }
    let by = answer_asked(before).map_or(By::Rules, |ask| By::Player(ask.seat));
    Step { seq, at_ms: 0, by, inputs, events, after, took_back: None, drawn: None }
}

/// The same step in the world of one viewer.
fn other_step(
    twin: &State,
    first: &Step,
    viewer: Option<Seat>,
    hides_decision: bool,
    random: &mut Random,
    count: &mut Count,
) -> Step {
    let (mut after, mut inputs, mut events) = (*twin, Vec::new(), Vec::new());
    for &input in &first.inputs {
        let input = match (input, after.need()) {
            (Input::Answer(Answer::Yes), _) if hides_decision => {
                count.hidden_decisions += 1;
                Input::Answer(Answer::Pass)
            }
            (Input::Answer(Answer::Pass), _) if hides_decision => {
                count.hidden_decisions += 1;
                Input::Answer(Answer::Yes)
            }
            // Somebody looks at the top of the deck: here another card lies there.
            (Input::Revealed(_), Need::Reveal(Place::Top)) if viewer != Some(after.turn().seat) => {
                count.hidden_cards += 1;
                let deck = after.deck();
                Input::Revealed(deck.nth(random.below(deck.len())).expect("a deck with cards"))
            }
            (input, _) => input,
        };
        if let Err(illegal) = after.play(input, Some(&mut events)) {
            panic!("{viewer:?} can tell the worlds apart: {input:?} is not possible, {illegal}");
        }
        inputs.push(input);
    }
    Step {
        seq: first.seq,
        at_ms: 0,
        by: first.by,
        inputs,
        events,
        after,
        took_back: None,
        drawn: None,
    }
}

/// Everything that a viewer is sent of a step: events and position, the own question, whether it can be taken back.
fn sent(before: &State, step: &Step, viewer: Option<Seat>) -> Vec<String> {
    let mut texts = vec![Telling::new(1, step, None).text(viewer, false).to_string()];
    match answer_asked(&step.after) {
        Some(ask) if Some(ask.seat) == viewer => {
            let answers: Vec<Answer> = step.after.answers().iter().collect();
            texts.push(serde_json::to_string(&answers).expect("answers are plain data"));
        }
        _ => {}
    }
    if let (Some(answer), Some(_)) = (step.answer(), viewer) {
        texts.push((before.taken_back_by(answer, &step.after) == viewer).to_string());
    }
    texts
}

fn play(start: State, random: &mut Random, count: &mut Count) {
    let viewers: Vec<Option<Seat>> =
        Seat::ALL.into_iter().take(start.players()).map(Some).chain([None]).collect();
    let mut state = start;
    let mut twins = vec![start; viewers.len()];
    let mut seq = 0;
    while let (Some(ask), true) = (answer_asked(&state), seq < 2000) {
        seq += 1;
        let first = step(&state, seq, choose(&state, random), random);
        let asked_next = answer_asked(&first.after);
        let secret = state.rules().yield_decisions == engine::rules::YieldDecisions::Simultaneous
            && ask.question == Question::Yield;
        let opened = secret && asked_next.is_none_or(|next| next.question != Question::Yield);
        let top = state.card_at(Place::Top);
        for (viewer, twin) in viewers.iter().copied().zip(&mut twins) {
            let sees = viewer.is_some_and(|seat| first.after.top_seen().has(seat));
            // What was hidden is laid open: from here on the two worlds are one again.
            if opened || (top.is_some() && (first.after.card_at(Place::Top) != top || sees)) {
                *twin = state;
            }
            let hides = secret && !opened && viewer != Some(ask.seat);
            let other = other_step(twin, &first, viewer, hides, random, count);
            let (one, two) = (sent(&state, &first, viewer), sent(twin, &other, viewer));
            assert_eq!(one, two, "{viewer:?} is sent what it may not know, in step {seq}");
            count.texts += one.len() as u64;
            *twin = other.after;
        }
        state = first.after;
    }
    count.games += 1;
}

#[test]
fn nothing_that_anyone_is_sent_depends_on_what_is_hidden_from_them() {
    let mut count = Count::default();
    for number in 0..games() {
        let mut random = Random::new(number);
        let players = 2 + random.below(5);
        let mut rules = Rulebook::ALL[random.below(Rulebook::ALL.len())].rules();
        if random.below(2) == 0 {
            rules.set("yield_decisions", "simultaneous").expect("the switch is there");
            rules.set("use_bay", "true").expect("the switch is there");
        }
        let start = match random.below(3) {
            0 => {
                let mut start = State::new(&rules, players, Some(Seat::A)).expect("a sound table");
                while let Some(chance) = random.chance(&start, start.need()) {
                    start.play(chance, None).expect("chance fits");
                }
                start
            }
            _ => laboratory(&rules, players, &mut random),
        };
        play(start, &mut random, &mut count);
    }
    println!("{count:?}");
    assert_eq!(count.games, games());
    assert!(
        5 * count.games < count.hidden_cards && count.games < count.hidden_decisions,
        "{count:?}"
    );
}
