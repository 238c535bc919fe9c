//! Connections: how one is made, and how one that broke is made again.

use std::time::Duration;

use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::error::Severity;
use tokio_postgres::{Client, Config, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::tls;
use crate::Error;

/// How long a connection may take until it can be used.
const CONNECT_WITHIN: Duration = Duration::from_secs(3);

/// Where the database is, read once.
#[derive(Clone)]
pub(super) struct Address {
    config: Config,
    tls: Option<MakeRustlsConnect>,
}

impl std::fmt::Debug for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Address").field("host", &self.config.get_hosts()).finish_non_exhaustive()
    }
}

impl Address {
    /// Reads an address. Over a network the connection is encrypted and the certificate checked, unless it says
    /// otherwise; to the same machine it is not. `sslrootcert` names a file with the certificates to trust instead of the
    /// system's.
    pub(super) fn parse(url: &str) -> Result<Self, Error> {
        // The parser's own message may repeat the address, and with it the password.
        let unreadable = || {
            Error::Address(
                "its address is not of the form postgres://user:password@host:port/name".into(),
            )
        };
        let (url, settings) = tls::settings(url);
        let mut config: Config = url.parse().map_err(|_| unreadable())?;
        if config.get_hosts().is_empty() {
            return Err(unreadable());
        }
        let is_here = config.get_hosts().iter().all(|host| match host {
            Host::Tcp(name) => {
                name == "localhost"
                    || name.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
            }
            #[cfg(unix)]
            Host::Unix(_) => true,
        });
        let tls = match settings.mode.as_deref() {
            None if is_here && settings.roots.is_none() => None,
            Some("disable") => None,
            None | Some("require" | "verify-ca" | "verify-full") => {
                Some(MakeRustlsConnect::new(tls::config(settings.roots.as_deref())?))
            }
            Some(_) => {
                return Err(Error::Address(
                    "sslmode is `disable`, or `require`, which also checks the certificate".into(),
                ));
            }
        };
        config
            .ssl_mode(if tls.is_some() { SslMode::Require } else { SslMode::Disable })
            .connect_timeout(CONNECT_WITHIN)
            .tcp_user_timeout(Duration::from_secs(5))
            .keepalives_idle(Duration::from_secs(5))
            .application_name("daikaiju");
        Ok(Self { config, tls })
    }

    /// The same place, for a process whose connections others can tell from all others by this tag.
    pub(super) fn tagged(mut self, tag: &str) -> Self {
        self.config.application_name(tag);
        self
    }

    /// Where it is, without the password.
    pub(super) fn shown(&self) -> String {
        let host = match self.config.get_hosts().first() {
            Some(Host::Tcp(name)) => name.clone(),
            #[cfg(unix)]
            Some(Host::Unix(path)) => path.display().to_string(),
            None => String::new(),
        };
        let port = self.config.get_ports().first().copied().unwrap_or(5432);
        let user = self.config.get_user().unwrap_or_default();
        let name = self.config.get_dbname().unwrap_or(user);
        format!("postgres://{host}:{port}/{name}")
    }

    /// A new connection. It is driven by a task of its own and ends with its client.
    pub(super) async fn connect(&self) -> Result<Client, Error> {
        let connected = tokio::time::timeout(CONNECT_WITHIN, self.connected()).await;
        connected.unwrap_or_else(|_| Err(Error::Address("it does not answer".into())))
    }

    async fn connected(&self) -> Result<Client, Error> {
        let client = if let Some(tls) = &self.tls {
            let (client, connection) = self.config.connect(tls.clone()).await.map_err(away)?;
            tokio::spawn(async move { drop(connection.await) });
            client
        } else {
            let (client, connection) = self.config.connect(NoTls).await.map_err(away)?;
            tokio::spawn(async move { drop(connection.await) });
            client
        };
        client.batch_execute(SETTINGS).await?;
        Ok(client)
    }
}

/// Refuses a PostgreSQL that is too old.
pub(super) async fn check_version(client: &Client) -> Result<(), Error> {
    let sql = "SELECT current_setting('server_version_num')::int";
    let version: i32 = client.query_one(sql, &[]).await?.get(0);
    if version < 130_000 {
        return Err(Error::Address(format!(
            "it is PostgreSQL {}, and 13 is the oldest that will do",
            version / 10_000
        )));
    }
    Ok(())
}

/// A write is one statement: a stopped server must not hold a lock for longer. Durable means on the disk. All statements
/// go by a key: a planner that knows only empty tables would read them from end to end.
const SETTINGS: &str = "SET synchronous_commit = on; SET idle_in_transaction_session_timeout = '500ms'; \
     SET statement_timeout = '10s'; SET plan_cache_mode = force_generic_plan; \
     SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET client_min_messages = warning";

/// A connection that could not be made: nothing has been asked of the database yet.
fn away(error: tokio_postgres::Error) -> Error {
    Error::Address(say(&error))
}

/// What went wrong, in the words of whoever knows best.
pub(super) fn say(error: &tokio_postgres::Error) -> String {
    if let Some(answer) = error.as_db_error() {
        return answer.message().to_owned();
    }
    let cause = std::error::Error::source(error);
    cause.map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}"))
}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Self {
        match error.code().map(tokio_postgres::error::SqlState::code) {
            Some("DK001") => Self::Conflict,
            Some("DK002") => Self::Gap,
            Some("DK003") => Self::Fenced,
            // Uniqueness and references.
            Some("23505" | "23503") => Self::Conflict,
            _ => Self::Failed(say(&error)),
        }
    }
}

/// Whether the database may have done what it was asked although no answer came.
pub(super) fn is_lost(error: &tokio_postgres::Error) -> bool {
    let Some(answer) = error.as_db_error() else { return true };
    // Whatever ends the connection says nothing of what was under way: it may have been the next thing.
    let is_over = matches!(answer.parsed_severity(), Some(Severity::Fatal | Severity::Panic));
    // It went down in the middle (57P01 to 57P03), or the connection did (class 08).
    let code = answer.code().code();
    is_over || code.starts_with("57P") || code.starts_with("08")
}

/// What the database has answered; nothing if the connection broke or no answer came in time. Then nobody knows what
/// became of it.
pub(super) async fn answer<T>(
    within: Duration,
    asked: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Option<Result<T, Error>> {
    match tokio::time::timeout(within, asked).await {
        Err(_) => None,
        Ok(Err(error)) if is_lost(&error) => None,
        Ok(outcome) => Some(outcome.map_err(Error::from)),
    }
}
