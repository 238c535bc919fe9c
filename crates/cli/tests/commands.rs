//! The program as its user calls it: good input, bad input, and what a program reads.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn daikaiju(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_daikaiju"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments does not read on.
    let _ = child.stdin.take().expect("there is an input").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// One sentence on the error output, exit code 2, nothing on the other.
fn refused(args: &[&str], input: &str, says: &str) {
    let out = daikaiju(args, input);
    let error = text(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{args:?}: {error}");
    assert!(error.contains(says), "{args:?}: {error}");
    assert!(out.stdout.is_empty(), "{args:?}: {}", text(&out.stdout));
}

#[test]
fn a_random_game_replays_to_the_same_end() {
    let game = daikaiju(&["random", "--book", "polish", "--players", "3", "--seed", "5"], "");
    assert!(game.status.success());
    let record = text(&game.stdout);
    let again = daikaiju(&["random", "--book", "polish", "--players", "3", "--seed", "5"], "");
    assert_eq!(record, text(&again.stdout), "the same seed gives the same game");
    let replay = daikaiju(&["replay", "-", "--json", "--positions", "--digests"], &record);
    let lines = text(&replay.stdout);
    let last: serde_json::Value =
        serde_json::from_str(lines.lines().last().expect("a game has inputs")).expect("JSON");
    assert!(!last["position"]["outcome"].is_null(), "{last}");
    for line in lines.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let position = engine::State::from_json(&line["position"].to_string()).expect("a position");
        assert_eq!(line["digest"], format!("{:016x}", position.digest()));
    }
    assert_eq!(
        last["events"].as_array().and_then(|all| all.last()).map(|event| event["event"].clone()),
        Some("over".into())
    );
    assert!(text(&daikaiju(&["replay", "-"], &record).stdout).contains("over:"));
}

