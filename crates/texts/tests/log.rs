//! Every kind of event, and every answer, in every language.
#![cfg(feature = "embed")]

use daikaiju_texts::{Lang, Rich, Scene, Texts};
use engine::{
    Answer, Ask, Card, CardSet, Cause, Dice, DiceSet, Event, Face, Group, Input, Leaving, Outcome,
    Place, Question, Rulebook, Seat, Seats, Spot, State, Token, TurnKind,
};

const A: Seat = Seat::A;
const B: Seat = Seat::B;

fn names() -> Vec<String> {
    ["Gigazaur", "Kraken"].map(str::to_owned).to_vec()
}

fn is_finished(said: &Rich) -> bool {
    let plain = said.plain();
    !plain.trim().is_empty() && !plain.contains(['{', '}', '|', '?', '_']) && !plain.contains("  ")
}

/// At least one of each kind of event, with each cause.
fn events() -> Vec<Event> {
    let dice = Dice::parse("1 2 3 C E H").unwrap();
    let mut events = vec![
        Event::ThrewForStart { seat: A, dice },
        Event::Starts { seat: A },
        Event::Rolled { seat: A, dice, thrown: dice.all(), rerolls_left: 2 },
        Event::Rolled { seat: A, dice, thrown: DiceSet::one(3), rerolls_left: 1 },
        Event::Rolled { seat: A, dice: Dice::NONE, thrown: DiceSet::NONE, rerolls_left: 2 },
        Event::Stopped { seat: A, dice },
        Event::Probed {
            seat: B,
            card: Card::PsychicProbe,
            die: 0,
            from: Face::One,
            to: Face::Heart,
        },
        Event::DieSet { seat: A, card: Card::Stretchy, die: 0, from: Face::One, to: Face::Claw },
        Event::RolledAside { seat: A, card: Card::Camouflage, dice },
        Event::Used { seat: A, card: Card::Wings },
        Event::Attacked { seat: A, claws: 3, targets: Seats::one(B) },
        Event::Attacked { seat: A, claws: 1, targets: Seats::NONE },
        Event::Prevented { seat: B, amount: 1, card: Card::ArmorPlating },
        Event::Eliminated { seat: B },
        Event::Reborn { seat: B, card: Card::ItHasAChild },
        Event::MovedToCity { seat: B },
        Event::BayClosed,
        Event::Revealed { place: Place::First, card: Card::Jets },
        Event::Peeked { seat: A, card: None },
        Event::Peeked { seat: A, card: Some(Card::Jets) },
        Event::Bought { seat: A, card: Card::Jets, place: Place::First, price: 5 },
        Event::Taken { seat: A, from: B, card: Card::Jets, price: 5 },
        Event::Swept { seat: A, cards: [Card::Jets, Card::Tank].into_iter().collect::<CardSet>() },
        Event::Discarded { seat: A, card: Card::PlotTwist },
        Event::Sold { seat: A, card: Card::Jets, energy: 5 },
        Event::Counter { seat: A, card: Card::SmokeCloud, from: 3, to: 2 },
        Event::Counter { seat: A, card: Card::BatteryMonster, from: 6, to: 4 },
        Event::Copied { seat: A, card: Card::Jets },
        Event::CopyLost { seat: A, card: Card::Jets },
        Event::Reshuffled { cards: 40 },
        Event::DeclinedTurn { seat: A },
    ];
    for kind in [TurnKind::Regular, TurnKind::FreezeTime, TurnKind::Frenzy] {
        events.push(Event::TurnStarted { seat: A, turn: 3, kind });
        events.push(Event::EarnedTurn { seat: A, kind });
    }
    for spot in [Spot::City, Spot::Bay] {
        events.push(Event::Stayed { seat: B, spot });
        events.push(Event::Entered { seat: A, spot });
        for why in [Leaving::Yielded, Leaving::BayClosed, Leaving::PutOut, Leaving::Fell] {
            events.push(Event::Left { seat: B, spot, why });
        }
    }
    for token in [Token::Poison, Token::Shrink] {
        events.push(Event::Tokens { seat: B, token, from: 0, to: 1 });
        events.push(Event::Tokens { seat: B, token, from: 3, to: 1 });
    }
    let causes = [
        Cause::Dice,
        Cause::InTokyo,
        Cause::Entering,
        Cause::Claws,
        Cause::Poison,
        Cause::Card(Card::Jets),
        Cause::Payment,
    ];
    for why in causes {
        events.push(Event::Stars { seat: A, from: 2, to: 5, why });
        events.push(Event::Stars { seat: A, from: 5, to: 0, why });
        events.push(Event::Energy { seat: A, from: 2, to: 3, why });
        events.push(Event::Energy { seat: A, from: 3, to: 1, why });
        events.push(Event::Healed { seat: A, from: 3, to: 5, why });
        events.push(Event::Hurt { seat: B, by: Some(A), from: 5, to: 3, why });
        events.push(Event::Hurt { seat: B, by: None, from: 5, to: 4, why });
        events.push(Event::LostHearts { seat: B, from: 5, to: 3, why });
    }
    for outcome in
        [Outcome::Stars(A), Outcome::LastStanding(B), Outcome::EveryoneLoses, Outcome::Draw]
    {
        events.push(Event::Over { outcome });
    }
    events
}

