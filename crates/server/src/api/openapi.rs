//! The API described as OpenAPI 3.1. The schemas come from the types that travel, so what is written here
//! cannot drift from what is sent; a test looks for every address of the router in the document.

use std::sync::OnceLock;

use axum::Json;
use engine::{Record, View};
use protocol::{
    Command, CreateTable, Created, Joined, Message, Problem, Refusal, Reply, Sit, TableInfo,
    TableList,
};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::games::GameList;
use super::tables::{Me, MoveHere, Moved};

/// The description of the API.
pub(crate) async fn document() -> Json<&'static Value> {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    Json(DOCUMENT.get_or_init(describe))
}

/// What a request may be refused with, whichever it is.
const ALWAYS: [Refusal; 5] =
    [Refusal::Malformed, Refusal::SlowDown, Refusal::Full, Refusal::Restarting, Refusal::Trouble];

/// One thing that can be asked for.
struct Endpoint {
    method: &'static str,
    path: &'static str,
    name: &'static str,
    summary: &'static str,
    takes: Option<Value>,
    /// Status, kind of content and schema; without a schema there is no content.
    gives: (u16, Option<(&'static str, Value)>),
    /// What it may be refused with besides [`ALWAYS`].
    refused: &'static [Refusal],
}

fn describe() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
        settings.transforms.push(Box::new(RecursiveTransform(bound)));
    });
    // What is read and what is written are described alike: fields with a default may be left out.
    let mut generator = settings.into_generator();
    let endpoints = endpoints(&mut generator);
    let problem = schema::<Problem>(&mut generator);
    let mut paths = Map::new();
    for endpoint in &endpoints {
        let entry = paths.entry(endpoint.path).or_insert_with(|| json!({}));
        entry[endpoint.method] = operation(endpoint, &problem);
    }
    let schemas = generator.take_definitions(true);
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
            "schemas": schemas,
        },
    })
}

/// Says how large a whole number may be: the types know it, their descriptions tell it of the small ones only.
fn bound(schema: &mut Schema) {
    let most = match schema.get("format").and_then(Value::as_str) {
        Some("uint32") => u32::MAX.into(),
        Some("uint64") => u64::MAX,
        _ => return,
    };
    if schema.get("maximum").is_none() {
        schema.insert("maximum".into(), most.into());
    }
}

fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}

