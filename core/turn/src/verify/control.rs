//! The value or state of one control.

use screen_agent_page::{Node, NodeId, State, is_secret};

use super::same_value::same_value;
use super::{Case, client_evidence, judge, met, missed, otherwise};
use screen_agent_action::expect::ExpectedChange;
use screen_agent_action::step::Verdict;
use screen_agent_action::{Action, ActionFamily};
use screen_agent_words::quote::quote;

/// Every change that was expected of a control must be seen on it.
pub(super) fn judge(case: &Case<'_>) -> Verdict {
    if case.expected.changes.is_empty() {
        return judge::judge(case);
    }
    for change in &case.expected.changes {
        if let Some(verdict) = shortfall(case, change) {
            return verdict;
        }
    }
    met(0.95, "the control holds what it should", 1)
}

/// True where the control changed to just what was expected of it: a client may have looked too soon.
pub(super) fn came_about(case: &Case<'_>) -> bool {
    let mut expected = case.expected.changes.iter();
    let seen =
        |change: &ExpectedChange| case.changes.of(id_of(change)).is_some() && holds(case, change);
    !case.expected.changes.is_empty() && expected.all(seen)
}

/// `None` when the change is seen.
fn shortfall(case: &Case<'_>, change: &ExpectedChange) -> Option<Verdict> {
    if holds(case, change) {
        return None;
    }
    let Some(node) = find(case, id_of(change)) else {
        return Some(gone(case));
    };
    if typed_unseen(case, node) {
        return Some(met(
            0.7,
            "the client saw it take effect; the value is not told",
            1,
        ));
    }
    if end_unseen(case, node) {
        return Some(met(
            0.7,
            "the client saw it there; the end of the value is not told",
            1,
        ));
    }
    if is_about_focus(change) {
        return Some(focus(case));
    }
    Some(match change {
        ExpectedChange::Value { value, .. } => otherwise(
            0.8,
            format!(
                "it holds {} instead of {}",
                node.value
                    .as_deref()
                    .map_or_else(|| "nothing".to_owned(), quote),
                quote(value)
            ),
        ),
        ExpectedChange::State { state, holds, .. } => {
            let word = if *holds { "not" } else { "still" };
            otherwise(0.8, format!("it is {word} {}", state.word()))
        }
    })
}

/// The control left the view. That is no failure when the page went on because of it.
fn gone(case: &Case<'_>) -> Verdict {
    if case.changes.is_meaningful() {
        met(0.7, "the page went on, and the control is gone", 1)
    } else {
        missed(0.8, "the control is gone", 1)
    }
}

/// True when the client tells nothing of a secret field, but saw that typing took effect.
fn typed_unseen(case: &Case<'_>, node: &Node) -> bool {
    let secret = is_secret(node) || matches!(case.action, Action::UploadFile { .. });
    secret && node.value.is_none() && client_evidence::saw_something(case)
}

/// True when the value is too long to be told to its end, begins as it should, and the client read the rest there.
fn end_unseen(case: &Case<'_>, node: &Node) -> bool {
    let shown = node
        .value
        .as_deref()
        .and_then(|value| value.strip_suffix('…'));
    let (Some(shown), Some(read)) = (shown, case.report.state.as_deref()) else {
        return false;
    };
    if let Action::AppendText { text, .. } = case.action {
        return ends_with(read, text);
    }
    let Action::SetValue { text, .. } = case.action else {
        return false;
    };
    folded(text).starts_with(shown.trim_end()) && same_value(text, read)
}

/// Line breaks and spaces are told folded.
fn ends_with(held: &str, added: &str) -> bool {
    folded(held).ends_with(&folded(added))
}

fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_about_focus(change: &ExpectedChange) -> bool {
    matches!(
        change,
        ExpectedChange::State {
            state: State::Focused,
            ..
        }
    )
}

