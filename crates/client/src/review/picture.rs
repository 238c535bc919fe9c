//! A review as one picture: what decided it, the graph, the account. It stands alone, so that it can be sent to anybody.

use super::html::{LINES, escape};
use super::{account_points, signed};
use engine::{Seat, Species};
use review::Review;
use std::fmt::Write;
use texts::Texts;

/// The size of the picture, and of the graph in it.
pub const WIDE: f64 = 1200.0;
const GRAPH: (f64, f64, f64, f64) = (70.0, 170.0, 1090.0, 300.0);
/// The height of a row of the account.
const ROW: f64 = 44.0;

/// How many letters of a head stand in one line, if it can be broken.
const HEAD: usize = 13;

/// The colour of a monster, as on the page, and the mark that goes with it in a square of 24.
fn look(species: Species) -> (&'static str, &'static str) {
    match species {
        Species::Gigazaur => ("#0bc788", "M12 2.5L22.5 21h-21z"),
        Species::TheKing => ("#ea920c", "M3.5 3.5h17v17h-17z"),
        Species::MekaDragon => ("#df543e", "M12 1.5l9.5 5.3v10.4L12 22.5l-9.5-5.3V6.8z"),
        Species::CyberBunny | Species::CyberKitty => {
            ("#faacdd", "M12 2a10 10 0 0 1 0 20a10 10 0 0 1 0-20z")
        }
        Species::Kraken | Species::SpacePenguin => ("#347df5", "M12 1l10 11-10 11L2 12z"),
        Species::Alienoid => ("#fffe6f", "M6 2l6 6 6-6 4 4-6 6 6 6-4 4-6-6-6 6-4-4 6-6-6-6z"),
    }
}

/// The colour of a seat: its monster's, or one by its place where the record names no monster.
fn colour_of(review: &Review, seat: Seat) -> &'static str {
    review.players[seat.index()].monster.map_or(LINES[seat.index()].0, |one| look(one).0)
}

/// How high the picture of this many seats is.
pub fn height(players: usize) -> f64 {
    GRAPH.1 + GRAPH.3 + 110.0 + ROW * (players + 1) as f64
}

/// The picture, as SVG.
pub fn svg(t: &Texts, review: &Review, focus: Seat) -> String {
    let high = height(review.players.len());
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDE}\" height=\"{high}\" viewBox=\"0 0 {WIDE} {high}\" font-family=\"system-ui,sans-serif\" fill=\"#fff6e0\"><rect width=\"{WIDE}\" height=\"{high}\" fill=\"#191230\"/>"
    );
    let points = account_points(&review.accounts[focus.index()]);
    text(&mut out, 40.0, 62.0, 34.0, "start", "#ffcb3a", &format!("Daikaiju · {}", t.review()));
    text(&mut out, 40.0, 106.0, 26.0, "start", "#fff6e0", t.verdict(review.verdict(focus).id()));
    let name = &review.players[focus.index()].name;
    let parts = format!(
        "{name}: {} {}, {} {}",
        t.account_luck(),
        signed(points[1]),
        t.account_own(),
        signed(points[2])
    );
    text(&mut out, 40.0, 142.0, 22.0, "start", "#bdb2dc", &parts);
    graph(&mut out, review, focus);
    accounts(&mut out, t, review);
    out + "</svg>"
}

fn text(out: &mut String, x: f64, y: f64, size: f64, anchor: &str, colour: &str, words: &str) {
    let words = escape(words);
    let _ = write!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"700\" text-anchor=\"{anchor}\" fill=\"{colour}\">{words}</text>"
    );
}

