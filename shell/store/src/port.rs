//! The storage port: two doors.
//!
//! [`Store::scoped`] opens one owner's rows and no others. [`Store::upkeep`] opens what has no
//! owner yet: sign-in, rates, recovery and retention, and what is to be told to listeners. An id that is not the
//! owner's is answered exactly like an id that never was.
//!
//! Each method is one transaction: when it returns, its change is durable as a whole, or there was none. Any may
//! fail as storage fails (`Full`, `Unavailable`, `Corrupt`) or break an invariant (`Refused`), and what makes an
//! owner's rows grow with `OverQuota`, all of [`StoreError`](crate::StoreError); what else a caller can act on
//! stands at the method. `now_ms` is the caller's clock, which may have been set back.

#![warn(missing_docs)]

use async_trait::async_trait;
use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_audit::{Entry, LogRow, Mark, PublicKey};
use screen_agent_think::models::Spent;
use screen_agent_think::recollect::{OtherConversations, PastSearch, Recollection};
use uuid::Uuid;

use crate::account::{
    Account, By, KeyHolder, Owner, PasswordRecord, PublishableKey, SavedPreferences, SecondFactor,
    SignIn, TokenHolder, User,
};
use crate::answer::{Claimed, KeyedRequest, RequestKey, StoredResponse};
use crate::artifact::{Artifact, ArtifactAdded, ArtifactChange, ArtifactChanged, ArtifactRecord};
use crate::callback::{CallbackQueue, ToldOfRun};
use crate::collection::{
    Capture, CaptureBegun, CollectionRecord, NewCollection, NewSourceRecord, SourceRecord,
};
use crate::conversation::{ConversationRecord, NewConversation, PacketRecord, PacketsAdded};
use crate::debug::DebugLog;
use crate::file::{AllowedDomain, DomainChange, FileRecord, Kept, Quota, TenantDomain};
use crate::ide::{
    IdeDocument, IdeDocumentEntry, IdeJob, IdeTrace, KeywordRecord, ObjectName, ObjectPut,
    ObjectRecord, PendingJob,
};
use crate::knowledge::{Knowledge, KnowledgeDocument, KnowledgeSource, KnowledgeWork};
use crate::learned::{Fact, LearnedFix, MemoryChange};
use crate::oauth::{Grants, OauthClient, OauthGrant};
use crate::outbox::{Announced, OutboxPosition, Publication, Published, TopicName};
use crate::peers::Peers;
use crate::profile::{Profile, Profiles};
use crate::queue::{
    FileOfRun, FileReceived, HeldOrder, LeaveRun, NewQueuedRun, QueueFigures, QueuedRun, RunChange,
    RunChanged, RunHold, RunWatched, TakeRun, TakenRun, WatchRun,
};
use crate::record::{AddRecord, FindRecord, ListRecords, Record, RemoveRecord};
use crate::run::{FinishRequest, Taken, UseApproval};
use crate::schedule::{DueSchedules, Schedule, Schedules};
use crate::session::{MessageFilter, MessageRecord, Page, SessionFacts, SessionRecord};
use crate::sign_in::Accounts;
use crate::tab_lease::TabLeases;
use crate::takeout::Taker;
use crate::task::{StepPicture, StoredStep, StoredTask, TaskSummary};
use crate::turn::{
    BeginRefusal, BeginTurn, Begun, Committed, Lease, LeaseId, OpenTurn, TakenFrom, TurnCommit,
    UsageRow,
};
use crate::upkeep::{Admission, PendingArtifact, RateWindow, Recovered, Swept};
use crate::usage::{ChecksDay, SpentDay, TasksDay, UsageLine};
use crate::vault::{SecretForRun, Vault, VaultSecret};
use crate::workflow::{KeptWorkflow, WorkflowVersion, Workflows};
use crate::{Packed, Stored};

/// Everything that is remembered.
pub trait Store: Send + Sync {
    /// The door to one owner's rows.
    fn scoped(&self, owner: Owner) -> Box<dyn Scoped + '_>;

    /// The door to what has no owner.
    fn upkeep(&self) -> &dyn Upkeep;
}

