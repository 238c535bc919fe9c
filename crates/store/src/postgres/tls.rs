//! Encryption on the way to a database on another machine.

use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};

use crate::Error;

/// What an address says about encryption.
#[derive(Debug, Default)]
pub(super) struct Settings {
    pub(super) mode: Option<String>,
    /// The file with the certificates to trust.
    pub(super) roots: Option<String>,
}

/// Takes `sslmode` and `sslrootcert` out of an address; the driver knows only some of their values.
pub(super) fn settings(url: &str) -> (String, Settings) {
    let mut settings = Settings::default();
    let Some((place, query)) = url.split_once('?') else { return (url.to_owned(), settings) };
    let mut rest = Vec::new();
    for part in query.split('&') {
        match part.split_once('=') {
            Some(("sslmode", mode)) => settings.mode = Some(mode.to_owned()),
            Some(("sslrootcert", file)) => settings.roots = Some(decoded(file)),
            _ => rest.push(part),
        }
    }
    let rest = rest.join("&");
    (if rest.is_empty() { place.to_owned() } else { format!("{place}?{rest}") }, settings)
}

/// A part of an address in which `%2F` stands for `/`.
pub fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).filter(|_| *first == b'%').and_then(|code| {
            std::str::from_utf8(code).ok().and_then(|code| u8::from_str_radix(code, 16).ok())
        });
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Checks the certificate against the system's roots, or against those in a file.
pub(super) fn config(file: Option<&str>) -> Result<ClientConfig, Error> {
    let wrong = |why: String| Error::Address(why);
    let mut roots = RootCertStore::empty();
    let known: Vec<CertificateDer<'static>> =
        match file {
            None => rustls_native_certs::load_native_certs().certs,
            Some(file) => CertificateDer::pem_file_iter(file).and_then(Iterator::collect).map_err(
                |error| wrong(format!("the certificates in {file} cannot be read: {error}")),
            )?,
        };
    let (good, _) = roots.add_parsable_certificates(known.iter().cloned());
    if good == 0 {
        return Err(wrong(match file {
            None => "this machine has no certificates to check the database's by; name a file with sslrootcert".into(),
            Some(file) => format!("there is no certificate in {file}"),
        }));
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let roots = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider))
        .build()
        .map_err(|error| wrong(error.to_string()))?;
    // Only certificates of a file are known by themselves: nobody has all the keys of the system's.
    let pinned = if file.is_some() { known } else { Vec::new() };
    let verifier = Arc::new(Verifier { roots, pinned, provider: Arc::clone(&provider) });
    Ok(ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| wrong(error.to_string()))?
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth())
}

/// Takes a certificate that stands in the file itself, such as the self-signed one that PostgreSQL's manual shows how to make, whatever
/// name is in it; and otherwise what the roots vouch for, under the name that was asked for.
#[derive(Debug)]
struct Verifier {
    roots: Arc<WebPkiServerVerifier>,
    pinned: Vec<CertificateDer<'static>>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        shown: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        if self.pinned.iter().any(|known| known == shown) {
            return Ok(ServerCertVerified::assertion());
        }
        self.roots.verify_server_cert(shown, between, name, ocsp, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        shown: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, shown, signed, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        shown: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, shown, signed, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_address_says_about_encryption_is_taken_out_of_it() {
        let read = |url: &str| {
            let (rest, settings) = settings(url);
            (rest, settings.mode, settings.roots)
        };
        assert_eq!(read("postgres://a@b/c"), ("postgres://a@b/c".into(), None, None));
        let both = read(
            "postgres://a@b/c?sslmode=verify-full&options=-c%20x&sslrootcert=%2Fetc%2Fmy%20ca.pem",
        );
        let (mode, file) = (Some("verify-full".into()), Some("/etc/my ca.pem".into()));
        assert_eq!(both, ("postgres://a@b/c?options=-c%20x".into(), mode, file));
    }
}
