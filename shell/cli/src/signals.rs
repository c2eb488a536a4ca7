//! When we are asked to stop.

use tokio::signal::unix::{SignalKind, signal};

/// Ends when somebody presses Ctrl-C or the system asks us to stop.
pub(crate) async fn stopped() {
    let interrupted = tokio::signal::ctrl_c();
    let Ok(mut terminated) = signal(SignalKind::terminate()) else {
        let _ = interrupted.await;
        return;
    };
    tokio::select! {
        _ = interrupted => {}
        _ = terminated.recv() => {}
    }
}

/// Ends when we are asked to stop twice: whoever does that does not want to wait.
pub(crate) async fn insisted() {
    stopped().await;
    stopped().await;
}
