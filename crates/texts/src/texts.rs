//! One language, ready to speak.

use std::sync::Arc;

use crate::message::{self, Icon, Node};
use crate::rich::{Rich, Segment};
use crate::{Key, Lang};

/// Everything the program says, in one language.
///
/// Cheap to clone. The methods named after the messages are made from `words/*.txt`; each shows its English text.
#[derive(Clone)]
pub struct Texts {
    lang: Lang,
    lines: Arc<[Box<str>]>,
}

/// Why a language could not be read: it is not a bundle, or was made by another version of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongBundle;

impl std::fmt::Display for WrongBundle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("these texts belong to another version of the program")
    }
}

impl std::error::Error for WrongBundle {}

/// A whole number that a sentence can count with.
pub trait Count {
    /// The number itself.
    fn count(self) -> i64;
}

macro_rules! count {
    ($($int:ty)*) => { $(impl Count for $int { fn count(self) -> i64 { self as i64 } })* };
}
count!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// What is filled into a message.
pub(crate) enum Arg<'a> {
    Number(i64),
    Text(&'a str),
    Rich(&'a Rich),
}

impl Texts {
    /// A language inside the program.
    #[cfg(feature = "embed")]
    pub fn of(lang: Lang) -> &'static Texts {
        use std::sync::LazyLock;
        static ALL: LazyLock<[Texts; 6]> = LazyLock::new(|| {
            Lang::ALL.map(|lang| {
                let first = Texts::read(crate::bundle(lang));
                let whole = first.and_then(|first| first.with_books(crate::books_bundle(lang)));
                whole.expect("the build script made this bundle")
            })
        });
        &ALL[lang as usize]
    }

    /// Reads a language that was fetched, see [`crate::bundle_name`].
    ///
    /// # Errors
    ///
    /// When the text is not a bundle of this very version.
    pub fn read(bundle: &str) -> Result<Texts, WrongBundle> {
        let (lang, lines) = lines(bundle)?;
        if lines.len() != crate::keys::LINES_FIRST {
            return Err(WrongBundle);
        }
        Ok(Texts { lang, lines: lines.into() })
    }

    /// The same language with the words of the five books, which are fetched by themselves. Without them those messages
    /// are empty.
    ///
    /// # Errors
    ///
    /// When the text is not that part of this very version and language.
    pub fn with_books(&self, bundle: &str) -> Result<Texts, WrongBundle> {
        let (lang, later) = lines(bundle)?;
        let first = self.lines.iter().take(crate::keys::LINES_FIRST).cloned();
        let lines: Arc<[Box<str>]> = first.chain(later).collect();
        if lang != self.lang || lines.len() != crate::keys::LINES {
            return Err(WrongBundle);
        }
        Ok(Texts { lang, lines })
    }

    /// Which language this is.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// The message of a key as it was written, braces included.
    pub fn source(&self, key: Key) -> &str {
        self.line(key as u16)
    }

    pub(crate) fn line(&self, line: u16) -> &str {
        self.lines.get(usize::from(line)).map_or("", |line| line)
    }

    /// The message of a dotted name such as `mimic.name`, as it was written.
    pub(crate) fn source_named(&self, name: &str) -> Option<&str> {
        self.source_in(crate::keys::NAMED, name)
    }

    /// The same for the words of the five books: whoever does without them does without their names, too.
    pub(crate) fn source_in_books(&self, name: &str) -> Option<&str> {
        self.source_in(crate::keys::NAMED_LATER, name)
    }

    fn source_in(&self, named: &[(&str, u16)], name: &str) -> Option<&str> {
        let at = named.binary_search_by_key(&name, |(n, _)| n).ok()?;
        Some(self.line(named[at].1))
    }

    /// The finished message of a dotted name.
    pub(crate) fn named(&self, name: &str) -> Option<Rich> {
        Some(self.fill(self.source_named(name)?, &[]))
    }

    pub(crate) fn message(&self, key: Key, args: &[(&'static str, Arg<'_>)]) -> Rich {
        self.fill(self.source(key), args)
    }

    pub(crate) fn fill(&self, source: &str, args: &[(&'static str, Arg<'_>)]) -> Rich {
        let mut out = Rich::default();
        match message::parse(source) {
            Ok(nodes) => self.render(&nodes, args, &mut out),
            // The build checked every message, so this is a bundle that was tampered with: show it as it is.
            Err(_) => out.push_text(source),
        }
        out
    }

    fn render(&self, nodes: &[Node<'_>], args: &[(&'static str, Arg<'_>)], out: &mut Rich) {
        let find = |name: &str| args.iter().find(|(n, _)| *n == name);
        for node in nodes {
            match node {
                Node::Text(text) => out.push_text(text),
                Node::Icon(icon, spoken) => {
                    let spoken = match spoken {
                        Some(words) => (*words).to_owned(),
                        None => self.spoken(*icon, out.trailing_number()),
                    };
                    out.push(Segment::Icon { icon: *icon, spoken });
                }
                Node::Slot(name) => match find(name) {
                    Some((_, Arg::Number(n))) => out.push_text(&self.number(*n)),
                    Some((name, Arg::Text(text))) => {
                        out.push(Segment::Slot { name, text: (*text).to_owned() })
                    }
                    Some((_, Arg::Rich(rich))) => out.extend((*rich).clone()),
                    None => {}
                },
                Node::Plural(name, forms) => {
                    let n = match find(name) {
                        Some((_, Arg::Number(n))) => *n,
                        _ => 0,
                    };
                    if let Some(form) = forms.get(self.lang.plural(n)) {
                        self.render(form, args, out);
                    }
                }
            }
        }
    }

    /// A number as sentences have it, with a true minus sign.
    pub fn number(&self, n: i64) -> String {
        match n {
            0.. => n.to_string(),
            _ => format!("\u{2212}{}", n.unsigned_abs()),
        }
    }

    /// What a screen reader says for an icon, after a number or alone.
    pub fn spoken(&self, icon: Icon, number: Option<i64>) -> String {
        let words = self.source_named(&format!("icon.{}", icon.name())).unwrap_or_default();
        // Written as `one|few|many/alone`, with as many forms as the language has.
        let (forms, alone) = words.split_once('/').unwrap_or_else(|| {
            let first = words.split('|').next().unwrap_or(words);
            (words, first)
        });
        match number {
            Some(n) => forms.split('|').nth(self.lang.plural(n)).unwrap_or(forms),
            None => alone,
        }
        .to_owned()
    }
}

/// The language and the messages of a bundle of this very version.
fn lines(bundle: &str) -> Result<(Lang, Vec<Box<str>>), WrongBundle> {
    let mut lines = bundle.lines();
    let head = lines.next().unwrap_or_default();
    let (tag, fingerprint) = head.split_once(' ').ok_or(WrongBundle)?;
    let lang = Lang::from_tag(tag).ok_or(WrongBundle)?;
    if fingerprint != crate::FINGERPRINT {
        return Err(WrongBundle);
    }
    Ok((lang, lines.map(Box::from).collect()))
}

impl std::fmt::Debug for Texts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Texts({})", self.lang.tag())
    }
}
