//! Walking a tree without recursion.

use super::{Dom, NodeRef};

/// A step of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visit {
    /// Came to it.
    Enter(NodeRef),
    /// Done with all that is in it.
    Leave(NodeRef),
}

/// A walk over all that is in one place, in document order.
pub(crate) struct Walk<'a> {
    dom: &'a Dom,
    root: NodeRef,
    next: Option<Visit>,
}

impl Dom {
    /// Walks all that is in a place, the place itself included.
    pub(crate) fn walk(&self, root: NodeRef) -> Walk<'_> {
        Walk {
            dom: self,
            root,
            next: Some(Visit::Enter(root)),
        }
    }

    /// Every place inside, in document order, the place itself included.
    pub(crate) fn descendants(&self, root: NodeRef) -> impl Iterator<Item = NodeRef> {
        self.walk(root).filter_map(|visit| match visit {
            Visit::Enter(at) => Some(at),
            Visit::Leave(_) => None,
        })
    }
}

impl Walk<'_> {
    /// Passes over all that is in the place just come to; its leaving is still told.
    pub(crate) fn pass_over(&mut self, at: NodeRef) {
        self.next = Some(Visit::Leave(at));
    }

    fn after(&self, visit: Visit) -> Option<Visit> {
        match visit {
            Visit::Enter(at) => {
                let first = self.dom.items[at.index()].first.some();
                Some(first.map_or(Visit::Leave(at), Visit::Enter))
            }
            Visit::Leave(at) if at == self.root => None,
            Visit::Leave(at) => {
                let item = &self.dom.items[at.index()];
                let next = item.next.some().map(Visit::Enter);
                next.or_else(|| item.parent.some().map(Visit::Leave))
            }
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = Visit;

    fn next(&mut self) -> Option<Visit> {
        let visit = self.next?;
        self.next = self.after(visit);
        Some(visit)
    }
}
