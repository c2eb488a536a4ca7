//! What can go wrong with a request, on every surface: a status, a stable code, a sentence that a client may
//! show, and the cause for the log, which is written once, here. How its body is written is each surface's own.

use std::borrow::Cow;
use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode as S, header};
use axum::response::{IntoResponse, Response};
use screen_agent_engine::turn::TurnError;
use screen_agent_store::StoreError;
use screen_agent_think::file::Unreadable;
use screen_agent_turn::next::Refusal;
use screen_agent_wire::{Invalid, ReadError};

use crate::fair::Crowded;
use crate::limit::Wait;

type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Why a request was not answered.
#[derive(Debug)]
pub struct ApiError {
    pub(crate) status: S,
    pub(crate) code: &'static str,
    /// A sentence that a client may show.
    pub(crate) message: Cow<'static, str>,
    /// The field that it is about.
    pub(crate) field: Option<String>,
    /// What is wrong with it, in a few words.
    pub(crate) reason: Option<String>,
    cause: Option<Cause>,
    pub(crate) wait: Option<Box<Wait>>,
}

impl ApiError {
    // Who asks.
    pub(crate) const UNAUTHORIZED: Self =
        Self::of(S::UNAUTHORIZED, "UNAUTHORIZED", "Please sign in again.");
    /// Unknown account or wrong password; which of them is not told.
    pub(crate) const INVALID_CREDENTIALS: Self = Self::of(
        S::UNAUTHORIZED,
        "INVALID_CREDENTIALS",
        "E-mail or password is wrong.",
    );
    pub(crate) const ACCOUNT_DISABLED: Self = Self::of(
        S::FORBIDDEN,
        "ACCOUNT_DISABLED",
        "This account is disabled. Ask the server's administrator.",
    );
    pub(crate) const CODE_REQUIRED: Self = Self::of(
        S::UNAUTHORIZED,
        "TOTP_REQUIRED",
        "Enter the code that your app shows, or a recovery code.",
    );
    pub(crate) const WRONG_CODE: Self = Self::of(
        S::FORBIDDEN,
        "WRONG_CODE",
        "The code is wrong or was already used. Wait for the next one.",
    );
    pub(crate) const WRONG_PASSWORD: Self =
        Self::of(S::FORBIDDEN, "WRONG_PASSWORD", "The password is wrong.");
    pub(crate) const SECOND_FACTOR_STANDS: Self = Self::of(
        S::CONFLICT,
        "TOTP_STANDS",
        "A second factor is already set up, or none is waiting to be confirmed.",
    );

    // How it is asked.
    pub(crate) const UNSUPPORTED_MEDIA_TYPE: Self = Self::of(
        S::UNSUPPORTED_MEDIA_TYPE,
        "UNSUPPORTED_MEDIA_TYPE",
        "Send the body as application/json.",
    );
    pub(crate) const NOT_A_FORM: Self = Self::of(
        S::UNSUPPORTED_MEDIA_TYPE,
        "UNSUPPORTED_MEDIA_TYPE",
        "Send the file as multipart/form-data.",
    );
    pub(crate) const TOO_LARGE: Self = Self::of(
        S::PAYLOAD_TOO_LARGE,
        "PAYLOAD_TOO_LARGE",
        "The body is too large.",
    );
    pub(crate) const TOO_SLOW: Self = Self::of(
        S::REQUEST_TIMEOUT,
        "REQUEST_TIMEOUT",
        "The body did not arrive in time.",
    );
    pub(crate) const BROKEN_BODY: Self =
        Self::of(S::BAD_REQUEST, "INVALID_REQUEST", "The body is incomplete.");
    pub(crate) const WRONG_HOST: Self = Self::of(
        S::BAD_REQUEST,
        "INVALID_REQUEST",
        "A request must name exactly one host.",
    );
    pub(crate) const MISDIRECTED: Self = Self::of(
        S::MISDIRECTED_REQUEST,
        "MISDIRECTED_REQUEST",
        "This server does not serve that host name.",
    );
    pub(crate) const URI_TOO_LONG: Self =
        Self::of(S::URI_TOO_LONG, "URI_TOO_LONG", "The address is too long.");
    pub(crate) const HEADERS_TOO_LARGE: Self = Self::of(
        S::REQUEST_HEADER_FIELDS_TOO_LARGE,
        "HEADERS_TOO_LARGE",
        "The headers are too many or too long.",
    );
    pub(crate) const METHOD_NOT_ALLOWED: Self = Self::of(
        S::METHOD_NOT_ALLOWED,
        "METHOD_NOT_ALLOWED",
        "Method not allowed.",
    );

