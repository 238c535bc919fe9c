//! The whole page: reads the language, shows what the address names, and draws anew when the language changes.

use crate::gallery::Gallery;
use crate::home::Home;
use crate::lang::{Lang, get, speak, t};
use crate::learn::Learn;
use crate::parts::{figure, icon};
use crate::play::{DevicePage, DevicePlayPage, SoloPage};
use crate::prefs::Settings;
use crate::route::Route;
use crate::session::local::place_of;
use crate::session::record::{KeptGame, Mode};
use crate::settings::SettingsPage;
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::cell::Cell;
use wasm_bindgen::JsCast;

/// Starts the page: first the words, then everything else.
///
/// `table` shows tables at a server, which not every program of the page has in it.
pub(crate) async fn start(table: fn(Route) -> AnyView) {
    let owner = Owner::new();
    owner.set();
    let settings = Settings::load();
    let wanted = settings.language();
    if !speak(wanted).await && !speak(Lang::En).await {
        if let Some(text) = document().get_element_by_id("shell-text") {
            text.set_text_content(Some(
                "The words of the game could not be loaded. Please reload the page.",
            ));
        }
        return;
    }
    let Some(root) = document()
        .get_element_by_id("app")
        .and_then(|root| root.dyn_into::<web_sys::HtmlElement>().ok())
    else {
        return;
    };
    root.set_inner_html("");
    mount_to(root, move || view! { <App table /> }).forget();
    std::mem::forget(owner);
}

thread_local! {
    static ART: Cell<bool> = const { Cell::new(false) };
}

/// The drawings of the cards come with the first page that shows cards.
async fn card_art() {
    if ART.replace(true) {
        return;
    }
    let Some(svg) = get(&format!("{}/cards.svg", crate::assets())).await else {
        return;
    };
    if let Ok(holder) = document().create_element("div") {
        holder.set_class_name("sprite");
        let _ = holder.set_attribute("aria-hidden", "true");
        holder.set_inner_html(&svg);
        if let Some(body) = document().body() {
            let _ = body.insert_before(&holder, body.first_child().as_ref());
        }
    }
}

/// The table that was left for another page and is still on.
#[derive(Clone, Copy)]
struct LeftTable(RwSignal<Option<Route>>);

impl LeftTable {
    /// Follows the player from page to page: home is where a table is left for good.
    fn follow(self, page: &Route) {
        match page {
            Route::Solo | Route::DevicePlay | Route::Table(..) => self.0.set(Some(page.clone())),
            Route::Home => self.0.set(None),
            _ => {}
        }
    }

    /// Where the way back leads from this page, if a game is on.
    fn way(self) -> Option<Route> {
        let left = self.0.get().filter(|left| *left != crate::route::now())?;
        let kept = |mode| {
            let kept: Option<KeptGame> = crate::storage::load(place_of(mode));
            kept.is_some()
        };
        let on = match left {
            Route::Solo => kept(Mode::Solo),
            Route::DevicePlay => kept(Mode::Device),
            _ => true,
        };
        on.then_some(left)
    }
}

/// Which language is drawn; a new number draws everything anew.
#[derive(Clone, Copy)]
pub(crate) struct Redraw(pub(crate) RwSignal<u32>);

#[component]
fn App(table: fn(Route) -> AnyView) -> impl IntoView {
    let redraw = Redraw(RwSignal::new(0));
    provide_context(redraw);
    provide_context(crate::update::Newer::listen());
    crate::company::Company::provide();
    let left = LeftTable(RwSignal::new(None));
    provide_context(left);
    let route = RwSignal::new(crate::route::now());
    window_event_listener(ev::hashchange, move |_| {
        look_again(redraw);
        crate::route::tidy();
        route.set(crate::route::now());
        window().scroll_to_with_x_and_y(0.0, 0.0);
    });
    move || {
        redraw.0.track();
        let page = route.get();
        left.follow(&page);
        set_title(&page);
        if page != Route::Home {
            spawn_local(card_art());
        }
        let home = page == Route::Home;
        let page = match page {
            Route::Home => view! { <Home /> }.into_any(),
            Route::Settings => view! { <SettingsPage /> }.into_any(),
            Route::Cards => view! { <Gallery /> }.into_any(),
            Route::Rules => view! { <crate::part::Part title=t().rules() /> }.into_any(),
            Route::Differs => view! { <crate::part::Part title=t().what_differs() /> }.into_any(),
            Route::Arbiter => view! { <crate::part::Part title=t().arb_arbiter() /> }.into_any(),
            Route::Learn => view! { <Learn /> }.into_any(),
            Route::Solo => view! { <SoloPage /> }.into_any(),
            Route::Device => view! { <DevicePage /> }.into_any(),
            Route::DevicePlay => view! { <DevicePlayPage /> }.into_any(),
            Route::Review(_) => view! { <crate::part::Part title=t().review() /> }.into_any(),
            Route::History => view! { <crate::part::Part title=t().history_title() /> }.into_any(),
            Route::Puzzles(_) => {
                view! { <crate::part::Part title=t().puzzles_title() /> }.into_any()
            }
            route @ (Route::Table(..) | Route::Move(..)) => table(route),
            Route::Unknown => view! { <NotFound /> }.into_any(),
        };
        view! { {page} {(!home).then(|| view! { <crate::company::Calls /> })} }
    }
}

