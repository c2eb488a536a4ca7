//! What exactly an approval is bound to.

use screen_agent_page::{Line, Node, PartOf, Rect, State};
use sha2::{Digest, Sha256};

use super::GateCase;
use crate::action::print;
use crate::origin::origin_of;
use crate::task::Task;

/// Prints task, step, action, element, origin and snapshot. A yes to one print is never a yes to
/// another, so the page cannot change under an approval.
///
/// The snapshot is the document, and what the action is about: its control and those of its form, dialog and
/// surroundings with what they are, say, hold, lead to and send, the lines beside them, every amount in view,
/// or the dialog that holds the page. What changes elsewhere does not count, nor do place, colour and keyboard:
/// a scrolled page is the same page.
pub(crate) fn fingerprint(case: &GateCase<'_>) -> String {
    let mut hash = Sha256::new();
    put(&mut hash, &case.task);
    put(&mut hash, &case.step.to_string());
    put(&mut hash, &print(case.action));
    put(&mut hash, &origin_of(case.url).unwrap_or_default());
    put(&mut hash, case.url);
    put(&mut hash, case.document);
    let about = case.action.target().and_then(|id| case.node(id));
    let about = about.or_else(|| case.at_keyboard());
    for node in case.nodes.iter().filter(|node| concerns(about, node)) {
        put_node(&mut hash, node);
    }
    for line in case.lines.iter().filter(|line| bears_on(about, line)) {
        put(&mut hash, &timeless(&line.words()));
    }
    if let Some(said) = case.dialog() {
        put(&mut hash, &said);
    }
    hex::encode(hash.finalize())
}

/// How far from a control what stands beside it may be, in pixels.
const BESIDE: f64 = 160.0;
/// What an amount is told by, besides a figure.
const MONEY: [&str; 12] = [
    "€", "$", "£", "¥", "₹", "zł", "eur", "usd", "gbp", "chf", "jpy", "pln",
];

/// True for what belongs to the control that is acted on. Where nobody knows that, everything does.
fn concerns(about: Option<&Node>, node: &Node) -> bool {
    let Some(about) = about else {
        return true;
    };
    let form = about.facts.form.is_some() && about.facts.form == node.facts.form;
    let dialog = |node: &Node| node.facts.part_of == Some(PartOf::Dialog);
    about.frame == node.frame && (form || dialog(about) && dialog(node))
        || is_beside(about.rect, node.rect)
}

/// True for a line beside the control, and for every amount.
fn bears_on(about: Option<&Node>, line: &Line) -> bool {
    let beside = about.is_some_and(|about| about.rect.is_some() && line.rect.is_some())
        && is_beside(about.and_then(|about| about.rect), line.rect);
    beside || is_amount(&line.words())
}

fn is_beside(one: Option<Rect>, other: Option<Rect>) -> bool {
    let (Some(one), Some(other)) = (one, other) else {
        return true;
    };
    let gap = |from: f64, size: f64, other: f64, other_size: f64| {
        (other - (from + size)).max(from - (other + other_size))
    };
    gap(one.x, one.w, other.x, other.w) <= BESIDE && gap(one.y, one.h, other.y, other.h) <= BESIDE
}

fn is_amount(words: &str) -> bool {
    let lower = words.to_lowercase();
    lower.contains(|c: char| c.is_ascii_digit()) && MONEY.iter().any(|money| lower.contains(money))
}

/// A line without the time that runs in it.
fn timeless(words: &str) -> String {
    let runs =
        |word: &&str| word.contains(':') && word.chars().all(|c| c.is_ascii_digit() || c == ':');
    let kept: Vec<&str> = words
        .split_whitespace()
        .filter(|word| !runs(word))
        .collect();
    kept.join(" ")
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
    put(hash, node.frame_origin.as_deref().unwrap_or_default());
    let facts = (&facts.enter, facts.form_written, facts.acts_on_change);
    put(hash, &format!("{facts:?}"));
}
