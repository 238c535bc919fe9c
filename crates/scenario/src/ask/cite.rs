//! What the books rest on: for each switch the rules and rulings that speak of it, and the chapters of the books.
//!
//! The books at hand have no page numbers, so a place is cited by its chapter heading, in the book's own language. A heading
//! that is empty: this book says nothing, and what it plays is this project's reading.

use engine::{Rulebook, Rules};

/// Where a difference between the books is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cite {
    /// The switch.
    pub switch: &'static str,
    /// The numbers of the specification and of the project's rulings that speak of it, the most telling first.
    pub rules: &'static [&'static str],
    /// A scenario, and the number of its case, in which the books part by this switch; where all of them agree, one in which a
    /// table with [`Cite::house_value`] parts from them. The names of the monsters are not to be seen in any.
    pub example: Option<(&'static str, usize)>,
    /// The chapters of the books, in the order of [`Rulebook::ALL`].
    chapters: [&'static str; 5],
}

impl Cite {
    /// The heading of the chapter in which this book speaks of it; `None` if the book is silent.
    pub fn chapter(&self, book: Rulebook) -> Option<&'static str> {
        Some(self.chapters[book as usize]).filter(|heading| !heading.is_empty())
    }

    /// Where all books agree: what a table could play instead.
    pub fn house_value(&self) -> Option<&'static str> {
        let all = Rulebook::ALL[0].rules().get(self.switch);
        let agree = Rulebook::ALL.iter().all(|book| book.rules().get(self.switch) == all);
        let (_, values) = Rules::SWITCHES.iter().find(|(name, _)| *name == self.switch)?;
        values.iter().copied().find(|value| agree && Some(*value) != all)
    }
}

/// Where this switch is written down.
pub fn of(switch: &str) -> Option<&'static Cite> {
    CITES.iter().find(|cite| cite.switch == switch)
}

/// The numbers of the rules and rulings that speak of a switch.
pub fn rules(switch: &str) -> &'static [&'static str] {
    of(switch).map_or(&[], |cite| cite.rules)
}

