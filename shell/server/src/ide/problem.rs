//! How every error is written here.

use axum::http::StatusCode as S;
use screen_agent_ide::trace::fields;
use screen_agent_wire::Invalid;
use screen_agent_wire::ide::ENVELOPE_VERSION;
use screen_agent_wire::ide::problem::IdeProblem;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::error::{ApiError, errors};
use crate::http::declare::Problems;
use crate::signed::request::SignatureFault;

errors! {
    // Published clients of this surface know a conflict by its status.
    KEY_OF_ANOTHER = IDEMPOTENCY_MISMATCH: CONFLICT, "This idempotency key was used for another request.";

    // Without a key, where one is insisted on.
    IDEMPOTENCY_REQUIRED: BAD_REQUEST, "Send an Idempotency-Key.";

    // What cannot be told to a trace.
    TRACE_OPEN: CONFLICT, "The trace is not at its end. Please try again.";
    TRACE_FULL: CONFLICT, "The trace was told as much as one may be.";
    // Who may not.
    BAD_SIGNATURE: UNAUTHORIZED, "The request is not signed as it has to be.";
    REGISTRY_FORBIDDEN = FORBIDDEN: FORBIDDEN, "The registry is kept by others. Ask the server's administrator.";
    KEYS_FORBIDDEN = FORBIDDEN: FORBIDDEN, "A key that is published makes and revokes no keys. Sign in.";

    // What became of asking a model.
    PROVIDER_ERROR: BAD_GATEWAY, "No model gave an answer that can be used. Please try again.";
    UPSTREAM_TIMEOUT: GATEWAY_TIMEOUT, "No model answered in time. Please try again.";
    BUDGET_SPENT: TOO_MANY_REQUESTS, "What the organisation may spend on models in a day is spent.";

    // What became of reading a design.
    CONFIG_ERROR: NOT_IMPLEMENTED, "This server has no key of Figma's. Ask its administrator for one.";
    FIGMA_FORBIDDEN = FORBIDDEN: FORBIDDEN, "Figma does not let this server's key read that file.";
    FIGMA_NOT_FOUND = NOT_FOUND: NOT_FOUND, "Figma has no such file.";

    OBJECT_EXISTS: CONFLICT, "There is an object with this key.";

    // What became of a document.
    PRECONDITION_FAILED: PRECONDITION_FAILED, "The document is not what the request says.";
    PRECONDITION_REQUIRED: PRECONDITION_REQUIRED, "Say which version is known, by If-Match, If-None-Match or expected_version.";
    VERSION_MISMATCH: CONFLICT, "The document has another version.";
    VALIDATION_FAILED: UNPROCESSABLE_ENTITY, "The data is not valid.";
}

/// Why a signature does not count, as clients are told.
pub(super) fn sentence(fault: SignatureFault) -> String {
    screen_agent_words::quote::sentence(&fault.to_string())
}

/// Data that is not as its kind is to be.
pub(super) fn wrong(invalid: Invalid) -> ApiError {
    ApiError::VALIDATION_FAILED.at(invalid)
}

/// What a client gets: the house's error under the names that published clients know.
pub(super) fn body(error: &ApiError, trace_id: &str) -> IdeProblem {
    let code = match error.code {
        "VALIDATION_ERROR" => "invalid_params".to_owned(),
        "INVALID_REQUEST" if error.reason.is_some() => "invalid_json".to_owned(),
        "INVALID_REQUEST" => "bad_request".to_owned(),
        "RATE_LIMIT" | "TOO_MANY_AT_ONCE" => "rate_limited".to_owned(),
        code => code.to_lowercase(),
    };
    let message = match (&error.field, &error.reason) {
        (Some(field), Some(reason)) => format!("{field}: {reason}."),
        (None, Some(reason)) => format!("{} ({reason})", error.message),
        (_, None) => error.message.to_string(),
    };
    let mut details = Map::new();
    let told = [("field", &error.field), ("reason", &error.reason)];
    for (name, value) in told {
        details.extend(value.as_ref().map(|value| (name.to_owned(), json!(value))));
    }
    IdeProblem {
        ok: false,
        error: code.clone(),
        code,
        message,
        retryable: is_retryable(error.status) || is_passing(error),
        details,
        trace_id: trace_id.to_owned(),
        envelope_version: ENVELOPE_VERSION.to_owned(),
    }
}

/// Conflicts that end by themselves.
fn is_passing(error: &ApiError) -> bool {
    [ApiError::IDEMPOTENCY_IN_FLIGHT, ApiError::TRACE_OPEN]
        .iter()
        .any(|passing| passing.code == error.code)
}

/// The last event of a trace that ends in an error.
pub(super) fn event(error: &ApiError, trace: Uuid) -> (&'static str, Map<String, Value>) {
    error.log();
    let mut fields = fields(json!(body(error, &trace.to_string())));
    fields.insert("status".to_owned(), json!(error.status.as_u16()));
    if let Some(seconds) = error.retry_after() {
        fields["details"]["retry_after_s"] = json!(seconds);
    }
    ("error", fields)
}

/// The same request may go through later.
fn is_retryable(status: S) -> bool {
    matches!(
        status,
        S::REQUEST_TIMEOUT
            | S::TOO_MANY_REQUESTS
            | S::BAD_GATEWAY
            | S::SERVICE_UNAVAILABLE
            | S::GATEWAY_TIMEOUT
    )
}

/// The errors that any of its endpoints may answer; each has its code in the body.
pub(super) const PROBLEMS: Problems = Problems {
    body: "IdeProblem",
    words: [
        (
            "400",
            "`invalid_params` with its field, `invalid_json` or `bad_request`",
        ),
        (
            "401",
            "`unauthorized`: no token, or one that does not count",
        ),
        (
            "421",
            "`misdirected_request`: this server does not answer to that name",
        ),
        ("429", "`rate_limited`; see Retry-After"),
        ("500", "`internal_error`"),
        ("503", "`database_error` or `server_busy`; try again"),
        ("507", "`storage_full`; nothing was changed"),
    ],
};
