//! The actions, one kind per file, each a function of [`crate::page::Page`].

mod basis;
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

pub(crate) use picture::format;
pub use picture::{Format, Shot};
pub(crate) use travel::{search_address, wait};

/// What a verb ends with: what it read or left behind, or why it was not done.
pub(crate) type Done = Result<Option<String>, Trouble>;
