//! Starting Chromium, and being sure that it ends.

mod child;
mod find;
mod options;
mod process;

pub use find::find_browser;
pub use options::LaunchOptions;
pub(crate) use process::{Pipe, Process};
