//! Finished games: lists, records with the proof of their dice, and the position after any step.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use engine::Seat;
use protocol::{Player, Refusal, Refused, TableInfo};
use serde::Serialize;
use store::GameRow;

use super::tables::{ask, trouble};
use super::{InPath, TableName};
use crate::doc::Header;
use crate::game::Game;
use crate::hall::Hall;
use crate::problem::{HttpRefused, refuse};
use crate::table::{Mail, Who};

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct GameList {
    games: Vec<GameLine>,
}

#[derive(Serialize, schemars::JsonSchema)]
struct GameLine {
    game: u32,
    started_ms: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    finished_ms: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<engine::Outcome>,
    players: Vec<Player>,
}

/// Whether somebody may look at a table's games: whoever may be at the table.
async fn admitted(hall: &Arc<Hall>, table: &str, who: Who) -> Result<TableInfo, HttpRefused> {
    ask::<_, Refused>(hall, table, |reply| Mail::Info { who, reply }).await.map(|(info, _)| info)
}

/// The games of a table, newest first.
pub(crate) async fn list(
    State(hall): State<Arc<Hall>>,
    TableName(table): TableName,
    who: Who,
) -> Result<Json<GameList>, HttpRefused> {
    admitted(&hall, &table, who).await?;
    let rows = hall.store.games_at(&table, 100).await.map_err(|error| trouble(&error))?;
    let games = rows.into_iter().filter_map(|row| {
        let header: Header = serde_json::from_str(&row.header).ok()?;
        let outcome = row.result.as_deref().and_then(|result| serde_json::from_str(result).ok());
        Some(GameLine {
            game: row.number,
            started_ms: row.started_ms,
            finished_ms: row.finished_ms,
            outcome,
            players: header.players,
        })
    });
    Ok(Json(GameList { games: games.collect() }))
}

fn missing() -> HttpRefused {
    refuse(Refusal::NotFound, "there is no such game at this table")
}

fn unreadable(why: impl std::fmt::Display) -> HttpRefused {
    tracing::error!(%why, "a stored game cannot be read");
    refuse(Refusal::Trouble, "the stored game cannot be read by this version of the program")
}

async fn finished(hall: &Hall, table: &str, number: u32) -> Result<(GameRow, Header), HttpRefused> {
    let row = hall
        .store
        .game(&format!("{table}/{number}"))
        .await
        .map_err(|error| trouble(&error))?
        .ok_or_else(missing)?;
    if row.finished_ms.is_none() {
        // Until the end the record holds what others may not know: the seed, and cards only one has seen.
        return Err(refuse(
            Refusal::NotNow,
            "the game is still on; its record is open to all when it has ended",
        ));
    }
    let header = serde_json::from_str(&row.header).map_err(unreadable)?;
    Ok((row, header))
}

/// The record of a finished game, with the proof of its dice.
pub(crate) async fn record(
    State(hall): State<Arc<Hall>>,
    TableName(table): TableName,
    InPath((_, number)): InPath<(String, u32)>,
    who: Who,
) -> Result<Response, HttpRefused> {
    admitted(&hall, &table, who).await?;
    let (row, header) = finished(&hall, &table, number).await?;
    let steps = hall.store.steps(&row.id, 1, u32::MAX).await.map_err(|error| trouble(&error))?;
    let mut record = header.record(&row.id, &steps).map_err(unreadable)?;
    record.rules_version = row.rules_version;
    let file = format!("attachment; filename=\"{table}-{number}.json\"");
    let kind = "application/json".to_owned();
    Ok(([(header::CONTENT_DISPOSITION, file), (header::CONTENT_TYPE, kind)], record.to_json())
        .into_response())
}

/// The position of a finished game after any step.
pub(crate) async fn position(
    State(hall): State<Arc<Hall>>,
    TableName(table): TableName,
    InPath((_, number, seq)): InPath<(String, u32, u64)>,
    who: Who,
) -> Result<Response, HttpRefused> {
    admitted(&hall, &table, who).await?;
    let (row, header) = finished(&hall, &table, number).await?;
    let steps = hall.store.steps(&row.id, 1, u32::MAX).await.map_err(|error| trouble(&error))?;
    let mut game = Game::new(row.id, number, header).map_err(unreadable)?;
    for step in steps.iter().filter(|step| step.seq <= seq) {
        game.replay(step).map_err(unreadable)?;
    }
    if game.seq != seq {
        return Err(refuse(Refusal::NotFound, format!("the game has {} steps", game.seq)));
    }
    Ok(Json(game.state.view(None::<Seat>)).into_response())
}
