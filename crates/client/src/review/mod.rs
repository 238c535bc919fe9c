//! A review in words: the same sentences in the terminal, in files and on the page; and as a page, lines or a picture.

pub mod csv;
pub mod html;
pub mod picture;

use engine::{Answer, Ask, DiceSet, Record, Seat, State};
use review::{Account, ErrorBand, Judged, Reason, Review, Turn, turning_points, whole_points};
use std::fmt::Write;
use texts::{Rich, Scene, Texts};

/// How wide the graph of a text is at most, and how high.
const WIDE: usize = 72;
const HIGH: usize = 12;
/// Costliest choices that are told.
const TOLD: usize = 3;

/// Points with their sign: `+18`, `−9`, `0`.
pub fn signed(points: i64) -> String {
    match points {
        0 => "0".to_owned(),
        more if 0 < more => format!("+{more}"),
        less => format!("−{}", -less),
    }
}

/// A chance as points with one decimal, such as `9.2`.
pub fn tenths(t: &Texts, chance: f64) -> String {
    t.decimal((1000.0 * chance).round() as i64)
}

/// What was lost, as points with one decimal and a true minus, such as `−9.2`; what is told as nothing has no sign.
pub fn cost(t: &Texts, chance: f64) -> String {
    t.decimal(-(1000.0 * chance).round() as i64)
}

/// A chance in per cent with one decimal, such as `34.4%`.
pub fn percent(t: &Texts, chance: f64) -> String {
    t.percent(0).replacen('0', &tenths(t, chance), 1)
}

/// A chance in whole per cent.
pub fn whole_percent(t: &Texts, chance: f64) -> String {
    t.percent((100.0 * chance).round() as i64)
}

/// The dice that stay on the table with this answer, if it throws some again.
pub fn kept(state: &State, answer: Answer) -> Option<DiceSet> {
    match answer {
        Answer::Reroll(again) | Answer::Free { dice: again, .. } => {
            Some(again.not_in(state.turn().dice.all()))
        }
        _ => None,
    }
}

/// An answer in words, with the dice it keeps.
pub fn phrase(t: &Texts, ask: &Ask, answer: Answer, state: &State, scene: &Scene<'_>) -> Rich {
    let label = t.answer(ask, &answer, state, scene);
    match kept(state, answer).filter(|keep| !keep.is_empty()) {
        None => label,
        Some(keep) => {
            let dice = state.turn().dice;
            let faces = keep.iter().map(|die| texts::face_icon(dice.get(die)));
            t.keep_these(&t.dice(faces)).then(label)
        }
    }
}

/// Why an answer was better, in one line, or what it costs.
pub fn reason(t: &Texts, reason: Reason) -> String {
    let line = compared(t, reason);
    if reason.is_price() { t.reason_price(&line).plain() } else { line }
}

/// What both answers lead to.
fn compared(t: &Texts, reason: Reason) -> String {
    let (better, other, chances) = reason.numbers();
    let label = t.reason_label(reason.id());
    if chances {
        let of_hundred = |part: f64| t.number((100.0 * part).round() as i64);
        t.reason_chance(label, &of_hundred(better), &of_hundred(other)).plain()
    } else {
        let amount = |amount: f64| t.decimal((10.0 * amount).round() as i64);
        t.reason_amount(label, &amount(better), &amount(other)).plain()
    }
}

/// How a choice was judged: by the net, or played out.
pub fn confidence(t: &Texts, judged: &Judged) -> String {
    match &judged.tried {
        None => t.by_the_net().to_owned(),
        Some(tried) => t.played_out(tried.games, &tenths(t, 1.96 * tried.error)).plain(),
    }
}

/// Start, luck, own choices, others' choices and correction of a seat, in whole points that add up to the last number,
/// its result.
pub fn account_points(account: &Account) -> [i64; 6] {
    let parts = [account.start, account.luck, account.own, account.others, account.drift];
    let [start, luck, own, others, drift] = whole_points(parts, account.result);
    [start, luck, own, others, drift, (100.0 * account.result).round() as i64]
}

/// Points a choice and their band.
pub fn rate(t: &Texts, account: &Account) -> String {
    let rate = t.decimal((10.0 * account.rate).round() as i64);
    t.rate_and_band(&rate, t.rate_band(account.band.id())).plain()
}

