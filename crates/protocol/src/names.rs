//! Names and talk are hostile text until they have passed here.

use std::fmt;

use thiserror::Error;

/// The longest name, in characters.
pub const NAME_LENGTH: usize = 24;

/// The longest thing that can be said at once, in characters.
pub const TEXT_LENGTH: usize = 200;

/// Why a text is not taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unclean {
    /// It has control characters, or such as turn or hide the text around them.
    #[error("{0} may hold visible characters only")]
    Invisible(What),
    /// Marks tower on one letter.
    #[error("{0} has at most {MARKS} marks on one letter")]
    Marks(What),
    /// Nothing is left of it.
    #[error("{0} may not be empty")]
    Empty(What),
    /// It is too long.
    #[error("{what} has at most {longest} characters, this one has {length}")]
    Long {
        /// What it should be.
        what: What,
        /// How long it may be.
        longest: usize,
        /// How long it is.
        length: usize,
    },
    /// A name of marks alone.
    #[error("a name needs a letter, a digit or a sign that stands by itself")]
    NoLetter,
}

/// What a text should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Somebody's name.
    Name,
    /// Something said.
    Message,
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            What::Name => "a name",
            What::Message => "a message",
        })
    }
}

impl From<Unclean> for String {
    fn from(why: Unclean) -> String {
        why.to_string()
    }
}

/// A player's name with outer and double spaces removed.
///
/// # Errors
/// If nothing is left, it is too long, or it holds characters that cannot be seen.
pub fn clean_name(name: &str) -> Result<String, Unclean> {
    let name = clean(name, NAME_LENGTH, What::Name)?;
    if name.chars().all(|letter| is_mark(letter) || letter == ' ') {
        return Err(Unclean::NoLetter);
    }
    Ok(name)
}

/// Something said, with outer and double spaces removed.
///
/// # Errors
/// If nothing is left, it is too long, or it holds characters that cannot be seen.
pub fn clean_text(text: &str) -> Result<String, Unclean> {
    clean(text, TEXT_LENGTH, What::Message)
}

fn clean(text: &str, longest: usize, what: What) -> Result<String, Unclean> {
    let cleaned = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if cleaned.chars().any(is_invisible) {
        return Err(Unclean::Invisible(what));
    }
    let letters: Vec<char> = cleaned.chars().collect();
    if letters.windows(MARKS + 1).any(|row| row.iter().all(|&letter| is_mark(letter))) {
        return Err(Unclean::Marks(what));
    }
    match cleaned.chars().count() {
        0 => Err(Unclean::Empty(what)),
        length if length <= longest => Ok(cleaned),
        length => Err(Unclean::Long { what, longest, length }),
    }
}

/// How many marks may stand on one letter.
const MARKS: usize = 4;

/// A mark that stands on the letter before it.
fn is_mark(letter: char) -> bool {
    matches!(letter,
        '\u{0300}'..='\u{036F}' | '\u{0483}'..='\u{0489}' | '\u{0591}'..='\u{05BD}' | '\u{05BF}' | '\u{05C1}'..='\u{05C2}'
        | '\u{05C4}'..='\u{05C5}' | '\u{05C7}' | '\u{0610}'..='\u{061A}' | '\u{064B}'..='\u{065F}' | '\u{0670}'
        | '\u{06D6}'..='\u{06DC}' | '\u{06DF}'..='\u{06E4}' | '\u{06E7}'..='\u{06E8}' | '\u{06EA}'..='\u{06ED}'
        | '\u{0730}'..='\u{074A}' | '\u{093C}' | '\u{0941}'..='\u{0948}' | '\u{094D}' | '\u{0E31}' | '\u{0E34}'..='\u{0E3A}'
        | '\u{0E47}'..='\u{0E4E}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}'
        | '\u{302A}'..='\u{302D}' | '\u{3099}'..='\u{309A}' | '\u{FE0F}' | '\u{FE20}'..='\u{FE2F}')
}

/// Control characters, and the marks that turn or hide the text around them.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{00AD}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0E}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E0FFF}')
}

/// What a name may be, for whoever describes the interface.
#[cfg(feature = "schema")]
pub(crate) fn name_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let standing = |letter: char| !is_mark(letter);
    schemars::json_schema!({ "type": "string", "maxLength": NAME_LENGTH, "pattern": pattern(standing) })
}

/// The same for something said.
#[cfg(feature = "schema")]
pub(crate) fn text_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": "string", "maxLength": TEXT_LENGTH, "pattern": pattern(|_| true) })
}

/// Visible characters and spaces, at least one of which is not a space and is as it should be.
#[cfg(feature = "schema")]
fn pattern(is_needed: impl Fn(char) -> bool) -> String {
    let hidden = |letter: char| is_invisible(letter) && !letter.is_whitespace();
    let any = ranges(hidden);
    let one = ranges(|letter| is_invisible(letter) || letter.is_whitespace() || !is_needed(letter));
    format!("^[^{any}]*[^{one}][^{any}]*$")
}

/// The ranges of all characters of a kind, as they stand between brackets.
#[cfg(feature = "schema")]
fn ranges(is_one: impl Fn(char) -> bool) -> String {
    let mut found: Vec<(char, char)> = Vec::new();
    for letter in ('\0'..=char::MAX).filter(|&letter| is_one(letter)) {
        match found.last_mut() {
            Some((_, last)) if *last as u32 + 1 == letter as u32 => *last = letter,
            _ => found.push((letter, letter)),
        }
    }
    found.iter().map(|(first, last)| format!("{first}-{last}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_bounded() {
        assert_eq!(clean_name("  Ann   of  Hafnarfjörður "), Ok("Ann of Hafnarfjörður".into()));
        assert_eq!(clean_name(" \t "), Err(Unclean::Empty(What::Name)));
        assert!(clean_name(&"x".repeat(25)).unwrap_err().to_string().contains("24"));
        assert_eq!(clean_name(&"ö".repeat(24)).map(|name| name.chars().count()), Ok(24));
        for hidden in ["a\u{202E}b", "a\u{0}b", "\u{200B}", "\u{E0041}x"] {
            assert!(clean_name(hidden).is_err(), "{hidden:?}");
        }
        // Marks alone are not a name, and towers of them hide the lines above.
        for marks in ["\u{0301}", "\u{0301} \u{0302}", "a\u{0301}\u{0302}\u{0303}\u{0304}\u{0305}"]
        {
            assert!(clean_name(marks).is_err(), "{marks:?}");
        }
        assert!(
            clean_name("e\u{0301}").is_ok()
                && clean_name("🦖").is_ok()
                && clean_name("\u{0939}\u{093F}").is_ok()
        );
    }
}
