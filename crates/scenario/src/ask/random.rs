//! Questions that nobody would think of: random tables and random moves, for tests and for long checks.

use super::{Dispute, Move};
use crate::file::Scenario;
use crate::start::Start;
use engine::random::Random;
use engine::{
    At, Card, Kind, MonsterSetup, Need, Rulebook, Rules, Seat, Seats, Setup, State, TurnKind,
    TurnSetup,
};

/// A random question with up to this many moves. The same seed gives the same one.
pub fn dispute(seed: u64, moves: usize) -> Dispute {
    let mut random = Random::new(seed);
    let start = Start::Table(Box::new(setup(&mut random)));
    let mut dispute = Dispute {
        title: if random.below(2) == 0 { words(&mut random, 60) } else { String::new() },
        names: (0..random.below(start.players() + 1)).map(|_| words(&mut random, 20)).collect(),
        table: (random.below(3) == 0).then(|| {
            let mut rules = Rulebook::ALL[random.below(5)].rules();
            for (switch, value) in switches(&mut random) {
                let _ = rules.set(switch, value);
            }
            rules
        }),
        switches: if random.below(3) == 0 { switches(&mut random) } else { Vec::new() },
        ..Dispute::about(start)
    };
    for _ in 0..moves {
        let verdict = dispute.hear();
        let waiting: Vec<&State> = verdict
            .columns
            .iter()
            .filter_map(|column| column.state())
            .filter(|state| !matches!(state.need(), Need::Over(_)))
            .collect();
        if waiting.is_empty() {
            break;
        }
        let state = waiting[random.below(waiting.len())];
        let input = random.input(state, state.need());
        match input.and_then(|input| Move::of(input, state)) {
            Some(one) => dispute.moves.push(one),
            None => break,
        }
    }
    dispute
}

/// Words as people write them, and some that they had better not.
fn words(random: &mut Random, most: usize) -> String {
    const LETTERS: &[char] = &[
        'a', 'B', 'z', '7', ' ', '-', '_', '.', ',', '/', '=', '+', '%', '&', '#', '~', '@', '*',
        '\'', '"', '\\', '<', '>', '[', 'ł', 'ð', 'é', '猫', '🦖',
    ];
    let letters = 1 + random.below(most);
    (0..letters).map(|_| LETTERS[random.below(LETTERS.len())]).collect()
}

/// Up to three house rules, each switch once.
fn switches(random: &mut Random) -> Vec<(&'static str, &'static str)> {
    let mut all = Vec::new();
    for _ in 0..1 + random.below(3) {
        let (switch, values) = Rules::SWITCHES[random.below(Rules::SWITCHES.len())];
        if !all.iter().any(|(other, _)| *other == switch) {
            all.push((switch, values[random.below(values.len())]));
        }
    }
    all
}

/// A random table that at least the books with Tokyo Bay can set.
fn setup(random: &mut Random) -> Setup {
    let players = 2 + random.below(5);
    let mut deck: Vec<Card> = Card::ALL.to_vec();
    let mut draw = |random: &mut Random, kind: Option<Kind>| loop {
        let at = random.below(deck.len());
        if kind.is_none_or(|kind| deck[at].kind() == kind) {
            return deck.swap_remove(at);
        }
    };
    let monsters: Vec<MonsterSetup> = (0..players)
        .map(|_| MonsterSetup {
            hearts: 1 + random.below(10) as u8,
            stars: random.below(20) as u8,
            energy: random.below(12) as u8,
            poison: if random.below(6) == 0 { 1 } else { 0 },
            shrink: if random.below(6) == 0 { 1 } else { 0 },
            cards: (0..random.below(4)).map(|_| draw(random, Some(Kind::Keep))).collect(),
        })
        .collect();
    let city = Some(random.below(players + 1)).and_then(|at| Seat::at(at).filter(|_| at < players));
    let bay = match random.below(3) {
        0 if 5 <= players => Seat::at(random.below(players)).filter(|seat| Some(*seat) != city),
        _ => None,
    };
    let market = [0; 3].map(|_| Some(draw(random, None)));
    let copied = monsters
        .iter()
        .any(|monster| monster.cards.contains(&Card::Mimic))
        .then(|| {
            monsters.iter().flat_map(|monster| &monster.cards).find(|card| **card != Card::Mimic)
        })
        .flatten()
        .copied();
    let all = [At::Start, At::FirstThrow, At::Roll, At::Resolve, At::Buy, At::End];
    let at = all[random.below(all.len())];
    let dice = match at {
        At::Start | At::FirstThrow => engine::Dice::NONE,
        _ => random.dice(6),
    };
    let rerolls = if at == At::Roll { random.below(3) as u8 } else { 0 };
    let seat = Seat::at(random.below(players));
    let mut held = monsters.iter().flat_map(|monster| monster.cards.iter().copied());
    let mut some = |random: &mut Random, least: usize| {
        let card = held.next().filter(|_| random.below(2) == 0);
        card.map(|card| (card, (least + random.below(7)) as u8)).into_iter().collect()
    };
    // An empty battery or smoke cloud would have been discarded.
    let (counters, paid) = (some(random, 1), some(random, 0));
    let discards = (0..random.below(6)).map(|_| draw(random, None)).collect();
    let top = (random.below(4) == 0).then(|| draw(random, None));
    let seen = top.map_or(Seats::NONE, |_| Seats::one(Seat::ALL[random.below(players)]));
    let kind = match random.below(6) {
        0 => TurnKind::FreezeTime,
        1 => TurnKind::Frenzy,
        _ => TurnKind::Regular,
    };
    let another =
        |random: &mut Random| Seat::at(random.below(players)).filter(|_| random.below(2) == 0);
    let (starter, regular) = (another(random), another(random));
    let number = random.below(30) as u16;
    let round = if number == 0 { 0 } else { random.below(usize::from(number) + 1) as u16 };
    Setup {
        monsters,
        city,
        bay,
        visited: city.is_none() && bay.is_none() && random.below(2) == 0,
        market,
        discards,
        top,
        top_seen: seen,
        counters,
        paid,
        copied,
        starter,
        turn: TurnSetup { number, round, seat, regular, kind, dice, rerolls, phase: None },
        at,
        ..Setup::default()
    }
}

/// Whether the columns of a question are what five runs of its exported file come to, and whether its link says the same.
///
/// # Errors
/// What differs, in a sentence.
pub fn check(dispute: &Dispute) -> Result<(), String> {
    let verdict = dispute.hear();
    let link = dispute.to_link();
    match Dispute::from_link(&link) {
        Ok((again, None)) if again == *dispute => {}
        other => return Err(format!("the link {link} reads as {other:?}")),
    }
    let text = match dispute.to_toml("question") {
        Ok(text) => text,
        Err(_) if verdict.columns.iter().all(|column| column.wrong.is_some()) => return Ok(()),
        Err(why) => return Err(why),
    };
    let scenario = Scenario::read(&text).map_err(|wrong| format!("{wrong}\n{text}"))?;
    let case = scenario.cases.first().ok_or("the file has a case")?;
    for column in &verdict.columns {
        let Some(book) = column.book.filter(|_| column.wrong.is_none()) else { continue };
        let (run, state) = case.run(book);
        if let Some(difference) = run.differences.first() {
            return Err(format!("by the {} book, {difference:?}\n{text}", book.name()));
        }
        if column.state() != Some(&state) {
            return Err(format!("by the {} book the file ends elsewhere\n{text}", book.name()));
        }
    }
    Ok(())
}
