//! The arbiter's answers in words.

use super::*;
use engine::Rules;
use engine::random::Random;
use engine::record::Player;

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
