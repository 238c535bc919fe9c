//! Games as a client keeps them: begun, read, played again, gone on with, put aside.

use engine::record::Player;
use engine::{Event, Record, Rules, Seat, Seats, Species, State};
use fair::{Commitment, DiceKind, KeyedChance, Proof, Seed, Terms, sealed, version1};
use serde::Deserialize;

/// How many games wait that were put aside for a newer one.
pub const MOST_ASIDE: usize = 5;

/// A game replayed: the state before the first input and after each, and what happened in each.
#[derive(Clone, Debug)]
pub struct Replay {
    /// One state more than there are inputs.
    pub states: Vec<State>,
    /// What each input brought about.
    pub events: Vec<Vec<Event>>,
}

/// The record of a new game on this device; `seed` is 32 fresh random bytes, which are sealed before the first die.
pub fn begin(table: &str, rules: Rules, players: Vec<Player>, seed: [u8; 32]) -> Record {
    let seed = Seed::from_bytes(seed);
    let roster = Species::roster(rules.roster);
    let sitters = players.iter().zip(roster).map(|(player, species)| {
        let sitter = match &player.bot {
            Some(level) => fair::Sitter::Bot(level.clone()),
            None => fair::Sitter::Person(player.name.clone()),
        };
        (player.monster.unwrap_or(species), sitter)
    });
    let terms = Terms {
        game: table.to_owned(),
        after: 0,
        dice: DiceKind::Local,
        rules: rules.to_text(),
        rules_version: engine::record::RULES_VERSION,
        first: None,
        players: sitters.collect(),
        mixed: Seats::NONE,
    };
    let proof = Proof {
        version: fair::VERSION,
        dice: DiceKind::Local,
        game: table.to_owned(),
        terms: terms.to_string(),
        commitment: Commitment::to(&seed, table),
        seed,
        seats: Vec::new(),
        chains: Vec::new(),
        asks: Vec::new(),
        void: Vec::new(),
        joined: Vec::new(),
    };
    let mut record = Record::new(rules, players, None);
    record.fair = serde_json::to_value(proof).ok();
    record
}

/// Reads a record that was pasted in, as far as it fits; if that is not to its end, the turn in which it stops.
///
/// # Errors
/// One sentence if it is not a record at all.
pub fn read(text: &str) -> Result<(Record, Option<u16>), String> {
    let (mut record, trouble) = review::read(text.trim()).map_err(|wrong| wrong.to_string())?;
    let mut state = record.start().map_err(|wrong| wrong.to_string())?;
    let fits = record.inputs.iter().take_while(|&&input| state.play(input, None).is_ok()).count();
    let stops = (trouble.is_some() || fits < record.inputs.len()).then_some(state.turn().number);
    record.inputs.truncate(fits);
    Ok((record, stops))
}

/// Plays a whole record, from its start or from the table at which it begins.
///
/// # Errors
/// The first input that does not fit.
pub fn replay(record: &Record, from: Option<&State>) -> Result<Replay, String> {
    let mut state = match from {
        Some(table) => *table,
        None => record.start().map_err(|wrong| wrong.to_string())?,
    };
    let mut replay = Replay { states: vec![state], events: Vec::new() };
    for &input in &record.inputs {
        let mut events = Vec::new();
        state.play(input, Some(&mut events)).map_err(|wrong| wrong.to_string())?;
        replay.states.push(state);
        replay.events.push(events);
    }
    Ok(replay)
}

/// The chance of a game on this device, if its seed is known.
pub fn chance(record: &Record) -> Option<KeyedChance> {
    let proof = record.fair.as_ref()?;
    if let Ok(old) = version1::Proof::deserialize(proof) {
        return old.check().ok();
    }
    let proof = Proof::deserialize(proof).ok()?;
    let mix = sealed::mix(&proof.terms, &proof.commitment, &[]);
    (proof.dice == DiceKind::Local).then(|| sealed::chance(&proof.seed, &mix, &[]))
}

/// Seal and seed, as they stand in the record.
pub fn seal(record: &Record) -> Option<(String, String)> {
    let proof = record.fair.as_ref()?;
    let text = |name: &str| Some(proof.get(name)?.as_str()?.to_owned());
    Some((text("commitment")?, text("seed")?))
}

/// The same players once more, and where `me` sits then: the first player moves on by one seat.
pub fn again(record: &Record, me: Option<Seat>) -> (Vec<Player>, Option<Seat>) {
    let mut players = record.players.clone();
    players.rotate_left(1);
    let me = me.and_then(|seat| Seat::at((seat.index() + players.len() - 1) % players.len()));
    (players, me)
}

/// Whether a game is worth going on with: it is not over, and its player is still in it.
pub fn still_in(me: Option<Seat>, state: &State) -> bool {
    me.is_none_or(|me| state.living().has(me)) && state.outcome().is_none()
}

/// Puts a game aside, before the others; the oldest goes.
pub fn put_aside<T>(aside: &mut Vec<T>, game: T) {
    aside.insert(0, game);
    aside.truncate(MOST_ASIDE);
}

