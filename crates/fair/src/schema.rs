//! What the secrets and their fingerprints look like as JSON, for whoever describes an interface (feature `schema`).

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::{Commitment, Entropy, Hash, Pledge};

macro_rules! hexadecimal {
    ($($type:ty, $name:literal;)+) => {
        $(impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "pattern": "^[0-9a-f]{64}$" })
            }
        })+
    };
}

hexadecimal! {
    Commitment, "Commitment";
    Entropy, "Entropy";
    Hash, "Fingerprint";
    Pledge, "Pledge";
}
