//! Input as a person gives it: real mouse and key events through the browser.

mod drag;
mod keyboard;
mod keys;
mod mouse;

pub(crate) use keys::key_named;
pub(crate) use mouse::Button;

/// A point of the top viewport, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct At {
    pub x: f64,
    pub y: f64,
}
