//! Everything that is a person's: to take away, and to erase.

use std::fs::File;
use std::io::Read as _;
use std::sync::Arc;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use screen_agent_audit::Kind;
use screen_agent_store::account::By;
use screen_agent_wire::extension::auth::PasswordOnly;

use super::Own;
use super::account::{From, prove_again};
use crate::auth::Me;
use crate::auth::event::{exported, note};
use crate::error::ApiError;
use crate::http::body::Json;
use crate::takeout::{TakeoutError, take_out};

/// Bytes that are sent at a time.
const PIECE: usize = 64 * 1024;

/// Everything that is kept for one, as a ZIP of JSON and files.
#[utoipa::path(get, path = "/api/v1/user/export", tag = "account",
    responses((status = 200, description = "The archive", content_type = "application/zip"),
        (status = 503, description = "`SERVER_BUSY`: another is being made")))]
pub(crate) async fn export(
    Extension(own): Extension<Arc<Own>>,
    me: Me,
) -> Result<Response, ApiError> {
    // Each takes a file as large as all that is kept.
    let _one = own.taking.try_acquire().map_err(|_| ApiError::BUSY)?;
    let to = tempfile::tempfile().map_err(ApiError::internal)?;
    let made = take_out(me.app.store(), me.app.blobs(), me.owner(), to).await;
    let file = made.map_err(|error| match error {
        TakeoutError::Store(error) => error.into(),
        TakeoutError::Io(_) | TakeoutError::Zip(_) => ApiError::internal(error),
    })?;
    exported(&me, "everything", &me.caller.user.id.to_string()).await?;
    let size = file.metadata().map_err(ApiError::internal)?.len();
    let headers = [
        (header::CONTENT_TYPE, "application/zip".to_owned()),
        (header::CONTENT_LENGTH, size.to_string()),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"screen-agent-data.zip\"".to_owned(),
        ),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, streamed(file)).into_response())
}

fn streamed(file: File) -> Body {
    let pieces = stream::try_unfold(file, |file| async move {
        let piece = tokio::task::spawn_blocking(move || {
            let mut piece = vec![0; PIECE];
            let read = (&file).read(&mut piece)?;
            piece.truncate(read);
            Ok::<_, std::io::Error>((piece, file))
        });
        let (piece, file) = piece.await.map_err(std::io::Error::other)??;
        Ok::<_, std::io::Error>((!piece.is_empty()).then(|| (Bytes::from(piece), file)))
    });
    Body::from_stream(pieces)
}

/// Erase everything that is kept for one, by one's password. The account stays, with what was spent.
#[utoipa::path(post, path = "/api/v1/user/erase", tag = "account",
    request_body = PasswordOnly,
    responses((status = 204, description = "Erased"),
        (status = 403, description = "`WRONG_PASSWORD`")))]
pub(crate) async fn erase(
    me: Me,
    from: From,
    Json(body): Json<PasswordOnly>,
) -> Result<StatusCode, ApiError> {
    prove_again(&me, &from, body.password).await?;
    for file in me.rows().erase(By::Owner).await? {
        // Nobody's bytes now: what is left is swept.
        if let Err(error) = me.app.blobs().remove(file).await {
            tracing::warn!(%error, "the bytes of a file are not removed yet");
        }
    }
    note(Kind::Deleted, Some(me.caller.user.id));
    Ok(StatusCode::NO_CONTENT)
}
