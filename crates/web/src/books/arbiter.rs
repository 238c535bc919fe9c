//! The arbiter's page: set up a situation, play it on, and see what each book makes of it.

use super::browse::Browse;
use super::columns::Answers;
use super::editor::{Editor, species};
use super::moves::Moves;
use super::send::Send;
use crate::lang::t;
use crate::parts::icon;
use crate::prefs::Settings;
use crate::storage;
use crate::table::typing;
use client::ask as words;
use engine::{Event, MonsterSetup, Record, Rulebook, Rules, Seat, Setup, SetupError, State};
use leptos::prelude::*;
use leptos::task::spawn_local;
use scenario::Start;
use scenario::ask::{Dispute, Move, Took, Verdict};
use serde::Deserialize;

/// Where one is on the page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pane {
    Situation,
    Moves,
    Answers,
}

/// The question that is being asked.
#[derive(Clone, Copy)]
pub(super) struct Asking {
    /// As it is written; it may be impossible.
    pub(super) draft: RwSignal<Dispute>,
    /// The last one that could be heard, and what the books made of it.
    pub(super) heard: RwSignal<(Dispute, Verdict)>,
    /// What is impossible about the draft.
    pub(super) wrong: RwSignal<Option<SetupError>>,
    /// What could not be read of a link or a file.
    pub(super) trouble: RwSignal<Option<String>>,
    /// The questions of a file that has several.
    pub(super) cases: RwSignal<Vec<Dispute>>,
    pub(super) pane: RwSignal<Pane>,
}

impl Asking {
    fn new() -> Asking {
        let mut empty = empty();
        name_seats(&mut empty);
        let verdict = empty.hear();
        Asking {
            draft: RwSignal::new(empty.clone()),
            heard: RwSignal::new((empty, verdict)),
            wrong: RwSignal::new(None),
            trouble: RwSignal::new(None),
            cases: RwSignal::new(Vec::new()),
            pane: RwSignal::new(Pane::Situation),
        }
    }

    /// The question of this page.
    pub(super) fn get() -> Asking {
        expect_context::<Asking>()
    }

    /// Asks something else. What cannot be stays written, and the last good answer stays beside it.
    pub(super) fn ask(self, mut dispute: Dispute) {
        name_seats(&mut dispute);
        let mut verdict = dispute.hear();
        match verdict.columns.iter().find_map(|column| column.wrong.clone()) {
            Some(wrong) if verdict.columns.iter().all(|column| column.wrong.is_some()) => {
                self.wrong.set(Some(wrong));
                self.draft.set(dispute);
                return;
            }
            _ => self.wrong.set(None),
        }
        // What no book takes any more, now that the table is another, is no longer part of the question.
        let took = |row: usize| {
            let cells = verdict.columns.iter().filter_map(|column| column.cells.get(row + 1));
            cells.into_iter().any(|cell| cell.took == Took::Taken)
        };
        if let Some(dead) = (0..dispute.moves.len()).find(|row| !took(*row)) {
            dispute.moves.truncate(dead);
            verdict = dispute.hear();
        }
        let link = format!("#/arbiter/{}", dispute.to_link());
        if let Ok(history) = window().history() {
            let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&link));
        }
        self.draft.set(dispute.clone());
        self.heard.set((dispute, verdict));
    }

    /// Changes the table; the moves stay as far as they still fit.
    pub(super) fn change(self, act: impl FnOnce(&mut Setup)) {
        let mut dispute = self.draft.get_untracked();
        let mut setup = setup_of(&dispute);
        let had_bay = setup.bay.is_some();
        act(&mut setup);
        // One book leaves it to the table whether the Bay is played with. Whoever sets a monster there does.
        if had_bay != setup.bay.is_some() {
            dispute.switches.retain(|(switch, _)| *switch != "use_bay");
            dispute.switches.extend(setup.bay.map(|_| ("use_bay", "true")));
        }
        dispute.start = Start::Table(Box::new(setup));
        dispute.rules.clear();
        self.ask(dispute);
    }

    /// Goes to another step, and to its beginning.
    pub(super) fn go_to(self, pane: Pane) {
        self.pane.set(pane);
        window().scroll_to_with_x_and_y(0.0, 0.0);
    }

    /// One move more.
    pub(super) fn play(self, one: Move) {
        let mut dispute = self.heard.with_untracked(|(dispute, _)| dispute.clone());
        dispute.moves.push(one);
        self.ask(dispute);
    }

    /// One move less, in all books.
    pub(super) fn step_back(self) {
        let mut dispute = self.heard.with_untracked(|(dispute, _)| dispute.clone());
        dispute.moves.pop();
        self.ask(dispute);
    }

    /// Something of the table; the view follows it.
    pub(super) fn see<T>(self, pick: impl FnOnce(&Setup) -> T) -> T {
        self.draft.with(|dispute| pick(&setup_of(dispute)))
    }
}

