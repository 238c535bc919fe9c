//! The arbiter's answers in words.

use super::*;
use engine::random::Random;
use engine::record::Player;
use engine::{Record, Rules};

/// By its own book the question of a running game goes exactly as the game went.
#[test]
fn a_question_taken_from_a_game_goes_on_as_the_game_did() {
    let mut seen = 0;
    for seed in 0..40 {
        let rules = Rulebook::ALL[seed as usize % 5].rules();
        let player = |name: &str| Player { name: name.into(), monster: None, bot: None };
        let players = ["Ann", "Bo", "Cy", "Di"].map(player).to_vec();
        let mut record = Record::new(rules, players, None);
        let mut state = record.start().unwrap();
        let mut random = Random::new(seed);
        while record.inputs.len() < 30 + 7 * seed as usize {
            let Some(input) = random.input(&state, state.need()) else { break };
            state.play(input, None).unwrap();
            record.inputs.push(input);
        }
        let Some(dispute) = of_record(&record, usize::MAX) else { continue };
        // What only the engine knows of the turns before (extra turns to come) is not part of the question.
        let own = dispute.hear();
        let column = own.columns.iter().find(|column| column.rules == rules).unwrap();
        let Some(heard) = column.state() else { continue };
        let there = |state: &State| {
            Seat::ALL.map(|seat| (state.monster(seat).hearts, state.monster(seat).stars))
        };
        if column.cells.iter().all(|cell| cell.took == Took::Taken) {
            assert_eq!(there(heard), there(&state), "seed {seed}");
            seen += 1;
        }
    }
    assert!(25 < seen, "most games can be asked about: {seen} of 40");
}

/// A game that nobody plays with much sense. The cards that make a turn open with a question come early, energy is rolled
/// often, and cards are bought.
struct Game {
    record: Record,
    state: State,
    random: Random,
}

impl Game {
    fn number(seed: u64) -> Game {
        let rules = Rulebook::ALL[seed as usize % 5].rules();
        let player = |name: &str| Player { name: name.into(), monster: None, bot: None };
        let players = ["Ann", "Bo", "Cy", "Di"].map(player).to_vec();
        let record = Record::new(rules, players, None);
        let state = record.start().unwrap();
        Game { record, state, random: Random::new(seed) }
    }

    /// One step further, and what happened in it.
    fn go_on(&mut self) -> Option<Vec<Event>> {
        let need = self.state.need();
        let wanted = [Card::Mimic, Card::ParasiticTentacles, Card::BatteryMonster, Card::Urbavore];
        let first = wanted.into_iter().find(|card| self.state.deck().has(*card));
        let mut input = self.random.input(&self.state, need)?;
        match (need, first) {
            (Need::Reveal(_), Some(card)) => input = Input::Revealed(card),
            (Need::Roll { count, .. }, _) if self.random.below(2) == 0 => {
                let energy = vec![engine::Face::Energy; count.into()];
                input = Input::Rolled(Dice::of(&energy)?);
            }
            (Need::Answer(ask), _) if ask.question == engine::Question::Shop => {
                let buys = self.state.answers();
                let mut buys =
                    buys.iter().filter(|answer| matches!(answer, engine::Answer::Buy(_)));
                input = buys.next().map_or(input, Input::Answer);
            }
            _ => {}
        }
        let mut events = Vec::new();
        self.state.play(input, Some(&mut events)).unwrap();
        self.record.inputs.push(input);
        Some(events)
    }
}

/// What can be seen of a monster: hearts, stars, energy, its cards, and where it is in Tokyo.
type Seen = (u8, u8, u8, Vec<Card>, Option<Spot>);

/// What can be seen of a table.
fn seen(state: &State) -> [Seen; 6] {
    Seat::ALL.map(|seat| {
        let monster = state.monster(seat);
        let cards: Vec<Card> = monster.cards.iter().collect();
        (monster.hearts, monster.stars, monster.energy, cards, state.spot(seat))
    })
}

