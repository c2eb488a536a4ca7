//! The links between places of a tree.

use super::{Content, Item, NodeRef};

/// A place that hangs nowhere yet.
pub(super) fn item(content: Content) -> Item {
    Item {
        parent: NodeRef::NONE,
        first: NodeRef::NONE,
        last: NodeRef::NONE,
        before: NodeRef::NONE,
        next: NodeRef::NONE,
        depth: 0,
        content,
    }
}

/// Hangs a place at the end of another.
pub(super) fn link_last(items: &mut [Item], parent: NodeRef, child: NodeRef) {
    let last = items[parent.index()].last;
    let depth = items[parent.index()].depth + 1;
    let item = &mut items[child.index()];
    (item.parent, item.before, item.next, item.depth) = (parent, last, NodeRef::NONE, depth);
    items[parent.index()].last = child;
    if last == NodeRef::NONE {
        items[parent.index()].first = child;
    } else {
        items[last.index()].next = child;
    }
}

/// Hangs a place right before another.
pub(super) fn link_before(items: &mut [Item], sibling: NodeRef, child: NodeRef) {
    let (parent, before) = (items[sibling.index()].parent, items[sibling.index()].before);
    if parent == NodeRef::NONE {
        return;
    }
    let depth = items[parent.index()].depth + 1;
    let item = &mut items[child.index()];
    (item.parent, item.before, item.next, item.depth) = (parent, before, sibling, depth);
    items[sibling.index()].before = child;
    if before == NodeRef::NONE {
        items[parent.index()].first = child;
    } else {
        items[before.index()].next = child;
    }
}

/// Takes a place out of where it hangs.
pub(super) fn detach(items: &mut [Item], child: NodeRef) {
    let item = &mut items[child.index()];
    let (parent, before, next) = (item.parent, item.before, item.next);
    (item.parent, item.before, item.next) = (NodeRef::NONE, NodeRef::NONE, NodeRef::NONE);
    if parent == NodeRef::NONE {
        return;
    }
    if before == NodeRef::NONE {
        items[parent.index()].first = next;
    } else {
        items[before.index()].next = next;
    }
    if next == NodeRef::NONE {
        items[parent.index()].last = before;
    } else {
        items[next.index()].before = before;
    }
}
