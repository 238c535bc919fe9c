//! How a game begins: who contributes to its dice is fixed, stored and shown before anybody reveals, and if one of them is
//! missing, the mix is void for ever.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use engine::{Seat, Seats};
use fair::wire::{Left, Mixing as Wanted, VoidWhy};
use fair::{DiceKind, Entropy, Pledge, Sitter, Terms};
use protocol::{By, Message, Player, Refusal, TablePhase};
use store::{Change, GameRow, Participant, Write};

use super::actor::Table;
use super::live::Pending;
use super::lobby::close_ranks;
use super::room::{Connection, Room};
use super::{TableRefused, refused};
use crate::clock::wall_ms;
use crate::doc::{FairHeader, Header, Held, MixingDoc, NextDoc, TableDoc, listed};
use crate::game::{Game, Next};
use crate::outbox::Out;

/// How long the start of a game waits for what was pledged.
const REVEAL_WITHIN: Duration = Duration::from_secs(3);

/// After the store has failed the next attempt waits this long.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// The seats are revealing what they add to the dice.
pub(super) struct Mixing {
    pub(super) until: Instant,
    entropy: BTreeMap<Seat, Entropy>,
    /// The connections that pledged.
    holders: BTreeMap<Seat, u64>,
}

impl Table {
    /// A seat pledges for the game that comes next. Whether it counts at once; otherwise when the dice have fallen.
    pub(super) async fn pledge(
        &mut self,
        seat: Seat,
        connection: Option<u64>,
        version: u32,
        game: &str,
        pledge: Pledge,
    ) -> Result<bool, TableRefused> {
        if version != fair::VERSION {
            return Err(refused(
                Refusal::Version,
                "this server mixes dice by version 2 of the scheme; reload the page",
            ));
        }
        if self.doc.phase == TablePhase::Playing {
            return self.pledge_live(seat, connection, game, pledge).await;
        }
        let mut doc = self.between_games()?;
        if game != doc.next.name {
            return Err(refused(
                Refusal::Stale,
                format!("the next game is {}, not {game}", doc.next.name),
            ));
        }
        if doc.is_barred(seat) {
            return Err(refused(
                Refusal::NotNow,
                "this seat did not reveal what it had pledged; it can pledge again after a game has begun",
            ));
        }
        if doc.next.pledges.iter().any(|(&other, &taken)| other != seat && taken == pledge) {
            return Err(refused(Refusal::Taken, "somebody else has pledged the same"));
        }
        let holder = self.holder_to_be(seat, connection)?;
        if doc.next.pledges.insert(seat, pledge) != Some(pledge) {
            self.change(doc).await?;
        }
        self.hold(holder, pledge);
        Ok(true)
    }

    /// The connection that will be asked for what is pledged: the own one, for programs their stream.
    pub(super) fn holder_to_be(
        &self,
        seat: Seat,
        connection: Option<u64>,
    ) -> Result<u64, TableRefused> {
        let stream = || {
            let of_seat = |to: &&Connection| to.seat == Some(seat);
            self.everybody().rfind(of_seat).map(|to| to.id)
        };
        connection.or_else(stream).ok_or_else(|| {
            refused(Refusal::NotNow, "open the stream of events first: you will be asked there")
        })
    }

    /// From now on this connection contributes for its seat, by what it pledged. Nothing is taken from another one: by
    /// something else that contributes no more anyway, and by the same only where it is the same player, who has come back,
    /// and whose word over an older connection may come late.
    pub(super) fn hold(&mut self, holder: u64, pledge: Pledge) {
        if let Some(connection) = self.everybody_mut().find(|known| known.id == holder) {
            (connection.pledged, connection.resting) = (Some(pledge), false);
        }
        self.tell_holder(holder, pledge);
    }

    /// The connection that contributes for a seat.
    pub(super) fn holder(&self, seat: Seat, pledge: Pledge) -> Option<&Connection> {
        self.everybody().find(|connection| super::live::holds(connection, seat, pledge))
    }

