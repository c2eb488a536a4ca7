//! Work of requests: it outlives its caller, keeps the right to what it works on, and survives panics.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;
use screen_agent_store::StoreError;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

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