    // What is asked for: never there, or somebody else's.
    pub(crate) const NOT_FOUND: Self = Self::of(S::NOT_FOUND, "NOT_FOUND", "Not found.");
    pub(crate) const SESSION_NOT_FOUND: Self =
        Self::of(S::NOT_FOUND, "SESSION_NOT_FOUND", "No such conversation.");
    pub(crate) const TASK_NOT_FOUND: Self =
        Self::of(S::NOT_FOUND, "TASK_NOT_FOUND", "No such task.");
    pub(crate) const FILE_NOT_FOUND: Self = Self::of(
        S::NOT_FOUND,
        "FILE_NOT_FOUND",
        "No such file. Please upload it again.",
    );

    // Live updates. The status of a conversation is Pusher's; whether it is somebody else's is not told.
    pub(crate) const CHANNEL_FORBIDDEN: Self = Self::of(
        S::FORBIDDEN,
        "CHANNEL_FORBIDDEN",
        "Not allowed on this channel.",
    );
    pub(crate) const NO_SESSION_OF_CHANNEL: Self =
        Self::of(S::FORBIDDEN, "SESSION_NOT_FOUND", "No such conversation.");
    pub(crate) const TOO_MANY_SOCKETS: Self = Self::of(
        S::TOO_MANY_REQUESTS,
        "TOO_MANY_STREAMS",
        "Too many live connections with this sign-in.",
    );
    pub(crate) const REALTIME_OFF: Self = Self::of(
        S::SERVICE_UNAVAILABLE,
        "REALTIME_OFF",
        "Live updates are off on this server.",
    );

    // How much is asked.
    pub(crate) const TOO_MANY_AT_ONCE: Self = Self::of(
        S::TOO_MANY_REQUESTS,
        "TOO_MANY_AT_ONCE",
        "Too many of these at once. Please wait for them to finish.",
    );
    pub(crate) const BUSY: Self = Self::of(
        S::SERVICE_UNAVAILABLE,
        "SERVER_BUSY",
        "The server is busy. Please try again.",
    );

    // What became of a task.
    const TASK_COMPLETED: Self =
        Self::of(S::CONFLICT, "TASK_COMPLETED", "The task has already ended.");
    const TASK_BUSY: Self = Self::of(
        S::CONFLICT,
        "TASK_BUSY",
        "Another request for this task is in progress.",
    );
    pub(crate) const IDEMPOTENCY_MISMATCH: Self = Self::of(
        S::UNPROCESSABLE_ENTITY,
        "IDEMPOTENCY_MISMATCH",
        "This Idempotency-Key was used for another request.",
    );
    pub(crate) const IDEMPOTENCY_IN_FLIGHT: Self = Self::of(
        S::CONFLICT,
        "IDEMPOTENCY_IN_FLIGHT",
        "The first request with this Idempotency-Key is in progress.",
    );
    const INTERNAL: Self = Self::of(
        S::INTERNAL_SERVER_ERROR,
        "INTERNAL_ERROR",
        "Something went wrong on the server.",
    );
}

impl ApiError {
    pub(crate) const fn of(status: S, code: &'static str, message: &'static str) -> Self {
        Self {
            status,
            code,
            message: Cow::Borrowed(message),
            field: None,
            reason: None,
            cause: None,
            wait: None,
        }
    }

    /// The same in another sentence.
    pub(crate) fn saying(self, message: impl Into<String>) -> Self {
        Self {
            message: Cow::Owned(message.into()),
            ..self
        }
    }

    /// The same about a field.
    pub(crate) fn about(self, field: &str) -> Self {
        Self {
            field: Some(field.to_owned()).filter(|field| !field.is_empty()),
            ..self
        }
    }

