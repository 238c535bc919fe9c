//! A line of the play: what chance brings, what a player says, or what must be true.

use crate::expect::Expect;
use crate::say::Say;
use crate::tell;
use engine::record::{is_printable, printable};
use engine::{Card, Dice, Face, Question, Rulebook, Seat};

/// The seats at the table, and other names for them, as a file may give them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Names {
    names: Vec<String>,
    players: usize,
}

/// The longest name of a seat.
const NAME_MOST: usize = 24;

impl Names {
    /// One name for each seat, in order.
    pub(crate) fn new(names: Vec<String>, players: usize) -> Result<Names, String> {
        if players < names.len() {
            return Err(format!("names: there are {players} seats at this table"));
        }
        for name in &names {
            if name.split_whitespace().count() != 1 {
                return Err(format!("names: expected one word, not `{}`", printable(name)));
            }
            if NAME_MOST < name.chars().count() || !name.chars().all(is_printable) {
                return Err(format!("names: expected at most {NAME_MOST} printable characters"));
            }
        }
        Ok(Names { names, players })
    }

    /// The names, in the order of the seats; as many as the file gives.
    pub(crate) fn list(&self) -> &[String] {
        &self.names
    }

    /// The seat with this letter or name; `None` if it is neither.
    pub(crate) fn find(&self, word: &str) -> Result<Option<Seat>, String> {
        let named = self.names.iter().position(|name| name == word).and_then(Seat::at);
        let seat = named.or_else(|| Seat::ALL.into_iter().find(|seat| seat.to_string() == word));
        match seat {
            Some(seat) if self.players <= seat.index() => {
                Err(format!("{seat}: nobody sits there, this table has {} seats", self.players))
            }
            seat => Ok(seat),
        }
    }

    /// The seat with this letter or name.
    pub(crate) fn seat(&self, word: &str) -> Result<Seat, String> {
        self.find(word)?.ok_or_else(|| format!("expected a seat, not `{word}`"))
    }
}

/// The words of a line, taken one after the other.
#[derive(Clone)]
pub(crate) struct Words<'a> {
    words: std::iter::Peekable<std::str::SplitWhitespace<'a>>,
    pub(crate) names: &'a Names,
}

impl<'a> Words<'a> {
    pub(crate) fn new(text: &'a str, names: &'a Names) -> Words<'a> {
        Words { words: text.split_whitespace().peekable(), names }
    }

    pub(crate) fn peek(&mut self) -> Option<&'a str> {
        self.words.peek().copied()
    }

    /// The next word; `wanted` says what it should be.
    pub(crate) fn word(&mut self, wanted: &str) -> Result<&'a str, String> {
        self.words.next().ok_or_else(|| format!("expected {wanted} at the end of the line"))
    }

    /// Whether the next word is this one; then it is taken.
    pub(crate) fn take(&mut self, word: &str) -> bool {
        self.words.next_if(|next| *next == word).is_some()
    }

    /// This very word.
    pub(crate) fn exactly(&mut self, word: &str) -> Result<(), String> {
        match self.word(&format!("`{word}`"))? {
            found if found == word => Ok(()),
            found => Err(format!("expected `{word}`, not `{found}`")),
        }
    }

    pub(crate) fn seat(&mut self) -> Result<Seat, String> {
        let word = self.word("a seat")?;
        self.names.seat(word)
    }

    pub(crate) fn card(&mut self) -> Result<Card, String> {
        card(self.word("a card")?)
    }

    pub(crate) fn number(&mut self) -> Result<u8, String> {
        let word = self.word("a number")?;
        word.parse().map_err(|_| format!("expected a number, not `{word}`"))
    }

    pub(crate) fn face(&mut self) -> Result<Face, String> {
        let word = self.word("a face")?;
        face(word).ok_or_else(|| format!("expected a face, one of 1 2 3 E C H, not `{word}`"))
    }

    /// All the rest as cards; `none` is an empty list.
    pub(crate) fn cards(&mut self) -> Result<Vec<Card>, String> {
        if self.take("none") {
            return Ok(Vec::new());
        }
        let mut cards = vec![self.card()?];
        while self.peek().is_some() {
            cards.push(self.card()?);
        }
        Ok(cards)
    }

    /// All the rest as faces.
    pub(crate) fn dice(&mut self) -> Result<Dice, String> {
        let mut dice = vec![self.face()?];
        while self.peek().is_some() {
            dice.push(self.face()?);
        }
        Dice::of(&dice).ok_or_else(|| format!("expected at most {} dice", Dice::MOST))
    }

    /// Nothing more may follow.
    pub(crate) fn end(&mut self) -> Result<(), String> {
        match self.words.next() {
            Some(word) => Err(format!("expected nothing more, not `{word}`")),
            None => Ok(()),
        }
    }
}

fn card(word: &str) -> Result<Card, String> {
    Card::from_id(word).ok_or_else(|| format!("there is no card `{word}`"))
}

/// The face behind a word of one letter.
pub(crate) fn face(word: &str) -> Option<Face> {
    let mut letters = word.chars();
    let face = Face::from_letter(letters.next()?);
    face.filter(|_| letters.next().is_none())
}

