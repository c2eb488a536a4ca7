//! What a bucket does not do, in words that hold nothing of what was signed.

use std::error::Error;
use std::io::{self, ErrorKind};

use object_store::client::{HttpError, HttpErrorKind};

/// What a server says of a key that does not count, or may not do it.
const DENIED: [&str; 9] = [
    "AccessDenied",
    "AuthenticationFailed",
    "AuthorizationFailure",
    "AuthorizationPermissionMismatch",
    "ExpiredToken",
    "InvalidAccessKeyId",
    "InvalidToken",
    "RequestTimeTooSkewed",
    "SignatureDoesNotMatch",
];

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BucketError {
    /// Nothing is kept there.
    #[error("nothing is kept there")]
    Missing,
    /// What was asked for begins after its end.
    #[error("what was asked for begins after its end")]
    Range,
    /// There is no such bucket.
    #[error("there is no such bucket")]
    NoBucket,
    /// The key does not count, or may not do it. With the server's own word.
    #[error("the bucket does not allow it: {0}")]
    Denied(String),
    /// No answer came in time.
    #[error("the bucket did not answer in time")]
    Slow,
    /// Nobody answers there.
    #[error("the server of the bucket cannot be reached")]
    Unreachable,
    /// It failed. With the server's own word.
    #[error("the server of the bucket failed: {0}")]
    Failed(String),
    /// The settings make no client.
    #[error("the bucket's name or address will not do")]
    Config,
}

impl BucketError {
    /// What is behind an error of the client's.
    pub(crate) fn of(error: object_store::Error) -> Self {
        use object_store::Error as E;
        let code = code(&error.to_string());
        let said = || code.clone().unwrap_or_else(|| "no reason was given".into());
        match (code.as_deref(), &error) {
            (Some("NoSuchBucket" | "ContainerNotFound"), _) => Self::NoBucket,
            (Some("InvalidRange"), _) => Self::Range,
            // Of a list the client does not tell with which status it was refused.
            (Some(word), _) if DENIED.contains(&word) => Self::Denied(said()),
            (_, E::NotFound { .. }) => Self::Missing,
            (_, E::PermissionDenied { .. } | E::Unauthenticated { .. }) => Self::Denied(said()),
            _ => match transport(&error) {
                Some(HttpErrorKind::Timeout) => Self::Slow,
                Some(
                    HttpErrorKind::Connect | HttpErrorKind::Request | HttpErrorKind::Interrupted,
                ) => Self::Unreachable,
                _ => Self::Failed(said()),
            },
        }
    }
}

/// The word by which the server calls it; a word alone is passed on.
fn code(answer: &str) -> Option<String> {
    let (_, rest) = answer.split_once("<Code>")?;
    let (code, _) = rest.split_once("</Code>")?;
    let plain = code.len() <= 64 && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    plain.then(|| code.to_owned())
}

/// How the exchange itself failed, if it did.
fn transport(error: &(dyn Error + 'static)) -> Option<HttpErrorKind> {
    match error.downcast_ref::<HttpError>() {
        Some(failed) => Some(failed.kind()),
        None => transport(error.source()?),
    }
}

impl From<BucketError> for io::Error {
    fn from(error: BucketError) -> Self {
        let kind = match error {
            BucketError::Missing => ErrorKind::NotFound,
            BucketError::Denied(_) => ErrorKind::PermissionDenied,
            BucketError::Slow => ErrorKind::TimedOut,
            BucketError::Unreachable => ErrorKind::NotConnected,
            BucketError::Range => ErrorKind::InvalidInput,
            BucketError::NoBucket | BucketError::Failed(_) | BucketError::Config => {
                ErrorKind::Other
            }
        };
        Self::new(kind, error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_an_answer_one_plain_word_is_kept() {
        let cases = [
            ("<Error><Code>SlowDown</Code></Error>", Some("SlowDown")),
            ("<Code>AKIA/20260101 secret</Code>", None),
            ("<Code></Code>", Some("")),
            ("<Code>Open", None),
            ("nothing", None),
        ];
        for (answer, expected) in cases {
            assert_eq!(code(answer).as_deref(), expected, "{answer}");
        }
    }
}
