//! The wire format, as other languages see it: these texts are a promise.

use daikaiju_protocol::{
    Command, DecisionTime, Message, Options, Refusal, Reply, Request, Roar, Said, Sit, Speaker,
    TableInfo, Talk,
};
use engine::{Answer, Card, DiceSet, Seat, State};

fn reads(text: &str, command: Command) {
    let request: Request = serde_json::from_str(&format!(r#"{{"id":7,"do":{text}}}"#)).unwrap();
    assert_eq!(request, Request { id: 7, command: command.clone() });
    assert_eq!(
        serde_json::from_str::<Command>(&serde_json::to_string(&command).unwrap()).unwrap(),
        command
    );
}

#[test]
fn commands_are_read_as_documented() {
    reads(r#""start""#, Command::Start);
    reads(r#""stand""#, Command::Stand);
    reads(r#"{"roar":{"roar":"growl"}}"#, Command::Roar { roar: Roar::Growl });
    reads(r#"{"away":{"away":true}}"#, Command::Away { away: true });
    reads(
        r#"{"answer":{"game":1,"seq":12,"answer":{"reroll":[0,3]}}}"#,
        Command::Answer { game: 1, seq: 12, answer: Answer::Reroll(DiceSet::from_bits(0b1001)) },
    );
    reads(
        r#"{"answer":{"game":1,"seq":12,"answer":"pass"}}"#,
        Command::Answer { game: 1, seq: 12, answer: Answer::Pass },
    );
    reads(
        r#"{"answer":{"game":2,"seq":1,"answer":{"use":"rapid_healing"}}}"#,
        Command::Answer { game: 2, seq: 1, answer: Answer::Use(Card::RapidHealing) },
    );
    reads(
        r#"{"sit":{"name":"Ann"}}"#,
        Command::Sit(Sit { name: "Ann".into(), monster: None, seat: None, program: false }),
    );
    reads(
        r#"{"configure":{"seats":3,"time":"90s","switches":{"use_bay":"false"}}}"#,
        Command::Configure(Options {
            seats: 3,
            time: DecisionTime::Seconds90,
            switches: [("use_bay".to_owned(), "false".to_owned())].into(),
            ..Options::default()
        }),
    );
    reads(r#"{"undo":{"game":1,"seq":13}}"#, Command::Undo { game: 1, seq: 13 });
    reads(r#"{"bot":{"seat":"B"}}"#, Command::Bot { seat: Seat::B, level: None });
}

#[test]
fn messages_are_written_as_documented() {
    let done = Message::Done(Reply { id: 7, seq: Some(13), ..Reply::default() });
    assert_eq!(serde_json::to_string(&done).unwrap(), r#"{"type":"done","id":7,"seq":13}"#);
    let talk = Message::Talk(Talk {
        number: 1,
        from: Speaker::Seat(Seat::A),
        said: Said::Roar(Roar::Ouch),
    });
    assert_eq!(
        serde_json::to_string(&talk).unwrap(),
        r#"{"type":"talk","number":1,"from":{"seat":"A"},"said":{"roar":"ouch"}}"#
    );
    let no = Message::Refused { id: None, code: Refusal::SlowDown, text: "wait".into(), seq: None };
    assert_eq!(
        serde_json::to_string(&no).unwrap(),
        r#"{"type":"refused","id":null,"code":"slow_down","text":"wait"}"#
    );
}

#[test]
fn a_kind_of_message_that_is_new_is_skipped() {
    let message: Message = serde_json::from_str(r#"{"type":"fireworks","size":9}"#).unwrap();
    assert_eq!(message, Message::Unknown);
}

/// Within one version things are added: a page that is open while the server is renewed must go on reading.
#[test]
fn an_option_that_is_new_is_skipped_in_a_table_and_refused_in_a_wish() {
    let table = |options: &str| {
        format!(
            r#"{{"name":"harbour-42","version":1,"phase":"lobby","options":{options},"seats":[],"host":null,"game":0,"watchers":0}}"#
        )
    };
    let options = r#"{"seats":3,"fireworks":true}"#;
    let info: TableInfo = serde_json::from_str(&table(options)).unwrap();
    assert_eq!(info.options, Options { seats: 3, ..Options::default() });
    assert!(serde_json::from_str::<TableInfo>(&table(r#"{"seats":"three"}"#)).is_err());
    let wish = format!(r#"{{"configure":{options}}}"#);
    let why = serde_json::from_str::<Command>(&wish).unwrap_err().to_string();
    assert!(why.contains("fireworks"), "{why}");
}

#[test]
fn a_position_goes_over_the_wire_and_back() {
    let state = State::new(&Options::default().rules().unwrap(), 3, None).unwrap();
    let message = Message::View { game: 1, seq: 0, view: state.into(), clock: None, undo: false };
    let text = serde_json::to_string(&message).unwrap();
    assert_eq!(serde_json::from_str::<Message>(&text).unwrap(), message);
}

#[test]
fn every_refusal_has_a_status_and_its_name_on_the_wire() {
    for code in [
        Refusal::Stale,
        Refusal::NotYours,
        Refusal::HelloFirst,
        Refusal::SlowDown,
        Refusal::Trouble,
    ] {
        assert_eq!(serde_json::to_string(&code).unwrap(), format!("\"{}\"", code.name()));
        assert!((400..600).contains(&code.status()));
    }
}

#[test]
fn options_that_cannot_be_played_are_one_sentence() {
    let seven = Options { seats: 7, ..Options::default() };
    assert_eq!(seven.rules().unwrap_err().to_string(), "a table has 2 to 6 seats, not 7");
    let unknown = Options {
        switches: [("use_boy".to_owned(), "true".to_owned())].into(),
        ..Options::default()
    };
    assert!(unknown.rules().unwrap_err().to_string().contains("use_boy"));
}
