//! A person's own hands on a tab, from afar.

use screen_agent_wire::extension::watch::{HeldKeys, MouseButton, MouseDoes, PersonInput};
use serde_json::{Value, json};

use crate::BrowserError;
use crate::page::BrowserPage;

impl BrowserPage {
    /// Does what the person did, in a picture that shows so much of the page. A dialog of the page takes Enter for its
    /// yes and Escape for its no, and nothing else.
    ///
    /// # Errors
    /// When the tab is gone.
    pub async fn by_person(&self, input: &PersonInput, size: [f64; 2]) -> Result<(), BrowserError> {
        if self.has_dialog() {
            return self.answer_by_person(input).await;
        }
        match input {
            PersonInput::Mouse { .. } | PersonInput::Wheel { .. } => {
                self.input("Input.dispatchMouseEvent", mouse(input, size))
                    .await
            }
            PersonInput::Key { down, key, held } => self.stroke(key, *down, bits(*held)).await,
            PersonInput::Text { text } => {
                self.input("Input.insertText", [json!({ "text": text })])
                    .await
            }
        }
    }

    async fn answer_by_person(&self, input: &PersonInput) -> Result<(), BrowserError> {
        if let PersonInput::Key {
            down: true, key, ..
        } = input
        {
            // One that is gone by now needs no answer.
            let _answered = match key.as_str() {
                "Enter" => self.accept_dialog(None).await,
                "Escape" => self.dismiss_dialog().await,
                _ => Ok(None),
            };
        }
        Ok(())
    }

    /// What a dialog of the page says, while it has one.
    pub fn dialog_words(&self) -> Option<String> {
        self.read_tab(|tab| tab.dialog.as_ref().map(|dialog| dialog.line()))
            .ok()
            .flatten()
    }

    /// How many tabs have opened in this browser so far.
    pub fn tabs_opened(&self) -> u64 {
        self.world().read(|state| state.opened)
    }

    /// The tab in front of a person who had this one when so many had opened: the newest, if more have since, or if this
    /// one has closed.
    pub fn in_front_since(&self, opened: u64) -> Self {
        let newest = self.world().read(|state| {
            let leaves = state.opened > opened || state.tab(self.tab()).is_err();
            state
                .tabs
                .last()
                .filter(|_| leaves)
                .map(|tab| tab.id.clone())
        });
        match newest {
            Some(tab) if tab != *self.tab() => {
                Self::new(self.connection().clone(), self.world().clone(), tab)
            }
            _ => self.clone(),
        }
    }
}

/// A movement of the mouse or of its wheel for the protocol.
fn mouse(input: &PersonInput, [width, height]: [f64; 2]) -> Option<Value> {
    Some(match input {
        PersonInput::Mouse {
            does,
            x,
            y,
            button,
            clicks,
            held,
        } => {
            let (word, bit) = match button {
                MouseButton::None => ("none", 0),
                MouseButton::Left => ("left", 1),
                MouseButton::Right => ("right", 2),
                MouseButton::Middle => ("middle", 4),
            };
            let (kind, pressed) = match does {
                MouseDoes::Move => ("mouseMoved", bit),
                MouseDoes::Press => ("mousePressed", bit),
                MouseDoes::Release => ("mouseReleased", 0),
            };
            json!({
                "type": kind, "x": x * width, "y": y * height, "button": word, "buttons": pressed,
                "clickCount": clicks, "modifiers": bits(*held), "pointerType": "mouse",
            })
        }
        PersonInput::Wheel { x, y, right, down } => json!({
            "type": "mouseWheel", "x": x * width, "y": y * height, "deltaX": right, "deltaY": down,
        }),
        PersonInput::Key { .. } | PersonInput::Text { .. } => return None,
    })
}

/// Held keys as the protocol counts them.
const fn bits(held: HeldKeys) -> u8 {
    held.alt as u8
        | ((held.control as u8) << 1)
        | ((held.meta as u8) << 2)
        | ((held.shift as u8) << 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_the_picture_is_one_on_the_page() {
        let press = PersonInput::Mouse {
            does: MouseDoes::Press,
            x: 0.5,
            y: 0.25,
            button: MouseButton::Middle,
            clicks: 2,
            held: HeldKeys {
                control: true,
                shift: true,
                ..HeldKeys::default()
            },
        };
        let expected = json!({
            "type": "mousePressed", "x": 640.0, "y": 200.0, "button": "middle", "buttons": 4,
            "clickCount": 2, "modifiers": 10, "pointerType": "mouse",
        });
        assert_eq!(mouse(&press, [1280.0, 800.0]), Some(expected));
    }
}
