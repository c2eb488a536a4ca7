//! Which sockets listen by which token, so that they go with it.
//!
//! Only sockets of our own hub can be sent away. At another server a socket that was let in stays
//! until it closes; it is not let in again.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use screen_agent_realtime::{Hub, code};
use screen_agent_store::account::TokenHash;

use crate::error::ApiError;
use crate::state::AppState;

/// Most sockets of one token.
const PER_TOKEN: usize = 1_000;
/// From so many on, those that have gone are looked for.
const MANY: usize = 64;

/// Sockets by the token that let them in.
#[derive(Default)]
pub(crate) struct Sockets(Mutex<HashMap<TokenHash, HashSet<String>>>);

impl Sockets {
    /// Notes that a socket listens by a token.
    pub(crate) fn note(&self, hub: &Hub, token: TokenHash, socket: &str) -> Result<(), ApiError> {
        // One that has gone already listens to nothing.
        if !hub.is_open(socket) {
            return Ok(());
        }
        let mut known = self.lock();
        let sockets = known.entry(token).or_default();
        if sockets.len() >= MANY {
            sockets.retain(|socket| hub.is_open(socket));
        }
        if sockets.len() >= PER_TOKEN {
            return Err(ApiError::TOO_MANY_SOCKETS);
        }
        sockets.insert(socket.to_owned());
        Ok(())
    }

    /// Sends away every socket that listens by a token which no longer counts. They do not come
    /// back by themselves.
    pub(crate) fn leave(&self, hub: &Hub, token: TokenHash) {
        let sockets = self.lock().remove(&token).unwrap_or_default();
        for socket in sockets {
            hub.disconnect(&socket, code::UNAUTHORIZED);
        }
    }

    /// Forgets sockets that have gone; tells the tokens of those that have not.
    fn tokens(&self, hub: &Hub) -> Vec<TokenHash> {
        let mut known = self.lock();
        known.retain(|_, sockets| {
            sockets.retain(|socket| hub.is_open(socket));
            !sockets.is_empty()
        });
        known.keys().copied().collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TokenHash, HashSet<String>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks now and then whether the tokens of those who listen still count.
pub(crate) async fn watch(app: AppState, hub: Hub) {
    loop {
        tokio::select! {
            () = app.closing().cancelled() => return,
            () = tokio::time::sleep(app.config().socket_check) => {}
        }
        look(&app, &hub).await;
    }
}

/// Sends away whoever listens by a token that no longer counts.
pub(crate) async fn look(app: &AppState, hub: &Hub) {
    for token in app.sockets().tokens(hub) {
        match app.store().upkeep().token(token, app.now_ms()).await {
            Ok(Some(_)) => {}
            Ok(None) => app.sockets().leave(hub, token),
            Err(error) => tracing::warn!(%error, "a token could not be looked up"),
        }
    }
}
