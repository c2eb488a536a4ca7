//! What is done with the mouse.

use serde_json::json;

use super::Done;
use crate::BrowserError;
use crate::input::Button;
use crate::outcome::Trouble;
use crate::page::{BrowserPage, Found};
use crate::target::Target;

impl BrowserPage {
    /// Clicks an element so many times in a row.
    pub(crate) async fn click(&self, target: &Target, button: Button, times: u8) -> Done {
        let pressing = async {
            let found = self.approach(target).await?;
            match self.press_button(found.at, button, times).await {
                // A click may well close the tab that it is in.
                Err(BrowserError::TabClosed) => Ok(Some("the tab closed".into())),
                other => other.map(|()| healed(&found)).map_err(Trouble::from),
            }
        };
        self.watched(target.basis.as_deref(), pressing).await
    }

    /// Puts the pointer on an element and leaves it there.
    pub(crate) async fn hover(&self, target: &Target) -> Done {
        let found = self.find(target, Watch::No).await?;
        self.move_to(found.at, None).await?;
        Ok(healed(&found))
    }

    /// Drags one element onto another.
    pub(crate) async fn drag_and_drop(&self, from: &Target, to: &Target) -> Done {
        let (mut start, mut end) = (self.grip(from).await?, self.find(to, Watch::No).await?);
        // Looking for one end may scroll the other away; both must stay where they were found.
        for _ in 0..3 {
            let again = (self.grip(from).await?, self.find(to, Watch::No).await?);
            if again.0.at == start.at && again.1.at == end.at {
                self.drag(start.at, end.at).await?;
                return Ok(None);
            }
            (start, end) = again;
        }
        Err(Trouble::Failed(
            "the two ends are never in view at once".into(),
        ))
    }

    /// Moves the pointer onto an element, as a hand does before it presses.
    ///
    /// The page may answer that by moving or covering things, so the element is found once more:
    /// the press goes to the decided element or nowhere.
    async fn approach(&self, target: &Target) -> Result<Found, Trouble> {
        let mut found = self.find(target, Watch::No).await?;
        for _ in 0..3 {
            self.move_to(found.at, None).await?;
            let mut again = self.find(target, Watch::Begin).await?;
            // Once found again, it counts as known.
            again.healed |= found.healed;
            if again.at == found.at {
                return Ok(again);
            }
            found = again;
        }
        Err(Trouble::Failed("the element does not stand still".into()))
    }

    /// Where something is taken that is going to be dragged.
    async fn grip(&self, target: &Target) -> Result<Found, Trouble> {
        self.locate(target, json!({ "grip": true })).await
    }

    async fn find(&self, target: &Target, watch: Watch) -> Result<Found, Trouble> {
        self.locate(target, json!({ "guard": watch == Watch::Begin }))
            .await
    }
}

/// Whether the page watches from now on that input goes to nothing else.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Watch {
    Begin,
    No,
}

/// Tells that the element had been replaced by its equal.
pub(super) fn healed(found: &Found) -> Option<String> {
    found
        .healed
        .then(|| "found again after the page replaced it".to_owned())
}
