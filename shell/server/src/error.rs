//! What can go wrong on the extension surface: one enum, one status, one safe sentence each.
//!
//! Clients get code and sentence; the cause goes to the log, once, here.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use screen_agent_engine::turn::TurnError;
use screen_agent_kernel::file::Unreadable;
use screen_agent_kernel::next::Refusal;
use screen_agent_store::StoreError;
use screen_agent_wire::extension::error::{DebugInfo, ErrorBody, ErrorDetails};
use screen_agent_wire::{Invalid, ReadError};
use serde_json::{Map, Value};

use crate::fair::Crowded;
use crate::hint::hints;
use crate::limit::Wait;
use crate::time;

/// Why a request was not answered.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// No token, or one that does not count.
    #[error("missing or invalid token")]
    Unauthorized,
    /// Unknown account or wrong password; which of them is not told.
    #[error("invalid credentials")]
    InvalidCredentials,
    /// The right password of an account that was closed.
    #[error("account closed")]
    AccountDisabled,
    /// The right password, but a code is asked for, too.
    #[error("a code is asked for")]
    CodeRequired,
    /// A code that is not right, or was used.
    #[error("wrong code")]
    WrongCode,
    /// Somebody signed in does not know the password.
    #[error("wrong password")]
    WrongPassword,
    /// A second factor is not where it would have to be for this.
    #[error("the second factor stands otherwise")]
    SecondFactorStands,
    /// A field is over a limit or of the wrong form.
    #[error("invalid field {0}")]
    Invalid(#[from] Invalid),
    /// The body is not JSON.
    #[error("not JSON at line {line}, column {column}")]
    NotJson {
        /// 1 for the first.
        line: usize,
        /// 1 for the first.
        column: usize,
    },
    /// The body is not declared as JSON.
    #[error("wrong content type")]
    UnsupportedMediaType,
    /// The body is not declared as a form.
    #[error("not a form")]
    NotAForm,
    /// The body is larger than the endpoint takes.
    #[error("body too large")]
    TooLarge,
    /// The body did not arrive in time.
    #[error("body too slow")]
    TooSlow,
    /// The client broke off.
    #[error("the body broke off")]
    BrokenBody,
    /// The request names no host, or more than one.
    #[error("not exactly one host")]
    WrongHost,
    /// The request is for a host that this server is not.
    #[error("another host")]
    Misdirected,
    /// The address is longer than the server takes.
    #[error("address too long")]
    UriTooLong,
    /// The headers are more or longer than the server takes.
    #[error("headers too large")]
    HeadersTooLarge,
    /// No such endpoint, or no such part of a task.
    #[error("not found")]
    NotFound,
    /// The endpoint is there, but not with this method.
    #[error("method not allowed")]
    MethodNotAllowed,
    /// No such conversation: never there, or somebody else's.
    #[error("no such session")]
    SessionNotFound,
    /// No such task: never there, or somebody else's.
    #[error("no such task")]
    TaskNotFound,
    /// No such file: never there, deleted, or somebody else's.
    #[error("no such file")]
    FileNotFound,
    /// A file that no text can be read from.
    #[error("the file was not read: {0}")]
    Unreadable(Unreadable),
    /// The task cannot be advanced.
    #[error("the task was not advanced: {0:?}")]
    Refused(Refusal),
    /// The turn was not answered with a decision.
    #[error(transparent)]
    Turn(TurnError),
    /// Too many requests in a window.
    #[error("rate limit")]
    RateLimited(Wait),
    /// The caller has as many of these under way as anybody may have.
    #[error("too many at once")]
    TooManyAtOnce,
    /// A socket may not listen.
    #[error("not let in: {0:?}")]
    NotLetIn(NotLetIn),
    /// More is coming in than the server holds at once.
    #[error("no memory for another body")]
    Busy,
    /// Storage failed.
    #[error("storage failed")]
    Store(#[source] StoreError),
    /// A fault of ours.
    #[error("internal fault")]
    Internal(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Why a socket may not listen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotLetIn {
    /// Not a channel that anybody is let into.
    Channel,
    /// No conversation of the caller's has this channel.
    Session,
    /// Too many sockets listen by one token.
    Crowded,
    /// Nobody is told anything as it happens.
    Off,
}

/// Status, stable code, and the sentence that a client may show.
type Face = (StatusCode, &'static str, &'static str);

impl ApiError {
    /// A fault of ours, with its cause for the log.
    pub(crate) fn internal(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Internal(cause.into())
    }

    /// What the folder of files could not do: the disk is full, or does not take or give bytes.
    pub(crate) fn blobs(cause: std::io::Error) -> Self {
        use std::io::ErrorKind as K;
        Self::Store(match cause.kind() {
            K::StorageFull | K::QuotaExceeded | K::FileTooLarge => StoreError::Full(cause.into()),
            _ => StoreError::Unavailable(cause.into()),
        })
    }

    /// The one place where a status is chosen.
    #[allow(clippy::too_many_lines, reason = "a table")]
    pub fn face(&self) -> Face {
        use StatusCode as S;
        match self {
            Self::Unauthorized => (S::UNAUTHORIZED, "UNAUTHORIZED", "Please sign in again."),
            Self::InvalidCredentials => (
                S::UNAUTHORIZED,
                "INVALID_CREDENTIALS",
                "E-mail or password is wrong.",
            ),
            Self::AccountDisabled
            | Self::CodeRequired
            | Self::WrongCode
            | Self::WrongPassword
            | Self::SecondFactorStands => self.account_face(),
            Self::Invalid(_) => (
                S::BAD_REQUEST,
                "VALIDATION_ERROR",
                "A field of the request cannot be taken.",
            ),
            Self::NotJson { .. } => (
                S::BAD_REQUEST,
                "INVALID_REQUEST",
                "The body is not valid JSON.",
            ),
            Self::UnsupportedMediaType => (
                S::UNSUPPORTED_MEDIA_TYPE,
                "UNSUPPORTED_MEDIA_TYPE",
                "Send the body as application/json.",
            ),
            Self::NotAForm => (
                S::UNSUPPORTED_MEDIA_TYPE,
                "UNSUPPORTED_MEDIA_TYPE",
                "Send the file as multipart/form-data.",
            ),
            Self::TooLarge => (
                S::PAYLOAD_TOO_LARGE,
                "PAYLOAD_TOO_LARGE",
                "The body is larger than this endpoint takes.",
            ),
            Self::TooSlow => (
                S::REQUEST_TIMEOUT,
                "REQUEST_TIMEOUT",
                "The body did not arrive in time.",
            ),
            Self::BrokenBody => (
                S::BAD_REQUEST,
                "INVALID_REQUEST",
                "The body did not arrive whole.",
            ),
            Self::WrongHost => (
                S::BAD_REQUEST,
                "INVALID_REQUEST",
                "A request names exactly one host.",
            ),
            Self::Misdirected => (
                S::MISDIRECTED_REQUEST,
                "MISDIRECTED_REQUEST",
                "This server does not answer to that name.",
            ),
            Self::UriTooLong => (S::URI_TOO_LONG, "URI_TOO_LONG", "The address is too long."),
            Self::HeadersTooLarge => (
                S::REQUEST_HEADER_FIELDS_TOO_LARGE,
                "HEADERS_TOO_LARGE",
                "The headers are too many or too long.",
            ),
            Self::NotFound => (S::NOT_FOUND, "NOT_FOUND", "There is nothing here."),
            Self::MethodNotAllowed => (
                S::METHOD_NOT_ALLOWED,
                "METHOD_NOT_ALLOWED",
                "This address does not take that method.",
            ),
            Self::SessionNotFound => (S::NOT_FOUND, "SESSION_NOT_FOUND", "No such conversation."),
            Self::TaskNotFound => (S::NOT_FOUND, "TASK_NOT_FOUND", "No such task."),
            Self::FileNotFound => file_face(),
            Self::Unreadable(why) => unreadable_face(*why),
            Self::Refused(why) => refusal_face(*why),
            Self::Turn(error) => turn_face(error),
            Self::RateLimited(_) => (
                S::TOO_MANY_REQUESTS,
                "RATE_LIMIT",
                "Too many requests. Please try again later.",
            ),
            Self::TooManyAtOnce => (
                S::TOO_MANY_REQUESTS,
                "TOO_MANY_AT_ONCE",
                "Too many of these are under way for you. Please wait for them.",
            ),
            Self::NotLetIn(why) => not_let_in_face(*why),
            Self::Busy => (
                S::SERVICE_UNAVAILABLE,
                "SERVER_BUSY",
                "The server is busy. Please try again.",
            ),
            Self::Store(error) => store_face(error),
            Self::Internal(_) => internal_face(),
        }
    }

    /// What stands in the way of an account's owner, as it seems.
    fn account_face(&self) -> Face {
        use StatusCode as S;
        match self {
            Self::AccountDisabled => (
                S::FORBIDDEN,
                "ACCOUNT_DISABLED",
                "This account is closed. Ask whoever runs the server.",
            ),
            Self::CodeRequired => (
                S::UNAUTHORIZED,
                "TOTP_REQUIRED",
                "Enter the code that your app shows, or a recovery code.",
            ),
            Self::WrongCode => (
                S::FORBIDDEN,
                "WRONG_CODE",
                "The code is wrong or was used. Wait for the next one.",
            ),
            Self::WrongPassword => (S::FORBIDDEN, "WRONG_PASSWORD", "The password is wrong."),
            Self::SecondFactorStands => (
                S::CONFLICT,
                "TOTP_STANDS",
                "A second factor is set up already, or none waits to be confirmed.",
            ),
            _ => internal_face(),
        }
    }

    fn details(&self) -> Option<ErrorDetails> {
        match self {
            Self::Invalid(invalid) => Some(ErrorDetails {
                field: Some(invalid.field.clone()).filter(|field| !field.is_empty()),
                reason: Some(invalid.reason.clone()),
            }),
            Self::Unreadable(why) => Some(ErrorDetails {
                field: Some("file".to_owned()),
                reason: Some(why.to_string()),
            }),
            Self::NotJson { line, column } => Some(ErrorDetails {
                field: None,
                reason: Some(format!("line {line}, column {column}")),
            }),
            _ => None,
        }
    }

    /// When it may be tried again.
    fn wait(&self) -> Option<Wait> {
        match self {
            Self::RateLimited(wait) => Some(*wait),
            _ => None,
        }
    }

    /// After how many seconds it is worth trying again.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::Busy => Some(1),
            _ => self.wait().map(|wait| wait.seconds),
        }
    }

    /// What a client gets. Debug facts only when the server was told to give them.
    pub fn body(&self, debug: bool) -> ErrorBody {
        let (_, code, message) = self.face();
        let wait = self.wait();
        ErrorBody {
            success: false,
            code: code.to_owned(),
            message: message.to_owned(),
            error: message.to_owned(),
            details: self.details(),
            debug_info: debug.then(|| self.debug_info()),
            retry_after: self.retry_after(),
            reset_at: wait.map(|wait| time::iso(wait.reset_ms)),
        }
    }

    /// For developers: what it was inside, what caused it, and what may help.
    fn debug_info(&self) -> DebugInfo {
        let mut causes = Vec::new();
        let mut cause = std::error::Error::source(self);
        while let Some(inner) = cause {
            causes.push(Value::String(inner.to_string()));
            cause = inner.source();
        }
        let context = (!causes.is_empty())
            .then(|| Map::from_iter([("causes".to_owned(), Value::Array(causes))]));
        let hints = hints(self.face().1);
        DebugInfo {
            error_type: self.to_string(),
            context,
            suggestions: hints.iter().map(|&hint| hint.to_owned()).collect(),
        }
    }

    fn log(&self) {
        let (status, code, _) = self.face();
        let error = self as &dyn std::error::Error;
        if status.is_server_error() {
            tracing::error!(code, error, "request failed");
        } else {
            tracing::debug!(code, error, "request refused");
        }
    }
}

fn not_let_in_face(why: NotLetIn) -> Face {
    use StatusCode as S;
    match why {
        NotLetIn::Channel => (
            S::FORBIDDEN,
            "CHANNEL_FORBIDDEN",
            "Not allowed on this channel.",
        ),
        // The status is Pusher's; whether the conversation is somebody else's is not told.
        NotLetIn::Session => (S::FORBIDDEN, "SESSION_NOT_FOUND", "No such conversation."),
        NotLetIn::Crowded => (
            S::TOO_MANY_REQUESTS,
            "TOO_MANY_STREAMS",
            "Too many sockets listen with this sign-in.",
        ),
        NotLetIn::Off => (
            S::SERVICE_UNAVAILABLE,
            "REALTIME_OFF",
            "Live updates are off on this server.",
        ),
    }
}

fn internal_face() -> Face {
    (
        StatusCode::INTERNAL_SERVER_ERROR,
        "INTERNAL_ERROR",
        "Something went wrong on the server.",
    )
}

fn refusal_face(why: Refusal) -> Face {
    use StatusCode as S;
    match why {
        Refusal::Ended => ended_face(),
        Refusal::OutOfSteps => (
            S::BAD_REQUEST,
            "MAX_STEPS_EXCEEDED",
            "The task has used all its steps.",
        ),
        Refusal::Stopped => (S::CONFLICT, "TASK_STOPPED", "The task was stopped."),
        Refusal::TimedOut => timeout_face(),
        Refusal::Unavailable => (
            S::INTERNAL_SERVER_ERROR,
            "LLM_ERROR",
            "The model could not be reached. Please try again.",
        ),
        Refusal::Unreadable => (
            S::BAD_GATEWAY,
            "LLM_ERROR",
            "The model's answer could not be read. Please try again.",
        ),
        Refusal::OverBudget => (
            S::TOO_MANY_REQUESTS,
            "QUOTA_EXCEEDED",
            "What this task may spend on models is spent.",
        ),
        Refusal::NotAsked | Refusal::Resumed => internal_face(),
    }
}

fn turn_face(error: &TurnError) -> Face {
    use StatusCode as S;
    match error {
        TurnError::UnknownTask => (S::NOT_FOUND, "TASK_NOT_FOUND", "No such task."),
        TurnError::UnknownFile => file_face(),
        TurnError::Ended => ended_face(),
        TurnError::Busy => (
            S::CONFLICT,
            "TASK_BUSY",
            "Another request for this task is under way.",
        ),
        TurnError::SessionArchived => (
            S::CONFLICT,
            "SESSION_ARCHIVED",
            "The conversation was put away.",
        ),
        TurnError::IdempotencyMismatch => (
            S::UNPROCESSABLE_ENTITY,
            "IDEMPOTENCY_MISMATCH",
            "This Idempotency-Key was used for another request.",
        ),
        TurnError::InFlight => (
            S::CONFLICT,
            "IDEMPOTENCY_IN_FLIGHT",
            "The first request with this Idempotency-Key is under way.",
        ),
        // Nobody reads it: whoever asked has hung up.
        TurnError::Gone => (S::REQUEST_TIMEOUT, "CLIENT_GONE", "The caller went away."),
        TurnError::NotWaiting => (
            S::BAD_REQUEST,
            "INVALID_TASK_STATE",
            "The task does not wait for the person.",
        ),
        TurnError::Store(error) => store_face(error),
        TurnError::Broken(_) => internal_face(),
    }
}

fn file_face() -> Face {
    (
        StatusCode::NOT_FOUND,
        "FILE_NOT_FOUND",
        "No such file. Please upload it again.",
    )
}

fn unreadable_face(why: Unreadable) -> Face {
    let words = match why {
        Unreadable::Unsupported => {
            return (
                StatusCode::UNPROCESSABLE_ENTITY,
                "UNSUPPORTED_FILE",
                "Files of this kind cannot be read. PDF, CSV, JSON, XML, text, Markdown and DOCX can.",
            );
        }
        Unreadable::Busy => {
            return (
                StatusCode::SERVICE_UNAVAILABLE,
                "SERVER_BUSY",
                "The server is busy. Please try again.",
            );
        }
        Unreadable::Broken => "The file is damaged, or not what its name says.",
        Unreadable::Locked => "The file is locked with a password.",
        Unreadable::NoText => "There is no text in the file. Scanned pages cannot be read.",
        Unreadable::TooMuch => "There is more in the file than can be read.",
        Unreadable::Declares => "The file declares a document type, which is not read.",
        Unreadable::TooSlow => "The file took too long to read.",
    };
    (StatusCode::UNPROCESSABLE_ENTITY, "UNREADABLE_FILE", words)
}

fn ended_face() -> Face {
    (
        StatusCode::CONFLICT,
        "TASK_COMPLETED",
        "The task has already ended.",
    )
}

fn timeout_face() -> Face {
    (
        StatusCode::GATEWAY_TIMEOUT,
        "TIMEOUT",
        "It took too long. Please try again.",
    )
}

/// What storage could not do, on every surface.
pub(crate) fn store_face(error: &StoreError) -> Face {
    use StatusCode as S;
    match error {
        StoreError::Full(_) => (
            S::INSUFFICIENT_STORAGE,
            "STORAGE_FULL",
            "The server's storage is full; nothing was changed.",
        ),
        StoreError::Unavailable(_) => (
            S::SERVICE_UNAVAILABLE,
            "DATABASE_ERROR",
            "Storage is not available just now. Please try again.",
        ),
        StoreError::LeaseLost => (
            S::CONFLICT,
            "TASK_BUSY",
            "Another request for this task is under way.",
        ),
        StoreError::TooMany { .. } => (
            S::CONFLICT,
            "LIMIT_REACHED",
            "There are as many of these as may be; remove some first.",
        ),
        StoreError::OverQuota { .. } => (
            S::INSUFFICIENT_STORAGE,
            "QUOTA_EXCEEDED",
            "As much is kept for you or your organisation as may be; it goes by itself in time.",
        ),
        StoreError::Corrupt(_) | StoreError::NewerSchema { .. } | StoreError::Refused(_) => (
            S::INTERNAL_SERVER_ERROR,
            "DATABASE_ERROR",
            "Storage failed; nothing was changed.",
        ),
    }
}

impl From<Crowded> for ApiError {
    fn from(crowded: Crowded) -> Self {
        match crowded {
            Crowded::Own => Self::TooManyAtOnce,
            Crowded::All => Self::Busy,
        }
    }
}

impl From<ReadError> for ApiError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Syntax { line, column } => Self::NotJson { line, column },
            ReadError::Invalid(invalid) => Self::Invalid(invalid),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<TurnError> for ApiError {
    fn from(error: TurnError) -> Self {
        Self::Turn(error)
    }
}

/// Marks a response whose body the debug layer may write again with more in it.
#[derive(Clone)]
pub(crate) struct Failed(pub(crate) std::sync::Arc<ApiError>);

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        self.log();
        let mut response = render(&self, false);
        response.extensions_mut().insert(Failed(self.into()));
        response
    }
}

/// Writes an error as a response.
pub(crate) fn render(error: &ApiError, debug: bool) -> Response {
    let (status, _, _) = error.face();
    let mut response = (status, axum::Json(error.body(debug))).into_response();
    let headers = response.headers_mut();
    if let Some(seconds) = error.retry_after() {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if status == StatusCode::UNAUTHORIZED {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    if matches!(
        error,
        ApiError::TooLarge | ApiError::TooSlow | ApiError::Busy
    ) {
        // What is left of the body is not worth reading.
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}
