//! The luck of a throw has mean 0, counted out over all that could have fallen instead of waited for: with every keep card
//! in the roller's hands, and in a rival's.

use bots::chance::Chance;
use bots::dice::slots;
use bots::{Bot, Level, net};
use daikaiju_lab::one_game::roll_or_reveal;
use daikaiju_lab::starts::start_with;
use engine::record::Player;
use engine::{Card, Input, KEEP_CARDS, Need, Record, Rulebook, State};
use rayon::prelude::*;
use review::Reviewer;

/// So many dice are counted out everywhere; more only in the first throw of some games, since there are 462 throws of six.
const FEW: usize = 3;
/// How many throws of a game are counted out: enough for some of rivals, to whom the card is a rival's.
const THROWS: usize = 5;
/// In one game of so many the first throw is counted out, too.
const FIRST: usize = 5;

fn bare(players: usize, book: Rulebook) -> Record {
    let player = |_| Player { name: String::new(), monster: None, bot: None };
    Record::new(book.rules(), (0..players).map(player).collect(), None)
}

/// The mean luck of all throws of this many dice after these inputs, for the seat to which it is largest.
fn mean(start: &State, inputs: &[Input], dice: usize, record: &Record) -> f64 {
    let mut mean = [0.0; 6];
    for slot in slots().rolls(dice) {
        let mut reviewer = Reviewer::from_state(net(), *start, record.clone());
        inputs.iter().for_each(|&input| reviewer.push(input));
        reviewer.push(Input::Rolled(bots::mind::row(slots().counts(slot as u16))));
        let last = std::iter::from_fn(|| reviewer.step()).last().expect("a throw");
        let luck = last.luck().expect("chance spoke");
        let part = slots().chance(slot as u16);
        mean.iter_mut().zip(luck).for_each(|(sum, luck)| *sum += part * luck);
    }
    mean.iter().fold(0.0, |most: f64, mean| most.max(mean.abs()))
}

/// Plays from a start on until enough throws have been counted out; tells how many, and the largest mean.
fn played_from(start: State, book: Rulebook, seed: u64, first: bool) -> (usize, f64) {
    let record = bare(start.players(), book);
    let mut bots: Vec<Box<dyn Bot + Send>> =
        (0..start.players()).map(|seat| Level::Fierce.bot(seed ^ seat as u64)).collect();
    let (mut state, mut turn, mut inputs) = (start, start, Vec::new());
    let (mut checked, mut worst) = (0, 0.0f64);
    for throw in 0..200 {
        // Each turn is reviewed from its beginning on: what happened before is part of the table.
        if state.turn().number != turn.turn().number {
            (turn, inputs) = (state, Vec::new());
        }
        if let Need::Roll { count, .. } = state.need()
            && (count as usize <= FEW || (first && throw == 0))
        {
            worst = worst.max(mean(&turn, &inputs, count as usize, &record));
            checked += 1;
        }
        let input = match state.need() {
            Need::Answer(ask) => {
                let bot = &mut *bots[ask.seat.index()];
                let answer = bots::answer_legally(bot, &state.view(Some(ask.seat)), &mut || false);
                answer.map(Input::Answer)
            }
            _ => roll_or_reveal(&state, seed, throw),
        };
        let Some(input) = input.filter(|_| checked < THROWS) else { break };
        state.play(input, None).expect("a legal input");
        inputs.push(input);
    }
    (checked, worst)
}

#[test]
fn luck_has_no_mean_whatever_cards_are_held() {
    let cards: Vec<Card> = (0..KEEP_CARDS).filter_map(Card::at).collect();
    let found: Vec<(Card, usize, f64)> = cards
        .par_iter()
        .enumerate()
        .filter(|(_, card)| **card != Card::Mimic)
        .map(|(number, &card)| {
            let book = Rulebook::ALL[number % 5];
            let mut chance = Chance::part(1, number as u64);
            let start = start_with(&book.rules(), 2 + number % 3, card, &mut chance);
            let [_, own] = start.expect("a start with any card");
            let (checked, worst) = played_from(own, book, chance.next(), number % FIRST == 0);
            (card, checked, worst)
        })
        .collect();
    let checked: usize = found.iter().map(|one| one.1).sum();
    assert!(2 * cards.len() < checked, "only {checked} throws");
    let off: Vec<_> = found.iter().filter(|one| 1e-5 < one.2).collect();
    assert!(off.is_empty(), "{off:?}");
}
