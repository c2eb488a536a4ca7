//! Writing into fields.

use screen_agent_page::{Node, Role, secret};

use super::focus::Focus;
use super::weigh::{Found, Weighing};
use super::{Denial, DenyReason};
use crate::approval::AskReason;
use crate::consent::Label;
use screen_agent_words::quote::quote;

impl Weighing<'_> {
    /// Writes into a field.
    pub(super) fn write(&self, node: &Node, text: &str) -> Found {
        if text.chars().any(breaks_line) && !takes_lines(node) {
            let why = format!("{} takes one line only.", quote(&node.name));
            return Err(Denial::new(DenyReason::NewLine, why));
        }
        let place = self.place_of(node);
        let held = self.consent.hold_value(text);
        let mut found = self.sends_elsewhere(node)?;
        if place.framed {
            let asked = format!(
                "Write {} into {} on {}?",
                quote(text),
                self.which(node),
                place.shown()
            );
            let ordered = held && !secret::is_secret(node);
            found.push(self.at(node, AskReason::PostsElsewhere, asked, ordered));
        }
        if secret::is_secret(node) {
            let asked = format!(
                "Write into {} on {}? It is a field for something secret.",
                self.which(node),
                place.shown()
            );
            let start = &self.case.course.start;
            let ordered = self.consent.hold_secret(text, &place.origin, start);
            found.push(self.at(node, AskReason::SecretField, asked, ordered));
        }
        let label = Label::read(&node.name);
        if let Some(acts) = self.control(node, &label).when_written() {
            let asked = format!(
                "Write {} into {} on {}? {}",
                quote(text),
                self.which(node),
                place.shown(),
                acts.sentence()
            );
            let ordered = held || self.carries(node, &label);
            found.push(self.at(node, AskReason::ChangesState, asked, ordered));
        }
        if text.chars().any(breaks_line) {
            found.extend(self.enter(node, false)?);
        }
        Ok(found)
    }

    /// Types into whatever has the keyboard.
    pub(super) fn type_text(&self, text: &str) -> Found {
        let focus = self.focus();
        if let Focus::On(node) = focus {
            if takes_typing(node) {
                return self.write(node, text);
            }
            let mut found = self.keys_asked(node, text);
            if text.contains(['\n', '\r', ' ']) {
                found.extend(self.enter_on(node, false)?);
            }
            return Ok(found);
        }
        let mut found = Vec::new();
        if text.is_empty() {
            return Ok(found);
        }
        // The keyboard may be anywhere, and so in a field for something secret.
        let about_secrets = self.case.nodes.iter().any(secret::is_secret);
        let (reason, why) = match focus {
            Focus::Unknown if about_secrets => (
                AskReason::SecretField,
                "The page has a field for something secret.",
            ),
            Focus::Unknown => (
                AskReason::ChangesState,
                "It is not known what has the keyboard.",
            ),
            Focus::Page | Focus::On(_) => (AskReason::ChangesState, "No field has the keyboard."),
        };
        let asked = format!("Type {} on {}? {why}", quote(text), self.here());
        let held = self.consent.hold_value(text) && !text.chars().any(breaks_line);
        found.push(self.consequence(reason, asked, held));
        if text.contains(['\n', '\r']) {
            found.push(self.enter_somewhere());
        }
        Ok(found)
    }
}

/// True for what ends a line, or does something else than stand in a text.
pub(super) fn breaks_line(c: char) -> bool {
    c.is_control() && c != '\t' || matches!(c, '\u{2028}' | '\u{2029}')
}

/// True where a new line is part of the text.
pub(super) fn takes_lines(node: &Node) -> bool {
    node.facts.multiline || node.role == Role::TextArea
}

/// True where keys write.
pub(super) fn takes_typing(node: &Node) -> bool {
    super::acts::takes_text(node) && node.role != Role::File || takes_lines(node)
}
