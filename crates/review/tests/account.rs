//! The laws of the account, over games of all books and sizes.

use bots::chance::Chance;
use bots::{Bot, Level};
use daikaiju_review::{Advisor, Kind, Moment, Review, Reviewer, check, corrected, read, take_over};
use engine::random::Random;
use engine::record::Player;
use engine::{Answer, Input, Need, Played, Record, Rulebook, Seat};

fn record(players: usize, book: Rulebook, first: Option<Seat>) -> Record {
    let player = |seat: usize| Player { name: format!("{seat}"), monster: None, bot: None };
    Record::new(book.rules(), (0..players).map(player).collect(), first)
}

/// A game of bots, with answers taken back now and then, broken off after `most` inputs.
fn played(players: usize, book: Rulebook, seed: u64, most: usize) -> Record {
    let mut random = Random::new(seed);
    let first = seed.is_multiple_of(3).then_some(Seat::A);
    let mut game = Played::new(record(players, book, first)).unwrap();
    let levels = [Level::Ruthless, Level::Angry, Level::Random, Level::Fierce, Level::Gentle];
    let mut bots: Vec<Box<dyn Bot + Send>> =
        (0..players).map(|seat| levels[(seat + seed as usize) % 5].bot(seed)).collect();
    while game.outcome().is_none() && game.record().inputs.len() < most {
        game.draw(|state| random.chance(state, state.need())).unwrap();
        let Some(ask) = game.ask() else { break };
        let view = game.state().view(Some(ask.seat));
        let answer =
            bots::answer_legally(&mut *bots[ask.seat.index()], &view, &mut || false).unwrap();
        game.answer(answer).unwrap();
        if random.below(20) == 0 {
            game.take_back();
        }
    }
    game.record().clone()
}

fn adds_up(review: &Review) {
    for account in &review.accounts {
        let sum = account.start + account.luck + account.own + account.others + account.drift;
        assert!((sum - account.result).abs() < 1e-9, "{account:?}");
        assert!(account.own <= 0.0);
    }
    let whole = review.accounts.iter().map(|account| account.start).sum::<f64>();
    assert!((whole - 1.0).abs() < 1e-5);
    for moment in &review.moments {
        let sum: f64 = moment.after.iter().sum();
        assert!((sum - 1.0).abs() < 1e-4 || sum.abs() < 1e-9, "{moment:?}");
        if let Some(judged) = moment.choice() {
            assert!(0.0 <= judged.error, "{moment:?}");
            assert!(
                moment.change.iter().sum::<f64>().abs() < 1e-4,
                "somebody gains it: {moment:?}"
            );
        }
    }
    let turns: usize = review.turns.iter().map(|turn| turn.to - turn.from).sum();
    assert_eq!(turns, review.moments.len());
}

#[test]
fn every_account_adds_up() {
    let mut seen = [0; 7];
    for seed in 0..200u64 {
        let players = 2 + seed as usize % 5;
        let book = Rulebook::ALL[(seed / 5) as usize % 5];
        let most = if seed.is_multiple_of(7) { 40 + seed as usize } else { usize::MAX };
        let record = played(players, book, seed, most);
        let finished = record.is_finished().unwrap();
        let review = Review::of(record.clone(), None);
        assert_eq!(review.moments.len(), record.inputs.len());
        assert_eq!(review.outcome.is_some(), finished);
        adds_up(&review);
        for moment in &review.moments {
            if let Some(judged) = moment.choice().filter(|judged| judged.matters()) {
                seen[judged.kind() as usize] += 1;
            }
        }
    }
    for (kind, count) in Kind::ALL.into_iter().zip(seen) {
        assert!(0 < count, "no choice of kind {} was reviewed", kind.name());
    }
}

/// The analyser's own play, at the same depth, has no error.
#[test]
fn the_analyser_does_not_blame_itself() {
    for seed in 0..10u64 {
        let players = 2 + seed as usize % 5;
        let book = Rulebook::ALL[seed as usize % 5];
        let mut reviewer = Reviewer::new(record(players, book, None), None).unwrap();
        let mut random = Random::new(seed);
        let mut moments: Vec<Moment> = Vec::new();
        loop {
            let input = match reviewer.state().need() {
                Need::Over(_) => break,
                Need::Answer(_) => Input::Answer(reviewer.options()[0].answer),
                need => random.chance(reviewer.state(), need).unwrap(),
            };
            reviewer.push(input);
            moments.push(reviewer.step().unwrap());
        }
        for moment in &moments {
            if let Some(judged) = moment.choice() {
                assert!(judged.error == 0.0, "seed {seed}: {moment:?}");
            }
        }
        adds_up(&Review::from_parts(&reviewer, moments));
    }
}

