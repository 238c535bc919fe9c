//! Every command of a client, and who may give it.

use std::net::IpAddr;

use engine::Seat;
use protocol::{Command, Refusal, Reply, TablePhase};
use store::{OwnerHash, Write};

use super::actor::Table;
use super::{TableRefused, refused};

/// Who gives a command, over whichever way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caller {
    pub(super) owner: Option<OwnerHash>,
    pub(super) seat: Option<Seat>,
    pub(super) by_link: bool,
    /// The connection, if it came over one.
    pub(super) connection: Option<u64>,
    /// The address it came from.
    pub(super) address: IpAddr,
}

impl Caller {
    /// The seat that a command needs.
    pub(super) fn seat(&self) -> Result<Seat, TableRefused> {
        self.seat.ok_or_else(no_seat)
    }
}

impl Table {
    /// Does what a client wants, or says why not. The reply's number is filled in by the caller; without one the reply comes
    /// when the dice have fallen.
    pub(super) async fn command(
        &mut self,
        caller: Caller,
        command: Command,
    ) -> Result<Option<Reply>, TableRefused> {
        let Caller { owner, seat, by_link, connection, .. } = caller;
        match command {
            Command::Answer { game, seq, answer } => {
                return self.answer(caller.seat()?, game, seq, answer).await;
            }
            Command::Undo { game, seq } => {
                return self.undo(caller.seat()?, game, seq).await.map(Some);
            }
            Command::Hello(_) => {
                return Err(refused(Refusal::NotNow, "hello has been said already"));
            }
            Command::Sit(sit) => return self.sit(owner, by_link, sit).await.map(Some),
            Command::Stand => self.stand(caller.seat()?).await?,
            Command::Configure(options) => self.configure(self.need_host(seat)?, options).await?,
            Command::Bot { seat: place, level } => {
                self.set_bot(self.need_host(seat)?, place, level).await?
            }
            Command::Order { seats } => self.order(self.need_host(seat)?, &seats).await?,
            Command::Ready { ready } => self.ready(caller.seat()?, ready).await?,
            Command::Remove { seat: place } => self.remove(self.need_host(seat)?, place).await?,
            Command::PassHost { seat: to } => self.pass_host(self.need_host(seat)?, to).await?,
            Command::Pledge { version, game_name, pledge } => {
                let seat = caller.seat()?;
                if !self.pledge(seat, connection, version, &game_name, pledge).await? {
                    return Ok(None);
                }
            }
            Command::Reveal { game_name, mix, entropy } => {
                self.reveal(caller.seat()?, &game_name, mix, entropy).await?
            }
            Command::Link { game, ask, link } => self.link(caller.seat()?, game, ask, link).await?,
            Command::Rest { .. } => self.rest(caller.seat()?, connection),
            Command::Start => self.start(self.need_host(seat)?).await?,
            Command::Rematch => self.start(self.need_host_or_heir(seat)?).await?,
            Command::Auto(auto) => {
                let mut doc = self.doc.clone();
                doc.person_mut(caller.seat()?).ok_or_else(no_seat)?.auto = auto;
                self.save(doc, Write::new()).await?;
            }
            Command::Away { away: true } => self.step_away(caller.seat()?).await?,
            Command::Away { away: false } => self.take_back(caller.seat()?).await?,
            Command::MoreTime => self.more_time(caller.seat()?).await?,
            Command::Roar { roar } => self.roar(caller, roar).await?,
            Command::Say { text } => self.say(caller, &text).await?,
            Command::Mute { seat: other, muted } => {
                self.mute(seat, connection, Some(other), muted).await?
            }
            Command::MuteWatchers { muted } => self.mute(seat, connection, None, muted).await?,
            Command::CloseTalk { closed } => self.close_talk(self.need_host(seat)?, closed).await?,
            Command::RenewLink => return self.renew_link(self.need_host(seat)?).await.map(Some),
            Command::MoveDevice => {
                return self.move_device(self.need_owner(&caller)?).await.map(Some);
            }
            Command::MakeToken => {
                return self.make_token(self.need_owner(&caller)?).await.map(Some);
            }
            Command::ListTokens => return self.list_tokens(self.need_owner(&caller)?).map(Some),
            Command::RevokeToken { number } => {
                self.revoke_token(self.need_owner(&caller)?, number).await?
            }
            Command::Refresh => {
                if let Some(connection) = connection {
                    self.resync(connection);
                }
            }
            Command::Ping => {}
        }
        Ok(Some(Reply::default()))
    }

    fn need_host(&self, seat: Option<Seat>) -> Result<Seat, TableRefused> {
        let seat = seat.ok_or_else(no_seat)?;
        if self.doc.host == Some(seat) {
            Ok(seat)
        } else {
            Err(refused(Refusal::NotHost, "only the host of the table may do that"))
        }
    }

    /// After a game nobody waits for a host who has gone.
    fn need_host_or_heir(&self, seat: Option<Seat>) -> Result<Seat, TableRefused> {
        let gone = self.doc.host.is_none_or(|host| !self.is_here(host));
        match seat {
            Some(seat) if gone && self.doc.phase == TablePhase::Over => Ok(seat),
            _ => self.need_host(seat),
        }
    }

    /// A seat's own secret hands on what the seat has; its tokens only play it.
    fn need_owner(&self, caller: &Caller) -> Result<Seat, TableRefused> {
        let seat = caller.seat()?;
        let owns = self.doc.person(seat).is_some_and(|person| Some(person.owner) == caller.owner);
        if owns {
            Ok(seat)
        } else {
            Err(refused(Refusal::Forbidden, "a token plays a seat; it cannot hand it on"))
        }
    }
}

pub(super) fn no_seat() -> TableRefused {
    refused(Refusal::NoSeat, "you have no seat at this table")
}
