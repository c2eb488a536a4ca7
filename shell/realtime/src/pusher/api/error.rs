//! What a server is told when its request is not carried out.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::pusher::hub::PublishError;

/// Why a request was not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ApiError {
    #[error("the request is not signed by this app, or its clock is off by more than ten minutes")]
    NotSigned,
    #[error("no such app")]
    NoApp,
    #[error("the body is too long")]
    BodyTooLong,
    #[error("the body is not the expected JSON")]
    Body,
    #[error("name 1 to 100 channels")]
    Channels,
    #[error("a batch holds 1 to 10 events")]
    Batch,
    #[error("only presence channels have users")]
    NoUsers,
    #[error("info may ask for user_count and subscription_count")]
    Info,
    #[error(transparent)]
    Publish(#[from] PublishError),
}

impl ApiError {
    fn status(self) -> StatusCode {
        match self {
            Self::NotSigned => StatusCode::UNAUTHORIZED,
            Self::NoApp => StatusCode::NOT_FOUND,
            Self::BodyTooLong | Self::Publish(PublishError::TooLong) => {
                StatusCode::PAYLOAD_TOO_LARGE
            }
            Self::Publish(PublishError::Closed) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Body
            | Self::Channels
            | Self::Batch
            | Self::NoUsers
            | Self::Info
            | Self::Publish(PublishError::Channel | PublishError::Event | PublishError::Socket) => {
                StatusCode::BAD_REQUEST
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = Json(json!({ "error": self.to_string() }));
        (self.status(), body).into_response()
    }
}
