//! Changing an editor's text as a person does: a phrase is marked, then keys are pressed or text is typed.

use screen_agent_action::{Action, Modifier};
use screen_agent_page::Node;

use super::Move;
use super::passage::{Edit, line_around, markable};
use super::turn::{Tried, Turn, outcome, said};

/// What is done, and why.
pub(super) type Deed = (Action, String);

/// What brings a change about; nothing where what is to be marked does not stand there once.
pub(super) fn steps(node: &Node, held: &str, edit: &Edit) -> Option<Vec<Deed>> {
    let line = line_around(held, &edit.at);
    if edit.new.contains('\n') {
        let key = match edit.new.starts_with('\n') {
            true => "ArrowRight",
            false => "ArrowLeft",
        };
        let beside = "I go to where it is to stand.".to_owned();
        let steps = [
            mark(node, held, &line)?,
            (press(key), beside),
            typing(edit.new.clone()),
        ];
        return Some(steps.to_vec());
    }
    let whole = held[edit.at.clone()].contains('\n');
    if whole {
        let text = held[edit.at.clone()].trim();
        let start = edit.at.start + held[edit.at.clone()].find(text)?;
        let first = !held[..start].contains('\n');
        // The empty line goes with the break before it, or behind it where it is the first.
        let key = if first { "Delete" } else { "Backspace" };
        return Some(vec![
            mark(node, held, &(start..start + text.len()))?,
            (press("Backspace"), "I take it out.".to_owned()),
            (press(key), "I take the empty line away.".to_owned()),
        ]);
    }
    let wide = markable(held, &edit.at)?;
    let (before, behind) = (
        &held[wide.start..edit.at.start],
        &held[edit.at.end..wide.end],
    );
    let new = format!("{before}{}{behind}", edit.new);
    let write = match new.is_empty() {
        true => (press("Backspace"), "I take it out.".to_owned()),
        false => typing(new),
    };
    Some(vec![marking(node, &held[wide]), write])
}

/// Marks these words, where a client finds them at this place and at no other.
pub(super) fn mark(node: &Node, held: &str, at: &std::ops::Range<usize>) -> Option<Deed> {
    let found = markable(held, at).filter(|found| found == at)?;
    Some(marking(node, &held[found]))
}

fn marking(node: &Node, phrase: &str) -> Deed {
    let why = format!("I mark \"{phrase}\" in {}.", said(node));
    let (id, text) = (node.id.clone(), phrase.to_owned());
    (Action::SelectText { id, text }, why)
}

/// Marks all that an editor holds.
pub(super) fn mark_all(node: &Node) -> Vec<Deed> {
    let id = node.id.clone();
    let all = Action::Press {
        key: "a".to_owned(),
        modifiers: vec![Modifier::Control],
    };
    vec![
        (Action::Focus { id }, format!("I go into {}.", said(node))),
        (all, "I mark all of it.".to_owned()),
    ]
}

fn press(key: &str) -> Action {
    super::turn::press(key)
}

fn typing(text: String) -> Deed {
    let why = format!("I write \"{}\".", text.trim());
    let delay_ms = None;
    (Action::Type { text, delay_ms }, why)
}

/// The first of several steps that was not done yet; done where all were.
pub(super) fn in_turn(turn: &Turn<'_>, steps: Vec<Deed>) -> Move {
    for (at, (action, why)) in steps.iter().enumerate() {
        let earlier = steps[..at]
            .iter()
            .filter(|(done, _)| done == action)
            .count();
        let mut tries = turn.mine().iter().filter(|step| step.action == *action);
        match tries.nth(earlier).map(outcome) {
            Some(Tried::Failed) => return Move::Stuck(turn.last_failure()),
            Some(_) => {}
            None if at + 1 == steps.len() => return Move::Act(action.clone(), why.clone()),
            None => return Move::Prepare(action.clone(), why.clone()),
        }
    }
    Move::Done
}
