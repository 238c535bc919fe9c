//! A bot for a Daikaiju server over its WebSocket, with the types of the protocol. It comes back when the server restarts.
//!
//! ```text
//! cargo run -p daikaiju-server --example socket_bot -- 127.0.0.1:4150                    create a table, add a bot, play a whole game
//! cargo run -p daikaiju-server --example socket_bot -- 127.0.0.1:4150 harbour-42 KEY     sit down at a table by its link
//! ```

use std::time::Duration;

use daikaiju_server::client::{Ended, Http, Socket};
use engine::{Answer, Seat};
use protocol::{BotLevel, Command, Hello, Message, Options, Seen};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut http = Http::new(arguments.first().ok_or("say where the server is")?.parse()?);
    let table = match arguments.get(1).zip(arguments.get(2)) {
        Some((table, key)) => http.join(table, key, "Rust").await?.table,
        None => {
            let options = Options { seats: 2, ..Options::default() };
            let table = http.create(options, "Rust").await?.table;
            let bot = Command::Bot { seat: Seat::B, level: Some(BotLevel::Random.into()) };
            for command in [bot, Command::Start] {
                http.command(&table, &command).await?;
            }
            table
        }
    };
    let (mut seen, mut answered) = (None, 0);
    loop {
        match play(&http, &table, &mut seen, &mut answered).await {
            Ok(outcome) => {
                println!("over after {answered} answers: {outcome}");
                return Ok(());
            }
            // The server restarts: come back and say what has been seen.
            Err(ended) => {
                eprintln!("{ended:?}");
                tokio::time::sleep(Duration::from_millis(300)).await;
            }
        }
    }
}

/// Follows the table and answers whatever is asked, until the game is over or the connection ends.
async fn play(
    http: &Http,
    table: &str,
    seen: &mut Option<Seen>,
    answered: &mut u32,
) -> Result<String, Ended> {
    let hello = Hello {
        protocol: protocol::VERSION,
        key: http.key.clone(),
        seen: *seen,
        list_answers: true,
        history: true,
    };
    let mut socket = Socket::connect(http, table, hello).await?;
    loop {
        match socket.message().await? {
            Message::View { game, seq, .. } => *seen = Some(Seen { game, seq }),
            Message::History(history) => {
                *seen = Some(Seen { game: history.game, seq: history.seq })
            }
            Message::Step(step) => *seen = Some(Seen { game: step.game, seq: step.seq }),
            Message::Question(question) => {
                // A simple mind: buy nothing, throw the dice once more, stay where it is.
                let reroll =
                    question.answers.iter().find(|answer| matches!(answer, Answer::Reroll(_)));
                let pass = question.answers.iter().find(|answer| **answer == Answer::Pass);
                let choice =
                    if answered.is_multiple_of(2) { reroll.or(pass) } else { pass.or(reroll) };
                let Some(&answer) = choice.or(question.answers.first()) else { continue };
                let (game, seq) = (question.game, question.seq);
                socket.command(Command::Answer { game, seq, answer }).await?;
                *answered += 1;
            }
            Message::Over { outcome, .. } => return Ok(format!("{outcome:?}")),
            // `stale`: somebody took a step back; the question comes again. Anything else is worth telling.
            Message::Refused { code, text, .. } => eprintln!("{}: {text}", code.name()),
            _ => {}
        }
    }
}