/// Seats without a name go by their monsters, as everywhere.
fn name_seats(dispute: &mut Dispute) {
    let players = dispute.start.players();
    for seat in Seat::ALL.into_iter().take(players).skip(dispute.names.len()) {
        dispute.names.push(crate::words::monster(species(seat)));
    }
    dispute.names.truncate(players);
}

/// The table of a question; a game that has not begun is a table where nothing has happened.
fn setup_of(dispute: &Dispute) -> Setup {
    match &dispute.start {
        Start::Table(setup) => Setup::clone(setup),
        Start::New { players, .. } => {
            Setup { monsters: vec![MonsterSetup::default(); *players], ..Setup::default() }
        }
    }
}

/// A table with three monsters where nothing has happened; one's own house rules are heard too.
fn empty() -> Dispute {
    let setup = Setup { monsters: vec![MonsterSetup::default(); 3], ..Setup::default() };
    let table = Settings::get().read(|prefs| prefs.rules());
    Dispute {
        table: Some(table).filter(|rules| rules.book().is_none()),
        ..Dispute::about(Start::Table(Box::new(setup)))
    }
}

/// A book with one more house rule, `switch.value`, to be heard beside the five: it shows what no book has.
fn house_table(dispute: &Dispute, book: Rulebook, house: &str) -> Option<Rules> {
    let (switch, value) = house.split_once('.')?;
    let mut rules = dispute.rules_of(book);
    rules.set(switch, value).ok()?;
    Some(rules)
}

/// What a game hands over.
#[derive(Deserialize)]
struct FromGame {
    /// The whole game, where this device has it.
    record: Option<Record>,
    /// How many of its events count.
    events: Option<usize>,
    /// Otherwise a turn as this seat heard it: the table at its first question and after it, and what happened before and
    /// between.
    start: Option<State>,
    #[serde(default)]
    opening: Vec<Event>,
    #[serde(default)]
    since: Vec<Event>,
    after: Option<State>,
    names: Option<Vec<String>>,
    /// The way back.
    back: String,
    /// The game goes on beside this page.
    #[serde(default)]
    online: bool,
}

impl FromGame {
    fn dispute(&self) -> Option<Dispute> {
        let events = self.events.unwrap_or(usize::MAX);
        let record = self.record.as_ref().and_then(|record| words::of_record(record, events));
        let names = || self.names.clone().unwrap_or_default();
        record.or_else(|| {
            let (start, after) = (self.start.as_ref()?, self.after.as_ref()?);
            Some(words::of_turn(start, &self.opening, &self.since, after, names()))
        })
    }
}

/// `Z` takes a step back, `D` goes to the first difference.
fn listen(asking: Asking) {
    let keys = Settings::get().read(|prefs| prefs.keys);
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        if !keys || event.ctrl_key() || event.alt_key() || event.meta_key() || typing(&event) {
            return;
        }
        match event.key().as_str() {
            "z" | "Z" => asking.step_back(),
            "d" | "D" => {
                asking.pane.set(Pane::Answers);
                request_animation_frame(|| {
                    for id in ["first-row", "first-fold"] {
                        crate::home::skip_to_now(id);
                    }
                });
            }
            _ => {}
        }
    });
    on_cleanup(move || handle.remove());
}

