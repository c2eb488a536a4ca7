//! What came of an action.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::BrowserError;

/// What came of one action.
#[derive(Clone, Debug, PartialEq)]
pub struct Performed {
    /// It was done.
    pub success: bool,
    /// What a query read, or what the element is like now.
    pub state: Option<String>,
    /// Why it was not done.
    pub error: Option<PerformError>,
    /// What was noticed around it.
    pub observations: Observations,
    /// A file that it made: a picture, a document, a trace.
    pub artifact: Option<ActionFile>,
    /// Files that pages gave to be kept.
    pub received: Vec<ReceivedFile>,
}

/// A file that a page gave to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedFile {
    /// What the page calls it.
    pub name: String,
    /// Where it is kept. Nowhere, when no folder was named for it, or when not all of it came.
    pub kept: Option<PathBuf>,
}

impl Performed {
    /// It was not done.
    pub fn failed(error: PerformError) -> Self {
        Self {
            success: false,
            state: None,
            error: Some(error),
            observations: Observations::default(),
            artifact: None,
            received: Vec::new(),
        }
    }
}

/// What was noticed while an action was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Observations {
    /// The page asked the network for something.
    pub network: bool,
    /// The document changed.
    pub dom: bool,
    /// The address changed.
    pub url: bool,
}

/// A file that an action made.
#[derive(Clone, PartialEq, Eq)]
pub struct ActionFile {
    /// Its type.
    pub mime: &'static str,
    /// What it holds.
    pub bytes: Vec<u8>,
}

impl std::fmt::Debug for ActionFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ActionFile({}, {} bytes)", self.mime, self.bytes.len())
    }
}

/// Why an action was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerformError {
    /// The executor's code.
    pub code: ErrorCode,
    /// The finer reason, when an element was the trouble.
    pub refusal: Option<PerformRefusal>,
    /// For people and models.
    pub message: String,
    /// Name of the action.
    pub action: String,
    /// The element it was aimed at.
    pub element_id: Option<String>,
}

screen_agent_words::worded! {
    /// The executor's codes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    pub enum ErrorCode {
        /// No such element on the page.
        ElementNotFound = "ELEMENT_NOT_FOUND",
        /// It took too long.
        Timeout = "TIMEOUT",
        /// The address could not be loaded.
        NetworkError = "NETWORK_ERROR",
        /// Our code does not run in the page yet.
        ContentScriptNotReady = "CONTENT_SCRIPT_NOT_READY",
        /// The page, the tab or the browser is gone.
        ContentScriptDisconnected = "CONTENT_SCRIPT_DISCONNECTED",
        /// A click or an entry did not work.
        ActionFailed = "ACTION_FAILED",
        /// Another action did not work.
        ActionExecutionFailed = "ACTION_EXECUTION_FAILED",
        /// Something we did not foresee.
        UnexpectedError = "UNEXPECTED_ERROR",
    }
}

/// Why an element cannot be acted on. Nothing was sent to the page then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PerformRefusal {
    /// It is not what it was when the decision was made.
    Stale,
    /// Something is in front of it.
    Covered,
    /// It cannot be seen.
    Invisible,
    /// It is switched off.
    Disabled,
    /// The action does not apply to this kind of element.
    WrongKind,
    /// It is not there.
    NotFound,
    /// The page does not allow it.
    Unsupported,
    /// The action's arguments make no sense here.
    InvalidArgument,
    /// It did not come in time.
    Timeout,
}

/// Why a verb ended without success.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The element, or the arguments.
    Refused(PerformRefusal, String),
    /// It was tried and did not work.
    Failed(String),
    /// The address did not load.
    Network(String),
    /// The browser.
    Browser(BrowserError),
}

impl From<BrowserError> for Trouble {
    fn from(error: BrowserError) -> Self {
        Self::Browser(error)
    }
}

impl Trouble {
    /// The arguments make no sense.
    pub fn invalid(why: impl Into<String>) -> Self {
        Self::Refused(PerformRefusal::InvalidArgument, why.into())
    }

    /// The error for the wire. Clicks and entries have a code of their own.
    pub fn into_error(self, action: &str, element_id: Option<String>) -> PerformError {
        let failed = match action {
            "click" | "setValue" | "appendText" => ErrorCode::ActionFailed,
            _ => ErrorCode::ActionExecutionFailed,
        };
        let (code, refusal, message) = match self {
            Self::Refused(refusal, message) => {
                (refusal_code(refusal, failed), Some(refusal), message)
            }
            Self::Failed(message) => (failed, None, message),
            Self::Network(message) => (ErrorCode::NetworkError, None, message),
            Self::Browser(error) => (browser_code(&error, failed), None, error.to_string()),
        };
        PerformError {
            code,
            refusal,
            message,
            action: action.to_owned(),
            element_id,
        }
    }
}

fn refusal_code(refusal: PerformRefusal, failed: ErrorCode) -> ErrorCode {
    match refusal {
        PerformRefusal::NotFound | PerformRefusal::Stale => ErrorCode::ElementNotFound,
        PerformRefusal::Timeout => ErrorCode::Timeout,
        PerformRefusal::Covered
        | PerformRefusal::Invisible
        | PerformRefusal::Disabled
        | PerformRefusal::WrongKind
        | PerformRefusal::Unsupported
        | PerformRefusal::InvalidArgument => failed,
    }
}

fn browser_code(error: &BrowserError, failed: ErrorCode) -> ErrorCode {
    match error {
        BrowserError::Closed
        | BrowserError::TabClosed
        | BrowserError::TabCrashed
        | BrowserError::Gone => ErrorCode::ContentScriptDisconnected,
        BrowserError::TimedOut { .. } => ErrorCode::Timeout,
        BrowserError::DialogOpen | BrowserError::Refused { .. } | BrowserError::Script(_) => failed,
        BrowserError::Missing { .. }
        | BrowserError::CrashedAtStart { .. }
        | BrowserError::NoSandbox { .. }
        | BrowserError::StartTimedOut { .. }
        | BrowserError::CannotStart(_)
        | BrowserError::Unreachable(_)
        | BrowserError::Unreadable { .. } => ErrorCode::UnexpectedError,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_spelled_as_serde_spells_them() {
        for code in ErrorCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.word());
        }
    }

    #[test]
    fn only_clicks_and_entries_are_actions_that_failed() {
        let code = |action| Trouble::Failed(String::new()).into_error(action, None).code;
        assert_eq!(code("click"), ErrorCode::ActionFailed);
        assert_eq!(code("hover"), ErrorCode::ActionExecutionFailed);
        let stale = Trouble::Refused(PerformRefusal::Stale, "gone".into())
            .into_error("click", Some("4".into()));
        assert_eq!(
            stale,
            PerformError {
                code: ErrorCode::ElementNotFound,
                refusal: Some(PerformRefusal::Stale),
                message: "gone".into(),
                action: "click".into(),
                element_id: Some("4".into()),
            }
        );
    }
}
