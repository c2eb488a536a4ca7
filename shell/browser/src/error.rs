//! What can go wrong between us and Chromium.

use std::time::Duration;

/// A failure of the browser, of a tab, or of one call to either.
///
/// A control that is not there is not an error here: see [`crate::PerformError`].
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum BrowserError {
    /// No browser on this machine.
    #[error("no Chromium was found ({looked}); install one, for example: apt-get install chromium")]
    Missing {
        /// What was looked for, for a person.
        looked: String,
    },
    /// It started and ended before it was ready.
    #[error("Chromium ended while starting: {stderr}")]
    CrashedAtStart {
        /// The end of what it said, without control characters.
        stderr: String,
    },
    /// It cannot keep pages in its sandbox here, and nobody said that it shall do without.
    #[error(
        "Chromium has no sandbox here (as root, or without user namespaces): run as another user, \
         or go without it by --no-browser-sandbox or SCREEN_AGENT_BROWSER_SANDBOX=off ({stderr})"
    )]
    NoSandbox {
        /// The end of what it said, without control characters.
        stderr: String,
    },
    /// It started and never became ready.
    #[error("Chromium was not ready after {after:?}: {stderr}")]
    StartTimedOut {
        /// How long we waited.
        after: Duration,
        /// The end of what it said, without control characters.
        stderr: String,
    },
    /// It could not be started at all.
    #[error("cannot start Chromium: {0}")]
    CannotStart(String),
    /// Nothing that speaks the protocol answers at an endpoint.
    #[error("no browser answers at the endpoint: {0}")]
    Unreachable(String),
    /// The browser is gone.
    #[error("the browser has closed")]
    Closed,
    /// The tab is gone.
    #[error("the tab has closed")]
    TabClosed,
    /// The tab's renderer is gone; the tab can still be navigated.
    #[error("the page has crashed")]
    TabCrashed,
    /// The page waits for an answer to a dialog and does nothing else.
    #[error("the page waits for an answer to a dialog")]
    DialogOpen,
    /// No answer in time.
    #[error("{what} took longer than {after:?}")]
    TimedOut {
        /// What was waited for.
        what: String,
        /// How long we waited.
        after: Duration,
    },
    /// The document that was asked is no longer there.
    #[error("the page went elsewhere in the meantime")]
    Gone,
    /// The browser refused a call.
    #[error("{method}: {message}")]
    Refused {
        /// The call.
        method: String,
        /// Its own words, bounded.
        message: String,
    },
    /// Our own code in the page failed, or the code that was to be evaluated did.
    #[error("the page's script failed: {0}")]
    Script(String),
    /// An answer that we cannot read.
    #[error("{method} answered something unreadable")]
    Unreadable {
        /// The call.
        method: String,
    },
}

/// Longest text of the browser's that an error repeats, in characters.
const LONGEST_WORDS: usize = 300;

impl BrowserError {
    /// A refusal in the browser's own words; a lost document becomes [`BrowserError::Gone`].
    pub(crate) fn refused(method: &str, message: &str) -> Self {
        const LOST: [&str; 6] = [
            "Cannot find context",
            "Execution context was destroyed",
            "Inspected target navigated",
            "uniqueContextId not found",
            "No frame for given id",
            "Cannot find default execution context",
        ];
        if LOST.iter().any(|words| message.contains(words)) {
            return Self::Gone;
        }
        Self::Refused {
            method: method.to_owned(),
            message: bounded(message, LONGEST_WORDS),
        }
    }
}

/// At most so many characters of a text, without control characters.
pub(crate) fn bounded(text: &str, longest: usize) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().take(longest).map(clean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_document_is_told_from_a_refusal() {
        for (message, expected) in [
            ("Cannot find context with specified id", BrowserError::Gone),
            ("Execution context was destroyed.", BrowserError::Gone),
            (
                "Invalid parameters\u{7}",
                BrowserError::Refused {
                    method: "M".into(),
                    message: "Invalid parameters ".into(),
                },
            ),
        ] {
            assert_eq!(BrowserError::refused("M", message), expected);
        }
    }
}
