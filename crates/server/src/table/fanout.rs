//! What goes out to whom: made once for all who may see the same, and again only for a seat that may see more.

use axum::extract::ws::Utf8Bytes;
use engine::{Event, Need, Seat, State};
use protocol::{
    Clock, Controller, GameInfo, Message, NextGame, Phase, Question, SeatInfo, TableInfo,
};
use serde::Serialize;

use super::actor::{Connection, Table};
use super::undo::with_undo;
use crate::doc::Held;
use crate::game::{Game, Step};
use crate::outbox::Out;

/// How long a message with a position usually is at most.
const USUAL_LENGTH: usize = 2560;

/// Writes a message field by field, in one go: positions are long and sent to many.
struct Writer(Vec<u8>);

impl Writer {
    fn new(kind: &str) -> Self {
        let mut text = Vec::with_capacity(USUAL_LENGTH);
        text.extend_from_slice(b"{\"type\":\"");
        text.extend_from_slice(kind.as_bytes());
        text.push(b'"');
        Self(text)
    }

    fn field(mut self, name: &str, value: &impl Serialize) -> Self {
        self.0.extend_from_slice(b",\"");
        self.0.extend_from_slice(name.as_bytes());
        self.0.extend_from_slice(b"\":");
        serde_json::to_writer(&mut self.0, value).expect("messages are plain data");
        self
    }

    fn end(mut self, clock: Option<Clock>) -> Utf8Bytes {
        if let Some(clock) = clock {
            self = self.field("clock", &clock);
        }
        self.0.push(b'}');
        String::from_utf8(self.0).expect("JSON is text").into()
    }
}

/// The position as one viewer may see it.
fn position(state: &State, viewer: Option<Seat>) -> State {
    state.view(viewer).imagine()
}

/// One step as one viewer may see it: a [`protocol::Step`].
pub(super) fn step_text(
    game: u32,
    step: &Step,
    viewer: Option<Seat>,
    clock: Option<Clock>,
) -> Utf8Bytes {
    let events: Vec<Event> = step.events.iter().map(|event| event.seen_by(viewer)).collect();
    let mut text = Writer::new("step")
        .field("game", &game)
        .field("seq", &step.seq)
        .field("by", &step.by.seen_by(viewer))
        .field("events", &events)
        .field("view", &position(&step.after, viewer));
    if let Some(taken) = step.took_back {
        text = text.field("took_back", &taken);
    }
    text.end(clock)
}

/// Whether a seat may see more of this step than a watcher.
fn sees_more(step: &Step, seat: Seat, public: &State) -> bool {
    step.by.seen_by(Some(seat)) != step.by.seen_by(None)
        || step.events.iter().any(|event| event.seen_by(Some(seat)) != event.seen_by(None))
        || step.after.view(Some(seat)).imagine() != *public
}

impl Table {
    /// Shows a step that is durable to everyone.
    pub(super) fn show(&self, step: &Step) {
        let Some(game) = &self.game else { return };
        let clock = self.clock_of(game);
        let public = step.after.view(None).imagine();
        let common = step_text(game.number, step, None, clock);
        let may_undo = self.may_undo();
        for connection in &self.connections {
            let own = connection.seat.filter(|&seat| sees_more(step, seat, &public));
            let text = own.map_or_else(
                || common.clone(),
                |seat| step_text(game.number, step, Some(seat), clock),
            );
            let undo = may_undo.is_some() && connection.seat == may_undo;
            connection.outbox.send(Out::Text(if undo { with_undo(&text) } else { text }));
            self.put_question(connection, game);
        }
        if let Some(outcome) = game.outcome() {
            let text = crate::outbox::text(&Message::Over { game: game.number, outcome });
            for connection in &self.connections {
                connection.outbox.send(Out::Text(text.clone()));
            }
        }
    }

    /// Lists the legal answers for a client that wants them and is asked.
    pub(super) fn put_question(&self, connection: &Connection, game: &Game) {
        let Need::Answer(ask) = game.state.need() else { return };
        if connection.list_answers
            && connection.seat == Some(ask.seat)
            && self.doc.phase == Phase::Playing
        {
            let answers = game.state.answers().iter().collect();
            connection.outbox.say(&Message::Question(Question {
                game: game.number,
                seq: game.seq,
                ask,
                answers,
            }));
        }
    }

    /// The position as it is now, for one client.
    pub(super) fn view_text(&self, game: &Game, viewer: Option<Seat>) -> Utf8Bytes {
        let text = Writer::new("view")
            .field("game", &game.number)
            .field("seq", &game.seq)
            .field("view", &position(&game.state, viewer))
            .end(self.clock_of(game));
        let undo = viewer.is_some() && viewer == self.may_undo();
        if undo { with_undo(&text) } else { text }
    }
}

