//! One look at a page, as a client sends it. Spec 001 §7; `pageText`, `d` and `c` are ours.

use std::fmt;

use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// One control. Keys are the contract's short ones.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
pub struct SemanticNode {
    /// Stable id, as stamped in `data-llm-id`; `f{frame}_{id}` outside the top frame.
    pub i: String,
    /// Role code: btn, inp, link, chk, sel …
    pub r: String,
    /// Accessible name, one line.
    pub n: String,
    /// Current value; never of a password or card field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub v: Option<String>,
    /// Comma list of states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub s: Option<String>,
    /// Centre, in CSS pixels of the top viewport.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub xy: Option<[f64; 2]>,
    /// Frame; omitted for the top one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub f: Option<u32>,
    /// Origin of its frame's document where it is another than the page's; empty when it has none. Ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub o: Option<String>,
    /// Box: x, y, width, height.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub r#box: Option<[f64; 4]>,
    /// Present on a scroll container.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub scr: Option<NodeScroll>,
    /// Something covers it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub occ: Option<bool>,
    /// DOM facts, computed by our page code. Ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub d: Option<NodeFacts>,
    /// Colour word, where colour tells. Ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub c: Option<String>,
}

/// How far a scroll container is scrolled.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema, TS,
)]
pub struct NodeScroll {
    /// "0%" to "100%".
    pub depth: String,
    /// More is below.
    pub h: bool,
}

/// DOM facts of a control. Every field is omitted when it does not apply.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct NodeFacts {
    /// Tag, lower case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// Input type.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub input_type: Option<String>,
    /// Where a link goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    /// Opens a new tab.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blank: Option<bool>,
    /// Method of its form: get, post, dialog.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Absolute action URL of that form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Which form of the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<u32>,
    /// Activating it submits the form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submit: Option<bool>,
    /// The markup says how, or where to, that form sends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrote: Option<bool>,
    /// Something is known to listen when that form is sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hears: Option<bool>,
    /// The button that Enter in this field stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enter: Option<FormSubmitter>,
    /// Something is known to act when its value changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<bool>,
    /// What it belongs to: dialog, pager or field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// Autocomplete tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto: Option<String>,
    /// `aria-haspopup`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub popup: Option<String>,
    /// Texts of its options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opts: Option<Vec<String>>,
    /// Takes several options or files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multi: Option<bool>,
    /// Takes several lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<bool>,
    /// min, max, step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<[String; 3]>,
    /// Name of its group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// A robust CSS selector.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sel: Option<String>,
    /// Can be dragged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drag: Option<bool>,
    /// Placeholder, where it is not already the name: often the expected format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// The button that a form is sent by when Enter is pressed in one of its fields, in view or not.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema, TS,
)]
#[serde(default)]
#[ts(optional_fields)]
pub struct FormSubmitter {
    /// Its accessible name.
    pub n: String,
    /// How the form is sent by it: get, post, dialog.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Where to, absolute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
}

/// Where the keyboard is, in view or not. Omitted by clients that cannot tell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct KeyboardAt {
    /// The control that has it; omitted when it is with the page itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<SemanticNode>,
}

/// A control inside a line.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema, TS,
)]
pub struct NodeRef {
    /// Its id.
    pub i: String,
}

/// A piece of a line: words, a control, or (null) the end of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, JsonSchema, TS)]
#[serde(untagged)]
pub enum TextRun {
    /// Words.
    Text(String),
    /// A control, where it stands.
    Node(NodeRef),
    /// The end of a cell.
    Cell(()),
}

// By hand: a page has thousands of runs, and an untagged enum would copy each one before reading it.
impl<'de> Deserialize<'de> for TextRun {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RunVisitor)
    }
}

struct RunVisitor;

impl<'de> Visitor<'de> for RunVisitor {
    type Value = TextRun;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a control or null")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<TextRun, E> {
        Ok(TextRun::Text(text.to_owned()))
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<TextRun, E> {
        Ok(TextRun::Text(text))
    }

    fn visit_unit<E: de::Error>(self) -> Result<TextRun, E> {
        Ok(TextRun::Cell(()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<TextRun, A::Error> {
        NodeRef::deserialize(MapAccessDeserializer::new(map)).map(TextRun::Node)
    }
}

/// One line of what is said in view. Ours.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(default)]
#[ts(optional_fields)]
pub struct TextLine {
    /// h1 to h6, li, tr, th, dt, alert, status, label, caption, dialog, code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub k: Option<String>,
    /// Depth in nested lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub d: Option<u8>,
    /// Its pieces.
    pub c: Vec<TextRun>,
    /// Box: x, y, width, height.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b: Option<[f64; 4]>,
    /// Something covers it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occ: Option<bool>,
}

/// Size of the visible part of the page.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS,
)]
pub struct Viewport {
    /// Width in CSS pixels.
    pub width: f64,
    /// Height in CSS pixels.
    pub height: f64,
}

/// A region that scrolls.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema, TS,
)]
#[serde(rename_all = "camelCase")]
pub struct ScrollableContainer {
    /// Id of the region.
    pub id: String,
    /// "0%" to "100%".
    pub depth: String,
    /// More is below.
    pub has_more: bool,
}

/// One look at a page, as the page bundle gives it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct PageCapture {
    /// Address.
    pub url: String,
    /// Title.
    pub page_title: String,
    /// A mark of this document, drawn anew for each.
    pub document: String,
    /// Where the keyboard is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub keyboard: Option<KeyboardAt>,
    /// Size of the visible part.
    pub viewport: Viewport,
    /// Controls in view.
    pub interactive_tree: Vec<SemanticNode>,
    /// What is said in view.
    pub page_text: Vec<TextLine>,
    /// "0%" to "100%".
    pub scroll_position: String,
    /// Regions that scroll.
    pub scrollable_containers: Vec<ScrollableContainer>,
    /// What changed lately.
    pub recent_events: Vec<String>,
    /// An error message was seen.
    pub has_errors: bool,
    /// A success message was seen.
    pub has_success: bool,
    /// Digest of what was seen.
    pub hash: String,
}