/// One owner's rows: records of these kinds, and what must happen as a whole.
pub trait Scoped:
    FindRecord<SessionRecord>
    + ListRecords<SessionRecord>
    + ListRecords<TaskSummary>
    + ListRecords<StoredStep>
    + FindRecord<StepPicture>
    + FindRecord<ConversationRecord>
    + ListRecords<ConversationRecord>
    + RemoveRecord<ConversationRecord>
    + ListRecords<PacketRecord>
    + FindRecord<CollectionRecord>
    + ListRecords<CollectionRecord>
    + RemoveRecord<CollectionRecord>
    + FindRecord<SourceRecord>
    + ListRecords<SourceRecord>
    + RemoveRecord<SourceRecord>
    + FindRecord<Capture>
    + FindRecord<Artifact>
    + ListRecords<ArtifactRecord>
    + RemoveRecord<ArtifactRecord>
    + FindRecord<FileRecord>
    + AddRecord<FileRecord>
    + ListRecords<AllowedDomain>
    + FindRecord<KnowledgeSource>
    + ListRecords<KnowledgeSource>
    + ListRecords<KnowledgeDocument>
    + FindRecord<SavedPreferences>
    + ListRecords<DebugLog>
    + AddRecord<DebugLog>
    + ListRecords<UsageLine>
    + ListRecords<SpentDay>
    + ListRecords<TasksDay>
    + ListRecords<ChecksDay>
    + ListRecords<Fact>
    + ListRecords<LearnedFix>
    + ListRecords<Published>
    + FindRecord<QueuedRun>
    + FindRecord<ToldOfRun>
    + ListRecords<QueuedRun>
    + FindRecord<IdeDocument>
    + ListRecords<IdeDocumentEntry>
    + FindRecord<ObjectRecord>
    + ListRecords<ObjectRecord>
    + ListRecords<IdeTrace>
    + Leases
    + Turns
    + Sessions
    + Tasks
    + Requests
    + ListRecords<FileOfRun>
    + RunQueue
    + FindRecord<Schedule>
    + ListRecords<Schedule>
    + RemoveRecord<Schedule>
    + Schedules
    + FindRecord<KeptWorkflow>
    + ListRecords<KeptWorkflow>
    + RemoveRecord<KeptWorkflow>
    + FindRecord<WorkflowVersion>
    + ListRecords<WorkflowVersion>
    + Workflows
    + TabLeases
    + FindRecord<VaultSecret>
    + ListRecords<VaultSecret>
    + RemoveRecord<VaultSecret>
    + Vault
    + FindRecord<Profile>
    + ListRecords<Profile>
    + RemoveRecord<Profile>
    + Profiles
    + Library
    + Documents
    + Objects
    + Belongings
    + Knowledge
{
}

/// Says which kind is meant: `rows.find::<SourceRecord>(id)`.
macro_rules! of_a_kind {
    ($door:ident) => {
        impl<'a> dyn $door + 'a {
            /// The one with this id.
            pub async fn find<R: Record>(&self, id: R::Id) -> Stored<Option<R>>
            where
                Self: FindRecord<R>,
            {
                FindRecord::<R>::find_record(self, id).await
            }

            /// A page of those that the filter lets through.
            pub async fn page<R: Record>(&self, filter: R::Filter) -> Stored<Page<R>>
            where
                Self: ListRecords<R>,
            {
                ListRecords::<R>::page_of_records(self, filter).await
            }

            /// All that the filter lets through.
            pub async fn list<R: Record>(&self, filter: R::Filter) -> Stored<Vec<R>>
            where
                Self: ListRecords<R>,
            {
                Ok(self.page::<R>(filter).await?.items)
            }

            /// Adds one.
            pub async fn add<R: Record>(&self, record: R) -> Stored<()>
            where
                Self: AddRecord<R>,
            {
                AddRecord::<R>::add_record(self, record).await
            }

            /// Removes the one with this id; false when there is none.
            pub async fn remove<R: Record>(&self, id: R::Id, now_ms: i64) -> Stored<bool>
            where
                Self: RemoveRecord<R>,
            {
                RemoveRecord::<R>::remove_record(self, id, now_ms).await
            }
        }
    };
}
of_a_kind!(Scoped);
of_a_kind!(Upkeep);

