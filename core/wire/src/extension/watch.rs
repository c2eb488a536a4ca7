//! Watching a run: the browser of its worker, live, and the person's own hands on it.
//!
//! One socket goes from the console to a server, and one from the worker to the same server. Both speak these messages;
//! a picture is a message of bytes, a JPEG.

use std::fmt;
use std::ops::RangeInclusive;

use uuid::Uuid;

use crate::derives::*;
use crate::invalid::{Invalid, chars};
use crate::limits;

/// Most bytes of a picture.
pub const MOST_PICTURE: usize = 2 * 1024 * 1024;
/// Most bytes of anything else that is said.
pub const MOST_WORDS: usize = 64 * 1024;
/// Most inputs that are on their way to a page at once.
pub const MOST_INPUTS: usize = 64;
/// Furthest that a wheel is turned at once, in pixels.
const MOST_TURN: f64 = 10_000.0;

/// What whoever watches says.
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum WatchSaid {
    /// Lets them in; comes first, and once.
    Watch {
        /// What they are signed in with.
        token: String,
    },
    /// They are ready for another picture: the newest there is, as soon as there is one.
    Next,
    /// They want to act on the page themselves. The task stops between two steps.
    Take,
    /// They are done. The task goes on by looking again.
    HandBack,
    /// They did this on the page.
    Input {
        /// What.
        input: PersonInput,
    },
}

/// Printing it tells no token, and nothing that was typed.
impl fmt::Debug for WatchSaid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Watch { .. } => "Watch",
            Self::Next => "Next",
            Self::Take => "Take",
            Self::HandBack => "HandBack",
            Self::Input { .. } => "Input",
        })
    }
}

/// One thing that a person does on a page. Places are shares of the picture's width and height, from 0 to 1.
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(
    tag = "kind",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum PersonInput {
    /// The mouse moved, or one of its buttons did.
    Mouse {
        /// What it did.
        does: MouseDoes,
        /// From the left.
        x: f64,
        /// From above.
        y: f64,
        /// The button that moved, or is held.
        button: MouseButton,
        /// The how manieth press in a row: 2 is a double click.
        clicks: u8,
        /// Keys that are held with it.
        held: HeldKeys,
    },
    /// The wheel was turned.
    Wheel {
        /// From the left.
        x: f64,
        /// From above.
        y: f64,
        /// How far to the right, in pixels of the page.
        right: f64,
        /// How far down.
        down: f64,
    },
    /// A key went down or up.
    Key {
        /// True while it goes down.
        down: bool,
        /// Its name, as browsers have it: `a`, `Enter`, `ArrowLeft`.
        key: String,
        /// Keys that are held with it.
        held: HeldKeys,
    },
    /// A text was put in as a whole: pasted, dictated, or composed.
    Text {
        /// The text.
        text: String,
    },
}

/// Printing it does not tell what was typed.
impl fmt::Debug for PersonInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mouse { .. } => "Mouse",
            Self::Wheel { .. } => "Wheel",
            Self::Key { .. } => "Key",
            Self::Text { .. } => "Text",
        })
    }
}

impl PersonInput {
    /// Refuses places beside the picture, and what no hand does.
    pub fn checked(self) -> Result<Self, Invalid> {
        match &self {
            Self::Mouse { x, y, clicks, .. } => {
                place(*x, *y)?;
                within("clicks", f64::from(*clicks), 0.0..=3.0)?;
            }
            Self::Wheel { x, y, right, down } => {
                place(*x, *y)?;
                for turn in [right, down] {
                    within("wheel", *turn, -MOST_TURN..=MOST_TURN)?;
                }
            }
            Self::Key { key, .. } => {
                chars("key", key, limits::WORD)?;
                if key.is_empty() {
                    return Err(Invalid::new("key", "is empty"));
                }
            }
            Self::Text { text } => chars("text", text, limits::QUERY)?,
        }
        Ok(self)
    }
}

fn place(x: f64, y: f64) -> Result<(), Invalid> {
    within("x", x, 0.0..=1.0)?;
    within("y", y, 0.0..=1.0)
}

fn within(field: &str, value: f64, range: RangeInclusive<f64>) -> Result<(), Invalid> {
    match range.contains(&value) {
        true => Ok(()),
        false => Err(Invalid::new(field, "is out of its range")),
    }
}

