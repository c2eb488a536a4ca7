//! What can go wrong on this surface: one enum, one status, one safe sentence each. What all
//! surfaces share has its status and its sentence where they all take it from.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use screen_agent_engine::packet::{AddFault, AskError, CaptureFault, ContentFault, TransformFault};
use screen_agent_kernel::mind::ThinkFailure;
use screen_agent_packet::run::ResumeFault;
use screen_agent_store::StoreError;
use screen_agent_wire::Invalid;
use screen_agent_wire::packet::problem::{Problem, ProblemBody};
use screen_agent_wire::packet::read::PacketFault;

use crate::error::{ApiError, Failed};
use crate::http::note::About;
use crate::http::outer::RequestId;

/// Why a request was not answered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// What any surface may answer.
    #[error(transparent)]
    Shared(#[from] ApiError),
    /// The packet was not read.
    #[error("packet: {0}")]
    Packet(PacketFault),
    /// The packet was not answered.
    #[error(transparent)]
    Ask(AskError),
    /// Nothing has this id; or it is somebody else's.
    #[error("no such {0}")]
    Unknown(&'static str),
    /// The source was not captured.
    #[error(transparent)]
    Capture(CaptureFault),
    /// Nothing is made of the collection.
    #[error(transparent)]
    Transform(TransformFault),
    /// The artifact is not given in this format.
    #[error(transparent)]
    Content(ContentFault),
    /// Too many streams of events are open.
    #[error("too many streams")]
    TooManyStreams,
    /// The artifact stands where it cannot be stopped any more.
    #[error("the artifact is not in the making")]
    NotInTheMaking,
}

/// Status, stable code, and the sentence that a client may show.
type Face = (StatusCode, String, String);

impl Fault {
    /// The one place where this surface chooses a status.
    pub(crate) fn face(&self) -> Face {
        use StatusCode as S;
        match self {
            Self::Shared(error) => shared(error),
            Self::Packet(fault) => {
                let status = match fault {
                    PacketFault::TooLarge { .. } => S::PAYLOAD_TOO_LARGE,
                    _ => S::BAD_REQUEST,
                };
                (
                    status,
                    fault.code().to_owned(),
                    sentence(&fault.to_string()),
                )
            }
            Self::Ask(error) => ask_face(error),
            Self::Unknown(what) => face(S::NOT_FOUND, "NOT_FOUND", &format!("No such {what}.")),
            Self::Capture(fault) => capture_face(fault),
            Self::Transform(fault) => transform_face(fault),
            Self::Content(fault) => content_face(fault),
            Self::TooManyStreams => face(
                S::TOO_MANY_REQUESTS,
                "TOO_MANY_STREAMS",
                "Too many answers are on their way to you as events.",
            ),
            Self::NotInTheMaking => face(
                S::CONFLICT,
                "NOT_RUNNING",
                "The artifact is not in the making.",
            ),
        }
    }

    fn field(&self) -> Option<String> {
        match self {
            Self::Shared(ApiError::Invalid(invalid)) => Some(invalid.field.clone()),
            Self::Packet(fault) => fault.field().map(str::to_owned),
            Self::Ask(AskError::TooLong(_)) => Some("conversation.id".to_owned()),
            Self::Ask(AskError::TurnRanBack { .. }) => Some("conversation.turn".to_owned()),
            Self::Ask(AskError::Resume(ResumeFault::NotOpen)) => Some("trace.run_id".to_owned()),
            Self::Ask(AskError::Resume(_)) => Some("context.documents".to_owned()),
            Self::Transform(TransformFault::UnknownType) => Some("type".to_owned()),
            Self::Transform(TransformFault::Config(invalid)) => {
                Some(format!("config.{}", invalid.field))
            }
            _ => None,
        }
        .filter(|field| !field.is_empty())
    }

    /// What a client gets.
    pub(crate) fn body(&self, request_id: &str) -> ProblemBody {
        let (_, code, message) = self.face();
        ProblemBody {
            error: Problem {
                code,
                message,
                field: self.field(),
                request_id: request_id.to_owned(),
            },
        }
    }

    pub(crate) fn log(&self) {
        let (status, code, _) = self.face();
        let error = self as &dyn std::error::Error;
        if status.is_server_error() {
            tracing::error!(code, error, "request failed");
        } else {
            tracing::debug!(code, error, "request refused");
        }
    }
}

/// What is shared has its face there; only what is about packets is called differently here.
fn shared(error: &ApiError) -> Face {
    let (status, code, message) = error.face();
    match error {
        ApiError::Invalid(invalid) => {
            let message = match invalid.field.is_empty() {
                true => sentence(&invalid.reason),
                false => sentence(&invalid.to_string()),
            };
            (status, "INVALID_REQUEST".to_owned(), message)
        }
        ApiError::TooLarge => (status, "TOO_LARGE".to_owned(), message.to_owned()),
        _ => face(status, code, message),
    }
}

fn ask_face(error: &AskError) -> Face {
    use StatusCode as S;
    match error {
        AskError::NoModel => no_model(),
        AskError::Model(ThinkFailure::TimedOut) => face(
            S::GATEWAY_TIMEOUT,
            "MODEL_TIMEOUT",
            "The model took too long. Please try again.",
        ),
        AskError::Model(ThinkFailure::Unavailable) => face(
            S::BAD_GATEWAY,
            "MODEL_UNAVAILABLE",
            "The model could not be reached. Please try again.",
        ),
        AskError::Model(ThinkFailure::OverBudget) => face(
            S::TOO_MANY_REQUESTS,
            "QUOTA_EXCEEDED",
            "What may be spent on models is spent.",
        ),
        AskError::Resume(ResumeFault::NotOpen) => face(
            S::CONFLICT,
            "RUN_NOT_OPEN",
            "The run is not open any more. Please ask again.",
        ),
        AskError::Resume(fault) => face(
            S::BAD_REQUEST,
            "INVALID_PACKET",
            &sentence(&fault.to_string()),
        ),
        AskError::Busy => face(
            S::CONFLICT,
            "RUN_BUSY",
            "Another request of this run is under way.",
        ),
        AskError::Reused => face(
            S::UNPROCESSABLE_ENTITY,
            "IDEMPOTENCY_MISMATCH",
            "A packet of this id was another one. Give each packet an id of its own.",
        ),
        AskError::TurnRanBack { latest } => face(
            S::BAD_REQUEST,
            "INVALID_PACKET",
            &format!("The conversation is at turn {latest} already."),
        ),
        AskError::TooLong(most) => face(
            S::CONFLICT,
            "LIMIT_REACHED",
            &format!("The conversation has {most} packets already. Please begin another."),
        ),
        // Nobody reads it: whoever asked has hung up.
        AskError::Gone => face(S::REQUEST_TIMEOUT, "CLIENT_GONE", "The caller went away."),
        AskError::Store(error) => store(error),
        AskError::Broken(_) => internal(),
    }
}

fn capture_face(fault: &CaptureFault) -> Face {
    use StatusCode as S;
    match fault {
        CaptureFault::Unknown => face(S::NOT_FOUND, "NOT_FOUND", "No such source."),
        CaptureFault::Note => face(S::BAD_REQUEST, "INVALID_REQUEST", "A note is not captured."),
        CaptureFault::Busy => face(
            S::CONFLICT,
            "CAPTURE_BUSY",
            "The source is being captured just now.",
        ),
        CaptureFault::NoFetch => face(
            S::SERVICE_UNAVAILABLE,
            "RUNTIME_UNAVAILABLE",
            "This server fetches no pages.",
        ),
        CaptureFault::Fetch(why) => face(
            S::BAD_GATEWAY,
            "CAPTURE_FAILED",
            &sentence(&why.to_string()),
        ),
        CaptureFault::Empty => face(
            S::UNPROCESSABLE_ENTITY,
            "CAPTURE_EMPTY",
            "There is hardly any text on the page.",
        ),
        CaptureFault::Store(error) => store(error),
        CaptureFault::Broken(_) => internal(),
    }
}

fn transform_face(fault: &TransformFault) -> Face {
    use StatusCode as S;
    match fault {
        TransformFault::UnknownCollection => face(S::NOT_FOUND, "NOT_FOUND", "No such collection."),
        TransformFault::UnknownType => face(
            S::BAD_REQUEST,
            "INVALID_REQUEST",
            "There is no such transform; /api/transforms lists them.",
        ),
        TransformFault::Config(invalid) => face(
            S::BAD_REQUEST,
            "INVALID_REQUEST",
            &sentence(&format!("config.{invalid}")),
        ),
        TransformFault::NoText => face(
            S::CONFLICT,
            "CAPTURE_EMPTY",
            "No source of the collection has been captured.",
        ),
        TransformFault::NoModel => no_model(),
        TransformFault::Store(error) => store(error),
    }
}

fn content_face(fault: &ContentFault) -> Face {
    use StatusCode as S;
    match fault {
        ContentFault::Unknown => face(S::NOT_FOUND, "NOT_FOUND", "No such artifact."),
        ContentFault::NotReady => face(S::CONFLICT, "NOT_READY", "The artifact is not made yet."),
        ContentFault::Unsupported => face(
            S::UNPROCESSABLE_ENTITY,
            "UNSUPPORTED_FORMAT",
            "The artifact cannot be given in this format here.",
        ),
        ContentFault::Store(error) => store(error),
    }
}

fn no_model() -> Face {
    face(
        StatusCode::SERVICE_UNAVAILABLE,
        "NO_MODEL",
        "No model is configured. Name one under [model] in the settings file, or with --model.",
    )
}

fn internal() -> Face {
    shared(&ApiError::internal("a fault of ours"))
}

fn store(error: &StoreError) -> Face {
    let (status, code, message) = crate::error::store_face(error);
    match error {
        StoreError::TooMany { what, most } => face(
            status,
            code,
            &format!("There are {most} {what} already; remove some first."),
        ),
        _ => face(status, code, message),
    }
}

fn face(status: StatusCode, code: &str, message: &str) -> Face {
    (status, code.to_owned(), message.to_owned())
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

impl From<PacketFault> for Fault {
    fn from(fault: PacketFault) -> Self {
        Self::Packet(fault)
    }
}

impl From<AskError> for Fault {
    fn from(error: AskError) -> Self {
        Self::Ask(error)
    }
}

impl From<CaptureFault> for Fault {
    fn from(fault: CaptureFault) -> Self {
        Self::Capture(fault)
    }
}

impl From<TransformFault> for Fault {
    fn from(fault: TransformFault) -> Self {
        Self::Transform(fault)
    }
}

impl From<ContentFault> for Fault {
    fn from(fault: ContentFault) -> Self {
        Self::Content(fault)
    }
}

impl From<AddFault> for Fault {
    fn from(fault: AddFault) -> Self {
        match fault {
            AddFault::UnknownCollection => Self::Unknown("collection"),
            AddFault::Address(at) => {
                Invalid::new(format!("sources[{at}].url"), "is no address of the web").into()
            }
            AddFault::Store(error) => error.into(),
        }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Shared(error.into())
    }
}

impl From<Invalid> for Fault {
    fn from(invalid: Invalid) -> Self {
        Self::Shared(invalid.into())
    }
}

/// An error on its way out; the layer around the surface writes it, since it knows the request's id.
#[derive(Clone)]
struct Pending(std::sync::Arc<Fault>);

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        self.log();
        let mut response = self.face().0.into_response();
        response.extensions_mut().insert(Pending(self.into()));
        response
    }
}

