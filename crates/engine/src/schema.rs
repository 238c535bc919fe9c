//! What the types of the rules look like as JSON, for whoever describes an interface (feature `schema`).

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

use crate::{
    Answer, Ask, Card, Event, Face, Group, Input, Outcome, Question, Record, Rulebook, Rules, Seat,
    Seats, Species, State, View,
};

/// Declares the schema of a type: its name, and a value made with the help of a generator.
macro_rules! describe {
    ($($type:ty, $name:literal => |$generator:ident| $schema:expr;)+) => {
        $(impl JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn json_schema($generator: &mut SchemaGenerator) -> Schema {
                let schema: Value = $schema;
                Schema::try_from(schema).expect("a schema is an object")
            }
        })+
    };
}

/// A text that is one of these.
fn one_of(values: impl IntoIterator<Item = impl serde::Serialize>) -> Value {
    let values: Vec<Value> = values.into_iter().map(|value| json!(value)).collect();
    json!({ "type": "string", "enum": values })
}

/// An object with one field.
fn only(name: &str, schema: impl serde::Serialize) -> Value {
    json!({ "type": "object", "properties": { name: schema }, "required": [name], "additionalProperties": false })
}

fn dice() -> Value {
    json!({ "type": "array", "items": { "type": "integer", "minimum": 0, "maximum": 15 }, "maxItems": 16 })
}

fn die() -> Value {
    json!({ "type": "integer", "minimum": 0, "maximum": 15 })
}

describe! {
    Seat, "Seat" => |_generator| one_of(Seat::ALL);
    Seats, "Seats" => |generator| {
        let seat = generator.subschema_for::<Seat>();
        json!({ "type": "array", "items": seat, "maxItems": 6, "uniqueItems": true })
    };
    Species, "Monster" => |_generator| one_of(Species::ALL);
    Rulebook, "Rulebook" => |_generator| one_of(Rulebook::ALL);
    Card, "Card" => |_generator| one_of(Card::ALL);
    Face, "Face" => |_generator| one_of(Face::ALL);
    Group, "Group" => |_generator| one_of(Group::ALL);
    Question, "QuestionKind" => |_generator| one_of(Question::ALL);
    Rules, "Rules" => |_generator| json!({
        "type": "object",
        "description": "Every switch of the rules with its value.",
        "properties": serde_json::to_value(Rules::default())
            .ok()
            .and_then(|rules| rules.as_object().map(|rules| {
                rules.keys().map(|name| (name.clone(), json!({}))).collect::<serde_json::Map<_, _>>()
            }))
            .unwrap_or_default(),
    });
    Answer, "Answer" => |generator| {
        let (card, seat) = (generator.subschema_for::<Card>(), generator.subschema_for::<Seat>());
        let (group, face) = (generator.subschema_for::<Group>(), generator.subschema_for::<Face>());
        let place = one_of(["first", "second", "third", "top"]);
        json!({
            "description": "An answer in the engine's notation. Which ones are legal is told by `question`.",
            "oneOf": [
                one_of(["pass", "yes", "take_poison", "heal", "drop_poison", "drop_shrink", "sweep"]),
                only("reroll", dice()),
                only("free", json!({
                    "type": "object", "properties": { "card": card, "dice": dice() }, "required": ["card", "dice"],
                })),
                only("set", json!({
                    "type": "object", "properties": { "card": card, "die": die(), "face": face },
                    "required": ["card", "die", "face"],
                })),
                only("die", die()),
                only("use", &card),
                only("resolve", &group),
                only("decline", &group),
                only("treat", &seat),
                only("buy", &place),
                only("take", &card),
                only("pick", &card),
                only("deposit", json!({ "type": "integer", "minimum": 0, "maximum": 255 })),
            ],
        })
    };
    Ask, "Ask" => |generator| {
        let (seat, question) = (generator.subschema_for::<Seat>(), generator.subschema_for::<Question>());
        let card = generator.subschema_for::<Option<Card>>();
        json!({
            "type": "object",
            "properties": { "seat": seat, "question": question, "card": card },
            "required": ["seat", "question", "card"],
        })
    };
    Outcome, "Outcome" => |generator| {
        let seat = generator.subschema_for::<Seat>();
        json!({ "oneOf": [only("stars", &seat), only("last_standing", &seat), one_of(["everyone_loses", "draw"])] })
    };
    Event, "Event" => |_generator| json!({
        "type": "object",
        "description": "One thing that happened. `event` names the kind; the other fields depend on it.",
        "properties": { "event": { "type": "string" } },
        "required": ["event"],
    });
    State, "Position" => |_generator| json!({
        "type": "object",
        "description": "A position. What the viewer may not know is not in it.",
        "properties": { "monsters": { "type": "array", "items": { "type": "object" } } },
        "required": ["monsters"],
    });
    View, "View" => |generator| {
        let (seat, position) = (generator.subschema_for::<Option<Seat>>(), generator.subschema_for::<State>());
        json!({
            "type": "object",
            "properties": { "seat": seat, "position": position },
            "required": ["seat", "position"],
        })
    };
    Input, "Input" => |_generator| json!({
        "type": ["object", "string"],
        "description": "An answer, or what chance brought.",
    });
    Record, "Record" => |generator| {
        let (seat, input) = (generator.subschema_for::<Seat>(), generator.subschema_for::<Input>());
        let monster = generator.subschema_for::<Species>();
        let player = json!({
            "type": "object",
            "properties": { "name": { "type": "string" }, "monster": monster, "bot": { "type": "string" } },
            "required": ["name"],
        });
        json!({
            "type": "object",
            "properties": {
                "format": { "type": "integer" },
                "rules_version": { "type": "integer" },
                "rules": { "type": "string", "description": "The rulebook, and the switches that differ from it." },
                "players": { "type": "array", "items": player },
                "first": seat,
                "fair": { "type": "object", "description": "The proof of the dice." },
                "inputs": { "type": "array", "items": input },
            },
            "required": ["format", "rules_version", "rules", "players", "inputs"],
        })
    };
}
