//! What a verdict rests on: just what was expected, or no more than some change.

use screen_agent_action::Action;
use screen_agent_action::expect::{Appearance, OutcomeKind};
use screen_agent_action::step::{Proof, Verdict};
use screen_agent_page::{LineKind, Node, Observation, Role, State, is_secret};

use super::{Case, client_evidence, control, file, goal, message};
use screen_agent_words::quote::quote;

/// The verdict, with what it rests on.
pub(super) fn with_proof(mut verdict: Verdict, case: &Case<'_>) -> Verdict {
    if verdict.met {
        verdict.proof = if saw_what_was_expected(case) {
            Proof::Expected
        } else if case.changes.is_meaningful()
            || !client_evidence::new_events(case).is_empty()
            || !case.report.downloads.is_empty()
        {
            Proof::Change
        } else if case.report.success == Some(true) || client_evidence::saw_something(case) {
            Proof::Client
        } else {
            Proof::Nothing
        };
    }
    if verdict.met
        && is_answered(case)
        && let Some(words) = message::speaks_of_failure(case)
    {
        verdict.proof = Proof::Nothing;
        verdict
            .evidence
            .insert(0, format!("says: {}", quote(words)));
    }
    verdict
}

/// True where what is new on the page may be its answer to what was done.
fn is_answered(case: &Case<'_>) -> bool {
    match case.expected.kind {
        OutcomeKind::Form => true,
        OutcomeKind::Generic => case.changes.address.is_none(),
        OutcomeKind::Query
        | OutcomeKind::Field
        | OutcomeKind::Dropdown
        | OutcomeKind::Navigation => false,
    }
}

fn saw_what_was_expected(case: &Case<'_>) -> bool {
    let expected = case.expected;
    let holds = || {
        let mut changes = expected.changes.iter();
        !expected.changes.is_empty() && changes.all(|change| control::holds(case, change))
    };
    match expected.kind {
        OutcomeKind::Query => true,
        OutcomeKind::Field => holds(),
        OutcomeKind::Dropdown => holds() || expected.appear.iter().any(|it| is_new(it, case)),
        _ if !expected.vanish.is_empty() || expected.appear.iter().any(|it| it.text.is_some()) => {
            all_came_about(case)
        }
        OutcomeKind::Navigation => arrived(case) || file::was_wanted(case),
        OutcomeKind::Form => is_sent(case) || file::was_wanted(case),
        OutcomeKind::Generic => {
            file::was_wanted(case)
                || keyboard_is_there(case)
                || is_switched(case)
                || message::says_done(case)
                || next_goal_is_in_view(case)
        }
    }
}

/// What was to appear is new, and what was to vanish is gone.
fn all_came_about(case: &Case<'_>) -> bool {
    let expected = case.expected;
    expected.appear.iter().all(|wanted| is_new(wanted, case))
        && expected.vanish.iter().all(|words| is_gone(words, case))
}

/// Where it was asked to go, or another page for what leads to some page; a tab says itself that it is in front.
fn arrived(case: &Case<'_>) -> bool {
    if let Action::Navigate {
        url,
        new_tab: false,
    } = case.action
    {
        return screen_agent_action::origin::same_address(url, &case.now.url);
    }
    let target = case.action.target();
    let node = target.and_then(|id| control::find(case, id));
    let in_front = |node: &Node| node.role == Role::Tab && node.is(State::Selected);
    // A link to a place within the page changes no more than what follows `#`.
    let is_here = |node: &Node| node.facts.href.as_ref() == Some(&case.now.url);
    case.changes.address.is_some() || node.is_some_and(|node| in_front(node) || is_here(node))
}

/// A form was taken when it is gone with its button and no password is asked for any longer, or when the page says so.
fn is_sent(case: &Case<'_>) -> bool {
    let now = case.now;
    let button = case.action.target().and_then(|id| control::find(case, id));
    let gone = case.changes.address.is_some() || button.is_none();
    message::says_done(case) || gone && !now.nodes.iter().any(is_secret)
}

fn keyboard_is_there(case: &Case<'_>) -> bool {
    let node = case.action.target().and_then(|id| control::find(case, id));
    node.is_some_and(|node| node.role.takes_text() && node.is(State::Focused))
}

/// The control itself says that it was pressed, ticked, chosen or opened, or no longer is.
fn is_switched(case: &Case<'_>) -> bool {
    let change = case.action.target().and_then(|id| case.changes.of(id));
    let told = [
        State::Pressed,
        State::Checked,
        State::Selected,
        State::Expanded,
        State::Collapsed,
    ];
    change.is_some_and(|change| {
        told.iter()
            .any(|state| change.before.is(*state) != change.now.is(*state))
    })
}

fn next_goal_is_in_view(case: &Case<'_>) -> bool {
    let wanted = case.expected.next_goal.as_ref();
    wanted.is_some_and(|wanted| goal::in_view(wanted, case.now))
}

/// It is in view now, and was not before: as a control, in a line, or as what another page is about.
fn is_new(wanted: &Appearance, case: &Case<'_>) -> bool {
    let is_role = |code: &str| {
        let mut roles = wanted.roles.iter();
        wanted.roles.is_empty() || roles.any(|role| Role::parse(role) == Role::parse(code))
    };
    let Some(text) = &wanted.text else {
        let mut created = case.changes.created.iter();
        return created.any(|control| is_role(&control.print.role));
    };
    let named = |name: &str, role: &str| is_role(role) && goal::holds(name, text);
    let changes = case.changes;
    let created = changes
        .created
        .iter()
        .any(|it| named(&it.print.name, &it.print.role));
    let renamed = changes
        .changed
        .iter()
        .any(|it| named(&it.now.name, &it.now.role) && !goal::holds(&it.before.name, text));
    let said = wanted.roles.is_empty()
        && changes
            .lines_added
            .iter()
            .any(|line| goal::holds(&line.words, text));
    created
        || renamed
        || said
        || wanted.roles.is_empty() && changes.address.is_some() && is_about(case.now, text)
}

fn is_about(now: &Observation, text: &str) -> bool {
    let address = now.url.replace(['+', '_'], " ").replace("%20", " ");
    goal::holds(&address, text) || goal::holds(&now.title, text)
}

/// It stands nowhere but in messages, which may tell of what was removed.
fn is_gone(words: &str, case: &Case<'_>) -> bool {
    let now = case.now;
    let less = !case.changes.removed.is_empty() || case.changes.lines_removed > 0;
    let left = now.lines.iter().any(|line| {
        !matches!(line.kind, LineKind::Alert | LineKind::Status)
            && goal::holds(&line.words(), words)
    }) || now.nodes.iter().any(|node| goal::holds(&node.name, words));
    less && !left
}
