//! The words of a whole page, in view or not, and of the frames that belong to its site.

use std::collections::VecDeque;
use std::time::Duration;

use screen_agent_wire::packet::document::CaptureDocument;
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;

use super::BrowserPage;
use super::bundle::call;
use super::frames::Owner;
use crate::BrowserError;
use crate::outcome::{PerformRefusal, Trouble};
use crate::world::Realm;

/// Frames that are read at most, and frames within frames.
const MOST_FRAMES: usize = 20;
const DEEPEST: usize = 5;

/// How long one frame may take; the rest is read without it.
const FRAME: Duration = Duration::from_secs(3);

/// How long the reading part of the bundle may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(5);

/// What is read of a document's capture before all are joined.
#[derive(Deserialize)]
struct Asides {
    url: String,
    title: String,
    origin: String,
    #[serde(default)]
    holes: Vec<Hole>,
}

#[derive(Deserialize)]
struct Hole {
    index: u32,
}

/// A frame's capture and its way down from the top, as the bundle joins them.
#[derive(Serialize)]
struct Part {
    path: Vec<u32>,
    capture: Box<RawValue>,
}

/// A document whose frames are still to be read.
struct Open {
    world: Realm,
    /// Indexes of holes from the top down.
    path: Vec<u32>,
    owners: Vec<Owner>,
    holes: Vec<Hole>,
}

#[derive(Deserialize)]
struct Vouched {
    ok: bool,
    #[serde(default)]
    refusal: Option<PerformRefusal>,
}

#[derive(Deserialize)]
struct Joined {
    html: String,
}

impl BrowserPage {
    /// Captures what can be read on the page. Ids in it are those of a look.
    ///
    /// # Errors
    /// When the tab is gone, a dialog holds it, or its page keeps going elsewhere.
    pub async fn capture(&self) -> Result<CaptureDocument, BrowserError> {
        for _ in 0..3 {
            match self.capture_once().await {
                // The document was replaced under us.
                Err(BrowserError::Gone) => {}
                other => return other,
            }
        }
        Err(BrowserError::Gone)
    }

    async fn capture_once(&self) -> Result<CaptureDocument, BrowserError> {
        let world = self.top_world().await?;
        let (capture, top) = self.capture_in(&world, "").await?;
        let open = Open {
            world: world.clone(),
            path: Vec::new(),
            owners: Vec::new(),
            holes: top.holes,
        };
        let parts = self.capture_frames(open, &top.origin).await;
        let parts = serde_json::to_string(&parts).unwrap_or_default();
        let code = format!("__screenAgent.joinParts({},{parts})", capture.get());
        let joined: Joined = self.run_now(&world, &code).await?;
        Ok(CaptureDocument {
            url: top.url,
            title: top.title,
            html: joined.html,
            generation: 0,
        })
    }

    /// Makes a control of a capture known to the hands, provided that it is still what it was.
    pub(crate) async fn vouch(&self, id: &str) -> Result<(), Trouble> {
        let place = self.place(id).await?;
        // A document that was never captured has nothing to vouch for.
        let code = format!(
            "(\"vouch\" in __screenAgent ? {} : {{ ok: false, refusal: \"not_found\" }})",
            call("vouch", &[json!(place.local)])
        );
        let vouched: Vouched = self.run_now(&place.world, &code).await?;
        if vouched.ok {
            return self.bring_into_view(&place).await;
        }
        let (refusal, what) = match vouched.refusal {
            Some(PerformRefusal::Stale) => (
                PerformRefusal::Stale,
                "is not what it was when the page was read",
            ),
            Some(PerformRefusal::WrongKind) => {
                (PerformRefusal::WrongKind, "is text, not a control")
            }
            _ => (PerformRefusal::NotFound, "is not on the page"),
        };
        let message = format!("the element {id} {what}");
        Err(Trouble::Refused(refusal, message))
    }

    /// Captures one document; the reading part of the bundle comes when it is first needed.
    async fn capture_in(
        &self,
        world: &Realm,
        prefix: &str,
    ) -> Result<(Box<RawValue>, Asides), BrowserError> {
        let here: bool = self
            .run_now(world, "(\"capture\" in __screenAgent)")
            .await?;
        if !here {
            let bundle = format!("{};null", screen_agent_assets::READ_BUNDLE);
            self.evaluate(world, &bundle, ARRIVAL).await?;
        }
        let options = json!({ "prefix": prefix });
        let capture: Box<RawValue> = self.run_now(world, &call("capture", &[options])).await?;
        let asides = serde_json::from_str(capture.get()).map_err(|error| {
            tracing::debug!(%error, "the page bundle gave something else than agreed");
            BrowserError::Unreadable {
                method: "the page bundle".into(),
            }
        })?;
        Ok((capture, asides))
    }

    /// Frames of the page's own origin, each after the one around it. What cannot be read is left
    /// out: the hole stays.
    async fn capture_frames(&self, top: Open, origin: &str) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut waiting = VecDeque::from([top]);
        while let Some(around) = waiting.pop_front() {
            for hole in &around.holes {
                if parts.len() >= MOST_FRAMES {
                    return parts;
                }
                let looked = tokio::time::timeout(FRAME, self.capture_frame(&around, hole.index));
                let Ok(Some((part, inside, theirs))) = looked.await else {
                    continue;
                };
                parts.push(part);
                if theirs == origin && inside.path.len() < DEEPEST {
                    waiting.push_back(inside);
                }
            }
        }
        parts
    }

    /// One frame, what is inside of it, and its origin.
    async fn capture_frame(&self, around: &Open, index: u32) -> Option<(Part, Open, String)> {
        let placed = self
            .frame_at(&around.world, "holeElement", index, &around.owners)
            .await
            .ok()??;
        let world = self.world_of(&placed.frame).await.ok()?;
        let owners = placed.owners.clone();
        let prefix = format!("f{}_", self.numbers().number(placed));
        let (capture, asides) = self.capture_in(&world, &prefix).await.ok()?;
        let path: Vec<u32> = around.path.iter().copied().chain([index]).collect();
        let inside = Open {
            world,
            path: path.clone(),
            owners,
            holes: asides.holes,
        };
        Some((Part { path, capture }, inside, asides.origin))
    }
}
