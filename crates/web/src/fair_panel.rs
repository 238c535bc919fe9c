//! After the game: how the dice fell, and whether they are what was sealed and shown.

use crate::lang::{rich, t};
use crate::parts::{icon, small_die};
use crate::review::download;
use crate::session::evidence;
use crate::session::record::{KeptGame, Mode, Replay};
use engine::{Event, Face, Seat};
use fair::{Compared, DiceKind, Report, Reservation, Verdict, What, Wrong};
use leptos::prelude::*;
use std::sync::Arc;

/// How often each face came, how usual that is, and whether the dice are what was sealed and shown.
#[component]
pub(crate) fn FairDice(record: KeptGame, replay: Arc<Replay>) -> impl IntoView {
    let mut counts = [0u32; 6];
    for event in replay.events.iter().flatten() {
        if let Event::Rolled { dice, thrown, .. } = *event {
            for (die, face) in dice.iter().enumerate() {
                if thrown.has(die) {
                    counts[face as usize] += 1;
                }
            }
        }
    }
    let total: u32 = counts.iter().sum();
    let expected = f64::from(total) / 6.0;
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    let usual = (spread_chance(&counts) * 100.0).round() as i64;
    let bars = Face::ALL.map(|face| {
        let count = counts[face as usize];
        let height = format!("{}px", 60 * count / most);
        view! { <div class="fbar"><b>{count}</b><i style:height=height></i>{small_die(face, false)}<span class="vh">{crate::words::face_word(face)}</span></div> }
    });
    let verdict = RwSignal::new_local(None::<Verdict>);
    let seal = record.seal();
    let seen = evidence::load(&record.table);
    let file = seen.as_ref().and_then(|seen| serde_json::to_string_pretty(seen).ok());
    let names: Vec<String> = record.players().into_iter().map(|player| player.name).collect();
    let (checked, here) = (record.record.clone(), record.mode != Mode::Online);
    let check = move |_| verdict.set(Some(fair::verify(&checked, seen.as_ref())));
    view! {
        <section class="panel fair">
            <header><h2>{t().fair_title()}</h2><span class="end">{t().rolls_count(total).plain()}</span></header>
            <div class="pad rows">
                <div class="fbars">{bars.collect_view()}</div>
                <p>{rich(t().fair_expected(&t().decimal((expected * 10.0).round() as i64)))} " " {rich(t().fair_usual(usual))}</p>
                <button class="btn small gold" id="fair-check" on:click=check>{icon("check", "")} " " {t().fair_check()}</button>
                {seal.map(|(seal, seed)| view! {
                    <details>
                        <summary>{t().details()}</summary>
                        <dl class="seal"><dt>{t().fair_seal()}</dt><dd><code>{seal}</code></dd><dt>{t().fair_seed()}</dt><dd><code>{seed}</code></dd></dl>
                    </details>
                })}
                <div role="status" class="rows" id="fair-verdict">
                    {move || verdict.with(|verdict| verdict.as_ref().map(|verdict| told(verdict, &names, here)))}
                </div>
                {file.map(|file| view! {
                    <button class="btn small" id="fair-seen" on:click=move |_| download("daikaiju-seen.json", &file)>{icon("copy", "")} " " {t().fair_save_seen()}</button>
                })}
            </div>
        </section>
    }
}

/// A verdict in plain words. Dice that one device drew are good only on that device: `here`.
fn told(verdict: &Verdict, names: &[String], here: bool) -> AnyView {
    let good = match verdict {
        Verdict::Fair(_) => true,
        Verdict::Local(_) => here,
        _ => false,
    };
    let bad = matches!(verdict, Verdict::Broken(_));
    let (sentence, detail) = match verdict {
        Verdict::Broken(wrong @ (Wrong::NotSeen(_) | Wrong::NotShown { .. })) => {
            (t().fair_not_seen(), Some(wrong.to_string()))
        }
        Verdict::Broken(wrong) => (t().fair_verdict(verdict.name()), Some(wrong.to_string())),
        _ => (t().fair_verdict(verdict.name()), None),
    };
    let place = match verdict {
        Verdict::Broken(wrong) => wrong.place().map(|place| rich(t().fair_mismatch_at(place))),
        _ => None,
    };
    let report = verdict.report();
    let counted = report.map(|report| rich(t().fair_counted(report.rolls + report.reveals)));
    view! {
        <p><b class:pos=good class:neg=bad>{good.then(|| icon("check", ""))} " " {sentence}</b> " " {place} {counted}</p>
        {detail.map(|detail| view! { <p lang="en"><small>{detail}</small></p> })}
        {report.map(|report| remarks(report, names))}
    }
    .into_any()
}

