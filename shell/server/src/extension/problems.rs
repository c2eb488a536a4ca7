//! The errors that any endpoint may answer, for the documents.

use std::collections::BTreeMap;

use screen_agent_wire::extension::ErrorBody;
use utoipa::IntoResponses;
use utoipa::openapi::{RefOr, Response};

use crate::docs::problems;

/// Declares the errors that every endpoint shares; each has its code in the body.
pub(crate) struct Problems;

const SHARED: [(&str, &str); 7] = [
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
];

impl IntoResponses for Problems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        problems::<ErrorBody>(SHARED)
    }
}
