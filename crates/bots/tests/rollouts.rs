//! Rollouts tell the truth about positions whose truth is known, and are the same for the same seed.

use daikaiju_bots::mind::{Learned, Luck, Mind};
use daikaiju_bots::rollouts::{Manner, Player, Playout, Rollouts, quantile};
use daikaiju_bots::{Bot, Champion, Level, Opponent, Style, net};
use engine::{
    Answer, At, Card, Dice, Input, MonsterSetup, Need, Question, Rulebook, Seat, Setup, State,
    TurnSetup,
};

/// Two monsters with these hearts and stars, one of them in the City; the dice lie there, with this many rerolls left.
fn rolled(monsters: [(u8, u8); 2], city: Seat, roller: Seat, dice: &str, rerolls: u8) -> State {
    let monster = |(hearts, stars)| MonsterSetup { hearts, stars, ..MonsterSetup::default() };
    let dice = Dice::parse(dice).unwrap();
    let setup = Setup {
        rules: Rulebook::Dutch.rules(),
        monsters: monsters.map(monster).to_vec(),
        city: Some(city),
        turn: TurnSetup { seat: Some(roller), dice, rerolls, ..TurnSetup::default() },
        at: At::Roll,
        ..Setup::default()
    };
    State::from_setup(&setup).unwrap()
}

/// A yields with two hearts left, or stays: B needs one claw to win.
fn a_yield() -> State {
    let mut state = rolled([(4, 6), (8, 9)], Seat::A, Seat::B, "CC1123", 0);
    for _ in 0..20 {
        match state.need() {
            Need::Answer(ask) if ask.question == Question::Yield => return state,
            Need::Answer(_) => state.play(Input::Answer(Answer::Pass), None).unwrap(),
            need => panic!("{need:?}"),
        };
    }
    panic!("two claws hit whoever is in Tokyo");
}

fn spread(games: &[Playout], seat: usize) -> (f64, f64) {
    let count = games.len() as f64;
    let mean = games.iter().map(|game| game.shares[seat]).sum::<f64>() / count;
    let squares: f64 = games.iter().map(|game| (game.shares[seat] - mean).powi(2)).sum();
    (mean, squares / (count - 1.0))
}

/// Luck has a mean of zero: with and without it the mean is the same within its error, and the spread is far smaller.
#[test]
fn taking_luck_off_keeps_the_mean_and_narrows_the_spread() {
    let state = a_yield();
    let mut player = Player::new(net());
    let mut games = |luck_off: bool, count: u64| -> Vec<Playout> {
        let manner = Manner { turns: None, luck_off };
        (0..count).map(|seed| player.play(&state, None, Some(Answer::Yes), seed, manner)).collect()
    };
    let (plain, without) = (games(false, 1500), games(true, 400));
    let ((p, p_spread), (w, w_spread)) = (spread(&plain, 0), spread(&without, 0));
    let error = (p_spread / 1500.0 + w_spread / 400.0).sqrt();
    assert!((p - w).abs() < 4.0 * error, "plain {p}, without luck {w}, error {error}");
    assert!(3.0 * w_spread < p_spread, "{w_spread} against {p_spread}");
    for game in plain.iter().chain(&without) {
        assert!((game.shares[..2].iter().sum::<f64>() - 1.0).abs() < 1e-3, "{:?}", game.shares);
    }
}

/// Every card of the deck is as likely as any other to come next, so the luck of a reveal has a mean of zero.
#[test]
fn the_luck_of_a_reveal_has_a_mean_of_zero() {
    let monster =
        |hearts, stars, energy| MonsterSetup { hearts, stars, energy, ..MonsterSetup::default() };
    let setup = Setup {
        rules: Rulebook::Dutch.rules(),
        monsters: vec![monster(6, 8, 7), monster(4, 5, 0)],
        city: Some(Seat::B),
        market: [Some(Card::PsychicProbe), Some(Card::CornerStore), Some(Card::SmokeCloud)],
        turn: TurnSetup {
            seat: Some(Seat::A),
            dice: Dice::parse("33CCHE").unwrap(),
            ..TurnSetup::default()
        },
        at: At::Buy,
        ..Setup::default()
    };
    let mut state = State::from_setup(&setup).unwrap();
    let buy = state.answers().iter().find(|answer| matches!(answer, Answer::Buy(_))).unwrap();
    state.play(Input::Answer(buy), None).unwrap();
    assert!(matches!(state.need(), Need::Reveal(_)));
    let mut mind = Mind::new(Learned::new(net()), 1);
    let lucks: Vec<f64> = state
        .deck()
        .iter()
        .map(|card| {
            let mut luck = Luck::default();
            luck.revealed(&mut mind, &state, card);
            luck.sum[0]
        })
        .collect();
    assert!(lucks.iter().sum::<f64>().abs() < 1e-4, "{lucks:?}");
    assert!(lucks.iter().any(|luck| 0.002 < luck.abs()), "some cards matter: {lucks:?}");
}

