//! What came of a change to a text, and keeping it where the text was opened for it.

use screen_agent_action::Action;
use screen_agent_action::step::Step;
use screen_agent_page::{Node, Role};

use super::Move;
use super::amend::{begins_with, stands};
use super::passage::edits;
use super::turn::{Tried, Turn, outcome, said};
use crate::ground::only;
use crate::ground::scene::is_ready;
use crate::read::{Amend, Clause};
use crate::words::normal::words;

/// True where every line that was to change stands on the page as it is to be, and none as it was.
pub(super) fn came_out(turn: &Turn<'_>, how: &Amend, text: &str) -> bool {
    let whole = || !matches!(how, Amend::Cut(_)) && stands(turn, text);
    let Some(held) = &turn.memory.own.value else {
        return whole();
    };
    let Some(edits) = edits(held, how, text) else {
        return match &turn.memory.own.gone {
            Some(gone) => !stands(turn, gone),
            None => whole(),
        };
    };
    let new = edits
        .iter()
        .fold(held.clone(), |held, edit| edit.applied(&held));
    let lines =
        |text: &str| -> Vec<String> { text.lines().map(|line| line.trim().to_owned()).collect() };
    let (old, new) = (lines(held), lines(&new));
    let mut come = new.iter().filter(|line| !old.contains(line)).peekable();
    let mut left = old.iter().filter(|line| !new.contains(line)).peekable();
    let changes = come.peek().is_some() || left.peek().is_some();
    // A line that is a part of its new self still stands there.
    let kept = |line: &String| line.is_empty() || new.iter().any(|new| new.contains(line.as_str()));
    changes
        && come.all(|line| stands(turn, line))
        && left.all(|line| kept(line) || !stands(turn, line))
}

/// What was opened to be changed is kept by its own button, where the order does not go on to keep it.
pub(super) fn keep(turn: &mut Turn<'_>, clause: &Clause, step: Move) -> Move {
    let changes =
        turn.memory.own.amends || matches!(clause, Clause::Amend { .. } | Clause::Style { .. });
    let opened = |step: &Step| {
        let name = step.target.as_ref().map_or("", |target| &target.name);
        matches!(step.action, Action::Click { .. }) && begins_with(name, "edit")
    };
    let opened = turn.memory.own.went || turn.ask.steps.iter().any(opened);
    if step != Move::Done || !changes || !opened || turn.forbidden("save") {
        return step;
    }
    let rest = turn.reading.clauses.get(turn.memory.at + 1..);
    if rest.unwrap_or_default().iter().any(keeps) {
        return step;
    }
    let saves = |node: &&Node| {
        let name = words(&node.name);
        is_ready(node)
            && node.role == Role::Button
            && name.len() <= 2
            && begins_with(&node.name, "save")
    };
    match only(turn.nodes().filter(saves)) {
        Some(button) => {
            turn.memory.own.sent = Some(turn.ask.steps.len());
            let id = button.id.clone();
            Move::Act(Action::Click { id }, format!("I click {}.", said(button)))
        }
        None => {
            let doubt = "nothing shows that what was changed is kept";
            turn.memory.own.doubt = Some(doubt.to_owned());
            step
        }
    }
}

/// True for what may keep a text, or goes on changing it.
fn keeps(clause: &Clause) -> bool {
    match clause {
        Clause::Tell { .. } | Clause::Remark { .. } | Clause::Wait { .. } => false,
        Clause::Effect { verb, .. } => verb != "run",
        _ => true,
    }
}

/// Whether the button that keeps it was pressed.
pub(super) fn is_kept(turn: &Turn<'_>, clause: &Clause) -> Option<Move> {
    let changes =
        turn.memory.own.amends || matches!(clause, Clause::Amend { .. } | Clause::Style { .. });
    let sent = turn.memory.own.sent.filter(|_| changes)?;
    let step = turn.ask.steps.get(sent)?;
    Some(match outcome(step) {
        Tried::Failed => Move::Stuck(turn.last_failure()),
        _ => Move::Done,
    })
}
