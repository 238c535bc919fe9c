//! Backups leave the machine; what would tell somebody the dice of a game that is still on, or open a table's link, does not:
//! the documents of tables and the headers of running games are sealed with a key that stays in the data folder.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use chacha20poly1305::aead::{Aead, Generate, KeyInit};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use data_encoding::HEXLOWER_PERMISSIVE as HEX;
use rusqlite::{Connection, params};

use super::schema;
use crate::Error;

/// The name of the key in the data folder.
pub const KEY_FILE: &str = "backup.key";

/// What a sealed text begins with.
const MARK: &str = "sealed:";

/// How long a nonce is.
const NONCE: usize = 24;

/// What is sealed: a name for it, and how it is read and written.
const PLACES: [(&str, &str, &str); 2] = [
    ("table", "SELECT id, body FROM tables", "UPDATE tables SET body = ?2 WHERE id = ?1"),
    (
        "game",
        "SELECT id, header FROM games WHERE finished_ms IS NULL",
        "UPDATE games SET header = ?2 WHERE id = ?1",
    ),
];

/// The key of a data folder; a new one if there is none.
pub(super) fn key_of(file: &Path) -> Result<Key, Error> {
    let unusable = |error: std::io::Error| Error::Unusable(file.to_owned(), error.to_string());
    if !file.exists() {
        let key = Key::generate();
        super::private(file)?;
        let mut new = File::options().write(true).open(file).map_err(unusable)?;
        new.write_all(format!("{}\n", HEX.encode(&key)).as_bytes()).map_err(unusable)?;
        new.sync_all().map_err(unusable)?;
        return Ok(key);
    }
    read_key(file)
}

/// Reads a key that must be there.
pub(super) fn read_key(file: &Path) -> Result<Key, Error> {
    let text = fs::read_to_string(file)
        .map_err(|error| Error::Unusable(file.to_owned(), error.to_string()))?;
    let bytes =
        HEX.decode(text.trim().as_bytes()).ok().and_then(|bytes| <[u8; 32]>::try_from(bytes).ok());
    bytes
        .map(Key::from)
        .ok_or_else(|| Error::Unusable(file.to_owned(), "it is not the key of a backup".into()))
}

/// Seals a copy.
pub(super) fn seal(copy: &mut Connection, key: &Key) -> Result<(), Error> {
    change(copy, |place, id, text| {
        let cipher = XChaCha20Poly1305::new(key);
        let nonce = XNonce::generate();
        let aad = format!("{place} {id}");
        let payload = chacha20poly1305::aead::Payload { msg: text.as_bytes(), aad: aad.as_bytes() };
        let sealed = cipher.encrypt(&nonce, payload).ok()?;
        Some(format!("{MARK}{}{}", HEX.encode(&nonce), HEX.encode(&sealed)))
    })?;
    copy.pragma_update(None, "application_id", schema::SEALED_ID)?;
    Ok(())
}

/// Opens a sealed copy.
pub(super) fn open(copy: &mut Connection, key: &Key, file: &Path) -> Result<(), Error> {
    change(copy, |place, id, text| {
        let bytes = HEX.decode(text.strip_prefix(MARK)?.as_bytes()).ok()?;
        let (nonce, sealed) = bytes.split_at_checked(NONCE)?;
        let nonce = XNonce::from(<[u8; NONCE]>::try_from(nonce).ok()?);
        let aad = format!("{place} {id}");
        let payload = chacha20poly1305::aead::Payload { msg: sealed, aad: aad.as_bytes() };
        let opened = XChaCha20Poly1305::new(key).decrypt(&nonce, payload).ok()?;
        String::from_utf8(opened).ok()
    })
    .map_err(|error| match error {
        Error::Failed(why) if why == MARK => Error::WrongKey(file.to_owned()),
        other => other,
    })
}

/// Changes every text that is sealed; all or none.
fn change(
    copy: &mut Connection,
    change: impl Fn(&str, &str, &str) -> Option<String>,
) -> Result<(), Error> {
    let transaction = copy.transaction()?;
    for (place, read, write) in PLACES {
        let rows = transaction
            .prepare(read)?
            .query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?
            .collect::<Result<Vec<_>, _>>()?;
        let mut write = transaction.prepare(write)?;
        for (id, text) in rows {
            let changed = change(place, &id, &text).ok_or_else(|| Error::Failed(MARK.into()))?;
            write.execute(params![id, changed])?;
        }
    }
    Ok(transaction.commit()?)
}
