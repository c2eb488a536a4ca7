//! One control on the screen.

use serde::{Deserialize, Serialize};

use crate::role::Role;

/// The id of a control, as the client stamped it on the page.
///
/// Always a string inside; on the wire an id of digits is printed bare (`click(12)`) and any other
/// quoted (`click("f1_5")`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(String);

impl NodeId {
    /// Longest id that is accepted, in characters.
    pub const MAX: usize = 100;

    /// Wraps an id. The wire checks length and form before this is called.
    pub fn new(raw: impl Into<String>) -> Self {
        Self(raw.into())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True when the id is made of digits alone, and so is printed bare.
    pub fn is_numeric(&self) -> bool {
        !self.0.is_empty() && self.0.bytes().all(|byte| byte.is_ascii_digit())
    }
}

impl std::fmt::Display for NodeId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// A point in CSS pixels of the viewport.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// From the left edge.
    pub x: f64,
    /// From the top edge.
    pub y: f64,
}

/// A box in CSS pixels of the viewport.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Rect {
    /// The middle of the box.
    pub fn center(&self) -> Point {
        Point {
            x: self.x + self.w / 2.0,
            y: self.y + self.h / 2.0,
        }
    }
}

screen_agent_words::worded! {
    /// Something that is true of a control just now.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum State {
        /// Cannot be used.
        Disabled = "disabled",
        /// Ticked.
        Checked = "checked",
        /// Neither ticked nor clear.
        Mixed = "mixed",
        /// The chosen one among siblings.
        Selected = "selected",
        /// The one of a list that the keyboard is at, chosen or not.
        Active = "active",
        /// A column by which rows are sorted, the smallest first.
        Ascending = "ascending",
        /// A column by which rows are sorted, the largest first.
        Descending = "descending",
        /// Shows what it controls.
        Expanded = "expanded",
        /// Hides what it controls.
        Collapsed = "collapsed",
        /// A toggle that is on.
        Pressed = "pressed",
        /// Can be read but not changed.
        Readonly = "readonly",
        /// Must be filled.
        Required = "required",
        /// Has the keyboard.
        Focused = "focused",
        /// The page says that its value is wrong.
        Invalid = "invalid",
        /// Holds a value that is not told (a password, a card number).
        Filled = "filled",
    }
}

impl State {
    /// Reads the wire's comma list; words that are not states are passed over.
    pub fn parse_list(list: &str) -> Vec<Self> {
        let mut states: Vec<Self> = list
            .split(',')
            .filter_map(|word| {
                let word = word.trim();
                let mut all = Self::ALL.iter().copied();
                all.find(|state| state.word().eq_ignore_ascii_case(word))
            })
            .collect();
        states.sort_unstable();
        states.dedup();
        states
    }
}

/// How a form sends what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FormMethod {
    /// In the address; changes nothing by itself.
    Get,
    /// In the body; may change something.
    Post,
    /// Closes the dialog that it is in.
    Dialog,
}