/// T-06, T-07: a turn that opens with a question has paid for Tokyo before it, and cards too. By its own book the question of
/// such a turn goes as the game did, number by number: nothing is paid twice, whether it comes from the record or from what a
/// seat has heard.
#[test]
fn what_a_turn_pays_before_its_first_question_is_paid_once() {
    let starts = |event: &Event| matches!(event, Event::TurnStarted { .. });
    let (mut turns, mut missed, mut in_tokyo) = (0, 0, 0);
    for seed in 0..400 {
        let mut game = Game::number(seed);
        let (mut log, mut heard) = (Vec::new(), Turns::default());
        // The tables of the turn that is on, if it opened with a question.
        let mut tables: Vec<State> = Vec::new();
        while let Some(fresh) = game.go_on() {
            log.extend_from_slice(&fresh);
            heard.hear(&fresh, log.len(), game.state);
            if !tables.is_empty() {
                tables.push(game.state);
            }
            if !fresh.iter().any(starts) {
                continue;
            }
            if 1 < tables.len() {
                let own = |dispute: &Dispute| {
                    let verdict = dispute.hear();
                    let column =
                        verdict.columns.iter().find(|column| column.rules == game.record.rules);
                    let states = column.map(|column| column.states.clone()).unwrap_or_default();
                    states.iter().map(seen).collect::<Vec<_>>()
                };
                let wanted: Vec<_> = tables.iter().map(seen).collect();
                let end = log.len() - fresh.len() + fresh.iter().position(starts).unwrap();
                let turn = heard.turn(&log, end, game.state).unwrap();
                let paid = turn.opening.iter().any(|event| matches!(event, Event::Stars { .. }));
                in_tokyo += usize::from(paid);
                turns += 1;
                let of_record = of_record(&game.record, usize::MAX).unwrap();
                missed += usize::from(own(&of_record) != wanted);
                // What a seat has heard is searched for the answers, which takes longer: the table is the same in every game.
                if seed % 8 == 0 {
                    let Heard { start, opening, since, after } = turn;
                    let of_turn = of_turn(&start, opening, since, &after, Vec::new());
                    missed += usize::from(own(&of_turn).first() != wanted.first());
                }
            }
            tables.clear();
            let opens = matches!(game.state.need(), Need::Answer(ask) if ask.question == engine::Question::Start);
            if opens {
                tables.push(game.state);
            }
        }
    }
    assert!(200 < turns && 20 < in_tokyo, "{turns} turns, {in_tokyo} of them with stars first");
    assert!(missed * 20 <= turns, "{missed} of {turns} turns go another way");
}

/// A turn of the past is asked about as itself, and not as the one that is on; what was taken back is forgotten.
#[test]
fn every_turn_that_was_heard_can_be_asked_about() {
    let mut game = Game::number(3);
    let (mut log, mut heard) = (Vec::new(), Turns::default());
    while game.state.turn().number < 45 {
        let Some(fresh) = game.go_on() else { break };
        log.extend_from_slice(&fresh);
        heard.hear(&fresh, log.len(), game.state);
    }
    let turns = crate::turns::turns(&log);
    assert!(35 < turns.len(), "{}", turns.len());
    let (old, kept) = turns.split_at(turns.len() - 30);
    for turn in kept {
        let about = heard.turn(&log, turn.events.end, game.state).unwrap();
        assert_eq!(about.start.turn().number, turn.number);
        assert_eq!(log[turn.events.start], about.opening[0]);
        assert!(about.since.iter().filter(|e| matches!(e, Event::TurnStarted { .. })).count() < 2);
    }
    for turn in old {
        assert!(heard.turn(&log, turn.events.end, game.state).is_none(), "{}", turn.number);
    }
    let last = kept.last().unwrap();
    log.truncate(last.events.start);
    heard.cut(log.len());
    let about = heard.turn(&log, log.len(), game.state).unwrap();
    assert_eq!(about.start.turn().number, last.number - 1);
}

