//! What the last look showed, for what a decision does not say of it.

use std::collections::HashMap;
use std::sync::Arc;

use screen_agent_action::Action;
use screen_agent_action::origin::origin_of;
use screen_agent_page::NodeId;
use screen_agent_wire::extension::basis::DecisionBasis;
use screen_agent_wire::extension::capture::{KeyboardAt, PageCapture, SemanticNode};
use serde_json::json;

use super::DecidedAction;
use crate::target::Basis;

/// The last look.
#[derive(Debug, Default)]
pub(super) struct Seen {
    document: String,
    origin: String,
    keyboard: Option<KeyboardAt>,
    controls: HashMap<String, SemanticNode>,
}

impl Seen {
    pub fn remember(&mut self, capture: &PageCapture) {
        self.document.clone_from(&capture.document);
        self.origin = origin_of(&capture.url).unwrap_or_default();
        self.keyboard.clone_from(&capture.keyboard);
        let nodes = capture.interactive_tree.iter();
        self.controls = nodes.map(|node| (node.i.clone(), node.clone())).collect();
    }

    /// What an action is held to; nothing when neither the decision nor a look says anything.
    pub fn basis(&self, decision: &DecidedAction) -> Option<Arc<Basis>> {
        let said = match &decision.basis {
            Some(basis) => basis.clone(),
            None => self.own(&decision.action)?,
        };
        let known = said.document == self.document && !said.document.is_empty();
        let keyboard = self.keyboard.clone().filter(|_| known);
        Some(Arc::new(Basis::new(said, keyboard)))
    }

    /// The same basis for the control that a drag ends on; where nothing is known of it, the document alone.
    pub fn about(&self, basis: &Basis, id: &str) -> Basis {
        let known = basis.said.document == self.document && !self.document.is_empty();
        let told = basis.said.dropped_on.as_ref().filter(|node| node.i == id);
        let target = told.or_else(|| self.controls.get(id).filter(|_| known));
        match target {
            Some(target) => {
                let mut other = basis.said.clone();
                other.target = Some(target.clone());
                Basis::new(other, None)
            }
            None => basis.without_target(),
        }
    }

    /// The look itself, for a control that it showed: a healed one was as good as any then.
    fn own(&self, action: &Action) -> Option<DecisionBasis> {
        let target = self.controls.get(action.target()?.as_str())?;
        let end = action.dropped_on().map(NodeId::as_str);
        Some(DecisionBasis {
            document: self.document.clone(),
            origin: self.origin.clone(),
            target: Some(target.clone()),
            dropped_on: end.and_then(|end| self.controls.get(end).cloned()),
            harmless: true,
        })
    }
}

impl Basis {
    fn new(said: DecisionBasis, keyboard: Option<KeyboardAt>) -> Self {
        let mut told = json!(said);
        if let Some(keyboard) = keyboard.as_ref() {
            told["keyboard"] = json!(keyboard);
        }
        Self {
            keyboard: keyboard.and_then(|keyboard| Some(keyboard.node?.i)),
            told,
            said,
        }
    }
}
