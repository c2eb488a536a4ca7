//! Filling fields: by keys where a person would, directly where keys would not do.

use std::time::Duration;

use screen_agent_action::{Choice, Modifier};
use serde_json::json;

use super::Done;
use super::pointer::healed;
use crate::BrowserError;
use crate::input::{Button, key_named};
use crate::outcome::{PerformRefusal, Trouble};
use crate::page::{BrowserPage, Patience};
use crate::target::{Basis, Target};
use crate::world::Tab;

/// Kinds of input that show a picker instead of taking text.
const PICKERS: [&str; 7] = [
    "date",
    "time",
    "datetime-local",
    "month",
    "week",
    "color",
    "range",
];

impl BrowserPage {
    /// Replaces what a field holds. The state is what it holds afterwards.
    pub(crate) async fn set_value(&self, target: &Target, text: &str) -> Done {
        let picker = target
            .input_type()
            .is_some_and(|kind| PICKERS.contains(&kind));
        if picker {
            self.locate(target, json!({})).await?;
            return self.ask(target, "setDirect", &[json!(text)]).await;
        }
        self.click(target, Button::Left, 1).await?;
        // Focuses and selects what is there, so that what is typed replaces it.
        let entry = self.ask(target, "prepareText", &[json!(text)]).await?;
        if entry.as_deref() == Some("direct") {
            return self.ask(target, "setDirect", &[json!(text)]).await;
        }
        let basis = target.basis.as_deref();
        let typing = async {
            self.guard_keys(basis, Some(&target.id)).await?;
            match text {
                "" => self.press_chord("Backspace", &[]).await,
                text => Ok(self.type_keys(text, Duration::ZERO).await?),
            }
        };
        self.watched(basis, typing).await?;
        let holds = self.check_entry(target, text).await?;
        // What was typed is in; what the page makes of it, the next look shows.
        let _ = self.commit_entry(target).await;
        Ok(holds)
    }

    /// Adds to the end of what a field holds. The state is the end of what it holds afterwards.
    pub(crate) async fn append(&self, target: &Target, text: &str) -> Done {
        self.locate(target, json!({})).await?;
        self.ask(target, "appendText", &[json!(text)]).await
    }

    /// Tells the page that the entry is complete, as leaving the field would, unless the typing has
    /// opened a list to choose from. A field that offers lists is given the time to open one.
    async fn commit_entry(&self, target: &Target) -> Result<(), Trouble> {
        let told = self
            .ask_after(target, "commitText", &[json!(false)])
            .await?;
        if told.as_deref() == Some("offers") {
            self.settle(Patience::ACTION).await?;
            self.ask_after(target, "commitText", &[json!(true)]).await?;
        }
        Ok(())
    }

    /// Compares what a field holds with what was typed. Pages format and shorten; a field that
    /// holds something else was not filled.
    async fn check_entry(&self, target: &Target, text: &str) -> Done {
        let holds = self.read_back(target).await?;
        if holds == "filled" || is_entry(&holds, text) {
            return Ok(Some(holds));
        }
        if holds.is_empty() {
            // Some fields take no keys from us; their page still hears of a value that is set.
            self.ask(target, "setDirect", &[json!(text)]).await?;
            let holds = self.read_back(target).await?;
            if is_entry(&holds, text) {
                return Ok(Some(holds));
            }
        }
        Err(Trouble::Failed(format!(
            "the field holds \"{holds}\" instead"
        )))
    }

    /// Types into whatever has the keyboard, if that is what was decided.
    pub(crate) async fn type_text(
        &self,
        basis: Option<&Basis>,
        text: &str,
        delay: Duration,
    ) -> Done {
        let typing = async {
            self.guard_keys(basis, None).await?;
            Ok(self.type_keys(text, delay).await?)
        };
        self.watched(basis, typing).await?;
        Ok(None)
    }

    /// Presses a key, or several held together, where that was decided.
    pub(crate) async fn press(
        &self,
        basis: Option<&Basis>,
        key: &str,
        modifiers: &[Modifier],
    ) -> Done {
        let pressing = async {
            self.guard_keys(basis, None).await?;
            self.press_chord(key, modifiers).await
        };
        self.watched(basis, pressing).await?;
        Ok(None)
    }

    /// Presses a key, or several held together as in `Control+A`.
    async fn press_chord(&self, key: &str, modifiers: &[Modifier]) -> Result<(), Trouble> {
        let (held, last) = split_chord(key);
        let mut all: Vec<Modifier> = modifiers.to_vec();
        for name in held {
            let modifier = modifier_named(name);
            all.push(modifier.ok_or_else(|| Trouble::invalid(format!("there is no key {name}")))?);
        }
        all.sort_unstable();
        all.dedup();
        let key =
            key_named(last).ok_or_else(|| Trouble::invalid(format!("there is no key {last}")))?;
        Ok(self.press_key(&key, &all).await?)
    }

    /// Gives an element the keyboard.
    pub(crate) async fn set_focus(&self, target: &Target) -> Done {
        self.locate(target, json!({})).await?;
        self.ask(target, "focus", &[]).await
    }

    /// Selects a phrase of what a field holds, or puts the cursor at its end.
    pub(crate) async fn select_text(&self, target: &Target, phrase: &str) -> Done {
        self.locate(target, json!({})).await?;
        self.ask(target, "selectText", &[json!(phrase)]).await
    }

