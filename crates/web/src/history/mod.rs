//! The player's games over time: results, rate and luck, comparisons, and one file with all of it.

mod charts;
mod files;

use crate::helper::Helper;
use crate::keep::{GAMES, names, place};
use crate::lang::t;
use crate::parts::{face_quiet, figure, icon};
use crate::route::Route;
use crate::session::record::{KeptGame, Mode};
use crate::storage;
use charts::{Kinds, Trend};
use client::review::signed;
use engine::{Record, Seat, Species};
use files::Files;
use leptos::prelude::*;
use review::history::{By, FEW, History, MEAN_OF, Past, Saved, Tally, Together};
use review::{Account, RateBand};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use wasm_bindgen::JsValue;

/// Where it is kept what the games came to.
const PASTS: &str = "history";

/// How long a deletion can be taken back.
const TAKE_BACK: Duration = Duration::from_secs(10);

/// A game of the history, for the review.
pub(crate) fn game(name: &str) -> Option<KeptGame> {
    let Saved { id, mode, me, record, helped, .. } = storage::load(&place(name))?;
    let mode = match mode.as_str() {
        "solo" => Mode::Solo,
        "device" => Mode::Device,
        _ => Mode::Online,
    };
    Some(KeptGame { mode, table: id, me, record, helped, from: None })
}

/// The history as the browser keeps it: what is listed, with what is known of it.
fn read() -> History {
    let known: History = storage::load(PASTS).unwrap_or_default();
    let mut history = History::default();
    for id in names() {
        let past = known.games.iter().find(|past| past.id == id).cloned();
        let past = past.or_else(|| Past::of(&storage::load(&place(&id))?));
        if let Some(past) = past {
            history.add(past);
        }
    }
    if history != known {
        write(&history);
    }
    history
}

/// Keeps the history; games that are no longer listed are forgotten. `false` if the browser refused.
fn write(history: &History) -> bool {
    let ids: Vec<&str> = history.games.iter().map(|past| past.id.as_str()).collect();
    for old in names().iter().filter(|name| !ids.contains(&name.as_str())) {
        storage::forget(&place(old));
    }
    storage::save(GAMES, &ids) & storage::save(PASTS, history)
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
enum ToWorker<'a> {
    Account { id: u32, record: &'a Record, seat: Seat, helped: &'a [usize] },
}

#[derive(Deserialize)]
struct Accounted {
    account: Box<Account>,
}

/// Games without a review are reviewed, one after the other, the newest first.
struct Reviewer {
    history: RwSignal<History>,
    helper: Option<Helper>,
    asked: Option<String>,
}

impl Reviewer {
    fn start(history: RwSignal<History>) -> StoredValue<Reviewer, LocalStorage> {
        let this = StoredValue::new_local(Reviewer { history, helper: None, asked: None });
        let open = |past: &Past| past.me.is_some() && past.tally.is_none();
        if history.with_untracked(|history| history.games.iter().any(open)) {
            let helper = Helper::start(move |text| {
                if let Ok(Accounted { account }) = serde_json::from_str(text) {
                    let _ = this.try_update_value(|reviewer| reviewer.hear(&account));
                }
            });
            this.update_value(|reviewer| {
                reviewer.helper = helper;
                reviewer.ask();
            });
        }
        this
    }

    fn ask(&mut self) {
        let next = self.history.with_untracked(|history| {
            let mut open = history.games.iter();
            let open = open.find(|past| past.me.is_some() && past.tally.is_none())?;
            Some((open.id.clone(), open.me?))
        });
        let Some((id, seat)) = next else {
            self.helper = None;
            return;
        };
        let saved: Option<Saved> = storage::load(&place(&id));
        if let (Some(helper), Some(saved)) = (&self.helper, saved) {
            let Saved { record, helped, .. } = &saved;
            helper.say(&ToWorker::Account { id: 0, record, seat, helped });
            self.asked = Some(id);
        }
    }

    fn hear(&mut self, account: &Account) {
        let Some(id) = self.asked.take() else { return };
        self.history.update(|history| {
            if let Some(past) = history.games.iter_mut().find(|past| past.id == id) {
                past.tally = Some(Tally::of(account));
            }
        });
        self.history.with_untracked(|history| {
            let _ = storage::save(PASTS, history);
        });
        self.ask();
    }
}

/// What was deleted and can still be taken back.
type Deleted = RwSignal<Option<Vec<Saved>>, LocalStorage>;

