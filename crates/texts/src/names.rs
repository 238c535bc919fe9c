//! Names that go with the identifiers of the engine: monsters, faces, bot levels, rulebooks.
//!
//! An identifier that is not known gives back the identifier itself, so that a newer table can still be shown.

use crate::{Icon, Rich, Segment, Texts};

impl Texts {
    /// The name of a monster, by identifier: `gigazaur`, `the_king` and so on.
    pub fn monster<'a>(&'a self, id: &'a str) -> &'a str {
        self.name_of("monster", id)
    }

    /// The name of a die face: `one`, `two`, `three`, `heart`, `energy`, `claw`.
    pub fn face<'a>(&'a self, id: &'a str) -> &'a str {
        self.name_of("face", id)
    }

    /// The name of a bot level: `random`, `gentle`, `angry`, `fierce`, `ruthless`, `champion`.
    pub fn level<'a>(&'a self, id: &'a str) -> &'a str {
        self.name_of("level", id)
    }

    /// One sentence about a bot level.
    pub fn level_hint<'a>(&'a self, id: &'a str) -> &'a str {
        self.name_of("level_hint", id)
    }

    /// The name of a bot's style: `neutral`, `brawler`, `hoarder`, `star-seeker`.
    pub fn style<'a>(&'a self, id: &'a str) -> &'a str {
        self.name_of("style", id)
    }

    /// One sentence about a bot's style.
    pub fn style_hint<'a>(&'a self, id: &'a str) -> &'a str {
        self.name_of("style_hint", id)
    }

    /// A bot by its level and style, as records name it: `fierce` or `fierce:brawler`.
    pub fn opponent(&self, id: &str) -> String {
        match id.split_once(':') {
            Some((level, style)) => format!("{} · {}", self.level(level), self.style(style)),
            None => self.level(id).to_owned(),
        }
    }

    /// The full name of a rulebook: `icelandic`, `polish`, `czech`, `dutch`, `italian`.
    pub fn book<'a>(&'a self, id: &'a str) -> &'a str {
        self.name_of("book", id)
    }

    /// The short name of a rulebook.
    pub fn book_short<'a>(&'a self, id: &'a str) -> &'a str {
        self.name_of("book_short", id)
    }

    /// What a monster shouts across the table, by identifier: `growl`, `laugh` and so on.
    pub fn roar_words<'a>(&'a self, id: &'a str) -> &'a str {
        self.name_of("roar", id)
    }

    /// Why the server did not do something, by the code of the refusal: `stale`, `taken` and so on.
    pub fn refusal(&self, code: &str) -> &str {
        self.source_named(&format!("refusal.{code}")).unwrap_or_else(|| self.error_something())
    }

    /// What a check of the dice comes to, by its verdict: `fair`, `broken` and so on.
    pub fn fair_verdict(&self, verdict: &str) -> &str {
        self.source_named(&format!("fair_verdict.{verdict}")).unwrap_or_default()
    }

    /// A thing that was compared: `commitment`, `terms`, `pledge`, `entropy` or `course`.
    pub fn fair_piece(&self, piece: &str) -> &str {
        self.source_named(&format!("fair_piece.{piece}")).unwrap_or_default()
    }

    /// What was not right with the dice: `not_mixed`, `missed` and so on.
    pub fn fair_warn(&self, what: &str) -> &str {
        self.source_named(&format!("fair_warn.{what}")).unwrap_or_default()
    }

    /// What decided a game, by the verdict of its review: `choices`, `dice`, `both` and so on.
    pub fn verdict<'a>(&'a self, id: &'a str) -> &'a str {
        self.name_of("verdict", id)
    }

    /// How well somebody chose: `supernatural`, `world_class`, … `awful`.
    pub fn rate_band<'a>(&'a self, id: &'a str) -> &'a str {
        self.name_of("rate", id)
    }

    /// How costly a choice was: `inaccuracy`, `mistake`, `blunder`.
    pub fn mistake_band<'a>(&'a self, id: &'a str) -> &'a str {
        self.name_of("mistake", id)
    }

    /// How lucky a turn was: `very_unlucky` to `very_lucky`.
    pub fn fortune<'a>(&'a self, id: &'a str) -> &'a str {
        self.name_of("fortune", id)
    }

    /// A kind of choice: `keep`, `yield`, `purchase` and so on.
    pub fn choice_kind<'a>(&'a self, id: &'a str) -> &'a str {
        self.name_of("choice_kind", id)
    }

    /// What two answers differ in: `alive`, `tokyo`, `stars` and so on.
    pub fn reason_label<'a>(&'a self, id: &'a str) -> &'a str {
        self.name_of("reason", id)
    }

    /// A part of the puzzles: `all`, `keep`, `yield`, `purchase` or `cards`.
    pub fn puzzle_part<'a>(&'a self, id: &'a str) -> &'a str {
        self.source_in_books(&format!("puzzle_part.{id}")).unwrap_or(id)
    }

    /// How a puzzle went: `first`, `nudged`, `missed` or `open`.
    pub fn puzzle_done<'a>(&'a self, id: &'a str) -> &'a str {
        self.source_in_books(&format!("puzzle_done.{id}")).unwrap_or(id)
    }

    pub(crate) fn name_of<'a>(&'a self, group: &str, id: &'a str) -> &'a str {
        self.source_named(&format!("{group}.{id}")).unwrap_or(id)
    }

    /// Dice as a list of icons: `3, 3, {claw}`. Each die is an [`Icon`]; a page can draw them.
    pub fn dice(&self, faces: impl IntoIterator<Item = Icon>) -> Rich {
        let mut list = Rich::default();
        for face in faces {
            if !list.is_empty() {
                list.push_text(", ");
            }
            let spoken = self.face(face.name()).to_owned();
            list.push(Segment::Icon { icon: face, spoken });
        }
        list
    }

    /// Names as a list with commas.
    pub fn list<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> String {
        names.into_iter().collect::<Vec<_>>().join(", ")
    }

    /// A share such as `67%`.
    pub fn percent(&self, whole: i64) -> String {
        self.lang().percent(whole)
    }

    /// A number with one decimal, given in tenths.
    pub fn decimal(&self, tenths: i64) -> String {
        self.lang().decimal(tenths)
    }
}
