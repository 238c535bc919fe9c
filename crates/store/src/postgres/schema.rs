//! The tables of the database, and how older ones are brought up to date.

use tokio_postgres::Client;

use crate::Error;

/// The version of the tables that this program knows.
pub(super) const VERSION: i32 = 1;

/// Any number that no other program uses for the same purpose.
const LOCK: i64 = 0x6b_61_69_6a_75;

/// Brings the database up to date, one program at a time. Adds, never takes: an older server may still be there.
pub(super) async fn migrate(client: &mut Client) -> Result<(), Error> {
    let transaction = client.transaction().await?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    let tables: Vec<String> = transaction
        .query("SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'", &[])
        .await?
        .iter()
        .map(|row| row.get(0))
        .collect();
    if tables.is_empty() {
        let mut key = [0_u8; 32];
        getrandom::fill(&mut key).map_err(|error| Error::Failed(error.to_string()))?;
        transaction.batch_execute(include_str!("schema.sql")).await?;
        transaction
            .execute(
                "INSERT INTO cluster (key, schema, writes) VALUES ($1, $2, 1)",
                &[&key.as_slice(), &VERSION],
            )
            .await?;
    } else if !tables.iter().any(|name| name == "cluster") {
        return Err(Error::Address(
            "it holds tables of something else; give Daikaiju a database of its own".into(),
        ));
    }
    let found: i32 = transaction.query_one("SELECT schema FROM cluster", &[]).await?.get(0);
    if found > VERSION {
        return Err(Error::Newer { found: found.into(), known: VERSION.into() });
    }
    transaction.batch_execute(include_str!("apply.sql")).await?;
    transaction.commit().await?;
    Ok(())
}
