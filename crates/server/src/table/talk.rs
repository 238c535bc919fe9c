//! Roars for everyone; words for those who came by the link.

use engine::Seat;
use protocol::{Refusal, Roar, Said, Speaker, Talk, clean_text};
use serde::{Deserialize, Serialize};
use store::{Change, TalkRow, Write};

use super::actor::Table;
use super::command::Caller;
use super::{TableRefused, refused, room};
use crate::clock::wall_ms;

/// How long talk alone leaves the table's document as it is.
const TOUCH_AFTER_MS: i64 = 86_400_000;

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
    pub(super) async fn roar(&mut self, caller: Caller, roar: Roar) -> Result<(), TableRefused> {
        self.speak(caller, Said::Roar(roar)).await
    }

    pub(super) async fn say(&mut self, caller: Caller, text: &str) -> Result<(), TableRefused> {
        if !caller.by_link {
            return Err(refused(
                Refusal::Forbidden,
                "only those who came by the table's link may talk; everyone may roar",
            ));
        }
        if caller.seat.is_none() && !self.doc.options.watchers_talk {
            return Err(refused(
                Refusal::Forbidden,
                "watchers may roar but not talk at this table",
            ));
        }
        let text = clean_text(text).map_err(|why| refused(Refusal::Invalid, why))?;
        self.speak(caller, Said::Text(text)).await
    }

    async fn speak(&mut self, caller: Caller, said: Said) -> Result<(), TableRefused> {
        if self.doc.talk_closed {
            return Err(refused(Refusal::Forbidden, "the host has closed talk at this table"));
        }
        if !self.hall.voices.may_speak(&self.name, caller.seat, caller.owner, caller.address) {
            self.hall.metrics.limit("talk");
            return Err(refused(
                Refusal::SlowDown,
                "that was a lot at once; try again in two seconds",
            ));
        }
        let seat = caller.seat;
        let from = seat.map_or(Speaker::Watcher, Speaker::Seat);
        let number = self.talk + 1;
        let body = serde_json::to_string(&TalkBody { from, said: said.clone() })
            .expect("talk is plain data");
        let row = TalkRow { table: self.name.clone(), seq: number, at_ms: wall_ms(), body };
        let write = Write::from(Change::Talk(row));
        // A table at which people only talk is in use as well; once a day its document says so.
        if TOUCH_AFTER_MS < self.hall.clock.now_ms() - self.touched_ms {
            self.save(self.doc.clone(), write).await?;
        } else {
            self.store(write).await?;
        }
        self.talk = number;
        self.hall.metrics.talk.add();
        self.tell_talk(Talk { number, from, said });
        Ok(())
    }

    /// Nobody may talk any more, or everybody again.
    pub(super) async fn close_talk(
        &mut self,
        _host: Seat,
        closed: bool,
    ) -> Result<(), TableRefused> {
        let mut doc = self.doc.clone();
        doc.talk_closed = closed;
        self.change(doc).await
    }

    /// Somebody does not want to hear a seat, or the watchers, or wants to again.
    pub(super) async fn mute(
        &mut self,
        own: Option<Seat>,
        connection: Option<u64>,
        seat: Option<Seat>,
        muted: bool,
    ) -> Result<(), TableRefused> {
        let Some(own) = own else {
            if let Some(connection) = connection {
                self.mute_here(connection, seat, muted);
            }
            return Ok(());
        };
        let mut doc = self.doc.clone();
        if let Some(person) = doc.person_mut(own) {
            match seat {
                None => person.muted_watchers = muted,
                Some(seat) => room::mute(&mut person.muted, seat, muted),
            }
            self.save(doc, Write::new()).await?;
        }
        Ok(())
    }
}
