//! An update of all servers under load: one after the other stops in good order and starts again.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use server::Failure;

use super::{Field, SoakClusterArgs, Watch, failed, living, look_into};
use crate::client::Http;

/// A server's clock is written twice a second, and its tables' clocks are read from that.
const UNTOLD_MS: i64 = 600;

/// Stops and starts every server. No table's clock may run faster than the time that passes, or go back.
pub(super) async fn roll(
    field: &mut Field,
    watch: &Watch,
    args: &SoakClusterArgs,
) -> Result<(), Failure> {
    let all = field.servers.len();
    living(&field.database, all).await?;
    let (before, began) = (clocks(&field.database).await?, Instant::now());
    for number in 0..all {
        let server = &mut field.servers[number];
        watch.set(number, false);
        tokio::task::block_in_place(|| server.terminate()).map_err(failed)?;
        tokio::task::block_in_place(|| server.restart()).map_err(failed)?;
        while Http::new(server.address).get("/readyz").await.map_err(failed)?.status != 200 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        watch.set(number, true);
        // An operator looks whether all is well before the next one.
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let (after, passed) = (clocks(&field.database).await?, began.elapsed().as_millis() as i64);
    let slack = UNTOLD_MS * args.patience as i64;
    for (table, before) in before {
        let Some(&after) = after.get(&table) else {
            return Err(Failure::new(format!("nobody owns the table {table} after the update")));
        };
        if after < before || passed + slack < after - before {
            return Err(Failure::new(format!(
                "the clock of {table} went from {before} to {after} ms while {passed} ms passed"
            )));
        }
    }
    Ok(())
}

/// What the clock of each table shows.
async fn clocks(database: &str) -> Result<HashMap<String, i64>, Failure> {
    let sql =
        "SELECT o.table_id, o.shift_ms + s.clock_ms FROM owners o JOIN servers s ON s.id = o.owner";
    let rows = look_into(database).await?.query(sql, &[]).await;
    let rows = rows.map_err(|error| Failure::new(error.to_string()))?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}
