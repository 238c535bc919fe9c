//! The server over plain HTTP: tables, seats, records.

use crate::lang::t;
use crate::refusal;
use client::company::Glance;
use leptos::prelude::*;
use protocol::{Command, CreateTable, Created, Problem, Refusal, TableInfo, TableList};
use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Asks the server; the error is one sentence in the player's language.
pub(crate) async fn call<T: DeserializeOwned>(
    method: &str,
    path: &str,
    body: Option<&(impl Serialize + Sync)>,
) -> Result<Option<T>, String> {
    wish(method, path, body, None).await
}

/// Asks the server for what a command would do, so that a refusal can be told as one of that command.
async fn wish<T: DeserializeOwned>(
    method: &str,
    path: &str,
    body: Option<&(impl Serialize + Sync)>,
    wish: Option<&Command>,
) -> Result<Option<T>, String> {
    let down = || t().error_server_down().to_owned();
    let init = web_sys::RequestInit::new();
    init.set_method(method);
    if let Some(body) = body {
        let text = serde_json::to_string(body).map_err(|_| down())?;
        init.set_body(&JsValue::from_str(&text));
    }
    let request = web_sys::Request::new_with_str_and_init(path, &init).map_err(|_| down())?;
    if body.is_some() {
        let _ = request.headers().set("content-type", "application/json");
    }
    let response =
        JsFuture::from(window().fetch_with_request(&request)).await.map_err(|_| down())?;
    let response: web_sys::Response = response.dyn_into().map_err(|_| down())?;
    let promise = response.text().map_err(|_| down())?;
    let text = JsFuture::from(promise).await.map_err(|_| down())?.as_string().unwrap_or_default();
    if !response.ok() {
        let problem = serde_json::from_str::<Problem>(&text).ok();
        let code = problem
            .as_ref()
            .and_then(|problem| Refusal::from_name(problem.kind.rsplit('/').next()?))
            .or_else(|| Refusal::ALL.into_iter().find(|code| code.status() == response.status()));
        return Err(match code {
            Some(code) => refusal::words(code, wish, false),
            None => t().error_something().to_owned(),
        });
    }
    if text.is_empty() {
        return Ok(None);
    }
    serde_json::from_str(&text)
        .map(Some)
        .map_err(|_| t().refusal(Refusal::Version.name()).to_owned())
}

/// Nothing to send along.
pub(crate) const NOTHING: Option<&()> = None;

/// Gets the secret by which this browser keeps its seats.
pub(crate) async fn session() -> Result<(), String> {
    call::<()>("POST", "/api/session", NOTHING).await.map(drop)
}

/// The listed tables.
pub(crate) async fn tables() -> Result<TableList, String> {
    call("GET", "/api/tables", NOTHING).await?.ok_or_else(|| t().error_server_down().to_owned())
}

/// Makes a table.
pub(crate) async fn create(wish: &CreateTable) -> Result<Created, String> {
    let sit = wish.sit.clone().map(Command::Sit);
    self::wish("POST", "/api/tables", Some(wish), sit.as_ref())
        .await?
        .ok_or_else(|| t().error_server_down().to_owned())
}

/// Opens a personal link: the seat is this browser's from now on. Gives the key of the table's link.
pub(crate) async fn move_here(table: &str, secret: &str) -> Result<String, String> {
    #[derive(serde::Deserialize)]
    struct Moved {
        key: String,
    }
    let body = serde_json::json!({ "secret": secret });
    let moved: Option<Moved> =
        call("POST", &format!("/api/tables/{table}/move"), Some(&body)).await?;
    moved.map(|moved| moved.key).ok_or_else(|| t().error_table_unknown().to_owned())
}

/// What the server says about a table before the line to it is open.
pub(crate) enum Found {
    /// There is no such table.
    No,
    /// There is, and this is the number of its latest game; 0 if it has had none or does not say.
    Yes(u32),
}

/// Asks about a table; one that cannot be asked about is taken to be there.
pub(crate) async fn find(table: &str, key: Option<&str>) -> Found {
    let Some(response) = get(&format!("/api/tables/{table}"), key).await else {
        return Found::Yes(0);
    };
    if response.status() == 404 {
        return Found::No;
    }
    let text = match response.text() {
        Ok(promise) => JsFuture::from(promise).await.ok().and_then(|text| text.as_string()),
        Err(_) => None,
    };
    let info = text.and_then(|text| serde_json::from_str::<TableInfo>(&text).ok());
    Found::Yes(info.map_or(0, |info| info.game))
}

/// What the server says about a table at which one may have a seat.
pub(crate) enum Look {
    /// There is no such table, or it is closed to us.
    Gone,
    /// The server does not answer.
    Silent,
    /// The table as it is now.
    Seen(Glance),
}

/// Looks at a table from afar.
pub(crate) async fn look(table: &str, key: Option<&str>) -> Look {
    let Some(response) = get(&format!("/api/tables/{table}"), key).await else {
        return Look::Silent;
    };
    if matches!(response.status(), 403 | 404) {
        return Look::Gone;
    }
    let text = match response.text() {
        Ok(promise) => JsFuture::from(promise).await.ok().and_then(|text| text.as_string()),
        Err(_) => None,
    };
    let info = text.and_then(|text| serde_json::from_str(&text).ok());
    info.map_or(Look::Silent, Look::Seen)
}

/// The record of a finished game at a table.
pub(crate) async fn record(table: &str, game: u32, key: Option<&str>) -> Option<String> {
    let response = get(&format!("/api/tables/{table}/games/{game}"), key).await?;
    if !response.ok() {
        return None;
    }
    JsFuture::from(response.text().ok()?).await.ok()?.as_string()
}

/// Asks for something of a table with the key of its link.
async fn get(path: &str, key: Option<&str>) -> Option<web_sys::Response> {
    let request = web_sys::Request::new_with_str(path).ok()?;
    if let Some(key) = key {
        let _ = request.headers().set("x-table-key", key);
    }
    let response = JsFuture::from(window().fetch_with_request(&request)).await.ok()?;
    response.dyn_into().ok()
}