/// What a mouse does.
#[contract(word)]
pub enum MouseDoes {
    /// It moves.
    Move,
    /// A button goes down.
    Press,
    /// A button comes up.
    Release,
}

/// A button of a mouse.
#[contract(word, Default)]
pub enum MouseButton {
    /// None.
    #[default]
    None,
    /// The first.
    Left,
    /// The wheel.
    Middle,
    /// The second.
    Right,
}

/// Keys that are held while something else is done.
#[contract(default, Copy, Eq)]
pub struct HeldKeys {
    /// Alt.
    pub alt: bool,
    /// Control.
    pub control: bool,
    /// Command, or the key of windows.
    pub meta: bool,
    /// Shift.
    pub shift: bool,
}

/// What whoever watches is told.
#[contract]
#[serde(
    rename_all_fields = "camelCase",
    rename_all = "snake_case",
    tag = "type"
)]
pub enum WatchTold {
    /// How it stands.
    State {
        /// Whose hands are on the page.
        state: WatchState,
        /// No picture is sent, since one could show a secret that is kept for runs.
        withheld: bool,
    },
    /// What was said came to nothing.
    Refused {
        /// Why, as a code.
        code: String,
        /// Why, in words.
        message: String,
    },
    /// It is over; the socket closes.
    Ended {
        /// Why, as a code.
        code: String,
        /// Why, in words.
        message: String,
    },
    /// Of a worker to its server: an input has reached the page.
    Done,
}

/// Whose hands are on the page.
#[contract(word, Default)]
pub enum WatchState {
    /// Nobody's whom we could see: the worker has not come yet, or is not there any more.
    #[default]
    Seeking,
    /// The agent's.
    Watching,
    /// The agent's, until the step under way is done; then the person's.
    Taking,
    /// The person's.
    TakenOver,
}

/// `POST /api/work/{id}/watched`: whether somebody watches the run that the worker holds.
#[contract(Copy, Default)]
pub struct WorkWatched {
    /// As it was given.
    pub claim: i64,
}

/// Who watches.
#[contract(Default)]
pub struct WorkWatchedData {
    /// What the worker shows at the server that whoever watches is connected to; none while nobody does.
    pub watch: Option<Uuid>,
}

/// `POST /api/work/{id}/takeover`: the person has the page from now on, or has it no longer.
#[contract(Copy, Default)]
pub struct WorkTakeover {
    /// As it was given.
    pub claim: i64,
    /// True: the person has it from now on.
    pub taken: bool,
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn input(of: Value) -> PersonInput {
        serde_json::from_value(of).unwrap()
    }

    #[test]
    fn what_no_hand_does_is_refused_by_its_field() {
        let mouse = |x: f64, clicks: u8| {
            input(
                json!({ "kind": "mouse", "does": "press", "x": x, "y": 0.5, "button": "left",
                "clicks": clicks, "held": {} }),
            )
        };
        assert_eq!(mouse(1.0, 1).checked(), Ok(mouse(1.0, 1)));
        for (field, wrong) in [
            ("x", mouse(1.01, 1)),
            ("x", mouse(-0.01, 1)),
            ("clicks", mouse(0.5, 9)),
            (
                "wheel",
                input(json!({ "kind": "wheel", "x": 0, "y": 0, "right": 0, "down": 1e300 })),
            ),
            (
                "key",
                input(json!({ "kind": "key", "down": true, "key": "", "held": {} })),
            ),
            (
                "key",
                input(json!({ "kind": "key", "down": true, "key": "x".repeat(65), "held": {} })),
            ),
            (
                "text",
                input(json!({ "kind": "text", "text": "x".repeat(limits::QUERY + 1) })),
            ),
        ] {
            assert_eq!(wrong.checked().unwrap_err().field, field);
        }
    }

    #[test]
    fn printing_it_tells_nothing() {
        let token = "hunter22".to_owned();
        let said = [
            WatchSaid::Watch {
                token: token.clone(),
            },
            WatchSaid::Input {
                input: PersonInput::Text {
                    text: token.clone(),
                },
            },
        ];
        assert!(!format!("{said:?}").contains(&token));
        let key = PersonInput::Key {
            down: true,
            key: token.clone(),
            held: HeldKeys::default(),
        };
        assert!(!format!("{key:?}").contains(&token));
    }
}
