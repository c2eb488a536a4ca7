//! Lines of what is said, with the controls in them.

use std::collections::HashSet;

use super::{Part, Weight, control, escape};
use crate::node::{Node, NodeId};
use crate::role::Role;
use crate::screen::Screen;
use crate::text::{Line, LineKind, Run};

/// Every line that says or holds something.
pub(super) fn parts(screen: &Screen<'_>, options: usize) -> Vec<Part> {
    let mut writer = Writer {
        screen,
        options,
        written: HashSet::new(),
    };
    screen
        .lines()
        .iter()
        .filter_map(|line| writer.part(line))
        .collect()
}

struct Writer<'s, 'a> {
    screen: &'s Screen<'a>,
    options: usize,
    /// Controls that were written; each is told in full once.
    written: HashSet<&'a NodeId>,
}

impl<'a> Writer<'_, 'a> {
    fn part(&mut self, line: &'a Line) -> Option<Part> {
        let before = self.written.len();
        let body = self.body(line);
        let controls = self.written.len() - before;
        if body.chars().all(|c| c == '|' || c.is_whitespace()) {
            return None;
        }
        Some(Part {
            text: prefixed(line, body),
            weight: weight(line, controls),
            controls,
        })
    }

    fn body(&mut self, line: &'a Line) -> String {
        let mut out = String::new();
        let runs = without_last_bar(&line.runs);
        for (at, run) in runs.iter().enumerate() {
            let piece = match run {
                Run::Text(text) => escape::text(text),
                Run::Cell => "|".to_owned(),
                Run::Node(id) => self.control(id, runs, at),
            };
            add(&mut out, &piece);
        }
        out
    }

    fn control(&mut self, id: &'a NodeId, runs: &[Run], at: usize) -> String {
        match self.screen.node(id) {
            Some(node) if self.written.insert(id) => {
                control::write(node, !is_named_beside(node, runs, at), self.options)
            }
            Some(_) => format!("[{}]", escape::word(id.as_str())),
            None => String::new(),
        }
    }
}

fn weight(line: &Line, controls: usize) -> Weight {
    match line.kind {
        LineKind::Alert | LineKind::Status | LineKind::Dialog => Weight::Message,
        _ if line.covered => Weight::Covered,
        _ if controls > 0 => Weight::Control,
        LineKind::Heading(_) => Weight::Control,
        _ => Weight::Text,
    }
}

fn prefixed(line: &Line, mut body: String) -> String {
    let mut out = String::new();
    if line.covered {
        out.push_str("~ ");
    }
    // Depth comes from the client; a deep list is not worth a page of blanks.
    out.push_str(&" ".repeat(usize::from(line.depth.min(12))));
    match line.kind {
        LineKind::Heading(level) => {
            out.push_str(&"#".repeat(usize::from(level.clamp(1, 6))));
            out.push(' ');
        }
        LineKind::Item => out.push_str("- "),
        LineKind::HeaderRow => out.push_str("= "),
        LineKind::Alert | LineKind::Status => out.push_str("! "),
        LineKind::Dialog => out.push_str("== "),
        LineKind::Plain
        | LineKind::Row
        | LineKind::Term
        | LineKind::Label
        | LineKind::Caption
        | LineKind::Code => escape::start(&mut body),
    }
    out.push_str(&body);
    if line.kind == LineKind::Term && !body.ends_with(':') {
        out.push(':');
    }
    out
}

fn without_last_bar(runs: &[Run]) -> &[Run] {
    match runs {
        [rest @ .., Run::Cell] => rest,
        _ => runs,
    }
}

fn add(out: &mut String, piece: &str) {
    if piece.is_empty() {
        return;
    }
    if !out.is_empty() {
        out.push(' ');
    }
    out.push_str(piece);
}

/// Whether the text right before a field, or right after a tick box, already says its name. The name
/// of a link or button is its own text, which may well repeat the word before it.
fn is_named_beside(node: &Node, runs: &[Run], at: usize) -> bool {
    let named_by_others = node.role.takes_text()
        || node.role.is_checkable()
        || matches!(node.role, Role::Select | Role::Slider | Role::File);
    if !named_by_others {
        return false;
    }
    let name = words(node.name.trim_end_matches('\u{2026}'));
    if name.is_empty() {
        return false;
    }
    let text = |run: Option<&Run>| match run {
        Some(Run::Text(text)) => words(text),
        _ => Vec::new(),
    };
    let before = at.checked_sub(1).and_then(|at| runs.get(at));
    text(before).ends_with(&name) || text(runs.get(at + 1)).starts_with(&name)
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}
