//! Dialogs that a page opens with `alert` and its kin.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::Deserialize;

screen_agent_words::worded! {
    /// What a dialog asks for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub(crate) enum DialogKind {
        /// Tells something; there is nothing to decide, so it is answered at once.
        Alert = "alert",
        /// Yes or no.
        Confirm = "confirm",
        /// A text, or nothing.
        Prompt = "prompt",
        /// Whether to leave a page with unsaved work.
        BeforeUnload = "leave page",
    }
}

/// One dialog. Its text is the page's: data, bounded, never more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dialog {
    pub kind: DialogKind,
    pub text: String,
    /// What a prompt proposes.
    pub default: String,
    /// Which one it is.
    pub number: u64,
}

impl Dialog {
    /// What stands for the document while it is open.
    pub fn mark(&self) -> String {
        format!("dialog-{}", self.number)
    }

    /// The number of the next dialog: no two are the same, whatever they say.
    pub fn next() -> u64 {
        static OPENED: AtomicU64 = AtomicU64::new(0);
        OPENED.fetch_add(1, Ordering::Relaxed)
    }

    /// One line for people and models: what it is and what it says.
    pub fn line(&self) -> String {
        match self.default.as_str() {
            "" => format!("{}: {}", self.kind.word(), self.text),
            default => format!("{}: {} [{default}]", self.kind.word(), self.text),
        }
    }
}
