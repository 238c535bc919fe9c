//! Every HTTP error is a problem-details document (RFC 9457) with one plain sentence.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::{Problem, Refusal, Refused};

/// A refusal on its way out over HTTP.
#[derive(Clone, Debug)]
pub(crate) struct HttpRefused {
    pub(crate) refused: Refused,
    pub(crate) seq: Option<u64>,
    /// The status, where HTTP has one that says more than the code's own.
    pub(crate) status: Option<StatusCode>,
}

impl From<Refused> for HttpRefused {
    fn from(refused: Refused) -> Self {
        Self { refused, seq: None, status: None }
    }
}

/// A refusal with a status of its own.
pub(crate) fn with_status(
    status: StatusCode,
    code: Refusal,
    text: impl Into<String>,
) -> HttpRefused {
    HttpRefused { status: Some(status), ..refuse(code, text) }
}

/// A refusal with its sentence, over HTTP.
pub(crate) fn refuse(code: Refusal, text: impl Into<String>) -> HttpRefused {
    Refused::new(code, text).into()
}

/// What is said when the store could not do its work. What exactly went wrong is for the log, not for clients; but that nothing
/// has changed is said only where that is known.
pub(crate) fn trouble(error: &store::Error, nothing_done: &'static str) -> Refused {
    use store::Error::{Conflict, Fenced, Gap, Unsure};
    tracing::error!(%error, "the store failed");
    let (code, text) = match error {
        Unsure => (
            Refusal::Restarting,
            "the database was lost in the middle; come back to see whether this was stored",
        ),
        Fenced => (Refusal::Restarting, "another server has taken over this table; come back"),
        Conflict | Gap => (
            Refusal::Restarting,
            "somebody else has written to this table; come back to see what stands, and try again",
        ),
        _ => (Refusal::Trouble, nothing_done),
    };
    Refused::new(code, text)
}

impl IntoResponse for HttpRefused {
    fn into_response(self) -> Response {
        let Refused { code, text } = self.refused;
        let own = || StatusCode::from_u16(code.status()).expect("refusals name valid statuses");
        let status = self.status.unwrap_or_else(own);
        let problem = Problem {
            kind: format!("/problems/{}", code.name()),
            title: code.name().replace('_', " "),
            status: status.as_u16(),
            detail: text,
            seq: self.seq,
        };
        let body = serde_json::to_string(&problem).expect("a problem is plain text and numbers");
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = status;
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if matches!(code, Refusal::SlowDown | Refusal::Full | Refusal::Restarting) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        if matches!(code, Refusal::NoSeat) {
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A write whose outcome is not known, or that met another one, is never told as "nothing has changed".
    #[test]
    fn only_what_is_known_not_to_stand_is_said_not_to() {
        use store::Error::{Conflict, Failed, Fenced, Gap, Unsure};
        for error in [Unsure, Fenced, Conflict, Gap] {
            let refused = trouble(&error, "nothing has changed");
            assert_eq!(refused.code, Refusal::Restarting, "{error}");
            assert!(!refused.text.contains("nothing") && refused.text.contains("come back"));
        }
        let refused = trouble(&Failed("the disk is full".into()), "nothing has changed");
        assert_eq!((refused.code, &*refused.text), (Refusal::Trouble, "nothing has changed"));
    }
}
