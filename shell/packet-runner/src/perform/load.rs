//! Brings the documents of a collection.

use screen_agent_packet::run::Event;

use crate::AskError;
use crate::ask::Asking;
use crate::source::documents;

/// Brings its index and its sources.
pub(super) async fn load(asking: &Asking<'_>, collection_id: &str) -> Result<Event, AskError> {
    let found = documents::collection(asking.runner, asking.owner, collection_id).await?;
    Ok(Event::Loaded(
        found.ok_or_else(|| "There is no such collection.".to_owned()),
    ))
}
