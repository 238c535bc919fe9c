//! Why something happened is told from the events alone, and it is what the game itself knows: in random games the rules
//! named are compared with the state and the input from which the event came.

use daikaiju_engine::laws::Trial;
use daikaiju_engine::{
    Answer, Card, Cause, Event, Input, Leaving, Need, Place, Question, Rulebook, Seat, Spot, State,
    why,
};
use std::collections::BTreeSet;
use std::path::Path;

/// What led to an event: the game before the input, and the input.
struct Came<'a> {
    before: &'a State,
    asked: Option<Question>,
    input: Input,
}

/// Plays a random game and looks at every event in it, with everything that happened before.
fn events(seed: u64, look: &mut impl FnMut(&[Event], usize, &Came<'_>)) {
    let trial = Trial::number(seed);
    let mut random = daikaiju_engine::random::Random::new(seed);
    let mut state = State::new(&trial.rules, trial.players, None).expect("a possible table");
    let mut log = Vec::new();
    while let Some(input) = random.input(&state, state.need()) {
        let (before, heard) = (state, log.len());
        let asked = match before.need() {
            Need::Answer(ask) => Some(ask.question),
            _ => None,
        };
        state.play(input, Some(&mut log)).expect("a listed answer is legal");
        for at in heard..log.len() {
            look(&log, at, &Came { before: &before, asked, input });
        }
    }
}

fn kind(event: &Event) -> String {
    let words = format!("{event:?}");
    words.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default().to_owned()
}

/// Every number that the specification and the project's rulings carry.
fn numbers() -> BTreeSet<String> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |file: &str| std::fs::read_to_string(project.join(file)).unwrap();
    let tables = read("docs/rules/RULES.md") + &read("docs/rules/CARDS.md");
    let rows = tables.lines().filter_map(|line| line.strip_prefix("| ")?.split(' ').next());
    let rulings = read("docs/RULINGS.md");
    let headings = rulings.lines().filter_map(|line| line.strip_prefix("## ")?.split(' ').next());
    rows.chain(headings).map(str::to_owned).collect()
}

/// Every kind of event comes up in play and has its rules, and every rule that is named exists.
#[test]
fn every_event_has_a_rule_and_every_rule_exists() {
    let (exist, mut kinds) = (numbers(), BTreeSet::new());
    for seed in 0..4000 {
        events(seed, &mut |log, at, came| {
            kinds.insert(kind(&log[at]));
            let told = why::event(log, at, came.before.rules()).expect("it is in the log");
            assert!(!told.rules.is_empty(), "trial {seed}: {:?} has no rule", log[at]);
            for rule in &told.rules {
                assert!(exist.contains(*rule), "{rule} does not exist: {:?}", log[at]);
            }
            if let Event::Stars { why: Cause::Card(card), .. } = log[at] {
                assert_eq!(told.card, Some(card));
            }
        });
    }
    // The variants of `Event`, as its source has them.
    let source = include_str!("../src/event.rs");
    let body = source.split("pub enum Event {").nth(1).unwrap().split("\n}").next().unwrap();
    for line in body.lines().filter(|line| line.starts_with("    ") && !line.contains("///")) {
        let name = line.trim().split([' ', ',']).next().unwrap();
        assert!(kinds.contains(name), "{name} never happened");
    }
}

/// Every kind of question has its rules, by every book, and those of a card name it.
#[test]
fn every_question_has_a_rule_and_every_rule_exists() {
    let exist = numbers();
    for book in Rulebook::ALL {
        let rules = book.rules();
        for question in Question::ALL {
            let ask = daikaiju_engine::Ask { seat: Seat::A, question, card: None };
            let told = why::need(&Need::Answer(ask), &rules);
            assert!(!told.rules.is_empty(), "{question:?}");
            assert!(told.rules.iter().all(|rule| exist.contains(*rule)), "{question:?}: {told:?}");
        }
        for need in
            [Need::Starter, Need::Reveal(Place::First), Need::Roll { seat: Seat::A, count: 6 }]
        {
            assert!(why::need(&need, &rules).rules.iter().all(|rule| exist.contains(*rule)));
        }
    }
    for card in Card::ALL {
        assert!(!why::rules_on(card).is_empty(), "{card}");
        assert!(why::rules_on(card).iter().all(|rule| exist.contains(*rule)), "{card}");
    }
}

