//! Which page is shown. The address after `#` says so, and a table's own path (`/t/harbour-42`) works as well.

/// A page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Route {
    /// Home and lobby.
    Home,
    /// All cards.
    Cards,
    /// The rules in plain words.
    Rules,
    /// What differs between the books.
    Differs,
    /// One question, put to all five books; the rest of the address is the question.
    Arbiter,
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
    /// An online table, by its name; the second part is the key of its link, if the link carries one.
    Table(String, Option<String>),
    /// A personal link: the seat moves to this device.
    Move(String, String),
    /// The game that ended last, one pasted in, or one of the history by its name.
    Review(Option<String>),
    /// The player's games over time.
    History,
    /// Puzzles: the day's, or endless ones of a kind; the rest of the address says which.
    Puzzles(Option<String>),
    /// Anything else.
    Unknown,
}

impl Route {
    /// The page that an address names: its path, and what stands behind `#`, with the sign.
    pub fn of(path: &str, hash: &str) -> Route {
        let behind = hash.strip_prefix('#').unwrap_or_default();
        match behind.strip_prefix('/') {
            Some(rest) => Route::read(rest),
            None => match Route::read(path.trim_start_matches('/')) {
                Route::Table(name, Some(part)) if part == "move" && !behind.is_empty() => {
                    Route::Move(name, behind.to_owned())
                }
                // A table's link carries its key behind the sign, where no server log sees it.
                Route::Table(name, None) if !behind.is_empty() => {
                    Route::Table(name, Some(behind.to_owned()))
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
            ("differs", ..) => Route::Differs,
            ("arbiter", ..) => Route::Arbiter,
            ("learn", ..) => Route::Learn,
            ("settings", ..) => Route::Settings,
            ("solo", ..) => Route::Solo,
            ("device", Some("play"), _) => Route::DevicePlay,
            ("device", ..) => Route::Device,
            ("review", name, _) => Route::Review(name.map(str::to_owned)),
            ("history", ..) => Route::History,
            ("puzzles", kind, _) => Route::Puzzles(kind.map(str::to_owned)),
            ("t" | "table", Some(name), secret) if !name.is_empty() => {
                Route::Table(name.to_owned(), secret.map(str::to_owned))
            }
            _ => Route::Unknown,
        }
    }

    /// The address of the page.
    pub fn href(&self) -> String {
        match self {
            Route::Home | Route::Unknown | Route::Move(..) => "#/".into(),
            Route::Cards => "#/cards".into(),
            Route::Rules => "#/rules".into(),
            Route::Differs => "#/differs".into(),
            Route::Arbiter => "#/arbiter".into(),
            Route::Learn => "#/learn".into(),
            Route::Settings => "#/settings".into(),
            Route::Solo => "#/solo".into(),
            Route::Device => "#/device".into(),
            Route::DevicePlay => "#/device/play".into(),
            Route::Review(None) => "#/review".into(),
            Route::Review(Some(name)) => format!("#/review/{name}"),
            Route::History => "#/history".into(),
            Route::Puzzles(None) => "#/puzzles".into(),
            Route::Puzzles(Some(kind)) => format!("#/puzzles/{kind}"),
            Route::Table(name, None) => format!("#/t/{name}"),
            Route::Table(name, Some(secret)) => format!("#/t/{name}/{secret}"),
        }
    }

    /// A table's page from its name or any form of its link.
    pub fn from_link(text: &str) -> Option<Route> {
        let text = text.trim();
        let rest = text.split_once("/t/").map_or(text, |(_, rest)| rest);
        let (path, key) = match rest.split_once('#') {
            Some((path, key)) => (path, Some(key.to_owned())),
            None => (rest, None),
        };
        let name = path.trim_matches('/').to_lowercase().replace(' ', "-");
        (!name.is_empty()).then_some(Route::Table(name, key.filter(|key| !key.is_empty())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_found_by_its_own_address() {
        let pages = [
            Route::Home,
            Route::Cards,
            Route::Rules,
            Route::Differs,
            Route::Arbiter,
            Route::Learn,
            Route::Settings,
            Route::Solo,
            Route::Device,
            Route::DevicePlay,
            Route::Review(None),
            Route::Review(Some("device-1a2b".into())),
            Route::History,
            Route::Puzzles(None),
            Route::Puzzles(Some("yield".into())),
            Route::Table("harbour-42".into(), None),
            Route::Table("harbour-42".into(), Some("key".into())),
        ];
        for page in pages {
            assert_eq!(Route::of("/", &page.href()), page);
        }
        assert_eq!(Route::of("/", "#/nowhere"), Route::Unknown);
        assert_eq!(Route::of("/nowhere", ""), Route::Unknown);
    }

    #[test]
    fn links_carry_keys_and_seats_behind_the_sign() {
        let table = |key: Option<&str>| Route::Table("a-1".into(), key.map(str::to_owned));
        assert_eq!(Route::of("/t/a-1", "#k"), table(Some("k")));
        assert_eq!(Route::of("/t/a-1", ""), table(None));
        assert_eq!(Route::of("/t/a-1/move", "#s"), Route::Move("a-1".into(), "s".into()));
    }

    #[test]
    fn a_table_is_found_by_name_or_link() {
        let table = |key: Option<&str>| Some(Route::Table("a-1".into(), key.map(str::to_owned)));
        assert_eq!(Route::from_link(" A 1 "), table(None));
        assert_eq!(Route::from_link("http://host/t/a-1#k"), table(Some("k")));
        assert_eq!(Route::from_link("https://host/t/a-1/"), table(None));
        assert_eq!(Route::from_link("a-1#k"), table(Some("k")));
        assert_eq!(Route::from_link("  "), None);
    }
}
