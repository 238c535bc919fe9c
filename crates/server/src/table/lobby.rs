//! Before and between games: sitting down, options, bots, the host, and how a game begins.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use engine::{Seat, Species};
use protocol::{
    Message, NAME_LENGTH, Opponent, Options, Phase, Player, Refusal, Reply, Sit, clean_name,
};
use store::{GameRow, OwnerHash, Participant, Write};

use super::actor::{Mixing, Table};
use super::{No, no};
use crate::clock::wall_ms;
use crate::doc::{Doc, Hash, Header, Held, NextDoc, Person, SeatDoc};
use crate::game::Game;
use crate::outbox::Out;

/// How many of those who were asked to leave a table remembers.
const REMOVED: usize = 32;

/// How long the start of a game waits for what was pledged.
const REVEAL_WITHIN: Duration = Duration::from_secs(3);

impl Table {
    /// The document, to be changed, if no game is on or about to begin.
    pub(super) fn between_games(&self) -> Result<Doc, No> {
        if self.mixing.is_some() || self.doc.phase == Phase::Playing {
            return Err(no(Refusal::NotNow, "this can be changed only before a game"));
        }
        Ok(self.doc.clone())
    }

    pub(super) async fn sit(
        &mut self,
        owner: Option<OwnerHash>,
        by_link: bool,
        sit: Sit,
    ) -> Result<Reply, No> {
        let owner = owner.ok_or_else(|| {
            no(Refusal::NoSeat, "there is no secret to keep the seat by; ask for a session first")
        })?;
        let name = clean_name(&sit.name).map_err(|why| no(Refusal::Invalid, why))?;
        let own = self.doc.seat_of(owner);
        if own.is_none() && self.doc.removed.contains(&Hash(owner)) {
            return Err(no(
                Refusal::Forbidden,
                "the host has asked you to leave this table; you can sit down again by a new link",
            ));
        }
        let name = self.free_name(name, own);
        if self.mixing.is_some() || self.doc.phase == Phase::Playing {
            let Some(own) = own else {
                return self.take_over(owner, by_link, name, &sit).await;
            };
            self.take_back(own).await?;
            return Ok(Reply { seat: Some(own), ..Reply::default() });
        }
        let mut doc = self.doc.clone();
        let is_open = |doc: &Doc, seat: Seat| {
            doc.seats.get(seat.index()).is_some_and(|seat| seat.held == Held::Open)
        };
        let seat = match (sit.seat, own) {
            (Some(wanted), own) if own == Some(wanted) || is_open(&doc, wanted) => wanted,
            (Some(_), _) => return Err(no(Refusal::Taken, "this seat is taken")),
            (None, Some(own)) => own,
            (None, None) => doc
                .seats()
                .find(|(_, seat)| seat.held == Held::Open)
                .map(|(seat, _)| seat)
                .ok_or_else(|| no(Refusal::Taken, "all seats of this table are taken"))?,
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
            doc.next.pledges.remove(&own);
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
        let taken = |name: &str| {
            let mut others = self.doc.people().filter(|(seat, _)| Some(*seat) != own);
            others.any(|(_, person)| person.name.to_lowercase() == name.to_lowercase())
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

    pub(super) async fn stand(&mut self, seat: Seat) -> Result<(), No> {
        if self.mixing.is_some() || self.doc.phase == Phase::Playing {
            return self.step_away(seat).await;
        }
        let mut doc = self.doc.clone();
        vacate(&mut doc, seat);
        self.change(doc).await
    }

    pub(super) async fn configure(&mut self, _host: Seat, options: Options) -> Result<(), No> {
        let mut doc = self.between_games()?;
        options.rules().map_err(|why| no(Refusal::Invalid, why))?;
        if usize::from(options.seats) < doc.taken() {
            return Err(no(
                Refusal::Taken,
                format!("{} seats are taken; ask somebody to leave first", doc.taken()),
            ));
        }
        if usize::from(options.seats) < doc.seats.len() {
            close_ranks(&mut doc);
        }
        doc.seats.resize(usize::from(options.seats), SeatDoc::default());
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
    ) -> Result<(), No> {
        let mut doc = self.between_games()?;
        let place = doc
            .seats
            .get(seat.index())
            .ok_or_else(|| no(Refusal::Invalid, "the table has no such seat"))?;
        if matches!(place.held, Held::Person(_)) {
            return Err(no(Refusal::Taken, "a person sits there"));
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

    pub(super) async fn remove(&mut self, host: Seat, seat: Seat) -> Result<(), No> {
        let mut doc = self.between_games()?;
        if seat == host || doc.person(seat).is_none() {
            return Err(no(Refusal::Invalid, "there is no other player on that seat"));
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
        self.change(doc).await
    }

    pub(super) async fn pass_host(&mut self, _host: Seat, to: Seat) -> Result<(), No> {
        let mut doc = self.doc.clone();
        if doc.person(to).is_none() {
            return Err(no(Refusal::Invalid, "there is no player on that seat"));
        }
        doc.host = Some(to);
        self.change(doc).await
    }

    /// The host begins: first the seats that have pledged reveal, then the game is on.
    pub(super) async fn start(&mut self, _host: Seat) -> Result<(), No> {
        let mut doc = self.between_games()?;
        if doc.taken() < 2 {
            return Err(no(
                Refusal::NotNow,
                "a game needs at least two monsters; invite somebody or add a bot",
            ));
        }
        if doc.taken() < doc.seats.len() {
            close_ranks(&mut doc);
            self.change(doc).await?;
        }
        self.mixing =
            Some(Mixing { until: Instant::now() + REVEAL_WITHIN, entropy: BTreeMap::new() });
        if self.everyone_revealed() {
            self.begin().await;
            return Ok(());
        }
        let message = Message::Mixing {
            game_name: self.doc.next.name.clone(),
            commitment: self.doc.next.commitment(),
            pledges: self.doc.next.pledges.iter().map(|(&seat, &pledge)| (seat, pledge)).collect(),
        };
        let text = crate::outbox::text(&message);
        for connection in &self.connections {
            connection.outbox.send(Out::Text(text.clone()));
        }
        self.tell_table();
        Ok(())
    }

    pub(super) async fn reveal(&mut self, seat: Seat, entropy: fair::Entropy) -> Result<(), No> {
        let pledge = self.doc.next.pledges.get(&seat);
        let Some(mixing) = &mut self.mixing else {
            return Err(no(Refusal::NotNow, "nothing is to be revealed now"));
        };
        if pledge != Some(&fair::version1::pledge(&entropy, &self.doc.next.name)) {
            return Err(no(Refusal::Invalid, "this is not what the seat has pledged"));
        }
        mixing.entropy.insert(seat, entropy);
        if self.everyone_revealed() {
            self.begin().await;
        }
        Ok(())
    }

    /// Whether nobody who could reveal is still awaited. Who is not connected cannot.
    fn everyone_revealed(&self) -> bool {
        let mixing = self.mixing.as_ref();
        self.doc.next.pledges.keys().all(|&seat| {
            mixing.is_some_and(|mixing| mixing.entropy.contains_key(&seat)) || !self.is_here(seat)
        })
    }

    /// The game begins: header and first step are stored together, then shown.
    pub(super) async fn begin(&mut self) {
        let Some(mixing) = self.mixing.take() else { return };
        if let Err(refused) = self.try_begin(mixing.entropy).await {
            tracing::error!(
                table = self.name,
                why = refused.refused.text,
                "a game could not begin"
            );
            self.tell_table();
        }
    }

    async fn try_begin(&mut self, entropy: BTreeMap<Seat, fair::Entropy>) -> Result<(), No> {
        let number = self.doc.game + 1;
        let rules = self.doc.options.rules().map_err(|why| no(Refusal::Invalid, why))?;
        let mut doc = self.doc.clone();
        let mut players = Vec::new();
        for (seat, place) in self.doc.seats() {
            let (name, bot) = match &place.held {
                Held::Open => continue,
                Held::Bot(level) => (String::new(), Some(*level)),
                Held::Person(person) => (person.name.clone(), None),
            };
            let monster =
                place.monster.ok_or_else(|| no(Refusal::Trouble, "a seat has no monster"))?;
            players.push(Player { seat, name, monster, bot });
        }
        let seated = |seat: &Seat| seat.index() < players.len();
        let pledges = std::mem::take(&mut doc.next.pledges)
            .into_iter()
            .filter(|(seat, _)| seated(seat))
            .collect();
        let first = doc.first.and_then(|first| Seat::at(first.index() % players.len()));
        let header = Header { rules, players, first, seed: doc.next.seed, pledges, entropy };
        let name = doc.next.name.clone();
        let game =
            Game::new(name.clone(), number, header).map_err(|why| no(Refusal::Trouble, why))?;
        let now = self.hall.clock.now_ms();
        let step = game
            .next(protocol::By::Rules, None, now)
            .map_err(|illegal| no(Refusal::Trouble, illegal.to_string()))?;
        doc.phase = Phase::Playing;
        doc.game = number;
        doc.extra_time = (0, 0);
        doc.next = NextDoc::new(&self.name, number + 1);
        for seat in Seat::ALL {
            if let Some(person) = doc.person_mut(seat) {
                person.away = false;
                person.more_time = 0;
            }
        }
        let row = GameRow {
            id: name.clone(),
            table: self.name.clone(),
            number,
            rules_version: engine::record::RULES_VERSION,
            started_ms: wall_ms(),
            finished_ms: None,
            header: serde_json::to_string(&game.header).expect("a header is plain data"),
            result: None,
        };
        let participants = doc
            .people()
            .map(|(seat, person)| Participant { owner: person.owner, seat: seat as u8 })
            .collect();
        let write =
            Write::new().start_game(row, participants).and(store::Change::Step(step.row(&name)));
        self.save(doc, write).await?;
        self.hall.metrics.games_started.add();
        let people = self.doc.people().count();
        let bots = game.header.players.len() - people;
        tracing::info!(table = self.name, game = number, people, bots, "a game has begun");
        self.game = Some(game);
        self.dismiss_watchers();
        self.tell_table();
        let text = self
            .game
            .as_ref()
            .map(|game| crate::outbox::text(&Message::Game(super::fanout::game_info(game))));
        for (connection, text) in self.connections.iter().zip(text.iter().cycle()) {
            connection.outbox.send(Out::Text(text.clone()));
        }
        self.taken_step(step);
        Ok(())
    }

    /// At a table without watchers only players stay when the game begins.
    fn dismiss_watchers(&mut self) {
        if !self.doc.options.watchers {
            self.connections.retain(|connection| {
                if connection.seat.is_none() {
                    connection.outbox.send(Out::Close(1000, "this game is not open to watchers"));
                }
                connection.seat.is_some()
            });
        }
    }
}

/// The monsters of the table's rulebook.
fn roster(doc: &Doc) -> [Species; 6] {
    Species::roster(doc.options.rules().unwrap_or_default().roster)
}

fn check_monster(doc: &Doc, monster: Species) -> Result<(), No> {
    if doc.seats.iter().any(|seat| seat.monster == Some(monster)) {
        return Err(no(Refusal::Taken, "this monster is taken"));
    }
    if !roster(doc).contains(&monster) {
        return Err(no(Refusal::Invalid, "this monster does not belong to the table's rulebook"));
    }
    Ok(())
}

fn free_monster(doc: &Doc) -> Result<Species, No> {
    let free = roster(doc)
        .into_iter()
        .find(|monster| doc.seats.iter().all(|seat| seat.monster != Some(*monster)));
    free.ok_or_else(|| no(Refusal::Taken, "all monsters are taken"))
}

fn vacate(doc: &mut Doc, seat: Seat) {
    if let Some(place) = doc.seats.get_mut(seat.index()) {
        *place = SeatDoc::default();
    }
    doc.next.pledges.remove(&seat);
    doc.settle_host();
}

/// Those who sit move up, so that open seats come last. Pledges and the host move with them.
fn close_ranks(doc: &mut Doc) {
    let mut order: Vec<usize> = (0..doc.seats.len()).collect();
    order.sort_by_key(|&index| doc.seats[index].held == Held::Open);
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