/// K-02 to K-05, Y-01, Y-04, N-06, P-12, M-01 to M-03, P-05, P-08, P-11: the rules that are named are those by which the
/// game went on, as its own state and the answer that was given have it.
#[test]
fn what_is_named_is_what_the_game_did() {
    for seed in 0..1500 {
        events(seed, &mut |log, at, came| {
            let told = why::event(log, at, came.before.rules()).expect("it is in the log");
            let names = |rule: &str| told.rules.contains(&rule);
            let said = || format!("trial {seed}: {:?} by {told:?}", log[at]);
            match log[at] {
                Event::Attacked { seat, targets, .. } if told.card.is_none() => {
                    let inside = came.before.spot(seat).is_some();
                    assert_eq!(names("K-03"), inside, "{}", said());
                    assert_eq!(names("K-02"), !inside && !targets.is_empty(), "{}", said());
                    let bay = came.before.tokyo().bay.is_some();
                    let city = came.before.tokyo().city.is_some();
                    assert_eq!(names("K-05"), !inside && bay && !city, "{}", said());
                }
                Event::Attacked { seat, .. } => {
                    assert!(
                        came.before.monster(seat).cards.has(Card::NovaBreath)
                            || copies(came.before, seat, Card::NovaBreath),
                        "{}",
                        said()
                    );
                }
                Event::Left { why: Leaving::Yielded, .. } | Event::Stayed { .. } => {
                    // Two that decide at once are told of together.
                    if came.asked == Some(Question::Flee) {
                        assert!(names("Y-04"), "{}", said());
                    } else if came.asked == Some(Question::Yield) {
                        assert!(!names("Y-04"), "{}", said());
                    }
                }
                Event::Entered { seat, spot } => {
                    let bought =
                        matches!(came.input, Input::Answer(Answer::Buy(_)) | Input::Revealed(_));
                    assert_eq!(told.card == Some(Card::DeathFromAbove), bought, "{}", said());
                    if !bought {
                        let turn =
                            log[..at].iter().rposition(|e| matches!(e, Event::TurnStarted { .. }));
                        let clawed = log[turn.unwrap_or(0)..at].iter().any(
                            |e| matches!(e, Event::Attacked { seat: other, .. } if *other == seat),
                        );
                        assert_eq!(names("N-06"), !clawed, "{}", said());
                        assert_eq!(
                            names("B-03") || names("B-04"),
                            clawed && spot == Spot::Bay,
                            "{}",
                            said()
                        );
                    }
                }
                Event::Revealed { .. } if came.before.turn().number == 0 => {
                    assert!(names("S-03") || names("M-02"), "{}", said());
                }
                Event::Energy { why: Cause::Payment, from, to, .. } if to < from => {
                    match came.input {
                        Input::Answer(Answer::Sweep) => assert!(names("M-03"), "{}", said()),
                        Input::Answer(Answer::Buy(_)) => assert!(names("M-01"), "{}", said()),
                        _ => assert!(told.card.is_some(), "{}", said()),
                    }
                }
                Event::Bought { seat, .. } => {
                    let active = came.before.turn().seat;
                    assert_eq!(names("P-05"), seat != active, "{}", said());
                }
                _ => {}
            }
        });
    }
}

/// Whether a monster's Mimic copies this card.
fn copies(state: &State, seat: Seat, card: Card) -> bool {
    state.monster(seat).cards.has(Card::Mimic) && state.copied() == Some(card)
}
