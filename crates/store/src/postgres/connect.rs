//! Connections: how one is made, and how one that broke is made again.

use std::time::Duration;

use tokio_postgres::config::SslMode;
use tokio_postgres::{Client, Config, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::Error;

/// Where the database is, read once.
#[derive(Clone, Debug)]
pub(super) struct Address {
    config: Config,
}

impl Address {
    pub(super) fn parse(url: &str) -> Result<Self, Error> {
        // The parser's own message may repeat the address, and with it the password.
        let mut config: Config = url.parse().map_err(|_| {
            Error::Address(
                "its address is not of the form postgres://user:password@host:port/name".into(),
            )
        })?;
        config
            .connect_timeout(Duration::from_secs(3))
            .tcp_user_timeout(Duration::from_secs(5))
            .keepalives_idle(Duration::from_secs(5))
            .application_name("daikaiju");
        Ok(Self { config })
    }

    /// A new connection. It is driven by a task of its own and ends with its client.
    pub(super) async fn connect(&self) -> Result<Client, Error> {
        let client = if self.config.get_ssl_mode() == SslMode::Disable {
            let (client, connection) = self.config.connect(NoTls).await.map_err(away)?;
            tokio::spawn(async move { drop(connection.await) });
            client
        } else {
            let tls = MakeRustlsConnect::new(tls()?);
            let (client, connection) = self.config.connect(tls).await.map_err(away)?;
            tokio::spawn(async move { drop(connection.await) });
            client
        };
        client.batch_execute(SETTINGS).await?;
        Ok(client)
    }
}

/// A write is one statement: a stopped server must not hold a lock for longer. Durable means on the disk. All statements
/// go by a key: a planner that knows only empty tables would read them from end to end.
const SETTINGS: &str = "SET synchronous_commit = on; SET idle_in_transaction_session_timeout = '500ms'; \
     SET statement_timeout = '10s'; SET plan_cache_mode = force_generic_plan; \
     SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET client_min_messages = warning";

fn tls() -> Result<rustls::ClientConfig, Error> {
    let mut roots = rustls::RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = std::sync::Arc::new(rustls::crypto::ring::default_provider());
    Ok(rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| Error::Address(error.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth())
}

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
    match error.code() {
        None => true,
        // It went down in the middle (57P01 to 57P03), or the connection did (class 08).
        Some(code) => code.code().starts_with("57P") || code.code().starts_with("08"),
    }
}
