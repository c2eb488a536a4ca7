//! Looking at a page: the top document, and the frames in view if there are any.

use std::collections::VecDeque;
use std::sync::PoisonError;
use std::time::Duration;

use futures_util::future::join_all;
use screen_agent_wire::extension::capture::{PageCapture, TextLine, TextRun, Viewport};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::frames::{Numbered, Owner};
use super::{BrowserPage, bundle_call};
use crate::BrowserError;
use crate::world::{Dialog, FrameId, Realm};

/// Frames that are looked into at most.
const MOST_FRAMES: usize = 50;

/// Frames within frames that are looked into at most.
const DEEPEST: usize = 5;

/// One look at a document.
const LOOK: &str = "__screenAgent.observe({})";

/// How long one frame may take to be looked at; the rest is shown without it.
const FRAME: Duration = Duration::from_secs(2);

/// What is read of a document's look before all looks are joined.
#[derive(Deserialize)]
struct Asides {
    #[serde(default)]
    frames: Vec<Slot>,
    /// A question to the page's own world: which elements listen without showing it.
    ask: Option<String>,
    /// How many elements may have closed roots.
    #[serde(default)]
    shut: u32,
}

#[derive(Deserialize)]
struct Slot {
    index: u32,
    /// Absent when the frame is not in view.
    vis: Option<Value>,
    /// The keyboard is with the frame, in view or not.
    #[serde(default)]
    keys: bool,
}

/// A document that was looked at, with its frames still to be.
struct Looked {
    world: Realm,
    /// Places of frame elements from the top down.
    path: Vec<u32>,
    owners: Vec<Owner>,
    slots: Vec<Slot>,
}

/// A frame's look, as the bundle joins it.
struct Inner {
    number: u32,
    path: Vec<u32>,
    capture: Box<RawValue>,
}

impl BrowserPage {
    /// Looks at the page.
    ///
    /// # Errors
    /// When the tab is gone or its page keeps going elsewhere.
    pub async fn observe(&self) -> Result<PageCapture, BrowserError> {
        for _ in 0..3 {
            let look = match self.open_dialog() {
                Some(dialog) => return Ok(self.look_at_dialog(&dialog)),
                None => self.look().await,
            };
            match look {
                // The document was replaced, or a dialog opened, while we looked.
                Err(BrowserError::Gone | BrowserError::DialogOpen) => {}
                other => return other,
            }
        }
        match self.open_dialog() {
            Some(dialog) => Ok(self.look_at_dialog(&dialog)),
            None => Err(BrowserError::Gone),
        }
    }

    /// The part of the top document's HTML that matters, for those who ask for more than a look.
    ///
    /// # Errors
    /// As for a look; a dialog is one here, for it says nothing about the document.
    pub async fn skeleton(&self) -> Result<String, BrowserError> {
        self.run_on_top("__screenAgent.skeleton()").await
    }

    /// The top document's HTML, without what nobody reads.
    ///
    /// # Errors
    /// As for [`Self::skeleton`].
    pub async fn full_dom(&self) -> Result<String, BrowserError> {
        self.run_on_top("__screenAgent.fullDom()").await
    }

    async fn look(&self) -> Result<PageCapture, BrowserError> {
        let world = self.top_world().await?;
        let main = self.main_frame()?;
        let top = self.look_at(&world, &main).await?;
        self.numbers().forget_places();
        let slots = slots_that_count(&top)?;
        let mut capture: PageCapture = match slots.is_empty() {
            true => read(&top)?,
            false => {
                let looked = Looked {
                    world: world.clone(),
                    path: vec![],
                    owners: vec![],
                    slots,
                };
                let inner = self.look_inside(looked).await;
                self.run_now(&world, &joined(&top, &inner)).await?
            }
        };
        self.add_notes(&mut capture);
        Ok(capture)
    }

    /// Looks at one document. What it cannot tell of itself is asked for, and then looked at again.
    async fn look_at(&self, world: &Realm, frame: &FrameId) -> Result<Box<RawValue>, BrowserError> {
        let mut first: Box<RawValue> = self.run_now(world, LOOK).await?;
        let mut asides: Asides = read(&first)?;
        // A closed root may hold others.
        for _ in 0..DEEPEST {
            if asides.shut == 0 || !self.open_closed_roots(world, asides.shut).await {
                break;
            }
            first = self.run_now(world, LOOK).await?;
            asides = read(&first)?;
        }
        let Some(question) = asides.ask else {
            return Ok(first);
        };
        let page = self.read_tab(|tab| tab.frames.page(frame).cloned());
        let Ok(Some(page)) = page else {
            return Ok(first);
        };
        // The page may have tampered with what answers; the look is good without it.
        match self.evaluate(&page, &question, FRAME).await {
            Ok(Value::String(answer)) => {
                let options = json!({ "heard": answer });
                self.run_now(world, &bundle_call("observe", &[options]))
                    .await
            }
            Err(BrowserError::DialogOpen) => Err(BrowserError::DialogOpen),
            _ => Ok(first),
        }
    }

