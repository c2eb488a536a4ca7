//! One look at the screen.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::node::{Node, NodeId};
use crate::text::{Line, Run};

/// Size of the visible part of the page, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ViewportSize {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// A region that a user could scroll to see more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScrollContainer {
    /// The control, or another stable id of the region.
    pub id: NodeId,
    /// Share of the hidden part above, "0%" to "100%".
    pub depth: String,
    /// More is loaded below.
    pub has_more: bool,
}

/// How much of the page the client sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DomMode {
    /// The controls in view and what is said around them.
    #[default]
    Semantic,
    /// HTML of the controls alone.
    Skeleton,
    /// Skeleton and screenshot.
    Hybrid,
    /// The whole HTML.
    Full,
}

/// The heavy artifacts, sent only when asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Heavy {
    /// The whole HTML.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dom: Option<Arc<str>>,
    /// HTML of the controls alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skeleton: Option<Arc<str>>,
    /// A JPEG or PNG, base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<Arc<str>>,
    /// Perceptual hash of the screenshot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screenshot_hash: Option<String>,
}

/// Where the keyboard is: what a key that is pressed now would go to, in view or not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "snake_case")]
pub enum Keyboard {
    /// The client does not tell.
    #[default]
    Unknown,
    /// With the page itself and none of its controls.
    Page,
    /// With this control.
    Control {
        /// The control, with its facts.
        node: Box<Node>,
    },
}

impl Keyboard {
    /// True when the client does not tell.
    pub fn is_unknown(&self) -> bool {
        *self == Self::Unknown
    }
}

/// What a client left out of a look for the page's size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CutByClient {
    /// How many controls the page has, where it tells.
    pub controls: Option<u32>,
    /// How much was saved, in percent, where it tells.
    pub saved: Option<u8>,
    /// By what was chosen. Data, never instruction.
    pub reason: String,
}

/// One look at the screen, whatever client looked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Observation {
    /// Address, absolute. Empty when there is no page (chat).
    pub url: String,
    /// Title of the page.
    pub title: String,
    /// Which document it is: a mark that the page code draws anew for each. Empty when the client
    /// tells none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub document: String,
    /// Where the keyboard is.
    #[serde(skip_serializing_if = "Keyboard::is_unknown")]
    pub keyboard: Keyboard,
    /// How much the client sent.
    pub mode: DomMode,
    /// Size of the visible part.
    pub viewport: Option<ViewportSize>,
    /// Controls in view, in reading order.
    pub nodes: Vec<Node>,
    /// What is said in view, in reading order. Empty when the client sends no text.
    pub lines: Vec<Line>,
    /// Share of the page above the view, "0%" to "100%".
    pub scroll_position: Option<String>,
    /// Regions that scroll.
    pub containers: Vec<ScrollContainer>,
    /// What changed lately, newest last.
    pub events: Vec<String>,
    /// The client saw an error message. Informs; opens no gate.
    pub has_errors: bool,
    /// The client saw a success message. Informs; opens no gate.
    pub has_success: bool,
    /// Set when the client left controls out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<CutByClient>,
    /// Heavy artifacts.
    pub heavy: Heavy,
}

impl Observation {
    /// The control with this id.
    pub fn node(&self, id: &NodeId) -> Option<&Node> {
        self.nodes.iter().find(|node| &node.id == id)
    }

    /// True when no line says anything: one that holds only a control says nothing itself.
    pub fn is_mute(&self) -> bool {
        let says = |run: &Run| matches!(run, Run::Text(text) if !text.trim().is_empty());
        !self.lines.iter().any(|line| line.runs.iter().any(says))
    }

    /// True when there is more below: of the page, or of a region in it.
    pub fn has_more_below(&self) -> bool {
        self.containers.iter().any(|container| container.has_more)
            || self
                .nodes
                .iter()
                .any(|node| node.scroll.as_ref().is_some_and(|s| s.has_more))
            || self
                .scroll_position
                .as_deref()
                .is_some_and(|depth| depth != "100%")
    }
}