    /// The same with its cause, for the log.
    pub(crate) fn because(self, cause: impl Into<Cause>) -> Self {
        Self {
            cause: Some(cause.into()),
            ..self
        }
    }

    /// A fault of ours, with its cause for the log.
    pub(crate) fn internal(cause: impl Into<Cause>) -> Self {
        Self::INTERNAL.because(cause)
    }

    /// Too many requests in a window.
    pub(crate) fn rate_limited(wait: Wait) -> Self {
        let message = "Too many requests. Please try again later.";
        Self {
            wait: Some(Box::new(wait)),
            ..Self::of(S::TOO_MANY_REQUESTS, "RATE_LIMIT", message)
        }
    }

    /// What the folder of files could not do: the disk is full, or does not take or give bytes.
    pub(crate) fn blobs(cause: std::io::Error) -> Self {
        use std::io::ErrorKind as K;
        let error = match cause.kind() {
            K::StorageFull | K::QuotaExceeded | K::FileTooLarge => StoreError::Full(cause.into()),
            _ => StoreError::Unavailable(cause.into()),
        };
        error.into()
    }

    /// After how many seconds it is worth trying again.
    pub(crate) fn retry_after(&self) -> Option<u64> {
        match &self.wait {
            Some(wait) => Some(wait.seconds),
            None => (self.code == Self::BUSY.code).then_some(1),
        }
    }

    pub(crate) fn log(&self) {
        let (code, error) = (self.code, self as &dyn std::error::Error);
        if self.status.is_server_error() {
            tracing::error!(code, error, "request failed");
        } else {
            tracing::debug!(code, error, "request refused");
        }
    }
}

/// The code as words, and what the error is about.
impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.code.to_lowercase().replace('_', " "))?;
        match (&self.field, &self.reason) {
            (Some(field), Some(reason)) => write!(f, ": {field}: {reason}"),
            (Some(about), None) | (None, Some(about)) => write!(f, ": {about}"),
            (None, None) => Ok(()),
        }
    }
}

impl std::error::Error for ApiError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause.as_deref().map(|cause| cause as _)
    }
}

impl From<Refusal> for ApiError {
    fn from(why: Refusal) -> Self {
        match why {
            Refusal::Ended => Self::TASK_COMPLETED,
            Refusal::OutOfSteps => Self::of(
                S::BAD_REQUEST,
                "MAX_STEPS_EXCEEDED",
                "The task has used all its steps.",
            ),
            Refusal::Stopped => Self::of(S::CONFLICT, "TASK_STOPPED", "The task was stopped."),
            Refusal::TimedOut => Self::of(
                S::GATEWAY_TIMEOUT,
                "TIMEOUT",
                "It took too long. Please try again.",
            ),
            Refusal::Unavailable => Self::of(
                S::INTERNAL_SERVER_ERROR,
                "LLM_ERROR",
                "The model could not be reached. Please try again.",
            ),
            Refusal::Unreadable => Self::of(
                S::BAD_GATEWAY,
                "LLM_ERROR",
                "The model's answer could not be read. Please try again.",
            ),
            Refusal::OverBudget => Self::of(
                S::TOO_MANY_REQUESTS,
                "QUOTA_EXCEEDED",
                "This task has used up its budget for models.",
            ),
            Refusal::NotAsked | Refusal::Resumed => Self::INTERNAL,
        }
    }
}

impl From<TurnError> for ApiError {
    fn from(error: TurnError) -> Self {
        match error {
            TurnError::UnknownTask => Self::TASK_NOT_FOUND,
            TurnError::UnknownFile => Self::FILE_NOT_FOUND,
            TurnError::Ended => Self::TASK_COMPLETED,
            TurnError::Busy => Self::TASK_BUSY,
            TurnError::SessionArchived => Self::of(
                S::CONFLICT,
                "SESSION_ARCHIVED",
                "The conversation is archived.",
            ),
            TurnError::IdempotencyMismatch => Self::IDEMPOTENCY_MISMATCH,
            TurnError::InFlight => Self::IDEMPOTENCY_IN_FLIGHT,
            TurnError::Gone => Self::client_gone(),
            TurnError::NotWaiting => Self::of(
                S::BAD_REQUEST,
                "INVALID_TASK_STATE",
                "The task is not waiting for the user.",
            ),
            TurnError::Store(error) => error.into(),
            TurnError::Broken(cause) => Self::internal(cause),
        }
    }
}

