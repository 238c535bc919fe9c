//! A review as one page without anything beside it: open it in any browser, send it to anybody.

use super::{account_points, rate, signed, told, turn_change};
use engine::{Record, Seat};
use review::{ErrorBand, Reason, Review, turning_points};
use std::fmt::Write;
use texts::Texts;

/// The size of the graph.
const WIDE: f64 = 1000.0;
const HIGH: f64 = 320.0;
/// A colour, a dash and a mark for each seat: nobody is told apart by colour alone.
pub(super) const LINES: [(&str, &str, &str); 6] = [
    ("#1fc27e", "", "▲"),
    ("#f0a020", "9 4", "■"),
    ("#e06fc0", "3 4", "●"),
    ("#4c8dff", "12 4 3 4", "◆"),
    ("#e5533d", "6 3", "▼"),
    ("#8f7af0", "2 3", "★"),
];

const STYLE: &str = "
:root{color-scheme:light dark;--fg:#1a1230;--bg:#fbf8ff;--line:#cfc6e6;--muted:#5b5175;--bad:#a8232f;--good:#0b6b45}
@media(prefers-color-scheme:dark){:root{--fg:#fff6e0;--bg:#191230;--line:#4a3d78;--muted:#bdb2dc;--bad:#ff8d86;--good:#6fe0b0}}
body{font:16px/1.45 system-ui,sans-serif;color:var(--fg);background:var(--bg);margin:0 auto;padding:16px;max-width:1040px}
h1{font-size:1.5em;margin:.2em 0}h2{font-size:1.15em;margin:1.4em 0 .4em}
table{border-collapse:collapse;width:100%}td,th{padding:4px 8px;border-bottom:1px solid var(--line);text-align:right}
td:first-child,th:first-child{text-align:left}.scroll{overflow-x:auto}.muted{color:var(--muted)}
.neg{color:var(--bad)}.pos{color:var(--good)}svg{width:100%;height:auto;display:block}
.key{display:flex;flex-wrap:wrap;gap:4px 16px;padding:0;list-style:none}article{border:1px solid var(--line);border-radius:10px;padding:8px 12px;margin:8px 0}
article h3{font-size:1em;margin:.2em 0}article p{margin:.2em 0}
";

/// What may stand between tags.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The page.
pub fn page(
    t: &Texts,
    review: &Review,
    record: &Record,
    focus: Seat,
    why: &dyn Fn(usize) -> Vec<Reason>,
) -> String {
    let name = |seat: Seat| escape(&review.players[seat.index()].name);
    let mut body = format!("<h1>{}: {}</h1>\n", escape(t.review()), name(focus));
    let points = account_points(&review.accounts[focus.index()]);
    let _ = writeln!(
        body,
        "<p><b>{}</b> {} {}, {} {}</p>",
        escape(t.verdict(review.verdict(focus).id())),
        escape(t.account_luck()),
        amount(points[1]),
        escape(t.account_own()),
        amount(points[2])
    );
    if let Some(trouble) = &review.trouble {
        let _ = writeln!(body, "<p class=\"neg\">{}</p>", escape(&trouble.to_string()));
    }
    let _ = writeln!(body, "<h2>{}</h2>\n{}", escape(t.graph_label()), graph(t, review));
    body.push_str(&accounts(t, review));
    body.push_str(&turning(t, review, focus));
    let _ = writeln!(body, "<h2>{}: {}</h2>", escape(t.costliest_of()), name(focus));
    let costly = review.costly(Some(focus), 0.02);
    if costly.is_empty() {
        let _ = writeln!(body, "<p>{}</p>", escape(t.none_costly()));
    }
    for one in costly.iter().take(6) {
        let Some(told) = told(t, review, record, one.moment, &why(one.moment)) else { continue };
        let _ = writeln!(
            body,
            "<article><h3>{} · {}</h3><p><b>{}</b> {} · {}</p><p><b>{}</b> {} · {}</p>",
            escape(&told.title),
            escape(&told.cost),
            escape(&told.best.1),
            escape(&told.best.0),
            escape(t.tag_best()),
            escape(&told.given.1),
            escape(&told.given.0),
            escape(t.tag_yours())
        );
        for line in &told.why {
            let _ = writeln!(body, "<p>{}</p>", escape(line));
        }
        let _ = writeln!(body, "<p class=\"muted\">{}</p></article>", escape(&told.confidence));
    }
    body.push_str(&turns(t, review, focus));
    let _ = writeln!(
        body,
        "<details><summary>{}</summary><pre>{}</pre></details>",
        escape(t.record()),
        escape(&record.to_json())
    );
    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n<style>{STYLE}</style></head>\n<body>\n{body}</body>\n</html>",
        t.lang().tag(),
        escape(&t.title_with(t.review()).plain()),
    )
}

fn amount(points: i64) -> String {
    let class = if points < 0 { "neg" } else { "pos" };
    format!("<b class=\"{class}\">{}</b>", signed(points))
}

fn graph(t: &Texts, review: &Review) -> String {
    let mut points = vec![review.start];
    points.extend(review.turns.iter().filter(|turn| 0 < turn.number).map(|turn| turn.after));
    let step = WIDE / (points.len() - 1).max(1) as f64;
    let mut svg = format!(
        "<svg viewBox=\"-44 -10 {} {}\" role=\"img\" aria-label=\"{}\">",
        WIDE + 60.0,
        HIGH + 40.0,
        escape(t.graph_label())
    );
    for quarter in 0..=4 {
        let y = HIGH * (1.0 - f64::from(quarter) / 4.0);
        let _ = write!(
            svg,
            "<path d=\"M0 {y}H{WIDE}\" stroke=\"var(--line)\"/><text x=\"-8\" y=\"{}\" text-anchor=\"end\" font-size=\"13\" fill=\"var(--muted)\">{}</text>",
            y + 4.0,
            25 * quarter
        );
    }
    let mut key = String::from("<ul class=\"key\">");
    for account in &review.accounts {
        let seat = account.seat.index();
        let (colour, dash, mark) = LINES[seat];
        let path: Vec<String> = points
            .iter()
            .enumerate()
            .map(|(at, chances)| {
                format!("{:.1} {:.1}", step * at as f64, HIGH * (1.0 - chances[seat]))
            })
            .collect();
        let _ = write!(
            svg,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"3\" stroke-dasharray=\"{dash}\"/>",
            path.join("L")
        );
        let name = escape(&review.players[seat].name);
        let _ = write!(key, "<li><span style=\"color:{colour}\">{mark}</span> {name}</li>");
        for (at, turn) in review.turns.iter().filter(|turn| 0 < turn.number).enumerate() {
            if turn.seat.index() == seat {
                let (x, y) = (step * (at + 1) as f64, HIGH * (1.0 - turn.after[seat]));
                let _ = write!(
                    svg,
                    "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"13\" fill=\"{colour}\">{mark}</text>",
                    y + 4.5
                );
            }
        }
    }
    svg + "</svg>\n" + &key + "</ul>\n"
}

fn accounts(t: &Texts, review: &Review) -> String {
    let heads = [
        t.account_monster(),
        t.account_start(),
        t.account_luck(),
        t.account_own(),
        t.account_others(),
        t.account_drift(),
        t.account_result(),
    ];
    let mut text =
        format!("<h2>{}</h2>\n<div class=\"scroll\"><table><tr>", escape(t.luck_or_skill()));
    for head in heads {
        let _ = write!(text, "<th scope=\"col\">{}</th>", escape(head));
    }
    text.push_str("</tr>\n");
    for account in &review.accounts {
        let [start, luck, own, others, drift, result] = account_points(account);
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\">{}<br><small class=\"muted\">{}</small></th><td>{start}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td><b>{result}</b></td></tr>",
            escape(&review.players[account.seat.index()].name),
            escape(&rate(t, account)),
            amount(luck),
            amount(own),
            amount(others),
            signed(drift)
        );
    }
    let _ = writeln!(text, "</table></div><p class=\"muted\">{}</p>", escape(t.account_note()));
    text
}

fn turning(t: &Texts, review: &Review, focus: Seat) -> String {
    let mut text = String::new();
    for at in turning_points(&review.turns, focus) {
        let turn = &review.turns[at];
        let name = &review.players[turn.seat.index()].name;
        let _ = writeln!(
            text,
            "<li>{}: {}</li>",
            escape(&t.turn_of_whom(turn.number, name).plain()),
            escape(&turn_change(t, turn, focus))
        );
    }
    match text.is_empty() {
        true => text,
        false => format!("<h2>{}</h2>\n<ul>\n{text}</ul>\n", escape(t.turning_points())),
    }
}

fn turns(t: &Texts, review: &Review, focus: Seat) -> String {
    let mut text = format!(
        "<h2>{}</h2>\n<div class=\"scroll\"><table><tr><th scope=\"col\">#</th><th scope=\"col\">{}</th><th scope=\"col\">{}</th><th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr>\n",
        escape(t.turn_by_turn()),
        escape(t.account_monster()),
        escape(t.account_luck()),
        escape(t.account_own()),
        escape(&review.players[focus.index()].name)
    );
    for turn in review.turns.iter().filter(|turn| 0 < turn.number) {
        let me = turn.seat.index();
        let points = |chance: f64| amount((100.0 * chance).round() as i64);
        let _ = writeln!(
            text,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{} {}</td><td>{:.0}</td></tr>",
            turn.number,
            escape(&review.players[me].name),
            points(turn.luck[me]),
            points(turn.own[me]),
            ErrorBand::of(-turn.own[me]).sign(),
            100.0 * turn.after[focus.index()]
        );
    }
    text + "</table></div>\n"
}
