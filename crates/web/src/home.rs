//! Home: play now, play with friends, one device, join or watch, go on with a game.

use crate::app::TopBar;
use crate::house::{OwnHouseRules, settle};
use crate::lang::{rich, t};
use crate::parts::{face_quiet, icon, monster_key};
use crate::prefs::{Prefs, Settings};
use crate::resume::{KeptGames, begin_solo};
use crate::route::{Route, go};
use bots::{Level, Style};
pub(crate) use client::prefs::{monster_of, opponent, rulebook};
use engine::{Rulebook, Species};
use leptos::prelude::*;

/// The bot levels in order of strength.
pub(crate) const LEVELS: [&str; 4] =
    [Level::Gentle.name(), Level::Fierce.name(), Level::Ruthless.name(), Level::Champion.name()];

/// The styles of bots.
pub(crate) const STYLES: [&str; 4] =
    [Style::Neutral.name(), Style::Brawler.name(), Style::Hoarder.name(), Style::StarSeeker.name()];

/// The name of a bot level, and of its style if it has one.
pub(crate) fn level_name(opponent: &str) -> String {
    t().opponent(opponent)
}

#[component]
pub(crate) fn Home() -> impl IntoView {
    let settings = Settings::get();
    let games = KeptGames::provide();
    let open = Memo::new(move |_| games.open_round());
    view! {
        <a class="skip" href="#play" on:click=skip_to("play")>{t().skip_to_play()}</a>
        <div class="home">
            <TopBar />
            <main>
                <section class="hero" aria-label="Daikaiju">
                    <svg class="only-desk" viewBox="0 0 1440 400" preserveAspectRatio="xMaxYMax slice" aria-hidden="true"><use href="#s-hero" width="1440" height="400" /></svg>
                    <svg class="only-phone" viewBox="0 0 390 450" preserveAspectRatio="xMidYMax slice" aria-hidden="true"><use href="#s-hero-phone" width="390" height="450" /></svg>
                    <div class="copy">
                        <h1>"Daikaiju"</h1>
                        <p class="tagp"><span class="tag">{t().home_tagline()} " " {t().home_free()}</span></p>
                        <div class="cta">
                            <button class="btn big primary" id="play" on:click=move |_| if open.get_untracked().is_some() { go(&Route::Solo) } else { begin_solo() }>
                                {icon("play", "")}
                                {move || match open.get() {
                                    Some(round) => view! { <span>{t().continue_round(round).plain()}</span> }.into_any(),
                                    None => view! {
                                        <span>
                                            {t().play_now()}
                                            <small>{move || rich(t().play_now_hint(settings.watch(|p| p.rivals)))}</small>
                                        </span>
                                    }.into_any(),
                                }}
                            </button>
                            {move || open.get().map(|_| view! { <button class="btn gold" id="new-solo" on:click=move |_| begin_solo()>{icon("dice", "")} {t().new_game()}</button> })}
                            <span class="two">
                                <a class="btn gold" href="#friends" on:click=skip_to("friends")>{icon("people", "")} {t().play_with_friends()}</a>
                                <a class="btn" href=Route::Device.href()>{icon("phone", "")} {t().one_device()}</a>
                            </span>
                        </div>
                    </div>
                </section>
                <div class="wrap"><crate::resume::Rejoin /></div>
                <nav class="wrap more-links" aria-label=t().puzzles_title()>
                    <a class="btn small" id="to-puzzles" href=Route::Puzzles(None).href()>{icon("bulb", "")} {t().puzzles_title()}</a>
                    <a class="btn small" id="to-history" href=Route::History.href()>{icon("history", "")} {t().history_title()}</a>
                    <a class="btn small" id="to-books" href=Route::Arbiter.href()>{icon("book", "")} {t().arb_title()}</a>
                </nav>
                <div class="wrap cols">
                    <YourGame />
                    <crate::lobby::Friends />
                    <crate::lobby::JoinOrWatch />
                </div>
                <nav class="wrap phone-links only-phone" aria-label=t().rules()>
                    <a class="btn small ghost" href=Route::Cards.href()>{icon("deck", "")} {t().cards()}</a>
                    <a class="btn small ghost" href=Route::Rules.href()>{icon("book", "")} {t().rules()}</a>
                    <a class="btn small ghost" href=Route::Learn.href()>{icon("bulb", "")} {t().learn_in_3_minutes()}</a>
                </nav>
            </main>
            <footer class="foot-line">{t().footer()}</footer>
        </div>
    }
}

