//! The example bots, in other hands and another language, play whole games over the interface and add to the dice.

use std::process::Command;

use crate::common::Server;

/// Runs a bot against a server of its own; what it says.
fn play(mut bot: Command, dice: &str) -> String {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let address = match bot.get_args().next() {
        Some(_) => format!("http://{}", server.address),
        None => server.address.to_string(),
    };
    let output = bot.args([&address, dice]).output().expect("the bot can be started");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.starts_with("over after "), "{text}{wrong}");
    text
}

fn python() -> Command {
    let mut bot = Command::new("python3");
    bot.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bot.py"));
    bot
}

fn rust() -> Command {
    let built = std::path::Path::new(crate::common::PROGRAM);
    Command::new(built.with_file_name("examples").join("socket_bot"))
}

#[test]
fn a_bot_in_python_plays_a_whole_game_and_adds_to_sealed_dice() {
    let said = play(python(), "sealed");
    assert!(said.contains("mixed into the dice: A\n"), "{said}");
}

#[test]
fn a_bot_in_python_gives_a_link_for_every_draw() {
    let said = play(python(), "live");
    let draws = said.split("mixed into the dice: A ").nth(1).unwrap_or_default();
    let (part, all) = draws.split_once(" of ").unwrap_or_default();
    let all = all.split(' ').next().unwrap_or_default();
    assert!(all != "0" && part == all, "{said}");
}

/// The same over the WebSocket, in Rust.
#[test]
fn a_bot_in_rust_plays_a_whole_game_and_finds_it_fair() {
    for dice in ["sealed", "live"] {
        let said = play(rust(), dice);
        assert!(said.contains("Fair: ") && said.contains("what you kept"), "{said}");
    }
}
