//! What is wrong with a call, or with what it asked for.

/// Why a tool did not do what was asked of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallFault {
    /// A stable word.
    pub code: String,
    /// In words that a model can act on.
    pub message: String,
}

impl CallFault {
    /// A fault.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            code: code.into(),
            message: message.into(),
        }
    }
}
