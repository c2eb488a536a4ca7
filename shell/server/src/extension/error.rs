//! How this surface writes errors, and which of them any of its endpoints may answer.

use screen_agent_wire::extension::ErrorBody;
use screen_agent_wire::extension::error::{DebugInfo, ErrorDetails};
use serde_json::{Map, Value};

use super::hint::hints;
use crate::error::ApiError;
use crate::http::declare::Problems;
use crate::time;

/// What a client gets. Debug facts only when the server was told to give them.
pub(super) fn body(error: &ApiError, debug: bool) -> ErrorBody {
    let detailed = error.field.is_some() || error.reason.is_some();
    ErrorBody {
        success: false,
        code: error.code.to_owned(),
        message: error.message.to_string(),
        error: error.message.to_string(),
        details: detailed.then(|| ErrorDetails {
            field: error.field.clone(),
            reason: error.reason.clone(),
        }),
        debug_info: debug.then(|| debug_info(error)),
        retry_after: error.retry_after(),
        reset_at: error.wait.as_ref().map(|wait| time::iso(wait.reset_ms)),
    }
}

/// For developers: what it was inside, what caused it, and what may help.
fn debug_info(error: &ApiError) -> DebugInfo {
    let first = std::error::Error::source(error);
    let causes = std::iter::successors(first, |cause| cause.source());
    let causes: Vec<Value> = causes.map(|cause| cause.to_string().into()).collect();
    let context =
        (!causes.is_empty()).then(|| Map::from_iter([("causes".to_owned(), causes.into())]));
    DebugInfo {
        error_type: error.to_string(),
        context,
        suggestions: hints(error.code).iter().map(|&it| it.to_owned()).collect(),
    }
}

/// The errors that any of its endpoints may answer; each has its code in the body.
pub(super) const PROBLEMS: Problems = Problems {
    body: "ErrorBody",
    words: [
        ("400", "A field or the body cannot be taken"),
        ("401", "No token, or one that does not count"),
        (
            "421",
            "`MISDIRECTED_REQUEST`: this server does not answer to that name",
        ),
        ("429", "Too many requests; see Retry-After"),
        ("500", "A fault of the server"),
        ("507", "`STORAGE_FULL`; nothing was changed"),
        ("503", "`DATABASE_ERROR` or `SERVER_BUSY`; try again"),
    ],
};
