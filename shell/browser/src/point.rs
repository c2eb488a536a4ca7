//! Where something is on the screen.

/// A point of the top viewport, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct At {
    pub x: f64,
    pub y: f64,
}
