//! Roars for everyone; words for those who came by the link.

use engine::Seat;
use protocol::{Message, Refusal, Roar, Said, Speaker, Talk, clean_text};
use serde::{Deserialize, Serialize};
use store::{Change, TalkRow, Write};

use super::actor::Table;
use super::{No, no};
use crate::clock::wall_ms;
use crate::limits::{Bucket, Rate};
use crate::outbox::Out;

/// Five at once, then one every two seconds.
pub(super) const VOICE: Rate = Rate { burst: 5.0, per_second: 0.5 };

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
    pub(super) async fn roar(
        &mut self,
        seat: Option<Seat>,
        connection: Option<u64>,
        roar: Roar,
    ) -> Result<(), No> {
        self.speak(seat, connection, Said::Roar(roar)).await
    }

    pub(super) async fn say(
        &mut self,
        seat: Option<Seat>,
        by_link: bool,
        connection: Option<u64>,
        text: &str,
    ) -> Result<(), No> {
        if !by_link {
            return Err(no(
                Refusal::Forbidden,
                "only those who came by the table's link may talk; everyone may roar",
            ));
        }
        if seat.is_none() && !self.doc.options.watchers_talk {
            return Err(no(Refusal::Forbidden, "watchers may roar but not talk at this table"));
        }
        let text = clean_text(text).map_err(|why| no(Refusal::Invalid, why))?;
        self.speak(seat, connection, Said::Text(text)).await
    }

    async fn speak(
        &mut self,
        seat: Option<Seat>,
        connection: Option<u64>,
        said: Said,
    ) -> Result<(), No> {
        // Over HTTP all who speak share one voice for their seat: its first connection's, or a fresh one each time
        // behind the general limit of requests.
        let voice = self.connections.iter_mut().find(|voice| {
            Some(voice.id) == connection || (connection.is_none() && voice.seat == seat)
        });
        let allowed =
            voice.map_or_else(|| Bucket::full(VOICE).take(VOICE), |from| from.voice.take(VOICE));
        if !allowed {
            return Err(no(Refusal::SlowDown, "that was a lot at once; try again in two seconds"));
        }
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
            if !seat.is_some_and(|seat| connection.muted.contains(&seat)) {
                connection.outbox.send(Out::Text(text.clone()));
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
