//! Settings: language, theme, motion, sound, keys, what is asked and what is answered by itself.

use crate::app::{LanguagePicker, TopBar};
use crate::lang::t;
use crate::parts::{die_key, icon};
use crate::prefs::{Prefs, Settings, Speed, Theme};
use crate::route::Route;
use engine::Face;
use leptos::prelude::*;

#[component]
pub(crate) fn SettingsPage() -> impl IntoView {
    view! {
        <TopBar title=t().settings() />
        <main class="wrap page">
            <h1 class="pagehead">{t().settings()}</h1>
            <SettingsForm />
            <p><a class="btn small ghost" href=Route::Home.href()>{t().back()}</a></p>
        </main>
    }
}

/// The form itself; it also stands in the table's own sheet.
#[component]
pub(crate) fn SettingsForm() -> impl IntoView {
    let settings = Settings::get();
    view! {
        <div class="tiles two">
            <section class="tile panel">
                <header><h2>{t().settings_page_and_speed()}</h2></header>
                <div class="pad rows">
                    <div class="setrow"><span>{t().language()}</span><LanguagePicker /></div>
                    <Choice
                        label=t().theme()
                        name="theme"
                        options=vec![(Theme::System, t().theme_system()), (Theme::Light, t().theme_day()), (Theme::Dark, t().theme_night())]
                        get=|prefs: &Prefs| prefs.theme
                        set=|prefs: &mut Prefs, theme| prefs.theme = theme
                    />
                    <Choice
                        label=t().text_size()
                        name="text"
                        options=vec![(100, t().text_usual()), (115, t().text_large()), (130, t().text_largest())]
                        get=|prefs: &Prefs| prefs.text
                        set=|prefs: &mut Prefs, text: u8| prefs.text = text
                    />
                    <Choice
                        label=t().speed()
                        name="speed"
                        options=vec![
                            (Speed::Calm, t().speed_calm()),
                            (Speed::Normal, t().speed_normal()),
                            (Speed::Fast, t().speed_fast()),
                            (Speed::Instant, t().speed_instant()),
                            (Speed::Tap, t().speed_tap()),
                        ]
                        get=|prefs: &Prefs| prefs.pace()
                        set=|prefs: &mut Prefs, speed| prefs.speed = Some(speed)
                    />
                    <SpeedShown />
                </div>
            </section>
            <section class="tile panel">
                <header><h2>{t().sound()}</h2></header>
                <div class="pad rows">
                    <Switch label=t().sound_on() get=|p: &Prefs| p.sound set=|p: &mut Prefs, on| p.sound = on />
                    <Volume label=t().volume_game() get=|p: &Prefs| p.volume set=|p: &mut Prefs, v| p.volume = v />
                    <Volume label=t().volume_alerts() get=|p: &Prefs| p.alerts set=|p: &mut Prefs, v| p.alerts = v />
                    {crate::notify::possible().then(|| view! {
                        <label class="setrow">
                            <span>{t().notify_setting()}</span>
                            <input
                                class="switch"
                                id="notify"
                                type="checkbox"
                                prop:checked=move || settings.watch(|p| p.notify)
                                on:change=move |event| if event_target_checked(&event) { crate::notify::ask() } else { settings.change(|p| p.notify = false) }
                            />
                        </label>
                    })}
                </div>
            </section>
            <section class="tile panel">
                <header><h2>{t().help_label()}</h2></header>
                <div class="pad rows">
                    <Switch label=t().show_hints() get=|p: &Prefs| p.hints set=|p: &mut Prefs, on| p.hints = on />
                    <Switch label=t().show_odds() get=|p: &Prefs| p.odds set=|p: &mut Prefs, on| p.odds = on />
                    <Choice
                        label=t().tutor()
                        name="tutor"
                        options=vec![(0, t().tutor_off()), (10, t().tutor_from_ten()), (5, t().tutor_from_five()), (2, t().tutor_from_two())]
                        get=|prefs: &Prefs| prefs.tutor
                        set=|prefs: &mut Prefs, points: u8| prefs.tutor = points
                    />
                    <Switch label=t().throw_setting() get=|p: &Prefs| p.throws set=|p: &mut Prefs, on| p.throws = on />
                    <Switch label=t().single_keys() get=|p: &Prefs| p.keys set=|p: &mut Prefs, on| p.keys = on />
                    <Switch label=t().curtain_setting() get=|p: &Prefs| p.curtain set=|p: &mut Prefs, on| p.curtain = on />
                </div>
            </section>
            <section class="tile panel">
                <header><h2 id="auto-answers">{t().auto_title()}</h2></header>
                <div class="pad rows"><AutoAnswers /></div>
            </section>
            <p><button class="btn small ghost" id="reset-settings" on:click=move |_| settings.change(Prefs::reset)>{icon("undo", "")} " " {t().reset_settings()}</button></p>
        </div>
    }
}