    /// The host begins: who contributes is fixed, then the seats reveal, then the game is on.
    pub(super) async fn start(&mut self, _host: Seat) -> Result<(), TableRefused> {
        let mut doc = self.between_games()?;
        if doc.taken() < 2 {
            return Err(refused(
                Refusal::NotNow,
                "a game needs at least two monsters; invite somebody or add a bot",
            ));
        }
        if doc.next.version != fair::VERSION || doc.next.mixing.is_some() {
            return Err(refused(
                Refusal::Trouble,
                "the last start has not been settled, try again",
            ));
        }
        if doc.taken() < doc.seats.len() {
            close_ranks(&mut doc);
            self.change(doc.clone()).await?;
        }
        let (mut mixed, mut left_out) = (BTreeMap::new(), BTreeMap::new());
        for (&seat, &pledge) in &doc.next.pledges {
            if doc.is_barred(seat) {
                left_out.insert(seat, (pledge, Left::Barred));
            } else if self.holder(seat, pledge).is_none() {
                left_out.insert(seat, (pledge, Left::Gone));
            } else {
                mixed.insert(seat, pledge);
            }
        }
        let terms = terms(&doc, &players(&doc)?, &mixed)?.to_string();
        let holders = mixed
            .iter()
            .filter_map(|(&seat, &pledge)| Some((seat, self.holder(seat, pledge)?.id)))
            .collect();
        let fixed = MixingDoc { terms, pledges: mixed, left_out };
        if doc.options.dice == DiceKind::Live || fixed.pledges.is_empty() {
            return self.try_begin(fixed, BTreeMap::new()).await;
        }
        doc.next.mixing = Some(fixed);
        self.save(doc, Write::new()).await?;
        let until = Instant::now() + REVEAL_WITHIN;
        self.mixing = Some(Mixing { until, entropy: BTreeMap::new(), holders });
        self.tell_mixing();
        self.tell_table();
        Ok(())
    }

    pub(super) async fn reveal(
        &mut self,
        seat: Seat,
        game: &str,
        mix: Option<fair::Hash>,
        entropy: Entropy,
    ) -> Result<(), TableRefused> {
        let next = &self.room.doc.next;
        let (Some(mixing), Some(fixed)) = (&mut self.mixing, &next.mixing) else {
            return Err(refused(Refusal::NotNow, "nothing is to be revealed now"));
        };
        let (name, commitment) = (&next.name, next.commitment());
        if game != name || mix != Some(fixed.mix(&commitment)) {
            return Err(refused(Refusal::Stale, "this is not the mix that is being made"));
        }
        if fixed.pledges.get(&seat) != Some(&Pledge::of(&entropy, name, &commitment)) {
            return Err(refused(Refusal::Invalid, "this is not what the seat has pledged"));
        }
        mixing.entropy.insert(seat, entropy);
        if mixing.entropy.len() == fixed.pledges.len() {
            self.mixing_is_due().await;
        }
        Ok(())
    }

    /// Everybody has revealed, or the time is up.
    pub(super) async fn mixing_is_due(&mut self) {
        let (Some(mixing), Some(fixed)) = (&self.mixing, self.doc.next.mixing.clone()) else {
            self.mixing = None;
            return;
        };
        let missing = fixed.pledges.keys().filter(|seat| !mixing.entropy.contains_key(seat));
        let missing = missing.fold(Seats::NONE, |seats, &seat| seats.with(seat));
        let entropy = mixing.entropy.clone();
        let outcome = match missing.is_empty() {
            true => self.try_begin(fixed, entropy).await,
            false => self.void_mix(VoidWhy::Missing, missing).await,
        };
        match outcome {
            Ok(()) => self.mixing = None,
            Err(refused) => {
                tracing::error!(
                    table = self.name,
                    why = refused.refused.text,
                    "a game could not begin"
                );
                // All that was revealed is still here: the next attempt gives the same dice.
                if let Some(mixing) = &mut self.mixing {
                    mixing.until = Instant::now() + TRY_AGAIN;
                }
            }
        }
    }

