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
    clean(name, NAME_LENGTH, "a name")
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
    match cleaned.chars().count() {
        0 => Err(format!("{what} may not be empty")),
        length if length <= longest => Ok(cleaned),
        length => Err(format!("{what} has at most {longest} characters, this one has {length}")),
    }
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
    }
}
