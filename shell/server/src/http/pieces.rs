//! Kept bytes on their way out, in pieces, each read when the reader has had those before it: one that is slow holds a
//! piece, not a file.

use std::ops::Range;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::{StreamExt as _, stream};
use screen_agent_ports::GivenAs;
use uuid::Uuid;

use crate::error::ApiError;
use crate::state::AppState;

/// Bytes that are sent at a time.
pub(crate) const PIECE: usize = 64 * 1024;

/// How long whoever is sent to the bucket has to begin.
const LINK: Duration = Duration::from_secs(60);

/// Sends whoever has a link of ours on to the place that keeps the bytes, where that gives them itself.
pub(crate) async fn elsewhere(
    app: &AppState,
    id: Uuid,
    given: GivenAs<'_>,
) -> Result<Option<Response>, ApiError> {
    let link = app.blobs().link(id, given, LINK).await;
    Ok(link.map_err(ApiError::blobs)?.map(|link| {
        // A link counts for a moment: nobody keeps where it led.
        let headers = [
            (header::LOCATION, link),
            (header::CACHE_CONTROL, "no-store".to_owned()),
        ];
        (StatusCode::TEMPORARY_REDIRECT, headers).into_response()
    }))
}

/// A part of what is kept under an id.
pub(crate) async fn pieces(
    app: AppState,
    id: Uuid,
    Range { start, end }: Range<u64>,
) -> Result<Body, ApiError> {
    let most = move |from: u64| usize::try_from(end - from).map_or(PIECE, |left| left.min(PIECE));
    let first = app.blobs().get(id, start, most(start)).await;
    let first = first.map_err(ApiError::blobs)?;
    let first = first.ok_or(ApiError::FILE_NOT_FOUND)?;
    let next = start + first.len() as u64;
    let rest = stream::try_unfold((app, next), move |(app, from)| async move {
        if from >= end {
            return Ok(None);
        }
        let piece = app.blobs().get(id, from, most(from)).await?;
        let piece = piece.filter(|piece| !piece.is_empty());
        // Swept meanwhile: the answer breaks off, and is seen to.
        let piece = piece.ok_or(std::io::ErrorKind::UnexpectedEof)?;
        let next = from + piece.len() as u64;
        Ok(Some((Bytes::from(piece), (app, next))))
    });
    let first = stream::once(async { Ok::<_, std::io::Error>(Bytes::from(first)) });
    Ok(Body::from_stream(first.chain(rest)))
}
