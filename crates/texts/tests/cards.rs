//! Every card, event, question and rule has its words in every language.
#![cfg(feature = "embed")]

use daikaiju_texts::{Lang, Rich, Scene, Texts};
use engine::random::Random;
use engine::{
    Answer, At, Card, Dice, Edition, Event, Input, Kind, MonsterSetup, Need, Place, Question,
    Rulebook, Rules, Seat, Setup, Species, State,
};

const NAMES: [&str; 6] = ["Ada", "Bo", "Cyd", "Dov", "Eli", "Fay"];

fn names() -> Vec<String> {
    NAMES.map(str::to_owned).to_vec()
}

/// Nothing of the notation may be seen, and nothing may be missing.
fn is_finished(said: &Rich) -> bool {
    let plain = said.plain();
    !plain.trim().is_empty() && !plain.contains(['{', '}', '|']) && !plain.contains("  ")
}

/// C-03: 64 titles in two printings.
#[test]
fn every_card_has_a_name_and_an_effect_in_both_printings() {
    let mut rules = Rulebook::Dutch.rules();
    for lang in Lang::ALL {
        let t = Texts::of(lang);
        for edition in [Edition::First, Edition::Second] {
            rules.cards = edition;
            for card in Card::ALL {
                assert_ne!(t.card_name(card, &rules), card.id(), "{lang:?} {card}");
                assert!(is_finished(&t.card_effect(card, &rules)), "{lang:?} {card}");
            }
        }
    }
}

#[test]
fn english_names_are_those_of_the_engine() {
    let t = Texts::of(Lang::En);
    let mut rules = Rulebook::Dutch.rules();
    for edition in [Edition::First, Edition::Second] {
        rules.cards = edition;
        for card in Card::ALL {
            assert_eq!(t.card_name(card, &rules), card.title(edition));
        }
    }
}

/// The text of a card says what the table plays (Z-36, Z-40, Z-44, Z-53).
#[test]
fn a_card_says_what_the_table_plays() {
    let t = Texts::of(Lang::En);
    let effect = |card, book: Rulebook| t.card_effect(card, &book.rules()).plain();
    assert!(effect(Card::Frenzy, Rulebook::Polish).contains("ends at once"));
    assert!(effect(Card::Frenzy, Rulebook::Dutch).contains("right after this one"));
    assert!(effect(Card::FireBreathing, Rulebook::Czech).contains("If your attack hits"));
    assert!(effect(Card::FireBreathing, Rulebook::Italian).contains("If your attack hits"));
    assert!(effect(Card::FireBreathing, Rulebook::Icelandic).contains("wherever they are"));
    assert!(effect(Card::Metamorph, Rulebook::Czech).contains("you paid"));
    assert!(effect(Card::Metamorph, Rulebook::Italian).contains("printed price"));
    assert!(effect(Card::Mimic, Rulebook::Czech).contains("another monster"));
    assert!(effect(Card::Mimic, Rulebook::Polish).contains("as many tokens"));
    assert!(effect(Card::AcidAttack, Rulebook::Dutch).contains("add 1 claw"));
    assert!(effect(Card::AcidAttack, Rulebook::Polish).contains("1 extra damage"));
    assert!(effect(Card::CompleteDestruction, Rulebook::Italian).contains("one single roll"));
    assert!(effect(Card::EvenBigger, Rulebook::Dutch).contains("above 10 hearts"));
    assert!(effect(Card::EvenBigger, Rulebook::Polish).contains("2 hearts higher"));
}

/// A house rule changes the text at once.
#[test]
fn a_house_rule_changes_the_text() {
    for lang in Lang::ALL {
        let t = Texts::of(lang);
        for (card, switch, value) in [
            (Card::Frenzy, "frenzy", "at_once_skipping_end"),
            (Card::FreezeTime, "freeze_time_dice", "cumulative"),
            (Card::DeathFromAbove, "drop_from_bay", "stay"),
            (Card::EvenBigger, "even_bigger_loss", "lose_two"),
            (Card::EvenBigger, "even_bigger_ceiling", "stacks"),
            (Card::HealingRay, "healing_ray_from_tokyo", "true"),
            (Card::ParasiticTentacles, "tentacles_window", "own_turn"),
            (Card::Metamorph, "metamorph_timing", "during_buying"),
            (Card::Burrowing, "burrowing_bonus", "from_tokyo"),
            (Card::AlphaMonster, "alpha_monster_needs_damage", "true"),
            (Card::SpikedTail, "attack_bonus", "damage"),
        ] {
            let mut rules = Rulebook::Dutch.rules();
            let before = t.card_effect(card, &rules);
            rules.set(switch, value).unwrap();
            assert_ne!(t.card_effect(card, &rules), before, "{lang:?} {card} {switch}");
        }
    }
}

