//! Bringing what was chosen to where it should be, one step at a time.

use screen_agent_action::{Action, Choice};
use screen_agent_page::{Node, Role, State};

use super::Move;
use super::choose::{entries_before, is_level};
use super::turn::{Tried, Turn, said};

/// One thing to choose.
#[derive(Clone, Debug)]
pub(super) enum Target<'a> {
    /// A control.
    Control(&'a Node),
    /// An entry of a list that the browser draws.
    Entry(&'a Node, String),
}

/// Brings every target to where it should be, one step at a time.
pub(super) fn apply(turn: &mut Turn<'_>, targets: Vec<Target<'_>>, on: bool) -> Move {
    apply_named(
        turn,
        targets
            .into_iter()
            .map(|target| (target, String::new()))
            .collect(),
        on,
    )
}

/// The same, where each target remembers what it was called by.
pub(super) fn apply_named(turn: &mut Turn<'_>, named: Vec<(Target<'_>, String)>, on: bool) -> Move {
    let targets: Vec<Target<'_>> = named.iter().map(|(target, _)| target.clone()).collect();
    if let Some(step) = several_entries(turn, &targets) {
        return step;
    }
    for (target, name) in named {
        let step = match target {
            Target::Control(node) => set(turn, node, on),
            Target::Entry(node, option) if on => enter_option(turn, node, &option),
            // To choose it once more would not take it out.
            Target::Entry(node, option) => Move::Stuck(format!(
                "I see no way to take \"{option}\" out of {}",
                said(node)
            )),
        };
        match step {
            Move::Done => {}
            other => {
                turn.memory.own.picked.push(name);
                return other;
            }
        }
    }
    Move::Done
}

/// Several entries of one list that takes several are chosen at once.
fn several_entries(turn: &Turn<'_>, targets: &[Target<'_>]) -> Option<Move> {
    let mut names = Vec::new();
    let mut list: Option<&Node> = None;
    for target in targets {
        let Target::Entry(node, option) = target else {
            return None;
        };
        if list.is_some_and(|list| list.id != node.id) || !node.facts.multiple {
            return None;
        }
        list = Some(node);
        names.push(option.clone());
    }
    let list = list.filter(|_| names.len() > 1)?;
    let why = format!("I choose {} in {}.", names.join(", "), said(list));
    let choice = Choice {
        several: names,
        ..Choice::default()
    };
    let action = Action::SelectDropdown {
        id: list.id.clone(),
        choice,
    };
    Some(turn.once(action, why))
}

pub(super) fn enter_option(turn: &mut Turn<'_>, node: &Node, option: &str) -> Move {
    if node.value.as_deref() == Some(option) && !node.facts.multiple {
        return Move::Done;
    }
    let choice = Choice {
        text: Some(option.to_owned()),
        ..Choice::default()
    };
    let action = Action::SelectDropdown {
        id: node.id.clone(),
        choice,
    };
    turn.remember(node);
    turn.once(action, format!("I choose \"{option}\" in {}.", said(node)))
}

/// Whether it is chosen. Of stars all up to the chosen one are lit: it is the last of them.
pub(super) fn is_set(turn: &Turn<'_>, node: &Node) -> bool {
    let line = turn.scene.line_of(&node.id);
    let mut behind = turn.nodes().skip_while(|other| other.id != node.id).skip(1);
    let next = behind.next().filter(|next| {
        next.role == Role::Radio
            && next.facts.group == node.facts.group
            && (turn.scene.line_of(&next.id) == line || is_level(node, next))
    });
    let lit = |node: &Node| node.is(State::Checked);
    lit(node) && !(node.role == Role::Radio && next.is_some_and(lit))
}

/// True for an entry of an open list that stands chosen before its field: to press it takes it out again.
fn is_taken(turn: &Turn<'_>, entry: &Node) -> bool {
    let mut open = turn.nodes().filter(|node| node.is(State::Expanded));
    let before = |field: &Node| entries_before(turn, field).into_iter();
    entry.role == Role::Option
        && open.any(|field| before(field).any(|chosen| chosen.name == entry.name))
}

/// Ticks, clears or clicks one control.
fn set(turn: &mut Turn<'_>, node: &Node, on: bool) -> Move {
    turn.remember(node);
    let id = node.id.clone();
    if node.role.is_checkable() {
        if is_set(turn, node) == on {
            return Move::Done;
        }
        let action = if on && node.is(State::Checked) {
            Action::Click { id }
        } else if on {
            Action::Check { id }
        } else {
            Action::Uncheck { id }
        };
        return turn.once(
            action,
            format!("I {} {}.", if on { "tick" } else { "clear" }, said(node)),
        );
    }
    let marked = node.is(State::Selected) || node.is(State::Pressed) || is_taken(turn, node);
    if (node.role == Role::Option && marked == on) || (!on && !marked && node.role == Role::Option)
    {
        return Move::Done;
    }
    let action = Action::Click { id };
    match turn.tried(&action) {
        Tried::Never => Move::Act(action, format!("I click {}.", said(node))),
        Tried::Met | Tried::Unseen => Move::Done,
        Tried::Failed | Tried::Otherwise => {
            turn.once(action, format!("I click {} again.", said(node)))
        }
    }
}
