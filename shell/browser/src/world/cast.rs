//! Pictures of a tab that somebody watches, as they come.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::json;

use super::World;
use crate::cdp::{Connection, Event, SessionId};

/// How soon after a picture the browser makes another one, where something has changed.
const PACE: Duration = Duration::from_millis(100);

/// One picture, as the browser gives it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Frame {
    pub data: String,
    metadata: Metadata,
    session_id: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Metadata {
    device_width: f64,
    device_height: f64,
}

impl Frame {
    /// What it shows, in the page's own pixels: its width and height.
    pub fn size(&self) -> [f64; 2] {
        [self.metadata.device_width, self.metadata.device_height]
    }
}

/// A picture has come: the newest takes the place of the one before, whether that was seen or not.
pub(super) fn on_frame(connection: &Connection, world: &World, event: &Event<'_>) {
    let (Some(session), Some(frame)) = (event.session, event.read::<Frame>()) else {
        return;
    };
    let number = frame.session_id;
    world.read(|state| {
        let mut tabs = state.tabs.iter();
        if let Some(cast) = tabs
            .find(|tab| tab.owns(session))
            .and_then(|tab| tab.cast.as_ref())
        {
            cast.send_replace(Some(Arc::new(frame)));
        }
    });
    // The browser makes another one once it is told that this one was taken.
    let (connection, session) = (connection.clone(), SessionId::from(session));
    tokio::spawn(async move {
        tokio::time::sleep(PACE).await;
        let taken = json!({ "sessionId": number });
        let _unanswered = connection.send(Some(&session), "Page.screencastFrameAck", taken);
    });
}