/// Rights that are held for a while: [`LEASE_MS`](crate::turn::LEASE_MS) a task, [`RUN_LEASE_MS`](crate::run::RUN_LEASE_MS) a
/// run.
#[async_trait]
pub trait Leases: Send + Sync {
    /// Holds it for as long again. [`StoreError::LeaseLost`](crate::StoreError::LeaseLost) when it was lost.
    async fn renew(&self, lease: Lease, now_ms: i64) -> Stored<()>;

    /// Lets go without an answer; harmless when it was lost already. A run stays as it was. Of a task, the key's claim
    /// is dropped, and one that never had a turn is interrupted, since no client knows it. The person's words stay with it.
    async fn release(&self, lease: Lease) -> Stored<()>;
}

/// The transactions of a turn.
#[async_trait]
pub trait Turns: Send + Sync {
    /// Opens a turn. When it returns, the person's words are durable.
    async fn begin_turn(&self, begin: BeginTurn) -> Stored<Begun>;

    /// Takes the lease on a task for a change without words, such as a stop.
    async fn lease_task(
        &self,
        task: TaskId,
        lease: LeaseId,
        from: TakenFrom,
        now_ms: i64,
    ) -> Stored<Result<OpenTurn, BeginRefusal>>;

    /// Closes a turn and lets its lease go; all of it or nothing.
    async fn commit_turn(&self, commit: TurnCommit) -> Stored<Committed>;
}

/// Conversations.
#[async_trait]
pub trait Sessions: Send + Sync {
    /// Makes a conversation unless it is there; true when it was made.
    async fn init_session(&self, id: SessionId, facts: SessionFacts, now_ms: i64) -> Stored<bool>;

    /// Gives a title for good. `None` when there is no such conversation.
    async fn rename_session(
        &self,
        id: SessionId,
        title: String,
        now_ms: i64,
    ) -> Stored<Option<SessionRecord>>;

    /// Puts a conversation away. `None` when there is no such conversation.
    async fn archive_session(&self, id: SessionId, now_ms: i64) -> Stored<Option<SessionRecord>>;

    /// A page of messages and how many there are. `None` when there is no such conversation, or
    /// it was put away.
    async fn messages(
        &self,
        session: SessionId,
        filter: MessageFilter,
    ) -> Stored<Option<Page<MessageRecord>>>;
}

/// Tasks.
#[async_trait]
pub trait Tasks: Send + Sync {
    /// A task as a value.
    async fn task(&self, id: TaskId) -> Stored<Option<(TaskSummary, StoredTask)>>;

    /// What happened in each turn, for replay. `None` when there is no such task.
    async fn turn_records(&self, id: TaskId) -> Stored<Option<Vec<Packed>>>;

    /// The task to go on with in a conversation: on this address, else on its origin, else the
    /// newest. Tasks that were left lying become interrupted and do not count.
    async fn active_task(
        &self,
        session: SessionId,
        url: Option<String>,
        now_ms: i64,
    ) -> Stored<Option<TaskSummary>>;

    /// What a turn of the task `except` may remember: its conversation without its own words,
    /// earlier tasks, what they handed on, and what has worked on the domain. Fixes are shared in
    /// the tenant; everything else is the owner's.
    async fn recollect(
        &self,
        session: SessionId,
        except: TaskId,
        domain: String,
    ) -> Stored<Recollection>;

    /// What is to be found in the owner's other conversations that were not put away, the latest of it.
    async fn elsewhere(&self, than: SessionId, search: PastSearch) -> Stored<OtherConversations>;
}

/// Requests of packets: each is answered once, by a run, in a conversation.
#[async_trait]
pub trait Requests: Send + Sync {
    /// Adds packets to a conversation; a request makes it where it is not there. All of them or none.
    /// Answers in a conversation that is not there, since it was forgotten, are not kept.
    async fn add_packets(
        &self,
        conversation: NewConversation,
        packets: Vec<PacketRecord>,
        now_ms: i64,
    ) -> Stored<PacketsAdded>;

