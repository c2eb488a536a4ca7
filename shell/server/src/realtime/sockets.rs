//! Which sockets listen by which token, so that they go with it.
//!
//! Only sockets of our own hub can be sent away. At another server a socket that was let in stays
//! until it closes; it is not let in again.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use screen_agent_engine::Engine;
use screen_agent_realtime::{Hub, code};
use screen_agent_store::StoreError;
use screen_agent_store::account::{KeyHolder, TokenHash, TokenHolder};

/// Most sockets of one token.
const PER_TOKEN: usize = 1_000;
/// From so many on, those that have gone are looked for.
const MANY: usize = 64;

/// Sockets by the token that let them in.
#[derive(Default)]
pub(crate) struct Sockets(Mutex<HashMap<TokenHash, HashSet<String>>>);

impl Sockets {
    /// Notes that a socket listens by a token; false when too many do.
    pub(crate) fn note(&self, hub: &Hub, token: TokenHash, socket: &str) -> bool {
        // One that has gone already listens to nothing.
        if !hub.is_open(socket) {
            return true;
        }
        let mut known = self.lock();
        let sockets = known.entry(token).or_default();
        if sockets.len() >= MANY {
            sockets.retain(|socket| hub.is_open(socket));
        }
        let fits = sockets.len() < PER_TOKEN;
        if fits {
            sockets.insert(socket.to_owned());
        }
        fits
    }

    /// Sends away every socket that listens by a token which no longer counts. They do not come
    /// back by themselves.
    fn leave(&self, hub: &Hub, token: TokenHash) {
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

    /// Sends away whoever listens by a token that no longer counts.
    pub(crate) async fn look(&self, hub: &Hub, engine: &Engine) {
        let parts = engine.parts();
        for token in self.tokens(hub) {
            let (upkeep, now_ms) = (parts.store.upkeep(), parts.clock.now_ms());
            let counts = async {
                let signed_in = upkeep.find::<TokenHolder>((token, now_ms)).await?.is_some();
                Ok(signed_in || upkeep.find::<KeyHolder>((token, now_ms)).await?.is_some())
            };
            let counts: Result<bool, StoreError> = counts.await;
            match counts {
                Ok(true) => {}
                Ok(false) => self.leave(hub, token),
                Err(error) => tracing::warn!(%error, "a token could not be looked up"),
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TokenHash, HashSet<String>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
