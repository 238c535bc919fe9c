//! Writes positions of self-play with what the net says, for fitting a judgement by hand.

use bots::Level;
use bots::chance::Chance;
use bots::mind::{self, turn_begins};
use daikaiju_lab::one_game::{Watcher, new_game, play};
use engine::{Card, State};

struct Writer;

impl Watcher for Writer {
    fn before(&mut self, state: &State) {
        if turn_begins(state) {
            let chances = mind::by_seat(state, &bots::net().chances(&mind::see(state, false)));
            for seat in mind::order(state) {
                let m = state.monster(seat);
                let cards: Vec<String> =
                    m.cards.iter().map(|card: Card| card.id().to_owned()).collect();
                print!(
                    "{},{},{},{},{},{},{},{:.5};",
                    m.hearts,
                    m.stars,
                    m.energy,
                    state.in_tokyo(seat) as u8,
                    m.poison,
                    m.shrink,
                    cards.join(" "),
                    chances[seat.index()]
                );
            }
            println!();
        }
    }
}

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100);
    let players = std::env::args().nth(2).and_then(|n| n.parse().ok()).unwrap_or(2);
    for game in 0..games {
        let mut chance = Chance::part(4242, game);
        let mut bots: Vec<_> = (0..players).map(|_| Level::Ruthless.bot(chance.next())).collect();
        play(new_game(engine::Rules::default(), players), &mut bots, chance.next(), &mut Writer);
    }
}