/// Another program of the page may have changed the settings, the language among them.
fn look_again(redraw: Redraw) {
    let settings = Settings::get();
    settings.look();
    let wanted = settings.language();
    if wanted != crate::lang::lang() {
        spawn_local(async move {
            if speak(wanted).await {
                redraw.0.update(|n| *n += 1);
            }
        });
    }
}

fn set_title(page: &Route) {
    let name = match page {
        Route::Cards => t().cards(),
        Route::Rules => t().rules(),
        Route::Differs => t().what_differs(),
        Route::Arbiter => t().arb_arbiter(),
        Route::Learn => t().learn_in_3_minutes(),
        Route::Settings => t().settings(),
        Route::Review(_) => t().review(),
        Route::History => t().history_title(),
        Route::Puzzles(_) => t().puzzles_title(),
        _ => return document().set_title(t().page_title()),
    };
    document().set_title(&t().title_with(name).plain());
}

/// Nothing is at this address.
#[component]
fn NotFound() -> impl IntoView {
    view! {
        <TopBar title=t().page_not_found() />
        <main class="wrap page">
            <div class="load">
                {figure(engine::Species::SpacePenguin, 96)}
                <div><h1>{t().page_not_found()}</h1><p><a class="btn gold" href=Route::Home.href()>{t().back()}</a></p></div>
            </div>
        </main>
    }
}

/// Changes the language of the page.
pub(crate) fn change_language(settings: Settings, redraw: Redraw, lang: Lang) {
    spawn_local(async move {
        if speak(lang).await {
            settings.change(|prefs| prefs.lang = Some(lang.tag().to_owned()));
            redraw.0.update(|n| *n += 1);
        }
    });
}

/// The name, which leads home.
#[component]
pub(crate) fn Brand() -> impl IntoView {
    view! {
        <a class="brand" href=Route::Home.href() aria-label=t().home_link()>
            <svg aria-hidden="true"><use href="#i-logo" /></svg>
            <span class="only-desk">"Daikaiju"</span>
        </a>
    }
}

/// The bar at the top of every page that is not a table.
#[component]
pub(crate) fn TopBar(#[prop(optional, into)] title: String) -> impl IntoView {
    let home = title.is_empty();
    view! {
        <header class="top">
            <Brand />
            {(!home).then(|| view! { <span class="tablename">{title}</span> })}
            <span class="spacer"></span>
            {(!home).then(|| view! { <WayBack /> })}
            <crate::update::UpdateButton />
            <a class="btn small ghost only-desk" href=Route::Cards.href()>{icon("deck", "")} {t().cards()}</a>
            <a class="btn small ghost only-desk" href=Route::Rules.href()>{icon("book", "")} {t().rules()}</a>
            <a class="btn small ghost only-desk" href=Route::Learn.href()>{icon("bulb", "")} {t().learn_in_3_minutes()}</a>
            <LanguagePicker />
            <a class="iconbtn" href=Route::Settings.href() aria-label=t().settings()>{icon("gear", "")}</a>
        </header>
    }
}

/// The way back to a game that is on.
#[component]
fn WayBack() -> impl IntoView {
    let left = use_context::<LeftTable>();
    move || {
        left?.way().map(|route| view! { <a class="btn small gold" id="to-the-table" href=route.href() aria-label=t().to_the_table()>{icon("dice", "")} <span class="only-desk">{t().to_the_table()}</span></a> })
    }
}

/// The language switch.
#[component]
pub(crate) fn LanguagePicker() -> impl IntoView {
    let settings = Settings::get();
    let redraw = expect_context::<Redraw>();
    let options = Lang::ALL.into_iter().map(|lang| {
        view! { <option value=lang.tag() lang=lang.tag() selected=lang == crate::lang::lang()>{lang.endonym()}</option> }
    });
    view! {
        <label class="langpick">
            {icon("globe", "")}
            <span class="vh">{t().language()}</span>
            <select on:change=move |event| {
                if let Some(lang) = Lang::from_tag(&event_target_value(&event)) {
                    change_language(settings, redraw, lang);
                }
            }>{options.collect_view()}</select>
        </label>
    }
}