/// Takes up the game with this number of those that were put aside; the open one, if there is one, takes its place.
pub fn take_up<T>(aside: &mut Vec<T>, number: usize, open: Option<T>) -> Option<T> {
    let game = (number < aside.len()).then(|| aside.remove(number))?;
    if let Some(open) = open {
        put_aside(aside, open);
    }
    Some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Rulebook;
    use engine::random::Random;

    fn record() -> Record {
        let player = |name: &str, bot: Option<&str>| Player {
            name: name.to_owned(),
            monster: None,
            bot: bot.map(str::to_owned),
        };
        let players = vec![
            player("Ada", None),
            player("Bolt", Some("fierce")),
            player("Fang", Some("gentle")),
        ];
        begin("device/test", Rulebook::Dutch.rules(), players, [7; 32])
    }

    /// Plays random answers until somebody has won, or for this many inputs.
    fn played(seed: u64, inputs: usize) -> Record {
        let mut record = record();
        let mut state = record.start().expect("it begins");
        let mut random = Random::new(seed);
        while record.inputs.len() < inputs {
            let Some(input) = random.input(&state, state.need()) else { break };
            state.play(input, None).expect("it fits");
            record.inputs.push(input);
        }
        record
    }

    #[test]
    fn a_new_game_is_sealed_before_its_first_die() {
        let record = record();
        let (seal, seed) = seal(&record).expect("a seal");
        assert!(!seed.is_empty() && seal != seed);
        let state = record.start().expect("it begins");
        let drawn = || chance(&record).and_then(|chance| chance.input(0, &state));
        assert!(drawn().is_some(), "a game begins with chance");
        assert_eq!(drawn(), drawn(), "the same seed gives the same chance");
    }

    #[test]
    fn a_record_is_read_as_far_as_it_fits() {
        let whole = played(3, 60);
        let text = serde_json::to_string(&whole).expect("a record is JSON");
        let (read, stops) = super::read(&text).expect("it is a record");
        assert_eq!((read.inputs.len(), stops), (whole.inputs.len(), None));
        // An input that cannot come next: everything before it is kept, and the turn is told.
        let mut wrong = whole.clone();
        let last = *wrong.inputs.first().expect("an input");
        wrong.inputs.push(last);
        let text = serde_json::to_string(&wrong).expect("a record is JSON");
        let (read, stops) = super::read(&text).expect("it is a record");
        let replayed = replay(&whole, None).expect("it fits");
        assert_eq!(read.inputs.len(), whole.inputs.len());
        assert_eq!(stops, replayed.states.last().map(|state| state.turn().number));
        assert!(super::read("nonsense").is_err());
    }

    #[test]
    fn a_replay_has_a_state_before_and_after_every_input() {
        let record = played(3, 40);
        let all = replay(&record, None).expect("it fits");
        assert_eq!(all.states.len(), record.inputs.len() + 1);
        assert_eq!(all.events.len(), record.inputs.len());
        // From a table in the middle the rest is the same.
        let mut rest = record.clone();
        rest.inputs.drain(..25);
        let tail = replay(&rest, Some(&all.states[25])).expect("it fits");
        assert_eq!(tail.states.last(), all.states.last());
    }

    #[test]
    fn another_game_begins_with_the_next_player() {
        let (players, me) = again(&record(), Some(Seat::A));
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["Bolt", "Fang", "Ada"]);
        assert_eq!(me, Some(Seat::C));
        assert_eq!(again(&record(), None).1, None);
    }

    #[test]
    fn whoever_is_out_or_done_does_not_go_on() {
        // A game in which somebody goes out before its end.
        let found = (0..50).find_map(|seed| {
            let states = replay(&played(seed, 5000), None).expect("it fits").states;
            let out = states.iter().find(|state| state.living().len() == 2)?;
            let gone = Seat::ALL.into_iter().take(3).find(|seat| !out.living().has(*seat))?;
            out.outcome().is_none().then(|| (states.clone(), *out, gone))
        });
        let (states, out, gone) = found.expect("somebody goes out");
        assert!(still_in(Some(gone), &states[0]) && still_in(None, &states[0]));
        assert!(!still_in(Some(gone), &out) && still_in(None, &out));
        let last = states.last().expect("an end");
        assert!(last.outcome().is_some() && !still_in(None, last));
    }

    #[test]
    fn games_put_aside_wait_in_order_and_the_oldest_goes() {
        let mut aside = Vec::new();
        for game in 0..7 {
            put_aside(&mut aside, game);
        }
        assert_eq!(aside, [6, 5, 4, 3, 2]);
        assert_eq!(take_up(&mut aside, 2, Some(9)), Some(4));
        assert_eq!(aside, [9, 6, 5, 3, 2]);
        assert_eq!(take_up(&mut aside, 5, Some(1)), None);
        assert_eq!(take_up(&mut aside, 0, None), Some(9));
        assert_eq!(aside, [6, 5, 3, 2]);
    }
}