fn remarks(report: &Report, names: &[String]) -> AnyView {
    let mut lines: Vec<String> = Vec::new();
    if report.flawless {
        lines.push(t().fair_flawless().to_owned());
    }
    let void =
        report.reservations.iter().filter(|said| matches!(said, Reservation::Void(_))).count();
    if 0 < void {
        lines.push(t().fair_void(void).plain());
    }
    lines.extend(report.reservations.iter().filter_map(|said| remark(said, names)));
    let warned: Vec<_> = report
        .reservations
        .iter()
        .filter_map(|said| match said {
            Reservation::Warned(warning) => Some(warning_words(warning.what)),
            _ => None,
        })
        .collect();
    if !warned.is_empty() {
        lines.push(format!("{} {}", t().fair_warned(), warned.join(" ")));
    }
    let compared = match (report.dice, &report.compared) {
        (DiceKind::Local, _) => None,
        (_, None) => Some(t().fair_compared_nothing().to_owned()),
        (dice, Some(compared)) => Some(pieces(*compared, dice)),
    };
    view! {
        <ul class="remarks">{lines.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul>
        {compared.map(|compared| view! { <p id="fair-compared">{compared}</p> })}
    }
    .into_any()
}

/// What was compared and what was not.
fn pieces(compared: Compared, dice: DiceKind) -> String {
    let mut all = vec![
        ("commitment", compared.commitment),
        ("terms", compared.terms),
        ("pledge", compared.pledge),
    ];
    all.push(match dice {
        DiceKind::Live => ("course", 0 < compared.transcripts),
        _ => ("entropy", compared.entropy),
    });
    all.extend([("shown", 0 < compared.shown), ("outcome", compared.outcome)]);
    let named = |wanted: bool| {
        let names =
            all.iter().filter(|(_, is)| *is == wanted).map(|(name, _)| t().fair_piece(name));
        names.collect::<Vec<_>>().join(", ")
    };
    let mut text = t().fair_compared(&named(true)).plain();
    if all.iter().any(|(_, is)| !is) {
        text = format!("{text} {}", t().fair_not_compared(&named(false)).plain());
    }
    text
}

fn remark(said: &Reservation, names: &[String]) -> Option<String> {
    let who = |seat: &Seat| names.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string());
    Some(match said {
        Reservation::Version1 => t().fair_version1().to_owned(),
        Reservation::LeftOut(seat, _) => t().fair_left_out(&who(seat)).plain(),
        Reservation::PartOfDraws(seat, part, all) => {
            t().fair_part(&who(seat), *part as usize, &all.to_string()).plain()
        }
        Reservation::ServerAlone(draws) => t().fair_alone(*draws as usize).plain(),
        Reservation::Missed(seat, asks) => t().fair_missed(&who(seat), usize::from(*asks)).plain(),
        Reservation::Out(seat) => t().fair_out(&who(seat)).plain(),
        Reservation::ChainsAnew(seat, chains) => t().fair_chains(&who(seat), *chains - 1).plain(),
        Reservation::WouldHave(ask, input) => {
            let what = serde_json::to_string(input).unwrap_or_default();
            t().fair_would_have(*ask as usize, &what).plain()
        }
        Reservation::YouAddedNothing => t().fair_you_nothing().to_owned(),
        Reservation::Void(_) | Reservation::Warned(_) => return None,
    })
}

/// A warning in the player's language.
pub(crate) fn warning_words(what: What) -> &'static str {
    t().fair_warn(match what {
        What::CommitmentChanged => "commitment_changed",
        What::SecondMix => "second_mix",
        What::WrongTerms => "wrong_terms",
        What::HiddenMix => "hidden_mix",
        What::Excluded => "excluded",
        What::Dropped => "dropped",
        What::NotMixed => "not_mixed",
        What::OtherStart => "other_start",
        What::Missed => "missed",
        What::NotAsked => "not_asked",
        What::WrongAsk => "wrong_ask",
        What::WrongDraw => "wrong_draw",
        What::ForeignChain => "foreign_chain",
        What::Out => "out",
    })
}

/// How often fair dice spread at least this much: the upper tail of chi-square with five degrees of freedom.
fn spread_chance(counts: &[u32; 6]) -> f64 {
    let total: u32 = counts.iter().sum();
    if total == 0 {
        return 1.0;
    }
    let expected = f64::from(total) / 6.0;
    let spread: f64 =
        counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
    let root = spread.sqrt();
    // For five degrees: erfc(√(x/2)) + √(2x/π) e^(-x/2) (1 + x/3).
    (complement(root / std::f64::consts::SQRT_2)
        + (2.0 * spread / std::f64::consts::PI).sqrt()
            * (-spread / 2.0).exp()
            * (1.0 + spread / 3.0))
        .min(1.0)
}

/// The complementary error function, to seven digits (Abramowitz and Stegun 7.1.26).
fn complement(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let poly = t
        * (0.254_829_592
            + t * (-0.284_496_736
                + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    poly * (-x * x).exp()
}
