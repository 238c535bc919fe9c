//! What goes out to whom: made once for all who may see the same, and again only for a seat that may see more.

use axum::extract::ws::Utf8Bytes;
use engine::{Event, Need, Seat, State};
use fair::wire::{Drawn, GameFair, LeftOut};
use protocol::{
    By, Clock, Controller, GameInfo, Message, NextGame, OpenQuestion, SeatInfo, TableInfo,
    TablePhase,
};
use serde::Serialize;
use serde_json::value::RawValue;

use super::room::{Connection, Room};
use crate::doc::{Held, Person, listed};
use crate::game::{Game, Step};
use crate::outbox::Out;

/// The messages with a position, as they go out: [`Message::Step`] and [`Message::View`] with a position that is text already,
/// because it is the longest part and the same for many.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Outgoing<'a> {
    Step {
        game: u32,
        seq: u64,
        by: By,
        events: &'a [Event],
        view: &'a RawValue,
        #[serde(skip_serializing_if = "Option::is_none")]
        clock: Option<Clock>,
        #[serde(skip_serializing_if = "Option::is_none")]
        took_back: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        drawn: Option<&'a Drawn>,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        undo: bool,
    },
    View {
        game: u32,
        seq: u64,
        view: &'a RawValue,
        #[serde(skip_serializing_if = "Option::is_none")]
        clock: Option<Clock>,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        undo: bool,
    },
}

impl Outgoing<'_> {
    fn text(&self) -> Utf8Bytes {
        serde_json::to_string(self).expect("messages are plain data").into()
    }
}

/// The position as one viewer may see it.
fn position(state: &State, viewer: Option<Seat>) -> State {
    state.view(viewer).imagine()
}

fn position_text(position: &State) -> Box<RawValue> {
    serde_json::value::to_raw_value(position).expect("a position is plain data")
}

/// One step on its way to everyone: each text is made once, for all who may see the same.
pub(super) struct Telling<'a> {
    game: u32,
    step: &'a Step,
    clock: Option<Clock>,
    public: State,
    /// Whether a seat may see more than a watcher, once it has been asked.
    sees_more: [Option<bool>; 6],
    positions: Vec<(Option<Seat>, Box<RawValue>)>,
    texts: Vec<(Option<Seat>, bool, Utf8Bytes)>,
}

impl<'a> Telling<'a> {
    pub(super) fn new(game: u32, step: &'a Step, clock: Option<Clock>) -> Self {
        let public = position(&step.after, None);
        let (positions, texts) = (Vec::with_capacity(2), Vec::with_capacity(2));
        Self { game, step, clock, public, sees_more: [None; 6], positions, texts }
    }

    /// The step as a seat or a watcher may see it, and whether they may take it back.
    pub(super) fn text(&mut self, viewer: Option<Seat>, undo: bool) -> Utf8Bytes {
        let (step, public) = (self.step, &self.public);
        let viewer = viewer.filter(|&seat| {
            *self.sees_more[seat.index()].get_or_insert_with(|| sees_more(step, seat, public))
        });
        let made = self.texts.iter().find(|(other, may, _)| (*other, *may) == (viewer, undo));
        if let Some((_, _, text)) = made {
            return text.clone();
        }
        if !self.positions.iter().any(|(other, _)| *other == viewer) {
            let seen = viewer.map(|seat| position(&step.after, Some(seat)));
            self.positions.push((viewer, position_text(seen.as_ref().unwrap_or(&self.public))));
        }
        let seen: Vec<Event>;
        let events =
            if viewer.is_none() && step.events.iter().all(|event| event.seen_by(None) == *event) {
                &step.events
            } else {
                seen = step.events.iter().map(|event| event.seen_by(viewer)).collect();
                &seen
            };
        let (_, view) =
            self.positions.iter().find(|(other, _)| *other == viewer).expect("it was just made");
        let text = Outgoing::Step {
            game: self.game,
            seq: step.seq,
            by: step.by.seen_by(viewer),
            events,
            view,
            clock: self.clock,
            took_back: step.took_back,
            drawn: step.drawn.as_ref(),
            undo,
        }
        .text();
        self.texts.push((viewer, undo, text.clone()));
        text
    }
}

/// Whether a seat may see more of this step than a watcher.
fn sees_more(step: &Step, seat: Seat, public: &State) -> bool {
    step.by.seen_by(Some(seat)) != step.by.seen_by(None)
        || step.events.iter().any(|event| event.seen_by(Some(seat)) != event.seen_by(None))
        || step.after.view(Some(seat)).imagine() != *public
}

