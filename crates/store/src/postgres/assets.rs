//! The page's files of every version that lives or lived lately.

use super::Postgres;
use crate::Reply;

/// Files go that no server has named for this long: whoever still has that page open has long since loaded all of it.
const KEPT_FOR: &str = "2 days";

pub(super) fn keep(store: &Postgres, files: Vec<(String, Vec<u8>)>) -> Reply<()> {
    let (paths, bodies): (Vec<String>, Vec<Vec<u8>>) = files.into_iter().unzip();
    store.ask(
        "INSERT INTO assets (path, body) SELECT * FROM unnest($1::text[], $2::bytea[]) \
         ON CONFLICT (path) DO UPDATE SET seen = now()",
        vec![Box::new(paths), Box::new(bodies)],
        |_| Ok(()),
    )
}

pub(super) fn touch(store: &Postgres, paths: Vec<String>) -> Reply<u64> {
    store.ask(
        "WITH seen AS (UPDATE assets SET seen = now() WHERE path = ANY ($1) RETURNING 1), \
         gone AS (DELETE FROM assets WHERE seen < now() - $2::text::interval AND NOT path = ANY ($1)) \
         SELECT count(*) FROM seen",
        vec![Box::new(paths), Box::new(KEPT_FOR)],
        |rows| Ok(rows[0].get::<_, i64>(0) as u64),
    )
}

pub(super) fn one(store: &Postgres, path: &str) -> Reply<Option<Vec<u8>>> {
    store.ask("SELECT body FROM assets WHERE path = $1", vec![Box::new(path.to_owned())], |rows| {
        Ok(rows.first().map(|row| row.get(0)))
    })
}
