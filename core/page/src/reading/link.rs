//! Where links lead: absolute, and without secrets.

use std::cell::Cell;

use url::Url;

use super::address::clean_url;
use crate::html::{Dom, NodeRef};

/// What addresses of a page are relative to.
pub(super) struct Links {
    base: Option<Url>,
    redacted: Cell<bool>,
}

impl Links {
    /// Reads a page's base.
    pub(super) fn new(dom: &Dom, url: &str) -> Self {
        let address = Url::parse(url).ok();
        let base = dom
            .descendants(NodeRef::ROOT)
            .find(|&at| dom.tag(at) == Some("base") && dom.has(at, "href"))
            .and_then(|at| dom.attr(at, "href"));
        let base = match (address, base) {
            (Some(address), Some(href)) => address.join(href).ok().or(Some(address)),
            (Some(address), None) => Some(address),
            (None, Some(href)) => Url::parse(href).ok(),
            (None, None) => None,
        };
        Self {
            base,
            redacted: Cell::new(false),
        }
    }

    /// The address of a page as it may be told.
    pub(super) fn page(&self, url: &str) -> String {
        self.clean(url)
    }

    /// Where a link leads. `None` where it leads to no address that may be told.
    pub(super) fn absolute(&self, href: &str) -> Option<String> {
        let url = self.join(href)?;
        Some(self.clean(url.as_str())).filter(|url| !url.is_empty())
    }

    /// Where a link leads, as it is.
    pub(super) fn join(&self, href: &str) -> Option<Url> {
        match &self.base {
            Some(base) => base.join(href.trim()).ok(),
            None => Url::parse(href.trim()).ok(),
        }
    }

    /// The host that the page is of.
    pub(super) fn host(&self) -> Option<&str> {
        self.base.as_ref().and_then(Url::host_str)
    }

    /// True when a secret was taken out of any address so far.
    pub(super) fn redacted(&self) -> bool {
        self.redacted.get()
    }

    fn clean(&self, url: &str) -> String {
        let (clean, redacted) = clean_url(url);
        self.redacted.set(self.redacted.get() || redacted);
        clean
    }
}
