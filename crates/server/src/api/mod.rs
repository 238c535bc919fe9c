//! The API over HTTP, and the router of the whole server.

mod events;
mod games;
pub(crate) mod openapi;
mod tables;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::Router;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Path, Query, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use protocol::Refusal;

use crate::hall::Hall;
use crate::identity::Secret;
use crate::limits::household;
use crate::problem::{HttpRefused, refuse, with_status};
use crate::table::Who;
use crate::{metrics, page, table_name};

/// The largest body of a request.
const LARGEST_BODY: usize = 16 * 1024;

/// No request takes longer.
const WITHIN: Duration = Duration::from_secs(15);

/// The address at the other end of the connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// A connection beyond the limits: only probes are answered on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crowded;

/// The address of the client: the other end's, or what a trusted proxy says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub(crate) IpAddr);

/// The whole server as one service.
pub(crate) fn app(hall: Arc<Hall>) -> Router {
    Router::new()
        .route("/api/session", post(tables::session))
        .route("/api/me", get(tables::me))
        .route("/api/tables", get(tables::list).post(tables::create))
        .route("/api/tables/{table}", get(tables::info))
        .route("/api/tables/{table}/seats", post(tables::sit))
        .route("/api/tables/{table}/move", post(tables::move_here))
        .route("/api/tables/{table}/commands", post(tables::command))
        .route("/api/tables/{table}/events", get(events::stream))
        .route("/api/tables/{table}/socket", get(events::socket))
        .route("/api/tables/{table}/games", get(games::list))
        .route("/api/tables/{table}/games/{game}", get(games::record))
        .route("/api/tables/{table}/games/{game}/positions/{seq}", get(games::position))
        .route("/api/openapi.json", get(openapi::document))
        .route("/api/{*rest}", axum::routing::any(no_such_page))
        .merge(probes())
        .route("/metrics", get(metrics_page))
        .route("/", get(page::any))
        .route("/{*path}", get(page::any))
        .method_not_allowed_fallback(no_such_method)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&hall), guard))
        .with_state(hall)
}

/// How the server is.
fn probes() -> Router<Arc<Hall>> {
    Router::new().route("/healthz", get(|| async { "alive\n" })).route("/readyz", get(ready))
}

/// What is served on an address of its own, for those who watch the server.
pub(crate) fn watching(hall: Arc<Hall>) -> Router {
    let metrics = get(|State(hall): State<Arc<Hall>>| async move { numbers(&hall) });
    probes().route("/metrics", metrics).with_state(hall)
}

fn numbers(hall: &Hall) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics::text(hall)).into_response()
}

/// Whether a request asks how the server is: it has no part in anybody's limits.
fn is_probe(path: &str) -> bool {
    matches!(path, "/healthz" | "/readyz" | "/metrics")
}

async fn no_such_page() -> HttpRefused {
    refuse(Refusal::NotFound, "there is no such address in the API; see /api/openapi.json")
}

async fn no_such_method() -> HttpRefused {
    with_status(
        StatusCode::METHOD_NOT_ALLOWED,
        Refusal::Malformed,
        "this address does not take this method; see /api/openapi.json",
    )
}

async fn ready(State(hall): State<Arc<Hall>>) -> Result<&'static str, HttpRefused> {
    if hall.is_stopping() {
        return Err(refuse(Refusal::Restarting, "the server is about to stop"));
    }
    if hall.store.is_shared() && !hall.lease.holds() {
        return Err(refuse(Refusal::Full, "the database does not answer"));
    }
    hall.store.is_well().await.map_err(|error| {
        tracing::error!(%error, "the store is not well");
        refuse(Refusal::Full, "the store cannot be written")
    })?;
    Ok("ready\n")
}

