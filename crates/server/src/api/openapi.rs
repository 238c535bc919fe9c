//! The programming interface described as OpenAPI 3.1.

use axum::Json;
use serde_json::{Value, json};

/// The description of the programming interface.
pub(crate) async fn document() -> Json<Value> {
    Json(json!({ "openapi": "3.1.0" }))
}
