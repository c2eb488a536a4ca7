//! Values that arguments of tools are made of.

use super::descriptor::*;

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