/// Three dice that roll as fast as has just been chosen.
#[component]
fn SpeedShown() -> impl IntoView {
    let settings = Settings::get();
    let pace = Memo::new(move |_| settings.watch(|p| p.pace()));
    // Nothing moves before something is chosen.
    let chosen = Memo::new(move |before: Option<&(Speed, bool)>| {
        let pace = pace.get();
        (pace, before.is_some_and(|(before, rolls)| *rolls || *before != pace))
    });
    move || {
        let (pace, rolls) = chosen.get();
        let rolls = rolls && pace != Speed::Instant;
        let scale = f64::from(pace.scale(100)) / 100.0;
        let dice = [Face::Three, Face::Claw, Face::Heart].into_iter().enumerate().map(move |(n, face)| {
            view! {
                <svg class:rolling=rolls style:--n=n.to_string() viewBox="0 0 100 100"><use href=format!("#die-{}", die_key(face)) /></svg>
            }
        });
        view! { <div class="setrow" aria-hidden="true"><span class="minidice big" id="speed-shown" style:--pace=scale.to_string()>{dice.collect_view()}</span></div> }
    }
}

/// The answers that the player gives in advance.
#[component]
pub(crate) fn AutoAnswers() -> impl IntoView {
    view! {
        <Limit label=t().auto_stay_from() get=|p: &Prefs| p.stay_from set=|p: &mut Prefs, n| p.stay_from = n />
        <Limit label=t().auto_yield_to() get=|p: &Prefs| p.yield_to set=|p: &mut Prefs, n| p.yield_to = n />
        <Switch label=t().auto_skip_buy() get=|p: &Prefs| p.skip_buying set=|p: &mut Prefs, on| p.skip_buying = on />
        <Switch label=t().ask_order_setting() get=|p: &Prefs| p.ask_order set=|p: &mut Prefs, on| p.ask_order = on />
        <p class="muted">{t().auto_private()}</p>
    }
}

/// A row of choices, one of which holds.
#[component]
fn Choice<T, G, S>(
    label: &'static str,
    name: &'static str,
    options: Vec<(T, &'static str)>,
    get: G,
    set: S,
) -> impl IntoView
where
    T: Copy + PartialEq + Send + Sync + 'static,
    G: Fn(&Prefs) -> T + Copy + Send + Sync + 'static,
    S: Fn(&mut Prefs, T) + Copy + Send + Sync + 'static,
{
    let settings = Settings::get();
    let options = options.into_iter().map(move |(value, text)| {
        view! {
            <label>
                <input type="radio" name=name prop:checked=move || settings.watch(get) == value on:change=move |_| settings.change(|prefs| set(prefs, value)) />
                {text}
            </label>
        }
    });
    view! {
        <div class="setrow stack">
            <span>{label}</span>
            <div class="seg" role="radiogroup" aria-label=label>{options.collect_view()}</div>
        </div>
    }
}

/// A switch.
#[component]
pub(crate) fn Switch<G, S>(label: &'static str, get: G, set: S) -> impl IntoView
where
    G: Fn(&Prefs) -> bool + Copy + Send + Sync + 'static,
    S: Fn(&mut Prefs, bool) + Copy + Send + Sync + 'static,
{
    let settings = Settings::get();
    view! {
        <label class="setrow">
            <span>{label}</span>
            <input
                class="switch"
                type="checkbox"
                prop:checked=move || settings.watch(get)
                on:change=move |event| settings.change(|prefs| set(prefs, event_target_checked(&event)))
            />
        </label>
    }
}

#[component]
fn Volume<G, S>(label: &'static str, get: G, set: S) -> impl IntoView
where
    G: Fn(&Prefs) -> u8 + Copy + Send + Sync + 'static,
    S: Fn(&mut Prefs, u8) + Copy + Send + Sync + 'static,
{
    let settings = Settings::get();
    view! {
        <label class="setrow">
            <span>{label}</span>
            <input
                type="range"
                min="0"
                max="100"
                step="10"
                prop:value=move || settings.watch(get).to_string()
                on:change=move |event| {
                    if let Ok(value) = event_target_value(&event).parse() {
                        settings.change(|prefs| set(prefs, value));
                    }
                }
            />
        </label>
    }
}

/// A number of hearts from none to the most there are; none switches the answer off.
#[component]
fn Limit<G, S>(label: &'static str, get: G, set: S) -> impl IntoView
where
    G: Fn(&Prefs) -> u8 + Copy + Send + Sync + 'static,
    S: Fn(&mut Prefs, u8) + Copy + Send + Sync + 'static,
{
    let settings = Settings::get();
    let step = move |by: i8| {
        settings.change(|prefs| {
            let now = get(prefs).saturating_add_signed(by).min(engine::Setup::HEARTS_MAX);
            set(prefs, now);
        })
    };
    let shown = move || match settings.watch(get) {
        0 => t().tutor_off().to_owned(),
        n => t().hearts_count(n).symbols(),
    };
    view! {
        <div class="setrow" role="group" aria-label=label>
            <span>{label}</span>
            <span class="stepper">
                <button type="button" aria-label=t().fewer() on:click=move |_| step(-1)>"−"</button>
                <b aria-live="polite">{shown}</b>
                <button type="button" aria-label=t().more() on:click=move |_| step(1)>"+"</button>
            </span>
        </div>
    }
}
