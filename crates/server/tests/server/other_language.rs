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
