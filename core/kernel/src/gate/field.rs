//! Writing into fields.

use screen_agent_page::{Node, Role, secret};

use super::weigh::{Found, Weighing};
use super::{Denial, DenyReason};
use crate::approval::AskReason;
use crate::quote::quote;

impl Weighing<'_> {
    /// Writes into a field.
    pub(super) fn write(&self, node: &Node, text: &str) -> Found {
        if text.chars().any(|c| c.is_control() && c != '\t') && !takes_lines(node) {
            let why = format!("{} takes one line only.", quote(&node.name));
            return Err(Denial::new(DenyReason::NewLine, why));
        }
        let mut found = self.sends_elsewhere(node)?;
        let held = self.consent.hold_value(text);
        if self.is_foreign(node) {
            let text = format!(
                "Write into {}, in a frame on {} whose site is not known?",
                quote(&node.name),
                self.here()
            );
            let ordered = held && !secret::is_secret(node);
            found.push(self.consequence(AskReason::PostsElsewhere, text, ordered));
        }
        if secret::is_secret(node) {
            let text = format!(
                "Write into {} on {}? It is a field for something secret.",
                quote(&node.name),
                self.here()
            );
            found.push(self.consequence(AskReason::SecretField, text, held));
        }
        Ok(found)
    }

    /// True for a field in a frame that nothing shows to be of this site.
    fn is_foreign(&self, node: &Node) -> bool {
        let sends_here =
            node.facts.form_action.as_deref().is_some_and(|action| {
                crate::origin::origin_of(action).as_ref() == Some(&self.origin)
            });
        node.frame != 0 && !sends_here
    }

    /// Types into whatever has the keyboard.
    pub(super) fn type_text(&self, text: &str) -> Found {
        if let Some(node) = self.case.focused() {
            return self.write(node, text);
        }
        let mut found = Vec::new();
        if text.contains(['\n', '\r']) {
            found.extend(self.enter(None)?);
        }
        // The keyboard may be anywhere, and so in a field for something secret.
        if !self.case.facts_known() && self.case.nodes.iter().any(secret::is_secret) {
            let asked = format!(
                "Type on {}, which has a field for something secret?",
                self.here()
            );
            let held = self.consent.hold_value(text);
            found.push(self.consequence(AskReason::SecretField, asked, held));
        }
        Ok(found)
    }
}

/// True where a new line is part of the text.
pub(super) fn takes_lines(node: &Node) -> bool {
    node.facts.multiline || node.role == Role::TextArea
}