    /// Takes a run for [`RUN_LEASE_MS`](crate::run::RUN_LEASE_MS). Of two requests, one gets it.
    async fn take_run(&self, id: String, now_ms: i64) -> Stored<Taken>;

    /// Asks whether a request has come before; if not, it is the caller's to answer under this right for so long, which is
    /// at most [`ASKED_LEASE_MS`](crate::answer::ASKED_LEASE_MS). Of two that ask, one gets it.
    async fn ask_once(
        &self,
        asked: KeyedRequest,
        (lease, for_ms): (LeaseId, i64),
        now_ms: i64,
    ) -> Stored<Claimed>;

    /// Holds a question that is being answered until then, should it not be held for longer.
    /// [`StoreError::LeaseLost`](crate::StoreError::LeaseLost) when somebody else is at it by now, or nobody.
    async fn hold_question(
        &self,
        (request, lease): (RequestKey, LeaseId),
        until_ms: i64,
    ) -> Stored<()>;

    /// Keeps the answer to a request for [`IDEMPOTENCY_MS`](crate::answer::IDEMPOTENCY_MS), or as long
    /// as its conversation. Harmless when the question was dropped, or is somebody else's by now.
    async fn keep_answer(
        &self,
        (request, lease): (RequestKey, LeaseId),
        answer: StoredResponse,
        now_ms: i64,
    ) -> Stored<()>;

    /// What has happened so far to a request that is the caller's to answer, in order.
    async fn history(&self, request: RequestKey) -> Stored<Vec<Packed>>;

    /// Writes down what happened next, the `seq`th from 0, and what the audit log says of it.
    /// [`StoreError::LeaseLost`](crate::StoreError::LeaseLost) when something else stands there by now, or there is an answer, or no
    /// such question.
    async fn add_history(
        &self,
        request: RequestKey,
        (seq, body): (u32, Packed),
        audit: Vec<Entry>,
    ) -> Stored<()>;

    /// Uses an approval up and writes down whether that was the first time, both or neither.
    async fn use_approval(&self, request: RequestKey, seq: u32, using: UseApproval)
    -> Stored<bool>;

    /// Keeps the answer to a request, and saves or ends its run: all of it or nothing. Its history
    /// is forgotten. [`StoreError::LeaseLost`](crate::StoreError::LeaseLost) when there is an answer by now.
    async fn finish_request(&self, finish: FinishRequest) -> Stored<()>;

    /// Lets go of a question that was not answered: who asks again goes on from its history, and is
    /// the first where there is none. An answer stays, and so does what is somebody else's by now.
    async fn drop_question(&self, request: RequestKey, lease: LeaseId) -> Stored<()>;
}

/// Runs, as whoever asked for them sees them.
#[async_trait]
pub trait RunQueue: Send + Sync {
    /// Adds a run to the queue. [`StoreError::TooMany`](crate::StoreError::TooMany) beyond
    /// [`MOST_OPEN_RUNS`](crate::queue::MOST_OPEN_RUNS) that are not over. Of a row of a batch that was submitted before,
    /// or under an id of the owner's that stands, nothing is added: says which run does it.
    async fn submit_run(&self, run: NewQueuedRun) -> Stored<Uuid>;

    /// Changes a run, if it stands so that this can be done.
    async fn change_run(&self, id: Uuid, change: RunChange, now_ms: i64) -> Stored<RunChanged>;

    /// What a run brought, as it stands now: JSON.
    async fn found_in_run(&self, id: Uuid) -> Stored<Option<Packed>>;

    /// Keeps a file that a page gave during a run, for whoever holds that; one under a key that stands is kept already.
    /// [`StoreError::TooMany`](crate::StoreError::TooMany) beyond [`MOST_RECEIVED`](crate::queue::MOST_RECEIVED),
    /// [`StoreError::LeaseLost`](crate::StoreError::LeaseLost) when nobody holds the run by this. The next try of the run
    /// begins without these files, and they go.
    async fn receive_file(&self, hold: RunHold, file: FileRecord) -> Stored<FileReceived>;

