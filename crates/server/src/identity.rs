//! Secrets that own seats, and the links and cookies that carry them.
//!
//! A secret is 32 bytes of the operating system's randomness, written in 43 letters. The server keeps only its SHA-256.

use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, COOKIE};
use sha2::{Digest, Sha256};
use store::OwnerHash;

/// The name of the cookie.
pub(crate) const COOKIE_NAME: &str = "daikaiju";

/// Its name over TLS: no other site, no subdomain and no plain connection can set a cookie of this name.
const SAFE_COOKIE_NAME: &str = "__Host-daikaiju";

const fn cookie_name(over_tls: bool) -> &'static str {
    if over_tls { SAFE_COOKIE_NAME } else { COOKIE_NAME }
}

/// How long a browser keeps its secret: a year.
const COOKIE_SECONDS: u32 = 31_536_000;

/// A secret that owns seats. It never appears in debug output.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(hidden)")
    }
}

/// The letters of secrets and links: safe in addresses, cookies and headers.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

impl Secret {
    /// A new secret.
    pub(crate) fn new() -> Self {
        Self(letters(43))
    }

    /// Reads a secret that a client presents; anything that cannot be one is none.
    pub(crate) fn read(text: &str) -> Option<Self> {
        (text.len() == 43 && text.bytes().all(|letter| LETTERS.contains(&letter)))
            .then(|| Self(text.to_owned()))
    }

    /// The secret itself, to be told once.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored.
    pub(crate) fn hash(&self) -> OwnerHash {
        Sha256::digest(self.0.as_bytes()).into()
    }

    /// The header that gives it to a browser.
    pub(crate) fn cookie(&self, over_tls: bool) -> String {
        let secure = if over_tls { "; Secure" } else { "" };
        format!(
            "{}={}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}",
            cookie_name(over_tls),
            self.0
        )
    }

    /// The secret of a request: a bearer token, or else the cookie.
    pub(crate) fn of(headers: &HeaderMap, over_tls: bool) -> Option<Self> {
        let bearer = headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        if let Some(token) = bearer {
            return Self::read(token.trim());
        }
        headers
            .get_all(COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|cookie| {
                cookie.trim().strip_prefix(cookie_name(over_tls))?.strip_prefix('=')
            })
            .find_map(Self::read)
    }
}

/// The secret part of a table's link: 132 bits.
pub(crate) fn new_key() -> String {
    letters(22)
}

/// Whether two secrets are equal, in a time that does not depend on where they differ.
pub(crate) fn same(left: &str, right: &str) -> bool {
    // Comparing fingerprints tells a guesser nothing about the letters.
    Sha256::digest(left.as_bytes()) == Sha256::digest(right.as_bytes())
}

/// Random bytes from the operating system.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    bytes
}

fn letters(count: usize) -> String {
    let mut bytes = [0; 64];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    bytes[..count].iter().map(|byte| char::from(LETTERS[usize::from(byte & 63)])).collect()
}

/// Hashes as they stand in the table's document.
pub(crate) mod hash_as_text {
    use data_encoding::HEXLOWER_PERMISSIVE as HEX;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use store::OwnerHash;

    pub(crate) fn serialize<S: Serializer>(hash: &OwnerHash, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&HEX.encode(hash))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<OwnerHash, D::Error> {
        let text = String::deserialize(from)?;
        let bytes = HEX.decode(text.as_bytes()).map_err(D::Error::custom)?;
        bytes.try_into().map_err(|_| D::Error::custom("expected 64 hexadecimal digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_found_in_cookie_and_token_and_nowhere_else() {
        let secret = Secret::new();
        let mut headers = HeaderMap::new();
        assert_eq!(Secret::of(&headers, false), None);
        headers.insert(
            COOKIE,
            format!("a=b; {COOKIE_NAME}={}; c=d", secret.reveal()).parse().unwrap(),
        );
        assert_eq!(Secret::of(&headers, false), Some(secret.clone()));
        // Over TLS only a cookie that nobody else can have set counts.
        assert_eq!(Secret::of(&headers, true), None);
        assert!(
            secret.cookie(true).starts_with("__Host-daikaiju=")
                && secret.cookie(true).ends_with("; Secure")
        );
        let token = Secret::new();
        headers.insert(AUTHORIZATION, format!("Bearer {}", token.reveal()).parse().unwrap());
        assert_eq!(Secret::of(&headers, false), Some(token));
        headers.insert(AUTHORIZATION, "Bearer short".parse().unwrap());
        assert_eq!(Secret::of(&headers, false), None);
        assert!(!format!("{:?}", Secret::new()).contains(Secret::new().reveal()));
    }
}