/// Moves focus to a part of the page without touching the address.
pub(crate) fn skip_to(id: &'static str) -> impl Fn(leptos::ev::MouseEvent) + 'static {
    move |event| {
        event.prevent_default();
        skip_to_now(id);
    }
}

/// Moves focus to a part of the page, if it is there and can be seen.
pub(crate) fn skip_to_now(id: &str) -> bool {
    let Some(part) = document().get_element_by_id(id) else {
        return false;
    };
    let part = wasm_bindgen::JsCast::unchecked_into::<web_sys::HtmlElement>(part);
    if part.offset_height() == 0 {
        return false;
    }
    part.scroll_into_view();
    focus_part(&part);
    true
}

/// Brings the keyboard to a part of the page that is not a control. What lets it come there is set here and not in the
/// view: an attribute that comes and goes with each question would make the browser look anew, each time, whether the part may
/// keep the keyboard, and lay out the whole table for that.
pub(crate) fn focus_part(part: &web_sys::HtmlElement) {
    if !part.has_attribute("tabindex") {
        let _ = part.set_attribute("tabindex", "-1");
    }
    let _ = part.focus();
}

/// The defaults of the game against bots.
#[component]
fn YourGame() -> impl IntoView {
    let settings = Settings::get();
    view! {
        <section class="panel" id="solo" aria-label=t().your_game()>
            <header><h2>{t().your_game()}</h2><span class="end">{t().works_offline()}</span></header>
            <div class="pad">
                <MonsterPicker name="m1" get=|p: &Prefs| p.monster.clone() set=|p: &mut Prefs, id| p.monster = id />
                <div class="field">
                    <span>{t().rivals()}</span>
                    <div class="seg" role="radiogroup" aria-label=t().rivals()>
                        {(1..=5u8)
                            .map(|n| view! {
                                <label>
                                    <input type="radio" name="rivals" prop:checked=move || settings.watch(|p| p.rivals) == n on:change=move |_| settings.change(|p| p.rivals = n) />
                                    {n}
                                </label>
                            })
                            .collect_view()}
                    </div>
                </div>
                <div class="field">
                    <span>{t().bots_label()}</span>
                    <div class="seg" role="radiogroup" aria-label=t().bots_label()>
                        {LEVELS
                            .map(|level| view! {
                                <label>
                                    <input type="radio" name="level" prop:checked=move || settings.watch(|p| p.level == level) on:change=move |_| settings.change(|p| p.level = level.to_owned()) />
                                    {level_name(level)}
                                </label>
                            })
                            .collect_view()}
                    </div>
                </div>
                <label class="field">
                    <span>{t().bot_style()}</span>
                    <select class="select" on:change=move |event| settings.change(|p| p.style = event_target_value(&event))>
                        {STYLES
                            .map(|style| view! {
                                <option value=style title=t().style_hint(style).to_owned() selected=settings.read(|p| p.style == style)>{t().style(style).to_owned()}</option>
                            })
                            .collect_view()}
                    </select>
                </label>
                <BookPicker />
                <OwnHouseRules />
                <div class="field">
                    <span>{t().help_label()}</span>
                    <label class="inline">
                        <input class="switch" type="checkbox" prop:checked=move || settings.watch(|p| p.hints) on:change=move |event| settings.change(|p| { p.hints = event_target_checked(&event); p.odds = p.hints; }) />
                        {t().first_game_hints()}
                    </label>
                </div>
                <button class="btn primary wide" id="play-chosen" on:click=move |_| begin_solo()>{icon("play", "")} {t().play_now()}</button>
            </div>
        </section>
    }
}

/// Which book is played.
#[component]
pub(crate) fn BookPicker() -> impl IntoView {
    let settings = Settings::get();
    let choose = move |event| {
        settings.change(|p| {
            p.rulebook = event_target_value(&event);
            settle(p.book(), &mut p.house);
        })
    };
    let books = Rulebook::ALL.into_iter().map(move |book| {
        view! { <option value=book.name() selected=settings.read(|p| p.book() == book)>{crate::words::book(book)}</option> }
    });
    view! {
        <label class="field">
            <span>{t().rulebook()}</span>
            <select class="select" on:change=choose>{books.collect_view()}</select>
            <a class="ownlink" href=format!("{}/own", Route::Differs.href())>{t().dif_own()}</a>
        </label>
    }
}

/// Six faces, one of which is yours.
#[component]
pub(crate) fn MonsterPicker<G, S>(name: &'static str, get: G, set: S) -> impl IntoView
where
    G: Fn(&Prefs) -> String + Copy + Send + Sync + 'static,
    S: Fn(&mut Prefs, String) + Copy + Send + Sync + 'static,
{
    let settings = Settings::get();
    let faces = move || {
        let rules = settings.watch(Prefs::rules);
        Species::roster(rules.roster)
            .map(|species| {
                view! {
                    <label class="pick" data-m=monster_key(species)>
                        <input
                            type="radio"
                            name=name
                            aria-label=crate::words::monster(species)
                            prop:checked=move || settings.watch(|p| monster_of(&get(p), &p.rules()) == species)
                            on:change=move |_| settings.change(|p| set(p, species.id().to_owned()))
                        />
                        {face_quiet(species)}
                        <span class="nm" aria-hidden="true">{crate::words::monster(species)}</span>
                    </label>
                }
            })
            .collect_view()
    };
    view! { <fieldset class="picker"><legend class="vh">{t().choose_monster()}</legend>{faces}</fieldset> }
}