/// What a line asks for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Act {
    /// The dice show this; thrown by this seat, if the line names one.
    Roll(Option<Seat>, Dice),
    /// The top card of the deck.
    Reveal(Card),
    /// Who starts.
    Starts(Seat),
    /// A player answers.
    Say(Seat, Say),
    /// From now on this is the answer to such a question, or to any, unless the next line gives another.
    Default(Option<Question>, Say),
    /// This must be true now.
    Expect(Expect),
}

impl Act {
    /// The line that reads as this; nothing for what is not played.
    pub(crate) fn write(&self) -> String {
        match self {
            Act::Roll(None, dice) => format!("roll {}", tell::dice(*dice)),
            Act::Roll(Some(seat), dice) => format!("{seat}: roll {}", tell::dice(*dice)),
            Act::Reveal(card) => format!("reveal {card}"),
            Act::Starts(seat) => format!("starts {seat}"),
            Act::Say(seat, say) => format!("{seat}: {}", say.write()),
            Act::Default(..) | Act::Expect(_) => String::new(),
        }
    }
}

/// A line with its place in the file.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) number: usize,
    /// The line as it is written, without its books.
    pub(crate) text: String,
    /// The books that it is for; empty: all.
    books: Vec<Rulebook>,
    /// A line may reveal several cards.
    pub(crate) acts: Vec<Act>,
}

impl Line {
    /// Reads a line; an empty line and a remark are `None`.
    pub(crate) fn read(number: usize, text: &str, names: &Names) -> Result<Option<Line>, String> {
        let text = match text.trim() {
            remark if remark == "#" || remark.starts_with("# ") => "",
            text => text.find(" # ").map_or(text, |remark| text[..remark].trim_end()),
        };
        if text.is_empty() {
            return Ok(None);
        }
        let (books, text) = read_books(text)?;
        let acts = read_acts(text, names)?;
        Ok(Some(Line { number, text: text.to_owned(), books, acts }))
    }

    /// Whether the line counts under this book.
    pub(crate) fn is_for(&self, book: Rulebook) -> bool {
        self.books.is_empty() || self.books.contains(&book)
    }

    pub(crate) fn is_expectation(&self) -> bool {
        self.acts.iter().any(|act| matches!(act, Act::Expect(_)))
    }
}

/// `[IS NL]` before a line: it is for these books only; `[not NL]`: for all others.
fn read_books(text: &str) -> Result<(Vec<Rulebook>, &str), String> {
    let Some(rest) = text.strip_prefix('[') else { return Ok((Vec::new(), text)) };
    let (list, text) = rest.split_once(']').ok_or("expected `]` after the rulebooks")?;
    let mut words = list.split_whitespace().peekable();
    let others = words.next_if_eq(&"not").is_some();
    let named = words
        .map(|word| {
            Rulebook::from_name(word)
                .ok_or_else(|| format!("expected IS, PL, CS, NL or IT, not `{word}`"))
        })
        .collect::<Result<Vec<_>, _>>()?;
    if named.is_empty() {
        return Err("expected a rulebook between `[` and `]`".to_owned());
    }
    let books = Rulebook::ALL.into_iter().filter(|book| named.contains(book) != others);
    Ok((books.collect(), text.trim_start()))
}

/// `by default shop: done`, or `by default: pass` for every question.
fn by_default(words: &mut Words<'_>) -> Result<Act, String> {
    let word = words.word("`default`")?;
    if word == "default:" {
        return Ok(Act::Default(None, Say::read(words)?));
    }
    if word != "default" {
        return Err(format!("expected `default`, not `{word}`"));
    }
    let word = words.word("a question such as `shop:`")?;
    let name = word.strip_suffix(':').ok_or_else(|| format!("expected `{word}:`"))?;
    let question = crate::expect::question(name)?;
    Ok(Act::Default(Some(question), Say::read(words)?))
}

pub(crate) fn read_acts(text: &str, names: &Names) -> Result<Vec<Act>, String> {
    let mut words = Words::new(text, names);
    let first = words.word("a line")?;
    let act = match first {
        "roll" => Act::Roll(None, words.dice()?),
        "reveal" => {
            let mut cards = vec![words.card()?];
            while words.peek().is_some() {
                cards.push(words.card()?);
            }
            return Ok(cards.into_iter().map(Act::Reveal).collect());
        }
        "starts" => Act::Starts(words.seat()?),
        "expect" => Act::Expect(Expect::read(&mut words)?),
        "nobody" => {
            words.exactly("is")?;
            words.exactly("asked")?;
            Act::Expect(Expect::NobodyAsked)
        }
        "by" => by_default(&mut words)?,
        speaker if speaker.ends_with(':') => {
            let name = speaker.trim_end_matches(':');
            let seat = names.seat(name)?;
            if words.take("roll") {
                Act::Roll(Some(seat), words.dice()?)
            } else {
                Act::Say(seat, Say::read(&mut words)?)
            }
        }
        other => {
            return Err(format!(
                "expected `roll`, `reveal`, `starts`, `expect`, `nobody is asked`, `by default` or a seat such as `A:`, not `{other}`"
            ));
        }
    };
    words.end()?;
    Ok(vec![act])
}