    /// The mix is void for ever: durably, then everybody is told.
    async fn void_mix(&mut self, why: VoidWhy, missing: Seats) -> Result<(), TableRefused> {
        let mut doc = self.doc.clone();
        let game_name = doc.next.name.clone();
        doc.void_next(&self.name, why, missing);
        self.save(doc, Write::new()).await?;
        let missing_seats = missing.len();
        tracing::info!(table = self.name, why = why.name(), missing_seats, "a mix is void");
        self.mixing = None;
        for connection in self.everybody_mut() {
            connection.pledged = None;
        }
        self.tell(&Message::Void { game_name, why, missing });
        self.tell_table();
        Ok(())
    }

    /// After a start of the server: a mix that was under way, or was pledged for by an older version, is void.
    pub(super) async fn settle_next(&mut self) -> Result<(), TableRefused> {
        if self.doc.phase == TablePhase::Playing {
            return Ok(());
        }
        if self.doc.next.version != fair::VERSION {
            return self.void_mix(VoidWhy::Upgrade, Seats::NONE).await;
        }
        match self.doc.next.mixing {
            Some(_) if self.mixing.is_none() => self.void_mix(VoidWhy::Restart, Seats::NONE).await,
            _ => Ok(()),
        }
    }

    /// A connection is gone. If it was to reveal, the mix cannot come about.
    pub(super) fn left_mixing(&mut self, connection: u64) {
        let (Some(mixing), Some(fixed)) = (&self.mixing, &self.doc.next.mixing) else { return };
        let is_held = |seat: &Seat| {
            let pledge = fixed.pledges.get(seat);
            pledge.is_some_and(|&pledge| self.holder(*seat, pledge).is_some())
        };
        let gone = mixing.holders.iter().any(|(seat, &holder)| {
            holder == connection && !mixing.entropy.contains_key(seat) && !is_held(seat)
        });
        if let Some(mixing) = self.mixing.as_mut().filter(|_| gone) {
            mixing.until = Instant::now();
        }
    }

