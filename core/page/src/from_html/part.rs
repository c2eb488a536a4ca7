//! What a control belongs to, as far as HTML tells.

use crate::html::{Dom, NodeRef};
use crate::node::PartOf;
use screen_agent_words::WordList;

/// Levels that are looked up for what turns pages.
const NEAR: usize = 4;
const DIALOGS: [&str; 4] = ["dialog", "alertdialog", "alert", "status"];
const ITEMS: [&str; 5] = ["listitem", "row", "option", "treeitem", "article"];
static PAGERS: WordList = WordList::named("part pagers");

/// The part that a control is of. Fields and what stands beside them are told by clients with a layout alone.
pub(super) fn of(dom: &Dom, at: NodeRef) -> Option<PartOf> {
    if matches!(
        dom.tag(at),
        Some("input" | "select" | "textarea" | "option")
    ) {
        return None;
    }
    if turns_pages(dom, at) {
        return Some(PartOf::Pager);
    }
    // What closes one of several things takes it away, and is not the dialog's own.
    let around = dom.ancestors(at).take_while(|&at| !is_item(dom, at));
    around
        .into_iter()
        .any(|at| is_dialog(dom, at))
        .then_some(PartOf::Dialog)
}

fn is_dialog(dom: &Dom, at: NodeRef) -> bool {
    let role = dom.attr(at, "role").unwrap_or_default();
    dom.tag(at) == Some("dialog")
        || DIALOGS.contains(&role)
        || dom.has(at, "popover")
        || dom.attr(at, "aria-modal") == Some("true")
}

fn is_item(dom: &Dom, at: NodeRef) -> bool {
    matches!(dom.tag(at), Some("li" | "tr" | "article"))
        || dom
            .attr(at, "role")
            .is_some_and(|role| ITEMS.contains(&role))
}

fn turns_pages(dom: &Dom, at: NodeRef) -> bool {
    let rel = dom.attr(at, "rel").filter(|_| dom.tag(at) == Some("a"));
    let rel = rel.unwrap_or_default();
    if rel
        .split_ascii_whitespace()
        .any(|word| matches!(word, "next" | "prev"))
    {
        return true;
    }
    dom.ancestors(at).take(NEAR).any(|around| {
        let names = ["class", "id", "aria-label"]
            .iter()
            .filter_map(|name| dom.attr(around, name));
        let names = names.collect::<Vec<_>>().join(" ").to_ascii_lowercase();
        PAGERS.iter().any(|pager| names.contains(pager))
    })
}
