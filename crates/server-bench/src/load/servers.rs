//! The servers that are measured: one on its own file, one on PostgreSQL, or several that share PostgreSQL and NATS.

use std::net::SocketAddr;
use std::path::Path;

use server::Failure;
use testkit::{Launch, Nats, Postgres, Server};

use super::{LoadArgs, SETTINGS, start};
use crate::soak_cluster::look_into;

/// Where the players of a table are connected.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// To the server that owns the table.
    Owner,
    /// All to another one.
    Elsewhere,
    /// Each to another one.
    Anywhere,
}

/// Servers that run for a measurement.
pub(super) struct Running {
    servers: Vec<Server>,
    /// A look into the database.
    database: Option<tokio_postgres::Client>,
    // After the servers, so that they go first.
    postgres: Option<Postgres>,
    nats: Option<Nats>,
}

impl Running {
    /// One server on its own file.
    pub(super) fn alone(program: &Path, args: &LoadArgs, data: &Path) -> Result<Self, Failure> {
        let server = start(Launch::serve(program, &data.join("alone"), &SETTINGS), args)?;
        Ok(Self { servers: vec![server], database: None, postgres: None, nats: None })
    }

    /// One server on PostgreSQL.
    pub(super) async fn on_postgres(
        program: &Path,
        args: &LoadArgs,
        data: &Path,
    ) -> Result<Self, Failure> {
        let postgres = Postgres::start();
        let mut launch = Launch::serve(program, &data.join("postgres"), &SETTINGS);
        let database = postgres.database();
        launch.arguments.push(format!("--database={database}"));
        let server = start(launch, args)?;
        let database = Some(look_into(&database).await?);
        Ok(Self { servers: vec![server], database, postgres: Some(postgres), nats: None })
    }

    /// Several servers on PostgreSQL and NATS.
    pub(super) async fn together(
        program: &Path,
        args: &LoadArgs,
        data: &Path,
    ) -> Result<Self, Failure> {
        let (postgres, nats) = (Postgres::start(), Nats::start());
        let database = postgres.database();
        let servers = (0..args.servers).map(|number| {
            let data = data.join(format!("together-{number}"));
            let mut launch = Launch::serve(program, &data, &SETTINGS);
            launch.arguments.push(format!("--database={database}"));
            launch.arguments.push(format!("--nats={}", nats.address()));
            start(launch, args)
        });
        let servers = servers.collect::<Result<_, _>>()?;
        let database = Some(look_into(&database).await?);
        Ok(Self { servers, database, postgres: Some(postgres), nats: Some(nats) })
    }

    /// The server that owns a table.
    pub(super) fn owner(&self, table: usize) -> SocketAddr {
        self.servers[table % self.servers.len()].address
    }

    /// The server that a seat of a table is connected to.
    pub(super) fn address(&self, place: Place, table: usize, seat: u8) -> SocketAddr {
        self.owner(match place {
            Place::Owner => table,
            Place::Elsewhere => table + 1,
            Place::Anywhere => table + usize::from(seat),
        })
    }

    /// What is measured, in front of its table.
    pub(super) fn words(&self, place: Place) -> String {
        match (&self.postgres, self.servers.len(), place) {
            (None, ..) => String::new(),
            (Some(_), 1, _) => "PostgreSQL, ".into(),
            (Some(_), n, Place::Owner) => format!("{n} servers, local, "),
            (Some(_), n, Place::Elsewhere) => format!("{n} servers, forwarded, "),
            (Some(_), n, Place::Anywhere) => format!("{n} servers, anywhere, "),
        }
    }

    /// Processor time of all servers, of the database, and of NATS so far, and how much the database has committed.
    pub(super) async fn cost(&self) -> [f64; 4] {
        let servers = self.servers.iter().map(Server::cpu_seconds).sum();
        let database = self.postgres.as_ref().map_or(0.0, Postgres::cpu_seconds);
        let nats = self.nats.as_ref().map_or(0.0, Nats::cpu_seconds);
        [servers, database, nats, self.commits().await]
    }

    /// How much the database has committed so far.
    async fn commits(&self) -> f64 {
        let sql =
            "SELECT xact_commit::float8 FROM pg_stat_database WHERE datname = current_database()";
        match &self.database {
            Some(database) => database.query_one(sql, &[]).await.map_or(0.0, |row| row.get(0)),
            None => 0.0,
        }
    }

    /// Resident memory of one of the servers, in kilobytes.
    pub(super) fn memory_of_kb(&self, server: usize) -> u64 {
        self.servers[server].memory_kb()
    }

    /// Resident memory of all servers, in kilobytes.
    pub(super) fn memory_kb(&self) -> u64 {
        self.servers.iter().map(Server::memory_kb).sum()
    }
}
