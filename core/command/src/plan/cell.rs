//! Changing a cell of a table: it is opened by a double click, written into and left with Enter, or ticked.

use screen_agent_action::Action;
use screen_agent_page::screen::Cell;
use screen_agent_page::{Node, Role, State};

use super::submit::enter_key;
use super::turn::{Tried, Turn, click_on, said};
use super::{Move, claim, enter};
use crate::ground::scene::{is_field, is_ready};
use crate::ground::{Grounded, Reference, only, table};
use crate::words::Phrase;
use crate::words::likeness::{Likeness, likeness};

/// The cell that a phrase means, and what names its row.
pub(super) fn meant<'a>(turn: &Turn<'a>, reference: &Reference) -> Option<(Cell<'a>, String)> {
    let found = turn.memory.context.as_deref();
    match table::names(reference, found) {
        Some((column, row)) => {
            let cell = table::cell(&turn.scene, &column, &row)?;
            Some((cell, format!("{column} of {row}")))
        }
        // "The name Ann Lee".
        None => {
            let cell = table::cell_that_says(&turn.scene, &reference.whole)?;
            Some((cell, reference.whole.clone()))
        }
    }
}

/// The box or switch in a cell, where that is all that it holds.
pub(super) fn tick_box<'a>(turn: &Turn<'a>, reference: &Reference) -> Option<&'a Node> {
    let (cell, _) = meant(turn, reference)?;
    match cell.nodes[..] {
        [node] if node.role.is_checkable() && is_ready(node) => Some(node),
        _ => None,
    }
}

/// Brings a cell to a value.
pub(super) fn fill(turn: &mut Turn<'_>, reference: &Reference, text: &str) -> Option<Move> {
    if turn.memory.own.went {
        let named = table::names(reference, None).map(|(column, _)| column);
        return on_its_page(turn, named.as_ref().unwrap_or(&reference.name), text);
    }
    if let Some((cell, called)) = meant(turn, reference) {
        return Some(bring(turn, &cell, &called, text));
    }
    // It was looked for further down, where the head of the table is out of view.
    let (column, row) = table::names(reference, None)?;
    let looked = turn.memory.filled.is_empty() && !turn.memory.own.tried.is_empty();
    let far = looked && only(table::lines_of(&turn.scene, &row)).is_some();
    far.then(|| open_row(turn, &format!("{column} of {row}")))
}

/// "Alan Turing: salary 5000": the row as a label, the column before the value.
pub(super) fn fill_in_row(turn: &mut Turn<'_>, row: &Phrase, value: &Phrase) -> Option<Move> {
    let row = Reference::of(row).whole;
    /// Most words of a column's name.
    const LONGEST: usize = 5;
    let mut cuts = (1..value.0.len().min(LONGEST + 1)).rev();
    if turn.memory.own.went {
        return cuts.find_map(|at| {
            let column = Reference::read(&value.0[..at]).whole;
            on_its_page(turn, &column, &Phrase::slice(&value.0[at..]).text())
        });
    }
    let (cell, called, text) = cuts.find_map(|at| {
        let column = Reference::read(&value.0[..at]).whole;
        let cell = table::cell(&turn.scene, &column, &row)?;
        Some((
            cell,
            format!("{column} of {row}"),
            Phrase::slice(&value.0[at..]).text(),
        ))
    })?;
    Some(bring(turn, &cell, &called, &text))
}

fn bring(turn: &mut Turn<'_>, cell: &Cell<'_>, called: &str, text: &str) -> Move {
    if let [field] = cell.nodes[..]
        && is_field(field)
        && !is_editor(turn, field)
    {
        return enter::fill(turn, field, text);
    }
    let holds = |like: Option<Likeness>| like >= Some(Likeness::Folded);
    if holds(likeness(text, &cell.text)) && !cell.nodes.iter().any(|node| is_field(node)) {
        return Move::Done;
    }
    let opened = turn.mine().iter().any(|step| opens(&step.action));
    if opened {
        return write(turn, text, called);
    }
    let ready = || cell.nodes.iter().find(|node| is_ready(node));
    let Some(node) = ready().filter(|node| node.role != Role::Link) else {
        return open_row(turn, called);
    };
    let action = Action::DoubleClick {
        id: node.id.clone(),
    };
    Move::Prepare(
        action,
        format!("I open the {called}, {}, to change it.", said(node)),
    )
}

/// What cannot be changed in the table is changed on the page of its row, which the row's own link opens.
fn open_row(turn: &mut Turn<'_>, called: &str) -> Move {
    let row = called.split_once(" of ").map_or("", |(_, row)| row);
    let links = |line: usize| turn.scene.screen.in_line(line);
    let lines = table::lines_of(&turn.scene, row);
    let link = only(lines).and_then(|line| {
        let named = |node: &&Node| node.role == Role::Link && is_ready(node);
        links(line).into_iter().find(named)
    });
    let Some(link) = link else {
        return Move::Stuck(format!("the {called} cannot be changed here"));
    };
    turn.memory.own.went = true;
    let why = format!(
        "The {called} is changed on its own page; I open {}.",
        said(link)
    );
    Move::Prepare(click_on(link), why)
}

/// The field of this name on the page that was opened.
fn on_its_page(turn: &mut Turn<'_>, name: &str, text: &str) -> Option<Move> {
    match enter::find(turn, &Reference::of(&Phrase::of(name))) {
        Grounded::One(node) => Some(enter::fill(turn, node, text)),
        Grounded::Several(_) | Grounded::Nothing => None,
    }
}

fn opens(action: &Action) -> bool {
    matches!(action, Action::DoubleClick { .. })
}

/// A field that came with the double click.
fn is_editor(turn: &Turn<'_>, node: &Node) -> bool {
    turn.mine().iter().any(|step| opens(&step.action)) && node.is(State::Focused)
}

/// Writes into the field that opened, and leaves it.
pub(super) fn write(turn: &mut Turn<'_>, text: &str, called: &str) -> Move {
    let mut open = turn
        .text_fields()
        .into_iter()
        .filter(|node| node.is(State::Focused));
    let Some(field) = open.next() else {
        let offered = |node: &&Node| {
            node.role == Role::Option
                && is_ready(node)
                && likeness(text, &node.name) >= Some(Likeness::Folded)
        };
        if let Some(option) = only(turn.nodes().filter(offered)) {
            turn.sought = Some(claim::appears(text.to_owned()));
            return turn.once(click_on(option), format!("I take {}.", said(option)));
        }
        return Move::Stuck(format!("the {called} does not open to be changed"));
    };
    let action = Action::SetValue {
        id: field.id.clone(),
        text: text.to_owned(),
    };
    match turn.tried(&action) {
        Tried::Never => Move::Prepare(action, format!("I enter \"{text}\".")),
        Tried::Failed | Tried::Otherwise => Move::Stuck(turn.last_failure()),
        Tried::Met | Tried::Unseen if turn.tried(&enter_key()) == Tried::Never => {
            turn.sought = Some(claim::appears(text.to_owned()));
            Move::Act(
                enter_key(),
                format!("I press Enter, so that the {called} is kept."),
            )
        }
        Tried::Met | Tried::Unseen => Move::Stuck(format!("the {called} did not take \"{text}\"")),
    }
}
