//! The actions, one kind per file, each a function of [`crate::page::Page`].

mod cookies;
mod dialogs;
mod field;
mod picture;
mod pointer;
mod query;
mod requests;
mod script;
mod tabs;
mod trace;
mod travel;

use crate::outcome::Trouble;
use crate::page::Expected;

pub(crate) use picture::format;
pub use picture::{Format, Shot};
pub(crate) use travel::{search_address, wait};

/// What a verb ends with: what it read or left behind, or why it was not done.
pub(crate) type Done = Result<Option<String>, Trouble>;

/// The element that an action is aimed at.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub id: String,
    /// What the decision took it for; `None` when it was never shown.
    pub expected: Option<Expected>,
    /// Its input type, as it was shown.
    pub input_type: Option<String>,
}
