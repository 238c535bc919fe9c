//! The page inside the binary: precompressed files with strong tags, and one sentence if there is no page.
//!
//! Where several servers share a database, each keeps the files of its page there for the others: during an update a page that
//! was loaded from a server of one version asks one of another version for the rest of itself.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::hall::Hall;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../dist"]
#[allow_missing = true]
struct Page;

/// The files that carry the version of the page in their names.
const ASSETS: &str = "assets/";

/// No file of a page has a longer name.
const LONGEST_NAME: usize = 200;

/// This many files go to the database at once.
const TOGETHER: usize = 16;

/// Any address that is not part of the API: a file of the page, or the page itself.
pub(crate) async fn any(
    State(hall): State<Arc<Hall>>,
    path: Option<Path<String>>,
    headers: HeaderMap,
) -> Response {
    let path = path.map_or_else(String::new, |Path(path)| path);
    let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    if !is_file {
        // Programs that show a link read the first lines of the page, which browsers do not need.
        let previewed =
            (!is_browser(&headers)).then(|| previewed(&hall, &path, &headers)).flatten();
        return previewed.unwrap_or_else(|| file("index.html", &headers));
    }
    if hall.store.is_shared()
        && path.starts_with(ASSETS)
        && path.len() <= LONGEST_NAME
        && Page::get(&path).is_none()
        && let Some(response) = of_another_version(&hall, &path, &headers).await
    {
        return response;
    }
    file(&path, &headers)
}

/// Whether a person goes to the page: browsers say so, programs that only show a link do not.
fn is_browser(headers: &HeaderMap) -> bool {
    ["sec-fetch-dest", "upgrade-insecure-requests"].iter().any(|name| headers.contains_key(*name))
}

/// The page for whoever shows a link to it: with the whole address of its picture, and the name of the table.
fn previewed(hall: &Hall, path: &str, headers: &HeaderMap) -> Option<Response> {
    let page = Page::get("index.html")?;
    let page = std::str::from_utf8(&page.data).ok()?;
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = match &hall.config.public_url {
        Some(url) => url.clone(),
        None => format!("http://{}", host.filter(|host| is_host(host))?),
    };
    let mut response = Response::new(Body::from(with_preview(page, &origin, path)));
    let head = response.headers_mut();
    head.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind("index.html")));
    head.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    head.insert(header::VARY, HeaderValue::from_static(vary("index.html")));
    Some(response)
}

/// Whether a text can stand in an address as its host: nothing in it could end the address.
fn is_host(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b".:-[]".contains(&byte);
    !text.is_empty() && text.len() <= 255 && text.bytes().all(fits)
}

/// The picture's whole address, and for the path of a table a title with its name.
fn with_preview(page: &str, origin: &str, path: &str) -> String {
    let page =
        page.replace("content=\"/preview.png\"", &format!("content=\"{origin}/preview.png\""));
    let table = path.strip_prefix("t/").and_then(|rest| rest.split('/').next());
    match table.filter(|name| crate::table_name::fits(name)) {
        Some(name) => {
            let title = "property=\"og:title\" content=\"Daikaiju";
            page.replacen(title, &format!("{title}, table {name}"), 1)
        }
        None => page,
    }
}

/// A file of the page of another server, which may be gone by now.
async fn of_another_version(hall: &Hall, path: &str, headers: &HeaderMap) -> Option<Response> {
    let compressed =
        encodings(headers).map(|(name, ending)| (Some(name), format!("{path}.{ending}")));
    for (encoding, name) in compressed.chain([(None, path.to_owned())]) {
        let body = match hall.store.asset(&name).await {
            Ok(Some(body)) => body,
            Ok(None) => continue,
            Err(error) => {
                tracing::warn!(%error, "a file of the page could not be read");
                return None;
            }
        };
        let mut response = Response::new(Body::from(body));
        let head = response.headers_mut();
        if let Some(encoding) = encoding {
            head.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        head.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(path)));
        head.insert(header::CACHE_CONTROL, HeaderValue::from_static(FOREVER));
        head.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        return Some(response);
    }
    None
}

