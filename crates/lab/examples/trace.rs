//! Prints one game, decision by decision: `cargo run --release -p daikaiju-lab --example trace -- fierce angry 7`.

use daikaiju_lab::contestant::Contestant;
use daikaiju_lab::one_game::{Watcher, new_game, play};
use engine::{Answer, Ask, Input, State};

struct Printer;

impl Watcher for Printer {
    fn before(&mut self, state: &State) {
        if bots::mind::turn_begins(state) {
            let turn = state.turn();
            print!("\n-- turn {} of {}: ", turn.number, turn.seat);
            for seat in state.living().iter() {
                let m = state.monster(seat);
                print!(
                    "{seat} {}h {}s {}e{} ",
                    m.hearts,
                    m.stars,
                    m.energy,
                    if state.in_tokyo(seat) { "*" } else { "" }
                );
                m.cards.iter().for_each(|card| print!("[{card}] "));
            }
            println!();
        }
    }
    fn answered(&mut self, state: &State, ask: &Ask, answer: Answer) {
        println!("   {} {:?} {}: {answer:?}", ask.seat, ask.question, state.turn().dice);
    }
    fn chance(&mut self, _: &State, input: Input) {
        println!("   {input:?}");
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (seed, names) = args.split_last().expect("bots and a seed");
    let seed = seed.parse().expect("a seed");
    let mut bots: Vec<_> =
        names.iter().map(|name| Contestant::parse(name).expect("a bot").bot(seed)).collect();
    let (_, outcome) =
        play(new_game(engine::Rules::default(), names.len()), &mut bots, seed, &mut Printer);
    println!("{outcome:?}");
}