#[test]
fn every_event_is_a_finished_sentence_in_every_language() {
    let names = names();
    for book in [Rulebook::Dutch, Rulebook::Polish] {
        let rules = book.rules();
        let scene = Scene { rules: &rules, names: &names };
        for event in events() {
            let mut said: Vec<String> = Vec::new();
            for lang in Lang::ALL {
                let sentence = Texts::of(lang).event(&event, &scene);
                assert!(is_finished(&sentence), "{lang:?} {event:?}: {sentence}");
                assert!(sentence.symbols().len() <= 160, "{lang:?}: {sentence}");
                said.push(sentence.plain());
            }
            said.dedup();
            assert_eq!(said.len(), 6, "not translated: {said:?}");
        }
    }
}

/// UX rule 6: numbers before and after.
#[test]
fn changes_are_told_with_the_numbers_before_and_after() {
    let names = names();
    let rules = Rulebook::Dutch.rules();
    let scene = Scene { rules: &rules, names: &names };
    let hurt = Event::Hurt { seat: B, by: Some(A), from: 7, to: 5, why: Cause::Claws };
    assert_eq!(
        Texts::of(Lang::En).event(&hurt, &scene).plain(),
        "Kraken lost 2 hearts to Gigazaur (7 → 5)."
    );
    assert_eq!(
        Texts::of(Lang::En).event(&hurt, &scene).symbols(),
        "Kraken lost 2 ♥ to Gigazaur (7 → 5)."
    );
    for lang in Lang::ALL {
        assert!(Texts::of(lang).event(&hurt, &scene).plain().contains("7 → 5"));
    }
}

#[test]
fn every_answer_is_a_button_in_every_language() {
    let names = names();
    let rules = Rulebook::Dutch.rules();
    let scene = Scene { rules: &rules, names: &names };
    let mut state = State::new(&rules, 2, Some(A)).unwrap();
    for card in [Card::Jets, Card::Wings, Card::Skyscraper] {
        state.play(Input::Revealed(card), None).unwrap();
    }
    state.play(Input::Rolled(Dice::parse("1 2 3 C E H").unwrap()), None).unwrap();
    let mut answers = vec![
        Answer::Pass,
        Answer::Yes,
        Answer::Reroll(DiceSet::first(3)),
        Answer::Free { card: Card::BackgroundDweller, dice: DiceSet::one(2) },
        Answer::Set { card: Card::Stretchy, die: 0, face: Face::Claw },
        Answer::Die(5),
        Answer::Use(Card::Wings),
        Answer::Use(Card::SmokeCloud),
        Answer::TakePoison,
        Answer::Heal,
        Answer::DropPoison,
        Answer::DropShrink,
        Answer::Treat(B),
        Answer::Buy(Place::First),
        Answer::Take(Card::Regeneration),
        Answer::Sweep,
        Answer::Pick(Card::Regeneration),
        Answer::Deposit(0),
        Answer::Deposit(3),
    ];
    for group in Group::ALL {
        answers.push(Answer::Resolve(group));
        answers.push(Answer::Decline(group));
    }
    for lang in Lang::ALL {
        for question in Question::ALL {
            let ask = Ask { seat: A, question, card: None };
            for answer in &answers {
                let said = Texts::of(lang).answer(&ask, answer, &state, &scene);
                assert!(is_finished(&said), "{lang:?} {question:?} {answer:?}: {said}");
            }
        }
    }
    let ask = Ask { seat: A, question: Question::Yield, card: None };
    let said = |answer| Texts::of(Lang::En).answer(&ask, &answer, &state, &scene).plain();
    assert_eq!(said(Answer::Pass), "Stay");
    assert_eq!(said(Answer::Yes), "Yield");
    assert_eq!(said(Answer::Die(5)), "Die 6: heart");
    assert_eq!(said(Answer::Buy(Place::First)), "Buy Jets for 5 energy");
}