/// Luck is what came minus the mean of all that could have come, so its mean is 0: here over every face of every throw of
/// some games, each weighted with its chance.
#[test]
fn the_mean_luck_of_each_throw_is_nothing() {
    let record = played(3, Rulebook::Dutch, 11, usize::MAX);
    let mut checked = 0;
    for at in (4..record.inputs.len()).step_by(9) {
        let Input::Rolled(dice) = record.inputs[at] else { continue };
        if 3 < dice.len() {
            continue;
        }
        let slots = bots::dice::slots();
        let mut mean = [0.0; 6];
        for slot in slots.rolls(dice.len()) {
            let mut other = record.clone();
            other.inputs.truncate(at);
            let row = bots::mind::row(slots.counts(slot as u16));
            other.inputs.push(Input::Rolled(row));
            let mut reviewer = Reviewer::new(other, None).unwrap();
            let last = std::iter::from_fn(|| reviewer.step()).last().unwrap();
            let luck = last.luck().unwrap();
            let part = slots.chance(slot as u16);
            mean.iter_mut().zip(luck).for_each(|(sum, luck)| *sum += part * luck);
        }
        assert!(mean.iter().all(|mean| mean.abs() < 1e-5), "throw {at}: {mean:?}");
        checked += 1;
        if checked == 6 {
            break;
        }
    }
    assert!(0 < checked);
}

/// Where the judgement corrects itself by more than a point, the table is played out; every account adds up as before.
#[test]
fn corrections_are_played_out_and_the_account_still_adds_up() {
    let record = played(3, Rulebook::Dutch, 11, usize::MAX);
    let mut review = Review::of(record.clone(), None);
    let before = review.accounts.clone();
    let all = corrected(&review.moments);
    assert!(!all.is_empty());
    for &at in all.iter().take(4) {
        let moment = &review.moments[at];
        assert!(moment.drift().iter().any(|one| 0.01 < one.abs()));
        let checked = check(bots::net(), &record, moment, 8, Some(2), 5).unwrap();
        assert_eq!(checked.games, 8);
        assert!((checked.chances.iter().sum::<f64>() - 1.0).abs() < 1e-4, "{checked:?}");
        take_over(&mut review.moments, at, checked);
    }
    review.add_up();
    adds_up(&review);
    for (one, other) in before.iter().zip(&review.accounts) {
        assert!((one.drift - other.drift).abs() < 1e-9, "{other:?}");
        assert!((one.luck - other.luck).abs() < 1e-12 && (one.own - other.own).abs() < 1e-12);
    }
    assert!(corrected(&review.moments).iter().all(|at| !all[..4].contains(at)));
}

/// An impossible input: reviewed up to there, with a sentence.
#[test]
fn a_record_that_stops_fitting_is_reviewed_up_to_there() {
    let mut record = played(2, Rulebook::Dutch, 5, usize::MAX);
    record.inputs[30] = Input::Answer(Answer::TakePoison);
    let review = Review::of(record.clone(), None);
    assert_eq!(review.moments.len(), 30);
    let trouble = review.trouble.as_ref().expect("it says so").to_string();
    assert!(trouble.contains("inputs[30]"), "{trouble}");
    adds_up(&review);
    let text = record.to_json();
    let (cut, trouble) = read(&text[..text.len() / 2]).unwrap();
    let review = Review::of(cut, trouble);
    assert!(review.trouble.is_some() && !review.moments.is_empty());
    adds_up(&review);
}

/// Hints show the same numbers as the review of what was answered.
#[test]
fn hints_and_reviews_agree() {
    let record = played(3, Rulebook::Italian, 4, 120);
    let mut reviewer = Reviewer::new(record, None).unwrap();
    let mut compared = 0;
    loop {
        let options = reviewer.options();
        let Some(moment) = reviewer.step() else { break };
        if let Some(judged) = moment.choice() {
            assert_eq!(judged.options[0].answer, options[0].answer);
            assert_eq!(judged.options[0].chances, options[0].chances);
            compared += 1;
        }
    }
    assert!(20 < compared);
    let mut chance = Chance::new(1);
    let mut advisor = Advisor::new(bots::net());
    let mut state = engine::State::new(&Rulebook::Dutch.rules(), 4, None).unwrap();
    while !matches!(state.need(), Need::Answer(_)) {
        let input = match state.need() {
            Need::Roll { count, .. } => Input::Rolled(chance.dice(count as usize)),
            Need::Reveal(_) => Input::Revealed(chance.card(state.deck()).unwrap()),
            _ => Input::Starts(Seat::B),
        };
        state.play(input, None).unwrap();
    }
    assert!(2 < advisor.options(&state).len());
}
