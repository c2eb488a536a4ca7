//! `browser.observe_dom`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Look at the page.
#[contract(camel, strict)]
pub struct ObserveDom {
    /// Most characters of text.
    pub max_chars: Option<u32>,
    /// Most controls.
    pub max_elements: Option<u32>,
    /// Most blocks of text.
    pub max_blocks: Option<u32>,
    /// Most characters of the main content.
    pub max_primary_chars: Option<u32>,
    /// Most headings.
    pub max_outline: Option<u32>,
    /// Most characters of a heading.
    pub max_outline_chars: Option<u32>,
    /// Most items of a list page.
    pub max_items: Option<u32>,
    /// Most characters of an item.
    pub max_item_chars: Option<u32>,
    /// Most comments.
    pub max_comments: Option<u32>,
    /// Most characters of a comment.
    pub max_comment_chars: Option<u32>,
    /// Look at this element only.
    pub root_handle_id: Option<String>,
}

tool! {
    ObserveDom = "browser.observe_dom", "Read the page": Client, Browser, Look;
    takes "{\"maxChars\"?,\"rootHandleId\"?} look at the page again, or at one element of it";
    narrow |handle| [
        ("maxChars", or_null(whole(2_000, 16_000))),
        ("rootHandleId", or_null(handle)),
    ]
}

impl Described for ObserveDom {
    fn check(&self) -> Result<(), Invalid> {
        given("rootHandleId", &self.root_handle_id, ID)?;
        for (field, number, most) in [
            ("maxChars", self.max_chars, 200_000),
            ("maxElements", self.max_elements, 5_000),
            ("maxBlocks", self.max_blocks, 5_000),
            ("maxPrimaryChars", self.max_primary_chars, 200_000),
            ("maxOutline", self.max_outline, 1_000),
            ("maxOutlineChars", self.max_outline_chars, 1_000),
            ("maxItems", self.max_items, 1_000),
            ("maxItemChars", self.max_item_chars, 10_000),
            ("maxComments", self.max_comments, 1_000),
            ("maxCommentChars", self.max_comment_chars, 10_000),
        ] {
            within(field, number, 1, most)?;
        }
        Ok(())
    }

    fn handle(&self) -> Option<&str> {
        self.root_handle_id.as_deref()
    }
}
