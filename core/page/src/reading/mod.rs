//! A page as something to read: its text with its structure, what is its content and what is
//! around it, its items and comments, and what stands between it and the reader.
//!
//! One reader for all: HTML that was fetched, and HTML that page code captured, in which elements
//! bear `data-llm-id`, their handles. Nothing here knows any site; time is in proportion to the
//! page, whatever it holds.

mod address;
mod around;
mod comments;
mod controls;
mod count;
mod facts;
mod grid;
mod hint;
mod items;
mod lines;
mod link;
mod outline;
mod primary;
mod published;
mod said;
mod signals;
mod survey;
mod types;
mod written;

pub use address::{clean_url, normalise_url};
pub use types::{
    Comment, Control, Heading, Item, MainContent, ReadKind, ReadLine, Reading, Signal,
};

use crate::html::{Dom, NodeRef};
use crate::words::fold;

use link::Links;
use signals::Source;
use survey::Survey;

/// Reads a page. Never fails.
pub fn read(html: &str, url: &str) -> Reading {
    read_dom(&Dom::parse(html), html, url)
}

/// The same of a page that was parsed already. `html` is what it was parsed from: scripts leave no
/// trace in the tree.
pub fn read_dom(dom: &Dom, html: &str, url: &str) -> Reading {
    read_at(dom, html, url, None)
}

/// The same of one element and what is in it, by its handle. None where the page has no such element.
pub fn read_part(dom: &Dom, html: &str, url: &str, part: &str) -> Option<Reading> {
    let mut all = dom.descendants(NodeRef::ROOT);
    let part = all.find(|&at| dom.attr(at, "data-llm-id") == Some(part))?;
    Some(Reading {
        // These are the page's, not the element's.
        published: None,
        facts: Vec::new(),
        ..read_at(dom, html, url, Some(part))
    })
}

fn read_at(dom: &Dom, html: &str, url: &str, part: Option<NodeRef>) -> Reading {
    let survey = Survey::new(dom, part);
    let links = Links::new(dom, url);
    let mut lines = lines::write(&survey);
    let content = primary::container(&survey);
    let list = items::find(&survey, &links, content);
    // A list is content as a whole, whatever part of it says most.
    let container = if list.is_page {
        list.common(&survey, content)
    } else {
        content
    };
    if let Some(container) = container {
        primary::mark(&survey, container, &mut lines);
        if !list.is_page {
            primary::prune(&list.cards(&survey), &mut lines);
        }
    }
    let items = if list.is_page {
        list.read(&survey)
    } else {
        Vec::new()
    };
    Reading {
        url: links.page(url),
        title: title(dom),
        notes: lines::notes(&survey),
        published: published::read(&survey, html),
        primary: container.map(|at| described(dom, at)),
        items,
        comments: comments::read(&survey, &lines),
        outline: outline::read(&survey),
        facts: facts::read(&survey, html),
        controls: controls::read(dom, &links, part.unwrap_or(NodeRef::ROOT)),
        // Last, since links tell then whether they held secrets.
        signals: signals::read(&survey, &links, &lines, &Source { html, url }),
        lines: lines.into_iter().map(|written| written.line).collect(),
    }
}

fn title(dom: &Dom) -> String {
    let mut all = dom.descendants(NodeRef::ROOT);
    let title = all.find(|&at| {
        let head = dom.parent(at).and_then(|at| dom.tag(at));
        dom.tag(at) == Some("title") && head == Some("head")
    });
    let words = title.and_then(|at| dom.children(at).find_map(|at| dom.text(at)));
    fold(words.unwrap_or_default(), 500)
}

fn described(dom: &Dom, at: NodeRef) -> MainContent {
    MainContent {
        tag: dom.tag(at).unwrap_or_default().to_owned(),
        role: fold(dom.attr(at, "role").unwrap_or_default(), 40),
        handle: handle(dom, at),
    }
}

/// Handle of the nearest element around a place, or of itself.
fn handle(dom: &Dom, at: NodeRef) -> Option<String> {
    std::iter::once(at)
        .chain(dom.ancestors(at))
        .find_map(|at| {
            dom.attr(at, "data-llm-id")
                .filter(|id| lines::can_be_said(id))
        })
        .map(str::to_owned)
}

#[cfg(test)]
mod tests;