/// The keyboard is not where it should be, as far as it is told. A page may take it away again at
/// once, and then shows that it went on.
fn focus(case: &Case<'_>) -> Verdict {
    if case.changes.is_meaningful() {
        return met(0.7, "the page went on", 1);
    }
    if !focus_is_known(case) && case.report.success == Some(true) {
        return met(0.7, "the client does not tell where the keyboard is", 1);
    }
    missed(0.8, "the keyboard is elsewhere", 1)
}

/// True when the client says where the keyboard is, or would if it were in view.
pub(super) fn focus_is_known(case: &Case<'_>) -> bool {
    let tells = |node: &Node| node.facts.known() || node.is(State::Focused);
    case.now.nodes.iter().any(tells)
}

/// True when the expected change is seen.
pub(super) fn holds(case: &Case<'_>, change: &ExpectedChange) -> bool {
    let Some(node) = find(case, id_of(change)) else {
        return false;
    };
    match change {
        ExpectedChange::Value { value, .. } => holds_value(case, node, value),
        ExpectedChange::State { state, holds, .. } => has_state(case, node, *state) == *holds,
    }
}

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "the catalogue grows; every other action is alike here"
)]
fn holds_value(case: &Case<'_>, node: &Node, value: &str) -> bool {
    let held = node.value.as_deref().unwrap_or_default();
    match case.action {
        Action::SelectDropdown { choice, .. } => {
            let wanted = choice
                .text
                .iter()
                .chain(&choice.value)
                .chain(&choice.several);
            let shown = |wanted: &String| same_value(wanted, held) || lists(held, wanted);
            wanted.clone().any(shown) || chose_by_hidden_value(case, node)
        }
        // Pages take the file out of the input at once, and name it beside.
        Action::UploadFile { files, .. } => files.iter().all(|file| {
            let name = base_name(file);
            let mut added = case.changes.lines_added.iter();
            held.split(", ").any(|held| held == name) || added.any(|line| line.words.contains(name))
        }),
        action if action.writes() && is_secret(node) => node.is(State::Filled) || value.is_empty(),
        Action::AppendText { .. } => ends_with(held, value),
        _ => same_value(value, held),
    }
}

/// An option's value is not shown, only its text; that another is shown now has to do.
fn chose_by_hidden_value(case: &Case<'_>, node: &Node) -> bool {
    let Action::SelectDropdown { choice, .. } = case.action else {
        return false;
    };
    choice.text.is_none() && choice.several.is_empty() && case.changes.of(&node.id).is_some()
}

fn lists(held: &str, wanted: &str) -> bool {
    held.split([',', ';', '\n'])
        .any(|part| same_value(wanted, part))
}

fn base_name(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

/// A switch may say that it is on by being pressed or selected.
fn has_state(case: &Case<'_>, node: &Node, state: State) -> bool {
    let toggles = case.action.family() == ActionFamily::Tick;
    node.is(state)
        || (toggles
            && state == State::Checked
            && (node.is(State::Pressed) || node.is(State::Selected)))
}

fn id_of(change: &ExpectedChange) -> &NodeId {
    match change {
        ExpectedChange::Value { id, .. } | ExpectedChange::State { id, .. } => id,
    }
}

/// The control as it is now: by its id, or, where the page numbered anew, the only one of the
/// same role and name.
pub(super) fn find<'a>(case: &'a Case<'_>, id: &NodeId) -> Option<&'a Node> {
    let was = case.before.look.controls.get(id.as_str());
    // Another page may give the same id to something else.
    let stayed = case.changes.address.is_none();
    let same = |node: &&Node| {
        was.is_none_or(|was| was.role == node.role.code() && (stayed || was.name == node.name))
    };
    if let Some(node) = case.now.node(id).filter(same) {
        return Some(node);
    }
    let (role, name) = match (was, case.target) {
        (Some(was), _) => (&was.role, &was.name),
        (None, Some(target)) => (&target.role, &target.name),
        (None, None) => return None,
    };
    let mut alike = case
        .now
        .nodes
        .iter()
        .filter(|node| node.role.code() == role && node.name == *name);
    let only = alike.next()?;
    alike.next().is_none().then_some(only)
}
