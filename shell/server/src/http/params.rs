//! Paths and query strings, with errors of our own form.

use axum::extract::path::ErrorKind;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{FromRequestParts, Path, Query};
use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_wire::Invalid;
use serde::Deserialize;
use url::form_urlencoded;
use utoipa::IntoParams;

use crate::error::ApiError;

/// A text without its percent signs; everything else in it stays, a plus, too.
pub(crate) fn percent_decoded(text: &str) -> String {
    let plain = [('+', "%2B"), ('&', "%26"), ('=', "%3D")];
    let text = plain.iter().fold(text.to_owned(), |text, (c, escaped)| {
        text.replace(*c, escaped)
    });
    let mut parts = form_urlencoded::parse(text.as_bytes());
    parts
        .next()
        .map(|(key, _)| key.into_owned())
        .unwrap_or_default()
}

/// What stands in the path.
#[derive(FromRequestParts)]
#[from_request(via(Path), rejection(ApiError))]
pub(crate) struct InPath<T>(pub(crate) T);

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> Self {
        let field = match rejection {
            PathRejection::FailedToDeserializePathParams(error) => match error.into_kind() {
                ErrorKind::ParseErrorAtKey { key, .. }
                | ErrorKind::DeserializeError { key, .. }
                | ErrorKind::InvalidUtf8InPathParam { key } => key,
                _ => "path".to_owned(),
            },
            _ => "path".to_owned(),
        };
        Invalid::new(field, "has the wrong form").into()
    }
}

/// What stands behind the question mark.
#[derive(FromRequestParts)]
#[from_request(via(Query), rejection(ApiError))]
pub(crate) struct InQuery<T>(pub(crate) T);

impl From<QueryRejection> for ApiError {
    fn from(_: QueryRejection) -> Self {
        Invalid::new("query string", "has the wrong form").into()
    }
}

/// `{sessionId}`.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(crate) struct SessionPath {
    /// The conversation
    #[param(value_type = uuid::Uuid)]
    pub(crate) session_id: SessionId,
}

/// `{sessionId}` and `{taskId}`.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(crate) struct TaskPath {
    /// The conversation
    #[param(value_type = uuid::Uuid)]
    pub(crate) session_id: SessionId,
    /// The task
    #[param(value_type = uuid::Uuid)]
    pub(crate) task_id: TaskId,
}

/// `{sessionId}`, `{taskId}` and `{step}`.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(crate) struct StepPath {
    /// The conversation
    #[param(value_type = uuid::Uuid)]
    pub(crate) session_id: SessionId,
    /// The task
    #[param(value_type = uuid::Uuid)]
    pub(crate) task_id: TaskId,
    /// 0 for the first
    pub(crate) step: u16,
}

/// Reads a whole number within bounds, or its default.
pub(crate) fn number(
    field: &str,
    text: Option<&str>,
    default: u32,
    bounds: std::ops::RangeInclusive<u32>,
) -> Result<u32, Invalid> {
    let Some(text) = text else {
        return Ok(default);
    };
    text.parse()
        .ok()
        .filter(|number| bounds.contains(number))
        .ok_or_else(|| {
            let (least, most) = (bounds.start(), bounds.end());
            Invalid::new(field, format!("is not between {least} and {most}"))
        })
}

/// Reads a yes or no, or its default.
pub(crate) fn yes(field: &str, text: Option<&str>) -> Result<bool, Invalid> {
    match text {
        None | Some("false" | "0") => Ok(false),
        Some("true" | "1") => Ok(true),
        Some(_) => Err(Invalid::new(field, "is neither true nor false")),
    }
}
