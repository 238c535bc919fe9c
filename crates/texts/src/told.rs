//! Numbered rules in plain words: what `K-05` or `Y-02` says, in the player's language.
//!
//! Most rules are a paragraph of the rules as everybody reads them; the rest has a sentence of its own in
//! `words/books/told.txt`. What the books decide differently is told by the values of the switches.

use engine::Rules;

use crate::{Rich, Texts};

/// Each paragraph of the rules, and the numbers of the specification that it puts into words.
const PARAGRAPHS: [(&str, &[&str]); 28] = [
    ("goal.1", &["V-01"]),
    ("setup.1", &["C-08", "S-01"]),
    ("setup.2", &["S-02", "S-03"]),
    ("turn.1", &["T-06"]),
    ("turn.2", &["R-01", "R-02", "R-03", "R-04", "R-05"]),
    ("turn.3", &["T-01"]),
    ("dice.1", &["D-04"]),
    ("dice.2", &["D-05"]),
    ("dice.3", &["D-06", "D-07", "C-09"]),
    ("dice.4", &["P-06"]),
    ("dice.5", &["D-02"]),
    ("claws.1", &["K-01", "K-02", "K-03"]),
    ("claws.2", &["G-03", "G-05"]),
    ("claws.3", &["K-08"]),
    ("tokyo.1", &["N-04"]),
    ("tokyo.2", &["Y-01", "Y-02"]),
    ("tokyo.3", &["K-04"]),
    ("tokyo.4", &["N-07"]),
    ("bay.1", &["B-02"]),
    ("bay.2", &["N-03"]),
    ("bay.3", &["B-05", "B-01"]),
    ("cards.1", &["M-01", "M-02"]),
    ("cards.2", &["M-03"]),
    ("cards.3", &["C-11", "M-04", "M-08"]),
    ("end.1", &["E-01", "E-02", "E-03"]),
    ("end.2", &["E-04", "T-03"]),
    ("winning.1", &["V-03"]),
    ("winning.2", &["V-05"]),
];

/// The numbers that a paragraph of the rules puts into words: of chapter `dice`, paragraph 1.
pub fn rules_in(chapter: &str, paragraph: usize) -> &'static [&'static str] {
    let name = format!("{chapter}.{paragraph}");
    PARAGRAPHS.iter().find(|(other, _)| *other == name).map_or(&[], |(_, numbers)| numbers)
}

/// All numbers that can be told in words, in the order of the rules, and after them those with a sentence of their own.
pub fn told_rules() -> impl Iterator<Item = &'static str> {
    let own = crate::keys::NAMED_LATER.iter().filter_map(|(name, _)| name.strip_prefix("told."));
    PARAGRAPHS.iter().flat_map(|(_, numbers)| *numbers).copied().chain(own)
}

/// The chapter of the rules to which a number belongs, by its letter.
pub fn chapter_of(number: &str) -> Option<&'static str> {
    let (letter, digits) = number.split_once('-')?;
    Some(match (letter, digits) {
        ("C", "09") | ("D", _) => "dice",
        ("C", "11") | ("M", _) => "cards",
        ("C" | "S", _) => "setup",
        ("T" | "R", _) => "turn",
        ("K" | "G", _) => "claws",
        ("Y" | "N", _) => "tokyo",
        ("B", _) => "bay",
        ("E" | "X", _) => "end",
        ("V", _) => "winning",
        ("P", _) => "single_cards",
        _ => return None,
    })
}

impl Texts {
    /// What a numbered rule says. `None` for what a card or a switch says better.
    pub fn rule_told(&self, number: &str, rules: &Rules) -> Option<Rich> {
        if let Some(source) = self.source_in_books(&format!("told.{number}")) {
            return Some(self.fill(&self.with_card_names(source, rules), &[]));
        }
        let (paragraph, _) = PARAGRAPHS.iter().find(|(_, numbers)| numbers.contains(&number))?;
        self.named(&format!("rule.{paragraph}"))
    }
}

