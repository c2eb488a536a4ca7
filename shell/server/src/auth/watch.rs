//! Sign-ins that end elsewhere: by a command, or by a server on the same data.

use std::time::Duration;

use screen_agent_realtime::Hub;
use screen_agent_store::StoreError;

use crate::state::AppState;

/// How often it is asked whether any ended.
const EVERY: Duration = Duration::from_secs(1);

/// Looks until the server stops.
pub(crate) async fn watch(app: AppState) {
    let mut known = None;
    loop {
        match app.store().upkeep().sign_in_changes().await {
            Ok(number) if known == Some(number) => {}
            Ok(number) => {
                // What ended before the first look was never believed.
                if known.replace(number).is_some() {
                    ended(&app).await;
                }
            }
            Err(error) => failed(&error),
        }
        tokio::select! {
            () = app.closing.cancelled() => return,
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}

/// Looks now and then whether the tokens of those who listen still count: another process may have revoked them.
pub(crate) async fn listeners(app: AppState, hub: Hub) {
    loop {
        tokio::select! {
            () = app.closing.cancelled() => return,
            () = tokio::time::sleep(app.config.socket_check) => {}
        }
        app.sockets.look(&hub, app.engine()).await;
    }
}

/// Sign-ins have ended: nothing that was looked up before counts, and who listens by one that has
/// ended is sent away.
pub(crate) async fn ended(app: &AppState) {
    app.believed.forget_all();
    if let Some(hub) = app.realtime.hub() {
        app.sockets.look(hub, app.engine()).await;
    }
}

fn failed(error: &StoreError) {
    tracing::warn!(%error, "changes of sign-ins could not be looked up");
}