/// What everyone may know of a game before its first roll.
pub(super) fn game_info(game: &Game) -> GameInfo {
    GameInfo {
        game: game.number,
        name: game.name.clone(),
        rules: game.header.rules,
        players: game.header.players.clone(),
        commitment: fair::version1::commitment(&game.header.seed, &game.name),
        pledges: game.header.pledges.iter().map(|(&seat, &pledge)| (seat, pledge)).collect(),
    }
}

/// The table as everyone sees it.
pub(super) fn info(table: &Table) -> TableInfo {
    let doc = &table.doc;
    let seats = doc.seats().map(|(seat, held)| {
        let (controller, name, bot, program) = match &held.held {
            Held::Open => (Controller::Open, String::new(), None, false),
            Held::Bot(level) => (Controller::Bot, String::new(), Some(*level), false),
            Held::Person(person) => {
                let controller =
                    match (person.away && doc.phase == Phase::Playing, table.is_here(seat)) {
                        (true, _) => Controller::StandIn,
                        (false, true) => Controller::Here,
                        (false, false) => Controller::Gone,
                    };
                (controller, person.name.clone(), None, person.program)
            }
        };
        SeatInfo { seat, controller, name, monster: held.monster, bot, program }
    });
    let phase = if table.mixing.is_some() { Phase::Mixing } else { doc.phase };
    let next = (phase != Phase::Playing).then(|| NextGame {
        name: doc.next.name.clone(),
        commitment: doc.next.commitment(),
        pledged: doc.next.pledges.keys().copied().collect(),
    });
    TableInfo {
        name: table.name.clone(),
        version: table.version,
        phase,
        options: doc.options.clone(),
        seats: seats.collect(),
        host: doc.host,
        game: doc.game,
        next,
        watchers: u32::try_from(
            table.connections.iter().filter(|connection| connection.seat.is_none()).count(),
        )
        .unwrap_or(u32::MAX),
        talk_closed: doc.talk_closed,
    }
}

#[cfg(test)]
mod tests {
    use engine::{Answer, At, Card, Input, MonsterSetup, Setup, TurnSetup};
    use protocol::By;

    use super::*;

    /// Seat A is buying, has Made in a Lab and energy, and looks at the top card of the deck, which is `top`.
    fn peeked(top: Card) -> Step {
        let usual = MonsterSetup::default;
        let setup = Setup {
            monsters: vec![
                MonsterSetup { energy: 9, cards: vec![Card::MadeInALab], ..usual() },
                MonsterSetup { hearts: 7, ..usual() },
                MonsterSetup { stars: 4, ..usual() },
            ],
            city: Some(Seat::B),
            turn: TurnSetup { number: 5, ..TurnSetup::default() },
            market: [Some(Card::Jets), Some(Card::Wings), Some(Card::Skyscraper)],
            at: At::Buy,
            ..Setup::default()
        };
        let mut after = State::from_setup(&setup).expect("the position is sound");
        let inputs = vec![Input::Answer(Answer::Use(Card::MadeInALab)), Input::Revealed(top)];
        let mut events = Vec::new();
        for &input in &inputs {
            after.play(input, Some(&mut events)).expect("Made in a Lab can be used while buying");
        }
        Step { seq: 9, at_ms: 0, by: By::Player(Seat::A), inputs, events, after, took_back: None }
    }

    #[test]
    fn a_card_that_one_player_has_seen_changes_no_byte_for_anybody_else() {
        let first = peeked(Card::Camouflage);
        let deck: Vec<Card> = first.after.deck().iter().collect();
        assert!(50 < deck.len());
        for other in deck.into_iter().filter(|&card| card != Card::Camouflage) {
            let other = peeked(other);
            for viewer in [None, Some(Seat::B), Some(Seat::C)] {
                assert_eq!(
                    step_text(1, &first, viewer, None),
                    step_text(1, &other, viewer, None),
                    "{viewer:?}"
                );
                assert_eq!(position(&first.after, viewer), position(&other.after, viewer));
                let public = first.after.view(None).imagine();
                assert!(viewer.is_none_or(|seat| !sees_more(&first, seat, &public)));
            }
            assert_ne!(
                step_text(1, &first, Some(Seat::A), None),
                step_text(1, &other, Some(Seat::A), None)
            );
        }
        let public = first.after.view(None).imagine();
        assert!(sees_more(&first, Seat::A, &public));
    }

    #[test]
    fn what_goes_out_is_what_the_protocol_describes() {
        let step = peeked(Card::Camouflage);
        let clock = Some(Clock { seat: Seat::A, left_ms: 45_000 });
        let text = step_text(3, &step, Some(Seat::A), clock);
        let expected = Message::Step(protocol::Step {
            game: 3,
            seq: 9,
            by: By::Player(Seat::A),
            events: step.events.clone(),
            view: Box::new(step.after.view(Some(Seat::A)).imagine()),
            clock,
            took_back: None,
            undo: false,
        });
        assert_eq!(serde_json::from_str::<Message>(&text).expect("it is a message"), expected);
    }
}
