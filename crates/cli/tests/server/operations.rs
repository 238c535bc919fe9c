//! What a host does from the command line.

use std::path::Path;
use std::process::Command as Process;

use crate::common::Server;
use protocol::{BotLevel, Command, Hello, Options, TableInfo, TablePhase};
use server_bench::client::{Ended, Socket};

/// Runs the program; gives back whether it succeeded, and what it said.
fn run(arguments: &[&str]) -> (bool, String) {
    let output = Process::new(crate::common::PROGRAM).args(arguments).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{arguments:?}: {:?}", output.status);
    (output.status.success(), String::from_utf8_lossy(&text).into_owned())
}

fn tables(data: &Path, arguments: &[&str]) -> (bool, String) {
    run(&[&["tables", "--data", data.to_str().unwrap()], arguments].concat())
}

#[tokio::test]
async fn tables_are_listed_shown_closed_and_removed_with_and_without_a_server() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    for running in [true, false] {
        let mut http = server.http();
        let options = Options { seats: 2, listed: true, ..Options::default() };
        let created = http.create(options, "Ann").await.unwrap();
        let table = created.table.as_str();
        let bot = Command::Bot { seat: engine::Seat::B, level: Some(BotLevel::Random.into()) };
        assert_eq!(http.command(table, &bot).await.unwrap().status, 200);
        assert_eq!(http.command(table, &Command::Start).await.unwrap().status, 200);
        let hello = Hello { protocol: protocol::VERSION, ..Hello::default() };
        let mut socket = Socket::connect(&http, table, hello).await.unwrap();
        if !running {
            server.kill();
        }
        let (fine, list) = tables(data.path(), &["list"]);
        assert!(fine && list.contains(&format!("{table}\tplaying\t1 people")), "{list}");
        let (fine, shown) = tables(data.path(), &["show", table]);
        assert!(
            fine && shown.contains("A: Ann, host") && shown.contains("B: bot, random"),
            "{shown}"
        );
        assert!(!shown.contains(&created.key), "{shown}");
        assert_eq!(tables(data.path(), &["close", table]), (true, "the game is closed\n".into()));
        assert_eq!(tables(data.path(), &["close", table]), (true, "no game was on\n".into()));
        if !running {
            server.restart();
        }
        let info: TableInfo =
            http.get(&format!("/api/tables/{table}")).await.unwrap().json().unwrap();
        assert_eq!(info.phase, TablePhase::Over);
        assert_eq!(http.get(&format!("/api/tables/{table}/games/1")).await.unwrap().status, 200);
        if !running {
            server.kill();
        }
        assert_eq!(
            tables(data.path(), &["remove", table]),
            (true, "the table is removed\n".into())
        );
        let (fine, gone) = tables(data.path(), &["show", table]);
        assert!(!fine && gone.contains("there is no table"), "{gone}");
        if running {
            assert!(matches!(socket.until(|_| None::<()>).await, Err(Ended::Closed(Some(1000)))));
        } else {
            server.restart();
        }
        assert_eq!(http.get(&format!("/api/tables/{table}")).await.unwrap().status, 404);
    }
    let (fine, none) = tables(&data.path().join("nowhere"), &["list"]);
    assert!(!fine && none.contains("there is no database"), "{none}");
}

#[tokio::test]
async fn settings_are_checked_and_health_is_asked_for() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let (fine, text) = run(&["config", "check", "--max-tables=7"]);
    assert!(fine && text.contains("max-tables = 7"), "{text}");
    let (fine, text) = run(&["config", "check", "--requests-per-second=0"]);
    assert!(!fine && text.contains("requests-per-second is 0"), "{text}");
    let address = server.address.to_string();
    assert_eq!(run(&["healthcheck", "--listen", &address]), (true, "ready\n".into()));
    drop(server);
    let (fine, text) = run(&["healthcheck", "--listen", &address]);
    assert!(!fine && text.contains("nobody answers"), "{text}");
}

/// The soft limit of open files is raised to the hard one.
#[test]
fn the_limit_of_open_files_is_raised() {
    let data = tempfile::tempdir().unwrap();
    let script = format!(
        "ulimit -Sn 100; ulimit -Hn 900; {} serve --listen 127.0.0.1:0 --max-connections 500 --data {} & \
         pid=$!; for _ in $(seq 100); do sleep 0.1; grep -q \'files  *900 \' /proc/$pid/limits && break; done; \
         grep \'open files\' /proc/$pid/limits; kill $pid; wait $pid",
        crate::common::PROGRAM,
        data.path().display()
    );
    let output = Process::new("sh").args(["-c", &script]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let limits: Vec<_> =
        text.lines().find(|line| line.contains("open files")).unwrap().split_whitespace().collect();
    assert_eq!(limits[3], "900", "{text}");
}
