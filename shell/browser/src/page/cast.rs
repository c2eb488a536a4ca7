//! A live picture of a tab, for a person who watches.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::json;
use tokio::sync::watch;

use super::BrowserPage;
use crate::BrowserError;
use crate::world::Frame;

/// Widest and tallest picture, in pixels.
const LARGEST: u32 = 1280;
/// Quality of pictures, in percent.
const QUALITY: u8 = 60;
/// A picture of what is in view.
#[derive(Clone)]
pub struct LivePicture {
    /// A JPEG.
    pub jpeg: Vec<u8>,
    /// What it shows, in the page's own pixels: its width and height.
    pub size: [f64; 2],
}

/// Pictures of a tab for as long as this is held, each time that something in view has changed. Nothing is drawn for
/// it otherwise.
pub struct Cast {
    page: BrowserPage,
    frames: watch::Receiver<Option<Arc<Frame>>>,
}

impl BrowserPage {
    /// Begins to show the tab.
    ///
    /// # Errors
    /// When the tab is gone.
    pub async fn cast(&self) -> Result<Cast, BrowserError> {
        let (sender, frames) = watch::channel(None);
        self.change_tab(|tab| tab.cast = Some(sender))?;
        let cast = Cast {
            page: self.clone(),
            frames,
        };
        let params = json!({ "format": "jpeg", "quality": QUALITY, "maxWidth": LARGEST, "maxHeight": LARGEST });
        self.call_done("Page.startScreencast", params).await?;
        Ok(cast)
    }
}

impl Cast {
    /// The newest picture, as soon as there is one that was not given yet. `None` when the tab is gone.
    pub async fn next(&mut self) -> Option<LivePicture> {
        loop {
            self.frames.changed().await.ok()?;
            let Some(frame) = self.frames.borrow_and_update().clone() else {
                continue;
            };
            if let Ok(jpeg) = BASE64.decode(&frame.data) {
                return Some(LivePicture {
                    jpeg,
                    size: frame.size(),
                });
            }
        }
    }
}

/// A tab of which nobody sees pictures draws none.
impl Drop for Cast {
    fn drop(&mut self) {
        let _gone = self.page.change_tab(|tab| tab.cast = None);
        if let Ok(session) = self.page.any_session() {
            let connection = &self.page.connection;
            let _unanswered = connection.send(Some(&session), "Page.stopScreencast", json!({}));
        }
    }
}