/// What a turn did to a seat: `13% → 38%, luck +20, choices −1`.
pub fn turn_change(t: &Texts, turn: &Turn, seat: Seat) -> String {
    let me = seat.index();
    let points = |chance: f64| signed((100.0 * chance).round() as i64);
    t.turning_change(
        &whole_percent(t, turn.before[me]),
        &whole_percent(t, turn.after[me]),
        &points(turn.luck[me]),
        &points(turn.own[me] + turn.others[me]),
    )
    .plain()
}

/// A costly choice in words.
pub struct Told {
    /// `Turn 18: stay or leave?`
    pub title: String,
    /// What it cost, and the sign of its band.
    pub cost: String,
    /// The best answer and its chance.
    pub best: (String, String),
    /// The given one and its chance.
    pub given: (String, String),
    /// How it was judged.
    pub confidence: String,
    /// Why.
    pub why: Vec<String>,
}

/// Tells a costly choice.
pub fn told(
    t: &Texts,
    review: &Review,
    record: &Record,
    moment: usize,
    why: &[Reason],
) -> Option<Told> {
    let moment = &review.moments[moment];
    let judged = moment.choice()?;
    let state = review::state_before(record, moment.input)?;
    let names: Vec<String> = review.players.iter().map(|player| player.name.clone()).collect();
    let scene = Scene { rules: &record.rules, names: &names };
    let ask = Ask { seat: moment.seat, question: judged.question, card: judged.card };
    let words = |answer: Answer| phrase(t, &ask, answer, &state, &scene).symbols();
    let ((best, best_chances), (given, given_chances)) = (judged.best(), judged.given());
    let me = moment.seat.index();
    let question = t.question(&ask, &state, &scene).symbols();
    Some(Told {
        title: format!("{} · {question}", t.turn_number(moment.turn).plain()),
        cost: format!(
            "{} {}",
            t.cost_of_choice(&tenths(t, judged.error)).plain(),
            ErrorBand::of(judged.error).sign()
        ),
        best: (words(best), percent(t, best_chances[me])),
        given: (words(given), percent(t, given_chances[me])),
        confidence: confidence(t, judged),
        why: why.iter().map(|&one| reason(t, one)).collect(),
    })
}

/// A whole review as a text. `why` explains choices by their moment.
pub fn report(
    t: &Texts,
    review: &Review,
    record: &Record,
    focus: Seat,
    why: &dyn Fn(usize) -> Vec<Reason>,
) -> String {
    let mut text = String::new();
    let name = |seat: Seat| format!("{seat} {}", review.players[seat.index()].name);
    let _ = writeln!(text, "{} · {}", t.review(), t.turns_count(turns(review)).plain());
    if let Some(trouble) = &review.trouble {
        let _ = writeln!(text, "{trouble}");
    }
    let mine = account_points(&review.accounts[focus.index()]);
    let _ = writeln!(
        text,
        "{}: {} {} {}, {} {}\n",
        name(focus),
        t.verdict(review.verdict(focus).id()),
        t.account_luck(),
        signed(mine[1]),
        t.account_own(),
        signed(mine[2])
    );
    let _ = writeln!(text, "{}\n{}", t.graph_label(), graph(review));
    text.push_str(&accounts(t, review));
    let points = turning_points(&review.turns, focus);
    if !points.is_empty() {
        let _ = writeln!(text, "\n{}", t.turning_points());
        for at in points {
            let turn = &review.turns[at];
            let whose = t.turn_of_whom(turn.number, &name(turn.seat)).plain();
            let _ = writeln!(text, "  {whose}: {}", turn_change(t, turn, focus));
        }
    }
    let costly = review.costly(Some(focus), 0.02);
    let _ = writeln!(text, "\n{}: {}", t.costliest_of(), name(focus));
    if costly.is_empty() {
        let _ = writeln!(text, "  {}", t.none_costly());
    }
    for one in costly.iter().take(TOLD) {
        let Some(told) = told(t, review, record, one.moment, &why(one.moment)) else { continue };
        let _ = writeln!(text, "  {} · {} · {}", told.title, told.cost, told.confidence);
        let _ = writeln!(text, "    {:>6}  {} · {}", told.best.1, told.best.0, t.tag_best());
        let _ = writeln!(text, "    {:>6}  {} · {}", told.given.1, told.given.0, t.tag_yours());
        for line in told.why {
            let _ = writeln!(text, "    {line}");
        }
    }
    text
}