fn operation(endpoint: &Endpoint, problem: &Value) -> Value {
    let mut responses = Map::new();
    let (status, content) = &endpoint.gives;
    let mut given = json!({ "description": "Done." });
    if let Some((kind, schema)) = content {
        given["content"] = json!({ *kind: { "schema": schema } });
    }
    responses.insert(status.to_string(), given);
    let refusals = ALWAYS.iter().chain(endpoint.refused);
    for status in refusals.map(|code| code.status()).chain([405, 413, 415]) {
        let refused = || {
            let content = json!({ "application/problem+json": { "schema": problem } });
            json!({ "description": reason(status), "content": content })
        };
        responses.entry(status.to_string()).or_insert_with(refused);
    }
    let mut operation = json!({
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": parameters(endpoint),
        "responses": responses,
        "security": [{}, { "seat": [] }, { "browser": [] }],
    });
    if let Some(schema) = &endpoint.takes {
        let content = json!({ "application/json": { "schema": schema } });
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    operation
}

/// What a status says here.
fn reason(status: u16) -> String {
    let codes = Refusal::ALL.into_iter().filter(|code| code.status() == status);
    let codes: Vec<_> = codes.map(|code| format!("`{}`", code.name())).collect();
    match status {
        405 => "Another method.".into(),
        413 => "The body is too large.".into(),
        415 => "The body is not JSON.".into(),
        _ => format!("Refused: {}.", codes.join(", ")),
    }
}

fn parameters(endpoint: &Endpoint) -> Vec<Value> {
    let whole = |most: u64| json!({ "type": "integer", "minimum": 0, "maximum": most });
    let in_path =
        endpoint.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let mut parameters: Vec<Value> = in_path
        .map(|name| {
            let schema = match name {
                "table" => {
                    json!({ "type": "string", "pattern": "^[a-z]+-[0-9]+$", "maxLength": 32 })
                }
                "game" => whole(u32::MAX.into()),
                _ => whole(i64::MAX as u64),
            };
            json!({ "name": name, "in": "path", "required": true, "schema": schema })
        })
        .collect();
    if endpoint.path.contains("{table}") {
        parameters.push(json!({
            "name": "x-table-key", "in": "header", "required": false, "schema": { "type": "string" },
            "description": "The secret part of the table's link. Needed at tables that are not listed, by those without a seat.",
        }));
    }
    if endpoint.path.ends_with("/events") {
        for (name, schema, text) in [
            ("game", whole(u32::MAX.into()), "The number of the game that was followed."),
            ("since", whole(i64::MAX as u64), "The last step that was seen."),
            (
                "history",
                json!({ "type": "boolean" }),
                "Whether what was missed comes as one `history`.",
            ),
        ] {
            parameters.push(json!({
                "name": name, "in": "query", "required": false, "schema": schema, "description": text,
            }));
        }
    }
    parameters
}

const JSON: &str = "application/json";
const AT_TABLE: &[Refusal] = &[Refusal::NotFound, Refusal::Forbidden];

fn endpoints(generator: &mut SchemaGenerator) -> Vec<Endpoint> {
    let given = |status, schema| (status, Some((JSON, schema)));
    let seat_refusals: &[Refusal] =
        &[Refusal::NotFound, Refusal::Forbidden, Refusal::Taken, Refusal::NoSeat, Refusal::Invalid];
    vec![
        Endpoint {
            method: "get",
            path: "/api/openapi.json",
            name: "describe",
            summary: "This description.",
            takes: None,
            gives: given(200, json!({ "type": "object", "required": ["openapi", "paths"] })),
            refused: &[],
        },
        Endpoint {
            method: "post",
            path: "/api/session",
            name: "session",
            summary: "Give a browser the cookie by which it keeps its seats.",
            takes: None,
            gives: (204, None),
            refused: &[Refusal::Forbidden],
        },
        Endpoint {
            method: "get",
            path: "/api/me",
            name: "me",
            summary: "The seats and the finished games of whoever asks.",
            takes: None,
            gives: given(200, schema::<Me>(generator)),
            refused: &[],
        },
        Endpoint {
            method: "get",
            path: "/api/tables",
            name: "list_tables",
            summary: "The listed tables that are open or at play.",
            takes: None,
            gives: given(200, schema::<TableList>(generator)),
            refused: &[],
        },
        Endpoint {
            method: "post",
            path: "/api/tables",
            name: "create_table",
            summary: "Create a table, and sit down at it if `sit` is given.",
            takes: Some(schema::<CreateTable>(generator)),
            gives: given(201, schema::<Created>(generator)),
            refused: &[Refusal::Forbidden, Refusal::Taken, Refusal::Invalid],
        },
        Endpoint {
            method: "get",
            path: "/api/tables/{table}",
            name: "look_at_table",
            summary: "A table as everyone at it sees it.",
            takes: None,
            gives: given(200, schema::<TableInfo>(generator)),
            refused: AT_TABLE,
        },
        Endpoint {
            method: "post",
            path: "/api/tables/{table}/seats",
            name: "sit_down",
            summary: "Take a seat. A program gets its token here, once.",
            takes: Some(schema::<Sit>(generator)),
            gives: given(201, schema::<Joined>(generator)),
            refused: seat_refusals,
        },
        Endpoint {
            method: "post",
            path: "/api/tables/{table}/move",
            name: "move_here",
            summary: "Open a personal link: the seat belongs to this device from now on.",
            takes: Some(schema::<MoveHere>(generator)),
            gives: given(200, schema::<Moved>(generator)),
            refused: seat_refusals,
        },
        Endpoint {
            method: "post",
            path: "/api/tables/{table}/commands",
            name: "command",
            summary: "Give any command, as over the WebSocket: answer, undo, start, bot, configure, say and so on. The reply comes when \
                      it is durable. A repeated answer or undo gets the same reply.",
            takes: Some(schema::<Command>(generator)),
            gives: given(200, schema::<Reply>(generator)),
            refused: &Refusal::ALL,
        },
        Endpoint {
            method: "get",
            path: "/api/tables/{table}/events",
            name: "follow_table",
            summary: "Follow a table: one message of the WebSocket a line, with all legal answers to questions of the own seat. Empty \
                      lines show that the stream is alive. It ends when the server restarts or nobody may watch any more.",
            takes: None,
            gives: (200, Some(("application/x-ndjson", schema::<Message>(generator)))),
            refused: AT_TABLE,
        },
        Endpoint {
            method: "get",
            path: "/api/tables/{table}/games",
            name: "list_games",
            summary: "The games of a table, newest first.",
            takes: None,
            gives: given(200, schema::<GameList>(generator)),
            refused: AT_TABLE,
        },
        Endpoint {
            method: "get",
            path: "/api/tables/{table}/games/{game}",
            name: "record",
            summary: "The record of a finished game, with the proof of its dice.",
            takes: None,
            gives: given(200, schema::<Record>(generator)),
            refused: &[Refusal::NotFound, Refusal::Forbidden, Refusal::NotNow],
        },
        Endpoint {
            method: "get",
            path: "/api/tables/{table}/games/{game}/positions/{seq}",
            name: "position",
            summary: "The position of a finished game after any step.",
            takes: None,
            gives: given(200, schema::<View>(generator)),
            refused: &[Refusal::NotFound, Refusal::Forbidden, Refusal::NotNow],
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every reference in the document leads somewhere.
    fn check_references(value: &Value, document: &Value) {
        if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
            let pointer = reference.strip_prefix('#').expect("references stay in the document");
            assert!(document.pointer(pointer).is_some(), "{reference}");
        }
        match value {
            Value::Array(items) => items.iter().for_each(|item| check_references(item, document)),
            Value::Object(fields) => {
                fields.values().for_each(|field| check_references(field, document))
            }
            _ => {}
        }
    }

    /// The socket cannot be described in OpenAPI, and what the API does not know has no description.
    #[test]
    fn every_address_of_the_router_is_described() {
        let document = describe();
        let router = include_str!("mod.rs").split("pub(crate) fn app(").nth(1).unwrap();
        let router = router.split("\n}").next().unwrap();
        let routes = router.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next());
        let routes: Vec<&str> = routes.filter(|path| path.starts_with("/api/")).collect();
        assert!(10 < routes.len(), "{routes:?}");
        let except = ["/api/tables/{table}/socket", "/api/{*rest}"];
        for path in routes.iter().filter(|path| !except.contains(path)) {
            assert!(document["paths"][*path].is_object(), "{path}");
        }
        let described = document["paths"].as_object().unwrap();
        assert!(described.keys().all(|path| routes.contains(&path.as_str())), "{described:?}");
    }

    #[test]
    fn every_command_message_code_and_bound_is_described() {
        let document = describe();
        check_references(&document, &document);
        let schemas = &document["components"]["schemas"];
        let text = |name: &str| schemas[name].to_string();
        for command in [
            "hello",
            "sit",
            "configure",
            "answer",
            "undo",
            "auto",
            "renew_link",
            "revoke_token",
            "ping",
        ] {
            assert!(text("Command").contains(&format!("\"{command}\"")), "{command}");
        }
        for message in [
            "welcome",
            "step",
            "history",
            "caught_up",
            "question",
            "over",
            "done",
            "refused",
            "closing",
        ] {
            assert!(text("Message").contains(&format!("\"{message}\"")), "{message}");
        }
        for code in Refusal::ALL {
            assert!(text("Refusal").contains(code.name()), "{code:?}");
        }
        assert!(
            text("Monster").contains("space_penguin") && text("Card").contains("rapid_healing")
        );
        let options = &schemas["Options"]["properties"];
        assert_eq!(options["seats"]["maximum"], 6);
        let answer = schemas["Command"]["oneOf"].as_array().unwrap().iter();
        let answer = answer.filter_map(|command| command["properties"].get("answer")).next();
        let bounds = &answer.unwrap()["properties"];
        assert_eq!(bounds["game"]["maximum"], u32::MAX);
        assert_eq!(bounds["seq"]["maximum"], u64::MAX);
        for (switch, values) in engine::Rules::SWITCHES {
            let described = &options["switches"]["properties"][switch]["enum"];
            assert_eq!(*described, serde_json::json!(values), "{switch}");
        }
        assert_eq!(options["dice"]["enum"], serde_json::json!(["sealed", "live"]));
        assert!(
            schemas["Sit"]["required"]
                .as_array()
                .is_some_and(|names| names.contains(&json!("name")))
        );
        let responses = &document["paths"]["/api/tables/{table}/commands"]["post"]["responses"];
        for status in [200, 400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503] {
            assert!(responses[status.to_string()].is_object(), "{status}");
        }
    }
}