/// The page.
#[component]
pub(crate) fn MyGames() -> impl IntoView {
    let history = RwSignal::new(read());
    let reviewer = Reviewer::start(history);
    on_cleanup(move || reviewer.dispose());
    let deleted: Deleted = RwSignal::new_local(None);
    let empty = Memo::new(move |_| history.with(|history| history.games.is_empty()));
    view! {
        <main class="wrap page mygames">
            <div class="ahead"><h1>{icon("history", "")} " " {t().history_title()}</h1></div>
            <p class="muted">{t().history_lead()}</p>
            {storage::is_forbidden().then(|| view! { <p class="notice warn" role="status">{icon("info", "")}<span>{t().history_not_kept()}</span></p> })}
            {move || deleted.with(Option::is_some).then(|| view! {
                <p class="notice" role="status">{icon("info", "")}<span>{t().history_deleted()}</span><button class="btn small" id="undo-delete" on:click=move |_| take_back(history, deleted)>{icon("undo", "")} " " {t().undo()}</button></p>
            })}
            {move || if empty.get() {
                view! { <section class="panel pad empty">{figure(Species::Alienoid, 96)}<p>{t().history_empty()}</p><p><a class="btn gold" href=Route::Home.href()>{icon("play", "")} " " {t().play_now()}</a></p></section> }.into_any()
            } else {
                view! {
                    <Facts history />
                    <div class="review">
                        <div class="rows"><Trend history /><Games history deleted /></div>
                        <aside class="rows"><Kinds history /><Compare history /></aside>
                    </div>
                }.into_any()
            }}
            <Files history deleted />
        </main>
    }
}

/// Four facts: won, rate now, its change, luck.
#[component]
fn Facts(history: RwSignal<History>) -> impl IntoView {
    let facts = move || {
        history.with(|history| {
            let all = Together::of(history.counted());
            let now = Together::of(history.counted().take(MEAN_OF)).rate();
            let before = Together::of(history.counted().skip(MEAN_OF)).rate();
            let none = || "–".to_owned();
            let rate = now.map_or_else(none, |rate| t().decimal((10.0 * rate).round() as i64));
            let band = now.map(|rate| t().rate_band(RateBand::of(rate).id()).to_owned());
            let change = now.zip(before).map(|(now, before)| (10.0 * (now - before)).round() as i64);
            let luck = all.mean_luck().map(|luck| (100.0 * luck).round() as i64);
            let tone = |good: Option<bool>| match good {
                Some(true) => "num pos",
                Some(false) => "num neg",
                None => "num",
            };
            [
                (t().history_won(), t().history_won_of(all.won, all.games).plain(), None, "num"),
                (t().history_rate(), rate, band, "num"),
                (t().history_change(), change.map_or_else(none, signed_tenths), None, tone(change.filter(|c| *c != 0).map(|c| c < 0))),
                (t().history_luck(), luck.map_or_else(none, signed), None, tone(luck.filter(|l| *l != 0).map(|l| 0 < l))),
            ]
            .map(|(label, value, more, class)| {
                view! { <div class="panel fact"><small>{label}</small><b class=class>{value}</b><small class="muted">{more}</small></div> }
            })
            .collect_view()
        })
    };
    view! { <div class="facts">{facts}</div> }
}

/// Tenths of a point with their sign.
fn signed_tenths(tenths: i64) -> String {
    let sign = match tenths {
        0 => "",
        more if 0 < more => "+",
        _ => "−",
    };
    format!("{sign}{}", t().decimal(tenths.abs()))
}

fn rate_words(rate: Option<f64>) -> String {
    rate.map_or_else(|| "–".to_owned(), |rate| t().decimal((10.0 * rate).round() as i64))
}

fn luck_words(luck: Option<f64>) -> String {
    luck.map_or_else(|| "–".to_owned(), |luck| signed((100.0 * luck).round() as i64))
}

