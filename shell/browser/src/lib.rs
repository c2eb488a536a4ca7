//! Headless Chromium over CDP: the runner's hands.
//!
//! [`Browser`] starts one (or joins one) and makes sure that none is left behind; [`Hands`] looks at
//! a page with the embedded bundle and performs actions on it with real input events. What it acts
//! on is checked against what was seen: an element that is gone, covered or another one by now is
//! refused with a typed reason, and no event is sent.

#![warn(clippy::wildcard_enum_match_arm)]

mod browser;
mod cdp;
mod error;
mod firewall;
mod hands;
mod input;
mod launch;
mod outcome;
mod page;
mod point;
mod storage;
mod target;
mod verbs;
mod world;

pub use browser::Browser;
pub use error::BrowserError;
pub use firewall::{Network, System};
pub use hands::{DecidedAction, Hands};
pub use launch::{LaunchOptions, find_browser};
pub use outcome::{
    ActionFile, ErrorCode, Observations, PerformError, PerformRefusal, Performed, ReceivedFile,
};
pub use page::{BrowserPage, Cast, LivePicture, TabInfo};
pub use verbs::{Format, Shot};
pub use world::FileLimits;
