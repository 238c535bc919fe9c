//! The page inside the binary: precompressed files with strong tags, and one sentence if there is no page.

use axum::body::Body;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../dist"]
#[allow_missing = true]
struct Page;

/// Any address that is no part of the programming interface: a file of the page, or the page itself.
pub(crate) async fn any(path: Option<Path<String>>, headers: HeaderMap) -> Response {
    let path = path.map_or_else(String::new, |Path(path)| path);
    let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    if is_file { file(&path, &headers) } else { file("index.html", &headers) }
}

fn file(path: &str, headers: &HeaderMap) -> Response {
    // Only the originals are asked for by name; what lies beside them compressed is chosen here.
    let Some(original) =
        Page::get(path).filter(|_| !path.ends_with(".br") && !path.ends_with(".gz"))
    else {
        return missing(path);
    };
    let (encoding, chosen) = choose(path, headers).unwrap_or((None, original));
    let tag = format!("\"{}\"", fair::Pledge::from_bytes(chosen.metadata.sha256_hash()).to_hex());
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
    let cache = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

fn choose(path: &str, headers: &HeaderMap) -> Option<(Option<&'static str>, EmbeddedFile)> {
    let accepted = headers.get(header::ACCEPT_ENCODING)?.to_str().ok()?;
    let accepts = |name: &str| {
        accepted.split(',').any(|part| {
            let mut words = part.split(';').map(str::trim);
            words.next() == Some(name) && !words.any(|word| word == "q=0")
        })
    };
    [("br", "br"), ("gzip", "gz")]
        .into_iter()
        .filter(|(name, _)| accepts(name))
        .find_map(|(name, ending)| Some((Some(name), Page::get(&format!("{path}.{ending}"))?)))
}

fn missing(path: &str) -> Response {
    let text = if path == "index.html" {
        "The page was not built into this program; the programming interface is described at /api/openapi.json.\n"
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
        Some("wav") => "audio/wav",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
