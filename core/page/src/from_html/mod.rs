//! An observation read from HTML, for clients that send nothing else.
//!
//! HTML has no layout: what is in view, where it stands and what covers it is not known, and is
//! left out rather than guessed.

mod facts;
mod ids;
mod lines;
mod part;
mod sent;
pub(crate) mod state;

use std::collections::{HashMap, HashSet};

use url::Url;

use crate::html::{Dom, Names, NodeRef, Visit, control, is_hidden};
use crate::node::{Node, NodeId};
use crate::observation::{DomMode, Heavy, Observation};
use crate::text::Line;
use crate::words::fold;

/// Most controls that are read.
const MOST: usize = 5_000;

/// What HTML says of a screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read {
    /// Title of the page.
    pub title: String,
    /// Its controls, in document order.
    pub nodes: Vec<Node>,
    /// What it says, in document order. None for a skeleton, which says nothing.
    pub lines: Vec<Line>,
}

/// A control, found.
struct Found {
    at: NodeRef,
    id: NodeId,
}

/// What is needed to read a page, gathered once.
struct Page<'a> {
    dom: &'a Dom,
    names: Names<'a>,
    base: Option<Url>,
    forms: HashMap<NodeRef, sent::Sent>,
}

/// Reads a page or a skeleton. Never fails.
pub fn read(html: &str, url: &str, mode: DomMode) -> Read {
    read_dom(&Dom::parse(html), url, mode)
}

/// The same of a page that was parsed already.
pub fn read_dom(dom: &Dom, url: &str, mode: DomMode) -> Read {
    let page = Page::new(dom, url);
    let found = ids::find(dom, MOST);
    let lines = match mode {
        DomMode::Skeleton => Vec::new(),
        DomMode::Semantic | DomMode::Hybrid | DomMode::Full => lines::read(dom, &found),
    };
    Read {
        title: page.title(),
        nodes: found.iter().filter_map(|found| page.node(found)).collect(),
        lines,
    }
}

/// What a page says and nothing else: the words of links are text.
pub(crate) fn text_lines(html: &str) -> Vec<Line> {
    lines::read(&Dom::parse(html), &[])
}

/// Fills in the controls and lines of an observation that came with HTML only, and the words of one
/// that came with controls and HTML but says nothing. Whatever else it has of its own is left as it is.
pub fn complete(observation: &mut Observation) {
    give_facts(observation);
    if observation.is_mute() && !observation.nodes.is_empty() {
        give_words(observation);
        return;
    }
    if !observation.nodes.is_empty() || !observation.lines.is_empty() {
        return;
    }
    let Heavy { dom, skeleton, .. } = &observation.heavy;
    let (html, mode) = match (dom, skeleton) {
        (Some(dom), _) => (dom.clone(), DomMode::Full),
        (None, Some(skeleton)) => (skeleton.clone(), DomMode::Skeleton),
        (None, None) => return,
    };
    let read = read(&html, &observation.url, mode);
    observation.nodes = read.nodes;
    observation.lines = read.lines;
    if observation.title.is_empty() {
        observation.title = read.title;
    }
}

/// Selectors, hints and groups of controls that the client told without, read from the HTML that it sent besides, and the
/// controls that only the HTML has: both go by the same ids. An id that the page itself happens to use for something else
/// gives nothing, and where no id is the same the HTML goes by ids of its own.
fn give_facts(observation: &mut Observation) {
    let wants = |node: &Node| node.frame == 0 && !node.facts.in_shadow;
    let Heavy { dom, skeleton, .. } = &observation.heavy;
    let Some(html) = dom.as_ref().or(skeleton.as_ref()) else {
        return;
    };
    if !observation.nodes.iter().any(wants) {
        return;
    }
    let dom = Dom::parse(html);
    let page = Page::new(&dom, &observation.url);
    let found = ids::find(&dom, MOST);
    let written: HashMap<&NodeId, &Found> = found.iter().map(|found| (&found.id, found)).collect();
    let known: HashSet<NodeId> = observation
        .nodes
        .iter()
        .map(|node| node.id.clone())
        .collect();
    let mut shared = false;
    for node in observation.nodes.iter_mut().filter(|node| wants(node)) {
        let same = written.get(&node.id).and_then(|found| page.node(found));
        let same = same.filter(|same| same.role == node.role && same.name.starts_with(&node.name));
        if let Some(Node { facts, .. }) = same {
            shared = true;
            let own = &mut node.facts;
            own.selector = own.selector.take().or(facts.selector);
            own.hint = own.hint.take().or(facts.hint);
            own.group = own.group.take().or(facts.group);
        }
    }
    if shared {
        let more = found.iter().filter(|found| !known.contains(&found.id));
        observation
            .nodes
            .extend(more.filter_map(|found| page.node(found)));
    }
}

/// The words of the whole HTML, after the controls that the client told.
fn give_words(observation: &mut Observation) {
    let Some(dom) = observation.heavy.dom.clone() else {
        return;
    };
    observation.lines.extend(text_lines(&dom));
}

impl<'a> Page<'a> {
    fn new(dom: &'a Dom, url: &str) -> Self {
        let mut bases = dom.descendants(NodeRef::ROOT);
        let base = bases.find(|&at| dom.tag(at) == Some("base") && dom.has(at, "href"));
        let base = base.and_then(|at| dom.attr(at, "href"));
        let address = Url::parse(url).ok();
        let base = match (address, base) {
            (Some(address), Some(href)) => address.join(href).ok().or(Some(address)),
            (address, None) => address,
            (None, Some(href)) => Url::parse(href).ok(),
        };
        let names = Names::new(dom);
        Self {
            dom,
            forms: sent::forms(dom, &names),
            names,
            base,
        }
    }

    fn title(&self) -> String {
        let mut all = self.dom.descendants(NodeRef::ROOT);
        let title = all.find(|&at| {
            let head = self.dom.parent(at).and_then(|at| self.dom.tag(at));
            self.dom.tag(at) == Some("title") && head == Some("head")
        });
        let words = title.and_then(|at| self.dom.children(at).find_map(|at| self.dom.text(at)));
        fold(words.unwrap_or_default(), 500)
    }

    fn node(&self, found: &Found) -> Option<Node> {
        let at = found.at;
        let role = control::role_of(self.dom, at)?;
        let secret = control::is_secret(self.dom, at);
        Some(Node {
            value: state::value(self.dom, at, &role).filter(|_| !secret),
            states: state::states(self.dom, at, &role, secret),
            facts: self.facts(at),
            ..Node::new(found.id.as_str(), role.clone(), self.names.name(at, &role))
        })
    }

    /// An address of the page, absolute and without credentials.
    fn absolute(&self, href: &str) -> Option<String> {
        let mut url = match &self.base {
            Some(base) => base.join(href).ok()?,
            None => Url::parse(href).ok()?,
        };
        // Addresses that cannot carry credentials refuse to have them removed; nothing is lost.
        let _ = url.set_username("");
        let _ = url.set_password(None);
        Some(url.into())
    }
}

/// Every element that is drawn, as far as HTML tells, in document order.
fn drawn(dom: &Dom, mut each: impl FnMut(NodeRef)) {
    let mut walk = dom.walk(NodeRef::ROOT);
    while let Some(visit) = walk.next() {
        let Visit::Enter(at) = visit else { continue };
        if dom.tag(at).is_none() {
            continue;
        }
        if is_hidden(dom, at) {
            walk.pass_over(at);
        } else {
            each(at);
        }
    }
}

#[cfg(test)]
mod tests;
