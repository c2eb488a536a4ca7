//! Work of requests: it outlives its caller, keeps the right to what it works on, and survives panics.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;
use screen_agent_store::answer::{ASKED_LEASE_MS, HELD_LEASE_MS, RequestKey};
use screen_agent_store::turn::LeaseId;
use screen_agent_store::{Owner, StoreError};
use tokio_util::sync::{CancellationToken, DropGuard};
use tracing::Instrument;

use crate::Engine;

/// A fault of ours: work broke off.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Broken(Box<dyn std::error::Error + Send + Sync>);

impl Broken {
    pub(crate) fn because(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self(cause.into())
    }
}

impl From<tokio::task::JoinError> for Broken {
    fn from(cause: tokio::task::JoinError) -> Self {
        Self::because(cause)
    }
}

/// Runs to the end, whatever becomes of the caller. The token is cancelled when the caller goes away.
pub(crate) async fn detached<T, E, F>(work: impl FnOnce(CancellationToken) -> F) -> Result<T, E>
where
    T: Send + 'static,
    E: From<Broken> + Send + 'static,
    F: Future<Output = Result<T, E>> + Send + 'static,
{
    let gone = CancellationToken::new();
    let _here = gone.clone().drop_guard();
    // The request's span goes along, so that a trace shows the whole of it.
    tokio::spawn(work(gone).in_current_span())
        .await
        .map_err(Broken::from)?
}

/// A panic becomes an error, so that whoever held something can let it go.
pub(crate) async fn caught<T, E: From<Broken>>(
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let done = AssertUnwindSafe(work).catch_unwind().await;
    done.unwrap_or_else(|panic| Err(Broken::because(panic_words(panic.as_ref())).into()))
}

fn panic_words(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<&str>().map(|&words| words.to_owned());
    words
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_owned())
}

/// How often what is being answered is held again: twice before it would be lost.
const HOLD_AGAIN: Duration = Duration::from_millis(HELD_LEASE_MS.unsigned_abs() / 3);
/// How often at most: what comes to no end is nobody's after [`ASKED_LEASE_MS`].
const HOLDS: i64 = 3 * ASKED_LEASE_MS / HELD_LEASE_MS;

impl Engine {
    /// Holds a question that was claimed for [`HELD_LEASE_MS`], for as long as what it returns is there. Who dies over it
    /// has lost it soon: nobody else could answer it for as long as it is held.
    pub fn hold(&self, owner: Owner, held: (RequestKey, LeaseId)) -> DropGuard {
        let (engine, over) = (self.clone(), CancellationToken::new());
        let guard = over.clone().drop_guard();
        let hold = async move {
            for _ in 0..HOLDS {
                tokio::time::sleep(HOLD_AGAIN).await;
                let until_ms = engine.now_ms().saturating_add(HELD_LEASE_MS);
                let rows = engine.rows(owner);
                match rows.hold_question(held.clone(), until_ms).await {
                    Ok(()) => {}
                    // It is somebody else's, or was answered just now.
                    Err(StoreError::LeaseLost) => return,
                    Err(error) => tracing::warn!(%error, "a question is not held any longer"),
                }
            }
        };
        let hold = async move { over.run_until_cancelled(hold).await };
        tokio::spawn(hold.in_current_span());
        guard
    }
}

/// Does slow work and renews the right to it every so often; ends early when that right is lost.
pub(crate) async fn renewing<T, E, R>(
    every: Duration,
    renew: impl Fn() -> R,
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, E>
where
    E: From<StoreError>,
    R: Future<Output = Result<(), StoreError>>,
{
    let lost = async {
        loop {
            tokio::time::sleep(every).await;
            if let Err(cause) = renew().await {
                return cause;
            }
        }
    };
    tokio::select! {
        biased;
        done = work => done,
        lost = lost => Err(lost.into()),
    }
}