#[component]
pub(super) fn Arbiter(rest: String) -> impl IntoView {
    let asking = Asking::new();
    provide_context(asking);
    listen(asking);
    let mut back = None;
    let mut parts = rest.splitn(3, '/');
    match (parts.next().unwrap_or_default(), parts.next(), parts.next()) {
        ("browse" | "card" | "rule", word, _) => {
            let by_card = rest.starts_with("card/");
            return view! { <Browse wanted=word.unwrap_or_default().to_owned() by_card /> }
                .into_any();
        }
        ("scenario", Some(id), case) => {
            let (case, house) =
                case.unwrap_or_default().split_once('/').unwrap_or((case.unwrap_or_default(), ""));
            let (id, case) = (id.to_owned(), case.parse().unwrap_or(0));
            let (house, book) = (house.to_owned(), Settings::get().read(|prefs| prefs.book()));
            spawn_local(async move {
                match super::browse::scenario(&id, case).await {
                    Ok(mut dispute) => {
                        dispute.table = house_table(&dispute, book, &house).or(dispute.table);
                        asking.pane.set(Pane::Answers);
                        asking.ask(dispute);
                    }
                    Err(why) => asking.trouble.set(Some(why)),
                }
            });
        }
        ("game", ..) => {
            if let Some(game) = storage::load::<FromGame>("arbiter") {
                if let Some(dispute) = game.dispute() {
                    asking.pane.set(Pane::Answers);
                    asking.ask(dispute);
                }
                back = Some((game.back, game.online));
            }
        }
        ("", ..) => {}
        _ => match Dispute::from_link(&rest) {
            Ok((dispute, trouble)) => {
                asking.pane.set(Pane::Answers);
                asking.trouble.set(trouble.map(|trouble| words::trouble(t(), &trouble)));
                asking.ask(dispute);
            }
            Err(trouble) => asking.trouble.set(Some(words::trouble(t(), &trouble))),
        },
    }
    let steps = [
        (Pane::Situation, "1", t().arb_situation(), "situation"),
        (Pane::Moves, "2", t().arb_moves(), "moves"),
        (Pane::Answers, "3", t().arb_answers(), "answers"),
    ];
    let title = move || {
        let title = asking.draft.with(|dispute| dispute.title.clone());
        if title.is_empty() { t().arb_title().to_owned() } else { title }
    };
    view! {
        <main class="wrap arb" id="arbiter">
            <header class="ahead">
                <div><h1>{title}</h1><p class="muted">{t().arb_lead()}</p></div>
                <ol class="asteps">
                    {steps.map(|(step, number, words, id)| view! {
                        <li><button id=format!("step-{id}") aria-current=move || (asking.pane.get() == step).then_some("step") on:click=move |_| asking.go_to(step)><span class="qn">{number}</span> {words}</button></li>
                    }).collect_view()}
                </ol>
            </header>
            {back.map(|(back, online)| view! {
                <div class="notice taken" role="status">{icon("info", "")}<span>{t().arb_taken()} {online.then(|| format!(" {}", t().arb_other_tab()))}</span>
                    {(!online).then(|| view! { <a class="btn small" id="back-to-game" href=back>{icon("undo", "")} " " {t().back_to_game()}</a> })}
                </div>
            })}
            {move || asking.trouble.get().map(|why| view! { <p class="notice warn" id="trouble" role="alert">{icon("info", "")}<span>{t().arb_trouble(&why).plain()}</span></p> })}
            <super::send::Cases />
            {move || asking.wrong.get().map(|wrong| view! {
                <p class="notice bad" id="wrong" role="alert">{icon("info", "")}<span>{t().arb_wrong(&words::misfit(t(), &wrong)).plain()}</span></p>
            })}
            {move || match asking.pane.get() {
                Pane::Situation => view! { <Editor /> }.into_any(),
                Pane::Moves => view! { <Moves /> }.into_any(),
                Pane::Answers => view! { <Answers /> <Send /> }.into_any(),
            }}
            <nav class="acts2" aria-label=t().arb_arbiter()>
                <a class="btn small ghost" href="#/arbiter/browse">{icon("deck", "")} " " {t().arb_browse()}</a>
                <a class="btn small ghost" href="#/differs">{icon("book", "")} " " {t().what_differs()}</a>
                <button class="btn small ghost" id="empty-table" on:click=move |_| { asking.trouble.set(None); asking.cases.set(Vec::new()); asking.ask(empty()); asking.go_to(Pane::Situation); }>{icon("undo", "")} " " {t().arb_empty()}</button>
            </nav>
        </main>
    }
    .into_any()
}