/// Whoever came into the middle of a turn cannot ask about it, and about the next one can.
#[test]
fn a_turn_whose_beginning_was_not_heard_is_not_asked_about() {
    let mut game = Game::number(4);
    let (mut log, mut heard) = (Vec::new(), Turns::default());
    let mut seen = 0;
    while seen < 3 {
        let fresh = game.go_on().unwrap();
        seen += fresh.iter().filter(|event| matches!(event, Event::TurnStarted { .. })).count();
        log.extend_from_slice(&fresh);
        if 1 < seen {
            heard.hear(&fresh, log.len(), game.state);
        }
    }
    let turns = crate::turns::turns(&log);
    let about = |turn: &crate::turns::Turn| {
        heard.turn(&log, turn.events.end, game.state).map(|about| about.start.turn().number)
    };
    let known: Vec<Option<u16>> = turns.iter().filter(|t| t.seat.is_some()).map(about).collect();
    assert_eq!(known, [None, Some(2), Some(3)]);
}

/// V-07: by the Polish book nobody wins a game in which all die, by the others everybody loses it.
#[test]
fn the_text_for_a_forum_says_the_answer_first() {
    let file = include_str!("../../../../scenarios/RX-27.toml");
    let dispute = Dispute::read_file(file).unwrap().remove(0);
    let told = plain(Texts::of(texts::Lang::En), &dispute);
    let (answer, _) = told.split_once("\n0. ").unwrap();
    let line = |books: &str| answer.lines().find(|line| line.starts_with(books));
    assert!(line("Polish: ").is_some_and(|line| line.contains("draw")), "{told}");
    assert!(line("Dutch").is_some_and(|line| line.contains("loses")), "{told}");
}

/// P-13: with Solar Powered and Frenzy the Polish book alone gives no energy. That is what its answer says.
#[test]
fn a_book_in_which_something_does_not_happen_says_so() {
    let link = "1/1209096c/names=Gigazaur,The+King,Meka+Dragon/p=3/A=e7,solar_powered/market=frenzy,-,-/dice=CC1123/at=buy/m=A:+buy+frenzy~shop/m=reveal+apartment_building/end";
    let (dispute, _) = Dispute::from_link(link).unwrap();
    let texts = Texts::of(texts::Lang::En);
    let (verdict, names) = (dispute.hear(), names(&dispute));
    let said = |book: Rulebook| {
        let group = verdict.groups(verdict.rows() - 1);
        let is_of = |column: &usize| verdict.columns[*column].book == Some(book);
        let group = group.iter().find(|group| group.iter().any(is_of)).unwrap();
        let lines = outcome(texts, &verdict, group, &names);
        lines.iter().map(Rich::plain).collect::<Vec<_>>().join(" ")
    };
    assert!(said(Rulebook::Dutch).starts_with("Solar Powered: "), "{}", said(Rulebook::Dutch));
    assert!(
        said(Rulebook::Polish).starts_with("Not here: Solar Powered: "),
        "{}",
        said(Rulebook::Polish)
    );
    // The dice of a turn that has come to buying are used up: the text says where in the turn it is instead.
    let told = plain(texts, &dispute);
    assert!(!told.contains("claw"), "{told}");
    assert!(told.contains("Where in the turn: Buy"), "{told}");
    // The other books are silent, each of them.
    assert!(told.contains("[silent: our reading]") && told.contains("[Szał bojowy]"), "{told}");
}

/// Y-03: Camouflage has saved somebody in Tokyo from everything. Some books let it leave; in the others that is not asked, and
/// that the next turn begins is not what they are told apart by.
#[test]
fn a_book_that_does_not_ask_says_so() {
    let link = "1/8489686d/names=Gigazaur,The+King,Meka+Dragon/p=3/A=camouflage/city=A/turn=B/dice=CC1123/at=resolve/m=A:+roll+H+H/end";
    let (dispute, _) = Dispute::from_link(link).unwrap();
    let told = plain(Texts::of(texts::Lang::En), &dispute);
    let answer = told.lines().find(|line| line.starts_with("Dutch, Italian: ")).unwrap();
    assert!(answer.contains("Not here: Gigazaur is asked: Stay in Tokyo City"), "{told}");
}

