//! A bot in thirty lines: it looks one answer ahead, over a few throws of the dice, and takes what leaves it best off.
//!
//! It plays seat A against three monsters that answer at random: `cargo run --release -p daikaiju-engine --example bot_in_thirty_lines`.

use daikaiju_engine::random::Random;
use daikaiju_engine::{Answer, Input, Need, Outcome, Rulebook, Seat, State, View};

/// How well off a monster is: its hearts, its stars, and a little for its energy.
fn worth(game: &State, seat: Seat) -> i32 {
    let monster = game.monster(seat);
    let others = game.living().without(seat).iter().map(|other| game.monster(other));
    let rivals: i32 = others.map(|other| i32::from(other.hearts) + i32::from(other.stars)).sum();
    let own = 3 * i32::from(monster.hearts) + 4 * i32::from(monster.stars);
    if monster.hearts == 0 { -1000 } else { own + i32::from(monster.energy) - rivals }
}

/// What this seat says: the bot is shown what the seat may know, and nothing else.
fn think(view: &View, seat: Seat, random: &mut Random) -> Option<Answer> {
    let mut after = |answer: Answer| -> i32 {
        let outcome = |random: &mut Random| {
            let mut game = view.imagine();
            let mut input = Some(Input::Answer(answer));
            while let Some(next) = input {
                game.play(next, None).expect("legal answers and fitting dice");
                input = random.chance(&game, game.need());
            }
            worth(&game, seat)
        };
        (0..8).map(|_| outcome(random)).sum()
    };
    view.answers().iter().max_by_key(|answer| after(*answer))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut won = 0;
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let mut game = State::new(&Rulebook::Dutch.rules(), 4, None)?;
        let outcome: Outcome = loop {
            let input = match game.need() {
                Need::Over(outcome) => break outcome,
                Need::Answer(ask) if ask.seat == Seat::A => {
                    think(&game.view(Some(Seat::A)), Seat::A, &mut random).map(Input::Answer)
                }
                need => random.input(&game, need),
            };
            game.play(input.ok_or("the game goes on")?, None)?;
        };
        won += u32::from(outcome.winner() == Some(Seat::A));
    }
    println!("the bot won {won} of 100 games against three that play at random");
    Ok(())
}