fn turns(review: &Review) -> usize {
    review.turns.iter().filter(|turn| 0 < turn.number).count()
}

fn accounts(t: &Texts, review: &Review) -> String {
    let heads = [
        t.account_start(),
        t.account_luck(),
        t.account_own(),
        t.account_others(),
        t.account_drift(),
        t.account_result(),
    ];
    let widths = heads.map(|head| head.chars().count().max(6) + 2);
    let mut text = format!("{:24}", t.luck_or_skill());
    for (head, width) in heads.iter().zip(widths) {
        let _ = write!(text, "{head:>width$}");
    }
    text.push('\n');
    for account in &review.accounts {
        let name = &review.players[account.seat.index()].name;
        let short: String = name.chars().take(20).collect();
        let _ = write!(text, "{:24}", format!("{} {short}", account.seat));
        let points = account_points(account);
        for (at, (points, width)) in points.iter().zip(widths).enumerate() {
            let shown = if at == 0 || at == 5 { points.to_string() } else { signed(*points) };
            let _ = write!(text, "{shown:>width$}");
        }
        let _ = writeln!(text, "  {}", rate(t, account));
    }
    text
}

/// Everybody's chance as letters over the turns.
pub fn graph(review: &Review) -> String {
    let mut points = vec![review.start];
    points.extend(review.turns.iter().filter(|turn| 0 < turn.number).map(|turn| turn.after));
    let wide = points.len().clamp(2, WIDE);
    let mut cells = vec![' '; wide * (HIGH + 1)];
    for column in 0..wide {
        let at = column * (points.len() - 1) / (wide - 1);
        for account in review.accounts.iter().rev() {
            let chance = points[at][account.seat.index()].clamp(0.0, 1.0);
            let row = HIGH - (HIGH as f64 * chance).round() as usize;
            cells[row * wide + column] = account.seat.to_string().chars().next().unwrap_or('?');
        }
    }
    let mut text = String::new();
    for (row, cells) in cells.chunks(wide).enumerate() {
        let label = match row {
            0 => "100",
            r if r == HIGH / 2 => "50",
            r if r == HIGH => "0",
            _ => "",
        };
        let line: String = cells.iter().collect();
        let _ = writeln!(text, "{label:>4} |{}", line.trim_end());
    }
    let _ = writeln!(text, "     +{}", "-".repeat(wide));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use texts::Lang;

    fn review() -> (Record, Review) {
        let text = include_str!("../../../engine/tests/format1/record-7.json");
        let (record, trouble) = review::read(text).unwrap();
        let review = Review::of(record.clone(), trouble);
        (record, review)
    }

    #[test]
    fn points_carry_their_sign() {
        assert_eq!([signed(18), signed(-9), signed(0)], ["+18", "−9", "0"]);
        let t = Texts::of(Lang::En);
        let costs = [0.092, 0.0006, 0.0004, 0.0].map(|chance| cost(t, chance));
        assert_eq!(costs, ["−9.2", "−0.1", "0.0", "0.0"], "what is nothing has no sign");
    }

    /// What speaks against the better answer is told as its price; where it stands on the board is neither.
    #[test]
    fn a_price_is_called_one() {
        let t = Texts::of(Lang::En);
        let price = t.reason_price("").plain();
        let tells = |one: Reason| reason(t, one).ends_with(price.trim_start());
        assert!(tells(Reason::Stars(0.0, 2.0)));
        assert!(!tells(Reason::Stars(2.0, 0.0)) && !tells(Reason::Tokyo(0.1, 0.6)));
    }

    /// Every printed account adds up, in every language.
    #[test]
    fn a_report_tells_the_account_in_every_language() {
        let (record, review) = review();
        for lang in Lang::ALL {
            let t = Texts::of(lang);
            let text = report(t, &review, &record, Seat::A, &|_| vec![Reason::Alive(0.83, 0.52)]);
            assert!(text.contains(t.luck_or_skill()) && text.contains(t.account_luck()), "{text}");
            assert!(text.contains("83") && text.contains("52"), "{text}");
        }
        for account in &review.accounts {
            let points = account_points(account);
            assert_eq!(points[..5].iter().sum::<i64>(), points[5]);
        }
    }
}
