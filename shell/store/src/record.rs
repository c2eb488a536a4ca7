//! Records: what is found by its id, listed, added and removed in the same way, whatever it is. What must happen
//! together with something else has a method of its own in the port.

use async_trait::async_trait;
use screen_agent_action::id::{SessionId, TaskId, UserId};

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

/// A kind whose records are added as they are. Two of an owner's with the same id are refused; of a mark or a key that is
/// there, the first stays.
#[async_trait]
pub trait AddRecord<R: Record>: Send + Sync {
    /// Adds one.
    async fn add_record(&self, record: R) -> Stored<()>;
}

/// A kind whose records are removed when their owner says so, with all that hangs on them.
#[async_trait]
pub trait RemoveRecord<R: Record>: Send + Sync {
    /// Removes the one with this id; false when there is none. The audit log says so.
    async fn remove_record(&self, id: R::Id, now_ms: i64) -> Stored<bool>;
}

/// The one that came last, of kinds that are found by nothing else.
#[derive(Clone, Copy, Debug)]
pub struct Latest;

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
    // An owner's.
    crate::session::SessionRecord: SessionId, crate::session::SessionFilter;
    crate::task::TaskSummary: TaskId, SessionId;
    crate::task::StoredStep: (), TaskId;
    crate::task::StepPicture: (TaskId, u16), ();
    crate::conversation::ConversationRecord: String, crate::conversation::ConversationFilter;
    crate::conversation::PacketRecord: (), String;
    crate::collection::CollectionRecord: String, ();
    crate::collection::SourceRecord: String, String;
    crate::collection::Capture: String, ();
    crate::artifact::ArtifactRecord: String, Option<String>;
    crate::artifact::Artifact: String, Option<String>;
    crate::file::FileRecord: String, ();
    crate::file::AllowedDomain: (), ();
    crate::knowledge::KnowledgeSource: uuid::Uuid, ();
    crate::knowledge::KnowledgeDocument: (), (uuid::Uuid, u32);
    crate::account::SavedPreferences: (), ();
    crate::debug::DebugLog: (), crate::debug::DebugFilter;
    crate::usage::UsageLine: (), TaskId;
    crate::usage::SpentDay: (), crate::usage::UsageSpan;
    crate::usage::TasksDay: (), crate::usage::UsageSpan;
    crate::usage::ChecksDay: (), crate::usage::UsageSpan;
    crate::learned::Fact: (), ();
    crate::learned::LearnedFix: (), ();
    crate::ide::IdeDocument: crate::ide::IdeDocumentName, ();
    crate::ide::IdeDocumentEntry: (), crate::ide::IdeDocumentFilter;
    crate::ide::ObjectRecord: crate::ide::ObjectName, crate::ide::ObjectFilter;
    crate::ide::IdeTrace: (), crate::ide::TraceFilter;
    crate::outbox::Published: (), crate::outbox::TopicName;
    crate::callback::ToldOfRun: uuid::Uuid, ();
    crate::schedule::Schedule: uuid::Uuid, ();
    crate::queue::FileOfRun: (), uuid::Uuid;
    crate::queue::QueuedRun: uuid::Uuid, crate::queue::QueuedRunFilter;
    crate::vault::VaultSecret: String, ();
    crate::profile::Profile: String, ();
    crate::workflow::KeptWorkflow: uuid::Uuid, ();
    crate::workflow::WorkflowVersion: (uuid::Uuid, u32), uuid::Uuid;

    // Nobody's. What counts for a while only is asked for with the time.
    crate::account::User: UserId, ();
    crate::account::PasswordRecord: String, ();
    crate::account::Account: (), ();
    crate::account::TokenHolder: (crate::account::TokenHash, i64), ();
    crate::account::SignIn: (), (UserId, i64);
    crate::account::PublishableKey: (), (UserId, i64);
    crate::account::KeyHolder: (crate::account::TokenHash, i64), ();
    crate::oauth::OauthClient: uuid::Uuid, ();
    crate::oauth::OauthGrant: (crate::account::TokenHash, i64), ();
    crate::ide::KeywordRecord: (), ();
    crate::account::SecondFactor: UserId, ();
    crate::file::TenantDomain: (), ();
    crate::upkeep::PendingArtifact: (), u32;
    crate::ide::PendingJob: (), u32;
    crate::knowledge::KnowledgeWork: (), (i64, i64);
    crate::queue::QueueFigures: i64, ();
    crate::outbox::Announced: (), (crate::outbox::OutboxPosition, u32);
    screen_agent_audit::LogRow: Latest, crate::audit::AuditFilter;
    screen_agent_audit::Mark: Latest, ();
    screen_agent_audit::PublicKey: (), ();
}
