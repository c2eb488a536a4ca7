//! `collection.create`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Begin a collection of sources.
#[contract(camel, strict)]
pub struct CollectionCreate {
    /// Its title.
    pub title: String,
    /// Tags.
    pub tags: Option<Vec<String>>,
}

tool! {
    CollectionCreate = "collection.create", "Make a collection": Server, Collections, Keep;
    takes "{\"title\",\"tags\"?}";
    narrow |_| [("tags", tags()), ("title", text(NAME))]
}

impl Described for CollectionCreate {
    fn check(&self) -> Result<(), Invalid> {
        given("title", &self.title, TITLE)?;
        texts("tags", &self.tags, MANY, WORD)
    }
}
