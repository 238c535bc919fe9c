//! Company at a server: the tables at which one has a seat and what each wants, who comes and goes, who is in for another
//! game, and how far one is heard.

use engine::Seat;
use protocol::{Controller, SeatInfo, TableInfo, TablePhase};
use serde::{Deserialize, Serialize};

/// How many tables are kept. The oldest goes first.
const MOST: usize = 12;

/// A table at which one has a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptSeat {
    /// The table's name.
    pub table: String,
    /// The secret part of its link.
    #[serde(default)]
    pub key: Option<String>,
    /// The last game that was seen there, and whether its end was.
    #[serde(default)]
    pub game: u32,
}

/// All of them, the latest first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeptSeats(pub Vec<KeptSeat>);

impl KeptSeats {
    /// Keeps a seat, or what is new about it. Whether anything has changed.
    pub fn keep(&mut self, seat: KeptSeat) -> bool {
        match self.0.iter().position(|kept| kept.table == seat.table) {
            Some(at) if self.0[at] == seat => false,
            Some(at) => {
                self.0[at] = seat;
                true
            }
            None => {
                self.0.insert(0, seat);
                self.0.truncate(MOST);
                true
            }
        }
    }

    /// Forgets a table. Whether it was kept.
    pub fn forget(&mut self, table: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|kept| kept.table != table);
        self.0.len() < before
    }
}

/// A table from afar: the part of its description that company needs.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Glance {
    /// What it is doing.
    pub phase: TablePhase,
    /// All seats in order.
    pub seats: Vec<SeatInfo>,
    /// The number of the last game that began.
    pub game: u32,
    /// Whom the game waits for.
    #[serde(default)]
    pub asked: Option<Seat>,
    /// The own seat.
    #[serde(default)]
    pub you: Option<Seat>,
}

impl From<&TableInfo> for Glance {
    fn from(table: &TableInfo) -> Glance {
        let TableInfo { phase, seats, game, asked, you, .. } = table;
        Glance { phase: *phase, seats: seats.clone(), game: *game, asked: *asked, you: *you }
    }
}

/// What a table wants of whoever sits at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wants {
    /// An answer.
    YourTurn,
    /// Another game: these are in already.
    Rematch(Vec<String>),
    /// A new game is on that one has not seen yet.
    Begun,
    /// Nothing now: the game goes on, and waits for this seat, or for nobody.
    Others(Option<Seat>),
    /// Nothing now: the game has not begun.
    Lobby,
    /// Nothing now: the game is over, and one is in for another, or nobody asks for one.
    Over,
}

impl Wants {
    /// What this table wants of the seat `me`; `seen` is the last game that was seen there.
    pub fn of(table: &Glance, me: Seat, seen: u32) -> Wants {
        match table.phase {
            TablePhase::Lobby | TablePhase::Mixing => Wants::Lobby,
            TablePhase::Playing if table.asked == Some(me) => Wants::YourTurn,
            TablePhase::Playing if seen < table.game => Wants::Begun,
            TablePhase::Playing => Wants::Others(table.asked),
            TablePhase::Over => {
                let own = table.seats.get(me.index()).is_some_and(|seat| seat.ready);
                let others = who_is_in(table).into_iter().filter(|(seat, _)| *seat != me);
                let others: Vec<String> = others.map(|(_, name)| name).collect();
                if own || others.is_empty() { Wants::Over } else { Wants::Rematch(others) }
            }
        }
    }

    /// Whether one is called for it.
    pub fn calls(&self) -> bool {
        matches!(self, Wants::YourTurn | Wants::Rematch(_) | Wants::Begun)
    }

    /// The smaller, the earlier in a list.
    pub fn order(&self) -> u8 {
        match self {
            Wants::YourTurn => 0,
            Wants::Rematch(_) => 1,
            Wants::Begun => 2,
            Wants::Others(_) => 3,
            Wants::Lobby => 4,
            Wants::Over => 5,
        }
    }
}

/// Who is in for the next game.
pub fn who_is_in(table: &Glance) -> Vec<(Seat, String)> {
    people(table, true)
}

/// For whom the next game waits. Programs are not waited for.
pub fn who_is_missing(table: &Glance) -> Vec<(Seat, String)> {
    people(table, false)
}

fn people(table: &Glance, ready: bool) -> Vec<(Seat, String)> {
    let people = table.seats.iter().filter(|seat| {
        !matches!(seat.controller, Controller::Open | Controller::Bot) && !seat.program
    });
    people.filter(|seat| seat.ready == ready).map(|seat| (seat.seat, seat.name.clone())).collect()
}

/// Another game: who is in for it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Again {
    /// Whether this player is.
    pub mine: bool,
    /// Who else is.
    pub others: Vec<String>,
    /// Who has not said yes, this player left out.
    pub missing: Vec<String>,
    /// Whether this player may begin without them.
    pub may_start: bool,
}

