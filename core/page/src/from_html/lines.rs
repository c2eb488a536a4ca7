//! What a page says, line by line.

use std::collections::HashMap;

use super::Found;
use crate::html::control::{is_editable, role_of};
use crate::html::{Dom, NodeRef, Visit, is_block, is_hidden};
use crate::node::NodeId;
use crate::role::Role;
use crate::text::{Line, LineKind, Run};
use crate::words::Fold;

/// Most lines of a page.
const MOST: usize = 20_000;
/// Longest line, in characters.
const LONGEST: usize = 2_000;

/// Reads the lines of a page, with the found controls where they stand.
pub(super) fn read(dom: &Dom, found: &[Found]) -> Vec<Line> {
    let ids = found.iter().map(|found| (found.at, &found.id)).collect();
    let mut writer = Writer {
        dom,
        ids,
        lines: Vec::new(),
        line: Line::default(),
        words: Fold::up_to(LONGEST),
        kinds: Vec::new(),
        lists: 0,
        row: None,
    };
    let mut walk = dom.walk(NodeRef::ROOT);
    while let Some(visit) = walk.next() {
        match visit {
            Visit::Enter(at) if dom.tag(at).is_some() && is_hidden(dom, at) => walk.pass_over(at),
            Visit::Enter(at) if writer.is_atomic(at) => {
                writer.control(at);
                walk.pass_over(at);
            }
            Visit::Enter(at) => writer.enter(at),
            Visit::Leave(at) => writer.leave(at),
        }
        if writer.lines.len() >= MOST {
            break;
        }
    }
    writer.end_line();
    writer.lines
}

struct Writer<'a> {
    dom: &'a Dom,
    ids: HashMap<NodeRef, &'a NodeId>,
    lines: Vec<Line>,
    line: Line,
    words: Fold,
    /// Elements that give their lines a kind, innermost last.
    kinds: Vec<(NodeRef, LineKind)>,
    lists: u8,
    /// The outermost table row that is open; all that is in it is one line.
    row: Option<NodeRef>,
}

impl Writer<'_> {
    /// Controls whose text is their name. A field that is only labelled, and a row or box that
    /// reacts and holds other controls, is not: its words are told as text.
    fn is_atomic(&self, at: NodeRef) -> bool {
        let Some(tag) = self.dom.tag(at) else {
            return false;
        };
        if matches!(tag, "input" | "select" | "textarea" | "button" | "option") {
            return true;
        }
        match role_of(self.dom, at) {
            None => false,
            Some(Role::Generic) => !self.holds_more(at),
            Some(Role::Link | Role::TreeItem | Role::Option) => {
                self.ids.contains_key(&at) && !self.holds_more(at)
            }
            Some(_) => self.ids.contains_key(&at) || is_editable(self.dom, at),
        }
    }

    fn holds_more(&self, at: NodeRef) -> bool {
        let inside = self.dom.descendants(at).skip(1).take(60);
        let mut blocks = 0;
        for inner in inside {
            blocks += usize::from(self.dom.tag(inner).is_some_and(is_block));
            if blocks > 3 || self.ids.contains_key(&inner) {
                return true;
            }
        }
        false
    }

    fn control(&mut self, at: NodeRef) {
        let Some(&id) = self.ids.get(&at) else { return };
        self.end_words();
        self.line.runs.push(Run::Node(id.clone()));
        self.words.gap();
    }

    fn enter(&mut self, at: NodeRef) {
        if let Some(text) = self.dom.text(at) {
            self.words.text(text);
            return;
        }
        let Some(tag) = self.dom.tag(at) else { return };
        if self.row.is_some() {
            self.enter_in_row(at, tag);
            return;
        }
        if is_block(tag) {
            self.end_line();
        }
        if matches!(tag, "ul" | "ol" | "menu") {
            self.lists = self.lists.saturating_add(1);
        }
        if tag == "tr" {
            self.row = Some(at);
        }
        if let Some(kind) = self.kind(at, tag) {
            self.kinds.push((at, kind));
        }
        self.speak(at, tag);
    }

    fn enter_in_row(&mut self, at: NodeRef, tag: &str) {
        if is_block(tag) {
            self.words.gap();
        }
        self.speak(at, tag);
    }

    // A control that is not atomic still stands where it begins; a picture says its text.
    fn speak(&mut self, at: NodeRef, tag: &str) {
        if self.ids.contains_key(&at) {
            self.control(at);
        }
        if tag == "img"
            && let Some(alt) = self.dom.attr(at, "alt")
        {
            self.words.gap();
            self.words.text(alt);
            self.words.gap();
        }
    }

    fn leave(&mut self, at: NodeRef) {
        let Some(tag) = self.dom.tag(at) else { return };
        match (self.row, tag) {
            (Some(row), _) if row == at => {
                self.end_line();
                self.row = None;
            }
            (Some(_), "td" | "th") => {
                self.end_words();
                self.line.runs.push(Run::Cell);
            }
            (Some(_), _) if is_block(tag) => self.words.gap(),
            (Some(_), _) => {}
            (None, "ul" | "ol" | "menu") => {
                self.end_line();
                self.lists = self.lists.saturating_sub(1);
            }
            (None, _) if is_block(tag) => self.end_line(),
            (None, _) => {}
        }
        if self.kinds.last().is_some_and(|&(owner, _)| owner == at) {
            self.end_line();
            self.kinds.pop();
        }
    }

    fn kind(&self, at: NodeRef, tag: &str) -> Option<LineKind> {
        let role = self.dom.attr(at, "role").unwrap_or_default();
        match (role, tag) {
            ("alert" | "alertdialog", _) => return Some(LineKind::Alert),
            ("status" | "log", _) => return Some(LineKind::Status),
            ("heading", _) => {
                let level = self.dom.attr(at, "aria-level");
                let level = level.and_then(|level| level.parse().ok()).unwrap_or(2);
                return Some(LineKind::Heading(level));
            }
            _ => {}
        }
        match tag {
            "h1" => Some(LineKind::Heading(1)),
            "h2" => Some(LineKind::Heading(2)),
            "h3" => Some(LineKind::Heading(3)),
            "h4" => Some(LineKind::Heading(4)),
            "h5" => Some(LineKind::Heading(5)),
            "h6" => Some(LineKind::Heading(6)),
            "li" => Some(LineKind::Item),
            "tr" if self.is_header(at) => Some(LineKind::HeaderRow),
            "tr" => Some(LineKind::Row),
            "dt" => Some(LineKind::Term),
            "caption" | "figcaption" | "legend" => Some(LineKind::Caption),
            "pre" => Some(LineKind::Code),
            "output" => Some(LineKind::Status),
            _ => None,
        }
    }

    // A row of nothing but headings; a heading in front of a row is only its first cell.
    fn is_header(&self, row: NodeRef) -> bool {
        let mut cells = self
            .dom
            .children(row)
            .filter(|&at| matches!(self.dom.tag(at), Some("td" | "th")))
            .peekable();
        cells.peek().is_some() && cells.all(|at| self.dom.tag(at) == Some("th"))
    }

    fn end_words(&mut self) {
        let words = self.words.take();
        if !words.is_empty() {
            self.line.runs.push(Run::Text(words));
        }
    }

    fn end_line(&mut self) {
        self.end_words();
        let mut line = std::mem::take(&mut self.line);
        if line.runs.iter().all(|run| matches!(run, Run::Cell)) {
            return;
        }
        line.kind = self.kinds.last().map_or(LineKind::Plain, |&(_, kind)| kind);
        if line.kind == LineKind::Item {
            line.depth = self.lists.saturating_sub(1);
        }
        self.lines.push(line);
    }
}
