//! Errors of this surface: what only it can get wrong, and how every error is written here.

use axum::http::StatusCode as S;
use screen_agent_engine::packet::{AddFault, AskError, CaptureFault, ContentFault, TransformFault};
use screen_agent_packet::run::ResumeFault;
use screen_agent_think::models::ThinkFailure;
use screen_agent_wire::Invalid;
use screen_agent_wire::packet::problem::{Problem, ProblemBody};
use screen_agent_wire::packet::read::PacketFault;

use crate::error::ApiError;

impl ApiError {
    pub(super) const TOO_MANY_STREAMS: Self = Self::of(
        S::TOO_MANY_REQUESTS,
        "TOO_MANY_STREAMS",
        "Too many event streams are open.",
    );
    pub(super) const NOT_RUNNING: Self = Self::of(
        S::CONFLICT,
        "NOT_RUNNING",
        "The artifact is not in progress.",
    );
    const INVALID_REQUEST: Self = Self::of(
        S::BAD_REQUEST,
        "INVALID_REQUEST",
        "The request is not valid.",
    );
    const INVALID_PACKET: Self =
        Self::of(S::BAD_REQUEST, "INVALID_PACKET", "The packet is not valid.");
    const CAPTURE_EMPTY: Self = Self::of(
        S::UNPROCESSABLE_ENTITY,
        "CAPTURE_EMPTY",
        "There is hardly any text on the page.",
    );
    const NO_MODEL: Self = Self::of(
        S::SERVICE_UNAVAILABLE,
        "NO_MODEL",
        "No model is configured. Name one under [model] in the settings file, or with --model.",
    );

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
            .saying(sentence(&fault.to_string()))
            .about(fault.field().unwrap_or_default())
    }
}

impl From<AskError> for ApiError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::NoModel => Self::NO_MODEL,
            AskError::Model(failure) => model(failure),
            AskError::Resume(fault) => resume(&fault),
            AskError::Busy => Self::of(
                S::CONFLICT,
                "RUN_BUSY",
                "Another request of this run is in progress.",
            ),
            AskError::Reused => Self::IDEMPOTENCY_MISMATCH
                .saying("This id was used for another packet. Use a new id for each packet."),
            AskError::TurnRanBack { latest } => Self::INVALID_PACKET
                .saying(format!("The conversation is already at turn {latest}."))
                .about("conversation.turn"),
            AskError::TooLong(most) => Self::of(S::CONFLICT, "LIMIT_REACHED", "")
                .saying(format!(
                    "The conversation already has {most} packets. Please start a new one."
                ))
                .about("conversation.id"),
            AskError::Gone => Self::client_gone(),
            AskError::Store(error) => error.into(),
            AskError::Broken(cause) => Self::internal(cause),
        }
    }
}

fn model(failure: ThinkFailure) -> ApiError {
    match failure {
        ThinkFailure::TimedOut => ApiError::of(
            S::GATEWAY_TIMEOUT,
            "MODEL_TIMEOUT",
            "The model took too long. Please try again.",
        ),
        ThinkFailure::Unavailable => ApiError::of(
            S::BAD_GATEWAY,
            "MODEL_UNAVAILABLE",
            "The model could not be reached. Please try again.",
        ),
        ThinkFailure::OverBudget => ApiError::of(
            S::TOO_MANY_REQUESTS,
            "QUOTA_EXCEEDED",
            "The budget for models is used up.",
        ),
    }
}

fn resume(fault: &ResumeFault) -> ApiError {
    match fault {
        ResumeFault::NotOpen => ApiError::of(
            S::CONFLICT,
            "RUN_NOT_OPEN",
            "The run is no longer open. Please ask again.",
        )
        .about("trace.run_id"),
        other => ApiError::INVALID_PACKET
            .saying(sentence(&other.to_string()))
            .about("context.documents"),
    }
}

impl From<CaptureFault> for ApiError {
    fn from(fault: CaptureFault) -> Self {
        match fault {
            CaptureFault::Unknown => Self::unknown("source"),
            CaptureFault::Note => Self::INVALID_REQUEST.saying("Notes cannot be captured."),
            CaptureFault::Busy => Self::of(
                S::CONFLICT,
                "CAPTURE_BUSY",
                "The source is being captured already.",
            ),
            CaptureFault::NoFetch => Self::of(
                S::SERVICE_UNAVAILABLE,
                "RUNTIME_UNAVAILABLE",
                "This server cannot fetch pages.",
            ),
            CaptureFault::Fetch(why) => {
                Self::of(S::BAD_GATEWAY, "CAPTURE_FAILED", "").saying(sentence(&why.to_string()))
            }
            CaptureFault::Empty => Self::CAPTURE_EMPTY,
            CaptureFault::Store(error) => error.into(),
            CaptureFault::Broken(cause) => Self::internal(cause),
        }
    }
}

impl From<TransformFault> for ApiError {
    fn from(fault: TransformFault) -> Self {
        match fault {
            TransformFault::UnknownCollection => Self::unknown("collection"),
            TransformFault::UnknownType => Self::INVALID_REQUEST
                .saying("Unknown transform; /api/transforms lists them.")
                .about("type"),
            TransformFault::Config(invalid) => invalid.inside("config").into(),
            TransformFault::NoText => Self::of(
                S::CONFLICT,
                "CAPTURE_EMPTY",
                "No source of the collection has been captured yet.",
            ),
            TransformFault::NoModel => Self::NO_MODEL,
            TransformFault::Store(error) => error.into(),
        }
    }
}

impl From<ContentFault> for ApiError {
    fn from(fault: ContentFault) -> Self {
        match fault {
            ContentFault::Unknown => Self::unknown("artifact"),
            ContentFault::NotReady => {
                Self::of(S::CONFLICT, "NOT_READY", "The artifact is not ready yet.")
            }
            ContentFault::Unsupported => Self::of(
                S::UNPROCESSABLE_ENTITY,
                "UNSUPPORTED_FORMAT",
                "The artifact is not available in this format.",
            ),
            ContentFault::Store(error) => error.into(),
        }
    }
}

impl From<AddFault> for ApiError {
    fn from(fault: AddFault) -> Self {
        match fault {
            AddFault::UnknownCollection => Self::unknown("collection"),
            AddFault::Address(at) => {
                Invalid::new(format!("sources[{at}].url"), "is not a web address").into()
            }
            AddFault::Store(error) => error.into(),
        }
    }
}

/// What a client gets. What every surface has is there; only what is about packets is called differently here.
pub(super) fn body(error: &ApiError, request_id: &str) -> ProblemBody {
    let (code, message) = match (error.code, &error.field, &error.reason) {
        ("VALIDATION_ERROR", Some(field), Some(reason)) => {
            ("INVALID_REQUEST", sentence(&format!("{field}: {reason}")))
        }
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

/// With a capital at its beginning and a stop at its end. What stands before a colon is a field.
fn sentence(words: &str) -> String {
    let is_field = words
        .split_once(": ")
        .is_some_and(|(field, _)| !field.contains(' '));
    let mut letters = words.chars();
    let first = match letters.next() {
        Some(first) if !is_field => first.to_uppercase().to_string(),
        Some(first) => first.to_string(),
        None => String::new(),
    };
    let stop = if words.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    format!("{first}{}{stop}", letters.as_str())
}
