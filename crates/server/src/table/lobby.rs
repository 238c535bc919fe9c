//! Before and between games: sitting down, options, bots, the host.

use engine::{Seat, Species};
use protocol::{NAME_LENGTH, Opponent, Options, Refusal, Reply, Sit, TablePhase, clean_name};
use store::OwnerHash;

use super::actor::Table;
use super::{TableRefused, refused};
use crate::doc::{Hash, Held, Person, SeatDoc, TableDoc};

/// Which monsters there are depends on the rulebook that the host has chosen.
pub(crate) const OTHER_BOX: &str = "this monster does not belong to the table's rulebook";

/// How many of those who were asked to leave a table remembers.
const REMOVED: usize = 32;

impl Table {
    /// The document, to be changed, if no game is on or about to begin.
    pub(super) fn between_games(&self) -> Result<TableDoc, TableRefused> {
        if self.mixing.is_some() || self.doc.phase == TablePhase::Playing {
            return Err(refused(Refusal::NotNow, "this can be changed only before a game"));
        }
        Ok(self.doc.clone())
    }

    pub(super) async fn sit(
        &mut self,
        owner: Option<OwnerHash>,
        by_link: bool,
        sit: Sit,
    ) -> Result<Reply, TableRefused> {
        let owner = owner.ok_or_else(|| {
            refused(
                Refusal::NoSeat,
                "there is no secret to keep the seat by; ask for a session first",
            )
        })?;
        let name = clean_name(&sit.name).map_err(|why| refused(Refusal::Invalid, why))?;
        let own = self.doc.seat_of(owner);
        if own.is_none() && self.doc.removed.contains(&Hash(owner)) {
            return Err(refused(
                Refusal::Forbidden,
                "the host has asked you to leave this table; you can sit down again by a new link",
            ));
        }
        let name = self.free_name(name, own);
        if self.mixing.is_some() || self.doc.phase == TablePhase::Playing {
            let Some(own) = own else {
                return self.take_over(owner, by_link, name, &sit).await;
            };
            self.take_back(own).await?;
            return Ok(Reply { seat: Some(own), ..Reply::default() });
        }
        let mut doc = self.doc.clone();
        let is_open = |doc: &TableDoc, seat: Seat| {
            doc.seats.get(seat.index()).is_some_and(|seat| seat.held == Held::Open)
        };
        let seat = match (sit.seat, own) {
            (Some(wanted), own) if own == Some(wanted) || is_open(&doc, wanted) => wanted,
            (Some(_), _) => return Err(refused(Refusal::Taken, "this seat is taken")),
            (None, Some(own)) => own,
            (None, None) => doc
                .seats()
                .find(|(_, seat)| seat.held == Held::Open)
                .map(|(seat, _)| seat)
                .ok_or_else(|| refused(Refusal::Taken, "all seats of this table are taken"))?,
        };
        let before = own.map(|own| std::mem::take(&mut doc.seats[own.index()]));
        let monster = match sit.monster {
            Some(monster) => {
                check_monster(&doc, monster)?;
                monster
            }
            None => match before.as_ref().and_then(|before| before.monster) {
                Some(monster) => monster,
                None => free_monster(&doc)?,
            },
        };
        let person = match before.map(|before| before.held) {
            Some(Held::Person(person)) => Person { name, ..*person },
            _ => Person::new(name, owner, by_link, sit.program),
        };
        doc.seats[seat.index()] =
            SeatDoc { monster: Some(monster), held: Held::Person(Box::new(person)) };
        if let Some(own) = own.filter(|&own| own != seat) {
            if let Some(pledge) = doc.next.pledges.remove(&own) {
                doc.next.pledges.insert(seat, pledge);
            }
            if doc.host == Some(own) {
                doc.host = Some(seat);
            }
        }
        doc.settle_host();
        self.change(doc).await?;
        Ok(Reply { seat: Some(seat), ..Reply::default() })
    }