impl Again {
    /// As the table has it, through the eyes of `me`.
    pub fn of(table: &TableInfo, me: Option<Seat>) -> Again {
        let glance = Glance::from(table);
        let names = |list: Vec<(Seat, String)>| {
            let list = list.into_iter().filter(|(seat, _)| Some(*seat) != me);
            list.map(|(_, name)| name).collect()
        };
        let host = table.host.and_then(|host| table.seats.get(host.index()));
        let gone = host.is_none_or(|host| host.controller != Controller::Here);
        Again {
            mine: me.is_some_and(|me| table.seats.get(me.index()).is_some_and(|seat| seat.ready)),
            others: names(who_is_in(&glance)),
            missing: names(who_is_missing(&glance)),
            may_start: me.is_some() && (table.host == me || gone),
        }
    }
}

/// Something that changed around a table, with the name of whom it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Somebody has taken a seat.
    Joined(String),
    /// Somebody is away from a game that is on.
    Away(String),
    /// A bot plays for somebody.
    StandIn(String),
    /// Somebody else is the host.
    Host(String),
}

impl Change {
    /// The change most worth telling to `me`, if there is one.
    pub fn between(before: &TableInfo, after: &TableInfo, me: Option<Seat>) -> Option<Change> {
        // Nobody waits for whoever reads the review.
        let over = after.phase == TablePhase::Over;
        let others = after.seats.iter().filter(|seat| Some(seat.seat) != me);
        let mut seen = others.filter_map(|seat| {
            let was = before.seats.get(seat.seat.index())?.controller;
            let name = seat.name.clone();
            match (was, seat.controller) {
                (Controller::Open, Controller::Here) => Some(Change::Joined(name)),
                (Controller::Here, Controller::Gone) if !over => Some(Change::Away(name)),
                (Controller::Here | Controller::Gone, Controller::StandIn) => {
                    Some(Change::StandIn(name))
                }
                _ => None,
            }
        });
        seen.next().or_else(|| {
            let host = after.host.filter(|host| before.host != Some(*host) && Some(*host) != me)?;
            Some(Change::Host(after.seats.get(host.index())?.name.clone()))
        })
    }
}

/// How far one can be heard at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Voice {
    /// Nobody is there to hear.
    #[default]
    None,
    /// The six roars.
    Roar,
    /// The six roars, for a watcher who came by the link; a seat would bring words as well.
    Cheer,
    /// Roars and words.
    Write,
}