impl Room {
    /// Shows a step that is durable to everyone.
    pub(super) fn show(&self, step: &Step) {
        let Some(game) = self.game.as_ref().filter(|_| !self.connections.is_empty()) else {
            return;
        };
        let mut telling = Telling::new(game.number, step, self.clock_of(game));
        let may_undo = self.may_undo();
        for connection in &self.connections {
            let undo = may_undo.is_some() && connection.seat == may_undo;
            connection.outbox.send(Out::Text(telling.text(connection.seat, undo)));
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
            && self.doc.phase == TablePhase::Playing
        {
            let answers = game.state.answers().iter().collect();
            connection.outbox.say(&Message::Question(OpenQuestion {
                game: game.number,
                seq: game.seq,
                ask,
                answers,
            }));
        }
    }

    /// The position as it is now, for one client.
    pub(super) fn view_text(&self, game: &Game, viewer: Option<Seat>) -> Utf8Bytes {
        let view = position_text(&position(&game.state, viewer));
        let undo = viewer.is_some() && viewer == self.may_undo();
        let clock = self.clock_of(game);
        Outgoing::View { game: game.number, seq: game.seq, view: &view, clock, undo }.text()
    }
}

/// What everyone may know of a game before its first roll.
pub(super) fn game_info(game: &Game) -> GameInfo {
    GameInfo {
        game: game.number,
        name: game.name.clone(),
        rules: game.header.rules,
        players: game.header.players.clone(),
        commitment: game.header.commitment(&game.name),
        pledges: listed(&game.header.pledges),
        fair: game.header.fair.as_ref().map(|fair| {
            let base = game.live().map(|live| &live.base);
            GameFair {
                version: fair::VERSION,
                dice: fair.dice,
                terms: fair.terms.clone(),
                mix: game.header.mix(&game.name),
                left_out: fair
                    .left_out
                    .iter()
                    .map(|(&seat, &(_, why))| LeftOut { seat, why })
                    .collect(),
                void: fair.void.clone(),
                chains: base.map_or_else(Vec::new, |base| base.chains.clone()),
                ask: base.map(|base| base.asks),
                transcript: base.map(|base| base.transcript),
                misses: base.map(|base| base.misses),
            }
        }),
    }
}

/// The table as everyone sees it.
pub(super) fn info(table: &Room) -> TableInfo {
    let doc = &table.doc;
    let seats = doc.seats().map(|(seat, held)| {
        let base = SeatInfo {
            seat,
            controller: Controller::Open,
            name: String::new(),
            monster: held.monster,
            bot: None,
            program: false,
            ready: false,
        };
        match &held.held {
            Held::Open => base,
            Held::Bot(level) => SeatInfo { controller: Controller::Bot, bot: Some(*level), ..base },
            Held::Person(person) => {
                let controller =
                    match (person.away && doc.phase == TablePhase::Playing, table.is_here(seat)) {
                        (true, _) => Controller::StandIn,
                        (false, true) => Controller::Here,
                        (false, false) => Controller::Gone,
                    };
                let Person { name, program, ready, .. } = &**person;
                let (name, program, ready) = (name.clone(), *program, *ready);
                SeatInfo { controller, name, program, ready, ..base }
            }
        }
    });
    let phase = if doc.next.mixing.is_some() { TablePhase::Mixing } else { doc.phase };
    let next = (phase != TablePhase::Playing).then(|| NextGame {
        name: doc.next.name.clone(),
        commitment: doc.next.commitment(),
        dice: doc.options.dice,
        pledged: doc.next.pledges.keys().copied().collect(),
        void: doc.void.clone(),
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
        asked: None,
        you: None,
        watchers: table.watchers(),
        talk_closed: doc.talk_closed,
    }
}

#[cfg(test)]
mod tests {
    use engine::{Answer, At, Card, Input, MonsterSetup, Setup, TurnSetup};

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
        Step {
            seq: 9,
            at_ms: 0,
            by: By::Player(Seat::A),
            inputs,
            events,
            after,
            took_back: None,
            drawn: None,
        }
    }

    fn told(step: &Step, viewer: Option<Seat>) -> Utf8Bytes {
        Telling::new(1, step, None).text(viewer, false)
    }

    #[test]
    fn a_card_that_one_player_has_seen_changes_no_byte_for_anybody_else() {
        let first = peeked(Card::Camouflage);
        let deck: Vec<Card> = first.after.deck().iter().collect();
        assert!(50 < deck.len());
        for other in deck.into_iter().filter(|&card| card != Card::Camouflage) {
            let other = peeked(other);
            for viewer in [None, Some(Seat::B), Some(Seat::C)] {
                assert_eq!(told(&first, viewer), told(&other, viewer), "{viewer:?}");
                assert_eq!(position(&first.after, viewer), position(&other.after, viewer));
                let public = first.after.view(None).imagine();
                assert!(viewer.is_none_or(|seat| !sees_more(&first, seat, &public)));
            }
            assert_ne!(told(&first, Some(Seat::A)), told(&other, Some(Seat::A)));
        }
        let public = first.after.view(None).imagine();
        assert!(sees_more(&first, Seat::A, &public));
    }

    #[test]
    fn what_goes_out_is_what_the_protocol_describes() {
        let step = peeked(Card::Camouflage);
        let clock = Some(Clock { seat: Seat::A, left_ms: 45_000 });
        let mut telling = Telling::new(3, &step, clock);
        // Whoever comes first: the texts of one viewer are not those of another.
        let (watcher, text) = (telling.text(None, false), telling.text(Some(Seat::A), true));
        assert_eq!(telling.text(Some(Seat::B), false), watcher);
        assert_ne!(watcher, text);
        let expected = Message::Step(protocol::Step {
            game: 3,
            seq: 9,
            by: By::Player(Seat::A),
            events: step.events.clone(),
            view: Box::new(step.after.view(Some(Seat::A)).imagine()),
            clock,
            took_back: None,
            drawn: None,
            undo: true,
        });
        // Byte for byte what the protocol's own type would be.
        assert_eq!(serde_json::to_string(&expected).expect("it is plain data"), text.as_str());
        assert_eq!(serde_json::from_str::<Message>(&text).expect("it is a message"), expected);
    }
}
