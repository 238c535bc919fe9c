//! The example bot, in another language, plays a whole game over the programming interface.

use crate::common::Server;

#[test]
fn a_bot_in_python_plays_a_whole_game() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let output = std::process::Command::new("python3")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bot.py"))
        .arg(format!("http://{}", server.address))
        .output()
        .expect("python3 is there");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.starts_with("over after "),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The same over the WebSocket, in Rust.
#[test]
fn a_bot_in_rust_plays_a_whole_game() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let example = std::path::Path::new(env!("CARGO_BIN_EXE_daikaiju-server"))
        .with_file_name("examples")
        .join("socket_bot");
    let bot = std::process::Command::new(example)
        .arg(server.address.to_string())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the example was built with the tests");
    let output = bot.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.starts_with("over after "), "{text}");
}