    /// Cancels the run whose task is in a conversation, and whether there is one that was not over.
    async fn cancel_run_in(&self, session: SessionId, now_ms: i64) -> Stored<bool>;

    /// Notes that the owner watches a run which a worker holds. One watches at a time.
    async fn watch_run(&self, watch: WatchRun) -> Stored<RunWatched>;
}

/// Runs, as workers see them. Each method but the first ends with [`StoreError::LeaseLost`](crate::StoreError::LeaseLost)
/// when the run is not the worker's any more: it was cancelled, or taken by another.
#[async_trait]
pub trait Work: Send + Sync {
    /// Takes the run whose turn it is: one of the tenant that has the fewest under way, of those the one that was served
    /// longest ago, of its runs the most urgent, of those the oldest. One whose worker was lost is taken like one that
    /// waits, or ends as failed after [`MOST_ATTEMPTS`](crate::queue::MOST_ATTEMPTS). The token counts with it, and that
    /// of whoever held it before counts no more.
    async fn take_queued(&self, take: TakeRun) -> Stored<Option<TakenRun>>;

    /// Holds it until then. What the person answered is told once, or `again` each time until something else is asked.
    async fn renew_work(&self, hold: RunHold, until_ms: i64, again: bool)
    -> Stored<Option<String>>;

    /// Asks the person something, and goes on holding the run.
    async fn ask_of_run(&self, hold: RunHold, question: String, now_ms: i64) -> Stored<()>;

    /// What was ordered, with the secrets that it names, for what came of it to be held against: nobody is told of them.
    async fn order_of_run(&self, hold: RunHold) -> Stored<HeldOrder>;

    /// Begins it again in another conversation.
    async fn restart_run(&self, hold: RunHold, session: SessionId) -> Stored<()>;

    /// Lets go of it. `Queued` leaves it for another worker, `Waiting` for the person, who is asked what `question` says;
    /// anything else is its end.
    async fn leave_run(&self, hold: RunHold, left: LeaveRun) -> Stored<()>;

    /// Gives a secret of the run's owner to whoever holds the run, if its order names it and it may be entered on this
    /// origin. That it was given, or not, is in the audit log.
    async fn secret_for_run(
        &self,
        hold: RunHold,
        name: String,
        origin: String,
        now_ms: i64,
    ) -> Stored<SecretForRun>;

    /// What the run's profile holds; nothing where it is empty, or the run has none. That it was given is in the audit log.
    async fn profile_of_run(&self, hold: RunHold) -> Stored<Option<Packed>>;

    /// Who watches the run, if anybody does.
    async fn run_watched(&self, hold: RunHold, now_ms: i64) -> Stored<Option<Uuid>>;

    /// Notes that the person has the run's page from now on, or has it no longer: what was asked then is asked no more.
    /// Either is in the audit log.
    async fn take_over(&self, hold: RunHold, taken: bool, now_ms: i64) -> Stored<()>;
}

/// Collections of sources, and the artifacts that are made of them.
#[async_trait]
pub trait Library: Send + Sync {
    /// Adds a collection; one with this id that is there already is left as it is.
    /// [`StoreError::TooMany`](crate::StoreError::TooMany) beyond [`MOST_COLLECTIONS`](crate::collection::MOST_COLLECTIONS).
    async fn add_collection(
        &self,
        collection: NewCollection,
        now_ms: i64,
    ) -> Stored<CollectionRecord>;

    /// Gives the collection with this id another title and other tags. `None` when there is none.
    async fn rename_collection(
        &self,
        collection: NewCollection,
        now_ms: i64,
    ) -> Stored<Option<CollectionRecord>>;

    /// Adds sources, and says what stands for each: for an address, or an id, that is there
    /// already, the source that was there. `None` when there is no such collection;
    /// [`StoreError::TooMany`](crate::StoreError::TooMany) beyond [`MOST_SOURCES`](crate::collection::MOST_SOURCES), and then
    /// none is added.
    async fn add_sources(
        &self,
        collection: String,
        sources: Vec<NewSourceRecord>,
        now_ms: i64,
    ) -> Stored<Option<Vec<SourceRecord>>>;

