//! `daikaiju terminal`, in lines through pipes: a whole game, saving and resuming, and bad input.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn play(args: &[&str], save: &Path, input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_daikaiju"))
        .arg("terminal")
        .args(args)
        .arg("--save")
        .arg(save)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // The game may end before it has read everything; what is left is nobody's business then.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn record(save: &Path) -> engine::Record {
    engine::Record::from_json(&std::fs::read_to_string(save).unwrap()).unwrap()
}

#[test]
fn a_whole_game_is_played_through_pipes() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("deep/game.json");
    let args = ["--plain", "--names", "Anna,Ben", "--seed", "12"];
    let output = play(&args, &save, &"1\n".repeat(3000));
    assert!(output.status.success());
    assert!(output.stderr.is_empty());
    let text = text(&output);
    assert!(text.contains("Anna: Roll again, or stop?"), "{text}");
    assert!(text.contains("wins!") || text.contains("Everyone loses!"), "{text}");
    assert!(text.contains("The record of the game is in"));
    assert!(!text.contains('\u{1b}'), "no escape codes in a pipe");
    assert!(record(&save).is_finished().unwrap());
}

#[test]
fn against_bots_and_with_bad_lines_it_still_ends() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("game.json");
    let args = ["--plain", "--bots", "angry,random", "--seed", "3", "--rulebook", "polish"];
    let line = "nonsense\n0\n99999999999999999999\nkeep 1 7 x\nroll\nhelp\ntable\ncards\n\n1\n";
    let output = play(&args, &save, &line.repeat(400));
    assert!(output.status.success());
    assert!(text(&output).contains("`nonsense` is not a choice"));
    assert!(record(&save).is_finished().unwrap());
}

#[test]
fn input_that_ends_leaves_a_saved_game_and_it_can_be_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, parts) = (folder.path().join("whole.json"), folder.path().join("parts.json"));
    let args = ["--plain", "--names", "Anna,Ben,Cleo", "--seed", "77"];
    play(&args, &whole, &"1\n".repeat(3000));

    let output = play(&args, &parts, &"1\n".repeat(20));
    assert!(output.status.success());
    assert!(text(&output).contains("The input has ended."));
    assert!(text(&output).contains("go on with --resume"));
    assert!(!record(&parts).is_finished().unwrap());

    let output = play(&["--plain", "--resume"], &parts, &"1\n".repeat(3000));
    assert!(output.status.success());
    assert_eq!(record(&whole), record(&parts), "the same game as without a break");

    let again = play(&["--plain", "--resume"], &parts, "");
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("there is no unfinished game"));
}

#[test]
fn an_unfinished_game_is_never_lost_without_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("game.json");
    let args = ["--plain", "--names", "Anna,Ben", "--seed", "5"];
    play(&args, &save, "1\n1\n");
    let kept = record(&save);

    // Asked first; with no answer nothing has changed.
    let output = play(&args, &save, "");
    assert!(text(&output).contains("An unfinished game is saved."));
    assert_eq!(record(&save), kept);

    // A new game puts the old one aside.
    play(&["--plain", "--names", "Anna,Ben", "--seed", "6", "--new"], &save, "1\n");
    assert_eq!(record(&folder.path().join("game.before.json")), kept);
}

#[test]
fn watching_bots_needs_no_input() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("game.json");
    let args = ["--plain", "--watch", "--bots", "angry", "--seed", "1"];
    let output = play(&args, &save, "");
    assert!(output.status.success());
    assert!(record(&save).is_finished().unwrap());
}

#[test]
fn the_system_says_the_language() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_daikaiju"));
    program
        .args(["terminal", "--plain", "--save"])
        .arg(folder.path().join("game.json"))
        .env("LC_ALL", "nl_NL.UTF-8");
    let output = program.stdin(Stdio::null()).output().unwrap();
    assert!(text(&output).contains("Jouw keuze:"), "{}", text(&output));
}

#[test]
fn bad_input_is_one_sentence_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("game.json");
    for args in [
        &["--players", "7"][..],
        &["--bots", "cruel"],
        &["--rulebook", "latin"],
        &["--switch", "frenzy=never"],
        &["--language", "fr"],
        &["--resume"],
    ] {
        let output = play(&[&["--plain"], args].concat(), &save, "1\n");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty());
        let sentence = String::from_utf8(output.stderr).unwrap();
        assert_eq!(sentence.trim_end().lines().count(), 1, "{sentence}");
        assert!(!save.exists());
    }
    std::fs::write(&save, "no record").unwrap();
    let output = play(&["--plain"], &save, "1\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be read"));
    assert_eq!(std::fs::read_to_string(&save).unwrap(), "no record");
}
