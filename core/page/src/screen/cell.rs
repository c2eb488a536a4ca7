//! One cell of a row.

use super::Screen;
use crate::node::{Node, State};
use crate::role::Role;
use crate::text::Run;

/// One cell of a row: what it says and what stands in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell<'a> {
    /// Its words, with the names or values of its controls in place.
    pub text: String,
    /// Its controls.
    pub nodes: Vec<&'a Node>,
}

/// Cuts a row's runs into cells. A boundary that closes the row opens no further cell.
pub(super) fn cut(runs: &[Run]) -> Vec<&[Run]> {
    let mut cells: Vec<&[Run]> = runs.split(|run| matches!(run, Run::Cell)).collect();
    if cells.last().is_some_and(|last| last.is_empty()) {
        cells.pop();
    }
    cells
}

/// Reads one cell.
pub(super) fn read<'a>(screen: &Screen<'a>, runs: &[Run]) -> Cell<'a> {
    Cell {
        text: spoken(screen, runs),
        nodes: runs
            .iter()
            .filter_map(|run| match run {
                Run::Node(id) => screen.node(id),
                Run::Text(_) | Run::Cell => None,
            })
            .collect(),
    }
}

/// The words of some runs, with the names or values of controls in place.
pub(super) fn spoken(screen: &Screen<'_>, runs: &[Run]) -> String {
    let mut words = String::new();
    for run in runs {
        match run {
            Run::Text(text) => add_word(&mut words, text),
            Run::Node(id) => {
                if let Some(node) = screen.node(id) {
                    add_word(&mut words, shown(node));
                }
            }
            Run::Cell => {}
        }
    }
    words
}

/// What a person reads on a control itself: the value of a field, else its name. A tick box shows
/// nothing but its tick; its label is text of its own where it is in view.
fn shown(node: &Node) -> &str {
    match node.role {
        Role::Checkbox | Role::Radio | Role::Switch => "",
        Role::Input | Role::TextArea | Role::Select | Role::Slider => {
            node.value.as_deref().unwrap_or_default()
        }
        _ if node.is(State::Filled) => "",
        _ => &node.name,
    }
}

pub(super) fn add_word(words: &mut String, text: &str) {
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    if !words.is_empty() {
        words.push(' ');
    }
    words.push_str(text);
}