async fn metrics_page(
    State(hall): State<Arc<Hall>>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, HttpRefused> {
    if hall.config.metrics_listen.is_some() {
        return Err(refuse(Refusal::NotFound, "the metrics have an address of their own"));
    }
    // Numbers are for the host: nobody from elsewhere, and nothing that came through any proxy. Not every proxy says that it is
    // one, so where there is one, what comes from this machine may come from anywhere.
    if hall.config.public_url.is_some() || !hall.config.trusted_proxies.is_empty() {
        return Err(refuse(
            Refusal::NotFound,
            "behind a proxy the metrics need an address of their own; see --metrics-listen",
        ));
    }
    let by_proxy = PROXY_HEADERS.iter().any(|name| headers.contains_key(*name));
    if !peer.to_canonical().is_loopback() || by_proxy {
        return Err(refuse(
            Refusal::Forbidden,
            "the metrics can be read from the server's own machine only, and not through a proxy",
        ));
    }
    Ok(numbers(&hall))
}

/// What proxies add to the requests that they pass on.
const PROXY_HEADERS: [&str; 8] = [
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-forwarded-server",
    "x-real-ip",
    "cf-connecting-ip",
];

/// What every request passes: who it is, how often, from which page; and what every response carries.
async fn guard(State(hall): State<Arc<Hall>>, mut request: Request, next: Next) -> Response {
    let peer =
        request.extensions().get::<Peer>().map_or(IpAddr::from([127, 0, 0, 1]), |peer| peer.0);
    let client = client_address(&hall, peer, request.headers());
    request.extensions_mut().insert(Client(client));
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    let is_page = !request.uri().path().starts_with("/api/");
    let probe = is_probe(request.uri().path());
    let crowded = request.extensions().get::<Crowded>().is_some();
    let mut response = if crowded && !probe {
        hall.metrics.limit("connections");
        refuse(Refusal::Full, "too many connections; try again later").into_response()
    } else if !probe && !hall.requests.take(household(client)) {
        hall.metrics.limit("requests");
        refuse(Refusal::SlowDown, "too many requests from this address; try again in a few seconds")
            .into_response()
    } else if changes && !is_own_origin(&hall, request.headers()) {
        refuse(Refusal::Forbidden, "this request comes from a page of another site").into_response()
    } else {
        match tokio::time::timeout(WITHIN, next.run(request)).await {
            Ok(response) => response,
            Err(_) => refuse(Refusal::Trouble, "the request took too long").into_response(),
        }
    };
    secure(&hall, response.headers_mut(), is_page);
    response
}

fn secure(hall: &Hall, headers: &mut HeaderMap, is_page: bool) {
    let policy = if is_page {
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self'; \
         img-src 'self' data:; font-src 'self'; media-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'; \
         frame-ancestors 'none'"
    } else {
        "default-src 'none'; frame-ancestors 'none'"
    };
    let mut set = |name: &'static str, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value))
    };
    set("content-security-policy", policy);
    set("x-content-type-options", "nosniff");
    set("x-frame-options", "DENY");
    set("referrer-policy", "no-referrer");
    set("cross-origin-opener-policy", "same-origin");
    set("cross-origin-resource-policy", "same-origin");
    set("permissions-policy", "camera=(), microphone=(), geolocation=()");
    if hall.config.public_url.as_deref().is_some_and(|url| url.starts_with("https://")) {
        set("strict-transport-security", "max-age=31536000");
    }
    if !is_page {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
}

/// The client's address. What a proxy says counts only if the proxy is named as trusted; of a chain of proxies the last
/// address that is not trusted itself.
fn client_address(hall: &Hall, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let trusted = |address: IpAddr| {
        hall.config.trusted_proxies.iter().any(|network| network.contains(address))
    };
    let mut client = peer;
    let chain = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|list| list.split(','));
    let chain: Vec<&str> = chain.map(str::trim).collect();
    for address in chain.into_iter().rev() {
        if !trusted(client) {
            break;
        }
        match hop(address) {
            Some(address) => client = address,
            None => break,
        }
    }
    client
}

/// An address as proxies write it: alone, or with a port.
fn hop(text: &str) -> Option<IpAddr> {
    let text = text.trim_matches('"');
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    text.trim_matches(['[', ']']).parse().ok().or_else(with_port)
}

/// Whether a request comes from our own page, or from no page at all.
pub(crate) fn is_own_origin(hall: &Hall, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if let Some(public) = &hall.config.public_url {
        return origin.eq_ignore_ascii_case(public);
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let from = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    from.is_some() && from.zip(host).is_some_and(|(from, host)| from.eq_ignore_ascii_case(host))
}

impl FromRequestParts<Arc<Hall>> for Client {
    type Rejection = HttpRefused;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<Hall>) -> Result<Self, HttpRefused> {
        parts
            .extensions
            .get::<Client>()
            .copied()
            .ok_or_else(|| refuse(Refusal::Trouble, "the client's address is not known"))
    }
}

/// The name of a table in the address.
pub(crate) struct TableName(pub(crate) String);

impl FromRequestParts<Arc<Hall>> for TableName {
    type Rejection = HttpRefused;

    async fn from_request_parts(parts: &mut Parts, hall: &Arc<Hall>) -> Result<Self, HttpRefused> {
        let missing = || {
            refuse(Refusal::NotFound, "there is no table of this name, or it has been forgotten")
        };
        let Path(names) =
            Path::<std::collections::HashMap<String, String>>::from_request_parts(parts, hall)
                .await
                .map_err(|_| missing())?;
        names
            .get("table")
            .filter(|name| table_name::fits(name))
            .map(|name| Self(name.clone()))
            .ok_or_else(missing)
    }
}

impl FromRequestParts<Arc<Hall>> for Who {
    type Rejection = HttpRefused;

    async fn from_request_parts(parts: &mut Parts, hall: &Arc<Hall>) -> Result<Self, HttpRefused> {
        let Client(address) = Client::from_request_parts(parts, hall).await?;
        // In a header, never in the address: addresses stand in logs.
        let key = parts.headers.get("x-table-key").and_then(|key| key.to_str().ok());
        let secret = Secret::of(&parts.headers, tables::is_over_tls(hall));
        Ok(Self {
            owner: secret.map(|secret| secret.hash()),
            key: key.map(str::to_owned),
            address: household(address),
        })
    }
}