/// A word of the game: its name here, the chapter that explains it, and what the books call it, in the order of
/// [`engine::Rulebook::ALL`]; empty where a book has no word for it.
pub struct Term {
    /// Its identifier.
    pub id: &'static str,
    /// The chapter that explains it.
    pub chapter: &'static str,
    /// What the books call it.
    pub printed: [&'static str; 5],
}

const fn term(id: &'static str, chapter: &'static str, printed: [&'static str; 5]) -> Term {
    Term { id, chapter, printed }
}

/// The words of the game, as the books print them.
pub const TERMS: [Term; 22] = [
    term("monster", "setup", ["skrímsli", "potwór", "příšera", "Monster", "Mostro"]),
    term(
        "star",
        "goal",
        ["vinningsstig", "punkt zwycięstwa", "vítězný bod", "Overwinningspunt", "Punto Vittoria"],
    ),
    term("heart", "dice", ["líf", "punkt życia", "život", "Levenspunt", "Punto Vita"]),
    term(
        "energy",
        "dice",
        ["orkukubbur", "kostka energii", "kostka energie", "Energieblokje", "Cubo Energia"],
    ),
    term("claw", "claws", ["árás", "atak", "útok", "klauw", "attacco"]),
    term("damage", "claws", ["skaði", "obrażenie", "zranění", "", "danno"]),
    term(
        "reroll",
        "turn",
        ["kasta aftur", "rzucić ponownie", "přehození", "opnieuw werpen", "rilancio"],
    ),
    term(
        "city",
        "tokyo",
        ["miðborg Tókýó", "Centrum", "Centrum Tokia", "Tokyo City", "Tokyo City"],
    ),
    term("bay", "bay", ["Tókýó-flói", "Zatoka", "Tokijský záliv", "Tokyo Bay", "Tokyo Bay"]),
    term(
        "enter",
        "tokyo",
        [
            "taka völdin",
            "wejść do Tokio",
            "získat vládu nad Tokiem",
            "Tokyo veroveren",
            "prendere il controllo di Tokyo",
        ],
    ),
    term(
        "yield",
        "tokyo",
        ["hörfa", "opuścić Tokio", "opustit Tokio", "Verlaten", "lasciare Tokyo"],
    ),
    term("out", "claws", ["", "wyeliminowany", "zabit", "uit het spel", "eliminato"]),
    term("neighbour", "single_cards", ["nágranni", "sąsiad", "soused", "", "vicino"]),
    term("card", "cards", ["spil", "karta", "karta", "Krachtkaart", "carta"]),
    term("cost", "cards", ["verð", "koszt", "cena", "kost", "costo"]),
    term("keep", "cards", ["halda", "", "stálá", "Houden", ""]),
    term("discard", "cards", ["henda", "", "odlož", "Afleggen", ""]),
    term(
        "market",
        "cards",
        [
            "spilin sem snúa upp",
            "bank kart",
            "nabídka",
            "openliggende kaarten",
            "carte a faccia in su",
        ],
    ),
    term("token", "cards", ["skífa", "znacznik", "žeton", "fiche", "segnalino"]),
    term(
        "shrink",
        "dice",
        ["minnkunarskífa", "znacznik zmniejszenia", "žeton zmenšení", "Krimpen", "ristretto"],
    ),
    term("poison", "end", ["eiturskífa", "znacznik trucizny", "žeton jedu", "Vergif", "veleno"]),
    term("turn", "turn", ["umferð", "tura", "tah", "beurt", "turno"]),
];

impl Texts {
    /// The name of a word of the game.
    pub fn term<'a>(&'a self, id: &'a str) -> &'a str {
        self.source_in_books(&format!("term.{id}")).unwrap_or(id)
    }

    /// What a worked example is about, by its number: `EX-01`.
    pub fn example_title<'a>(&'a self, id: &'a str) -> &'a str {
        self.source_in_books(&format!("example.{id}")).unwrap_or(id)
    }
}
