//! HTML, boiled down to its controls.
//!
//! Kept are links, fields, buttons, options, labels and whatever reacts, with the attributes that
//! tell what they are; containers, styles, scripts, drawings and what is hidden go. A form stays
//! around its controls, since where it sends them matters.

use screen_agent_words::WordList;
use std::cell::LazyCell;

use crate::html::{Dom, Names, NodeRef, Visit, control, is_block, is_hidden};
use crate::words::{Fold, cut};

/// Longest text of one element, in characters.
const TEXT: usize = 100;
/// Longest attribute, in characters.
const ATTRIBUTE: usize = 300;
/// Longest skeleton, in bytes: what a client may send as one.
pub const MOST: usize = 100_000;

/// Attributes that are kept as written.
static KEPT: WordList = WordList::named("skeleton kept");

/// What is left of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skeleton {
    /// The controls, as HTML.
    pub html: String,
    /// How many elements were kept.
    pub kept: usize,
    /// How many controls did not fit.
    pub left_out: usize,
}

/// Boils a page down. Never fails; a page without controls gives nothing.
pub fn skeleton(html: &str) -> Skeleton {
    skeleton_of(&Dom::parse(html), MOST)
}

/// Boils a parsed page down to at most so many bytes.
pub fn skeleton_of(dom: &Dom, most: usize) -> Skeleton {
    let mut writer = Writer {
        dom,
        names: LazyCell::new(|| Names::new(dom)),
        most,
        out: Skeleton::default(),
        open: Vec::new(),
    };
    let mut walk = dom.walk(NodeRef::ROOT);
    while let Some(visit) = walk.next() {
        match visit {
            Visit::Enter(at) if dom.tag(at).is_some() && is_hidden(dom, at) => walk.pass_over(at),
            Visit::Enter(at) => writer.enter(at),
            Visit::Leave(at) => writer.leave(at),
        }
    }
    writer.out
}

/// An element that is kept and not yet closed.
struct Open {
    at: NodeRef,
    /// A form is written once there is something in it.
    written: bool,
    is_form: bool,
    /// Its value must not be told.
    secret: bool,
    text: Fold,
}

struct Writer<'a, F: FnOnce() -> Names<'a>> {
    dom: &'a Dom,
    /// Indexed for the first control that is named by something else on the page.
    names: LazyCell<Names<'a>, F>,
    most: usize,
    out: Skeleton,
    open: Vec<Open>,
}

impl<'a, F: FnOnce() -> Names<'a>> Writer<'a, F> {
    fn enter(&mut self, at: NodeRef) {
        if let Some(text) = self.dom.text(at) {
            self.say(|fold| fold.text(text));
            return;
        }
        let Some(tag) = self.dom.tag(at) else { return };
        if tag == "img"
            && let Some(alt) = self.dom.attr(at, "alt")
        {
            self.say(|fold| fold.text(alt));
        }
        if tag == "form" || self.is_kept(at, tag) {
            self.keep(at, tag);
        } else if is_block(tag) {
            self.say(Fold::gap);
        }
    }

    fn say(&mut self, add: impl FnOnce(&mut Fold)) {
        if let Some(open) = self.open.last_mut()
            && !open.is_form
            && !open.secret
        {
            add(&mut open.text);
        }
    }

    fn is_kept(&self, at: NodeRef, tag: &str) -> bool {
        matches!(tag, "option" | "label") || control::role_of(self.dom, at).is_some()
    }

    fn keep(&mut self, at: NodeRef, tag: &str) {
        self.flush_text();
        let is_form = tag == "form";
        if !is_form && self.out.html.len() >= self.most {
            self.out.left_out += 1;
            return;
        }
        self.open.push(Open {
            at,
            written: false,
            is_form,
            secret: control::is_secret(self.dom, at),
            text: Fold::up_to(TEXT),
        });
        if !is_form {
            self.write_open();
        }
    }

    // Writes the element just opened, and any form around it that waited for one.
    fn write_open(&mut self) {
        let mut waiting: Vec<usize> = Vec::new();
        for (at, open) in self.open.iter().enumerate().rev() {
            if open.written {
                break;
            }
            waiting.push(at);
        }
        for index in waiting.into_iter().rev() {
            let open = &mut self.open[index];
            open.written = true;
            let (at, secret) = (open.at, open.secret);
            self.write_tag(at, secret);
            self.out.kept += 1;
        }
    }

    // Text said so far stands before what is opened next.
    fn flush_text(&mut self) {
        if let Some(open) = self.open.last_mut() {
            escape(&open.text.drain(), &mut self.out.html);
        }
    }

    fn leave(&mut self, at: NodeRef) {
        if self.open.last().is_none_or(|open| open.at != at) {
            if self.dom.tag(at).is_some_and(is_block) {
                self.say(Fold::gap);
            }
            return;
        }
        self.flush_text();
        let Some(open) = self.open.pop() else { return };
        let tag = self.dom.tag(at).unwrap_or_default();
        if open.written && !is_void(tag) {
            self.out.html.push_str("</");
            self.out.html.push_str(tag);
            self.out.html.push('>');
        }
    }

    fn write_tag(&mut self, at: NodeRef, secret: bool) {
        let dom = self.dom;
        self.out.html.push('<');
        self.out.html.push_str(dom.tag(at).unwrap_or_default());
        for (name, value) in dom.attrs(at) {
            if !KEPT.contains(name) || (secret && name == "value") {
                continue;
            }
            write_attribute(name, value, &mut self.out.html);
        }
        self.write_borrowed_name(at);
        // However a page says that an element takes clicks, the skeleton says it in one way.
        if control::takes_clicks(dom, at) {
            self.out.html.push_str(" onclick");
        }
        self.out.html.push('>');
    }

    // What the name points at may not be kept, so the name itself is.
    fn write_borrowed_name(&mut self, at: NodeRef) {
        let dom = self.dom;
        if !dom.has(at, "aria-labelledby") || dom.has(at, "aria-label") {
            return;
        }
        let name = self.names.labelled_by(at).unwrap_or_default();
        if !name.is_empty() {
            write_attribute("aria-label", &name, &mut self.out.html);
        }
    }
}

fn is_void(tag: &str) -> bool {
    matches!(
        tag,
        "input" | "area" | "img" | "br" | "hr" | "embed" | "wbr" | "col"
    )
}

fn write_attribute(name: &str, value: &str, out: &mut String) {
    out.push(' ');
    out.push_str(name);
    if value.is_empty() {
        return;
    }
    out.push_str("=\"");
    escape(&cut(value, ATTRIBUTE), out);
    out.push('"');
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests;
