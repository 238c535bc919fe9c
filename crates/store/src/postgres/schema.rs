//! The tables of the database, and how older ones are brought up to date.

use tokio_postgres::Client;

use crate::Error;

/// Forward only: each entry takes the database from the version of its index to the next one. They add and never take, for
/// servers of the version before may still be there.
const MIGRATIONS: &[&str] =
    &[include_str!("schema.sql"), include_str!("assets.sql"), include_str!("wired.sql")];

/// The version of the tables that this program knows.
pub(super) const VERSION: i32 = MIGRATIONS.len() as i32;

/// Any number that no other program uses for the same purpose.
const LOCK: i64 = 0x6b_61_69_6a_75;

/// Brings the database up to date, one program at a time.
pub(super) async fn migrate(client: &mut Client) -> Result<(), Error> {
    let transaction = client.transaction().await?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    let tables: Vec<String> = transaction
        .query("SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'", &[])
        .await?
        .iter()
        .map(|row| row.get(0))
        .collect();
    let found = if tables.is_empty() {
        0
    } else if tables.iter().any(|name| name == "cluster") {
        transaction.query_one("SELECT schema FROM cluster", &[]).await?.get(0)
    } else {
        return Err(Error::Address(
            "it holds tables of something else; give Daikaiju a database of its own".into(),
        ));
    };
    if VERSION < found {
        return Err(Error::Newer { found: found.into(), known: VERSION.into() });
    }
    for migration in &MIGRATIONS[usize::try_from(found).unwrap_or(0)..] {
        transaction.batch_execute(migration).await?;
    }
    if found == 0 {
        let mut key = [0_u8; 32];
        getrandom::fill(&mut key).map_err(|error| Error::Failed(error.to_string()))?;
        let sql = "INSERT INTO cluster (key, schema, writes) VALUES ($1, $2, $3)";
        let writes = *super::lease::FORMATS.end();
        transaction.execute(sql, &[&key.as_slice(), &VERSION, &writes]).await?;
    } else {
        transaction
            .execute("UPDATE cluster SET schema = $1 WHERE schema < $1", &[&VERSION])
            .await?;
    }
    transaction.batch_execute(include_str!("apply.sql")).await?;
    transaction.commit().await?;
    Ok(())
}
