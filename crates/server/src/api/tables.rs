//! Sessions, tables and commands.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::Species;
use protocol::{
    Command, CreateTable, Created, Joined, ListedTable, MyGame, MySeat, Refusal, Refused, Reply,
    Sit, TableInfo, TableList,
};
use serde::{Deserialize, Serialize};
use store::{GameRow, TableRow, Write};
use tokio::sync::oneshot;

use super::{Body, Client, TableName};
use crate::clock::wall_ms;
use crate::doc::{Header, Held, TableDoc};
use crate::hall::Hall;
use crate::identity::Secret;
use crate::limits::household;
use crate::problem::{self, HttpRefused, refuse};
use crate::table::{Mail, NO_SUCH_LINK, OTHER_BOX, Who};
use crate::table_name;

/// A table counts against the limit for a day after the last thing that happened at it.
const LIVE_MS: i64 = 86_400_000;

/// How many rows a list has at most.
const LONGEST_LIST: u32 = 100;

pub(crate) fn is_over_tls(hall: &Hall) -> bool {
    hall.config.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
}

pub(crate) fn trouble(error: &store::Error) -> HttpRefused {
    problem::trouble(error, "the server could not reach its store; nothing has changed").into()
}

/// Asks a table and waits for its answer.
pub(crate) async fn ask<T, E: Into<HttpRefused>>(
    hall: &Arc<Hall>,
    table: &str,
    mail: impl FnOnce(oneshot::Sender<Result<T, E>>) -> Mail,
) -> Result<T, HttpRefused> {
    let (sender, receiver) = oneshot::channel();
    hall.send(table, mail(sender)).await?;
    match receiver.await {
        Ok(answer) => answer.map_err(Into::into),
        Err(_) => Err(refuse(Refusal::Trouble, "the table did not answer")),
    }
}