    /// Ticks or clears a box; one that is as wanted is left alone.
    pub(crate) async fn set_checked(&self, target: &Target, wanted: bool) -> Done {
        let wanted = if wanted { "checked" } else { "unchecked" };
        let found = self.locate(target, json!({})).await?;
        let state = self.check_state(target).await?;
        if state == wanted {
            return Ok(healed(&found).or(Some(state)));
        }
        self.click(target, Button::Left, 1).await?;
        if self.has_dialog() {
            return Ok(None);
        }
        match self.check_state(target).await {
            Ok(state) if state == wanted => Ok(Some(state)),
            Ok(state) => Err(Trouble::Failed(format!("it is {state} after the click"))),
            // The page went on at the click; there is nothing left to look at.
            Err(
                Trouble::Browser(_)
                | Trouble::Refused(PerformRefusal::Stale | PerformRefusal::NotFound, _),
            ) => Ok(None),
            Err(other) => Err(other),
        }
    }

    async fn check_state(&self, target: &Target) -> Result<String, Trouble> {
        let state = self.read_back(target).await?;
        match state.as_str() {
            "checked" | "unchecked" | "mixed" => Ok(state),
            _ => Err(Trouble::Refused(
                PerformRefusal::WrongKind,
                "the element cannot be checked".into(),
            )),
        }
    }

    /// Chooses in a list. A native list opens outside the page, so it is set by the page's own code; one of the page's
    /// own making is opened there and its option clicked.
    pub(crate) async fn choose(&self, target: &Target, choice: &Choice) -> Done {
        self.locate(target, json!({})).await?;
        let wish = match choice.several.is_empty() {
            true => json!({ "value": choice.value, "text": choice.text }),
            false => json!({ "text": choice.several, "multi": true }),
        };
        self.ask(target, "selectDropdown", &[wish]).await
    }

    /// Hands files to the file field that opens when an element is clicked.
    ///
    /// The browser asks us instead of showing its own window, whatever the page uses to open it.
    pub(crate) async fn upload(&self, target: &Target, files: &[String]) -> Done {
        const ASKED: Duration = Duration::from_secs(3);
        self.intercept_chooser(true).await?;
        self.change_tab(|tab| tab.chooser = None)?;
        let clicked = self.click(target, Button::Left, 1).await;
        let chooser = |tab: &Tab| tab.chooser.clone();
        let asked = match &clicked {
            Ok(_) => self
                .wait_for_tab("the file field", ASKED, chooser)
                .await
                .ok(),
            Err(_) => None,
        };
        self.intercept_chooser(false).await?;
        clicked?;
        let message = "the element does not ask for files";
        let (session, node) =
            asked.ok_or_else(|| Trouble::Refused(PerformRefusal::WrongKind, message.into()))?;
        let params = json!({ "files": files, "backendNodeId": node });
        self.connection()
            .send(Some(&session), "DOM.setFileInputFiles", params)
            .done()
            .await?;
        Ok(Some(format!("{} files", files.len())))
    }

    async fn intercept_chooser(&self, enabled: bool) -> Result<(), BrowserError> {
        let params = json!({ "enabled": enabled });
        self.call_done("Page.setInterceptFileChooserDialog", params)
            .await
    }

    /// What a field holds, or how a box stands.
    async fn read_back(&self, target: &Target) -> Result<String, Trouble> {
        let held = self.ask_after(target, "readBack", &[]).await?;
        Ok(held.unwrap_or_default())
    }
}

/// Whether a field holds what was typed, as the page formats it.
fn is_entry(holds: &str, text: &str) -> bool {
    let plain = |text: &str| -> String {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect()
    };
    let (holds_plain, text_plain) = (plain(holds), plain(text));
    if text_plain.is_empty() || holds_plain.is_empty() {
        return holds.trim() == text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    holds_plain.contains(&text_plain) || text_plain.starts_with(&holds_plain)
}

/// The keys that are held and the one that is pressed. A plus may itself be pressed.
fn split_chord(key: &str) -> (Vec<&str>, &str) {
    let key = if key.trim().is_empty() {
        key
    } else {
        key.trim()
    };
    let Some(body) = key.strip_suffix('+') else {
        let mut parts: Vec<&str> = key.split('+').collect();
        let last = parts.pop().unwrap_or(key);
        return (parts, last);
    };
    let held = body.trim_end_matches('+');
    (
        held.split('+').filter(|part| !part.is_empty()).collect(),
        "+",
    )
}

fn modifier_named(name: &str) -> Option<Modifier> {
    match key_named(name)?.key.as_str() {
        "Alt" => Some(Modifier::Alt),
        "Control" => Some(Modifier::Control),
        "Meta" => Some(Modifier::Meta),
        "Shift" => Some(Modifier::Shift),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chords_are_taken_apart() {
        for (key, held, last) in [
            ("Enter", vec![], "Enter"),
            ("Control+A", vec!["Control"], "A"),
            ("ctrl+shift+Tab", vec!["ctrl", "shift"], "Tab"),
            ("+", vec![], "+"),
            ("Control++", vec!["Control"], "+"),
            (" ", vec![], " "),
        ] {
            assert_eq!(split_chord(key), (held, last), "{key}");
        }
    }

    #[test]
    fn pages_may_format_and_shorten_but_not_replace() {
        for (holds, text, same) in [
            ("Ada", "Ada", true),
            ("(555) 123-4567", "5551234567", true),
            ("$1,200.00", "1200", true),
            ("ABC", "abcdef", true),
            ("", "", true),
            ("old", "", false),
            ("", "new", false),
            ("oldnew", "new", true),
            ("other", "new", false),
            ("--", "--", true),
        ] {
            assert_eq!(is_entry(holds, text), same, "{holds} / {text}");
        }
    }
}
