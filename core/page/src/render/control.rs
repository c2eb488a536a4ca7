//! One control, in brackets.

use super::{Part, Weight, escape};
use crate::node::{Node, State};
use crate::screen::Screen;
use crate::words::cut;

/// Options that are listed before the rest is only counted.
pub(super) const OPTIONS: usize = 12;
/// The same, when the text must be short.
pub(super) const FEW_OPTIONS: usize = 3;
/// Longest value and option that is shown, in characters.
const LONGEST: usize = 80;

/// Writes a control down. `named` is false where the text beside it already says its name.
pub(super) fn write(node: &Node, named: bool, most_options: usize) -> String {
    let mut out = format!(
        "[{} {}",
        escape::word(node.id.as_str()),
        escape::word(node.role.code())
    );
    for mark in marks(node) {
        out.push('.');
        out.push_str(&mark);
    }
    let name = escape::inline(&node.name);
    if named && !name.is_empty() {
        out.push(' ');
        out.push_str(&name);
    }
    if let Some(value) = shown_value(node) {
        out.push_str(&format!(" =\"{value}\""));
    }
    if !node.facts.options.is_empty() {
        out.push(' ');
        out.push_str(&options(&node.facts.options, most_options));
    }
    out.push(']');
    out
}

/// Its states, and what else our own code says of it.
fn marks(node: &Node) -> Vec<String> {
    let mut marks: Vec<String> = node
        .states
        .iter()
        .map(|state| state.word().to_owned())
        .collect();
    if node.covered {
        marks.push("covered".to_owned());
    }
    if node.scroll.as_ref().is_some_and(|scroll| scroll.has_more) {
        marks.push("more".to_owned());
    }
    if let Some(kind) = telling_type(node) {
        marks.push(kind);
    }
    marks.extend(node.color.as_deref().map(escape::word));
    marks.retain(|mark| !mark.is_empty());
    marks
}

/// Input types that change how a field is filled.
fn telling_type(node: &Node) -> Option<String> {
    let kind = node.facts.input_type.as_deref()?;
    let tells = matches!(
        kind,
        "date"
            | "time"
            | "datetime-local"
            | "month"
            | "week"
            | "color"
            | "file"
            | "password"
            | "number"
    );
    (tells && node.role.code() != kind).then(|| kind.to_owned())
}

fn shown_value(node: &Node) -> Option<String> {
    if node.is(State::Filled) || crate::secret::is_secret(node) {
        return None;
    }
    let value = node
        .value
        .as_deref()
        .filter(|value| !value.trim().is_empty())?;
    Some(cut(&escape::inline(value), LONGEST))
}

fn options(all: &[String], most: usize) -> String {
    let mut listed: Vec<String> = all
        .iter()
        .take(most)
        .map(|option| cut(&escape::inline(option), LONGEST).replace(';', ","))
        .collect();
    if all.len() > most {
        listed.push(format!("+{}", all.len() - most));
    }
    format!("{{{}}}", listed.join("; "))
}

/// The controls that stand in no line, under the name of their group.
pub(super) fn unplaced(screen: &Screen<'_>, options: usize) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut group: Option<&str> = None;
    let loose = screen
        .nodes()
        .iter()
        .filter(|node| screen.place(&node.id).is_none());
    for node in loose {
        if parts.is_empty() && !screen.lines().is_empty() {
            parts.push(super::frame("other controls:".to_owned()));
        }
        let own = node.facts.group.as_deref();
        if own != group {
            group = own;
            let name = escape::inline(own.unwrap_or("no group"));
            parts.push(super::frame(format!("other, in {name}:")));
        }
        parts.push(Part {
            text: write(node, true, options),
            weight: if node.covered {
                Weight::Covered
            } else {
                Weight::Control
            },
            controls: 1,
        });
    }
    parts
}