/// The parts of the address behind the table's name, or one sentence about what is wrong with them.
pub(crate) struct InPath<T>(pub(crate) T);

impl<T: serde::de::DeserializeOwned + Send> FromRequestParts<Arc<Hall>> for InPath<T> {
    type Rejection = HttpRefused;

    async fn from_request_parts(parts: &mut Parts, hall: &Arc<Hall>) -> Result<Self, HttpRefused> {
        let found = Path::<T>::from_request_parts(parts, hall).await;
        found.map(|Path(value)| Self(value)).map_err(|_| {
            refuse(Refusal::Malformed, "games and steps have whole numbers in the address")
        })
    }
}

/// A JSON body, or one sentence about what is wrong with it.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: serde::de::DeserializeOwned> FromRequest<Arc<Hall>> for Body<T> {
    type Rejection = HttpRefused;

    async fn from_request(request: Request, hall: &Arc<Hall>) -> Result<Self, HttpRefused> {
        let unreadable = |why: &dyn std::fmt::Display| {
            refuse(Refusal::Malformed, format!("the body cannot be read: {why}"))
        };
        match axum::Json::<serde_json::Value>::from_request(request, hall).await {
            Ok(axum::Json(value)) => as_described(value).map(Self).map_err(|why| unreadable(&why)),
            Err(JsonRejection::MissingJsonContentType(_)) => Err(with_status(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                Refusal::Malformed,
                "the body must be JSON, with content-type application/json",
            )),
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                let text = format!("the body is too large; {LARGEST_BODY} bytes are allowed");
                Err(with_status(StatusCode::PAYLOAD_TOO_LARGE, Refusal::Malformed, text))
            }
            Err(rejection) => Err(unreadable(&rejection.body_text())),
        }
    }
}

/// Reads a body as the description of the interface has it. A whole number is whole however it is written, `5.0` too, and what
/// has fields is not a list of their values, which the types alone would take.
fn as_described<T: serde::de::DeserializeOwned>(mut body: serde_json::Value) -> Result<T, String> {
    use serde_json::Value;
    fn make_whole(value: &mut Value) {
        match value {
            Value::Number(number) => {
                let whole = number.as_f64().filter(|whole| {
                    number.is_f64() && whole.fract() == 0.0 && whole.abs() < 9_007_199_254_740_992.0
                });
                if let Some(whole) = whole {
                    *number = (whole as i64).into();
                }
            }
            Value::Array(items) => items.iter_mut().for_each(make_whole),
            Value::Object(fields) => fields.values_mut().for_each(make_whole),
            _ => {}
        }
    }
    make_whole(&mut body);
    if body.is_array() {
        return Err("it is a list".into());
    }
    let read = serde_path_to_error::deserialize(&body).map_err(|why| why.to_string())?;
    // Fields that nobody knows are skipped, whatever they hold; one that is known does not hold just anything.
    for (_, value) in body.as_object_mut().into_iter().flatten() {
        if value.is_array() {
            *value = true.into();
        }
    }
    serde_path_to_error::deserialize::<_, T>(body)
        .map_err(|why| format!("{} is a list", why.path()))?;
    Ok(read)
}

/// The parameters behind the question mark, or one sentence about what is wrong with them.
pub(crate) struct Parameters<T>(pub(crate) T);

impl<T: serde::de::DeserializeOwned> FromRequestParts<Arc<Hall>> for Parameters<T> {
    type Rejection = HttpRefused;

    async fn from_request_parts(parts: &mut Parts, hall: &Arc<Hall>) -> Result<Self, HttpRefused> {
        Query::<T>::from_request_parts(parts, hall).await.map(|Query(value)| Self(value)).map_err(
            |rejection: QueryRejection| {
                refuse(
                    Refusal::Malformed,
                    format!("the parameters cannot be read: {}", rejection.body_text()),
                )
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{Command, CreateTable, Sit};
    use serde_json::json;

    #[test]
    fn a_body_is_what_the_description_says() {
        let table: CreateTable = as_described(json!({ "options": { "seats": 5.0 } })).unwrap();
        assert_eq!(table.options.seats, 5);
        assert!(as_described::<CreateTable>(json!({ "options": { "seats": 5.5 } })).is_err());
        for list in [json!({ "auto": [null, null] }), json!([1, 2]), json!({ "sit": ["Ann"] })] {
            assert!(as_described::<Command>(list.clone()).is_err(), "{list}");
        }
        let answer = json!({ "answer": { "game": 1, "seq": 2.0, "answer": { "reroll": [0, 3] } } });
        assert!(matches!(as_described(answer), Ok(Command::Answer { game: 1, seq: 2, .. })));
        let list = as_described::<Command>(json!({ "auto": [null, null, false, null] }));
        assert_eq!(list.unwrap_err(), "auto is a list");
        // What a later version may add is skipped.
        let sit: Sit = as_described(json!({ "name": "Ann", "later": [1, { "a": [] }] })).unwrap();
        assert_eq!(sit.name, "Ann");
        assert_eq!(as_described(json!("start")), Ok(Command::Start));
    }
}
