//! Roars for everyone; words for those who came by the link.

use engine::Seat;
use protocol::{Message, Refusal, Roar, Said, Speaker, Talk, clean_text};
use serde::{Deserialize, Serialize};
use store::{Change, TalkRow, Write};

use super::actor::Table;
use super::command::Caller;
use super::{No, no};
use crate::clock::wall_ms;
use crate::outbox::Out;

/// What is stored of something said.
#[derive(Serialize, Deserialize)]
struct TalkBody {
    from: Speaker,
    said: Said,
}

/// A stored row as it is sent; one that cannot be read is left out.
pub(super) fn read_talk(row: &TalkRow) -> Option<Talk> {
    let TalkBody { from, said } = serde_json::from_str(&row.body).ok()?;
    Some(Talk { number: row.seq, from, said })
}

impl Table {
    pub(super) async fn roar(&mut self, caller: Caller, roar: Roar) -> Result<(), No> {
        self.speak(caller, Said::Roar(roar)).await
    }

    pub(super) async fn say(&mut self, caller: Caller, text: &str) -> Result<(), No> {
        if !caller.by_link {
            return Err(no(
                Refusal::Forbidden,
                "only those who came by the table's link may talk; everyone may roar",
            ));
        }
        if caller.seat.is_none() && !self.doc.options.watchers_talk {
            return Err(no(Refusal::Forbidden, "watchers may roar but not talk at this table"));
        }
        let text = clean_text(text).map_err(|why| no(Refusal::Invalid, why))?;
        self.speak(caller, Said::Text(text)).await
    }

    async fn speak(&mut self, caller: Caller, said: Said) -> Result<(), No> {
        if self.doc.talk_closed {
            return Err(no(Refusal::Forbidden, "the host has closed talk at this table"));
        }
        if !self.hall.voices.may_speak(&self.name, caller.seat, caller.owner, caller.address) {
            self.hall.metrics.limit("talk");
            return Err(no(Refusal::SlowDown, "that was a lot at once; try again in two seconds"));
        }
        let seat = caller.seat;
        let from = seat.map_or(Speaker::Watcher, Speaker::Seat);
        let number = self.doc.talk + 1;
        let body = serde_json::to_string(&TalkBody { from, said: said.clone() })
            .expect("talk is plain data");
        let row = TalkRow { table: self.name.clone(), seq: number, at_ms: wall_ms(), body };
        let mut doc = self.doc.clone();
        doc.talk = number;
        self.save(doc, Write::from(Change::Talk(row))).await?;
        self.hall.metrics.talk.add();
        let text = crate::outbox::text(&Message::Talk(Talk { number, from, said }));
        for connection in &self.connections {
            let muted = match seat {
                Some(seat) => connection.muted.contains(&seat),
                None => connection.muted_watchers,
            };
            if !muted {
                connection.outbox.send(Out::Text(text.clone()));
            }
        }
        Ok(())
    }

    /// Nobody may talk any more, or everybody again.
    pub(super) async fn close_talk(&mut self, _host: Seat, closed: bool) -> Result<(), No> {
        let mut doc = self.doc.clone();
        doc.talk_closed = closed;
        self.change(doc).await
    }

    pub(super) async fn mute_watchers(
        &mut self,
        own: Option<Seat>,
        connection: Option<u64>,
        muted: bool,
    ) -> Result<(), No> {
        if let Some(own) = own {
            let mut doc = self.doc.clone();
            if let Some(person) = doc.person_mut(own) {
                person.muted_watchers = muted;
                self.save(doc, Write::new()).await?;
            }
        }
        for listener in &mut self.connections {
            if Some(listener.id) == connection || (own.is_some() && listener.seat == own) {
                listener.muted_watchers = muted;
            }
        }
        Ok(())
    }

    pub(super) async fn mute(
        &mut self,
        own: Option<Seat>,
        connection: Option<u64>,
        seat: Seat,
        muted: bool,
    ) -> Result<(), No> {
        let change = |list: &mut Vec<Seat>| {
            list.retain(|&other| other != seat);
            if muted {
                list.push(seat);
            }
        };
        if let Some(own) = own {
            let mut doc = self.doc.clone();
            if let Some(person) = doc.person_mut(own) {
                change(&mut person.muted);
                self.save(doc, Write::new()).await?;
            }
        }
        for listener in &mut self.connections {
            if Some(listener.id) == connection || (own.is_some() && listener.seat == own) {
                change(&mut listener.muted);
            }
        }
        Ok(())
    }
}