    /// Looks into frames, level by level, the frames of one document at a time together.
    async fn look_inside(&self, top: Looked) -> Vec<Inner> {
        let mut found = Vec::new();
        let mut waiting = VecDeque::from([top]);
        while let Some(document) = waiting.pop_front() {
            let room = MOST_FRAMES.saturating_sub(found.len());
            let slots = document.slots.iter().take(room);
            let looks = slots.map(|slot| self.look_at_frame(&document, slot.index));
            for (inner, looked) in join_all(looks).await.into_iter().flatten() {
                found.push(inner);
                if looked.path.len() < DEEPEST {
                    waiting.push_back(looked);
                }
            }
        }
        found
    }

    /// Looks at one frame; one that cannot be looked at is left out.
    async fn look_at_frame(&self, around: &Looked, index: u32) -> Option<(Inner, Looked)> {
        let look = async {
            let placed = self
                .frame_at(&around.world, "frameElement", index, &around.owners)
                .await
                .ok()??;
            let world = self.world_of(&placed.frame).await.ok()?;
            let capture = self.look_at(&world, &placed.frame).await.ok()?;
            let slots = slots_that_count(&capture).ok()?;
            let owners = placed.owners.clone();
            let number = self.numbers().number(placed);
            let path: Vec<u32> = around.path.iter().copied().chain([index]).collect();
            let inner = Inner {
                number,
                path: path.clone(),
                capture,
            };
            Some((
                inner,
                Looked {
                    world,
                    path,
                    owners,
                    slots,
                },
            ))
        };
        tokio::time::timeout(FRAME, look).await.ok()?
    }

    /// What can be told of a page that a dialog holds: the dialog.
    fn look_at_dialog(&self, dialog: &Dialog) -> PageCapture {
        let line = TextLine {
            k: Some("dialog".into()),
            c: vec![TextRun::Text(dialog.line())],
            ..TextLine::default()
        };
        let mut capture = PageCapture {
            url: self.url().unwrap_or_default(),
            page_text: vec![line],
            viewport: Viewport {
                width: 1.0,
                height: 1.0,
            },
            scroll_position: "0%".into(),
            document: dialog.mark(),
            hash: format!("dialog-{:x}", djb2(&dialog.line())),
            ..PageCapture::default()
        };
        self.add_notes(&mut capture);
        capture
    }

    /// Adds what happened around the page that it cannot tell itself.
    fn add_notes(&self, capture: &mut PageCapture) {
        let notes = self.read_tab(|tab| tab.notes.lines());
        capture.recent_events.extend(notes.unwrap_or_default());
        let over = capture.recent_events.len().saturating_sub(20);
        capture.recent_events.drain(..over);
    }

    pub(super) fn numbers(&self) -> std::sync::MutexGuard<'_, Numbered> {
        self.numbered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How often the document has changed so far; `None` while it cannot be asked.
    pub(crate) async fn changes(&self) -> Option<u64> {
        if self.has_dialog() {
            return None;
        }
        let world = self.top_world().await.ok()?;
        self.run_now(&world, crate::world::COUNT_OF_CHANGES)
            .await
            .ok()
    }
}

/// Joins the frames' looks with the top one, as source for the bundle.
fn joined(top: &RawValue, inner: &[Inner]) -> String {
    let frames: Vec<String> = inner
        .iter()
        .map(|inner| {
            let slot = json!(inner.path);
            format!(
                r#"{{"slot":{slot},"frame":{},"capture":{}}}"#,
                inner.number,
                inner.capture.get()
            )
        })
        .collect();
    format!("__screenAgent.join({},[{}])", top.get(), frames.join(","))
}

fn slots_that_count(capture: &RawValue) -> Result<Vec<Slot>, BrowserError> {
    let asides: Asides = read(capture)?;
    Ok(asides
        .frames
        .into_iter()
        .filter(|slot| slot.vis.is_some() || slot.keys)
        .collect())
}

fn read<'a, T: Deserialize<'a>>(capture: &'a RawValue) -> Result<T, BrowserError> {
    serde_json::from_str(capture.get()).map_err(|error| {
        tracing::debug!(%error, "the page bundle gave something else than agreed");
        BrowserError::Unreadable {
            method: "the page bundle".into(),
        }
    })
}

fn djb2(text: &str) -> u32 {
    text.bytes().fold(5381, |hash: u32, byte| {
        hash.wrapping_mul(33) ^ u32::from(byte)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_joined_under_their_numbers() {
        let raw = |text: &str| RawValue::from_string(text.to_owned()).unwrap_or_default();
        let inner = Inner {
            number: 7,
            path: vec![0, 2],
            capture: raw(r#"{"b":1}"#),
        };
        assert_eq!(
            joined(&raw(r#"{"a":1}"#), &[inner]),
            r#"__screenAgent.join({"a":1},[{"slot":[0,2],"frame":7,"capture":{"b":1}}])"#
        );
    }
}
