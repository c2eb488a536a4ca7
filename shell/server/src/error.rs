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

/// Errors: the name of each, which is its code unless another stands behind it, its status, and what is said of it.
macro_rules! errors {
    ($($name:ident $(= $code:ident)?: $status:ident, $message:literal;)*) => {
        impl $crate::error::ApiError {
            $(pub(crate) const $name: Self = Self::of(
                axum::http::StatusCode::$status,
                $crate::error::errors!(@code $name $($code)?),
                $message,
            );)*
        }
    };
    (@code $name:ident) => { stringify!($name) };
    (@code $name:ident $code:ident) => { stringify!($code) };
}
pub(crate) use errors;

errors! {
    // Who asks.
    UNAUTHORIZED: UNAUTHORIZED, "Please sign in again.";
    // Unknown account or wrong password; which of them is not told.
    INVALID_CREDENTIALS: UNAUTHORIZED, "E-mail or password is wrong.";
    ACCOUNT_DISABLED: FORBIDDEN, "This account is disabled. Ask the server's administrator.";
    CODE_REQUIRED = TOTP_REQUIRED: UNAUTHORIZED, "Enter the code that your app shows, or a recovery code.";
    WRONG_CODE: FORBIDDEN, "The code is wrong or was already used. Wait for the next one.";
    WRONG_PASSWORD: FORBIDDEN, "The password is wrong.";
    PAGE_TOO_OLD = FORBIDDEN: FORBIDDEN, "This page is too old, or was shown in another browser. Please try again.";
    SECOND_FACTOR_STANDS = RESOURCE_CONFLICT: CONFLICT, "A second factor is already set up, or none is waiting to be confirmed.";

    // How it is asked.
    UNSUPPORTED_MEDIA_TYPE: UNSUPPORTED_MEDIA_TYPE, "Send the body as application/json.";
    NOT_A_FORM = UNSUPPORTED_MEDIA_TYPE: UNSUPPORTED_MEDIA_TYPE, "Send the file as multipart/form-data.";
    TOO_LARGE = PAYLOAD_TOO_LARGE: PAYLOAD_TOO_LARGE, "The body is too large.";
    TOO_SLOW = REQUEST_TIMEOUT: REQUEST_TIMEOUT, "The body did not arrive in time.";
    BROKEN_BODY = INVALID_REQUEST: BAD_REQUEST, "The body is incomplete.";
    WRONG_HOST = INVALID_REQUEST: BAD_REQUEST, "A request must name exactly one host.";
    MISDIRECTED = MISDIRECTED_REQUEST: MISDIRECTED_REQUEST, "This server does not serve that host name.";
    URI_TOO_LONG: URI_TOO_LONG, "The address is too long.";
    HEADERS_TOO_LARGE: REQUEST_HEADER_FIELDS_TOO_LARGE, "The headers are too many or too long.";
    METHOD_NOT_ALLOWED: METHOD_NOT_ALLOWED, "Method not allowed.";

    LINK_FORBIDDEN = FORBIDDEN: FORBIDDEN, "This link is not one of this server's, or its time is over.";

    // What is asked for: never there, or somebody else's.
    NOT_FOUND: NOT_FOUND, "Not found.";
    SESSION_NOT_FOUND: NOT_FOUND, "No such conversation.";
    TASK_NOT_FOUND: NOT_FOUND, "No such task.";
    FILE_NOT_FOUND: NOT_FOUND, "No such file. Please upload it again.";

    // What the organisation knows.
    KNOWLEDGE_FORBIDDEN = FORBIDDEN: FORBIDDEN, "The organisation's knowledge is kept by others. Ask the server's administrator.";
    KNOWLEDGE_OFF = EXTERNAL_SERVICE_ERROR: SERVICE_UNAVAILABLE, "This server keeps no knowledge of its own.";
    KNOWLEDGE_SERVICE = EXTERNAL_SERVICE_ERROR: INTERNAL_SERVER_ERROR, "The knowledge service could not be reached. Please try again.";

    // Live updates. The status of a conversation is Pusher's; whether it is somebody else's is not told.
    CHANNEL_FORBIDDEN: FORBIDDEN, "Not allowed on this channel.";
    NO_SESSION_OF_CHANNEL = SESSION_NOT_FOUND: FORBIDDEN, "No such conversation.";
    TOO_MANY_STREAMS: TOO_MANY_REQUESTS, "Too many event streams are open.";
    TOO_MANY_SOCKETS = TOO_MANY_STREAMS: TOO_MANY_REQUESTS, "Too many live connections with this sign-in.";
    REALTIME_OFF: SERVICE_UNAVAILABLE, "Live updates are off on this server.";

    // How much is asked.
    TOO_MANY_AT_ONCE: TOO_MANY_REQUESTS, "Too many of these at once. Please wait for them to finish.";
    BUSY = SERVER_BUSY: SERVICE_UNAVAILABLE, "The server is busy. Please try again.";

    // What became of a task.
    TASK_COMPLETED: CONFLICT, "The task has already ended.";
    TASK_BUSY: CONFLICT, "Another request for this task is in progress.";
    IDEMPOTENCY_MISMATCH: UNPROCESSABLE_ENTITY, "This Idempotency-Key was used for another request.";
    IDEMPOTENCY_IN_FLIGHT: CONFLICT, "The first request with this Idempotency-Key is in progress.";
    INTERNAL = INTERNAL_ERROR: INTERNAL_SERVER_ERROR, "Something went wrong on the server.";

    // What became of a turn.
    TASK_STOPPED: CONFLICT, "The task was stopped.";
    MAX_STEPS_EXCEEDED: BAD_REQUEST, "The task has used all its steps.";
    INVALID_TASK_STATE: BAD_REQUEST, "The task is not waiting for the user.";
    SESSION_ARCHIVED: CONFLICT, "The conversation is archived.";
    TIMEOUT: GATEWAY_TIMEOUT, "It took too long. Please try again.";
    MODEL_UNREACHABLE = LLM_ERROR: INTERNAL_SERVER_ERROR, "The model could not be reached. Please try again.";
    MODEL_UNREADABLE = PARSE_ERROR: BAD_GATEWAY, "The model's answer could not be read. Please try again.";
    MODEL_NO_ACTION = INVALID_ACTION_FORMAT: BAD_GATEWAY, "The model's answer is no action that can be read. Please try again.";
    TASK_OVER_BUDGET = QUOTA_EXCEEDED: TOO_MANY_REQUESTS, "This task has used up its budget for models.";
    // Nobody reads it: whoever asked has hung up.
    CLIENT_GONE: REQUEST_TIMEOUT, "The client disconnected.";

    // What storage refuses.
    STORAGE_FULL: INSUFFICIENT_STORAGE, "The server's storage is full; nothing was changed.";
    STORAGE_UNAVAILABLE = DATABASE_ERROR: SERVICE_UNAVAILABLE, "Storage is not available. Please try again.";
    STORAGE_FAILED = DATABASE_ERROR: INTERNAL_SERVER_ERROR, "Storage failed; nothing was changed.";
    OVER_QUOTA = QUOTA_EXCEEDED: INSUFFICIENT_STORAGE, "Your storage, or your organisation's, is full. Old data is deleted over time.";
    LIMIT_REACHED: CONFLICT, "There are as many as there may be. Remove some first.";

    // What is read.
    VALIDATION_ERROR: BAD_REQUEST, "A field of the request is not valid.";
    NOT_JSON = INVALID_REQUEST: BAD_REQUEST, "The body is not valid JSON.";
    UNSUPPORTED_FILE: UNPROCESSABLE_ENTITY, "This type of file is not supported. PDF, CSV, JSON, XML, text, Markdown and DOCX are.";
    UNREADABLE_FILE: UNPROCESSABLE_ENTITY, "The file could not be read.";
    RATE_LIMIT: TOO_MANY_REQUESTS, "Too many requests. Please try again later.";
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

    /// The same about a field, with what is wrong with it.
    pub(crate) fn at(self, invalid: Invalid) -> Self {
        Self {
            reason: Some(invalid.reason),
            ..self.about(&invalid.field)
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
        Self {
            wait: Some(Box::new(wait)),
            ..Self::RATE_LIMIT
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
            Refusal::OutOfSteps => Self::MAX_STEPS_EXCEEDED,
            Refusal::Stopped => Self::TASK_STOPPED,
            Refusal::TimedOut => Self::TIMEOUT,
            Refusal::Unavailable => Self::MODEL_UNREACHABLE,
            Refusal::Unreadable => Self::MODEL_UNREADABLE,
            Refusal::NoAction => Self::MODEL_NO_ACTION,
            Refusal::OverBudget => Self::TASK_OVER_BUDGET,
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
            TurnError::Stopped => Self::TASK_STOPPED,
            TurnError::SessionArchived => Self::SESSION_ARCHIVED,
            TurnError::IdempotencyMismatch => Self::IDEMPOTENCY_MISMATCH,
            TurnError::InFlight => Self::IDEMPOTENCY_IN_FLIGHT,
            TurnError::Gone => Self::CLIENT_GONE,
            TurnError::UnknownWorkflow => Self::WORKFLOW_NOT_FOUND,
            TurnError::WorkflowInputs(why) => Invalid::new("workflow.inputs", why).into(),
            TurnError::NotWaiting => Self::INVALID_TASK_STATE,
            TurnError::Store(error) => error.into(),
            TurnError::Broken(cause) => Self::internal(cause),
        }
    }
}

impl From<Unreadable> for ApiError {
    fn from(why: Unreadable) -> Self {
        let said = match why {
            Unreadable::Busy => return Self::BUSY,
            Unreadable::Unsupported => Self::UNSUPPORTED_FILE,
            Unreadable::Broken => {
                Self::UNREADABLE_FILE.saying("The file is damaged, or not what its name says.")
            }
            Unreadable::Locked => {
                Self::UNREADABLE_FILE.saying("The file is locked with a password.")
            }
            Unreadable::NoText => Self::UNREADABLE_FILE
                .saying("There is no text in the file. Scanned pages cannot be read."),
            Unreadable::TooMuch => {
                Self::UNREADABLE_FILE.saying("The file has too much content to be read.")
            }
            Unreadable::Declares => Self::UNREADABLE_FILE
                .saying("XML with a document type declaration is not accepted."),
            Unreadable::TooSlow => Self::UNREADABLE_FILE.saying("The file took too long to read."),
        };
        Self {
            reason: Some(why.to_string()),
            ..said.about("file")
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        let face = match &error {
            StoreError::Full(_) => Self::STORAGE_FULL,
            StoreError::Unavailable(_) | StoreError::TimedOut(_) => Self::STORAGE_UNAVAILABLE,
            StoreError::LeaseLost => Self::TASK_BUSY,
            StoreError::TooMany { what, most } => Self::LIMIT_REACHED.saying(format!(
                "There are already {most} {what}. Remove some first."
            )),
            StoreError::OverQuota { .. } => Self::OVER_QUOTA,
            StoreError::Corrupt(_) | StoreError::NewerSchema { .. } | StoreError::Refused(_) => {
                Self::STORAGE_FAILED
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
        Self::VALIDATION_ERROR.at(invalid)
    }
}

impl From<ReadError> for ApiError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Syntax { line, column } => Self {
                reason: Some(format!("line {line}, column {column}")),
                ..Self::NOT_JSON
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
