//! What can go wrong, as OAuth says it.

use std::borrow::Cow;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use screen_agent_store::StoreError;
use serde_json::json;

use crate::error::ApiError;

/// An error that a program reads.
#[derive(Debug)]
pub(super) struct OauthFault {
    status: StatusCode,
    /// A word of the standards.
    pub(super) error: &'static str,
    /// What is wrong, for whoever writes the program.
    pub(super) why: Cow<'static, str>,
    retry_after: Option<u64>,
}

impl OauthFault {
    /// Something that the program has to do otherwise.
    pub(super) fn bad(error: &'static str, why: impl Into<Cow<'static, str>>) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            error,
            why: why.into(),
            retry_after: None,
        }
    }

    pub(super) fn request(why: impl Into<Cow<'static, str>>) -> Self {
        Self::bad("invalid_request", why)
    }

    /// A program that is not known, or not any more.
    pub(super) fn client() -> Self {
        Self {
            status: StatusCode::UNAUTHORIZED,
            ..Self::bad(
                "invalid_client",
                "this program is not known here; it has to register",
            )
        }
    }
}

impl From<ApiError> for OauthFault {
    fn from(error: ApiError) -> Self {
        error.log();
        let word = match error.status {
            StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS => {
                "temporarily_unavailable"
            }
            status if status.is_server_error() => "server_error",
            _ => "invalid_request",
        };
        Self {
            status: error.status,
            error: word,
            retry_after: error.retry_after(),
            why: error.message,
        }
    }
}

impl From<StoreError> for OauthFault {
    fn from(error: StoreError) -> Self {
        ApiError::from(error).into()
    }
}

impl IntoResponse for OauthFault {
    fn into_response(self) -> Response {
        let body = Json(json!({ "error": self.error, "error_description": self.why }));
        let mut response = (self.status, body).into_response();
        if let Some(seconds) = self.retry_after {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
