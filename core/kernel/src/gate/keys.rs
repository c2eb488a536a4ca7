//! Pressing keys.

use screen_agent_page::{FormMethod, Node, Role, secret};

use super::field::takes_lines;
use super::weigh::{Found, Weighing};
use super::{Denial, DenyReason};
use crate::action::{Modifier, key};
use crate::approval::AskReason;
use crate::consent::Label;

/// Named keys that may be pressed.
const LISTED: &[&str] = &[
    "Enter",
    "Tab",
    "Escape",
    "Backspace",
    "Delete",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "Space",
];

/// Keys that edit text while Control or Command is held. Pasting is not among them: what the
/// person has copied is theirs.
const EDITING: &[&str] = &[
    "a",
    "c",
    "x",
    "z",
    "y",
    "A",
    "C",
    "X",
    "Z",
    "Y",
    "Enter",
    "Home",
    "End",
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "Backspace",
    "Delete",
];

impl Weighing<'_> {
    /// Presses a key.
    pub(super) fn press(&self, key: &str, modifiers: &[Modifier]) -> Found {
        let Some(key) = key::canonical(key).filter(|key| is_listed(key, modifiers)) else {
            let why = "The key is not among those that may be pressed.";
            return Err(Denial::new(DenyReason::UnlistedKey, why));
        };
        let focused = self.case.focused();
        let held = modifiers
            .iter()
            .any(|modifier| matches!(modifier, Modifier::Control | Modifier::Meta));
        match (key.as_str(), focused) {
            ("Enter" | "Space", Some(node)) if is_activated_by_keys(node) => self.activate(node),
            ("Enter", Some(node)) if takes_lines(node) && !held => Ok(Vec::new()),
            ("Enter", focused) => self.enter(focused),
            ("Delete", focused) if !focused.is_some_and(holds_text) => Ok(self.delete_key()),
            (key, Some(node)) if key.chars().count() == 1 && !held && secret::is_secret(node) => {
                self.write(node, key)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Presses Enter in a field, or nobody knows where.
    pub(super) fn enter(&self, focused: Option<&Node>) -> Found {
        let Some(node) = focused else {
            // A client that tells facts tells what has the keyboard: nothing has.
            let harmless = self.case.facts_known();
            return Ok(if harmless {
                Vec::new()
            } else {
                vec![self.enter_asks(None)]
            });
        };
        let mut found = self.sends_elsewhere(node)?;
        let facts = &node.facts;
        let asks = match facts.form_method {
            Some(FormMethod::Post) => true,
            Some(FormMethod::Get | FormMethod::Dialog) => false,
            None => !facts.known() || facts.form.is_some() || takes_lines(node),
        };
        if asks {
            found.push(self.enter_asks(Some(node)));
        }
        Ok(found)
    }

    fn enter_asks(&self, node: Option<&Node>) -> super::consequence::Consequence {
        let submit = node.and_then(|node| self.submit_of(node));
        // Where no form is known, a search that was ordered is what Enter most likely starts.
        let searches = !self.case.facts_known() && self.consent.orders("search");
        let named = self
            .consent
            .orders_phrase(&["enter", "return", "enter key"]);
        let carried = || match submit {
            Some(button) => self.carries(button, &Label::read(&button.name)),
            None => self.consent.orders_anything(),
        };
        let ordered = searches || named || carried();
        let text = format!("Press Enter on {}? It may send a form.", self.here());
        self.consequence(AskReason::SubmitsByEnter, text, ordered)
    }

    /// The button that Enter stands for.
    fn submit_of(&self, field: &Node) -> Option<&Node> {
        let form = field.facts.form?;
        self.case.nodes.iter().find(|node| {
            node.facts.submits && node.facts.form == Some(form) && node.frame == field.frame
        })
    }

    fn delete_key(&self) -> Vec<super::consequence::Consequence> {
        let text = format!("Press Delete on {}? It may remove something.", self.here());
        let ordered = self.consent.orders("delete") || self.consent.orders_phrase(&["delete key"]);
        vec![self.consequence(AskReason::ChangesState, text, ordered)]
    }
}

fn is_listed(key: &str, modifiers: &[Modifier]) -> bool {
    let holds = |wanted: Modifier| modifiers.contains(&wanted);
    let single = key.chars().count() == 1;
    if holds(Modifier::Alt) {
        return false;
    }
    if holds(Modifier::Control) || holds(Modifier::Meta) {
        return EDITING.contains(&key);
    }
    single || LISTED.contains(&key)
}

fn is_activated_by_keys(node: &Node) -> bool {
    matches!(
        node.role,
        Role::Button
            | Role::Link
            | Role::MenuItem
            | Role::Tab
            | Role::Summary
            | Role::TreeItem
            | Role::Generic
            | Role::Switch
    ) && !takes_lines(node)
}

fn holds_text(node: &Node) -> bool {
    node.role.takes_text() || takes_lines(node) || node.role == Role::Select
}
