//! The mouse.

use serde_json::{Value, json};

use crate::BrowserError;
use crate::page::BrowserPage;
use crate::point::At;

/// Which button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Button {
    Left,
    Right,
}

impl Button {
    const fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    const fn bit(self) -> u8 {
        match self {
            Self::Left => 1,
            Self::Right => 2,
        }
    }
}

/// One mouse event for the protocol.
fn event(kind: &str, at: At, held: Option<Button>, clicks: u8) -> Value {
    json!({
        "type": kind,
        "x": at.x,
        "y": at.y,
        "button": held.map_or("none", Button::word),
        "buttons": if kind == "mouseReleased" { 0 } else { held.map_or(0, Button::bit) },
        "clickCount": clicks,
        "pointerType": "mouse",
    })
}

impl BrowserPage {
    /// Moves the pointer, with a button held or not.
    pub(crate) async fn move_to(&self, at: At, held: Option<Button>) -> Result<(), BrowserError> {
        self.input(
            "Input.dispatchMouseEvent",
            [event("mouseMoved", at, held, 0)],
        )
        .await
    }

    /// Presses and releases a button where the pointer is, so many times in a row.
    pub(crate) async fn press_button(
        &self,
        at: At,
        button: Button,
        times: u8,
    ) -> Result<(), BrowserError> {
        let strokes = (1..=times).flat_map(|count| {
            ["mousePressed", "mouseReleased"].map(|kind| event(kind, at, Some(button), count))
        });
        self.input("Input.dispatchMouseEvent", strokes).await
    }

    /// Presses the left button and keeps it down.
    pub(crate) async fn hold(&self, at: At) -> Result<(), BrowserError> {
        self.input(
            "Input.dispatchMouseEvent",
            [event("mousePressed", at, Some(Button::Left), 1)],
        )
        .await
    }

    /// Lets the left button go.
    pub(crate) async fn let_go(&self, at: At) -> Result<(), BrowserError> {
        self.input(
            "Input.dispatchMouseEvent",
            [event("mouseReleased", at, Some(Button::Left), 1)],
        )
        .await
    }
}
