//! Whoever is asked has a real choice, in every game that is played.

use daikaiju_engine::laws::Trial;
use daikaiju_engine::{Need, Question, State};
use std::collections::BTreeSet;

/// Plays a random game and looks at every question in it.
fn questions(seed: u64, look: &mut impl FnMut(&State)) {
    let trial = Trial::number(seed);
    let mut random = daikaiju_engine::random::Random::new(seed);
    let mut state =
        State::new(&trial.rules, trial.players, None).expect("a trial is a possible table");
    while let Some(input) = random.input(&state, state.need()) {
        if let Need::Answer(_) = state.need() {
            look(&state);
        }
        state.play(input, None).expect("a listed answer is legal");
    }
}

/// Questions without a real choice are not asked, by any book, house rule or number of monsters. One is: who has looked at
/// the top of the deck is asked whether they can pay the card or not, or else everybody would know which.
#[test]
fn every_question_is_a_choice() {
    for seed in 0..10_000 {
        questions(seed, &mut |state| {
            let answers = state.answers();
            let has_looked = matches!(state.need(), Need::Answer(ask)
                if ask.question == Question::Shop && state.top_seen().has(ask.seat));
            let enough = if has_looked { 1 } else { 2 };
            assert!(enough <= answers.len(), "trial {seed}: {:?} offers {answers:?}", state.need());
        });
    }
}

/// Every kind of question comes up in play.
#[test]
fn every_kind_of_question_is_asked() {
    let mut asked = BTreeSet::new();
    for seed in 0..10_000 {
        questions(seed, &mut |state| {
            if let Need::Answer(ask) = state.need() {
                asked.insert(ask.question);
            }
        });
    }
    let missing: Vec<_> =
        daikaiju_engine::Question::ALL.into_iter().filter(|kind| !asked.contains(kind)).collect();
    assert!(missing.is_empty(), "never asked in 10,000 games: {missing:?}");
}
