//! A finished sentence: words with icons in it.

use std::borrow::Cow;
use std::fmt;

use crate::Icon;

/// A piece of a finished sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// Words and numbers.
    Text(String),
    /// A symbol to draw, and the words a screen reader says for it.
    Icon {
        /// What to draw.
        icon: Icon,
        /// What to say.
        spoken: String,
    },
    /// Something that was filled in, such as a player's name, so that a page can mark it.
    Slot {
        /// The name of the argument: `who`, `card` and so on.
        name: &'static str,
        /// What was filled in.
        text: String,
    },
}

/// A finished sentence. It displays as plain words.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Rich {
    segments: Vec<Segment>,
}

impl Rich {
    /// Plain words as a sentence, braces and all.
    pub fn words(text: impl Into<String>) -> Rich {
        let mut rich = Rich::default();
        rich.push_text(&text.into());
        rich
    }

    /// The pieces in order.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Whether nothing would be shown.
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// The sentence in words alone: for screen readers, titles and logs without pictures.
    pub fn plain(&self) -> String {
        self.to_string()
    }

    /// The sentence with the usual text symbols, for a terminal: `3 ★`.
    pub fn symbols(&self) -> String {
        self.segments
            .iter()
            .map(|segment| match segment {
                Segment::Icon { icon, spoken } => match icon {
                    Icon::Heart => Cow::Borrowed("♥"),
                    Icon::Star => Cow::Borrowed("★"),
                    Icon::Energy => Cow::Borrowed("⚡"),
                    Icon::One => Cow::Borrowed("1"),
                    Icon::Two => Cow::Borrowed("2"),
                    Icon::Three => Cow::Borrowed("3"),
                    _ => Cow::Borrowed(spoken.as_str()),
                },
                Segment::Text(text) | Segment::Slot { text, .. } => Cow::Borrowed(text.as_str()),
            })
            .collect()
    }

    /// Adds another sentence after a space.
    pub fn then(mut self, next: Rich) -> Rich {
        if !self.is_empty() && !next.is_empty() {
            self.push_text(" ");
        }
        self.extend(next);
        self
    }

    pub(crate) fn push_text(&mut self, text: &str) {
        match self.segments.last_mut() {
            _ if text.is_empty() => {}
            Some(Segment::Text(last)) => last.push_str(text),
            _ => self.segments.push(Segment::Text(text.to_owned())),
        }
    }

    pub(crate) fn push(&mut self, segment: Segment) {
        match segment {
            Segment::Text(text) => self.push_text(&text),
            other => self.segments.push(other),
        }
    }

    pub(crate) fn extend(&mut self, other: Rich) {
        for segment in other.segments {
            self.push(segment);
        }
    }

    /// The number that counts whatever comes next: `3 ` or `1 extra ` at the very end of the words so far.
    pub(crate) fn trailing_number(&self) -> Option<i64> {
        let Some(Segment::Text(text)) = self.segments.last() else {
            return None;
        };
        let mut words =
            text.strip_suffix([' ', '\u{a0}'])?.rsplit([' ', '\u{a0}', '(', '+', '\u{2212}']);
        let last = words.next()?;
        let number = |word: &str| word.parse::<i64>().ok();
        number(last).or_else(|| {
            let plain = last.chars().all(char::is_alphabetic);
            words.next().filter(|_| plain).and_then(number)
        })
    }
}

impl fmt::Display for Rich {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for segment in &self.segments {
            match segment {
                Segment::Text(text) | Segment::Slot { text, .. } => f.write_str(text)?,
                Segment::Icon { spoken, .. } => f.write_str(spoken)?,
            }
        }
        Ok(())
    }
}
