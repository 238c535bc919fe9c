//! Which page is shown. The address after `#` says so, and a table's own path (`/t/harbour-42`) works as well.

use leptos::prelude::*;

/// A page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Route {
    /// Home and lobby.
    Home,
    /// All cards.
    Cards,
    /// The rules in plain words.
    Rules,
    /// Learn in three minutes.
    Learn,
    /// Settings.
    Settings,
    /// The game against bots, on this device.
    Solo,
    /// The form for several people on one device.
    Device,
    /// The game of several people on one device.
    DevicePlay,
    /// An online table, by its name; the second part is a personal secret, if the link carries one.
    Table(String, Option<String>),
    /// A personal link: the seat moves to this device.
    Move(String, String),
    /// The game that ended last, or one pasted in.
    Review,
    /// Anything else.
    Unknown,
}

impl Route {
    /// The page that the address names.
    pub(crate) fn now() -> Route {
        let location = window().location();
        let hash = location.hash().unwrap_or_default();
        let path = location.pathname().unwrap_or_default();
        match hash.strip_prefix("#/") {
            Some(rest) => Route::read(rest),
            None => match Route::read(path.trim_start_matches('/')) {
                Route::Table(name, Some(part)) if part == "move" && 1 < hash.len() => {
                    Route::Move(name, hash[1..].to_owned())
                }
                // A table's link carries its key behind the sign, where no server log sees it.
                Route::Table(name, None) if 1 < hash.len() => {
                    Route::Table(name, Some(hash[1..].to_owned()))
                }
                route => route,
            },
        }
    }

    fn read(text: &str) -> Route {
        let mut parts = text.trim_end_matches('/').split('/');
        match (parts.next().unwrap_or_default(), parts.next(), parts.next()) {
            ("" | "index.html", None, _) => Route::Home,
            ("cards", ..) => Route::Cards,
            ("rules", ..) => Route::Rules,
            ("learn", ..) => Route::Learn,
            ("settings", ..) => Route::Settings,
            ("solo", ..) => Route::Solo,
            ("device", Some("play"), _) => Route::DevicePlay,
            ("device", ..) => Route::Device,
            ("review", ..) => Route::Review,
            ("t" | "table", Some(name), secret) if !name.is_empty() => {
                Route::Table(name.to_owned(), secret.map(str::to_owned))
            }
            _ => Route::Unknown,
        }
    }

    /// The address of the page.
    pub(crate) fn href(&self) -> String {
        match self {
            Route::Home | Route::Unknown | Route::Move(..) => "#/".into(),
            Route::Cards => "#/cards".into(),
            Route::Rules => "#/rules".into(),
            Route::Learn => "#/learn".into(),
            Route::Settings => "#/settings".into(),
            Route::Solo => "#/solo".into(),
            Route::Device => "#/device".into(),
            Route::DevicePlay => "#/device/play".into(),
            Route::Review => "#/review".into(),
            Route::Table(name, None) => format!("#/t/{name}"),
            Route::Table(name, Some(secret)) => format!("#/t/{name}/{secret}"),
        }
    }
}

/// Goes to a page.
pub(crate) fn go(route: &Route) {
    let _ = window().location().set_hash(&route.href());
}
