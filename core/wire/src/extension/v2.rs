//! The older form of a look: full keys, no boxes in most. Spec 000 §6.

use screen_agent_page as page;

use crate::derives::*;

/// One control, with full keys.
#[contract(camel, Default)]
pub struct SemanticNodeV2 {
    /// Stable id.
    pub id: String,
    /// Role name.
    pub role: String,
    /// Accessible name.
    pub name: String,
    /// Current value.
    pub value: Option<String>,
    /// Comma list of states.
    pub state: Option<String>,
    /// Input type.
    #[serde(rename = "type")]
    pub input_type: Option<String>,
    /// Hint inside an empty field.
    pub placeholder: Option<String>,
    /// Where a link goes.
    pub href: Option<String>,
    /// Stands in a shadow tree.
    pub is_in_shadow: Option<bool>,
    /// Frame; 0 is the top one.
    pub frame_id: Option<u32>,
    /// Where it stands.
    pub bounds: Option<Bounds>,
}

/// A box with full keys.
#[contract(Copy, Default)]
pub struct Bounds {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl From<SemanticNodeV2> for page::Node {
    fn from(node: SemanticNodeV2) -> Self {
        let (name, hint) = if node.name.trim().is_empty() {
            (node.placeholder.unwrap_or_default(), None)
        } else {
            (node.name, node.placeholder.map(super::captured::one_line))
        };
        Self {
            id: page::NodeId::new(node.id),
            role: page::Role::parse(&node.role),
            name: super::captured::one_line(name),
            value: node.value,
            states: node
                .state
                .as_deref()
                .map(page::State::parse_list)
                .unwrap_or_default(),
            at: None,
            rect: node.bounds.map(|bounds| page::Rect {
                x: bounds.x,
                y: bounds.y,
                w: bounds.width,
                h: bounds.height,
            }),
            frame: node.frame_id.unwrap_or(0),
            frame_origin: None,
            scroll: None,
            covered: false,
            color: None,
            // No tag: these were not computed by our page code, so the facts stay "unknown".
            facts: page::Facts {
                input_type: node.input_type,
                href: node.href,
                hint: hint.filter(|hint| !hint.is_empty()),
                in_shadow: node.is_in_shadow.unwrap_or(false),
                ..page::Facts::default()
            },
        }
    }
}
