//! A random game from the first card to the end, told line by line.
//!
//! `cargo run -p daikaiju-engine --example random_game -- 7` plays the game with seed 7.

use daikaiju_engine::random::Random;
use daikaiju_engine::{Input, Need, Rulebook, State};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(1), |seed| seed.parse())?;
    let mut random = Random::new(seed);
    let mut game = State::new(&Rulebook::Dutch.rules(), 4, None)?;
    let mut events = Vec::new();
    loop {
        let input = match game.need() {
            Need::Over(outcome) => {
                println!("{outcome:?} in round {}", game.round());
                return Ok(());
            }
            Need::Answer(ask) => {
                let answer = random.answer(&game, ask).ok_or("every question has an answer")?;
                println!("{} is asked {:?} and says {answer:?}", ask.seat, ask.question);
                Input::Answer(answer)
            }
            chance => random.chance(&game, chance).ok_or("dice, a card or a starter")?,
        };
        events.clear();
        game.play(input, Some(&mut events))?;
        for event in &events {
            println!("    {event:?}");
        }
    }
}
