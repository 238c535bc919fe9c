//! The six languages, and how each of them counts.

/// A language that the program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Icelandic.
    Is,
    /// Polish.
    Pl,
    /// Czech.
    Cs,
    /// Dutch.
    Nl,
    /// Italian.
    It,
}

impl Lang {
    /// All languages, English first.
    pub const ALL: [Lang; 6] = [Lang::En, Lang::Is, Lang::Pl, Lang::Cs, Lang::Nl, Lang::It];

    /// The tag for a `lang` attribute: `en`, `is`, `pl`, `cs`, `nl`, `it`.
    pub const fn tag(self) -> &'static str {
        ["en", "is", "pl", "cs", "nl", "it"][self as usize]
    }

    /// What speakers of the language call it.
    pub const fn endonym(self) -> &'static str {
        ["English", "Íslenska", "Polski", "Čeština", "Nederlands", "Italiano"][self as usize]
    }

    /// The language of a tag such as `pl`, `pl-PL` or `PL_pl`, if we speak it.
    pub fn from_tag(tag: &str) -> Option<Lang> {
        let first = tag.trim().split(['-', '_', '.', ';']).next()?;
        Lang::ALL.into_iter().find(|lang| first.eq_ignore_ascii_case(lang.tag()))
    }

    /// The first language in a list of wishes (`navigator.languages`, `Accept-Language`, `LANG`) that we speak, else English.
    pub fn best<'a>(wishes: impl IntoIterator<Item = &'a str>) -> Lang {
        wishes.into_iter().find_map(Lang::from_tag).unwrap_or_default()
    }

    /// How many plural forms a counted phrase has in this language.
    pub const fn plural_forms(self) -> usize {
        match self {
            Lang::Pl | Lang::Cs => 3,
            _ => 2,
        }
    }

    /// Which plural form goes with `n`, by the CLDR rules for whole numbers.
    ///
    /// Polish and Czech: 0 one, 1 few, 2 the rest. All others: 0 one, 1 the rest.
    pub const fn plural(self, n: i64) -> usize {
        let n = n.unsigned_abs();
        match self {
            Lang::En | Lang::Nl | Lang::It => (n != 1) as usize,
            Lang::Is => !(n % 10 == 1 && n % 100 != 11) as usize,
            Lang::Pl => match (n % 10, n % 100) {
                _ if n == 1 => 0,
                (_, 12..=14) => 2,
                (2..=4, _) => 1,
                _ => 2,
            },
            Lang::Cs => match n {
                1 => 0,
                2..=4 => 1,
                _ => 2,
            },
        }
    }

    /// A share such as `67%`, written as the language has it.
    pub fn percent(self, whole: i64) -> String {
        match self {
            Lang::Cs => format!("{whole}\u{a0}%"),
            _ => format!("{whole}%"),
        }
    }

    /// A number with one decimal, with the language's decimal mark and a true minus sign.
    pub fn decimal(self, tenths: i64) -> String {
        let sign = if tenths < 0 { "\u{2212}" } else { "" };
        let mark = if self == Lang::En { '.' } else { ',' };
        let tenths = tenths.unsigned_abs();
        format!("{sign}{}{mark}{}", tenths / 10, tenths % 10)
    }
}
