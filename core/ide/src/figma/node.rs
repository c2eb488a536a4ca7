//! A design as Figma's REST API answers it: what is read of its nodes, and what their names and the plugin's data say.

use std::collections::HashMap;

use screen_agent_wire::Invalid;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{PageRole, pixels};
use crate::ui::Fields;
use crate::ui::tokens::is_among;

/// Letters of a type that the plugin's data gives.
const KIND: usize = 40;

/// An answer to `/v1/files/KEY` or `/v1/files/KEY/nodes`.
#[derive(Deserialize)]
struct Answer {
    document: Option<FigmaNode>,
    nodes: Option<HashMap<String, Option<NodeAnswer>>>,
}

#[derive(Deserialize)]
struct NodeAnswer {
    document: FigmaNode,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct FigmaNode {
    pub(super) id: String,
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) visible: Option<bool>,
    pub(super) children: Vec<Self>,
    #[serde(rename = "absoluteBoundingBox")]
    pub(super) place: Option<FigmaBox>,
    fills: Vec<Fill>,
    pub(super) characters: String,
    style: Fields,
    corner_radius: Option<f64>,
    opacity: Option<f64>,
    pub(super) component_id: Option<String>,
    shared_plugin_data: Fields,
    plugin_data: Fields,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct FigmaBox {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Fill {
    #[serde(rename = "type")]
    kind: String,
    visible: Option<bool>,
    opacity: Option<f64>,
    color: Option<Color>,
    image_ref: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
struct Color {
    r: f64,
    g: f64,
    b: f64,
    a: Option<f64>,
}

/// What a word in brackets says of a node.
const TOKENS: [&str; 9] = [
    "PAGE", "HEADER", "FOOTER", "DRAWER", "LIB", "BLOCK", "TEXT", "IMAGE", "BUTTON",
];

/// Reads an answer; of several nodes the first in the order of their ids.
pub(super) fn read(bytes: &[u8]) -> Result<FigmaNode, Invalid> {
    let answer: Answer = serde_json::from_slice(bytes).map_err(|_| {
        Invalid::new(
            "figma_url",
            "leads to no design that can be read, or one that is nested too deep",
        )
    })?;
    let mut nodes: Vec<_> = answer.nodes.into_iter().flatten().collect();
    nodes.sort_by(|(a, _), (b, _)| a.cmp(b));
    let node = nodes.into_iter().find_map(|(_, node)| node);
    let root = answer.document.or(node.map(|node| node.document));
    root.ok_or_else(|| Invalid::new("figma_url", "names no node of the file"))
}

impl FigmaNode {
    pub(super) fn is_hidden(&self) -> bool {
        self.visible == Some(false)
    }

    /// What the plugin's data says under `cogo:KEY`, shared (`cogo`, `KEY`) or a plugin's own.
    pub(super) fn said(&self, key: &str) -> Option<&str> {
        let whole = format!("cogo:{key}");
        let spaces = [&self.shared_plugin_data, &self.plugin_data];
        let mut own = spaces.into_iter().flat_map(|spaces| spaces.values());
        let said = self.shared_plugin_data.get("cogo");
        let said = said.and_then(|space| space.get(key));
        let said = said.or_else(|| own.find_map(|space| space.get(&whole)));
        said?
            .as_str()
            .map(str::trim)
            .filter(|said| !said.is_empty())
    }

    /// The word in brackets that its name has, and where that stands.
    fn token(&self) -> Option<(&'static str, std::ops::Range<usize>)> {
        let from = self.name.find('[')?;
        let to = from + self.name[from..].find(']')?;
        let word = self.name[from + 1..to].trim();
        let token = TOKENS
            .into_iter()
            .find(|token| token.eq_ignore_ascii_case(word))?;
        Some((token, from..to + 1))
    }

    /// Its name without what it says besides: `[HEADER] Home#1` is `Home`, the first.
    pub(super) fn called(&self) -> (String, Option<i64>) {
        let mut name = self.name.clone();
        if let Some((_, token)) = self.token() {
            name.replace_range(token, "");
        }
        let number =
            |(name, number): (&str, &str)| Some((name.trim().to_owned(), number.parse().ok()?));
        match name.rsplit_once('#').and_then(number) {
            Some((name, number)) => (name, Some(number)),
            None => (name.trim().to_owned(), None),
        }
    }

    /// Where it stands among others, where somebody said so.
    pub(super) fn index(&self) -> Option<i64> {
        let said = self.said("index").and_then(|said| said.parse().ok());
        said.or_else(|| self.called().1)
    }

    /// What it is there for, where somebody said so.
    pub(super) fn role(&self) -> Option<PageRole> {
        let said = self.said("role").map(str::to_uppercase);
        match said.as_deref().or(self.token().map(|(token, _)| token))? {
            "PAGE" => Some(PageRole::Page),
            "HEADER" => Some(PageRole::Header),
            "FOOTER" => Some(PageRole::Footer),
            "DRAWER" => Some(PageRole::Drawer),
            "LIB" | "BLOCK" => Some(PageRole::Block),
            _ => None,
        }
    }

    /// Its type as a component.
    pub(super) fn component(&self) -> &str {
        let plain = |kind: &&str| {
            kind.len() <= KIND && kind.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        };
        if let Some(kind) = self.said("type").filter(plain) {
            return kind;
        }
        match self.token().map(|(token, _)| token) {
            Some("TEXT") => return "text",
            Some("IMAGE") => return "image",
            Some("BUTTON") => return "button",
            _ => {}
        }
        match self.kind.as_str() {
            "TEXT" => "text",
            "IMAGE" => "image",
            "VECTOR" | "BOOLEAN_OPERATION" | "STAR" | "LINE" | "REGULAR_POLYGON" => "icon",
            _ if self.children.is_empty() && self.picture().is_some() => "image",
            _ => "container",
        }
    }

    fn shown(&self) -> impl DoubleEndedIterator<Item = &Fill> {
        self.fills.iter().filter(|fill| fill.visible != Some(false))
    }

    fn picture(&self) -> Option<&str> {
        let mut pictures = self.shown().filter(|fill| fill.kind == "IMAGE");
        Some(
            pictures
                .next_back()?
                .image_ref
                .as_deref()
                .unwrap_or_default(),
        )
    }

    /// The solid colour that lies uppermost.
    pub(super) fn color(&self) -> Option<String> {
        let solid = self.shown().rfind(|fill| fill.kind == "SOLID")?;
        let color = solid.color?;
        let part = |part: f64| (part.clamp(0.0, 1.0) * 255.0).round() as u8;
        let alpha = part(color.a.unwrap_or(1.0) * solid.opacity.unwrap_or(1.0));
        let (r, g, b) = (part(color.r), part(color.g), part(color.b));
        Some(match alpha {
            255 => format!("#{r:02X}{g:02X}{b:02X}"),
            alpha => format!("#{r:02X}{g:02X}{b:02X}{alpha:02X}"),
        })
    }

    /// The words in it, where it shows some as one component.
    pub(super) fn words(&self) -> &str {
        if !self.characters.is_empty() {
            return &self.characters;
        }
        let mut inside = self.children.iter().filter(|child| !child.is_hidden());
        inside
            .find_map(|child| Some(child.words()).filter(|words| !words.is_empty()))
            .unwrap_or_default()
    }

    /// What it looks like and says, as a component of this type.
    pub(super) fn options(&self, kind: &str) -> Fields {
        let is_text = self.kind == "TEXT";
        let style = |name: &str| self.style.get(name).cloned().filter(|_| is_text);
        let number = |value: Option<f64>| value.map(|value| json!(pixels(value)));
        let words = match is_text || is_whole(kind) {
            true => Some(self.words()).filter(|words| !words.is_empty()),
            false => None,
        };
        let picture = self.picture().filter(|image| !image.is_empty());
        let options: [(&str, Option<Value>); 9] = [
            ("text", words.map(|words| json!(words))),
            ("imageRef", picture.map(|image| json!(image))),
            (
                if is_text { "color" } else { "backgroundColor" },
                self.color().map(|color| json!(color)),
            ),
            ("fontFamily", style("fontFamily")),
            ("fontSize", style("fontSize")),
            ("fontWeight", style("fontWeight")),
            ("textAlign", style("textAlignHorizontal")),
            ("cornerRadius", number(self.corner_radius)),
            ("opacity", number(self.opacity)),
        ];
        let said = options
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?)));
        said.collect()
    }
}

/// A component of this type shows the words in it itself: what is inside of it is none of its own.
pub(super) fn is_whole(kind: &str) -> bool {
    is_among(
        "button text_button input_field text image icon chip badge",
        kind,
    )
}
