//! Paths and query strings, with errors of our own form.

use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path, Query};
use axum::http::request::Parts;
use screen_agent_kernel::{SessionId, TaskId};
use screen_agent_wire::Invalid;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::error::ApiError;

/// What stands in the path.
pub(crate) struct InPath<T>(pub(crate) T);

impl<T, S> FromRequestParts<S> for InPath<T>
where
    T: DeserializeOwned + Send,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        path.map(|Path(value)| Self(value)).map_err(path_error)
    }
}

fn path_error(rejection: PathRejection) -> ApiError {
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

/// What stands behind the question mark.
pub(crate) struct InQuery<T>(pub(crate) T);

impl<T, S> FromRequestParts<S> for InQuery<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query
            .map(|Query(value)| Self(value))
            .map_err(|_| Invalid::new("query string", "has the wrong form").into())
    }
}

/// `{sessionId}`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionPath {
    session_id: Uuid,
}

impl SessionPath {
    pub(crate) fn session(self) -> SessionId {
        SessionId::new(self.session_id)
    }
}

/// `{sessionId}` and `{taskId}`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TaskPath {
    session_id: Uuid,
    task_id: Uuid,
}

impl TaskPath {
    pub(crate) fn session(self) -> SessionId {
        SessionId::new(self.session_id)
    }

    pub(crate) fn task(self) -> TaskId {
        TaskId::new(self.task_id)
    }
}

/// `{sessionId}`, `{taskId}` and `{step}`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StepPath {
    session_id: Uuid,
    task_id: Uuid,
    pub(crate) step: u16,
}

impl StepPath {
    pub(crate) fn of(self) -> TaskPath {
        TaskPath {
            session_id: self.session_id,
            task_id: self.task_id,
        }
    }
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