    /// Takes a source to capture it, so that nobody else does at the same time.
    async fn begin_capture(&self, source: String, now_ms: i64) -> Stored<CaptureBegun>;

    /// Notes what came of a capture, whether or not it was begun; an `Err` says why there is none
    /// and leaves what an earlier one brought. `None` when there is no such source.
    async fn captured(
        &self,
        source: String,
        capture: Result<Capture, String>,
        now_ms: i64,
    ) -> Stored<Option<SourceRecord>>;

    /// Adds one, pending or completed, unless one with its id or its key is there.
    /// [`StoreError::TooMany`](crate::StoreError::TooMany) beyond [`MOST_ARTIFACTS`](crate::artifact::MOST_ARTIFACTS).
    async fn add_artifact(&self, artifact: Artifact) -> Stored<ArtifactAdded>;

    /// Takes a step, if it follows from where the artifact stands.
    async fn update_artifact(&self, id: String, change: ArtifactChange) -> Stored<ArtifactChanged>;
}

/// Documents that an IDE keeps.
#[async_trait]
pub trait Documents: Send + Sync {
    /// Keeps a document as the version that follows the one that is there; false when that is another.
    /// [`StoreError::TooMany`](crate::StoreError::TooMany) beyond [`MOST_DOCUMENTS`](crate::ide::MOST_DOCUMENTS).
    async fn put_document(&self, document: IdeDocument) -> Stored<bool>;
}

/// Objects that an IDE keeps, and jobs about them.
#[async_trait]
pub trait Objects: Send + Sync {
    /// Keeps an object under its name; one that is there is replaced if that is wanted.
    /// [`StoreError::TooMany`](crate::StoreError::TooMany) beyond [`MOST_OBJECTS`](crate::ide::MOST_OBJECTS).
    async fn put_object(&self, object: ObjectRecord, replace: bool) -> Stored<ObjectPut>;

    /// Removes an object; what its bytes are kept under, where there was one.
    async fn remove_object(&self, name: ObjectName) -> Stored<Option<Uuid>>;

    /// Notes a job that is to be done, whatever happens to who does it.
    async fn begin_job(&self, job: IdeJob) -> Stored<()>;

    /// Forgets the job of a trace.
    async fn end_job(&self, trace: Uuid) -> Stored<()>;
}

/// What an owner chose and gave, and what it cost.
#[async_trait]
pub trait Belongings: Send + Sync {
    /// Saves the preferences.
    async fn save_preferences(&self, json: String, now_ms: i64) -> Stored<()>;

    /// How many bytes are kept for the owner and for the owner's tenant, of everything that grows, and how many
    /// may be.
    async fn kept(&self) -> Stored<(Kept, Quota)>;

    /// What the owner's whole tenant has spent since then.
    async fn spent_since(&self, since_ms: i64) -> Stored<Spent>;

    /// Changes a value that a conversation was handed on; false when there is none.
    async fn change_fact(
        &self,
        session: SessionId,
        name: String,
        change: MemoryChange,
        now_ms: i64,
    ) -> Stored<bool>;

    /// Changes a fix of the tenant's; false when there is none.
    async fn change_fix(&self, id: u32, change: MemoryChange, now_ms: i64) -> Stored<bool>;

    /// Hands over everything that is the owner's, as it is at one moment. What is kept twice comes once, and what
    /// could not be read without the key of a running task stays.
    async fn take_out(&self, taker: Taker) -> Stored<()>;

    /// Erases everything that is the owner's but the account, what was spent, and approvals that were used, which
    /// are but hashes. When it returns, nothing of it is in the database's files. Tells whose bytes are kept elsewhere
    /// of the files that are gone.
    async fn erase(&self, by: By) -> Stored<Vec<Uuid>>;

    /// Keeps calls that were made for something that is no task, such as a run of packets.
    async fn add_usage(&self, work: Uuid, calls: Vec<UsageRow>, now_ms: i64) -> Stored<()>;
}

/// What is to be told to listeners, whoever they are. A row is written in the transaction that it
/// tells of, so there is one exactly for each message and each turn.
#[async_trait]
pub trait Outbox: Send + Sync {
    /// The last place before the first that is not marked as sent.
    async fn sent_up_to(&self) -> Stored<OutboxPosition>;

