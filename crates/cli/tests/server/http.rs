//! Headers, origins, health, errors, memory: what a host can rely on.

use std::process::Command as Process;

use crate::common::Server;
use protocol::{Hello, Options};
use server_bench::client::{Ended, Player, Socket};

#[tokio::test]
async fn every_answer_is_guarded_by_headers() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    for path in ["/", "/api/tables", "/nothing.js", "/api/nothing"] {
        let response = server.http().get(path).await.unwrap();
        let policy = response.header("content-security-policy").unwrap();
        assert!(
            policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"),
            "{path}: {policy}"
        );
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(response.header("referrer-policy"), Some("no-referrer"), "{path}");
    }
    assert_eq!(server.http().get("/").await.unwrap().status, 200);
    assert_eq!(server.http().get("/nothing.js").await.unwrap().status, 404);
    let missing = server.http().get("/api/nothing").await.unwrap();
    assert_eq!(
        (missing.status, missing.header("content-type")),
        (404, Some("application/problem+json"))
    );
    assert_eq!(server.http().get("/healthz").await.unwrap().text(), "alive\n");
    assert_eq!(server.http().get("/readyz").await.unwrap().text(), "ready\n");
    let metrics = server.http().get("/metrics").await.unwrap().text();
    assert!(metrics.contains("daikaiju_sockets 0\n"), "{metrics}");
    let forwarded =
        server.http().send("GET", "/metrics", "x-forwarded-for: 9.9.9.9\r\n", None).await.unwrap();
    assert_eq!(forwarded.status, 403);
}

#[tokio::test]
async fn a_page_of_another_site_can_neither_open_a_socket_nor_change_anything() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut http = server.http();
    let created = http.create(Options::default(), "Ann").await.unwrap();
    let own = format!("http://{}", server.address);
    for foreign in ["https://evil.example", "null", "http://127.0.0.1:1", "file://", ""] {
        let refused = Socket::open(&http, &created.table, Some(foreign)).await.unwrap_err();
        assert!(
            matches!(&refused, Ended::Broken(why) if why.contains("403")),
            "{foreign}: {refused:?}"
        );
        let headers = format!("origin: {foreign}\r\ncontent-type: application/json\r\n");
        assert_eq!(
            http.send("POST", "/api/tables", &headers, Some("{}")).await.unwrap().status,
            403,
            "{foreign}"
        );
    }
    Socket::open(&http, &created.table, Some(&own)).await.unwrap();
    Socket::open(&http, &created.table, None).await.unwrap();
    let headers = format!("origin: {own}\r\ncontent-type: application/json\r\n");
    assert_eq!(http.send("POST", "/api/tables", &headers, Some("{}")).await.unwrap().status, 201);
    let large = format!("{{\"x\":\"{}\"}}", "y".repeat(20_000));
    let refused = http.send("POST", "/api/tables", &headers, Some(&large)).await.unwrap();
    assert_eq!(
        (refused.status, refused.header("content-type")),
        (413, Some("application/problem+json"))
    );
}

#[tokio::test]
async fn every_error_is_a_problem_with_a_sentence() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut http = server.http();
    let table = http.create(Options::default(), "Ann").await.unwrap().table;
    let json = "content-type: application/json\r\n";
    for (method, path, headers, body, status) in [
        ("GET", format!("/api/tables/{table}/games/one"), "", None, 400),
        ("GET", format!("/api/tables/{table}/games/-1"), "", None, 400),
        (
            "GET",
            format!("/api/tables/{table}/games/1/positions/99999999999999999999"),
            "",
            None,
            400,
        ),
        ("GET", format!("/api/tables/{table}/games/7"), "", None, 404),
        ("GET", format!("/api/tables/{table}/events?since=x"), "", None, 400),
        ("GET", format!("/api/tables/{table}/socket"), "", None, 400),
        ("DELETE", "/api/tables".to_owned(), "", None, 405),
        ("PUT", format!("/api/tables/{table}/commands"), "", None, 405),
        ("PATCH", "/api/nothing".to_owned(), "", None, 404),
        ("POST", format!("/api/tables/{table}/commands"), "", Some("{}"), 415),
        ("POST", format!("/api/tables/{table}/commands"), json, Some("\"fly\""), 400),
        ("POST", "/metrics".to_owned(), "", None, 405),
    ] {
        let answer = http.send(method, &path, headers, body).await.unwrap();
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.text());
        assert_eq!(
            answer.header("content-type"),
            Some("application/problem+json"),
            "{method} {path}"
        );
        let problem: protocol::Problem = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!(problem.status, status, "{method} {path}");
        assert!(!problem.detail.is_empty());
    }
}