    /// The game begins: header and first step, or with live dice the first ask, are stored together, then shown.
    async fn try_begin(
        &mut self,
        fixed: MixingDoc,
        entropy: BTreeMap<Seat, Entropy>,
    ) -> Result<(), TableRefused> {
        let mut doc = self.doc.clone();
        let number = doc.next.number();
        let players = players(&doc)?;
        let first = first(&doc, players.len());
        let rules = doc.options.rules().map_err(|why| refused(Refusal::Invalid, why))?;
        let header = Header {
            rules,
            rules_version: engine::record::RULES_VERSION,
            players,
            first,
            seed: doc.next.seed,
            pledges: fixed.pledges,
            entropy,
            fair: Some(FairHeader {
                dice: doc.options.dice,
                terms: fixed.terms,
                left_out: fixed.left_out,
                void: std::mem::take(&mut doc.void),
                joined: Vec::new(),
            }),
        };
        let name = doc.next.name.clone();
        let game = Game::new(name.clone(), number, header)
            .map_err(|why| refused(Refusal::Trouble, why))?;
        let trouble = |why: String| refused(Refusal::Trouble, why);
        let now = self.clock.now_ms();
        let next = game.next(By::Rules, None, now).map_err(|why| trouble(why.to_string()))?;
        doc.phase = TablePhase::Playing;
        doc.game = number;
        doc.extra_time = (0, 0);
        doc.barred = Default::default();
        doc.next = NextDoc::new(&self.name, number + 1);
        doc.live = None;
        for seat in Seat::ALL {
            if let Some(person) = doc.person_mut(seat) {
                person.away = false;
                person.more_time = 0;
                person.ready = false;
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
        let mut write = Write::new().start_game(row, participants);
        let mut pending = None;
        let step = match next {
            Next::Step(step) => Some(*step),
            Next::Draw(begun) => {
                let seats = self.to_ask(&game);
                let asking = game.asking(&begun, seats).ok_or_else(|| trouble("no dice".into()))?;
                if seats.is_empty() {
                    Some(game.draw(*begun, super::live::alone(asking)).map_err(trouble)?)
                } else {
                    doc.live = Some(super::live::stored(&game, &begun, asking));
                    pending = Some(Pending::new(*begun, asking));
                    None
                }
            }
        };
        if let Some(step) = &step {
            write = write.and(Change::Step(step.row(&name)));
        }
        self.save(doc, write).await?;
        self.hall.metrics.games_started.add();
        let people = self.doc.people().count();
        let bots = game.header.players.len() - people;
        let dice = self.doc.options.dice.name();
        tracing::info!(table = self.name, game = number, people, bots, dice, "a game has begun");
        self.game = Some(game);
        self.mixing = None;
        self.dismiss();
        self.tell_table();
        if let Some(game) = &self.game {
            self.tell(&Message::Game(super::fanout::game_info(game)));
        }
        match step {
            Some(step) => self.taken_step(step),
            None => {
                self.pending = pending;
                self.send_ask(None);
            }
        }
        Ok(())
    }
}

impl Room {
    /// The seats are asked to reveal what they have pledged.
    pub(super) fn tell_mixing(&self) {
        let Some(fixed) = &self.doc.next.mixing else { return };
        self.tell(&Message::Mixing(Wanted {
            version: fair::VERSION,
            game_name: self.doc.next.name.clone(),
            commitment: self.doc.next.commitment(),
            terms: fixed.terms.clone(),
            pledges: listed(&fixed.pledges),
            within_ms: REVEAL_WITHIN.as_millis() as u32,
        }));
    }

    /// Before a game begins: at a table without watchers only players stay, and whoever reads so slowly that they have lost how
    /// the last game ended has to come back.
    pub(super) fn dismiss(&mut self) {
        let watchers = self.doc.options.watchers;
        self.connections.retain(|connection| {
            let stays = watchers || connection.seat.is_some();
            if !stays {
                connection.outbox.send(Out::Close(1000, "this game is not open to watchers"));
            }
            stays && !connection.outbox.is_lagging()
        });
    }
}

/// Who plays, in the order of the seats.
fn players(doc: &TableDoc) -> Result<Vec<Player>, TableRefused> {
    let mut players = Vec::new();
    for (seat, place) in doc.seats() {
        let (name, bot) = match &place.held {
            Held::Open => continue,
            Held::Bot(level) => (String::new(), Some(*level)),
            Held::Person(person) => (person.name.clone(), None),
        };
        let monster =
            place.monster.ok_or_else(|| refused(Refusal::Trouble, "a seat has no monster"))?;
        players.push(Player { seat, name, monster, bot });
    }
    Ok(players)
}

fn first(doc: &TableDoc, players: usize) -> Option<Seat> {
    doc.first.and_then(|first| Seat::at(first.index() % players))
}

/// Everything that is fixed before the first roll.
fn terms(
    doc: &TableDoc,
    players: &[Player],
    mixed: &BTreeMap<Seat, Pledge>,
) -> Result<Terms, TableRefused> {
    let rules = doc.options.rules().map_err(|why| refused(Refusal::Invalid, why))?;
    let sitter = |player: &Player| match player.bot {
        Some(bot) => (player.monster, Sitter::Bot(bot.to_string())),
        None => (player.monster, Sitter::Person(player.name.clone())),
    };
    Ok(Terms {
        game: doc.next.name.clone(),
        after: doc.game,
        dice: doc.options.dice,
        rules: rules.to_text(),
        rules_version: engine::record::RULES_VERSION,
        first: first(doc, players.len()),
        players: players.iter().map(sitter).collect(),
        mixed: mixed.keys().fold(Seats::NONE, |seats, &seat| seats.with(seat)),
    })
}
