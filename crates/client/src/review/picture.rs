//! A review as one picture: what decided it, the graph, the account. It stands alone, so that it can be sent to anybody.

use super::html::{LINES, escape};
use super::{account_points, signed};
use engine::Seat;
use review::Review;
use std::fmt::Write;
use texts::Texts;

/// The size of the picture, and of the graph in it.
pub const WIDE: f64 = 1200.0;
const GRAPH: (f64, f64, f64, f64) = (70.0, 170.0, 1090.0, 300.0);
/// The height of a row of the account.
const ROW: f64 = 44.0;

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
        let (colour, dash, _) = LINES[seat];
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
        let short: String = head.chars().take(14).collect();
        text(out, column(at), y, 15.0, "end", "#bdb2dc", &short);
    }
    for account in &review.accounts {
        y += ROW;
        let (colour, _, mark) = LINES[account.seat.index()];
        let name: String = review.players[account.seat.index()].name.chars().take(22).collect();
        text(out, 40.0, y, 22.0, "start", colour, mark);
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