/// CARDS section 5: rulings for every card, in every language, by the rules of the table.
#[test]
fn every_card_has_rulings() {
    for lang in Lang::ALL {
        let t = Texts::of(lang);
        for book in Rulebook::ALL {
            let rules = book.rules();
            for card in Card::ALL {
                let rulings = t.card_rulings(card, &rules);
                assert!(!rulings.is_empty(), "{card}");
                for ruling in rulings {
                    assert!(is_finished(&ruling) && !ruling.plain().contains('<'), "{ruling}");
                    assert!(!ruling.plain().contains('_'), "a card in `{ruling}` does not exist");
                }
            }
        }
    }
    let t = Texts::of(Lang::En);
    let said = |card, book: Rulebook| format!("{:?}", t.card_rulings(card, &book.rules()));
    assert!(said(Card::Stretchy, Rulebook::Polish).contains("Camouflage"));
    assert!(!said(Card::Stretchy, Rulebook::Dutch).contains("Camouflage"));
    assert!(said(Card::AcidAttack, Rulebook::Czech).contains("not an attack"));
}

#[test]
fn names_of_the_rulebooks_are_kept() {
    let name =
        |lang, card, book: Rulebook| Texts::of(lang).card_name(card, &book.rules()).to_owned();
    assert_eq!(name(Lang::Pl, Card::FireBreathing, Rulebook::Polish), "Piekielny oddech");
    assert_eq!(name(Lang::Cs, Card::Opportunist, Rulebook::Czech), "Chmaták");
    assert_eq!(name(Lang::Is, Card::Mimic, Rulebook::Icelandic), "Herma");
    assert_eq!(name(Lang::Nl, Card::PoisonSpit, Rulebook::Dutch), "Gifspuwer");
    assert_eq!(name(Lang::It, Card::PsychicProbe, Rulebook::Italian), "Sonda Psichica");
    assert_eq!(Texts::of(Lang::It).monster("the_king"), "Kong");
}

#[test]
fn every_monster_book_and_roar_has_a_name() {
    for lang in Lang::ALL {
        let t = Texts::of(lang);
        for edition in [Edition::First, Edition::Second] {
            for species in Species::roster(edition) {
                assert_ne!(t.monster(species.id()), species.id());
            }
        }
        for book in Rulebook::ALL {
            assert_ne!(t.book(book.name()), book.name());
            assert_ne!(t.book_short(book.name()), book.name());
        }
        for roar in protocol::Roar::ALL {
            assert_ne!(t.roar_words(roar.name()), roar.name());
        }
        for code in protocol::Refusal::ALL {
            assert_ne!(t.refusal(code.name()), t.error_something(), "{code:?}");
        }
        for level in ["random", "gentle", "angry", "fierce", "ruthless", "champion"] {
            assert_ne!(t.level(level), level);
            assert_ne!(t.level_hint(level), level);
        }
        assert_eq!(t.monster("unheard_of"), "unheard_of");
    }
}

/// RULES section 5.2: one sentence for each value of each switch.
#[test]
fn every_switch_has_a_title_and_a_sentence_for_each_value() {
    for lang in Lang::ALL {
        let t = Texts::of(lang);
        for (switch, values) in Rules::SWITCHES {
            let title = t.switch_title(switch, &Rulebook::Dutch.rules());
            assert_ne!(&title, switch, "{lang:?}");
            for value in *values {
                let said = t.switch_value(switch, value);
                assert!(said.is_some_and(|said| is_finished(&said)), "{lang:?} {switch} {value}");
            }
        }
    }
}

#[test]
fn the_chapters_mention_every_switch_once() {
    for book in Rulebook::ALL {
        let rules = book.rules();
        for lang in Lang::ALL {
            let t = Texts::of(lang);
            let chapters = t.chapters(&rules);
            assert_eq!(chapters.len(), 11);
            let said = chapters.iter().flat_map(|c| &c.paragraphs).count();
            let bay = if rules.use_bay { 0 } else { 6 };
            assert_eq!(said + bay, 28 + Rules::SWITCHES.len(), "a paragraph is missing");
            assert!(chapters.iter().flat_map(|c| &c.paragraphs).all(is_finished));
            for difference in t.differences(&rules) {
                assert_ne!(difference.title, difference.switch);
                for (other, _) in &difference.elsewhere {
                    assert_ne!(*other, book);
                }
            }
        }
    }
}

/// Plays random games by every rulebook, and says everything that happens, is asked or may be answered.
#[test]
fn whole_games_can_be_told_in_every_language() {
    let names = names();
    let mut kinds = std::collections::HashSet::new();
    let mut questions = std::collections::HashSet::new();
    for (number, book) in Rulebook::ALL.into_iter().cycle().take(80).enumerate() {
        let rules = book.rules();
        let scene = Scene { rules: &rules, names: &names };
        let mut random = Random::new(number as u64);
        let mut state = State::new(&rules, 2 + number % 5, None).unwrap();
        for _ in 0..4000 {
            let need = state.need();
            let t = Texts::of(Lang::ALL[number % 6]);
            if let Need::Answer(ask) = need {
                questions.insert(ask.question);
                assert!(is_finished(&t.question(&ask, &state, &scene)), "{ask:?}");
                for answer in state.answers().iter().take(24) {
                    let said = t.answer(&ask, &answer, &state, &scene);
                    assert!(is_finished(&said), "{ask:?} {answer:?}: {said}");
                }
            }
            let Some(input) = random.input(&state, need) else { break };
            let mut events = Vec::new();
            state.play(input, Some(&mut events)).unwrap();
            for event in &events {
                kinds.insert(std::mem::discriminant(event));
                let said = t.event(event, &scene);
                assert!(is_finished(&said), "{event:?}: {said}");
                assert!(said.plain().chars().next().is_some_and(|c| !c.is_lowercase()));
            }
        }
    }
    assert!(25 <= kinds.len(), "only {} kinds of event were seen", kinds.len());
    assert!(8 <= questions.len(), "only {questions:?} were asked");
}