/// What our page code computed of a control from the DOM. Never page prose.
///
/// A published client sends none of these; the gate then treats them as unknown, not as harmless.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Facts {
    /// Tag, lower case. Absent when the client sends no facts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// Input type, lower case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_type: Option<String>,
    /// Where a link goes, absolute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    /// Opens a new tab.
    #[serde(skip_serializing_if = "is_false")]
    pub opens_tab: bool,
    /// Method of the form that owns it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form_method: Option<FormMethod>,
    /// Where that form posts, absolute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form_action: Option<String>,
    /// Which form of the document it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<u32>,
    /// Activating it submits its form.
    #[serde(skip_serializing_if = "is_false")]
    pub submits: bool,
    /// The markup itself says how, or where to, that form sends. Forms that scripts send say
    /// neither, and their method means nothing.
    #[serde(skip_serializing_if = "is_false")]
    pub form_written: bool,
    /// Something is known to listen when that form is sent.
    #[serde(skip_serializing_if = "is_false")]
    pub form_listens: bool,
    /// The button that Enter in this field stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enter: Option<Submitter>,
    /// Something is known to act when its value changes.
    #[serde(skip_serializing_if = "is_false")]
    pub acts_on_change: bool,
    /// What it belongs to, where that tells what "close", "next" and "clear" mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part_of: Option<PartOf>,
    /// Autocomplete tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub autocomplete: Option<String>,
    /// What kind of popup it opens, as `aria-haspopup` says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub popup: Option<String>,
    /// Texts of the options of a list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Takes several options or files.
    #[serde(skip_serializing_if = "is_false")]
    pub multiple: bool,
    /// Takes several lines.
    #[serde(skip_serializing_if = "is_false")]
    pub multiline: bool,
    /// `min`, `max` and `step`, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<[String; 3]>,
    /// Name of the group that it stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// A robust CSS selector.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// Stands in a shadow tree, where no selector of the document reaches.
    #[serde(skip_serializing_if = "is_false")]
    pub in_shadow: bool,
    /// Can be dragged.
    #[serde(skip_serializing_if = "is_false")]
    pub draggable: bool,
    /// Placeholder, where it is not already the name: often the expected format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// The button that a form is sent by when Enter is pressed in one of its fields, in view or not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Submitter {
    /// Its accessible name.
    pub name: String,
    /// How the form is sent by it, its own `formmethod` before the form's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<FormMethod>,
    /// Where to, absolute; its own `formaction` before the form's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
}

/// What a control belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PartOf {
    /// A dialog, a popover or a notice.
    Dialog,
    /// What turns pages, slides or months.
    Pager,
    /// A field that it empties, opens or steps through.
    Field,
}

impl Facts {
    /// True when the client computed facts at all.
    pub fn known(&self) -> bool {
        self.tag.is_some()
    }
}

/// How far a scroll container is scrolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScrollPosition {
    /// Share of the hidden part above, "0%" to "100%".
    pub depth: String,
    /// More is loaded below.
    pub has_more: bool,
}

/// One control on the screen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// Its id.
    pub id: NodeId,
    /// What it is.
    pub role: Role,
    /// Its accessible name, one line.
    pub name: String,
    /// Its value, when it has one that may be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// What is true of it now, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<State>,
    /// Its centre.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    /// Its box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rect: Option<Rect>,
    /// The frame that it is in; 0 is the top one.
    #[serde(default, skip_serializing_if = "is_top")]
    pub frame: u32,
    /// Origin of that frame's document, where it is another than the page's; empty when it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame_origin: Option<String>,
    /// How far it is scrolled, if it scrolls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scroll: Option<ScrollPosition>,
    /// Something else lies over it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub covered: bool,
    /// Colour word, where colour tells it from its like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// What the DOM says of it.
    #[serde(default)]
    pub facts: Facts,
}

impl Node {
    /// A control of which nothing else is known.
    pub fn new(id: impl Into<String>, role: Role, name: impl Into<String>) -> Self {
        Self {
            id: NodeId::new(id),
            role,
            name: name.into(),
            value: None,
            states: Vec::new(),
            at: None,
            rect: None,
            frame: 0,
            frame_origin: None,
            scroll: None,
            covered: false,
            color: None,
            facts: Facts::default(),
        }
    }

    /// True when the state holds.
    pub fn is(&self, state: State) -> bool {
        self.states.contains(&state)
    }

    /// Whether it is a field of the page's own making that opens a list to choose from.
    pub fn opens_list(&self) -> bool {
        let says = [State::Expanded, State::Collapsed];
        self.role == Role::Input
            && (self.facts.popup.is_some() || says.iter().any(|state| self.is(*state)))
    }

    /// Where to aim: the centre if it was told, else the middle of the box.
    pub fn point(&self) -> Option<Point> {
        self.at.or_else(|| self.rect.map(|rect| rect.center()))
    }
}

// Records keep whole screens; what does not apply is left out of them.

pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}

fn is_top(frame: &u32) -> bool {
    *frame == 0
}
