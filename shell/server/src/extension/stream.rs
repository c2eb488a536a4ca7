//! What happens in a conversation, as it happens: server-sent events.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use screen_agent_kernel::{SessionId, UserId};
use screen_agent_store::Owner;
use screen_agent_wire::extension::live::LiveEvent;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

use super::problems::Problems;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::http::params::{InPath, SessionPath};
use crate::state::AppState;

/// An event on its way to streams.
#[derive(Clone)]
pub(crate) struct Tapped {
    pub(crate) owner: Owner,
    pub(crate) session: SessionId,
    pub(crate) event: LiveEvent,
}

/// Most streams of one user.
const PER_USER: usize = 6;
/// So often something is sent, so that a dead connection is noticed.
const KEEPALIVE: Duration = Duration::from_secs(15);

/// Events of a conversation, from now on. It ends when the client was too slow or the server
/// stops; whoever joins again reads what it missed.
#[utoipa::path(get, path = "/api/session/{sessionId}/stream", tag = "session",
    params(("sessionId" = uuid::Uuid, Path, description = "The conversation")),
    responses(
        (status = 200, description = "Events; each `data` is a LiveEvent", body = LiveEvent, content_type = "text/event-stream"),
        (status = 404, description = "`SESSION_NOT_FOUND`", body = screen_agent_wire::extension::ErrorBody),
        Problems))]
pub(crate) async fn stream(
    State(app): State<AppState>,
    caller: Caller,
    InPath(path): InPath<SessionPath>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>> + use<>>, ApiError> {
    let place = app.streams().enter(caller.user.id)?;
    // Listening begins before the look, so that nothing falls between the two.
    let pushes = app.tap().subscribe();
    let owner = caller.owner();
    let known = app.store().scoped(owner).session(path.session()).await?;
    known.ok_or(ApiError::SessionNotFound)?;
    let listener = Listener {
        pushes,
        owner,
        session: path.session(),
        closing: app.closing().clone(),
        _place: place,
    };
    let events = unfold(listener, |mut listener| async move {
        let event = listener.next().await?;
        Some((Ok(event), listener))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(KEEPALIVE)))
}

/// One stream.
struct Listener {
    pushes: Receiver<Tapped>,
    owner: Owner,
    session: SessionId,
    closing: CancellationToken,
    _place: Place,
}

impl Listener {
    async fn next(&mut self) -> Option<Event> {
        loop {
            let push = tokio::select! {
                () = self.closing.cancelled() => return None,
                push = self.pushes.recv() => push,
            };
            let push = match push {
                Ok(push) => push,
                // Some were lost: the client has to read them, so it has to notice.
                Err(RecvError::Lagged(_) | RecvError::Closed) => return None,
            };
            if push.owner == self.owner
                && push.session == self.session
                && let Ok(event) = Event::default()
                    .event(push.event.name())
                    .json_data(push.event)
            {
                return Some(event);
            }
        }
    }
}

/// How many streams each user has open.
#[derive(Clone, Default)]
pub(crate) struct Streams(Arc<Mutex<HashMap<UserId, usize>>>);

impl Streams {
    fn enter(&self, user: UserId) -> Result<Place, ApiError> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(user).or_default();
        if *count >= PER_USER {
            return Err(ApiError::TooManyStreams);
        }
        *count += 1;
        Ok(Place {
            streams: self.clone(),
            user,
        })
    }
}

/// One open stream; given back when it ends.
struct Place {
    streams: Streams,
    user: UserId,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self
            .streams
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.user) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.user);
            }
        }
    }
}
