//! The page in front as a client has read it itself: what can be done there is known by what it says of its controls.

use screen_agent_page::{Node, Observation, Role};
use screen_agent_wire::packet::document::{Content, Document, SummaryDocument};
use sha2::{Digest, Sha256};

use super::state::Tab;

/// The one of a client's own pages that its tab shows: the first that names a tab, or the first of all. Only one that tells
/// of controls counts: on another nothing can be done.
pub(super) fn in_front(documents: &[Document]) -> Option<usize> {
    let pages = || {
        let tells = |(_, one): &(usize, &Document)| matches!(&one.content, Content::Summary(page) if !page.elements.is_empty());
        documents.iter().enumerate().filter(tells)
    };
    let of_tab = pages().find(|(_, one)| tab_of(one).is_some());
    of_tab.or_else(|| pages().next()).map(|(at, _)| at)
}

/// The tab that shows it. What the client does not say of a control is unknown, and not harmless.
pub(super) fn tab(document: &Document, page: &SummaryDocument) -> Tab {
    let nodes = page.elements.iter().map(|element| {
        let mut node = Node::new(
            &element.handle_id,
            Role::parse(&element.role),
            &element.text,
        );
        node.facts.href.clone_from(&element.href);
        node.facts.input_type.clone_from(&element.input_type);
        node
    });
    Tab {
        tab_id: tab_of(document),
        generation: generation(page),
        seen: Observation {
            url: page.url.clone(),
            title: page.title.clone(),
            nodes: nodes.collect(),
            ..Observation::default()
        },
    }
}

/// Without handles: on a page that no tab shows they mean nothing, and might be another's.
pub(super) fn without_handles(page: &mut SummaryDocument) {
    page.elements.clear();
    let items = page.items.iter_mut().map(|item| &mut item.handle_id);
    let comments = page
        .comments
        .iter_mut()
        .map(|comment| &mut comment.handle_id);
    let primary = page
        .primary
        .iter_mut()
        .map(|primary| &mut primary.handle_id);
    items
        .chain(comments)
        .chain(primary)
        .for_each(|handle| *handle = None);
}

fn tab_of(document: &Document) -> Option<String> {
    document
        .source
        .as_ref()
        .and_then(|source| source.tab_id.clone())
}

/// Such a client counts no navigations: another page, or other controls, are another generation.
fn generation(page: &SummaryDocument) -> u64 {
    let told = serde_json::to_vec(&(&page.url, &page.elements)).unwrap_or_default();
    let print = Sha256::digest(told);
    print
        .iter()
        .take(8)
        .fold(0, |all, byte| all << 8 | u64::from(*byte))
}
