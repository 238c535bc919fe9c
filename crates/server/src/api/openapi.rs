//! The programming interface described as OpenAPI 3.1, made from real values of the types that travel: what is written
//! here cannot drift from what is sent.

use axum::Json;
use engine::{Answer, Ask, Outcome, Question, Seat, Species, State};
use protocol::{
    BotLevel, Command, CreateTable, Created, Joined, ListedTable, Message, Options, Phase, Player,
    Problem, Reply, Sit, TableInfo, TableList,
};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::doc::Doc;

/// The description of the programming interface.
pub(crate) async fn document() -> Json<Value> {
    Json(describe())
}

/// One thing that can be asked for.
struct Endpoint {
    method: &'static str,
    path: &'static str,
    summary: &'static str,
    takes: Option<Value>,
    gives: Option<(u16, &'static str, Value)>,
}

fn value(sample: &impl Serialize) -> Value {
    serde_json::to_value(sample).expect("samples are plain data")
}

fn describe() -> Value {
    let mut paths = Map::new();
    for endpoint in endpoints() {
        let entry = paths.entry(endpoint.path).or_insert_with(|| json!({}));
        entry[endpoint.method] = operation(&endpoint);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Daikaiju",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Tables, seats and games of a Daikaiju server. Commands and messages are those of the WebSocket \
                            (docs/PROTOCOL.md). Unknown fields and kinds of messages are to be skipped.",
        },
        "paths": paths,
        "components": {
            "securitySchemes": {
                "seat": { "type": "http", "scheme": "bearer", "description": "The token of a seat, told once when it was taken." },
                "browser": { "type": "apiKey", "in": "cookie", "name": crate::identity::COOKIE_NAME },
            },
            "schemas": { "Problem": schema(&value(&problem())) },
        },
    })
}

fn operation(endpoint: &Endpoint) -> Value {
    let mut responses = Map::new();
    match &endpoint.gives {
        Some((status, kind, sample)) => {
            let content = json!({ *kind: { "schema": schema(sample), "example": sample } });
            responses
                .insert(status.to_string(), json!({ "description": "Done.", "content": content }));
        }
        None => {
            responses.insert("204".into(), json!({ "description": "Done." }));
        }
    }
    let reference =
        json!({ "schema": { "$ref": "#/components/schemas/Problem" }, "example": problem() });
    responses.insert(
        "default".into(),
        json!({ "description": "Refused.", "content": { "application/problem+json": reference } }),
    );
    let mut parameters: Vec<Value> = endpoint
        .path
        .split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| {
            let kind = if name == "table" { "string" } else { "integer" };
            json!({ "name": name, "in": "path", "required": true, "schema": { "type": kind } })
        })
        .collect();
    if endpoint.path.contains("{table}") {
        parameters.push(json!({
            "name": "x-table-key", "in": "header", "required": false, "schema": { "type": "string" },
            "description": "The secret part of the table's link. Needed at tables that are not listed, by those without a seat.",
        }));
    }
    if endpoint.path.ends_with("/events") {
        for (name, text) in [
            ("game", "The number of the game that was followed."),
            ("since", "The last step that was seen."),
        ] {
            parameters.push(json!({
                "name": name, "in": "query", "required": false, "schema": { "type": "integer" }, "description": text,
            }));
        }
    }
    let mut operation = json!({
        "summary": endpoint.summary,
        "parameters": parameters,
        "responses": responses,
        "security": [{}, { "seat": [] }, { "browser": [] }],
    });
    if let Some(sample) = &endpoint.takes {
        let content =
            json!({ "application/json": { "schema": schema(sample), "example": sample } });
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    operation
}

