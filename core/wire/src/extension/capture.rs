//! One look at a page, as a client sends it. Spec 001 §7; `pageText`, `d` and `c` are ours.

use std::fmt;

use serde::Deserializer;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};

use crate::derives::*;

/// One control. Keys are the contract's short ones.
#[contract(Default)]
pub struct SemanticNode {
    /// Stable id, as stamped in `data-llm-id`; `f{frame}_{id}` outside the top frame.
    pub i: String,
    /// Role code: btn, inp, link, chk, sel …
    pub r: String,
    /// Accessible name, one line.
    pub n: String,
    /// Current value; never of a password or card field.
    pub v: Option<String>,
    /// Comma list of states.
    pub s: Option<String>,
    /// Centre, in CSS pixels of the top viewport.
    pub xy: Option<[f64; 2]>,
    /// Frame; omitted for the top one.
    pub f: Option<u32>,
    /// Origin of its frame's document where it is another than the page's; empty when it has none. Ours.
    pub o: Option<String>,
    /// Box: x, y, width, height.
    pub r#box: Option<[f64; 4]>,
    /// Present on a scroll container.
    pub scr: Option<NodeScroll>,
    /// Something covers it.
    pub occ: Option<bool>,
    /// DOM facts, computed by our page code. Ours.
    pub d: Option<NodeFacts>,
    /// Colour word, where colour tells. Ours.
    pub c: Option<String>,
}

/// How far a scroll container is scrolled.
#[contract(Default)]
pub struct NodeScroll {
    /// "0%" to "100%".
    pub depth: String,
    /// More is below.
    pub h: bool,
}

/// DOM facts of a control. Every field is omitted when it does not apply.
#[contract(default)]
pub struct NodeFacts {
    /// Tag, lower case.
    pub tag: Option<String>,
    /// Input type.
    #[serde(rename = "type")]
    pub input_type: Option<String>,
    /// Where a link goes.
    pub href: Option<String>,
    /// Opens a new tab.
    pub blank: Option<bool>,
    /// Method of its form: get, post, dialog.
    pub method: Option<String>,
    /// Absolute action URL of that form.
    pub action: Option<String>,
    /// Which form of the document.
    pub form: Option<u32>,
    /// Activating it submits the form.
    pub submit: Option<bool>,
    /// The markup says how, or where to, that form sends.
    pub wrote: Option<bool>,
    /// Something is known to listen when that form is sent.
    pub hears: Option<bool>,
    /// The button that Enter in this field stands for.
    pub enter: Option<FormSubmitter>,
    /// Something is known to act when its value changes.
    pub change: Option<bool>,
    /// What it belongs to: dialog, pager or field.
    pub part: Option<String>,
    /// Autocomplete tokens.
    pub auto: Option<String>,
    /// `aria-haspopup`.
    pub popup: Option<String>,
    /// Texts of its options.
    pub opts: Option<Vec<String>>,
    /// Takes several options or files.
    pub multi: Option<bool>,
    /// Takes several lines.
    pub lines: Option<bool>,
    /// min, max, step.
    pub range: Option<[String; 3]>,
    /// Name of its group.
    pub group: Option<String>,
    /// A robust CSS selector.
    pub sel: Option<String>,
    /// Can be dragged.
    pub drag: Option<bool>,
    /// Placeholder, where it is not already the name: often the expected format.
    pub hint: Option<String>,
}

/// The button that a form is sent by when Enter is pressed in one of its fields, in view or not.
#[contract(default)]
pub struct FormSubmitter {
    /// Its accessible name.
    pub n: String,
    /// How the form is sent by it: get, post, dialog.
    pub method: Option<String>,
    /// Where to, absolute.
    pub action: Option<String>,
}

/// Where the keyboard is, in view or not. Omitted by clients that cannot tell.
#[contract(default)]
pub struct KeyboardAt {
    /// The control that has it; omitted when it is with the page itself.
    pub node: Option<SemanticNode>,
}

/// A control inside a line.
#[contract(Default)]
pub struct ControlRef {
    /// Its id.
    pub i: String,
}

/// A piece of a line: words, a control, or (null) the end of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema, JsonSchema, TS)]
#[serde(untagged)]
pub enum TextRun {
    /// Words.
    Text(String),
    /// A control, where it stands.
    Node(ControlRef),
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
        ControlRef::deserialize(MapAccessDeserializer::new(map)).map(TextRun::Node)
    }
}

/// One line of what is said in view. Ours.
#[contract(default)]
pub struct TextLine {
    /// h1 to h6, li, tr, th, dt, alert, status, label, caption, dialog, code.
    pub k: Option<String>,
    /// Depth in nested lists.
    pub d: Option<u8>,
    /// Its pieces.
    pub c: Vec<TextRun>,
    /// Box: x, y, width, height.
    pub b: Option<[f64; 4]>,
    /// Something covers it.
    pub occ: Option<bool>,
}

/// Size of the visible part of the page.
#[contract(Copy, Default)]
pub struct Viewport {
    /// Width in CSS pixels.
    pub width: f64,
    /// Height in CSS pixels.
    pub height: f64,
}

/// A region that scrolls.
#[contract(camel, Default)]
pub struct ScrollableContainer {
    /// Id of the region.
    pub id: String,
    /// "0%" to "100%".
    pub depth: String,
    /// More is below.
    pub has_more: bool,
}

/// One look at a page, as the page bundle gives it.
#[contract(camel, default)]
pub struct PageCapture {
    /// Address.
    pub url: String,
    /// Title.
    pub page_title: String,
    /// A mark of this document, drawn anew for each.
    pub document: String,
    /// Where the keyboard is.
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