/// Writes every error in this surface's form: its own, and what the layers inside refused.
pub(super) async fn in_own_words(request: Request, next: Next) -> Response {
    let id = request.extensions().get::<RequestId>().cloned();
    let id = id.map(|RequestId(id)| id).unwrap_or_default();
    let mut response = next.run(request).await;
    if let Some(Pending(fault)) = response.extensions_mut().remove() {
        return written(&fault, &id, response);
    }
    match response.extensions_mut().remove::<Failed>() {
        Some(Failed(error)) => {
            let body = shared_body(&error, &id);
            dressed(error.face().0, body, response)
        }
        None => response,
    }
}

fn shared_body(error: &ApiError, id: &str) -> ProblemBody {
    let (_, code, message) = shared(error);
    let field = match error {
        ApiError::Invalid(invalid) => Some(invalid.field.clone()),
        _ => None,
    };
    ProblemBody {
        error: Problem {
            code,
            message,
            field: field.filter(|field| !field.is_empty()),
            request_id: id.to_owned(),
        },
    }
}

fn written(fault: &Fault, id: &str, was: Response) -> Response {
    dressed(fault.face().0, fault.body(id), was)
}

/// The body in place of what was there; headers such as those of the rate limit stay.
fn dressed(status: StatusCode, body: ProblemBody, was: Response) -> Response {
    let about = About {
        task: None,
        error: Some(body.error.code.clone()),
    };
    let mut response = (status, axum::Json(body)).into_response();
    *response.extensions_mut() = was.extensions().clone();
    response.extensions_mut().insert(about);
    keep(was.headers(), response.headers_mut());
    if status == StatusCode::UNAUTHORIZED {
        let headers = response.headers_mut();
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}

fn keep(from: &HeaderMap, into: &mut HeaderMap) {
    for (name, value) in from {
        if name != header::CONTENT_LENGTH && name != header::CONTENT_TYPE {
            into.insert(name, value.clone());
        }
    }
}