#[tokio::test]
async fn the_interface_describes_itself() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let document: serde_json::Value =
        server.http().get("/api/openapi.json").await.unwrap().json().unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    for path in [
        "/api/tables",
        "/api/tables/{table}/commands",
        "/api/tables/{table}/events",
        "/api/tables/{table}/games/{game}",
    ] {
        assert!(document["paths"][path].is_object(), "{path}");
    }
}

#[tokio::test]
async fn an_old_client_is_told_to_load_the_page_anew() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut http = server.http();
    let created = http.create(Options::default(), "Ann").await.unwrap();
    let hello = Hello { protocol: 99, ..Hello::default() };
    let mut socket = Socket::connect(&http, &created.table, hello).await.unwrap();
    let text = socket.text().await.unwrap();
    assert!(text.contains(r#""code":"version""#) && text.contains("load the page anew"), "{text}");
}

/// A page of the next version comes to a server that is not updated yet: they speak what both know.
#[tokio::test]
async fn a_newer_client_and_an_older_server_speak_what_both_know() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut http = server.http();
    let created = http.create(Options::default(), "Ann").await.unwrap();
    let next = protocol::VERSION + 1;
    let hello = Hello { protocol: next, oldest: Some(protocol::VERSION), ..Hello::default() };
    let mut socket = Socket::connect(&http, &created.table, hello).await.unwrap();
    let text = socket.text().await.unwrap();
    let agreed = format!(r#""protocol":{}"#, protocol::VERSION);
    assert!(text.contains(r#""type":"welcome""#) && text.contains(&agreed), "{text}");
}

#[tokio::test]
async fn bad_settings_and_used_folders_are_one_sentence_and_an_exit_code() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let run = |arguments: &[&str]| {
        let output =
            Process::new(crate::common::PROGRAM).arg("serve").args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(text.trim().lines().count(), 1, "{text}");
        text
    };
    let folder = data.path().to_str().unwrap();
    assert!(
        run(&["--data", folder, "--listen", "127.0.0.1:0"]).contains("in use by another server")
    );
    let listen = server.address.to_string();
    let other = tempfile::tempdir().unwrap();
    assert!(
        run(&["--data", other.path().to_str().unwrap(), "--listen", &listen]).contains("is in use")
    );
    assert!(run(&["--config", "/nonexistent.toml"]).contains("cannot read"));
    assert!(run(&["--public-url", "kaiju"]).contains("public URL"));
    assert!(run(&["--data", "/proc/nope", "--listen", "127.0.0.1:0"]).contains("cannot use"));
}

#[tokio::test]
async fn the_server_is_small() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut http = server.http();
    let created = http.create(Options::default(), "Ann").await.unwrap();
    let idle = server.memory_kb();
    assert!(idle < 64 * 1024, "{idle} KB");
    let mut sockets = Vec::new();
    for _ in 0..400 {
        let hello =
            Hello { protocol: protocol::VERSION, key: http.key.clone(), ..Hello::default() };
        let mut socket = Socket::connect(&server.http(), &created.table, hello).await.unwrap();
        socket.text().await.unwrap();
        sockets.push(socket);
    }
    let each = (server.memory_kb() - idle) as f64 / 400.0;
    // The first sockets also pay for what all share; ten thousand of them are measured by `load`.
    assert!(each < 24.0, "{each} KB for a socket");
    let mut player = Player::new(http, &created.table, engine::Seat::A, 0);
    player.connect().await.unwrap();
    player.read().await.unwrap();
}

#[tokio::test]
async fn a_backup_is_made_while_the_server_runs_and_can_be_served() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut http = server.http();
    let created = http.create(Options::default(), "Ann").await.unwrap();
    let other = tempfile::tempdir().unwrap();
    let copy = other.path().join("monday.sqlite");
    let run = |arguments: &[&std::ffi::OsStr]| {
        let output = Process::new(crate::common::PROGRAM).args(arguments).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    };
    run(&["backup".as_ref(), "--data".as_ref(), data.path().as_ref(), copy.as_ref()]);
    let key = data.path().join("backup.key");
    let data = ["--data".as_ref(), other.path().as_ref()];
    run(&["restore".as_ref(), data[0], data[1], "--key".as_ref(), key.as_ref(), copy.as_ref()]);
    let restored = Server::start(other.path());
    http.address = restored.address;
    assert_eq!(http.get(&format!("/api/tables/{}", created.table)).await.unwrap().status, 200);
}