impl Voice {
    /// Everyone may roar; those who came by the link may write, watchers only if the host allows it.
    pub fn at(table: Option<&TableInfo>, by_link: bool, seated: bool) -> Voice {
        let open = table.is_some_and(|table| seated || table.options.watchers_talk);
        match by_link {
            _ if table.is_some_and(|table| table.talk_closed) => Voice::None,
            true if open => Voice::Write,
            true => Voice::Cheer,
            false => Voice::Roar,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(seat: Seat, controller: Controller, name: &str, ready: bool) -> SeatInfo {
        let name = name.to_owned();
        SeatInfo { seat, controller, name, monster: None, bot: None, program: false, ready }
    }

    fn table(phase: TablePhase, asked: Option<Seat>, ready: [bool; 2]) -> Glance {
        Glance {
            phase,
            seats: vec![
                seat(Seat::A, Controller::Here, "Ann", ready[0]),
                seat(Seat::B, Controller::Gone, "Bob", ready[1]),
                seat(Seat::C, Controller::Bot, "", false),
            ],
            game: 2,
            asked,
            you: None,
        }
    }

    #[test]
    fn a_game_that_waits_for_me_calls_me() {
        let mine = table(TablePhase::Playing, Some(Seat::B), [false; 2]);
        assert_eq!(Wants::of(&mine, Seat::B, 2), Wants::YourTurn);
        assert_eq!(Wants::of(&mine, Seat::A, 2), Wants::Others(Some(Seat::B)));
        assert_eq!(Wants::of(&mine, Seat::A, 1), Wants::Begun);
        assert!(!Wants::of(&mine, Seat::A, 2).calls());
    }

    #[test]
    fn a_rematch_is_asked_of_those_who_have_not_said_yes() {
        let nobody = table(TablePhase::Over, None, [false, false]);
        assert_eq!(Wants::of(&nobody, Seat::B, 2), Wants::Over);
        let ann = table(TablePhase::Over, None, [true, false]);
        assert_eq!(Wants::of(&ann, Seat::B, 2), Wants::Rematch(vec!["Ann".into()]));
        assert_eq!(Wants::of(&ann, Seat::A, 2), Wants::Over);
        assert_eq!(
            who_is_missing(&ann),
            [(Seat::B, "Bob".to_owned())],
            "bots are never waited for"
        );
        assert_eq!(
            Wants::of(&table(TablePhase::Lobby, None, [true, false]), Seat::B, 0),
            Wants::Lobby
        );
    }

    #[test]
    fn seats_are_kept_once_and_the_oldest_goes_first() {
        let one = |n: u32| KeptSeat { table: format!("table-{n}"), key: None, game: n };
        let mut kept = KeptSeats::default();
        for n in 0..20 {
            assert!(kept.keep(one(n)));
        }
        assert_eq!((kept.0.len(), kept.0[0].game), (MOST, 19));
        assert!(!kept.keep(one(19)));
        assert!(kept.keep(KeptSeat { game: 30, ..one(19) }));
        assert_eq!((kept.0.len(), kept.0[0].game), (MOST, 30));
        assert!(kept.forget("table-19") && !kept.forget("table-19"));
    }

    fn info(phase: TablePhase, controllers: [Controller; 3], host: Seat) -> TableInfo {
        let names = ["Ann", "Bob", "Cid"];
        let seats = (0..3).map(|n| seat(Seat::ALL[n], controllers[n], names[n], n == 1));
        TableInfo {
            name: "harbour".into(),
            version: 1,
            phase,
            options: protocol::Options::default(),
            seats: seats.collect(),
            host: Some(host),
            game: 1,
            next: None,
            asked: None,
            you: None,
            watchers: 0,
            talk_closed: false,
        }
    }

    #[test]
    fn who_comes_and_goes_is_told_to_the_others() {
        use Controller::{Gone, Here, Open, StandIn};
        let told = |phase, before, after, me| {
            let (before, after) = (info(phase, before, Seat::A), info(phase, after, Seat::A));
            Change::between(&before, &after, me)
        };
        let (bob, playing) = ("Bob".to_owned(), TablePhase::Playing);
        let lobby = told(TablePhase::Lobby, [Here, Open, Open], [Here, Here, Open], Some(Seat::A));
        assert_eq!(lobby, Some(Change::Joined(bob.clone())));
        let (all, without) = ([Here; 3], [Here, Gone, Here]);
        assert_eq!(told(playing, all, without, None), Some(Change::Away(bob.clone())));
        assert_eq!(told(playing, all, without, Some(Seat::B)), None, "not to themselves");
        let bot = told(playing, without, [Here, StandIn, Here], Some(Seat::C));
        assert_eq!(bot, Some(Change::StandIn(bob)));
        assert_eq!(told(playing, without, all, None), None, "whoever comes back just plays on");
        assert_eq!(told(playing, all, all, None), None);
    }

    /// Whoever reads the review has left the table's page, and nobody waits for them.
    #[test]
    fn nobody_is_away_from_a_game_that_is_over() {
        use Controller::{Gone, Here};
        let before = info(TablePhase::Over, [Here; 3], Seat::A);
        let after = info(TablePhase::Over, [Here, Gone, Here], Seat::A);
        assert_eq!(Change::between(&before, &after, Some(Seat::A)), None);
        let after = TableInfo { host: Some(Seat::C), ..after };
        let host = Some(Change::Host("Cid".into()));
        assert_eq!(Change::between(&before, &after, Some(Seat::A)), host);
        assert_eq!(Change::between(&before, &after, Some(Seat::C)), None, "the new host knows");
    }

    #[test]
    fn another_game_names_who_is_in_and_who_may_begin() {
        use Controller::{Gone, Here};
        let table = info(TablePhase::Over, [Here; 3], Seat::A);
        let host = Again::of(&table, Some(Seat::A));
        let names = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let wanted = Again {
            mine: false,
            others: names(&["Bob"]),
            missing: names(&["Cid"]),
            may_start: true,
        };
        assert_eq!(host, wanted);
        let bob = Again::of(&table, Some(Seat::B));
        assert_eq!((bob.mine, bob.may_start, bob.others), (true, false, Vec::new()));
        let alone = info(TablePhase::Over, [Gone, Here, Here], Seat::A);
        assert!(Again::of(&alone, Some(Seat::B)).may_start, "the host is gone");
        assert!(!Again::of(&alone, None).may_start, "a watcher begins nothing");
    }

    #[test]
    fn a_voice_is_as_far_as_the_host_allows() {
        let mut table = info(TablePhase::Playing, [Controller::Here; 3], Seat::A);
        assert_eq!(Voice::at(Some(&table), true, true), Voice::Write);
        assert_eq!(Voice::at(Some(&table), false, false), Voice::Roar);
        table.options.watchers_talk = false;
        assert_eq!(Voice::at(Some(&table), true, false), Voice::Cheer);
        table.options.watchers_talk = true;
        assert_eq!(Voice::at(Some(&table), true, false), Voice::Write);
        table.talk_closed = true;
        assert_eq!(Voice::at(Some(&table), true, true), Voice::None);
    }
}
