//! Records: what is found by its id, listed, added and removed in the same way, whatever it is. What must happen
//! together with something else has a method of its own in the port.

use async_trait::async_trait;

use crate::Stored;
use crate::session::Page;

/// A kind of records.
pub trait Record: Send + Sized + 'static {
    /// What tells one from its owner's others.
    type Id: Send + 'static;
    /// Which of its owner's are listed; each kind has an order of its own.
    type Filter: Send + 'static;
}

/// A kind of which each is found.
#[async_trait]
pub trait FindRecord<R: Record>: Send + Sync {
    /// The one with this id.
    async fn find_record(&self, id: R::Id) -> Stored<Option<R>>;
}

/// A kind that is listed.
#[async_trait]
pub trait ListRecords<R: Record>: Send + Sync {
    /// A page of those that the filter lets through, and how many there are.
    async fn page_of_records(&self, filter: R::Filter) -> Stored<Page<R>>;
}

/// A kind whose records are added as they are.
#[async_trait]
pub trait AddRecord<R: Record>: Send + Sync {
    /// Adds one. Two with the same id are refused.
    async fn add_record(&self, record: R) -> Stored<()>;
}

/// A kind whose records are removed when their owner says so, with all that hangs on them.
#[async_trait]
pub trait RemoveRecord<R: Record>: Send + Sync {
    /// Removes the one with this id; false when there is none. The audit log says so.
    async fn remove_record(&self, id: R::Id, now_ms: i64) -> Stored<bool>;
}

/// The kinds that there are: their ids, and what their lists are filtered by.
macro_rules! kinds {
    ($($record:ty: $id:ty, $filter:ty;)*) => {$(
        impl Record for $record {
            type Id = $id;
            type Filter = $filter;
        }
    )*};
}
kinds! {
    crate::session::SessionRecord: screen_agent_action::id::SessionId, crate::session::SessionFilter;
    crate::task::TaskSummary: screen_agent_action::id::TaskId, screen_agent_action::id::SessionId;
    crate::conversation::ConversationRecord: String, crate::conversation::ConversationFilter;
    crate::collection::CollectionRecord: String, ();
    crate::collection::SourceRecord: String, String;
    crate::artifact::ArtifactRecord: String, Option<String>;
    crate::artifact::Artifact: String, Option<String>;
    crate::file::FileRecord: String, ();
    crate::debug::DebugLog: (), crate::debug::DebugFilter;
    crate::usage::UsageLine: (), screen_agent_action::id::TaskId;
}