    /// The name, or the name with a number if somebody else at the table has it.
    fn free_name(&self, name: String, own: Option<Seat>) -> String {
        let barred = own.is_some_and(|own| self.doc.is_barred(own));
        let taken = |name: &str| {
            let mut others = self.doc.people().filter(|(seat, _)| Some(*seat) != own);
            others.any(|(_, person)| person.name.to_lowercase() == name.to_lowercase())
                || !barred && self.doc.was_missing(name)
        };
        let numbered = |number: usize| {
            let ending = format!(" {number}");
            let room = NAME_LENGTH - ending.chars().count();
            let start: String = name.chars().take(room).collect();
            format!("{}{ending}", start.trim_end())
        };
        if taken(&name) {
            (2..).map(numbered).find(|name| !taken(name)).unwrap_or(name)
        } else {
            name
        }
    }

    pub(super) async fn stand(&mut self, seat: Seat) -> Result<(), TableRefused> {
        if self.mixing.is_some() || self.doc.phase == TablePhase::Playing {
            return self.step_away(seat).await;
        }
        let mut doc = self.doc.clone();
        vacate(&mut doc, seat);
        self.change(doc).await?;
        self.begin_if_all_are_ready().await;
        Ok(())
    }

    /// A player is ready for the next game, or not after all.
    pub(super) async fn ready(&mut self, seat: Seat, ready: bool) -> Result<(), TableRefused> {
        let mut doc = self.between_games()?;
        let person =
            doc.person_mut(seat).ok_or_else(|| refused(Refusal::NoSeat, "nobody sits there"))?;
        if std::mem::replace(&mut person.ready, ready) != ready {
            self.change(doc).await?;
        }
        self.begin_if_all_are_ready().await;
        Ok(())
    }

    /// After a game the next one begins as soon as everybody wants it. Programs are not asked: they play what is begun.
    async fn begin_if_all_are_ready(&mut self) {
        let Some(host) = self.doc.host.filter(|_| self.doc.phase == TablePhase::Over) else {
            return;
        };
        let ready: Vec<bool> = {
            let people = self.doc.people().filter(|(_, person)| !person.program);
            people.map(|(_, person)| person.ready).collect()
        };
        let wanted = !ready.is_empty() && ready.into_iter().all(|ready| ready);
        if wanted
            && 2 <= self.doc.taken()
            && let Err(why) = self.start(host).await
        {
            // Everybody sees that all are ready, and the host can begin by hand.
            tracing::warn!(table = self.name, why = why.refused.text, "a rematch did not begin");
        }
    }

    /// The host says who sits where.
    pub(super) async fn order(&mut self, _host: Seat, seats: &[Seat]) -> Result<(), TableRefused> {
        let mut doc = self.between_games()?;
        let order: Vec<usize> = seats.iter().map(|seat| seat.index()).collect();
        let mut sorted = order.clone();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..doc.seats.len()) {
            return Err(refused(
                Refusal::NotNow,
                "the order has to name every seat of the table once",
            ));
        }
        reorder(&mut doc, &order);
        self.change(doc).await
    }

    pub(super) async fn configure(
        &mut self,
        _host: Seat,
        options: Options,
    ) -> Result<(), TableRefused> {
        let mut doc = self.between_games()?;
        options.rules().map_err(|why| refused(Refusal::Invalid, why))?;
        if usize::from(options.seats) < doc.taken() {
            return Err(refused(
                Refusal::Taken,
                format!("{} seats are taken; ask somebody to leave first", doc.taken()),
            ));
        }
        if usize::from(options.seats) < doc.seats.len() {
            close_ranks(&mut doc);
        }
        doc.seats.resize(usize::from(options.seats), SeatDoc::default());
        if options.dice != doc.options.dice {
            // What was pledged is of the other kind.
            doc.next.pledges.clear();
        }
        if options.rules() != doc.options.rules() {
            // Whoever was ready was so for other rules.
            for seat in Seat::ALL {
                if let Some(person) = doc.person_mut(seat) {
                    person.ready = false;
                }
            }
        }
        doc.options = options;
        let roster = roster(&doc);
        for index in 0..doc.seats.len() {
            if doc.seats[index].monster.is_some_and(|monster| !roster.contains(&monster)) {
                doc.seats[index].monster = None;
                doc.seats[index].monster = Some(free_monster(&doc)?);
            }
        }
        self.change(doc).await
    }

    pub(super) async fn set_bot(
        &mut self,
        _host: Seat,
        seat: Seat,
        level: Option<Opponent>,
    ) -> Result<(), TableRefused> {
        let mut doc = self.between_games()?;
        let place = doc
            .seats
            .get(seat.index())
            .ok_or_else(|| refused(Refusal::NotNow, "the table has no such seat"))?;
        if matches!(place.held, Held::Person(_)) {
            return Err(refused(Refusal::Taken, "a person sits there"));
        }
        let monster = place.monster;
        doc.seats[seat.index()] = match level {
            Some(level) => SeatDoc {
                monster: Some(monster.map_or_else(|| free_monster(&doc), Ok)?),
                held: Held::Bot(level),
            },
            None => SeatDoc::default(),
        };
        self.change(doc).await
    }

    pub(super) async fn remove(&mut self, host: Seat, seat: Seat) -> Result<(), TableRefused> {
        let mut doc = self.between_games()?;
        if seat == host || doc.person(seat).is_none() {
            return Err(refused(Refusal::NotNow, "there is no other player on that seat"));
        }
        if let Some(person) = doc.person(seat) {
            let hash = Hash(person.owner);
            doc.removed.retain(|other| *other != hash);
            doc.removed.push(hash);
            let many = doc.removed.len().saturating_sub(REMOVED);
            doc.removed.drain(..many);
        }
        vacate(&mut doc, seat);
        tracing::info!(table = self.name, "the host asked a player to leave");
        self.change(doc).await?;
        self.begin_if_all_are_ready().await;
        Ok(())
    }

    pub(super) async fn pass_host(&mut self, _host: Seat, to: Seat) -> Result<(), TableRefused> {
        let mut doc = self.doc.clone();
        if doc.person(to).is_none() {
            return Err(refused(Refusal::NotNow, "there is no player on that seat"));
        }
        doc.host = Some(to);
        self.change(doc).await
    }
}

