//! Before a protected handler: who is calling, and whether they may just now.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::once::once;
use super::surface::Mounted;
use crate::auth::{ForPrograms, by_grant};
use crate::error::ApiError;
use crate::limit::Class;

/// What the guard knows.
#[derive(Clone)]
pub(crate) struct Guard {
    pub(crate) mounted: Mounted,
    pub(crate) class: Class,
    pub(crate) answers_once: bool,
}

/// Lets callers pass who are signed in and within their limit.
pub(crate) async fn guard(
    State(guard): State<Guard>,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let Mounted { app, surface } = &guard.mounted;
    let caller = match request.extensions().get::<ForPrograms>() {
        Some(_) => by_grant(app, request.headers()).await?,
        None => surface.identify(app, request.headers()).await?,
    };
    let now_ms = app.now_ms();
    let tenant = &caller.user.tenant;
    let standing = app.limiter.admit(tenant, guard.class, now_ms).await?;
    let mut response = if standing.admitted {
        request.extensions_mut().insert(caller.clone());
        let answered = async {
            let request = surface.inspect(app, request).await?;
            once(app, caller.owner(), request, next, guard.answers_once).await
        };
        answered.await.unwrap_or_else(IntoResponse::into_response)
    } else {
        ApiError::rate_limited(standing.wait(now_ms)).into_response()
    };
    standing.write(response.headers_mut(), now_ms);
    // For the log line, which is written further out.
    response.extensions_mut().insert(caller);
    Ok(response)
}
