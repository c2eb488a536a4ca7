//! What this surface answers when it cannot do what was asked.

use crate::derives::*;

/// The body of every error of this surface.
#[contract]
pub struct ProblemBody {
    /// What went wrong.
    pub error: Problem,
}

/// What went wrong.
#[contract]
pub struct Problem {
    /// A stable code in capitals.
    pub code: String,
    /// One sentence that is safe to show.
    pub message: String,
    /// Path of the field that cannot be taken.
    pub field: Option<String>,
    /// Id of the HTTP request, as its `X-Request-Id` says it; the log knows it.
    pub request_id: String,
}