/// The monsters of the table's rulebook.
fn roster(doc: &TableDoc) -> [Species; 6] {
    Species::roster(doc.options.rules().unwrap_or_default().roster)
}

fn check_monster(doc: &TableDoc, monster: Species) -> Result<(), TableRefused> {
    if doc.seats.iter().any(|seat| seat.monster == Some(monster)) {
        return Err(refused(Refusal::Taken, "this monster is taken"));
    }
    if !roster(doc).contains(&monster) {
        return Err(refused(Refusal::NotNow, OTHER_BOX));
    }
    Ok(())
}

fn free_monster(doc: &TableDoc) -> Result<Species, TableRefused> {
    let free = roster(doc)
        .into_iter()
        .find(|monster| doc.seats.iter().all(|seat| seat.monster != Some(*monster)));
    free.ok_or_else(|| refused(Refusal::Taken, "all monsters are taken"))
}

fn vacate(doc: &mut TableDoc, seat: Seat) {
    if let Some(place) = doc.seats.get_mut(seat.index()) {
        *place = SeatDoc::default();
    }
    doc.next.pledges.remove(&seat);
    doc.settle_host();
}

/// Those who sit move up, so that open seats come last.
pub(super) fn close_ranks(doc: &mut TableDoc) {
    let mut order: Vec<usize> = (0..doc.seats.len()).collect();
    order.sort_by_key(|&index| doc.seats[index].held == Held::Open);
    reorder(doc, &order);
}

/// Seats everybody anew. Pledges and the host move with them.
fn reorder(doc: &mut TableDoc, order: &[usize]) {
    let old = std::mem::take(&mut doc.seats);
    doc.seats = order.iter().map(|&index| old[index].clone()).collect();
    let moved =
        |seat: Seat| order.iter().position(|&index| index == seat.index()).and_then(Seat::at);
    doc.host = doc.host.and_then(moved);
    doc.first = doc.first.and_then(moved);
    doc.next.pledges = std::mem::take(&mut doc.next.pledges)
        .into_iter()
        .filter_map(|(seat, pledge)| Some((moved(seat)?, pledge)))
        .collect();
    for seat in Seat::ALL {
        if let Some(person) = doc.person_mut(seat) {
            person.muted = person.muted.iter().filter_map(|&other| moved(other)).collect();
        }
    }
}
