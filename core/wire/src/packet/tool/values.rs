//! Values that arguments of tools are made of.

use super::bounds::{TEXT, TITLE, WORD};
use super::descriptor::{NAME, PROSE, URL};
use crate::derives::*;
use crate::invalid::{Invalid, chars, given};
use crate::limits;
use crate::packet::redact::{address, digest};
use crate::packet::schema::narrow::{any_of, node, object, or_null, text};
use serde_json::{Value, json};

/// How an amount is rounded to whole minor units.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Rounding {
    /// To the nearest; halves to the even one.
    #[default]
    Bankers,
    /// Away from zero.
    Up,
    /// Towards zero.
    Down,
}

/// Where something is delivered to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Destination {
    /// Two-letter code of a state.
    pub state: String,
    /// Postal code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub zip: Option<String>,
}

/// How fast something is delivered.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum ShippingSpeed {
    /// As usual.
    #[default]
    Standard,
    /// Faster.
    Expedited,
}

/// Whether what looks like a secret is taken out.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Redaction {
    /// It is.
    #[default]
    Default,
    /// It is not.
    None,
}

/// In which format an artifact is handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum ShareFormat {
    /// Markdown.
    Markdown,
    /// Plain text.
    Text,
    /// The render tree.
    Json,
    /// Its tables.
    Csv,
    /// Pages.
    Pdf,
}

/// Where an artifact is handed to.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum ShareTarget {
    /// The system's own sheet.
    ShareSheet,
    /// The clipboard.
    Clipboard,
    /// A file.
    #[default]
    File,
}

/// Where an artifact is shown.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum OpenTarget {
    /// In our own interface.
    #[default]
    Workspace,
    /// In a tab.
    Browser,
}

/// How a page is read.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema, TS,
)]
#[serde(rename_all = "snake_case")]
pub enum CaptureMode {
    /// As it looks.
    #[default]
    Auto,
    /// As running text.
    Article,
    /// As a list of items.
    List,
}

/// A source to be added to a collection.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum NewSource {
    /// A page.
    Url {
        /// Its address.
        url: String,
        /// Its title, if known.
        #[ts(optional)]
        title: Option<String>,
    },
    /// A note.
    Note {
        /// Its title.
        #[ts(optional)]
        title: Option<String>,
        /// Its words.
        text: String,
    },
}

impl Destination {
    pub(super) fn check(&self) -> Result<(), Invalid> {
        given("destination.state", &self.state, WORD)?;
        chars("destination.zip", &self.zip, WORD)
    }

    /// As narrow as a model is held to.
    pub(super) fn narrow() -> Value {
        object([("state", text(2)), ("zip", or_null(text(10)))])
    }
}

impl NewSource {
    pub(super) fn check(&self) -> Result<(), Invalid> {
        let title = match self {
            Self::Url { url, title } => {
                given("url", url, limits::URL)?;
                title
            }
            Self::Note { title, text } => {
                given("text", text, TEXT)?;
                title
            }
        };
        chars("title", title, TITLE)
    }

    /// As narrow as a model is held to.
    pub(super) fn narrow() -> Value {
        let title = || ("title", or_null(text(NAME)));
        any_of(vec![
            node("url", [title(), ("url", text(URL))]),
            node("note", [("text", text(PROSE)), title()]),
        ])
    }

    /// As it is kept.
    pub(super) fn redacted(&self) -> Value {
        match self {
            Self::Url { url, title } => {
                json!({ "type": "url", "url": address(url), "title": title })
            }
            Self::Note { title, text } => {
                json!({ "type": "note", "title": title, "text": digest(text) })
            }
        }
    }
}