#[test]
fn positions_are_checked_and_described() {
    let good = r#"{"monsters": [{"hearts": 4}, {"cards": ["jets"]}], "city": "B"}"#;
    let out = text(&daikaiju(&["position", "-"], good).stdout);
    assert!(out.contains("A: 4/10 hearts") && out.contains("Jets"), "{out}");
    let written = text(&daikaiju(&["position", "-", "--json"], good).stdout);
    let again = text(&daikaiju(&["position", "-", "--json"], &written).stdout);
    assert_eq!(written, again, "what is written reads back to the same");
    refused(
        &["position", "-"],
        r#"{"monsters": [{}, {}], "city": "F"}"#,
        "city: no living monster sits at F",
    );
    refused(
        &["position", "-"],
        r#"{"monsters": [{"cards": ["jets"]}, {"cards": ["jets"]}]}"#,
        "`jets` lies in two places",
    );
    refused(&["position", "-"], "{", "line 1");
    refused(&["position", "-"], r#"{"format": 9}"#, "positions of formats 1 to 2, not 9");
    refused(
        &["position", "-"],
        r#"{"monsters": [{}, {"cards": ["zeppelin"]}]}"#,
        "monsters[1].cards[0]: there is no card `zeppelin`",
    );
}

#[test]
fn there_are_no_dice_before_the_first_throw() {
    let position = r#"{"monsters": [{}, {}], "at": "first_throw"}"#;
    let told = text(&daikaiju(&["position", "-"], position).stdout);
    assert!(told.contains("A throws 6 dice") && !told.contains("dice:"), "{told}");
}

#[test]
fn cards_and_rules_can_be_searched() {
    let cards = text(&daikaiju(&["cards", "--book", "italian"], "").stdout);
    assert!(cards.contains("Telepath") && cards.contains("Monster Batteries"), "{cards}");
    let json: serde_json::Value =
        serde_json::from_slice(&daikaiju(&["cards", "--json"], "").stdout).expect("JSON");
    assert_eq!(json.as_array().map(Vec::len), Some(64), "64 titles (C-03)");
    let rules = text(&daikaiju(&["rules", "--book", "dutch"], "").stdout);
    assert!(rules.contains("tokyo_entry = own_phase"), "{rules}");
    refused(&["cards", "no such words"], "", "no card has");
    refused(
        &["cards", "--book", "klingon"],
        "",
        "there is no rulebook `klingon`: it is one of icelandic",
    );
    refused(&["rules", "--lang", "de"], "", "there is no language `de`");
    refused(&["random", "--switch", "use_bay=maybe"], "", "switch `use_bay` cannot be `maybe`");
    refused(&["random", "--players", "7"], "", "2 to 6 monsters");
}

#[test]
fn broken_records_name_the_place() {
    refused(
        &["replay", "-"],
        r#"{"format": 9, "rules": "dutch", "players": [], "inputs": []}"#,
        "format: this program reads records of formats 1 to 1, not 9",
    );
    refused(
        &["replay", "-"],
        r#"{"format": 1, "rules_version": 99, "rules": "dutch", "players": [], "inputs": []}"#,
        "rules_version: this program knows the rules of versions 1 to 2, not 99",
    );
    refused(
        &["replay", "-"],
        r#"{"format": 1, "rules": "dutch", "players": [{"name": "a"}, {"name": "b"}], "inputs": [{"revealed": "zeppelin"}]}"#,
        "there is no card `zeppelin`",
    );
    let wrong = r#"{"format": 1, "rules": "dutch", "players": [{"name": "a"}, {"name": "b"}], "inputs": [{"rolled": "1"}]}"#;
    refused(&["replay", "-"], wrong, "inputs[0]: the game waits for a card of the deck");
    refused(&["replay", "no/such/file"], "", "cannot read no/such/file");
    let out = daikaiju(&["verify", "-"], wrong);
    assert!(text(&out.stdout).contains("the record holds no proof of its dice"));
    assert_eq!(out.status.code(), Some(1));
    let seeded = r#"{"format": 1, "rules": "dutch", "players": [{"name": "a"}, {"name": "b"}], "fair": {"seed": 7}, "inputs": []}"#;
    let out = daikaiju(&["verify", "-"], seeded);
    assert!(text(&out.stdout).contains("there is nothing to verify"));
    assert_eq!(out.status.code(), Some(1));
}

#[test]
fn the_soak_finds_no_broken_law() {
    let out = daikaiju(&["soak", "--games", "50", "--depth", "2"], "");
    assert!(text(&out.stdout).contains("50 games"), "{}", text(&out.stderr));
}

#[test]
fn completions_name_the_commands() {
    assert!(text(&daikaiju(&["completions", "bash"], "").stdout).contains("terminal"));
}

/// Z-17, Y-03: one question, five columns, and what decides it.
#[test]
fn a_question_is_put_to_all_five_books() {
    let question = r#"
id = "yield"
title = "Armor Plating stops the only claw"
rules = ["Y-03"]
books = "all"
start = { players = 2, B = { cards = ["armor_plating"] }, city = "B", turn = { dice = "C 1 1 2 2 3" }, at = "resolve" }
[[case]]
play = "expect B hearts 10"
"#;
    let told = text(&daikaiju(&["ask", "-"], question).stdout);
    assert!(told.contains("Dutch, Italian: A attacked with 1 claw: B."), "{told}");
    assert!(told.contains("Decided by Y-03, Z-17, S22"), "{told}");
    let json: serde_json::Value =
        serde_json::from_slice(&daikaiju(&["ask", "-", "--json"], question).stdout).expect("JSON");
    assert_eq!(json[0]["first_difference"], 0);
    assert_eq!(json[0]["deciders"][0]["switches"][0]["switch"], "yield_needs_damage");
    assert_eq!(json[0]["columns"].as_array().map(Vec::len), Some(5));
    let link = json[0]["link"].as_str().expect("a link");
    let again = text(&daikaiju(&["ask", "--link", link], "").stdout);
    assert_eq!(told, again, "the link holds the whole question");
    let cut = daikaiju(&["ask", "--link", &link[..link.len() - 8]], "");
    assert!(text(&cut.stderr).contains("at: expected a part of the turn"), "{}", text(&cut.stderr));
    assert!(text(&cut.stdout).contains("B: 10"), "what could be read stays");
    refused(&["ask", "-"], "id = 3", "line 1");
    refused(&["ask", "--link", "hello"], "", "version: there is no question in it");
    refused(&["ask"], "", "required");
    let sure = daikaiju(&["ask", "--random", "20"], "");
    assert!(text(&sure.stdout).starts_with("20 questions: columns, files and links agree"));
}

/// Format 1 of a review as programs read it (docs/REVIEW.md): these fields and no others. A field may be added, here and
/// there; one that goes away or changes its meaning makes it format 2.
#[test]
fn the_json_of_a_review_has_these_fields() {
    let record = text(&daikaiju(&["random", "--players", "3", "--seed", "8"], "").stdout);
    let out = daikaiju(&["review", "-", "--rollouts", "2", "--format", "json"], &record);
    let review: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!(review["format"], 1);
    let mut seen = std::collections::BTreeSet::new();
    // Always there, then there when there is something to say; each object once is enough for the second.
    let mut has =
        |name: &'static str, object: &serde_json::Value, always: &str, sometimes: &str| {
            let fields: Vec<&str> =
                object.as_object().expect(name).keys().map(String::as_str).collect();
            for field in always.split_whitespace() {
                assert!(fields.contains(&field), "{name} has no {field}: {object}");
            }
            for field in fields {
                let mut known = always.split_whitespace().chain(sometimes.split_whitespace());
                assert!(known.any(|one| one == field), "{name}: what is {field}?");
            }
            seen.insert(name);
        };
    let list = |value: &serde_json::Value| value.as_array().expect("a list").clone();
    has("review", &review, "format players rules outcome start accounts turns moments", "trouble");
    for account in list(&review["accounts"]) {
        let parts = "seat start luck luck_own own others drift result choices rate band kinds";
        has("account", &account, &format!("{parts} adjusted"), "aided");
        for kind in list(&account["kinds"]) {
            has("kind", &kind, "kind choices error", "costly passed acted");
        }
    }
    for turn in list(&review["turns"]) {
        let parts = "number seat from to dice before after luck own others drift";
        has("turn", &turn, parts, "");
    }
    for moment in list(&review["moments"]) {
        has("moment", &moment, "input turn seat before after change what", "checked");
        for chances in ["before", "after", "change"] {
            assert_eq!(list(&moment[chances]).len(), 6);
        }
        if let Some(checked) = moment.get("checked") {
            has("checked", checked, "games chances errors", "");
        }
        let what = &moment["what"];
        has("what", what, "", "chance choice");
        if let Some(chance) = what.get("chance") {
            let kinds = ["setup", "start", "first", "again", "aside", "card"];
            let kind = chance.as_str().or_else(|| {
                chance.as_object().and_then(|one| one.keys().next()).map(String::as_str)
            });
            assert!(kind.is_some_and(|kind| kinds.contains(&kind)), "{chance}");
        }
        if let Some(choice) = what.get("choice") {
            let parts = "question answer options chosen count span error";
            has("choice", choice, parts, "card tried helped");
            for option in list(&choice["options"]) {
                has("option", &option, "answer chances", "");
            }
            if let Some(tried) = choice.get("tried") {
                has("tried", tried, "games error answers", "");
                for answer in list(&tried["answers"]) {
                    has("tried answer", &answer, "answer chances error", "");
                }
            }
        }
    }
    let all = [
        "account",
        "choice",
        "kind",
        "moment",
        "option",
        "review",
        "tried",
        "tried answer",
        "turn",
        "what",
    ];
    let missing: Vec<&str> = all.into_iter().filter(|name| !seen.contains(name)).collect();
    assert!(missing.is_empty(), "nothing was seen of {missing:?}");
}

