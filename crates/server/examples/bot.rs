//! A bot in Rust: it creates a table, adds to the dice, plays by chance, and checks the dice when the game is over.
//!
//! ```text
//! cargo run -p daikaiju-server --example bot -- 127.0.0.1:4150          sealed dice
//! cargo run -p daikaiju-server --example bot -- 127.0.0.1:4150 live     live dice
//! ```

use std::error::Error;
use std::net::SocketAddr;

use daikaiju_server::client::{Http, Player};
use engine::{Record, Seat};
use protocol::{BotLevel, Command, DiceKind, Options, Reply};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let address: SocketAddr = words.next().ok_or("where is the server?")?.parse()?;
    let dice =
        if words.next().as_deref() == Some("live") { DiceKind::Live } else { DiceKind::Sealed };

    let mut http = Http::new(address);
    let created = http.create(Options { seats: 2, dice, ..Options::default() }, "Rusty").await?;
    let bot = Command::Bot { seat: Seat::B, level: Some(BotLevel::Random.into()) };
    http.command(&created.table, &bot).await?.json::<Reply>()?;

    // The player pledges, reveals and gives links by itself: `protocol::Dice` does that for any client.
    let mut me = Player::new(http.clone(), &created.table, Seat::A, 1);
    let gone = |ended| format!("the connection ended: {ended:?}");
    me.connect().await.map_err(gone)?;
    while !me.dice.judge().evidence().is_some_and(|kept| kept.accepted) {
        me.read().await.map_err(gone)?;
    }
    me.give(Command::Start).await.map_err(gone)?;
    me.play().await.map_err(gone)?;

    let game = format!("/api/tables/{}/games/1", created.table);
    let record = Record::from_json(&http.get(&game).await?.text())?;
    let seen = me.dice.judge().memory().get(&format!("{}/1", created.table));
    println!("over after {} answers", me.acknowledged.len());
    print!("{}", fair::verify(&record, seen));
    Ok(())
}