/// P-11, P-10: Tentacles take Even Bigger; buyer and seller change, who stands by does not.
#[test]
fn in_the_end_those_are_named_for_whom_something_has_changed() {
    let link = "1/37207e33/names=Gigazaur,The+King,Meka+Dragon/p=3/A=h12,even_bigger/B=e4,parasitic_tentacles/C=h12,mimic/copied=even_bigger/turn=B/dice=CC1123/at=buy/m=B:+take+even_bigger~shop/end";
    let (dispute, trouble) = Dispute::from_link(link).unwrap();
    assert!(trouble.is_none(), "{trouble:?}");
    let verdict = dispute.hear();
    for column in &verdict.columns {
        let changed = changed(&dispute, column);
        let stand = |seat: Seat| changed.iter().find(|now| now.seat == seat);
        assert_eq!(stand(Seat::A).map(|now| (now.hearts, now.energy)), Some((10, 4)));
        assert_eq!(stand(Seat::B).map(|now| (now.hearts, now.energy)), Some((12, 0)));
        assert_eq!(stand(Seat::C), None);
    }
    // All books agree, and the text says by which rules.
    let told = plain(Texts::of(texts::Lang::En), &dispute);
    let by = told.lines().last().unwrap();
    assert!(by.contains("P-11") && by.contains("P-10"), "{told}");
}

/// P-02: the citation has the heading of every book of a side.
#[test]
fn each_book_is_cited_by_its_own_heading() {
    let link = "1/00000000/p=4/A=fire_breathing/city=B/dice=2C1123/at=resolve/end";
    let (dispute, _) = Dispute::from_link(link).unwrap();
    let told = plain(Texts::of(texts::Lang::En), &dispute);
    assert!(told.contains("[Vuurspuwer, Eldspúandi, Piekielny oddech]"), "{told}");
    assert!(told.contains("[Ohnivý dech, Respiro di fuoco]"), "{told}");
}

#[test]
fn a_question_is_told_in_every_language() {
    let rules = Rules::default();
    let state = State::new(&rules, 3, Some(Seat::A)).unwrap();
    let dispute = of_position(&state, vec!["Ann".into(), "Bo".into(), "<b>Cy</b>".into()]);
    for lang in texts::Lang::ALL {
        let told = plain(Texts::of(lang), &dispute);
        assert!(told.contains("<b>Cy</b>: 10"), "{told}");
    }
}

/// Books that come to the same may say different things (RX-23): each sentence stands beside those who have it, and each
/// switch once.
#[test]
fn a_sentence_stands_beside_the_books_that_have_it() {
    let text = r#"
id = "RX-23"
title = "Twenty stars and poison"
rules = ["RX-23"]
start = { players = 3, A = { hearts = 1, stars = 19, poison = 1 }, turn = { dice = "1 1 1 2 2 3" }, at = "resolve" }
[[case]]
books = "all"
play = "expect turn A"
"#;
    let dispute = &Dispute::read_file(text).unwrap()[0];
    let verdict = dispute.hear();
    let deciders = dispute.deciders(&verdict);
    let reasons = reasons(Texts::of(texts::Lang::En), &verdict, &deciders);
    assert!(!reasons.is_empty());
    for reason in &reasons {
        let mut books: Vec<usize> = Vec::new();
        for side in &reason.sides {
            let value = |column: &usize| verdict.columns[*column].rules.get(reason.switch);
            assert!(side.columns.iter().all(|column| value(column) == value(&side.columns[0])));
            books.extend(&side.columns);
        }
        books.sort_unstable();
        books.dedup();
        let sides: usize = reason.sides.iter().map(|side| side.columns.len()).sum();
        assert_eq!(sides, books.len(), "a book stands on one side of {}", reason.switch);
    }
}
