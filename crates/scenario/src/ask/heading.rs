//! Where the books speak of a rule that all of them share: the heading of the chapter, in the book's own language.

use engine::Rulebook;

/// Headings in the order of [`Rulebook::ALL`]; an empty one: this book has no chapter on it that could be named.
type Headings = [&'static str; 5];

const SETUP: Headings =
    ["Undirbúningur", "Przygotowanie gry", "Příprava hry", "Opstelling", "Preparazione"];
const COURSE: Headings =
    ["Yfirlit yfir spilið", "Przebieg gry", "Průběh hry", "Spelverloop", "Il gioco"];
const ROLLING: Headings = [
    "1. Teningunum kastað",
    "1. Rzuty",
    "1. Házení a přehazování kostek",
    "1. Dobbelstenen werpen",
    "1. Lanciare e rilanciare i dadi",
];
const RESOLVING: Headings = [
    "2. Gert samkvæmt teningunum",
    "2. Wykorzystanie symboli na kostkach",
    "2. Vyhodnocování kostek",
    "2. Dobbelstenen gebruiken",
    "2. Risolvere i dadi",
];
const NUMBERS: Headings =
    ["Vinningsstig", "Punkty zwycięstwa", "Vítězné body", "Overwinningspunten", "Punti Vittoria"];
const ENERGY: Headings = ["Orka", "Energia", "Energie", "Energie", "Energia"];
const HEARTS: Headings = ["Líf", "Leczenie", "Léčení", "Genezen", "Effetti dei dadi"];
const CLAWS: Headings = ["Árás", "Atak", "Útok", "Aanvallen", "Attacco"];
const CARD_DAMAGE: Headings = [
    "Að verða konungur Tókýó",
    "Atakowanie i zadawanie obrażeń",
    "Vláda nad Tokiem",
    "Aanvallen",
    "Diventare il Re di Tokyo",
];
const YIELDING: Headings = [
    "Að verða konungur Tókýó",
    "Tokio",
    "Vláda nad Tokiem",
    "Aanvallen",
    "Diventare il Re di Tokyo",
];
const ENTERING: Headings = [
    "Að verða konungur Tókýó",
    "Tokio",
    "Vláda nad Tokiem",
    "3. Tokyo veroveren",
    "Diventare il Re di Tokyo",
];
const IN_TOKYO: Headings = [
    "Áhrif Tókýó",
    "Korzyści i zagrożenia dla gracza w Tokio",
    "Jak funguje Tokio",
    "Effecten van Tokyo",
    "Effetti di Tokyo",
];
const BAY: Headings = [
    "Reglur fyrir lengra komna",
    "Wariant ten polecamy graczom doświadczonym…",
    "Pokročilá pravidla",
    "3. Tokyo veroveren",
    "Regolamento per 5-6 giocatori",
];
const BUYING: Headings = [
    "3. Kaupa spil",
    "3. Zakup kart",
    "3. Kupování karet",
    "4. Krachtkaarten kopen",
    "3. Comprare le carte",
];
const CARDS: Headings = [
    "Lýsing á spilum",
    "Rodzaj karty",
    "Popis karty",
    "66 Krachtkaarten",
    "Descrizione delle carte",
];
const ENDING: Headings = [
    "4. Ljúka við umferð",
    "4. Zakończenie tury gracza",
    "4. Konec tvého tahu",
    "5. Einde van de beurt",
    "4. Fine del turno",
];
const WINNING: Headings = [
    "Að vinna spilið",
    "Gra się kończy, gdy…",
    "Vítězství ve hře",
    "Einde van het spel",
    "Vincere il gioco",
];

/// The heading under which this book has the rule with this number, where it speaks of it and has a heading.
pub fn heading(number: &str, book: Rulebook) -> Option<&'static str> {
    let headings = match number {
        "C-08" | "S-01" | "S-02" | "S-03" | "S-05" | "S-06" => SETUP,
        "S-04" | "S-07" | "T-01" | "T-03" => COURSE,
        "R-01" | "R-02" | "R-03" | "R-04" | "R-05" => ROLLING,
        "D-02" => ["", RESOLVING[1], "", RESOLVING[3], ""],
        "R-08" | "D-03" => RESOLVING,
        "D-04" => NUMBERS,
        "D-05" => ENERGY,
        "D-06" | "C-09" => HEARTS,
        "K-01" | "K-02" | "K-03" | "K-04" | "G-01" | "G-03" => CLAWS,
        "K-08" => CARD_DAMAGE,
        "Y-01" | "Y-02" | "Y-06" => YIELDING,
        "N-01" | "N-02" | "G-08" => ENTERING,
        "T-06" | "N-04" | "D-07" => IN_TOKYO,
        "N-03" | "B-01" | "B-02" | "B-03" | "B-04" | "B-05" => BAY,
        "M-01" | "M-02" | "M-03" => BUYING,
        "C-11" => CARDS,
        "E-01" => [ENDING[0], "", ENDING[2], ENDING[3], ENDING[4]],
        "E-04" => ENDING,
        "V-01" | "V-03" => WINNING,
        _ => return None,
    };
    Some(headings[book as usize]).filter(|heading| !heading.is_empty())
}