/// The same games by monster, by opponent and by rulebook.
#[component]
fn Compare(history: RwSignal<History>) -> impl IntoView {
    let parts = [
        (By::Monster, t().history_by_monster()),
        (By::Rivals, t().history_by_rivals()),
        (By::Book, t().history_by_book()),
    ];
    let table = move |by: By, title: &'static str| {
        let rows = move || {
            let rows = history.with(|history| history.compare(by));
            rows.into_iter().map(|(key, games)| {
                let name = match by {
                    By::Monster => t().monster(&key).to_owned(),
                    By::Book => t().book(&key).to_owned(),
                    By::Rivals => rivals_name(&key),
                };
                view! {
                    <tr class:few=games.games < FEW><th scope="row">{name}</th><td class="num">{games.games}</td><td class="num">{games.won}</td><td class="num">{rate_words(games.rate())}</td><td class="num">{luck_words(games.mean_luck())}</td></tr>
                }
            }).collect_view()
        };
        view! {
            <table class="compare">
                <thead><tr><th scope="col">{title}</th><th scope="col">{t().history_games()}</th><th scope="col">{t().history_won()}</th><th scope="col">{t().history_rate_short()}</th><th scope="col">{t().account_luck()}</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
        }
    };
    view! {
        <section class="panel"><header><h2>{icon("chart", "")} " " {t().history_compare()}</h2></header>
            <div class="pad rows">{parts.map(|(by, title)| table(by, title)).collect_view()}<p class="muted fine">{t().history_few(FEW).plain()}</p></div>
        </section>
    }
}

/// Against whom one played, as a line begins with it.
fn rivals_name(key: &str) -> String {
    let name = match key {
        "people" => t().history_people().to_owned(),
        "mixed" => t().history_mixed().to_owned(),
        level => crate::home::level_name(level),
    };
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// All games, each with its review.
#[component]
fn Games(history: RwSignal<History>, deleted: Deleted) -> impl IntoView {
    let rows = move || {
        history.with(|all| {
            all.games.iter().map(|past| {
                let result = match past.won {
                    Some(true) => view! { {icon("trophy", "c-star")} " " {t().history_won()} }.into_any(),
                    Some(false) => t().history_lost().into_any(),
                    None => "–".into_any(),
                };
                let (id, gone) = (past.id.clone(), past.id.clone());
                let facts = format!("{} · {} · {}", rivals_name(&past.rivals), t().monsters_count(usize::from(past.players)).plain(), t().turns_count(past.turns).plain());
                let luck = past.tally.as_ref().map(|tally| tally.luck);
                view! {
                    <tr>
                        <td>{face_quiet(past.monster)}</td>
                        <td><a class="turnlink" href=Route::Review(Some(id)).href()>{day(past.when)}</a><small class="muted">{facts}</small></td>
                        <td>{result}</td>
                        <td class="num">{rate_words(past.rate())}</td>
                        <td class="num">{luck_words(luck)}</td>
                        <td><button class="btn small ghost" aria-label=t().history_delete(&day(past.when)).plain() on:click=move |_| delete(history, deleted, |past| past.id == gone)>"×"</button></td>
                    </tr>
                }
            }).collect_view()
        })
    };
    view! {
        <section class="panel games"><header><h2>{t().history_games()}</h2><span class="end muted">{move || history.with(|history| history.games.len())}</span></header>
            <div class="scroll" tabindex="0" role="group" aria-label=t().history_games()>
                <table>
                    <thead><tr><td></td><th scope="col">{t().review()}</th><th scope="col">{t().account_result()}</th><th scope="col">{t().history_rate_short()}</th><th scope="col">{t().account_luck()}</th><td></td></tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
}

/// A day as the player's language writes it.
fn day(when: u64) -> String {
    let date = js_sys::Date::new(&JsValue::from_f64(when as f64));
    let options = js_sys::Object::new();
    for (name, value) in [("day", "numeric"), ("month", "short"), ("year", "numeric")] {
        let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    date.to_locale_date_string(crate::lang::lang().tag(), &options).into()
}

/// Deletes the games that fit; for ten seconds it can be taken back.
fn delete(history: RwSignal<History>, deleted: Deleted, fits: impl Fn(&Past) -> bool) {
    let gone: Vec<Saved> = history.with_untracked(|history| {
        let fitting = history.games.iter().filter(|past| fits(past));
        fitting.filter_map(|past| storage::load(&place(&past.id))).collect()
    });
    history.update(|history| history.games.retain(|past| !fits(past)));
    history.with_untracked(|history| {
        let _ = write(history);
    });
    deleted.set(Some(gone));
    set_timeout(
        move || {
            let _ = deleted.try_set(None);
        },
        TAKE_BACK,
    );
}

fn take_back(history: RwSignal<History>, deleted: Deleted) {
    for saved in deleted.get_untracked().unwrap_or_default() {
        let _ = add(history, saved);
    }
    deleted.set(None);
}

/// Takes a game in; whether the browser keeps it.
fn add(history: RwSignal<History>, saved: Saved) -> bool {
    let Some(past) = Past::of(&saved) else { return false };
    let kept = storage::save(&place(&saved.id), &saved);
    history.update(|history| {
        history.add(past);
    });
    kept & history.with_untracked(write)
}
