//! When we are asked to stop.

use std::io;

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

/// How often somebody pressed Ctrl-C, or the system asked us to stop, since this was made: what was asked before anybody
/// waited for it counts too.
#[derive(Clone)]
pub(crate) struct Stops(watch::Receiver<u32>);

impl Stops {
    /// Begins to count.
    pub(crate) fn counted() -> io::Result<Self> {
        let mut interrupted = signal(SignalKind::interrupt())?;
        let mut terminated = signal(SignalKind::terminate())?;
        let (told, stops) = watch::channel(0);
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    _ = interrupted.recv() => {}
                    _ = terminated.recv() => {}
                }
                told.send_modify(|count| *count += 1);
            }
        });
        Ok(Self(stops))
    }

    /// Ends once we were asked so often.
    pub(crate) async fn times(&self, count: u32) {
        let mut stops = self.0.clone();
        if stops.wait_for(|told| *told >= count).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
