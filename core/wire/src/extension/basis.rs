//! What a decision was made on, for whoever performs it.

use screen_agent_gate::stage::AllowedAction;
use screen_agent_page as page;

use super::capture::{FormSubmitter, NodeFacts, SemanticNode};
use crate::derives::*;

/// What a decision was made on. Whoever performs it compares in the page, in the same task as it
/// acts; where anything is different the action is stale, and is decided anew. Ours.
#[contract(camel, default)]
pub struct DecisionBasis {
    /// Mark of the document, as the look told it; empty where it told none.
    pub document: String,
    /// Origin of the page.
    pub origin: String,
    /// The control as it was seen: role, name, frame and the facts that say what using it does.
    /// Absent where none is aimed at.
    pub target: Option<SemanticNode>,
    /// The control that a drag ends on, in the same way.
    pub dropped_on: Option<SemanticNode>,
    /// Nothing that matters is changed by it: where the control was drawn anew, its like will do.
    pub harmless: bool,
}

impl From<&AllowedAction> for DecisionBasis {
    fn from(allowed: &AllowedAction) -> Self {
        let ground = allowed.ground();
        Self {
            document: ground.document.clone(),
            origin: ground.origin.clone(),
            target: allowed.target().map(target),
            dropped_on: allowed.dropped_on().map(target),
            harmless: ground.harmless,
        }
    }
}

/// What using the control does. Place, value and state may change meanwhile.
fn target(node: &page::Node) -> SemanticNode {
    let facts = &node.facts;
    let yes = |flag: bool| flag.then_some(true);
    SemanticNode {
        i: node.id.as_str().to_owned(),
        r: node.role.code().to_owned(),
        n: node.name.clone(),
        f: (node.frame != 0).then_some(node.frame),
        o: node.frame_origin.clone(),
        d: facts.known().then(|| NodeFacts {
            tag: facts.tag.clone(),
            input_type: facts.input_type.clone(),
            href: facts.href.clone(),
            method: facts.form_method.map(method),
            action: facts.form_action.clone(),
            form: facts.form,
            submit: yes(facts.submits),
            enter: facts.enter.as_ref().map(|button| FormSubmitter {
                n: button.name.clone(),
                method: button.method.map(method),
                action: button.action.clone(),
            }),
            ..NodeFacts::default()
        }),
        ..SemanticNode::default()
    }
}

fn method(method: page::FormMethod) -> String {
    let word = match method {
        page::FormMethod::Get => "get",
        page::FormMethod::Post => "post",
        page::FormMethod::Dialog => "dialog",
    };
    word.to_owned()
}