    /// Marks everything up to a place as sent, for good.
    async fn mark_sent(&self, up_to: OutboxPosition, now_ms: i64) -> Stored<()>;

    /// Whose a topic is.
    async fn first_owner(&self, topic: TopicName) -> Stored<Option<Owner>>;

    /// Tells listeners of topics what stands nowhere else, in this order, all of it or nothing. Who publishes on a name
    /// that nobody has used becomes its owner.
    async fn publish(
        &self,
        owner: Owner,
        publications: Vec<Publication>,
        now_ms: i64,
    ) -> Stored<()>;

    /// The same on a topic where the owner has published so many; [`StoreError::LeaseLost`](crate::StoreError::LeaseLost)
    /// when it is another number by now.
    async fn publish_next(
        &self,
        owner: Owner,
        (topic, published): (TopicName, u32),
        publications: Vec<Publication>,
        now_ms: i64,
    ) -> Stored<()>;
}

/// What has no owner: records of these kinds, and what must happen as a whole.
#[async_trait]
pub trait Upkeep:
    FindRecord<User>
    + FindRecord<PasswordRecord>
    + ListRecords<Account>
    + FindRecord<TokenHolder>
    + ListRecords<SignIn>
    + FindRecord<KeyHolder>
    + FindRecord<OauthClient>
    + FindRecord<OauthGrant>
    + ListRecords<PublishableKey>
    + ListRecords<KeywordRecord>
    + FindRecord<SecondFactor>
    + ListRecords<TenantDomain>
    + ListRecords<PendingArtifact>
    + ListRecords<PendingJob>
    + ListRecords<KnowledgeWork>
    + ListRecords<Announced>
    + FindRecord<QueueFigures>
    + FindRecord<LogRow>
    + ListRecords<LogRow>
    + FindRecord<Mark>
    + ListRecords<Mark>
    + AddRecord<Mark>
    + ListRecords<PublicKey>
    + AddRecord<PublicKey>
    + Outbox
    + Work
    + CallbackQueue
    + DueSchedules
    + Accounts
    + Grants
    + Peers
{
    /// Writes something down in the audit log. When it returns, it is durable.
    async fn log(&self, entry: Entry) -> Stored<()>;

    /// Answers when the database can be read.
    async fn ping(&self) -> Stored<()>;

    /// Answers when the database can be written: it writes something of no meaning.
    async fn ping_write(&self) -> Stored<()>;

    /// Counts one request against a window; survives restarts. A window never ends later than its
    /// length from now, whatever the clock said when it began.
    async fn admit(&self, key: String, window: RateWindow, now_ms: i64) -> Stored<Admission>;

    /// Takes back one request that was counted against a window.
    async fn give_back(&self, key: String) -> Stored<()>;

    /// Forgets a window, as after a sign-in that worked.
    async fn forget_window(&self, key: String) -> Stored<()>;

    /// Adds a pattern to the domains of the tenant with this name, or takes it away.
    async fn set_domain(
        &self,
        tenant: String,
        pattern: String,
        wanted: bool,
        now_ms: i64,
    ) -> Stored<DomainChange>;

    /// Keeps what was changed of a keyword as the version that follows the one that is there; false when that is another.
    async fn put_keyword(&self, keyword: KeywordRecord) -> Stored<bool>;

    /// Whether a file with this id is known; the bytes of any other are nobody's.
    async fn has_file(&self, id: Uuid) -> Stored<bool>;

    /// Puts right what a crash left: leases that no living holder has, keys never answered,
    /// artifacts that nobody makes any more.
    async fn recover(&self, now_ms: i64) -> Stored<Recovered>;

    /// The same of what nobody has renewed in time, while this process and others go on.
    async fn reclaim(&self, now_ms: i64) -> Stored<Recovered>;

    /// Deletes what has grown old, at most a batch of each kind.
    async fn sweep(&self, now_ms: i64) -> Stored<Swept>;

    /// How much sweeps would delete by now, all of it. What goes with something else is not counted.
    async fn due(&self, now_ms: i64) -> Stored<Swept>;
}