#[test]
fn a_roll_is_told_with_its_dice() {
    let names = names();
    let rules = Rulebook::Dutch.rules();
    let scene = Scene { rules: &rules, names: &names };
    let dice = Dice::parse("3 3 C 1 E H").unwrap();
    let event = Event::Rolled { seat: engine::Seat::A, dice, thrown: dice.all(), rerolls_left: 2 };
    assert_eq!(
        Texts::of(Lang::En).event(&event, &scene).plain(),
        "Ada rolled 6 dice: 3, 3, claw, 1, energy, heart."
    );
    assert_eq!(
        Texts::of(Lang::Cs).event(&event, &scene).plain(),
        "Ada hází 6 kostkami: 3, 3, dráp, 1, energie, srdce."
    );
}

#[test]
fn every_question_has_a_title() {
    let names = names();
    let rules = Rulebook::Italian.rules();
    let scene = Scene { rules: &rules, names: &names };
    let mut state = State::new(&rules, 2, Some(engine::Seat::A)).unwrap();
    for card in [Card::Jets, Card::Wings, Card::Skyscraper] {
        state.play(Input::Revealed(card), None).unwrap();
    }
    for lang in Lang::ALL {
        for question in Question::ALL {
            let ask = engine::Ask { seat: engine::Seat::A, question, card: Some(Card::Mimic) };
            assert!(is_finished(&Texts::of(lang).question(&ask, &state, &scene)));
        }
    }
}

/// Whoever adds a card learns here what it still lacks.
#[test]
fn every_card_is_whole() {
    let runes = include_str!("../../web/src/runes.rs");
    let drawings = include_str!("../../web/assets/sprites/cards.svg");
    let rulings = include_str!("../../../docs/rules/CARDS.md");
    let mut missing = Vec::new();
    for card in Card::ALL {
        let id = card.title_id();
        let mut lacks = |there: bool, what: &str| {
            if !there {
                missing.push(format!("{id} has no {what}"));
            }
        };
        lacks(runes.contains(&format!("\"{id}\" =>")), "rune strip in crates/web/src/runes.rs");
        let symbol = format!("id=\"c-{id}\"");
        lacks(drawings.contains(&symbol), "drawing in crates/web/assets/sprites/cards.svg");
        lacks(rulings.contains(id), "row in docs/rules/CARDS.md");
        for lang in Lang::ALL {
            let t = Texts::of(lang);
            let rules = Rulebook::Dutch.rules();
            lacks(t.card_name(card, &rules) != id, &format!("name in {lang:?}"));
            lacks(!t.card_rulings(card, &rules).is_empty(), &format!("ruling in {lang:?}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// K-08: the rulings on damage that is not an attack stand with every discard card that hurts others, and with no other.
#[test]
fn discard_cards_that_hurt_others_say_what_that_is() {
    for book in Rulebook::ALL {
        let rules = book.rules();
        let t = Texts::of(Lang::En);
        let all = t.card_rulings(Card::GasRefinery, &rules);
        let not_an_attack = &all[all.len() - 2];
        assert!(not_an_attack.plain().contains("not an attack"), "{not_an_attack:?}");
        for card in Card::ALL.into_iter().filter(|card| card.kind() == Kind::Discard) {
            let rich = MonsterSetup { energy: 20, ..MonsterSetup::default() };
            let setup = Setup {
                rules,
                monsters: vec![rich; 3],
                market: [Some(card), None, None],
                at: At::Buy,
                ..Setup::default()
            };
            let mut state = State::from_setup(&setup).expect("a position");
            let mut events = Vec::new();
            let buys = Input::Answer(Answer::Buy(Place::First));
            state.play(buys, Some(&mut events)).expect("it can be paid");
            if let Need::Reveal(_) = state.need() {
                let next = state.deck().iter().next().expect("the deck is full");
                state.play(Input::Revealed(next), Some(&mut events)).expect("the place is filled");
            }
            let hurts =
                |event: &Event| matches!(event, Event::Hurt { seat, .. } if *seat != Seat::A);
            let says = t.card_rulings(card, &rules).contains(not_an_attack);
            assert_eq!(says, events.iter().any(hurts), "{card} by {book:?}");
        }
    }
}