impl ApiError {
    /// Nobody reads it: whoever asked has hung up.
    pub(crate) const fn client_gone() -> Self {
        Self::of(
            S::REQUEST_TIMEOUT,
            "CLIENT_GONE",
            "The client disconnected.",
        )
    }
}

impl From<Unreadable> for ApiError {
    fn from(why: Unreadable) -> Self {
        let words = match why {
            Unreadable::Unsupported => {
                "This type of file is not supported. PDF, CSV, JSON, XML, text, Markdown and DOCX are."
            }
            Unreadable::Busy => return Self::BUSY,
            Unreadable::Broken => "The file is damaged, or not what its name says.",
            Unreadable::Locked => "The file is locked with a password.",
            Unreadable::NoText => "There is no text in the file. Scanned pages cannot be read.",
            Unreadable::TooMuch => "The file has too much content to be read.",
            Unreadable::Declares => "XML with a document type declaration is not accepted.",
            Unreadable::TooSlow => "The file took too long to read.",
        };
        let code = match why {
            Unreadable::Unsupported => "UNSUPPORTED_FILE",
            _ => "UNREADABLE_FILE",
        };
        Self {
            reason: Some(why.to_string()),
            ..Self::of(S::UNPROCESSABLE_ENTITY, code, words).about("file")
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        let face = match &error {
            StoreError::Full(_) => Self::of(
                S::INSUFFICIENT_STORAGE,
                "STORAGE_FULL",
                "The server's storage is full; nothing was changed.",
            ),
            StoreError::Unavailable(_) => Self::of(
                S::SERVICE_UNAVAILABLE,
                "DATABASE_ERROR",
                "Storage is not available. Please try again.",
            ),
            StoreError::LeaseLost => Self::TASK_BUSY,
            StoreError::TooMany { what, most } => Self::of(S::CONFLICT, "LIMIT_REACHED", "")
                .saying(format!(
                    "There are already {most} {what}. Remove some first."
                )),
            StoreError::OverQuota { .. } => Self::of(
                S::INSUFFICIENT_STORAGE,
                "QUOTA_EXCEEDED",
                "Your storage, or your organisation's, is full. Old data is deleted over time.",
            ),
            StoreError::Corrupt(_) | StoreError::NewerSchema { .. } | StoreError::Refused(_) => {
                Self::of(
                    S::INTERNAL_SERVER_ERROR,
                    "DATABASE_ERROR",
                    "Storage failed; nothing was changed.",
                )
            }
        };
        face.because(error)
    }
}

impl From<Crowded> for ApiError {
    fn from(crowded: Crowded) -> Self {
        match crowded {
            Crowded::Own => Self::TOO_MANY_AT_ONCE,
            Crowded::All => Self::BUSY,
        }
    }
}

impl From<Invalid> for ApiError {
    fn from(invalid: Invalid) -> Self {
        let message = "A field of the request is not valid.";
        Self {
            reason: Some(invalid.reason),
            ..Self::of(S::BAD_REQUEST, "VALIDATION_ERROR", message).about(&invalid.field)
        }
    }
}

impl From<ReadError> for ApiError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Syntax { line, column } => Self {
                reason: Some(format!("line {line}, column {column}")),
                ..Self::of(
                    S::BAD_REQUEST,
                    "INVALID_REQUEST",
                    "The body is not valid JSON.",
                )
            },
            ReadError::Invalid(invalid) => invalid.into(),
        }
    }
}

/// An error that a surface has yet to write into its response's body.
#[derive(Clone)]
pub(crate) struct Failed(pub(crate) Arc<ApiError>);

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        self.log();
        let mut response = self.status.into_response();
        let headers = response.headers_mut();
        if let Some(seconds) = self.retry_after() {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == S::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        let unread = [Self::TOO_LARGE, Self::TOO_SLOW, Self::BUSY];
        if unread.iter().any(|one| one.code == self.code) {
            // What is left of the body is not worth reading.
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response.extensions_mut().insert(Failed(Arc::new(self)));
        response
    }
}
