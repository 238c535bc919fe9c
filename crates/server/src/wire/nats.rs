//! The wire over NATS: a subject for each server, nothing for a table.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{
    Client, ConnectErrorKind, ConnectOptions, Event, ServerAddr, StatusCode, Subscriber,
};
use futures_util::StreamExt;
use store::ServerId;
use tokio::task::JoinHandle;

use super::{Ears, Heard, Wire};

/// How long the first connection may take.
const CONNECT_WITHIN: Duration = Duration::from_secs(3);

/// After a lost connection the next attempt waits this long.
const RECONNECT_AFTER: Duration = Duration::from_millis(50);

/// A connection to NATS.
pub(crate) struct Nats {
    client: Client,
    /// What all subjects of the cluster begin with.
    cluster: String,
    /// The number this server listens by, and the task that does.
    ear: Mutex<(ServerId, Option<JoinHandle<()>>)>,
}

impl Nats {
    /// Connects to NATS at one or more addresses.
    ///
    /// # Errors
    /// One sentence, without a password: the address cannot be read, or nobody answers there.
    pub(crate) async fn connect(addresses: &str) -> Result<Self, String> {
        let addresses: Result<Vec<ServerAddr>, _> =
            addresses.split(',').map(|address| address.trim().parse()).collect();
        let addresses = addresses
            .map_err(|_| "the address of NATS is not of the form nats://host:port".to_owned())?;
        let client = identity(&addresses)
            .name("daikaiju")
            .connection_timeout(CONNECT_WITHIN)
            .reconnect_delay_callback(|_| RECONNECT_AFTER)
            .ping_interval(Duration::from_secs(2))
            // Once for each time that it goes and comes, not for each try.
            .event_callback(|event| async move {
                match event {
                    Event::Connected => tracing::info!("NATS is there"),
                    Event::Disconnected => tracing::warn!("NATS is away"),
                    _ => {}
                }
            })
            .connect(addresses)
            .await
            .map_err(|error| match error.kind() {
                ConnectErrorKind::AuthorizationViolation => {
                    "NATS does not admit this user with this password, or this token".to_owned()
                }
                _ => format!("NATS cannot be reached: {error}"),
            })?;
        Ok(Self { client, cluster: String::new(), ear: Mutex::new((ServerId(0), None)) })
    }

    /// The same for the cluster of this name.
    pub(crate) fn of(self, cluster: &str) -> Self {
        Self { cluster: format!("dk.{cluster}.s"), ..self }
    }

    async fn subscribe(&self, own: ServerId) -> Result<(Subscriber, Subscriber), String> {
        let wrong =
            |error: async_nats::SubscribeError| format!("NATS cannot be listened to: {error}");
        let subject = |kind: &str| format!("{}.{}.{kind}", self.cluster, own.0);
        let letters = self.client.subscribe(subject("in")).await.map_err(wrong)?;
        let nobody = self.client.subscribe(subject("none.*")).await.map_err(wrong)?;
        Ok((letters, nobody))
    }
}

/// Who one is to NATS: `nats://user:password@host`, or `nats://token@host`. The client does not look there by itself.
fn identity(addresses: &[ServerAddr]) -> ConnectOptions {
    let options = ConnectOptions::new();
    let named = addresses.iter().find_map(|address| Some((address.username()?, address)));
    match named.map(|(user, address)| (store::decoded(user), address.password())) {
        Some((user, Some(password))) => options.user_and_password(user, store::decoded(password)),
        Some((token, None)) => options.token(token),
        None => options,
    }
}

impl Wire for Nats {
    fn post(&self, to: ServerId, letter: Vec<u8>) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let own = self.ear.lock().unwrap_or_else(PoisonError::into_inner).0;
        Box::pin(async move {
            // While NATS is away a letter is lost, not kept: what it says is old when NATS is back.
            if !self.is_up() {
                return;
            }
            let subject = format!("{}.{}.in", self.cluster, to.0);
            // NATS itself answers there if nobody listens.
            let reply = format!("{}.{}.none.{}", self.cluster, own.0, to.0);
            let _ = self.client.publish_with_reply(subject, reply, letter.into()).await;
        })
    }

    fn listen(
        &self,
        own: ServerId,
        ears: Ears,
    ) -> Pin<Box<dyn Future<Output = Result<(), String>> + Send + '_>> {
        Box::pin(async move {
            let (mut letters, mut nobody) = self.subscribe(own).await?;
            let task = tokio::spawn(async move {
                loop {
                    let heard = tokio::select! {
                        biased;
                        letter = letters.next() => match letter {
                            Some(letter) => Heard::Letter(letter.payload.into()),
                            None => return,
                        },
                        note = nobody.next() => match note {
                            Some(note) if note.status == Some(StatusCode::NO_RESPONDERS) => {
                                let server = note.subject.rsplit('.').next();
                                let Some(server) = server.and_then(|id| id.parse().ok()) else {
                                    continue;
                                };
                                Heard::Nobody(ServerId(server))
                            }
                            Some(_) => continue,
                            None => return,
                        },
                    };
                    ears(heard);
                }
            });
            let mut ear = self.ear.lock().unwrap_or_else(PoisonError::into_inner);
            if let (_, Some(earlier)) = std::mem::replace(&mut *ear, (own, Some(task))) {
                earlier.abort();
            }
            Ok(())
        })
    }

    fn is_up(&self) -> bool {
        self.client.connection_state() == State::Connected
    }
}
