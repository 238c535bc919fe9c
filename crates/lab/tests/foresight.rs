//! The solved turn foresees what cards do between its throws: what the net says when the dice are done, minus the luck
//! of the dice, is the turn's average before the first throw, turn by turn.

use bots::Bot;
use bots::chance::Chance;
use bots::mind::{self, Judge, Learned, Luck, Mind};
use engine::{Card, Input, MonsterSetup, Need, Question, Rulebook, Seat, Setup, State};

/// Two monsters without tokens in mid-game; A is to roll, with these cards in its hand and these in B's. Three energy are
/// as many uses of a card as are planned ahead.
fn start(mine: &[&str], rivals: &[&str]) -> State {
    let cards = |ids: &[&str]| ids.iter().map(|id| Card::from_id(id).unwrap()).collect();
    let smoke = mine.contains(&"smoke_cloud").then_some((Card::SmokeCloud, 2));
    let rivals = cards(rivals);
    let setup = Setup {
        rules: Rulebook::Dutch.rules(),
        monsters: vec![
            MonsterSetup {
                hearts: 6,
                stars: 8,
                energy: 3,
                cards: cards(mine),
                ..Default::default()
            },
            MonsterSetup { hearts: 5, stars: 9, cards: rivals, ..Default::default() },
        ],
        city: Some(Seat::B),
        counters: smoke.into_iter().collect(),
        market: [Some(Card::Skyscraper), Some(Card::Tank), Some(Card::Heal)],
        ..Setup::default()
    };
    State::from_setup(&setup).unwrap()
}

/// Plays the first turn up to the market or the next turn, and returns how far the average before it was off, luck taken off, and
/// whether a card was used on the way.
fn gap(mut state: State, seed: u64) -> (f64, bool) {
    let mut chance = Chance::new(seed);
    let mut mind = Mind::new(Learned::new(bots::net()), seed);
    let (mut luck, mut before, mut used) = (Luck::default(), None, false);
    let first = state.turn().number;
    let after = loop {
        match state.need() {
            Need::Over(outcome) => break outcome.shares(state.seats()).map(|share| share as f32),
            Need::Answer(ask) if ask.question == Question::Shop => {
                mind.judge().focus(&state);
                break mind.judge().chances(&state, true);
            }
            Need::Answer(ask) => {
                let answer = mind.answer(&state.view(Some(ask.seat)));
                luck.answered(&mut mind, &state, &ask, answer);
                before = before.or(mind.before_throw());
                use engine::Answer::{Die, Free, Set, Use};
                used |= matches!(answer, Die(_) | Free { .. } | Set { .. } | Use(_));
                state.play(Input::Answer(answer), None).unwrap();
            }
            Need::Roll { .. } if mind::turn_begins(&state) && state.turn().number != first => {
                mind.judge().focus(&state);
                break mind.judge().chances(&state, false);
            }
            Need::Roll { count, .. } => {
                let dice = chance.dice(count as usize);
                luck.thrown(&mut mind, &state, dice);
                state.play(Input::Rolled(dice), None).unwrap();
            }
            other => panic!("{other:?} before the market"),
        }
    };
    let (_, before) = before.expect("the turn was solved");
    (after[0] as f64 - luck.sum[0] - before[0] as f64, used)
}

#[test]
fn what_cards_do_between_the_throws_is_foreseen() {
    // Background Dweller, and a probe that the roller repairs, are foreseen in the mean only: the luck of a die thrown
    // after the roller has stopped is measured without what is done to the dice after it.
    let hands: [(&[&str], &[&str]); 8] = [
        (&[], &[]),
        (&["plot_twist"], &[]),
        (&["stretchy"], &[]),
        (&["energy_drink"], &[]),
        (&["smoke_cloud"], &[]),
        (&["herd_culler"], &[]),
        (&["plot_twist", "stretchy"], &[]),
        (&[], &["psychic_probe"]),
    ];
    for (mine, rivals) in hands {
        let mut uses = 0;
        for seed in 0..12 {
            let (gap, used) = gap(start(mine, rivals), seed);
            uses += used as u32;
            assert!(gap.abs() < 2e-3, "{mine:?} against {rivals:?}, seed {seed}: off by {gap}");
        }
        let seldom = mine == ["herd_culler"] || mine.is_empty() && rivals.is_empty();
        assert!(0 < uses || seldom, "{mine:?} against {rivals:?}: never used");
    }
}
