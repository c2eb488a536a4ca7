//! Frames: which document each one shows, and where it stands in the top viewport.

use std::collections::HashMap;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::BrowserPage;
use super::locate::Place;
use crate::BrowserError;
use crate::outcome::{PerformRefusal, Trouble};
use crate::point::At;
use crate::world::{FrameId, Realm};

/// A frame as it was numbered at a look.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub frame: FrameId,
    /// The frame elements around its document, outermost first.
    pub owners: Vec<Owner>,
}

/// A frame element, in the document that holds it.
#[derive(Clone, Debug)]
pub(crate) struct Owner {
    world: Realm,
    object: String,
}

/// Numbers of frames. A frame keeps its number, so that ids in it stay the same from look to look.
#[derive(Default)]
pub(super) struct Numbered {
    numbers: HashMap<FrameId, u32>,
    placed: HashMap<u32, Placed>,
}

impl Numbered {
    /// The number of a frame, which has its place now.
    pub fn number(&mut self, placed: Placed) -> u32 {
        let next = u32::try_from(self.numbers.len())
            .unwrap_or(u32::MAX)
            .saturating_add(1);
        let number = *self.numbers.entry(placed.frame.clone()).or_insert(next);
        self.placed.insert(number, placed);
        number
    }

    /// A new look begins: what is not met again is nowhere.
    pub fn forget_places(&mut self) {
        self.placed.clear();
    }
}

#[derive(Deserialize)]
struct Described {
    node: DescribedNode,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DescribedNode {
    frame_id: Option<String>,
}

/// Where a point of a frame is in the document around it, and whether a press there reaches it.
#[derive(Deserialize)]
struct Around {
    x: f64,
    y: f64,
    hit: bool,
}

/// Runs on a frame element. The content begins inside its border and padding.
const AROUND: &str = "function(x, y) {
  const box = this.getBoundingClientRect();
  const style = getComputedStyle(this);
  const at = {
    x: box.left + this.clientLeft + parseFloat(style.paddingLeft) + x,
    y: box.top + this.clientTop + parseFloat(style.paddingTop) + y,
  };
  let hit = document.elementFromPoint(at.x, at.y);
  while (hit && hit !== this && hit.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(at.x, at.y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return JSON.stringify({ ...at, hit: hit === this });
}";

impl BrowserPage {
    pub(super) fn placed(&self, number: u32) -> Option<Placed> {
        self.numbers().placed.get(&number).cloned()
    }

    /// The frame whose element one of the bundle's functions finds by its index.
    pub(super) async fn frame_at(
        &self,
        world: &Realm,
        finder: &str,
        index: u32,
        around: &[Owner],
    ) -> Result<Option<Placed>, BrowserError> {
        let code = super::bundle::call(finder, &[json!(index)]);
        let Some(object) = self.object(world, &code).await? else {
            return Ok(None);
        };
        let params = json!({ "objectId": object });
        let described: Described = self
            .connection()
            .call(Some(&world.session), "DOM.describeNode", params)
            .await?;
        let mut owners = around.to_vec();
        owners.push(Owner {
            world: world.clone(),
            object,
        });
        let frame = described.node.frame_id.map(FrameId::from);
        Ok(frame.map(|frame| Placed { frame, owners }))
    }

    /// Where the corner of an element's document is in the top viewport.
    pub(crate) async fn corner(&self, place: &Place) -> Result<At, Trouble> {
        self.outward(place, At { x: 0.0, y: 0.0 })
            .await
            .map(|(at, _)| at)
    }

    /// The same, provided that a press at a point of that document reaches it through all frames.
    ///
    /// Documents around scroll on their own time, so a miss is looked at again for a moment.
    pub(super) async fn corner_uncovered(&self, place: &Place, at: At) -> Result<At, Trouble> {
        const LOOKS: u32 = 6;
        const BETWEEN: Duration = Duration::from_millis(50);
        for look in 1..=LOOKS {
            let (outside, reached) = self.outward(place, at).await?;
            if reached {
                return Ok(At {
                    x: outside.x - at.x,
                    y: outside.y - at.y,
                });
            }
            if look < LOOKS {
                tokio::time::sleep(BETWEEN).await;
            }
        }
        let message = "the frame that holds the element is covered or out of view";
        Err(Trouble::Refused(PerformRefusal::Covered, message.into()))
    }

    /// Carries a point from the innermost frame out to the top.
    async fn outward(&self, place: &Place, inside: At) -> Result<(At, bool), Trouble> {
        let mut at = inside;
        let mut reached = true;
        let owners = place
            .within
            .as_ref()
            .map(|placed| placed.owners.as_slice())
            .unwrap_or_default();
        for owner in owners.iter().rev() {
            let around = self.around(owner, at).await?;
            at = At {
                x: around.x,
                y: around.y,
            };
            reached &= around.hit;
        }
        Ok((at, reached))
    }

    async fn around(&self, owner: &Owner, at: At) -> Result<Around, Trouble> {
        let arguments = [json!(at.x), json!(at.y)];
        let value = self
            .on_object(&owner.world, &owner.object, AROUND, &arguments)
            .await;
        let gone = || Trouble::Refused(PerformRefusal::Stale, "the frame is gone".into());
        let value = match value {
            Err(BrowserError::Gone | BrowserError::Refused { .. }) => return Err(gone()),
            other => other?,
        };
        let text = value.as_str().unwrap_or_default();
        serde_json::from_str(text).map_err(|_| gone())
    }

    /// Scrolls the frames around a document into view. Looks know only frames that are in view;
    /// captures know all.
    pub(super) async fn bring_into_view(&self, place: &Place) -> Result<(), Trouble> {
        const SHOW: &str = "function() {
          this.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
        }";
        let around = place.within.iter().flat_map(|placed| &placed.owners);
        for owner in around {
            self.on_object(&owner.world, &owner.object, SHOW, &[])
                .await?;
        }
        Ok(())
    }

    /// Runs a function on an object of the page.
    pub(crate) async fn on_object(
        &self,
        world: &Realm,
        object: &str,
        function: &str,
        arguments: &[Value],
    ) -> Result<Value, BrowserError> {
        let arguments: Vec<Value> = arguments
            .iter()
            .map(|value| json!({ "value": value }))
            .collect();
        let params = json!({
            "objectId": object, "functionDeclaration": function, "arguments": arguments,
            "returnByValue": true,
        });
        let reply = self
            .connection()
            .send(Some(&world.session), "Runtime.callFunctionOn", params);
        self.value_of(reply).await
    }
}
