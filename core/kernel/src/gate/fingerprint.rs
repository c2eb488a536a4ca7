//! What exactly an approval is bound to.

use screen_agent_page::{Node, State};
use sha2::{Digest, Sha256};

use super::GateCase;
use crate::action::print;
use crate::origin::origin_of;
use crate::task::Task;

/// Prints task, step, action, element, origin and snapshot. A yes to one print is never a yes to
/// another, so the page cannot change under an approval.
///
/// The snapshot is every control with what it is, says, holds, leads to and sends, or the dialog
/// that holds the page. Place, colour and
/// keyboard do not count: a scrolled page is the same page.
pub(crate) fn fingerprint(case: &GateCase<'_>) -> String {
    let mut hash = Sha256::new();
    put(&mut hash, &case.task);
    put(&mut hash, &case.step.to_string());
    put(&mut hash, &print(case.action));
    put(&mut hash, &origin_of(case.url).unwrap_or_default());
    put(&mut hash, case.url);
    for node in case.nodes {
        put_node(&mut hash, node);
    }
    if let Some(said) = case.dialog() {
        put(&mut hash, &said);
    }
    hex::encode(hash.finalize())
}

/// What a yes to staying on a page outside of the task's sites is bound to.
pub(crate) fn arrival_print(task: &Task, origin: &str) -> String {
    let mut hash = Sha256::new();
    put(&mut hash, "arrival");
    put(&mut hash, &task.id.to_string());
    put(&mut hash, &task.steps.len().to_string());
    put(&mut hash, origin);
    hex::encode(hash.finalize())
}

/// The length first, so that two fields cannot be read as one.
pub(super) fn put(hash: &mut Sha256, text: &str) {
    hash.update(u64::try_from(text.len()).unwrap_or(u64::MAX).to_be_bytes());
    hash.update(text.as_bytes());
}

pub(super) fn put_node(hash: &mut Sha256, node: &Node) {
    put(hash, node.id.as_str());
    put(hash, node.role.code());
    put(hash, &node.name);
    put(hash, node.value.as_deref().unwrap_or_default());
    for state in node.states.iter().filter(|state| **state != State::Focused) {
        put(hash, state.word());
    }
    let facts = &node.facts;
    for fact in [
        &facts.tag,
        &facts.input_type,
        &facts.href,
        &facts.form_action,
        &facts.popup,
    ] {
        put(hash, fact.as_deref().unwrap_or_default());
    }
    put(
        hash,
        &format!("{:?} {:?} {}", facts.form_method, facts.form, facts.submits),
    );
    put(hash, &node.frame.to_string());
}