fn graph(out: &mut String, review: &Review, focus: Seat) {
    let (left, top, wide, high) = GRAPH;
    let mut points = vec![review.start];
    points.extend(review.turns.iter().filter(|turn| 0 < turn.number).map(|turn| turn.after));
    let step = wide / (points.len() - 1).max(1) as f64;
    let y = |chance: f64| top + high * (1.0 - chance.clamp(0.0, 1.0));
    for quarter in 0..=4 {
        let line = y(f64::from(quarter) / 4.0);
        let _ = write!(out, "<path d=\"M{left} {line}h{wide}\" stroke=\"#4a3d78\"/>");
        text(out, left - 10.0, line + 6.0, 16.0, "end", "#bdb2dc", &(25 * quarter).to_string());
    }
    for account in review.accounts.iter().rev() {
        let seat = account.seat.index();
        let colour = colour_of(review, account.seat);
        let dash = if account.seat == focus { "" } else { LINES[seat].1 };
        let path: Vec<String> = points
            .iter()
            .enumerate()
            .map(|(at, chances)| format!("{:.1} {:.1}", left + step * at as f64, y(chances[seat])))
            .collect();
        let width = if account.seat == focus { 6 } else { 3 };
        let _ = write!(
            out,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\" stroke-dasharray=\"{dash}\"/>",
            path.join("L")
        );
    }
}

/// A head in as few lines as it takes, broken between words.
fn in_lines(head: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in head.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < HEAD => {
                *line += " ";
                *line += word;
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The mark of a seat in its row of the account.
fn mark(out: &mut String, y: f64, seat: Seat, monster: Option<Species>) {
    let Some((colour, shape)) = monster.map(look) else {
        let (colour, _, sign) = LINES[seat.index()];
        text(out, 40.0, y, 22.0, "start", colour, sign);
        return;
    };
    let top = y - 18.0;
    let _ = write!(
        out,
        "<path d=\"{shape}\" fill=\"{colour}\" transform=\"translate(40 {top}) scale(.9)\"/>"
    );
}

fn accounts(out: &mut String, t: &Texts, review: &Review) {
    let heads = [
        t.account_start(),
        t.account_luck(),
        t.account_own(),
        t.account_others(),
        t.account_drift(),
        t.account_result(),
    ];
    let column = |at: usize| 520.0 + 128.0 * at as f64;
    let mut y = GRAPH.1 + GRAPH.3 + 60.0;
    for (at, head) in heads.into_iter().enumerate() {
        for (line, words) in in_lines(head).iter().rev().enumerate() {
            text(out, column(at), y - 18.0 * line as f64, 15.0, "end", "#bdb2dc", words);
        }
    }
    for account in &review.accounts {
        y += ROW;
        let player = &review.players[account.seat.index()];
        let name: String = player.name.chars().take(22).collect();
        mark(out, y, account.seat, player.monster);
        text(out, 72.0, y, 22.0, "start", "#fff6e0", &name);
        for (at, points) in account_points(account).into_iter().enumerate() {
            let shown = if at == 0 || at == 5 { points.to_string() } else { signed(points) };
            let colour = match points.signum() {
                -1 if (1..=3).contains(&at) => "#ff8d86",
                1 if (1..=3).contains(&at) => "#6fe0b0",
                _ => "#fff6e0",
            };
            text(out, column(at), y, 22.0, "end", colour, &shown);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use texts::Lang;

    /// No head is cut, and each has room above the first row.
    #[test]
    fn heads_are_broken_between_words() {
        assert_eq!(in_lines("Others’ choices"), ["Others’", "choices"]);
        for lang in Lang::ALL {
            let t = Texts::of(lang);
            for head in [t.account_own(), t.account_others(), t.account_drift()] {
                let lines = in_lines(head);
                assert_eq!(lines.join(" "), head);
                assert!(lines.len() <= 2 && lines.iter().all(|line| line.chars().count() < 16));
            }
        }
    }

    /// Names are not mistaken for tags, and nothing outside is asked for.
    #[test]
    fn a_picture_stands_alone() {
        let text = include_str!("../../../engine/tests/format1/record-7.json");
        let (record, trouble) = review::read(text).unwrap();
        let mut review = Review::of(record, trouble);
        review.players[0].name = "<b>&\"".into();
        for lang in Lang::ALL {
            let svg = svg(Texts::of(lang), &review, Seat::A);
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"));
            assert!(svg.contains("&lt;b&gt;&amp;&quot;") && !svg.contains("<b>"));
            assert!(!svg.contains("href") && svg.matches("http").count() == 1);
            assert_eq!(svg.matches("stroke-linejoin").count(), review.players.len());
        }
    }
}