/// The schema that a sample suggests.
fn schema(sample: &Value) -> Value {
    match sample {
        Value::Null => json!({}),
        Value::Bool(_) => json!({ "type": "boolean" }),
        Value::Number(number) if number.is_f64() => json!({ "type": "number" }),
        Value::Number(_) => json!({ "type": "integer" }),
        Value::String(_) => json!({ "type": "string" }),
        Value::Array(items) => {
            json!({ "type": "array", "items": items.first().map_or_else(|| json!({}), schema) })
        }
        Value::Object(fields) => {
            let fields: Map<String, Value> =
                fields.iter().map(|(name, field)| (name.clone(), schema(field))).collect();
            json!({ "type": "object", "properties": fields })
        }
    }
}

fn problem() -> Problem {
    Problem {
        kind: "/problems/stale".into(),
        title: "stale".into(),
        status: 409,
        detail: "the game has gone on to step 12; the question after step 11 is no longer open"
            .into(),
        seq: Some(12),
    }
}

fn endpoints() -> Vec<Endpoint> {
    let json = "application/json";
    let sit = Sit {
        name: "Ann".into(),
        monster: Some(Species::Gigazaur),
        seat: Some(Seat::A),
        program: true,
    };
    let answer = Command::Answer {
        game: 1,
        seq: 11,
        answer: Answer::Reroll(engine::DiceSet::from_bits(0b10_1101)),
    };
    let state = State::new(&Options::default().rules().unwrap_or_default(), 2, Some(Seat::A))
        .expect("two monsters can play");
    let ask = Ask { seat: Seat::A, question: Question::Roll, card: None };
    let question = Message::Question(protocol::Question {
        game: 1,
        seq: 11,
        ask,
        answers: vec![Answer::Pass],
    });
    let key = "KEY-OF-THE-LINK-22-CHR".to_owned();
    let player =
        Player { seat: Seat::A, name: "Ann".into(), monster: Species::Gigazaur, bot: None };
    let created = Created {
        table: "harbour-42".into(),
        link: format!("/t/harbour-42#{key}"),
        key,
        seat: Some(Seat::A),
        token: Some("TOKEN-OF-THE-SEAT".into()),
    };
    vec![
        Endpoint {
            method: "get",
            path: "/api/openapi.json",
            summary: "This description.",
            takes: None,
            gives: Some((200, json, json!({ "openapi": "3.1.0" }))),
        },
        Endpoint {
            method: "post",
            path: "/api/session",
            summary: "Give a browser the cookie by which it keeps its seats.",
            takes: None,
            gives: None,
        },
        Endpoint {
            method: "get",
            path: "/api/me",
            summary: "The seats and the finished games of whoever asks.",
            takes: None,
            gives: Some((
                200,
                json,
                json!({
                    "seats": [{ "table": "harbour-42", "key": "KEY-OF-THE-LINK-22-CHR", "seat": "A", "phase": "playing" }],
                    "games": [{ "table": "harbour-42", "game": 1, "seat": "A", "finished_ms": 1, "outcome": Outcome::Stars(Seat::A),
                                "players": [player] }],
                }),
            )),
        },
        Endpoint {
            method: "get",
            path: "/api/tables",
            summary: "The listed tables that are open or at play.",
            takes: None,
            gives: Some((200, json, value(&TableList { tables: vec![listed()] }))),
        },
        Endpoint {
            method: "post",
            path: "/api/tables",
            summary: "Create a table, and sit down at it if `sit` is given.",
            takes: Some(value(&CreateTable {
                options: Options::default(),
                sit: Some(sit.clone()),
            })),
            gives: Some((201, json, value(&created))),
        },
        Endpoint {
            method: "get",
            path: "/api/tables/{table}",
            summary: "A table as everyone at it sees it.",
            takes: None,
            gives: Some((200, json, value(&info()))),
        },
        Endpoint {
            method: "post",
            path: "/api/tables/{table}/seats",
            summary: "Take a seat. A program gets its token here, once.",
            takes: Some(value(&sit)),
            gives: Some((
                201,
                json,
                value(&Joined {
                    table: "harbour-42".into(),
                    seat: Seat::A,
                    token: Some("TOKEN-OF-THE-SEAT".into()),
                }),
            )),
        },
        Endpoint {
            method: "post",
            path: "/api/tables/{table}/move",
            summary: "Open a personal link: the seat belongs to this device from now on.",
            takes: Some(json!({ "secret": "SECRET-OF-THE-LINK" })),
            gives: Some((
                200,
                json,
                json!({ "table": "harbour-42", "key": "KEY-OF-THE-LINK-22-CHR", "seat": "A" }),
            )),
        },
        Endpoint {
            method: "post",
            path: "/api/tables/{table}/commands",
            summary: "Give any command, as over the WebSocket: answer, undo, start, bot, configure, say and so on. The reply comes when \
                      it is durable. A repeated answer or undo gets the same reply.",
            takes: Some(value(&answer)),
            gives: Some((200, json, value(&Reply { seq: Some(12), ..Reply::default() }))),
        },
        Endpoint {
            method: "get",
            path: "/api/tables/{table}/events",
            summary: "Follow a table: one message of the WebSocket a line, with all legal answers to questions of the own seat. Empty \
                      lines show that the stream is alive.",
            takes: None,
            gives: Some((200, "application/x-ndjson", value(&question))),
        },
        Endpoint {
            method: "get",
            path: "/api/tables/{table}/games",
            summary: "The games of a table, newest first.",
            takes: None,
            gives: Some((
                200,
                json,
                json!({ "games": [{ "game": 1, "started_ms": 1, "finished_ms": 2, "outcome": Outcome::Stars(Seat::A),
                                                       "players": [player] }] }),
            )),
        },
        Endpoint {
            method: "get",
            path: "/api/tables/{table}/games/{game}",
            summary: "The record of a finished game, with the proof of its dice.",
            takes: None,
            gives: Some((
                200,
                json,
                json!({ "format": 1, "rules_version": 1, "rules": "dutch", "players": [{ "name": "Ann" }], "inputs": [] }),
            )),
        },
        Endpoint {
            method: "get",
            path: "/api/tables/{table}/games/{game}/positions/{seq}",
            summary: "The position of a finished game after any step.",
            takes: None,
            gives: Some((200, json, value(&state.view(None)))),
        },
    ]
}

