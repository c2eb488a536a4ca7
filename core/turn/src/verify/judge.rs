//! Navigation, dropdowns, and everything else that should change something.

use screen_agent_page::State;

use super::{Case, before, client_evidence, control, file, goal, message, met, missed, otherwise};
use screen_agent_action::Action;
use screen_agent_action::expect::OutcomeKind;
use screen_agent_action::step::Verdict;
use screen_agent_words::quote::quote;

/// Gate 0 and tier 1. Figures of the facts file, §3.
pub(super) fn judge(case: &Case<'_>) -> Verdict {
    if let Some(verdict) = arrived(case) {
        return verdict;
    }
    if let Some(verdict) = into_field(case) {
        return verdict;
    }
    if nothing_changed(case) {
        return missed(0.2, "nothing changed", 0);
    }
    if case.expected.kind == OutcomeKind::Dropdown {
        return dropdown(case);
    }
    if matches!(case.expected.kind, OutcomeKind::Form | OutcomeKind::Generic)
        && let Some(words) = message::refusal(case)
    {
        return otherwise(0.8, format!("the page says {}", quote(&words)));
    }
    if let Some(verdict) = by_next_goal(case) {
        return verdict;
    }
    by_change(case)
}

/// An address that was asked for is compared before anything else: a page may load where it stood.
fn arrived(case: &Case<'_>) -> Option<Verdict> {
    let Action::Navigate {
        url,
        new_tab: false,
    } = case.action
    else {
        return None;
    };
    let there = screen_agent_action::origin::same_address(url, &case.now.url);
    match (there, case.changes.address.is_some()) {
        (true, _) => Some(met(1.0, "the address is the one asked for", 1)),
        (false, true) => None,
        // The browser keeps what is there instead of showing it.
        (false, false) if file::came(case).is_some() => None,
        (false, false) => Some(otherwise(0.8, "the address did not change")),
    }
}

/// A click into a text field does no more than take the keyboard there, and need not even do that.
fn into_field(case: &Case<'_>) -> Option<Verdict> {
    let Action::Click { id } = case.action else {
        return None;
    };
    let node = control::find(case, id).filter(|node| node.role.takes_text())?;
    if node.is(State::Focused) {
        return Some(met(0.95, "the keyboard is in the field", 1));
    }
    let told = control::focus_is_known(case);
    (!told && case.report.success == Some(true))
        .then(|| met(0.7, "the client does not tell where the keyboard is", 1))
}

fn nothing_changed(case: &Case<'_>) -> bool {
    case.changes.is_empty()
        && !moved(case)
        && !client_evidence::saw_something(case)
        && client_evidence::new_events(case).is_empty()
}

fn moved(case: &Case<'_>) -> bool {
    before::regions(case.now) != case.before.regions
        || before::places(case.now) != case.before.places
}

/// A menu was to open where we are. What else the page did is not asked.
fn dropdown(case: &Case<'_>) -> Verdict {
    if case.changes.address.is_some() {
        return otherwise(0.8, "the address changed where a list should have opened");
    }
    let states = &case.expected.changes;
    if !states.is_empty() && states.iter().all(|change| control::holds(case, change)) {
        return met(0.95, "it shows what it controls", 1);
    }
    if case
        .expected
        .appear
        .iter()
        .any(|wanted| goal::appeared(wanted, case.now))
    {
        return met(0.95, "a list is in view", 1);
    }
    by_change(case)
}

fn by_next_goal(case: &Case<'_>) -> Option<Verdict> {
    let goal = case.expected.next_goal.as_ref()?;
    let stayed = case.changes.address.is_none();
    match goal::in_view(goal, case.now) {
        true if case.changes.is_meaningful() => {
            Some(met(0.95, "what the next step needs is in view", 1))
        }
        false if goal.required && stayed => {
            Some(missed(0.8, "what the next step needs is not in view", 1))
        }
        _ => None,
    }
}

fn by_change(case: &Case<'_>) -> Verdict {
    if let Some(came) = file::came(case) {
        return met(0.95, came, 1);
    }
    if let Some(address) = case.changes.address {
        return after_moving(case, address.origin);
    }
    if case.changes.is_meaningful() || !client_evidence::new_events(case).is_empty() {
        return met(0.95, "the page changed", 1);
    }
    if reached_by_keyboard(case) {
        return met(
            0.7,
            "the keyboard went there; nothing else in view changed",
            1,
        );
    }
    if client_evidence::saw_something(case) {
        return met(
            0.7,
            "the client saw it take effect; nothing in view changed",
            1,
        );
    }
    if matches!(case.action, Action::DragAndDrop { .. }) && moved(case) {
        return met(0.95, "it stands elsewhere", 1);
    }
    missed(0.2, "nothing that matters changed", 0)
}

fn after_moving(case: &Case<'_>, to_other_site: bool) -> Verdict {
    if case.expected.url_change == Some(false) {
        return otherwise(0.8, "the address changed where it should have stayed");
    }
    if to_other_site {
        return met(1.0, "another site is open", 1);
    }
    let confidence = if case.expected.kind == OutcomeKind::Navigation {
        1.0
    } else {
        0.95
    };
    met(confidence, "another page is open", 1)
}

/// The keyboard is now on what was aimed at, or went somewhere because of a key. A press that
/// moves the focus alone, such as a click into a field, is all that some actions do.
fn reached_by_keyboard(case: &Case<'_>) -> bool {
    let Some(focus) = &case.changes.focus else {
        return false;
    };
    match case.action.target() {
        Some(id) => {
            focus.to.as_ref() == Some(id)
                || control::find(case, id).is_some_and(|n| n.is(State::Focused))
        }
        None => matches!(case.action, Action::Press { .. }),
    }
}
