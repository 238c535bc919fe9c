//! The tables at a server at which one has a seat: which of them are kept, what each wants, and which comes first.

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
}