/// Gives a browser the secret by which it will keep its seats, unless it has one.
pub(crate) async fn session(State(hall): State<Arc<Hall>>, headers: HeaderMap) -> Response {
    match Secret::of(&headers, is_over_tls(&hall)) {
        Some(_) => StatusCode::NO_CONTENT.into_response(),
        None => (
            StatusCode::NO_CONTENT,
            [(header::SET_COOKIE, Secret::new().cookie(is_over_tls(&hall)))],
        )
            .into_response(),
    }
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Me {
    seats: Vec<MySeat>,
    games: Vec<MyGame>,
}

/// The seats and the finished games of whoever asks.
pub(crate) async fn me(State(hall): State<Arc<Hall>>, who: Who) -> Result<Json<Me>, HttpRefused> {
    let Some(owner) = who.owner else {
        return Ok(Json(Me { seats: Vec::new(), games: Vec::new() }));
    };
    let (seats, games) =
        (hall.store.seats_of(owner, LONGEST_LIST), hall.store.games_of(owner, LONGEST_LIST));
    let mut mine = Vec::new();
    for row in seats.await.map_err(|error| trouble(&error))? {
        let table = hall.store.table(&row.table).await.map_err(|error| trouble(&error))?;
        let doc = table.and_then(|table| serde_json::from_str::<TableDoc>(&table.body).ok());
        if let (Some(doc), Some(seat)) = (doc, engine::Seat::at(row.seat.into())) {
            mine.push(MySeat { table: row.table, key: doc.key, seat, phase: doc.phase });
        }
    }
    let games = games.await.map_err(|error| trouble(&error))?;
    Ok(Json(Me {
        seats: mine,
        games: games.into_iter().filter_map(|(row, seat)| my_game(row, seat)).collect(),
    }))
}

fn my_game(row: GameRow, seat: u8) -> Option<MyGame> {
    let header: Header = serde_json::from_str(&row.header).ok()?;
    Some(MyGame {
        table: row.table,
        game: row.number,
        seat: engine::Seat::at(seat.into())?,
        finished_ms: row.finished_ms?,
        outcome: serde_json::from_str(row.result.as_deref()?).ok()?,
        players: header.players,
    })
}

/// The listed tables.
pub(crate) async fn list(State(hall): State<Arc<Hall>>) -> Result<Json<TableList>, HttpRefused> {
    let rows = hall
        .store
        .listed_tables(&["lobby", "playing"], LONGEST_LIST)
        .await
        .map_err(|error| trouble(&error))?;
    Ok(Json(TableList { tables: rows.iter().filter_map(listed).collect() }))
}

fn listed(row: &TableRow) -> Option<ListedTable> {
    let doc: TableDoc = serde_json::from_str(&row.body).ok()?;
    Some(ListedTable {
        name: row.id.clone(),
        phase: doc.phase,
        seats: doc.options.seats,
        open: u8::try_from(doc.seats.iter().filter(|seat| seat.held == Held::Open).count()).ok()?,
        players: doc.people().map(|(_, person)| person.name.clone()).collect(),
        rulebook: doc.options.rulebook,
        house_rules: !doc.options.switches.is_empty(),
        time: doc.options.time,
        watchers: doc.options.watchers,
    })
}

/// Creates a table, and sits down at it if that is wanted.
pub(crate) async fn create(
    State(hall): State<Arc<Hall>>,
    client: Client,
    who: Who,
    headers: HeaderMap,
    Body(request): Body<CreateTable>,
) -> Result<Response, HttpRefused> {
    if !hall.creations.take(household(client.0)) {
        hall.metrics.limit("tables");
        return Err(refuse(
            Refusal::SlowDown,
            "too many new tables from this address; try again in a few minutes",
        ));
    }
    let rules = request.options.rules().map_err(|why| refuse(Refusal::Invalid, why))?;
    if let Some(sit) = &request.sit {
        // Whoever cannot sit down at it gets no table.
        protocol::clean_name(&sit.name).map_err(|why| refuse(Refusal::Invalid, why))?;
        if sit.monster.is_some_and(|own| !Species::roster(rules.roster).contains(&own)) {
            return Err(refuse(Refusal::NotNow, OTHER_BOX));
        }
        if sit.seat.is_some_and(|seat| usize::from(request.options.seats) <= seat.index()) {
            return Err(refuse(Refusal::Taken, "the table has no such seat"));
        }
    }
    // Only tables at which something has happened lately count: forgotten ones keep nobody out.
    let lately = hall.clock.now_ms() - LIVE_MS;
    let live = hall.store.live_tables(lately).await.map_err(|error| trouble(&error))?;
    if hall.config.max_tables <= live {
        hall.metrics.limit("tables");
        return Err(refuse(
            Refusal::Full,
            "this server has as many tables as it can take; try again later",
        ));
    }
    let (table, key) = new_table(&hall, &request).await?;
    hall.metrics.tables_created.add();
    tracing::info!(table, "a table was created");
    let mut created = Created {
        link: format!("/t/{table}#{key}"),
        table,
        key: key.clone(),
        seat: None,
        token: None,
    };
    let Some(sit) = request.sit else {
        return Ok((StatusCode::CREATED, Json(created)).into_response());
    };
    let who = Who { key: Some(key), ..who };
    let seated = seat_somebody(&hall, &headers, created.table.clone(), who, sit).await?;
    created.seat = Some(seated.seat);
    created.token = seated.token;
    Ok((StatusCode::CREATED, seated.cookie, Json(created)).into_response())
}

async fn new_table(hall: &Hall, request: &CreateTable) -> Result<(String, String), HttpRefused> {
    if hall.lease.is_off() {
        return Err(refuse(
            Refusal::Restarting,
            "this machine's clock is not right; come back soon",
        ));
    }
    for attempt in 0..30 {
        let name = table_name::fresh(attempt);
        if was_used(&*hall.store, &name).await.map_err(|error| trouble(&error))? {
            continue;
        }
        let doc = TableDoc::new(&name, request.options.clone());
        let row = TableRow {
            id: name.clone(),
            version: 1,
            listed: doc.options.listed,
            phase: doc.phase_name().into(),
            updated_ms: wall_ms(),
            touched_ms: hall.clock.now_ms(),
            body: serde_json::to_string(&doc).expect("a document is plain data"),
        };
        let claim = hall.store.claim(vec![name.clone()], hall.clock.now_ms()).await;
        let Some(claim) = claim.map_err(|error| trouble(&error))?.pop() else { continue };
        match hall.store.write(Write::new().put_table(row, 0).at(&claim)).await {
            Ok(()) => return Ok((name, doc.key)),
            Err(store::Error::Conflict) => {}
            Err(error) => return Err(trouble(&error)),
        }
    }
    Err(refuse(Refusal::Full, "no free name was found for the table; try again"))
}

/// Whether games were played at a table of this name. They outlive it, and browsers remember what they were shown of them:
/// such a name is not given again.
async fn was_used(store: &dyn store::Store, name: &str) -> Result<bool, store::Error> {
    Ok(!store.games_at(name, 1).await?.is_empty())
}

/// Somebody who sat down, and how they keep their seat.
struct Seated {
    seat: engine::Seat,
    token: Option<String>,
    cookie: Option<[(header::HeaderName, String); 1]>,
}

async fn seat_somebody(
    hall: &Arc<Hall>,
    headers: &HeaderMap,
    table: String,
    who: Who,
    sit: Sit,
) -> Result<Seated, HttpRefused> {
    let known = Secret::of(headers, is_over_tls(hall));
    let program = sit.program;
    let secret = known.clone().unwrap_or_else(Secret::new);
    let who = Who { owner: Some(secret.hash()), ..who };
    let reply: Reply =
        ask(hall, &table, |reply| Mail::HttpCommand { who, command: Command::Sit(sit), reply })
            .await?;
    let seat = reply.seat.ok_or_else(|| refuse(Refusal::Trouble, "no seat was given"))?;
    let is_new = known.is_none();
    Ok(Seated {
        seat,
        token: (is_new && program).then(|| secret.reveal().to_owned()),
        cookie: (is_new && !program)
            .then(|| [(header::SET_COOKIE, secret.cookie(is_over_tls(hall)))]),
    })
}

/// Takes a seat.
pub(crate) async fn sit(
    State(hall): State<Arc<Hall>>,
    TableName(table): TableName,
    who: Who,
    headers: HeaderMap,
    Body(sit): Body<Sit>,
) -> Result<Response, HttpRefused> {
    let seated = seat_somebody(&hall, &headers, table.clone(), who, sit).await?;
    let joined = Joined { table, seat: seated.seat, token: seated.token };
    Ok((StatusCode::CREATED, seated.cookie, Json(joined)).into_response())
}

/// The secret of a personal link.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveHere {
    secret: String,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Moved {
    table: String,
    key: String,
    seat: engine::Seat,
}

/// Opens a personal link: the seat is this device's from now on.
pub(crate) async fn move_here(
    State(hall): State<Arc<Hall>>,
    TableName(table): TableName,
    headers: HeaderMap,
    Body(request): Body<MoveHere>,
) -> Result<Response, HttpRefused> {
    // One answer for whatever is not there, so that names of tables cannot be tried out.
    let none = || refuse(Refusal::NotFound, NO_SUCH_LINK);
    let token = Secret::read(&request.secret).ok_or_else(none)?.hash();
    let known = Secret::of(&headers, is_over_tls(&hall));
    let secret = known.clone().unwrap_or_else(Secret::new);
    let owner = secret.hash();
    let (seat, key): (_, String) =
        ask::<_, Refused>(&hall, &table, |reply| Mail::Claim { token, owner, reply })
            .await
            .map_err(|no| if no.refused.code == Refusal::NotFound { none() } else { no })?;
    let cookie = known.is_none().then(|| [(header::SET_COOKIE, secret.cookie(is_over_tls(&hall)))]);
    Ok((cookie, Json(Moved { table, key, seat })).into_response())
}

/// What a table looks like.
pub(crate) async fn info(
    State(hall): State<Arc<Hall>>,
    TableName(table): TableName,
    who: Who,
) -> Result<Json<TableInfo>, HttpRefused> {
    let (info, _) = ask::<_, Refused>(&hall, &table, |reply| Mail::Info { who, reply }).await?;
    Ok(Json(info))
}

/// Any command, as over the WebSocket.
pub(crate) async fn command(
    State(hall): State<Arc<Hall>>,
    TableName(table): TableName,
    who: Who,
    Body(command): Body<Command>,
) -> Result<Json<Reply>, HttpRefused> {
    let began = Instant::now();
    let outcome = ask(&hall, &table, |reply| Mail::HttpCommand { who, command, reply }).await;
    hall.metrics.reply.count(began.elapsed());
    outcome.map(Json)
}

#[cfg(test)]
mod tests {
    use store::{GameRow, Store as _};

    use super::*;

    #[tokio::test]
    async fn the_name_of_a_forgotten_table_with_games_is_not_given_again() {
        let folder = tempfile::tempdir().unwrap();
        let store = store::Sqlite::open(folder.path()).unwrap();
        let doc = TableDoc::new("harbour-42", protocol::Options::default());
        let row = TableRow {
            id: "harbour-42".into(),
            version: 1,
            listed: false,
            phase: "playing".into(),
            updated_ms: 0,
            touched_ms: 0,
            body: serde_json::to_string(&doc).unwrap(),
        };
        let game = GameRow {
            id: "harbour-42/1".into(),
            table: "harbour-42".into(),
            number: 1,
            rules_version: 1,
            started_ms: 0,
            finished_ms: None,
            header: "{}".into(),
            result: None,
        };
        store.write(Write::new().put_table(row, 0).start_game(game, Vec::new())).await.unwrap();
        store.write(Write::new().finish_game("harbour-42/1", 1, 1, "null")).await.unwrap();
        assert!(was_used(&store, "harbour-42").await.unwrap());
        assert!(store.remove_table("harbour-42").await.unwrap());
        assert!(was_used(&store, "harbour-42").await.unwrap());
        assert!(!was_used(&store, "harbour-43").await.unwrap());
    }
}
