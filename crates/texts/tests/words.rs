//! What is said, and how it is counted.
#![cfg(feature = "embed")]

use daikaiju_texts::{Icon, Key, Lang, Segment, Texts};
use engine::Rules;
use std::path::Path;

fn t(lang: Lang) -> &'static Texts {
    Texts::of(lang)
}

/// UX section 10: proper plurals, by CLDR.
#[test]
fn polish_counts_one_few_and_many() {
    let t = t(Lang::Pl);
    for (n, words) in [
        (1, "1 punkt zwycięstwa"),
        (3, "3 punkty zwycięstwa"),
        (5, "5 punktów zwycięstwa"),
        (12, "12 punktów zwycięstwa"),
        (22, "22 punkty zwycięstwa"),
        (0, "0 punktów zwycięstwa"),
    ] {
        assert_eq!(t.stars_count(n).plain(), words);
    }
    assert_eq!(t.rerolls_left(1).plain(), "Został 1 rzut");
    assert_eq!(t.rerolls_left(2).plain(), "Zostały 2 rzuty");
}

#[test]
fn czech_counts_one_few_and_the_rest() {
    let t = t(Lang::Cs);
    for (n, words) in [(1, "1 život"), (3, "3 životy"), (5, "5 životů"), (22, "22 životů")] {
        assert_eq!(t.hearts_count(n).plain(), words);
    }
}

#[test]
fn icelandic_counts_twenty_one_like_one() {
    let t = t(Lang::Is);
    for (n, words) in [(1, "1 umferð"), (2, "2 umferðir"), (11, "11 umferðir"), (21, "21 umferð")]
    {
        assert_eq!(t.turns_count(n).plain(), words);
    }
}

#[test]
fn dutch_italian_and_english_know_one_and_many() {
    assert_eq!(t(Lang::Nl).roll_dice(1).plain(), "Werp 1 dobbelsteen");
    assert_eq!(t(Lang::It).roll_dice(4).plain(), "Lancia 4 dadi");
    assert_eq!(t(Lang::En).roll_dice(0).plain(), "Roll 0 dice");
}

/// UX section 10: icons inside sentences are placeables with spoken names.
#[test]
fn icons_are_drawn_or_spoken() {
    let said = t(Lang::En).gain_stars(3);
    assert_eq!(said.plain(), "+3 stars");
    assert_eq!(said.symbols(), "+3 ★");
    assert_eq!(
        said.segments(),
        [Segment::Text("+3 ".into()), Segment::Icon { icon: Icon::Star, spoken: "stars".into() }]
    );
    let dice = t(Lang::En).dice([Icon::Three, Icon::Claw, Icon::Heart]);
    assert_eq!(t(Lang::En).you_rolled(&dice).plain(), "You rolled 3, claw, heart.");
}

/// A name that looks like a placeholder stays a name.
#[test]
fn names_are_taken_literally() {
    let said = t(Lang::En).decides("{heart}");
    assert_eq!(said.plain(), "{heart} decides…");
    assert!(matches!(&said.segments()[0], Segment::Slot { name: "who", .. }));
}

#[test]
fn tags_find_their_language() {
    assert_eq!(Lang::from_tag("pl-PL"), Some(Lang::Pl));
    assert_eq!(Lang::from_tag("is_IS.UTF-8"), Some(Lang::Is));
    assert_eq!(Lang::from_tag("IT"), Some(Lang::It));
    assert_eq!(Lang::from_tag("fr"), None);
    assert_eq!(Lang::from_tag(""), None);
    assert_eq!(Lang::best(["fr-FR", "cs;q=0.8", "en"]), Lang::Cs);
    assert_eq!(Lang::best([]), Lang::En);
}

#[test]
fn a_bundle_is_read_only_by_its_own_version() {
    let bundle = daikaiju_texts::bundle(Lang::Nl);
    let read = Texts::read(bundle).unwrap();
    assert_eq!(read.lang(), Lang::Nl);
    assert_eq!(read.settings(), "Instellingen");
    for wrong in
        ["", "nl", "nl 0123456789abcdef\nx\n", "<!doctype html>", &bundle[..bundle.len() / 2]]
    {
        assert!(Texts::read(wrong).is_err(), "{:.20}", wrong);
    }
}

/// The words of the five books come by themselves; without them nothing breaks, and they fit their own language only.
#[test]
fn the_words_of_the_books_come_later() {
    let first = Texts::read(daikaiju_texts::bundle(Lang::Nl)).unwrap();
    assert_eq!(first.arb_lead(), "");
    let whole = first.with_books(daikaiju_texts::books_bundle(Lang::Nl)).unwrap();
    assert_eq!(whole.arb_lead(), t(Lang::Nl).arb_lead());
    assert_eq!(whole.settings(), "Instellingen");
    for wrong in ["", daikaiju_texts::books_bundle(Lang::Pl), daikaiju_texts::bundle(Lang::Nl)] {
        assert!(first.with_books(wrong).is_err(), "{:.20}", wrong);
    }
}

/// Every number that is told stands in the specification or among the rulings, has words in every language, and a chapter.
#[test]
fn every_told_rule_exists_and_has_words() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let read = |file: &str| std::fs::read_to_string(docs.join(file)).unwrap();
    let (spec, rulings) = (read("rules/RULES.md"), read("RULINGS.md"));
    let rules = Rules::default();
    for number in daikaiju_texts::told_rules() {
        let ruled = rulings.contains(&format!("\n## {number} "));
        assert!(ruled || spec.contains(&format!("\n| {number} |")), "{number} does not exist");
        assert!(ruled || daikaiju_texts::chapter_of(number).is_some(), "{number} has no chapter");
        for lang in Lang::ALL {
            let words = t(lang).rule_told(number, &rules).map(|words| words.plain());
            let words = words.unwrap_or_default();
            assert!(8 < words.len() && !words.contains(['<', '{']), "{number} {lang:?}: {words}");
        }
    }
}

#[test]
fn nothing_is_empty_or_left_in_braces() {
    for lang in Lang::ALL {
        for key in Key::ALL {
            let source = t(lang).source(*key);
            assert!(!source.trim().is_empty(), "{key:?} {lang:?}");
            assert_eq!(source.trim(), source, "{key:?} {lang:?}");
            assert!(!source.contains("  "), "{key:?} {lang:?} has two spaces");
        }
    }
}

#[test]
fn numbers_follow_the_language() {
    assert_eq!(Lang::En.decimal(94), "9.4");
    assert_eq!(Lang::Pl.decimal(-31), "−3,1");
    assert_eq!(Lang::Cs.percent(67), "67\u{a0}%");
}
