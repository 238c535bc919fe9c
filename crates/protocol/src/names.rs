//! Names and talk are hostile text until they have passed here.

/// The longest name, in characters.
pub const NAME_LENGTH: usize = 24;

/// The longest thing that can be said at once, in characters.
pub const TEXT_LENGTH: usize = 200;

/// A player's name with outer and double spaces removed.
///
/// # Errors
/// One sentence if nothing is left, it is too long, or it holds characters that cannot be seen.
pub fn clean_name(name: &str) -> Result<String, String> {
    let name = clean(name, NAME_LENGTH, "a name")?;
    if name.chars().all(|letter| is_mark(letter) || letter == ' ') {
        return Err("a name needs a letter, a digit or a sign that stands by itself".into());
    }
    Ok(name)
}

/// Something said, with outer and double spaces removed.
///
/// # Errors
/// One sentence if nothing is left, it is too long, or it holds characters that cannot be seen.
pub fn clean_text(text: &str) -> Result<String, String> {
    clean(text, TEXT_LENGTH, "a message")
}

fn clean(text: &str, longest: usize, what: &str) -> Result<String, String> {
    let cleaned = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if cleaned.chars().any(is_invisible) {
        return Err(format!("{what} may hold visible characters only"));
    }
    let letters: Vec<char> = cleaned.chars().collect();
    if letters.windows(MARKS + 1).any(|row| row.iter().all(|&letter| is_mark(letter))) {
        return Err(format!("{what} has at most {MARKS} marks on one letter"));
    }
    match cleaned.chars().count() {
        0 => Err(format!("{what} may not be empty")),
        length if length <= longest => Ok(cleaned),
        length => Err(format!("{what} has at most {longest} characters, this one has {length}")),
    }
}

/// So many marks may stand on one letter.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_bounded() {
        assert_eq!(clean_name("  Ann   of  Hafnarfjörður "), Ok("Ann of Hafnarfjörður".into()));
        assert!(clean_name(" \t ").unwrap_err().contains("empty"));
        assert!(clean_name(&"x".repeat(25)).unwrap_err().contains("24"));
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
