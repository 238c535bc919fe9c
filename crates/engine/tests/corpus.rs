//! Pinned games: 600 seeded games over all books, player counts and house rules, with a digest of every state.
//!
//! The digest is made of what can be seen from outside (monsters, Tokyo, market, cards, the turn, what is asked, what may be
//! answered, what was told), so it outlives any change of the engine's insides. It changes only with a ruling; then
//! `DAIKAIJU_CORPUS=write cargo test -p daikaiju-engine --test corpus` writes it anew, and the commit names the ruling.
//! `DAIKAIJU_CORPUS=17` prints game 17 state by state, to be compared between two builds.

use daikaiju_engine::laws::Trial;
use daikaiju_engine::random::Random;
use daikaiju_engine::{Answer, Card, Dice, Event, Face, Input, KEEP_CARDS, Need, Place, State};
use std::fmt::{Debug, Write};

const GAMES: u64 = 600;
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus.txt");
/// One letter for each state: six bits of the digest so far.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// FNV-1a over the text of everything that was seen so far.
struct Digest(u64);

impl Write for Digest {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}

/// Writes all that can be seen of a state.
fn observe(state: &State, events: &[Event], out: &mut impl Write) {
    let mut line = |name: &str, value: &dyn Debug| {
        writeln!(out, "{name} {value:?}").expect("writing into memory");
    };
    for seat in state.seats().iter() {
        let monster = state.monster(seat);
        let cards: Vec<Card> = monster.cards.iter().collect();
        line("hearts, most, stars", &(monster.hearts, state.hearts_max(seat), monster.stars));
        line("energy, tokens", &(monster.energy, monster.poison, monster.shrink));
        line("cards", &cards);
    }
    line("living", &state.living());
    let tokyo = state.tokyo();
    line("tokyo", &(tokyo.city, tokyo.bay, tokyo.bay_open, tokyo.visited));
    let turn = state.turn();
    line("turn", &(turn.number, turn.seat, turn.regular, turn.kind, turn.phase));
    line("dice", &(turn.dice, turn.rerolls, state.dice_aside()));
    line("market", &(state.market(), state.card_at(Place::Top), state.top_seen()));
    line("deck", &state.deck().iter().collect::<Vec<_>>());
    line("discards", &state.discards().iter().collect::<Vec<_>>());
    let counters: Vec<u8> =
        Card::ALL[..KEEP_CARDS].iter().map(|card| state.counter(*card)).collect();
    line("counters, copied", &(counters, state.copied()));
    line("need", &state.need());
    let answers = state.answers();
    let other: Vec<Answer> =
        answers.iter().filter(|answer| !matches!(answer, Answer::Reroll(_))).collect();
    line("answers", &(answers.len(), other));
    line("events", &events);
}

/// Every other game has dice of much energy and few claws: it is long, and many cards meet in it.
fn dice(random: &mut Random, rich: bool, count: u8) -> Dice {
    const RICH: [Face; 5] = [Face::Energy, Face::Energy, Face::Heart, Face::One, Face::Three];
    let fair = random.dice(count);
    let faces: Vec<Face> = fair
        .iter()
        .map(|face| if rich && random.below(2) == 0 { RICH[random.below(5)] } else { face })
        .collect();
    Dice::of(&faces).expect("as many dice as before")
}

fn input(random: &mut Random, state: &State, rich: bool) -> Option<Input> {
    match state.need() {
        Need::Roll { count, .. } => Some(Input::Rolled(dice(random, rich, count))),
        // Whoever passes seldom meets more rulings.
        Need::Answer(ask) => {
            let first = random.answer(state, ask)?;
            let again = rich && first == Answer::Pass && random.below(2) == 0;
            let answer = if again { random.answer(state, ask)? } else { first };
            Some(Input::Answer(answer))
        }
        need => random.input(state, need),
    }
}

/// Plays one game, shows each state to `see`.
fn play(number: u64, mut see: impl FnMut(&State, &[Event])) {
    let rich = number / 50 % 2 == 1;
    let trial = Trial::number(number);
    let mut random = Random::new(number ^ 0x00c0_ffee);
    let mut state = State::new(&trial.rules, trial.players, None).expect("2 to 6 can play");
    let mut events = Vec::new();
    see(&state, &events);
    // A rich game need not end; what it meets in this many inputs is enough.
    for _ in 0..1_500 {
        let Some(input) = input(&mut random, &state, rich) else { break };
        events.clear();
        state.play(input, Some(&mut events)).expect("the input fits");
        see(&state, &events);
    }
}

fn line_of(number: u64) -> String {
    let (mut digest, mut letters) = (Digest(0xcbf2_9ce4_8422_2325), String::new());
    play(number, |state, events| {
        observe(state, events, &mut digest);
        letters.push(LETTERS[(digest.0 >> 58) as usize] as char);
    });
    format!("{number} {:016x} {letters}", digest.0)
}

#[test]
fn every_pinned_game_is_played_as_before() {
    let wish = std::env::var("DAIKAIJU_CORPUS").unwrap_or_default();
    if let Ok(number) = wish.parse() {
        let mut at = 0;
        play(number, |state, events| {
            let mut text = String::new();
            observe(state, events, &mut text);
            println!("state {at}\n{text}");
            at += 1;
        });
        return;
    }
    let played: Vec<String> = (0..GAMES).map(line_of).collect();
    if wish == "write" {
        std::fs::write(FILE, played.join("\n") + "\n").expect("the corpus can be written");
        return;
    }
    let pinned = std::fs::read_to_string(FILE).expect("the corpus is there");
    let pinned: Vec<&str> = pinned.lines().collect();
    assert_eq!(pinned.len(), played.len(), "the number of games");
    let differences: Vec<String> = pinned
        .iter()
        .zip(&played)
        .enumerate()
        .filter(|(_, (old, new))| *old != new)
        .map(|(number, (old, new))| {
            let letters = |line: &str| line.rsplit(' ').next().unwrap_or_default().to_owned();
            let (old, new) = (letters(old), letters(new));
            let state = old.bytes().zip(new.bytes()).take_while(|(old, new)| old == new).count();
            format!("game {number} from state {state} on")
        })
        .collect();
    assert!(
        differences.is_empty(),
        "{} games differ: {}",
        differences.len(),
        differences.join(", ")
    );
}
