//! How things look: symbols, colours or their absence, and lines of words that fit.

use engine::{Face, Seat};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use texts::{Icon, Rich, Segment, Texts};

use crate::words::Words;

/// The words and the style of everything on the screen.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) texts: &'static Texts,
    pub(crate) words: Words,
    pub(crate) colour: bool,
    pub(crate) ascii: bool,
}

/// One narrow character for each symbol: wide ones would tear columns apart.
pub(crate) const HEART: &str = "♥";
pub(crate) const STAR: &str = "★";
pub(crate) const ENERGY: &str = "ϟ";

impl Look {
    /// The sixteen plain colours only: every terminal shows them in a shade that can be read on its background.
    fn tint(&self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    pub(crate) fn bold(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(crate) fn faint(&self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// The key to press.
    pub(crate) fn key(&self) -> Style {
        self.tint(Color::Yellow).add_modifier(Modifier::BOLD)
    }

    /// What Enter would do.
    pub(crate) fn chosen(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    pub(crate) fn heading(&self) -> Style {
        self.tint(Color::Cyan)
    }

    pub(crate) fn warning(&self) -> Style {
        self.tint(Color::Red).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn hearts(&self) -> Style {
        self.tint(Color::Red)
    }

    pub(crate) fn stars(&self) -> Style {
        self.tint(Color::Yellow)
    }

    pub(crate) fn energy(&self) -> Style {
        self.tint(Color::Green)
    }

    pub(crate) fn seat(&self, seat: Seat) -> Style {
        let colours =
            [Color::Green, Color::Magenta, Color::Cyan, Color::Yellow, Color::Blue, Color::Red];
        self.tint(colours[seat.index()])
    }

    pub(crate) fn face(&self, face: Face) -> Style {
        match face {
            Face::One | Face::Two | Face::Three => self.stars(),
            Face::Energy => self.energy(),
            Face::Claw => self.tint(Color::Magenta),
            Face::Heart => self.hearts(),
        }
    }

    /// A sentence with symbols; the names in it have the colours of their seats.
    pub(crate) fn rich(&self, rich: &Rich, names: &[String]) -> Line<'static> {
        let spans = rich.segments().iter().map(|segment| match segment {
            Segment::Text(text) => Span::raw(text.clone()),
            Segment::Slot { text, .. } => {
                let seat = names.iter().position(|name| name == text).and_then(Seat::at);
                Span::styled(text.clone(), seat.map_or(Style::new(), |seat| self.seat(seat)))
            }
            Segment::Icon { icon, spoken } => match icon {
                Icon::Heart => Span::styled(HEART, self.hearts()),
                Icon::Star => Span::styled(STAR, self.stars()),
                Icon::Energy => Span::styled(ENERGY, self.energy()),
                Icon::One => Span::raw("1"),
                Icon::Two => Span::raw("2"),
                Icon::Three => Span::raw("3"),
                Icon::Claw => Span::styled(spoken.clone(), self.face(Face::Claw)),
                _ => Span::raw(spoken.clone()),
            },
        });
        Line::from(spans.collect::<Vec<_>>())
    }

    /// A heading across the whole width: `── Market ─────`.
    pub(crate) fn rule(&self, left: &str, right: &str, width: usize) -> Line<'static> {
        let mut line = Line::default();
        line.push_span(Span::styled("── ", self.faint()));
        line.push_span(Span::styled(left.to_owned(), self.heading().add_modifier(Modifier::BOLD)));
        line.push_span(Span::raw(" "));
        let right_width = Span::raw(right).width();
        let room =
            width.saturating_sub(line.width() + right_width + if right.is_empty() { 0 } else { 4 });
        line.push_span(Span::styled("─".repeat(room), self.faint()));
        if !right.is_empty() {
            line.push_span(Span::raw(" "));
            line.push_span(Span::raw(right.to_owned()));
            line.push_span(Span::styled(" ──", self.faint()));
        }
        fit(line, width)
    }
}

/// The line, cut to this width with an ellipsis if it is longer.
pub(crate) fn fit(line: Line<'static>, width: usize) -> Line<'static> {
    if line.width() <= width {
        return line;
    }
    let mut out = Line::default().style(line.style);
    let mut left = width.saturating_sub(1);
    for span in line.spans {
        if span.width() <= left {
            left -= span.width();
            out.push_span(span);
            continue;
        }
        let mut text = String::new();
        for letter in span.content.chars() {
            let wide = Span::raw(letter.to_string()).width();
            if left < wide {
                break;
            }
            left -= wide;
            text.push(letter);
        }
        out.push_span(Span::styled(text.trim_end().to_owned() + "…", span.style));
        break;
    }
    out
}

/// The line with spaces up to this width, or cut to it.
pub(crate) fn pad(line: Line<'static>, width: usize) -> Line<'static> {
    let mut line = fit(line, width);
    let room = width.saturating_sub(line.width());
    line.push_span(Span::raw(" ".repeat(room)));
    line
}

/// The line broken at spaces; further lines are indented.
pub(crate) fn wrap(line: &Line<'static>, width: usize, indent: usize) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default().style(line.style)];
    let mut used = 0;
    let mut at_start = true;
    for span in &line.spans {
        for piece in span.content.split_inclusive(' ') {
            let word = Span::raw(piece.trim_end_matches(' ')).width();
            if width < used + word && !at_start {
                lines.push(Line::from(Span::raw(" ".repeat(indent))).style(line.style));
                used = indent;
                at_start = true;
            }
            if at_start && piece == " " && 1 < lines.len() {
                continue;
            }
            used += Span::raw(piece).width();
            at_start = false;
            if let Some(last) = lines.last_mut() {
                last.push_span(Span::styled(piece.to_owned(), span.style));
            }
        }
    }
    lines
}

/// The nearest ASCII character to one that we draw.
pub(crate) fn ascii(symbol: &str) -> Option<&'static str> {
    Some(match symbol {
        HEART => "h",
        STAR => "*",
        ENERGY => "e",
        "▶" | "▸" => ">",
        "─" | "━" | "═" | "–" | "−" => "-",
        "│" | "┃" | "║" => "|",
        "┌" | "┐" | "└" | "┘" | "╔" | "╗" | "╚" | "╝" => "+",
        "·" | "…" => ".",
        "→" => ">",
        "×" => "x",
        "’" => "'",
        "\u{a0}" => " ",
        text if text.is_ascii() => return None,
        text => return Some(plain_letter(text)),
    })
}

/// The letter without its mark, for the letters of our six languages.
fn plain_letter(letter: &str) -> &'static str {
    const LIKE: [(&str, &str); 17] = [
        ("áàäąæ", "a"),
        ("ćč", "c"),
        ("ďð", "d"),
        ("éèěęë", "e"),
        ("íìï", "i"),
        ("ł", "l"),
        ("ňń", "n"),
        ("óòö", "o"),
        ("ř", "r"),
        ("šś", "s"),
        ("ťþ", "t"),
        ("úùůü", "u"),
        ("ý", "y"),
        ("žźż", "z"),
        ("„“”«»", "\""),
        ("‘’", "'"),
        ("↑↓", "^"),
    ];
    const CAPITALS: [&str; 26] = [
        "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R",
        "S", "T", "U", "V", "W", "X", "Y", "Z",
    ];
    let lower = letter.to_lowercase();
    let found = LIKE
        .iter()
        .find(|(marked, _)| marked.contains(lower.as_str()))
        .map_or("?", |(_, plain)| plain);
    let capital = lower != letter && found.as_bytes()[0].is_ascii_lowercase();
    if capital { CAPITALS[(found.as_bytes()[0] - b'a') as usize] } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_broken_at_the_width_of_the_screen() {
        let line = Line::from(vec![Span::raw("Gigazaur rolled "), Span::raw("six dice")]);
        assert_eq!(fit(line.clone(), 12).to_string(), "Gigazaur ro…");
        let broken: Vec<_> = wrap(&line, 16, 2).iter().map(|line| line.to_string()).collect();
        assert_eq!(broken, ["Gigazaur rolled ", "  six dice"]);
        assert_eq!(fit(line.clone(), 80), line);
    }
}
