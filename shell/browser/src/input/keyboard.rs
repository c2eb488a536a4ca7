//! The keyboard.

use std::time::Duration;

use screen_agent_action::Modifier;
use serde_json::{Value, json};

use super::keys::{Key, key_for, key_named};
use crate::BrowserError;
use crate::page::BrowserPage;

/// Texts up to this length are typed key by key; of longer ones the end is, and the rest pasted.
const TYPED_WHOLE: usize = 300;

/// How many strokes are on their way at once.
const AT_ONCE: usize = 64;

const SHIFT: u8 = 8;

/// The bit of a modifier.
const fn bit(modifier: Modifier) -> u8 {
    match modifier {
        Modifier::Alt => 1,
        Modifier::Control => 2,
        Modifier::Meta => 4,
        Modifier::Shift => SHIFT,
    }
}

const fn name(modifier: Modifier) -> &'static str {
    match modifier {
        Modifier::Alt => "Alt",
        Modifier::Control => "Control",
        Modifier::Meta => "Meta",
        Modifier::Shift => "Shift",
    }
}

/// Whether a key goes down or up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stroke {
    Down,
    Up,
}

/// One key event for the protocol. With Control, Alt or Meta held a key writes nothing.
fn event(key: &Key, stroke: Stroke, held: u8) -> Value {
    let writes = stroke == Stroke::Down && !key.text.is_empty() && held & !SHIFT == 0;
    let mut event = json!({
        "type": match (stroke, writes) {
            (Stroke::Up, _) => "keyUp",
            (Stroke::Down, true) => "keyDown",
            (Stroke::Down, false) => "rawKeyDown",
        },
        "key": key.key,
        "code": key.code,
        "windowsVirtualKeyCode": key.number,
        "nativeVirtualKeyCode": key.number,
        "modifiers": held,
    });
    if writes {
        event["text"] = json!(key.text);
        event["unmodifiedText"] = json!(key.text);
    }
    if let Some(command) = editing_command(key, held).filter(|_| stroke == Stroke::Down) {
        event["commands"] = json!([command]);
    }
    event
}

/// What the platform would make of a shortcut; without a window system nobody else does it.
fn editing_command(key: &Key, held: u8) -> Option<&'static str> {
    if held & !SHIFT != bit(Modifier::Control) && held & !SHIFT != bit(Modifier::Meta) {
        return None;
    }
    match (key.key.to_ascii_lowercase().as_str(), held & SHIFT != 0) {
        ("a", false) => Some("selectAll"),
        ("c", false) => Some("copy"),
        ("x", false) => Some("cut"),
        ("v", _) => Some("paste"),
        ("z", false) => Some("undo"),
        ("z", true) | ("y", false) => Some("redo"),
        _ => None,
    }
}

/// A key pressed and released.
fn tap(key: &Key, held: u8) -> [Value; 2] {
    [event(key, Stroke::Down, held), event(key, Stroke::Up, held)]
}

/// One character: as a key where there is one, else as text.
enum Piece {
    Key(Key),
    Text(String),
}

/// Cuts a text into what is typed and what is inserted.
fn pieces(text: &str) -> Vec<Piece> {
    let text = text.replace("\r\n", "\n");
    let length = text.chars().count();
    let pasted = if length > TYPED_WHOLE { length - 1 } else { 0 };
    let mut pieces = Vec::new();
    if pasted > 0 {
        pieces.push(Piece::Text(text.chars().take(pasted).collect()));
    }
    for sign in text.chars().skip(pasted) {
        match (key_for(sign), pieces.last_mut()) {
            (Some(key), _) => pieces.push(Piece::Key(key)),
            (None, Some(Piece::Text(before))) => before.push(sign),
            (None, _) => pieces.push(Piece::Text(sign.to_string())),
        }
    }
    pieces
}

impl BrowserPage {
    /// Presses a key with modifiers held, as a person does: they go down first and up last.
    pub(crate) async fn press_key(
        &self,
        key: &Key,
        modifiers: &[Modifier],
    ) -> Result<(), BrowserError> {
        let mut strokes = Vec::new();
        let mut held = 0;
        for modifier in modifiers {
            held |= bit(*modifier);
            strokes.extend(key_named(name(*modifier)).map(|key| event(&key, Stroke::Down, held)));
        }
        strokes.extend(tap(key, held | if key.shifted { SHIFT } else { 0 }));
        for modifier in modifiers.iter().rev() {
            held &= !bit(*modifier);
            strokes.extend(key_named(name(*modifier)).map(|key| event(&key, Stroke::Up, held)));
        }
        self.input("Input.dispatchKeyEvent", strokes).await
    }

