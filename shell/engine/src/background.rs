//! Work that goes on in the background: a few at a time, each until it is done or somebody stops it.
//! What it is about stands in storage, so that it is taken up again after a restart.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use screen_agent_store::Owner;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

/// Most that are done at once, so that people who wait for answers go first.
const AT_ONCE: usize = 2;

type Tokens = HashMap<(Owner, String), CancellationToken>;

/// What this process is at in the background.
#[derive(Clone)]
pub(crate) struct Background {
    room: Arc<Semaphore>,
    under_way: Arc<Mutex<Tokens>>,
}

impl Default for Background {
    fn default() -> Self {
        Self {
            room: Arc::new(Semaphore::new(AT_ONCE)),
            under_way: Arc::default(),
        }
    }
}

impl Background {
    /// Does it when there is room. The token is cancelled when somebody stops it.
    pub(crate) fn begin<F>(
        &self,
        owner: Owner,
        id: String,
        work: impl FnOnce(CancellationToken) -> F,
    ) where
        F: Future<Output = ()> + Send + 'static,
    {
        let token = self.enter(owner, &id);
        let (own, work) = (self.clone(), work(token.clone()));
        let working = async move {
            let room = Arc::clone(&own.room).acquire_owned().await;
            work.await;
            drop(room);
            own.leave(owner, &id, &token);
        };
        tokio::spawn(working.in_current_span());
    }

    /// Breaks it off, if it is done here.
    pub(crate) fn stop(&self, owner: Owner, id: &str) {
        if let Some(token) = self.lock().remove(&(owner, id.to_owned())) {
            token.cancel();
        }
    }

    fn enter(&self, owner: Owner, id: &str) -> CancellationToken {
        let token = CancellationToken::new();
        self.lock().insert((owner, id.to_owned()), token.clone());
        token
    }

    /// Whoever was stopped has no place any more: what stands there is of somebody who began anew.
    fn leave(&self, owner: Owner, id: &str, token: &CancellationToken) {
        if !token.is_cancelled() {
            self.lock().remove(&(owner, id.to_owned()));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Tokens> {
        self.under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use screen_agent_action::id::{TenantId, UserId};
    use uuid::Uuid;

    use super::*;

    #[test]
    fn who_was_stopped_does_not_end_what_was_begun_anew() {
        let owner = Owner {
            tenant: TenantId::new(Uuid::from_u128(1)),
            user: UserId::new(Uuid::from_u128(2)),
        };
        let background = Background::default();
        let first = background.enter(owner, "art_1");
        background.stop(owner, "art_1");
        let second = background.enter(owner, "art_1");
        background.leave(owner, "art_1", &first);
        background.stop(owner, "art_1");
        assert!(first.is_cancelled() && second.is_cancelled());
    }
}