fn listed() -> ListedTable {
    ListedTable {
        name: "harbour-42".into(),
        phase: Phase::Lobby,
        seats: 4,
        open: 3,
        players: vec!["Ann".into()],
        rulebook: engine::Rulebook::Dutch,
        house_rules: false,
        time: Default::default(),
        watchers: true,
    }
}

fn info() -> TableInfo {
    let doc = Doc::new("harbour-42", Options::default());
    TableInfo {
        name: "harbour-42".into(),
        version: 1,
        phase: Phase::Lobby,
        options: doc.options.clone(),
        seats: vec![protocol::SeatInfo {
            seat: Seat::B,
            controller: protocol::Controller::Bot,
            name: String::new(),
            monster: Some(Species::TheKing),
            bot: Some(BotLevel::Angry.into()),
            program: false,
        }],
        host: Some(Seat::A),
        game: 0,
        next: Some(protocol::NextGame {
            name: doc.next.name.clone(),
            commitment: doc.next.commitment(),
            pledged: Vec::new(),
        }),
        watchers: 0,
        talk_closed: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_samples_are_read_by_the_types_they_describe() {
        let document = describe();
        let sample = |path: &str, method: &str| {
            document["paths"][path][method]["requestBody"]["content"]["application/json"]["example"]
                .clone()
        };
        serde_json::from_value::<CreateTable>(sample("/api/tables", "post")).unwrap();
        serde_json::from_value::<Sit>(sample("/api/tables/{table}/seats", "post")).unwrap();
        serde_json::from_value::<Command>(sample("/api/tables/{table}/commands", "post")).unwrap();
    }
}
