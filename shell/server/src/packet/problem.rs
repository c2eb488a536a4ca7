//! Errors of this surface: what only it can get wrong, and how every error is written here.

use axum::http::StatusCode as S;
use screen_agent_engine::packet::{AskError, LibraryFault, sentence};
use screen_agent_packet::read::PacketFault;
use screen_agent_packet::run::ResumeFault;
use screen_agent_think::models::ThinkFailure;
use screen_agent_wire::Invalid;
use screen_agent_wire::packet::problem::{Problem, ProblemBody};

use crate::error::{ApiError, errors};
use crate::http::declare::Problems;

errors! {
    INVALID_FIELD = INVALID_REQUEST: BAD_REQUEST, "The request is not valid.";
    INVALID_PACKET: BAD_REQUEST, "The packet is not valid.";
    RUN_BUSY: CONFLICT, "Another request of this run is in progress.";
    RUN_NOT_OPEN: CONFLICT, "The run is no longer open. Please ask again.";
    NO_MODEL: SERVICE_UNAVAILABLE, "This server has no language model, so questions cannot be answered.";
    MODEL_TIMEOUT: GATEWAY_TIMEOUT, "The model took too long. Please try again.";
    MODEL_UNAVAILABLE: BAD_GATEWAY, "The model could not be reached. Please try again.";
    MODEL_EMPTY: BAD_GATEWAY, "The model answered twice with nothing. Please ask in another way, or choose another model.";
    OVER_BUDGET = QUOTA_EXCEEDED: TOO_MANY_REQUESTS, "The budget for models is used up.";
    NOT_RUNNING: CONFLICT, "The artifact is not in progress.";
}

impl ApiError {
    /// Nothing has this id; or it is somebody else's.
    pub(super) fn unknown(what: &str) -> Self {
        Self::NOT_FOUND.saying(format!("No such {what}."))
    }
}

/// What there is, or that there is no such thing.
pub(super) trait Found<T> {
    fn found(self, what: &str) -> Result<T, ApiError>;
}

impl<T> Found<T> for Option<T> {
    fn found(self, what: &str) -> Result<T, ApiError> {
        self.ok_or_else(|| ApiError::unknown(what))
    }
}

/// Of what was removed, if it was there.
impl Found<S> for bool {
    fn found(self, what: &str) -> Result<S, ApiError> {
        self.then_some(S::NO_CONTENT).found(what)
    }
}

impl From<PacketFault> for ApiError {
    fn from(fault: PacketFault) -> Self {
        let status = match fault {
            PacketFault::TooLarge { .. } => S::PAYLOAD_TOO_LARGE,
            _ => S::BAD_REQUEST,
        };
        Self::of(status, fault.code(), "")
            .saying(sentence(&fault))
            .about(fault.field().unwrap_or_default())
    }
}

impl From<AskError> for ApiError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::NoModel => Self::NO_MODEL,
            AskError::Model(failure) => model(failure),
            AskError::Resume(fault) => resume(&fault),
            AskError::Busy => Self::RUN_BUSY,
            AskError::Reused => Self::IDEMPOTENCY_MISMATCH
                .saying("This id was used for another packet. Use a new id for each packet."),
            AskError::TurnRanBack { latest } => Self::INVALID_PACKET
                .saying(format!("The conversation is already at turn {latest}."))
                .about("conversation.turn"),
            AskError::TooLong(most) => Self::LIMIT_REACHED
                .saying(format!(
                    "The conversation already has {most} packets. Please start a new one."
                ))
                .about("conversation.id"),
            AskError::Gone => Self::CLIENT_GONE,
            AskError::Store(error) => error.into(),
            AskError::Broken(cause) => Self::internal(cause),
        }
    }
}

fn model(failure: ThinkFailure) -> ApiError {
    match failure {
        ThinkFailure::TimedOut => ApiError::MODEL_TIMEOUT,
        ThinkFailure::Unavailable => ApiError::MODEL_UNAVAILABLE,
        ThinkFailure::Empty => ApiError::MODEL_EMPTY,
        ThinkFailure::OverBudget => ApiError::OVER_BUDGET,
    }
}

fn resume(fault: &ResumeFault) -> ApiError {
    match fault {
        ResumeFault::NotOpen => ApiError::RUN_NOT_OPEN.about("trace.run_id"),
        other => ApiError::INVALID_PACKET
            .saying(sentence(other))
            .about("context.documents"),
    }
}

impl From<LibraryFault> for ApiError {
    fn from(fault: LibraryFault) -> Self {
        use LibraryFault as F;
        let (status, code) = match fault {
            F::Store(error) => return error.into(),
            F::Broken(cause) => return Self::internal(cause),
            F::Config(invalid) => return invalid.into(),
            F::NoModel => return Self::NO_MODEL,
            F::UnknownTransform => {
                let message = "Unknown transform; /api/transforms lists them.";
                return Self::INVALID_FIELD.saying(message).about("type");
            }
            F::Address(at) => {
                let field = format!("sources[{at}].url");
                return Invalid::new(field, "is not a web address").into();
            }
            F::Unknown(_) => (S::NOT_FOUND, "NOT_FOUND"),
            F::Note => (S::BAD_REQUEST, "INVALID_REQUEST"),
            F::CaptureBusy => (S::CONFLICT, "CAPTURE_BUSY"),
            F::NoFetch => (S::SERVICE_UNAVAILABLE, "RUNTIME_UNAVAILABLE"),
            F::Fetch(_) => (S::BAD_GATEWAY, "CAPTURE_FAILED"),
            F::NoText => (S::UNPROCESSABLE_ENTITY, "CAPTURE_EMPTY"),
            F::NothingCaptured => (S::CONFLICT, "CAPTURE_EMPTY"),
            F::NotReady => (S::CONFLICT, "NOT_READY"),
            F::UnsupportedFormat => (S::UNPROCESSABLE_ENTITY, "UNSUPPORTED_FORMAT"),
        };
        Self::of(status, code, "").saying(sentence(&fault))
    }
}

/// What a client gets. What every surface has is there; only what is about packets is called differently here.
pub(super) fn body(error: &ApiError, request_id: &str) -> ProblemBody {
    let (code, message) = match (error.code, &error.field, &error.reason) {
        ("VALIDATION_ERROR", Some(field), Some(reason)) => (
            "INVALID_REQUEST",
            sentence(&format_args!("{field}: {reason}")),
        ),
        ("VALIDATION_ERROR", None, Some(reason)) => ("INVALID_REQUEST", sentence(reason)),
        ("PAYLOAD_TOO_LARGE", _, _) => ("TOO_LARGE", error.message.to_string()),
        (code, _, _) => (code, error.message.to_string()),
    };
    ProblemBody {
        error: Problem {
            code: code.to_owned(),
            message,
            field: error.field.clone(),
            request_id: request_id.to_owned(),
        },
    }
}

/// The errors that any of its endpoints may answer; each has its code in the body.
pub(super) const PROBLEMS: Problems = Problems {
    body: "ProblemBody",
    words: [
        (
            "400",
            "`INVALID_REQUEST` or `INVALID_PACKET`, with its field",
        ),
        (
            "401",
            "`UNAUTHORIZED`: no token, or one that does not count",
        ),
        (
            "421",
            "`MISDIRECTED_REQUEST`: this server does not answer to that name",
        ),
        ("429", "`RATE_LIMIT`; see Retry-After"),
        ("500", "`INTERNAL_ERROR`"),
        ("503", "`DATABASE_ERROR` or `SERVER_BUSY`; try again"),
        ("507", "`STORAGE_FULL`; nothing was changed"),
    ],
};