/// A review adds up in every format, is cut where its record is, and refuses what is not a record with one sentence.
#[test]
fn a_record_is_reviewed() {
    let record = text(&daikaiju(&["random", "--players", "2", "--seed", "8"], "").stdout);
    let json = daikaiju(&["review", "-", "--format", "json"], &record);
    let review: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    for account in review["accounts"].as_array().expect("accounts") {
        let part = |name: &str| account[name].as_f64().expect("a number");
        let sum: f64 = ["start", "luck", "own", "others", "drift"].into_iter().map(part).sum();
        assert!((sum - part("result")).abs() < 1e-9, "{account}");
    }
    let told = text(&daikaiju(&["review", "-", "--seat", "B", "--rollouts", "2"], &record).stdout);
    assert!(told.contains("Luck or skill?") && told.contains("Costliest choices"), "{told}");
    let csv = text(&daikaiju(&["review", "-", "--format", "csv"], &record).stdout);
    assert_eq!(csv.lines().count(), 1 + review["moments"].as_array().map_or(0, Vec::len));
    let page =
        text(&daikaiju(&["review", "-", "--format", "html", "--lang", "pl"], &record).stdout);
    assert!(
        page.contains("<svg") && page.ends_with("</html>\n") && !page.contains("http"),
        "{page}"
    );
    let cut = text(&daikaiju(&["review", "-"], &record[..record.len() / 2]).stdout);
    assert!(cut.contains("the record is cut"), "{cut}");
    refused(&["review", "-"], "a letter to my aunt", "not a game record");
    refused(&["review", "-", "--seat", "Z"], &record, "nobody here is");
}
