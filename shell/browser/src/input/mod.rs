//! Input as a person gives it: real mouse and key events through the browser.

mod drag;
mod keyboard;
mod keys;
mod mouse;
mod person;

pub(crate) use keys::key_named;
pub(crate) use mouse::Button;
