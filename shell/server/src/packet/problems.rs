//! The errors that any endpoint of this surface may answer, for the documents.

use std::collections::BTreeMap;

use screen_agent_wire::packet::problem::ProblemBody;
use utoipa::IntoResponses;
use utoipa::openapi::{RefOr, Response};

use crate::http::problems::problems;

/// Declares the errors that every endpoint shares; each has its code in the body.
pub(super) struct Problems;

const SHARED: [(&str, &str); 7] = [
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
];

impl IntoResponses for Problems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        problems::<ProblemBody>(SHARED)
    }
}