#[test]
fn the_same_seed_rolls_out_the_same() {
    let state = a_yield();
    let run = |seed| {
        let mut rollouts = Rollouts::new(net(), &state, None, seed, Manner::default());
        for games in 0..20 {
            rollouts.step(games as f64 / 20.0);
        }
        rollouts.estimates()
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}

/// Work that is shared out gives what one alone would have found.
#[test]
fn jobs_may_be_played_by_anybody() {
    let state = a_yield();
    let mut alone = Rollouts::new(net(), &state, None, 3, Manner::default());
    alone.play_all(12);
    let mut shared = Rollouts::new(net(), &state, None, 3, Manner::default());
    let (root, jobs) = (shared.root(), shared.jobs(12));
    let mut players = [Player::new(net()), Player::new(net())];
    for (n, job) in jobs.into_iter().enumerate() {
        let played = job.play(&root, &mut players[n % 2]);
        shared.add(job, &played);
    }
    shared.drop_out(0.0);
    assert_eq!(alone.estimates(), shared.estimates());
}

/// Three 3s make 20 stars: stopping wins, and whatever throws them again drops out.
#[test]
fn a_clear_choice_is_found_soon() {
    let state = rolled([(10, 17), (9, 12)], Seat::B, Seat::A, "333CCH", 1);
    let throws_all = Answer::Reroll(state.turn().dice.all());
    let list = [Answer::Pass, throws_all];
    let mut rollouts = Rollouts::new(net(), &state, Some(&list), 1, Manner::default());
    let mut steps = 0;
    while !rollouts.is_clear() && steps < 200 {
        rollouts.step(steps as f64 / 200.0);
        steps += 1;
    }
    assert!(rollouts.is_clear() && steps <= 40, "{steps} steps");
    let best = &rollouts.estimates()[0];
    assert_eq!(best.answer, Some(Answer::Pass));
    assert!(0.999 < best.chance() && best.half_width() < 0.001, "{best:?}");
}

#[test]
fn a_position_that_asks_nothing_is_rolled_out_too() {
    let monsters = vec![MonsterSetup::default(); 2];
    let setup = Setup { rules: Rulebook::Dutch.rules(), monsters, ..Setup::default() };
    let state = State::from_setup(&setup).unwrap();
    let manner = Manner { turns: Some(3), luck_off: true };
    let mut rollouts = Rollouts::new(net(), &state, None, 1, manner);
    rollouts.play_all(8);
    let one = &rollouts.estimates()[0];
    assert_eq!((one.answer, one.games), (None, 8));
    assert!((0.3..0.8).contains(&one.chance()), "{one:?}");
    assert!(rollouts.turns() <= 3 * 8 + 8 && !rollouts.is_clear());
}

/// Student's distribution: 2.776 for 5 games, 2.064 for 25, 1.984 for 100.
#[test]
fn intervals_of_few_games_are_wider() {
    for (games, expected) in [(5, 2.776), (25, 2.064), (100, 1.984)] {
        assert!((quantile(games) - expected).abs() < 0.02, "{games}: {}", quantile(games));
    }
}

/// Plays a game of champions and returns the answers.
fn champions(seed: u64, style: Style, turns: u64) -> Vec<Answer> {
    let mut chance = daikaiju_bots::chance::Chance::new(seed);
    let mut bots: Vec<Champion> = (0..2)
        .map(|seat| Champion::new(net(), seed + seat).with_style(style).with_turns(turns))
        .collect();
    let mut state = State::new(&engine::Rulebook::Dutch.rules(), 2, None).unwrap();
    let mut answers = Vec::new();
    for _ in 0..5_000 {
        let input = match state.need() {
            Need::Over(_) => return answers,
            Need::Answer(ask) => {
                let answer = bots[ask.seat.index()].answer(&state.view(Some(ask.seat)));
                assert!(state.answers().contains(answer), "{answer:?} to {ask:?}");
                answers.push(answer);
                Input::Answer(answer)
            }
            Need::Roll { count, .. } => Input::Rolled(chance.dice(count as usize)),
            Need::Reveal(_) => Input::Revealed(chance.card(state.deck()).unwrap()),
            Need::Starter => Input::Starts(state.living().iter().next().unwrap()),
        };
        state.play(input, None).unwrap();
    }
    panic!("a game has an end");
}

#[test]
fn champions_play_legally_and_the_same_for_the_same_seed_and_budget() {
    assert_eq!(champions(4, Style::Neutral, 60), champions(4, Style::Neutral, 60));
    champions(5, Style::Hoarder, 60);
}

/// Whoever asks may end the thinking at any time and still gets a legal answer.
#[test]
fn a_champion_answers_when_time_is_up() {
    let state = a_yield();
    let view = state.view(Some(engine::Seat::A));
    let mut asked = 0;
    let answer = Champion::new(net(), 1).answer_within(&view, &mut || {
        asked += 1;
        3 < asked
    });
    assert!(state.answers().contains(answer));
    assert_eq!(asked, 4);
}

#[test]
fn opponents_are_named_by_level_and_style() {
    for level in Level::ALL {
        for style in Style::ALL {
            let opponent = Opponent { level, style };
            let text = serde_json::to_string(&opponent).unwrap();
            assert_eq!(text, format!("\"{opponent}\""));
            assert_eq!(serde_json::from_str::<Opponent>(&text).unwrap(), opponent);
            assert!(style.sentence().ends_with('.'));
        }
    }
    // A level alone, as tables wrote it before there were styles.
    assert_eq!("fierce".parse(), Ok(Opponent::from(Level::Fierce)));
    let refused = |name: &str| name.parse::<Opponent>().unwrap_err().to_string();
    assert!(refused("fierce:shy").contains("neutral, brawler, hoarder, star-seeker"));
    assert!(refused("wild").contains("random, gentle, angry, fierce, ruthless, champion"));
}

/// Three 3s make 20 stars and stopping wins at once: no further turn begins, and the budget is spent all the same.
#[test]
fn a_budget_is_spent_even_if_no_turn_begins() {
    let state = rolled([(10, 17), (9, 12)], Seat::B, Seat::A, "333CCH", 1);
    let mut rollouts = Rollouts::new(net(), &state, Some(&[Answer::Pass]), 1, Manner::default());
    for _ in 0..10 {
        rollouts.step(0.0);
    }
    assert!(10 <= rollouts.turns());
}
