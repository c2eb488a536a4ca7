//! Values that arguments of tools are made of.

use super::descriptor::*;

/// How an amount is rounded to whole minor units.
#[contract(word, default)]
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
#[contract(camel, strict)]
pub struct Destination {
    /// Two-letter code of a state.
    pub state: String,
    /// Postal code.
    pub zip: Option<String>,
}

/// Whether what looks like a secret is taken out.
#[contract(word, default)]
pub enum Redaction {
    /// It is.
    #[default]
    Default,
    /// It is not.
    None,
}

/// Where an artifact is handed to.
#[contract(word, default)]
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
#[contract(word, default)]
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
