//! HTML as a tree of small numbers.
//!
//! Parsing follows the HTML standard and never fails. Limits on size, depth, attributes and count
//! keep time and memory in proportion to the input, whatever it holds; every walk is a loop.

pub(crate) mod control;
mod guard;
mod link;
pub(crate) mod name;
mod sink;
mod style;
mod tame;
mod walk;

use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName};

pub(crate) use name::{Names, is_block};
pub(crate) use style::{is_hidden, is_raw_text, is_styled_away, is_unrendered};
pub(crate) use walk::Visit;

/// Longest input that is read, in bytes; the rest is passed over.
pub const MOST_BYTES: usize = 16 << 20;

/// Names a place in a [`Dom`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeRef(u32);

impl NodeRef {
    const NONE: Self = Self(u32::MAX);
    /// The document itself.
    pub const ROOT: Self = Self(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    fn some(self) -> Option<Self> {
        (self != Self::NONE).then_some(self)
    }
}

/// One element, as written.
#[derive(Debug)]
pub(crate) struct Element {
    name: html5ever::QualName,
    attrs: Vec<Attribute>,
    /// Where children of a template go.
    contents: NodeRef,
    annotation: bool,
}

#[derive(Debug)]
pub(crate) enum Content {
    /// The document, or what a template holds.
    Root,
    Element(Element),
    Text(StrTendril),
}

#[derive(Debug)]
pub(crate) struct Item {
    parent: NodeRef,
    first: NodeRef,
    last: NodeRef,
    before: NodeRef,
    next: NodeRef,
    depth: u32,
    content: Content,
}

/// A parsed page.
#[derive(Debug)]
pub struct Dom {
    items: Vec<Item>,
}

impl Dom {
    /// Parses a page. Comments, scripts and styles leave no trace.
    pub fn parse(html: &str) -> Self {
        guard::parse(html)
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// True when nothing was parsed. (A document is never without its root.)
    pub fn is_empty(&self) -> bool {
        self.items.len() <= 1
    }

    /// Tag, lower case. `None` for text.
    pub fn tag(&self, at: NodeRef) -> Option<&str> {
        self.element(at).map(|element| &*element.name.local)
    }

    pub(crate) fn element(&self, at: NodeRef) -> Option<&Element> {
        match &self.items[at.index()].content {
            Content::Element(element) => Some(element),
            Content::Root | Content::Text(_) => None,
        }
    }

    /// Words of a text node.
    pub fn text(&self, at: NodeRef) -> Option<&str> {
        match &self.items[at.index()].content {
            Content::Text(text) => Some(text),
            Content::Root | Content::Element(_) => None,
        }
    }

    /// Value of an attribute.
    pub fn attr(&self, at: NodeRef, name: &str) -> Option<&str> {
        self.attrs(at)
            .find_map(|(key, value)| (key == name).then_some(value))
    }

    /// True when the attribute is there, whatever its value.
    pub fn has(&self, at: NodeRef, name: &str) -> bool {
        self.attr(at, name).is_some()
    }

    /// Every attribute, as written.
    pub fn attrs(&self, at: NodeRef) -> impl Iterator<Item = (&str, &str)> {
        let attrs = self.element(at).map_or(&[][..], |element| &element.attrs);
        attrs
            .iter()
            .map(|attr| (local(&attr.name.local), &*attr.value))
    }

    /// The place around it.
    pub fn parent(&self, at: NodeRef) -> Option<NodeRef> {
        self.items[at.index()].parent.some()
    }

    /// The places around it, nearest first.
    pub fn ancestors(&self, at: NodeRef) -> impl Iterator<Item = NodeRef> {
        std::iter::successors(self.parent(at), |&at| self.parent(at))
    }

    /// The places directly in it, in order.
    pub fn children(&self, at: NodeRef) -> impl Iterator<Item = NodeRef> {
        let first = self.items[at.index()].first.some();
        std::iter::successors(first, |&at| self.items[at.index()].next.some())
    }

    /// The places after it in the same place, in order.
    pub(crate) fn siblings_after(&self, at: NodeRef) -> impl Iterator<Item = NodeRef> {
        let next = self.items[at.index()].next.some();
        std::iter::successors(next, |&at| self.items[at.index()].next.some())
    }

    /// The nearest element around it with this tag.
    pub fn closest(&self, at: NodeRef, tag: &str) -> Option<NodeRef> {
        self.ancestors(at).find(|&at| self.tag(at) == Some(tag))
    }
}

fn local(name: &LocalName) -> &str {
    name
}

#[cfg(test)]
mod tests;