/// Keeps the files of this page where the other servers find them, and says that they are still in use.
pub(crate) async fn share(hall: &Hall) {
    if !hall.store.is_shared() {
        return;
    }
    let names: Vec<String> = Page::iter()
        .filter(|name| name.starts_with(ASSETS))
        .map(std::borrow::Cow::into_owned)
        .collect();
    let kept = async {
        if hall.store.touch_assets(names.clone()).await? == names.len() as u64 {
            return Ok(());
        }
        for names in names.chunks(TOGETHER) {
            let body = |name: &String| Some((name.clone(), Page::get(name)?.data.into_owned()));
            hall.store.keep_assets(names.iter().filter_map(body).collect()).await?;
        }
        Ok::<_, store::Error>(())
    };
    if let Err(error) = kept.await {
        tracing::warn!(%error, "the other servers cannot have the files of this page yet");
    }
}

/// What an answer depends on, besides its address.
fn vary(path: &str) -> &'static str {
    match path {
        "index.html" => "accept-encoding, sec-fetch-dest, upgrade-insecure-requests",
        _ => "accept-encoding",
    }
}

const FOREVER: &str = "public, max-age=31536000, immutable";

fn file(path: &str, headers: &HeaderMap) -> Response {
    // Only the originals are asked for by name; what lies beside them compressed is chosen here.
    let Some(original) =
        Page::get(path).filter(|_| !path.ends_with(".br") && !path.ends_with(".gz"))
    else {
        return missing(path);
    };
    let (encoding, chosen) = choose(path, headers).unwrap_or((None, original));
    let tag = format!("\"{}\"", HEXLOWER.encode(&chosen.metadata.sha256_hash()));
    let unchanged = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|tags| tags.to_str().ok())
        .is_some_and(|tags| {
            tags.split(',')
                .any(|known| known.trim().trim_start_matches("W/") == tag || known.trim() == "*")
        });
    let mut response = if unchanged {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut response = Response::new(Body::from(chosen.data));
        if let Some(encoding) = encoding {
            response
                .headers_mut()
                .insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(path)));
        response
    };
    let cache = if path.starts_with(ASSETS) { FOREVER } else { "no-cache" };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    response.headers_mut().insert(header::VARY, HeaderValue::from_static(vary(path)));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

fn choose(path: &str, headers: &HeaderMap) -> Option<(Option<&'static str>, EmbeddedFile)> {
    encodings(headers)
        .find_map(|(name, ending)| Some((Some(name), Page::get(&format!("{path}.{ending}"))?)))
}

/// The encodings that a client takes, the best first, and how files in them end.
fn encodings(headers: &HeaderMap) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|list| list.to_str().ok());
    let accepted = accepted.unwrap_or_default().to_owned();
    let accepts = move |name: &str| {
        accepted.split(',').any(|part| {
            let mut words = part.split(';').map(str::trim);
            words.next() == Some(name) && !words.any(|word| word == "q=0")
        })
    };
    [("br", "br"), ("gzip", "gz")].into_iter().filter(move |(name, _)| accepts(name))
}

fn missing(path: &str) -> Response {
    let text = if path == "index.html" {
        "The page was not built into this program; the API is described at /api/openapi.json.\n"
    } else {
        "There is no such file.\n"
    };
    let status = if path == "index.html" { StatusCode::OK } else { StatusCode::NOT_FOUND };
    (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("ogg") => "audio/ogg",
        Some("mp3") => "audio/mpeg",
        Some("m4a") => "audio/mp4",
        Some("wav") => "audio/wav",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = include_str!("../../web/assets/index.html");

    #[test]
    fn a_preview_has_a_whole_address_and_the_name_of_the_table() {
        let home = with_preview(HEAD, "https://kaiju.example", "");
        assert!(
            home.contains(r#"og:image" content="https://kaiju.example/preview.png""#),
            "{home}"
        );
        assert!(home.contains(r#"og:title" content="Daikaiju: giant"#), "{home}");
        let table = with_preview(HEAD, "https://kaiju.example", "t/harbour-42");
        assert!(
            table.contains(r#"og:title" content="Daikaiju, table harbour-42: giant"#),
            "{table}"
        );
        let wrong = with_preview(HEAD, "https://kaiju.example", "t/\"><script>");
        assert_eq!(wrong, home);
    }

    #[test]
    fn only_hosts_stand_in_addresses() {
        for host in ["kaiju.example", "127.0.0.1:8080", "[::1]:80"] {
            assert!(is_host(host), "{host}");
        }
        for wrong in ["", "a/b", "a\"b", "a b", "a>b"] {
            assert!(!is_host(wrong), "{wrong}");
        }
    }

    #[test]
    fn sounds_have_their_kind() {
        assert_eq!(kind("sounds/roll.m4a"), "audio/mp4");
    }
}
