//! A newcomer takes the seat of a bot while a game is on.

use engine::Seat;
use fair::Joined;
use protocol::{Refusal, Reply, Sit, TablePhase};
use store::{Change, OwnerHash, Participant, Write};

use super::actor::Table;
use super::room::Room;
use super::{TableRefused, refused};
use crate::doc::{Held, Person};

impl Table {
    /// The seat, its monster and everything it has pass from a bot to a person. The dice are what they were.
    pub(super) async fn take_over(
        &mut self,
        owner: OwnerHash,
        by_link: bool,
        name: String,
        sit: &Sit,
    ) -> Result<Reply, TableRefused> {
        let refuse = |text: &str| Err(refused(Refusal::NotNow, text));
        if self.doc.phase != TablePhase::Playing || !self.doc.options.take_over_bots || !by_link {
            return refuse("the game is on; you can watch it or wait for the next one");
        }
        let Some(game) = &self.game else { return refuse("no game is on") };
        let living = game.state.living();
        let is_bot = |seat: Seat| {
            let place = self.doc.seats.get(seat.index());
            place.is_some_and(|place| matches!(place.held, Held::Bot(_))) && living.has(seat)
        };
        let seat = match sit.seat {
            Some(wanted) if is_bot(wanted) => wanted,
            Some(_) => {
                return Err(refused(
                    Refusal::Taken,
                    "no bot that is still in the game has this seat",
                ));
            }
            None => match Seat::ALL.into_iter().find(|&seat| is_bot(seat)) {
                Some(seat) => seat,
                None => return refuse("the game is on, and there is no bot to play on for"),
            },
        };
        let mut header = game.header.clone();
        if let Some(player) = header.players.iter_mut().find(|player| player.seat == seat) {
            player.name.clone_from(&name);
            player.bot = None;
        }
        if let Some(fair) = &mut header.fair {
            fair.joined.push(Joined { seat, name: name.clone(), after: game.inputs() });
        }
        let mut doc = self.doc.clone();
        let person = Person::new(name, owner, by_link, sit.program);
        doc.seats[seat.index()].held = Held::Person(Box::new(person));
        doc.settle_host();
        let join = Change::JoinGame {
            game: game.name.clone(),
            participant: Participant { owner, seat: seat as u8 },
            header: serde_json::to_string(&header).expect("a header is plain data"),
        };
        self.save(doc, Write::from(join)).await?;
        // What the bot has been thinking is no longer its business.
        self.thinking = None;
        self.gone_since[seat.index()] = self.clock.now_ms();
        if let Some(game) = &mut self.game {
            game.header = header;
        }
        self.tell_table();
        self.introduce_game();
        Ok(Reply { seat: Some(seat), ..Reply::default() })
    }
}

impl Room {
    /// Tells everyone anew who plays, and what each may see now.
    pub(super) fn introduce_game(&self) {
        let Some(game) = &self.game else { return };
        for connection in &self.connections {
            self.introduce(connection, game);
            self.put_question(connection, game);
        }
    }
}