/// All switches, in the order of the rules.
pub const CITES: &[Cite] = &[
    Cite {
        switch: "cards",
        example: Some(("Q-33", 0)),
        rules: &["C-03"],
        chapters: ["Innihald", "", "Obsah", "Inhoud & spelonderdelen", "Contenuto"],
    },
    Cite {
        switch: "roster",
        example: None,
        rules: &["C-01", "Z-04"],
        chapters: ["Innihald", "", "Obsah", "Inhoud & spelonderdelen", "Contenuto"],
    },
    Cite {
        switch: "first_player",
        example: Some(("RX-11", 2)),
        rules: &["S-07", "Z-01"],
        chapters: ["Yfirlit yfir spilið", "Przebieg gry", "Průběh hry", "Spelverloop", "Il gioco"],
    },
    Cite {
        switch: "use_bay",
        example: Some(("Q-11", 0)),
        rules: &["S-06", "B-01", "Z-03"],
        chapters: [
            "Undirbúningur / Reglur fyrir lengra komna",
            "Przygotowanie / Wariant ten polecamy graczom doświadczonym…",
            "Příprava hry / Pokročilá pravidla",
            "Opstelling",
            "Preparazione / Regolamento per 5-6 giocatori",
        ],
    },
    Cite {
        switch: "reshuffle_discards",
        example: Some(("Q-43", 0)),
        rules: &["M-05", "Z-06"],
        chapters: ["", "3. Zakup kart", "", "", ""],
    },
    Cite {
        switch: "combo_cards_need_single_throw",
        example: Some(("W-28", 0)),
        rules: &["R-07", "Z-11"],
        chapters: ["", "", "", "", "Realizzare"],
    },
    Cite {
        switch: "may_decline_hearts_and_energy",
        example: Some(("W-09", 1)),
        rules: &["D-03", "Z-13"],
        chapters: [
            "Líf / Orka",
            "Leczenie / Energia",
            "Léčení / Energie",
            "2. Dobbelstenen gebruiken",
            "Energia / Effetti dei dadi",
        ],
    },
    Cite {
        switch: "healing_ray_from_tokyo",
        example: Some(("RX-41", 0)),
        rules: &["P-18", "D-07", "Z-56", "S27", "Q-05"],
        chapters: ["", "Reanimacja", "", "", ""],
    },
    Cite {
        switch: "attack_for_cards_needs_damage",
        example: Some(("W-29", 0)),
        rules: &["K-07", "Z-16"],
        chapters: [
            "Orðskýringar",
            "Atakowanie i zadawanie obrażeń",
            "Glosář",
            "Terminologie",
            "Attacco/Attaccare un Mostro",
        ],
    },
    Cite {
        switch: "yield_needs_damage",
        example: Some(("T01", 1)),
        rules: &["Y-03", "Z-17", "S22"],
        chapters: [
            "",
            "Tokio",
            "",
            "Aanvallen / Effecten van Tokyo",
            "Attacco/Attaccare un Mostro",
        ],
    },
    Cite {
        switch: "claws_into_empty_city_hit_bay",
        example: Some(("RX-17", 2)),
        rules: &["K-05", "Z-19"],
        chapters: [
            "Reglur fyrir lengra komna",
            "Wariant ten polecamy graczom doświadczonym…",
            "Pokročilá pravidla",
            "Aanvallen",
            "Regolamento per 5-6 giocatori",
        ],
    },
    Cite {
        switch: "tokyo_entry",
        example: Some(("Q-07", 1)),
        rules: &["N-05", "T-02", "Z-20"],
        chapters: [
            "Reglur fyrir lengra komna",
            "Tokio",
            "Pokročilá pravidla",
            "3. Tokyo veroveren / Voorbeeld van een spel voor 5 spelers",
            "Diventare il Re di Tokyo / Regolamento per 5-6 giocatori",
        ],
    },
    Cite {
        switch: "enter_free_place_without_claws",
        example: Some(("RX-14", 0)),
        rules: &["N-06", "Z-21", "S18"],
        chapters: [
            "Að verða konungur Tókýó",
            "Tokio",
            "Vláda nad Tokiem",
            "3. Tokyo veroveren",
            "Diventare il Re di Tokyo",
        ],
    },
    Cite {
        switch: "yield_decisions",
        example: Some(("RX-21", 0)),
        rules: &["Y-05", "Z-27", "Q-37"],
        chapters: ["", "", "", "", ""],
    },
    Cite {
        switch: "bay_occupant_moves_to_empty_city",
        example: Some(("RX-18", 0)),
        rules: &["B-06", "Z-28"],
        chapters: [
            "Reglur fyrir lengra komna",
            "Wariant ten polecamy graczom doświadczonym…",
            "Pokročilá pravidla",
            "3. Tokyo veroveren",
            "Regolamento per 5-6 giocatori",
        ],
    },
    Cite {
        switch: "victory_check",
        example: Some(("Q-18", 2)),
        rules: &["V-02", "Z-31", "S17"],
        chapters: [
            "Að vinna spilið / Útskýringar á spilunum",
            "Gra się kończy, gdy…",
            "Vítězství ve hře / Vysvětlivky ke kartám",
            "Einde van het spel / Uitleg bij de Krachtkaarten",
            "Vincere il gioco / E’ possibile che un giocatore raggiunga i 20…",
        ],
    },
    Cite {
        switch: "last_standing_check",
        example: Some(("W-18", 1)),
        rules: &["V-06", "Z-32", "S17"],
        chapters: [
            "Að vinna spilið",
            "Gra się kończy, gdy…",
            "Vítězství ve hře",
            "Einde van het spel",
            "Vincere il gioco",
        ],
    },
    Cite {
        switch: "all_dead",
        example: Some(("RX-27", 0)),
        rules: &["V-07", "Z-34", "S17"],
        chapters: [
            "Útskýringar á spilunum",
            "Gra się kończy, gdy…",
            "Vysvětlivky ke kartám",
            "Uitleg bij de Krachtkaarten",
            "E’ anche possibile che tutti i Mostri…",
        ],
    },
    Cite {
        switch: "fire_breathing_hits_untargeted_neighbours",
        example: Some(("W-27", 0)),
        rules: &["P-02", "Z-36", "S02"],
        chapters: [
            "Eldspúandi",
            "Piekielny oddech",
            "Ohnivý dech",
            "Vuurspuwer",
            "Respiro di fuoco",
        ],
    },
    Cite {
        switch: "fire_breathing_extra_is_attack",
        example: Some(("W-23", 0)),
        rules: &["P-03", "Z-37"],
        chapters: ["Eldspúandi", "", "Ohnivý dech", "", "Respiro di fuoco"],
    },
    Cite {
        switch: "mimic_may_copy_own_card",
        example: Some(("Q-23", 0)),
        rules: &["P-07", "Z-40", "S23"],
        chapters: ["", "Imitacja, Pasożyt", "Imitace", "", ""],
    },
    Cite {
        switch: "mimic_tokens",
        example: Some(("Q-38", 0)),
        rules: &["P-07", "Z-41", "S24"],
        chapters: ["Herma", "Imitacja, Pasożyt", "Imitace", "Nabootsen", "Imitatore"],
    },
    Cite {
        switch: "metamorph_timing",
        example: Some(("W-24", 0)),
        rules: &["P-17", "Z-43"],
        chapters: ["Umbreytast", "Metamorfoza", "Proměněnec", "Metamorfose", "Metamorfosi"],
    },
    Cite {
        switch: "metamorph_refund",
        example: Some(("Q-30", 0)),
        rules: &["P-17", "Z-44", "S25"],
        chapters: ["Umbreytast", "", "Proměněnec", "Metamorfose", ""],
    },
    Cite {
        switch: "even_bigger_loss",
        example: Some(("Q-49", 1)),
        rules: &["P-10", "Z-49", "S03"],
        chapters: [
            "Jafnvel stærri!",
            "Jeszcze większy!",
            "Větší, než jste čekali!",
            "",
            "Ancora più…",
        ],
    },
    Cite {
        switch: "even_bigger_ceiling",
        example: Some(("Q-01", 0)),
        rules: &["C-09", "P-21", "S04", "Q-01"],
        chapters: ["", "2 × Jeszcze większy!", "", "", ""],
    },
    Cite {
        switch: "stretchy_on_camouflage",
        example: Some(("Q-04", 0)),
        rules: &["P-16", "Z-59", "S16", "Q-04"],
        chapters: ["", "Potwór z gumy", "", "", ""],
    },
    Cite {
        switch: "tentacles_window",
        example: Some(("Q-51", 1)),
        rules: &["P-11", "Z-50", "S26"],
        chapters: [
            "Sníkils-fálmarar",
            "Imitacja, Pasożyt",
            "Parazitická chapadla",
            "",
            "Carte speciali",
        ],
    },
    Cite {
        switch: "drop_from_bay",
        example: Some(("RX-38", 0)),
        rules: &["P-12", "Z-52", "S13"],
        chapters: ["Hoppa úr hárri hæð", "", "Seskok z výšky", "", "Lancio da alta…"],
    },
    Cite {
        switch: "frenzy",
        example: Some(("Q-17", 0)),
        rules: &["P-13", "X-02", "Z-53", "S05", "Q-17"],
        chapters: ["", "Szał bojowy", "", "", ""],
    },
    Cite {
        switch: "freeze_time_dice",
        example: Some(("Q-02", 0)),
        rules: &["P-14", "Z-54", "S06", "Q-02"],
        chapters: ["", "Zatrzymanie czasu", "", "", ""],
    },
    Cite {
        switch: "attack_bonus",
        example: Some(("Q-21", 0)),
        rules: &["S01"],
        chapters: [
            "Orðskýringar",
            "Atakowanie i zadawanie obrażeń",
            "Glosář",
            "",
            "Attacco/Attaccare un Mostro",
        ],
    },
    Cite {
        switch: "burrowing_bonus",
        example: Some(("Q-22", 0)),
        rules: &["S01b", "P-25", "Q-22"],
        chapters: ["", "", "Zavrtání do země", "", ""],
    },
    Cite {
        switch: "alpha_monster_needs_damage",
        example: Some(("Q-03", 0)),
        rules: &["S15", "K-07", "Q-03"],
        chapters: [
            "Orðskýringar",
            "Atakowanie i zadawanie obrażeń",
            "Glosář",
            "",
            "Attacco/Attaccare un Mostro",
        ],
    },
    Cite {
        switch: "added_claws_count",
        example: Some(("W-30", 0)),
        rules: &["S21"],
        chapters: ["", "", "", "", ""],
    },
];
