//! Pressing keys.

use screen_agent_page::{FormMethod, Node};

use super::acts::is_choice;
use super::consequence::Consequence;
use super::field::{takes_lines, takes_typing};
use super::focus::Focus;
use super::weigh::{Found, Weighing};
use super::{Denial, DenyReason};
use crate::approval::AskReason;
use crate::consent::Label;
use screen_agent_action::{Modifier, key};
use screen_agent_words::quote::quote;

/// Keys that move through a text, a page, or the values of a control.
fn moves(key: &str) -> bool {
    let pages = matches!(key, "PageUp" | "PageDown" | "Home" | "End");
    pages || key.starts_with("Arrow")
}

fn removes(key: &str) -> bool {
    matches!(key, "Delete" | "Backspace")
}

/// Keys that edit text while Control or Command is held. Pasting is not among them: what the
/// person has copied is theirs.
fn edits(key: &str) -> bool {
    let letter = matches!(
        key,
        "a" | "c" | "x" | "z" | "y" | "A" | "C" | "X" | "Z" | "Y"
    );
    letter || key == "Enter" || removes(key) || moves(key) && !key.starts_with("Page")
}

impl Weighing<'_> {
    /// Presses a key.
    pub(super) fn press(&self, key: &str, modifiers: &[Modifier]) -> Found {
        let Some(key) = key::canonical(key).filter(|key| is_listed(key, modifiers)) else {
            let why = "The key is not among those that may be pressed.";
            return Err(Denial::new(DenyReason::UnlistedKey, why));
        };
        let held = modifiers
            .iter()
            .any(|modifier| matches!(modifier, Modifier::Control | Modifier::Meta));
        match self.focus() {
            Focus::On(node) => self.press_on(node, &key, held),
            // A page scrolls by its space bar.
            Focus::Page if key == "Space" => Ok(Vec::new()),
            Focus::Page | Focus::Unknown if key == "Enter" => Ok(vec![self.enter_somewhere()]),
            Focus::Page | Focus::Unknown if does_something(&key, held) || key == "Space" => {
                let why = "No field is known to have the keyboard.";
                let text = format!("Press the key {} on {}? {why}", quote(&key), self.here());
                let ordered = self.orders_key(&key);
                Ok(vec![self.consequence(
                    AskReason::ChangesState,
                    text,
                    ordered,
                )])
            }
            Focus::Page | Focus::Unknown => Ok(Vec::new()),
        }
    }

    /// Presses a key while a control has the keyboard.
    fn press_on(&self, node: &Node, key: &str, held: bool) -> Found {
        let writes = takes_typing(node);
        match key {
            "Enter" if writes => self.enter(node, held),
            "Enter" if !writes => self.enter_on(node, held),
            "Space" if !writes => self.activate(node),
            _ if writes && key.chars().count() == 1 && !held => self.write(node, key),
            _ if writes => Ok(Vec::new()),
            _ if is_choice(node) && (moves(key) || does_something(key, held)) => {
                self.choose(node, &screen_agent_action::Choice::default())
            }
            _ if does_something(key, held) => Ok(self.keys_asked(node, key)),
            _ => Ok(Vec::new()),
        }
    }

    /// Presses Enter on what takes no text: it works the control, and sends the form of one that is a field
    /// under whatever role it goes.
    pub(super) fn enter_on(&self, node: &Node, held: bool) -> Found {
        let mut found = self.activate(node)?;
        if node.facts.enter.is_some() {
            found.extend(self.enter(node, held)?);
        }
        Ok(found)
    }

    /// Presses Enter in a field: it stands for the button that its form is sent by.
    pub(super) fn enter(&self, node: &Node, held: bool) -> Found {
        let facts = &node.facts;
        let button = self.submit_of(node);
        let (name, method, action) = match (&facts.enter, button) {
            (Some(enter), _) => (Some(&enter.name), enter.method, &enter.action),
            (None, Some(button)) => (
                Some(&button.name),
                button.facts.form_method,
                &button.facts.form_action,
            ),
            (None, None) => (None, facts.form_method, &facts.form_action),
        };
        let method = method.or(facts.form_method);
        let action = action.as_deref().or(facts.form_action.as_deref());
        // A line of a plain form's text: the form is not sent by it, and nothing listens.
        if takes_lines(node) && !held && facts.form_written && !facts.form_listens {
            return Ok(Vec::new());
        }
        let label = Label::read(name.map_or(node.name.as_str(), String::as_str));
        let ordered = self.orders_enter(node, name.is_some().then_some(&label));
        let mut found = self.sent_to(node, action, method, ordered)?;
        let control = self.control(node, &label);
        let looks_up = looks_up(node) && label.grave.is_empty() && !takes_lines(node);
        let acts = match method {
            Some(FormMethod::Post) => control.when_sent(method),
            _ if looks_up => None,
            _ => control.when_sent(method),
        };
        if let Some(acts) = acts {
            let stands = name.map(|name| format!(" It stands for {}.", quote(name)));
            let text = format!(
                "Press Enter in {} on {}?{} {}{}",
                self.which(node),
                self.place_of(node).shown(),
                stands.unwrap_or_default(),
                acts.sentence(),
                self.payload(node)
            );
            let grave = label.grave.is_empty();
            let found_here = self.at(node, AskReason::SubmitsByEnter, text, ordered);
            found.push(Consequence {
                lasts: found_here.lasts && grave && !label.unknown,
                ..found_here
            });
        }
        Ok(found)
    }

    /// Presses Enter, and nobody knows where.
    pub(super) fn enter_somewhere(&self) -> Consequence {
        // Where no form is known, a search that was ordered is what Enter most likely starts.
        let searches = !self.case.facts_known() && self.consent.orders("search");
        let text = format!("Press Enter on {}? It may send a form.", self.here());
        let ordered = searches || self.orders_key("Enter");
        self.consequence(AskReason::SubmitsByEnter, text, ordered)
    }

    fn orders_enter(&self, node: &Node, button: Option<&Label>) -> bool {
        let named = self.orders_key("Enter");
        let searches = !node.facts.known() && self.consent.orders("search");
        match button {
            Some(label) => named && label.grave.is_empty() || self.carries(node, label),
            None => named || searches,
        }
    }

    fn orders_key(&self, key: &str) -> bool {
        match key {
            "Enter" => self
                .consent
                .orders_phrase(&["enter", "return", "enter key"]),
            "Delete" | "Backspace" => self.consent.orders("delete") || self.names_key(key),
            _ => self.names_key(key),
        }
    }

    fn names_key(&self, key: &str) -> bool {
        let key = key.to_ascii_lowercase();
        self.consent.orders_phrase(&[&key, &format!("{key} key")])
    }

    /// The button in view that Enter stands for.
    fn submit_of(&self, field: &Node) -> Option<&Node> {
        let form = field.facts.form?;
        self.case.nodes.iter().find(|node| {
            node.facts.submits && node.facts.form == Some(form) && node.frame == field.frame
        })
    }

    /// Keys where they write nothing: the page may take them for an order.
    pub(super) fn keys_asked(&self, node: &Node, keys: &str) -> Vec<Consequence> {
        let text = format!(
            "Press {} on {} on {}? It may change something there.",
            quote(keys),
            self.which(node),
            self.place_of(node).shown()
        );
        let ordered = self.orders_key(keys);
        vec![self.at(node, AskReason::ChangesState, text, ordered)]
    }
}

/// True for keys that a page may take for an order where they write nothing: every sign, and those
/// that remove. Copying and selecting change nothing.
fn does_something(key: &str, held: bool) -> bool {
    let single = key.chars().count() == 1;
    let copies = held && matches!(key, "a" | "A" | "c" | "C");
    (single || removes(key)) && !copies
}

/// A field that looks something up, by its type or its name.
fn looks_up(node: &Node) -> bool {
    let typed = node.facts.input_type.as_deref() == Some("search");
    typed || Label::read(&node.name).reads
}

fn is_listed(key: &str, modifiers: &[Modifier]) -> bool {
    let holds = |wanted: Modifier| modifiers.contains(&wanted);
    let single = key.chars().count() == 1;
    if holds(Modifier::Alt) {
        return false;
    }
    if holds(Modifier::Control) || holds(Modifier::Meta) {
        return edits(key);
    }
    single || moves(key) || removes(key) || matches!(key, "Enter" | "Tab" | "Escape" | "Space")
}
