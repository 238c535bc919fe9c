//! A bot for a Daikaiju server over its WebSocket, with the types of the protocol. It adds to the dice, judges them, and comes
//! back when the server restarts.
//!
//! ```text
//! cargo run -p daikaiju --example socket_bot -- 127.0.0.1:4150                    create a table, add a bot, play a whole game
//! cargo run -p daikaiju --example socket_bot -- 127.0.0.1:4150 live               the same with live dice
//! cargo run -p daikaiju --example socket_bot -- 127.0.0.1:4150 harbour-42 KEY     sit down at a table by its link
//! ```

use std::collections::HashMap;
use std::time::Duration;

use engine::{Answer, Record, Seat};
use fair::Evidence;
use protocol::{BotLevel, Command, Dice, DiceKind, Hello, Message, Options, Seen, Wish};
use server_bench::client::{Ended, Http, Socket, random_bytes};

/// What the bot knows from one connection to the next.
struct Bot {
    /// Its part in the dice, and what it was shown of them. It pledges, reveals and gives links by itself.
    dice: Dice<HashMap<String, Evidence>>,
    /// Whether it still has to begin the game.
    begins: bool,
    seen: Option<Seen>,
    answered: u32,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut http = Http::new(arguments.first().ok_or("say where the server is")?.parse()?);
    let table = match arguments.get(1).zip(arguments.get(2)) {
        Some((table, key)) => http.join(table, key, "Rust").await?.table,
        None => {
            let live = arguments.get(1).is_some_and(|word| word == "live");
            let dice = if live { DiceKind::Live } else { DiceKind::Sealed };
            let options = Options { seats: 2, dice, ..Options::default() };
            let table = http.create(options, "Rust").await?.table;
            let bot = Command::Bot { seat: Seat::B, level: Some(BotLevel::Random.into()) };
            http.command(&table, &bot).await?;
            table
        }
    };
    let dice = Dice::new(HashMap::new(), random_bytes);
    let mut bot = Bot { dice, begins: arguments.len() < 3, seen: None, answered: 0 };
    loop {
        match play(&http, &table, &mut bot).await {
            Ok((game, outcome)) => {
                println!("over after {} answers: {outcome}", bot.answered);
                let record = http.get(&format!("/api/tables/{table}/games/{game}")).await?;
                let kept = bot.dice.judge().memory().get(&format!("{table}/{game}"));
                print!("{}", fair::verify(&Record::from_json(&record.text())?, kept));
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
async fn play(http: &Http, table: &str, bot: &mut Bot) -> Result<(u32, String), Ended> {
    let hello = Hello {
        protocol: protocol::VERSION,
        oldest: Some(protocol::OLDEST),
        key: http.key.clone(),
        seen: bot.seen,
        list_answers: true,
        history: true,
    };
    let mut socket = Socket::connect(http, table, hello).await?;
    let mut pledge = None;
    loop {
        let message = socket.message().await?;
        for wish in bot.dice.hear(&message) {
            match wish {
                Wish::Send(command) => {
                    let id = socket.command(command.clone()).await?;
                    if matches!(command, Command::Pledge { .. }) {
                        pledge = Some((id, command));
                    }
                }
                Wish::Warn(warning) => eprintln!("{}", warning.what.sentence()),
            }
        }
        match message {
            Message::Done(reply) => {
                if let Some((_, command)) = pledge.take_if(|(id, _)| *id == reply.id) {
                    bot.dice.done(&command);
                    // The own part is in: the game may begin.
                    if std::mem::take(&mut bot.begins) {
                        socket.command(Command::Start).await?;
                    }
                }
            }
            Message::View { game, seq, .. } => bot.seen = Some(Seen { game, seq }),
            Message::History(history) => {
                bot.seen = Some(Seen { game: history.game, seq: history.seq })
            }
            Message::Step(step) => bot.seen = Some(Seen { game: step.game, seq: step.seq }),
            Message::Question(question) => {
                // A simple mind: buy nothing, throw the dice once more, stay where it is.
                let reroll =
                    question.answers.iter().find(|answer| matches!(answer, Answer::Reroll(_)));
                let pass = question.answers.iter().find(|answer| **answer == Answer::Pass);
                let choice =
                    if bot.answered.is_multiple_of(2) { reroll.or(pass) } else { pass.or(reroll) };
                let Some(&answer) = choice.or(question.answers.first()) else { continue };
                let (game, seq) = (question.game, question.seq);
                socket.command(Command::Answer { game, seq, answer }).await?;
                bot.answered += 1;
            }
            Message::Over { game, outcome } => return Ok((game, format!("{outcome:?}"))),
            // `stale`: somebody took a step back; the question comes again. Anything else is worth telling.
            Message::Refused { id, code, text, .. } => {
                eprintln!("{}: {text}", code.name());
                let sent = pledge.take_if(|(sent, _)| Some(*sent) == id);
                for wish in sent.into_iter().flat_map(|(_, sent)| bot.dice.refused(&sent, code)) {
                    if let Wish::Warn(warning) = wish {
                        eprintln!("{}", warning.what.sentence());
                    }
                }
            }
            _ => {}
        }
    }
}