    /// A key goes down or up, by its name. What no key of ours writes is put in as text.
    pub(crate) async fn stroke(
        &self,
        name: &str,
        down: bool,
        held: u8,
    ) -> Result<(), BrowserError> {
        let stroke = if down { Stroke::Down } else { Stroke::Up };
        let sign = name.chars().count() == 1;
        match key_named(name) {
            Some(key) => {
                let event = event(&key, stroke, held);
                self.input("Input.dispatchKeyEvent", [event]).await
            }
            None if sign && down && held & !SHIFT == 0 => {
                self.input("Input.insertText", [json!({ "text": name })])
                    .await
            }
            None => Ok(()),
        }
    }

    /// Types into whatever has the keyboard, and no more of it once the page is another one.
    pub(crate) async fn type_keys(&self, text: &str, delay: Duration) -> Result<(), BrowserError> {
        let document = self.document_count()?;
        let mut waiting = Vec::new();
        for piece in pieces(text) {
            // A key that may send what was typed goes out alone, once all before it has arrived.
            let sends = matches!(&piece, Piece::Key(key) if key.key == "Enter");
            if sends || waiting.len() >= AT_ONCE {
                self.input("Input.dispatchKeyEvent", waiting.drain(..))
                    .await?;
                self.still_on(document)?;
            }
            match piece {
                Piece::Key(key) => {
                    let held = if key.shifted { SHIFT } else { 0 };
                    waiting.extend(tap(&key, held));
                    if !delay.is_zero() {
                        self.input("Input.dispatchKeyEvent", waiting.drain(..))
                            .await?;
                        tokio::time::sleep(delay).await;
                        self.still_on(document)?;
                    }
                }
                Piece::Text(text) => {
                    self.input("Input.dispatchKeyEvent", waiting.drain(..))
                        .await?;
                    self.still_on(document)?;
                    self.input("Input.insertText", [json!({ "text": text })])
                        .await?;
                }
            }
        }
        self.input("Input.dispatchKeyEvent", waiting).await
    }

    fn document_count(&self) -> Result<u64, BrowserError> {
        self.read_tab(|tab| tab.frames.documents)
    }

    fn still_on(&self, document: u64) -> Result<(), BrowserError> {
        match self.document_count()? == document {
            true => Ok(()),
            false => Err(BrowserError::Gone),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_writes_and_a_shortcut_does_not() {
        let letter = key_for('a').unwrap();
        assert_eq!(
            event(&letter, Stroke::Down, 0),
            json!({
                "type": "keyDown", "key": "a", "code": "KeyA", "windowsVirtualKeyCode": 65,
                "nativeVirtualKeyCode": 65, "modifiers": 0, "text": "a", "unmodifiedText": "a",
            })
        );
        assert_eq!(
            event(&letter, Stroke::Down, 2),
            json!({
                "type": "rawKeyDown", "key": "a", "code": "KeyA", "windowsVirtualKeyCode": 65,
                "nativeVirtualKeyCode": 65, "modifiers": 2, "commands": ["selectAll"],
            })
        );
    }

    #[test]
    fn signs_without_a_key_are_inserted_together() {
        let told: Vec<String> = pieces("aé中b")
            .into_iter()
            .map(|piece| match piece {
                Piece::Key(key) => format!("key {}", key.key),
                Piece::Text(text) => format!("text {text}"),
            })
            .collect();
        assert_eq!(told, ["key a", "text é中", "key b"]);
    }

    #[test]
    fn of_a_long_text_the_last_sign_is_typed() {
        let long = "x".repeat(TYPED_WHOLE + 1);
        let pieces = pieces(&long);
        assert_eq!(pieces.len(), 2);
        assert!(matches!(&pieces[0], Piece::Text(text) if text.len() == TYPED_WHOLE));
        assert!(matches!(&pieces[1], Piece::Key(_)));
    }
}
