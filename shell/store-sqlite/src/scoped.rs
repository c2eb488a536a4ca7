//! The door to one owner's rows.

use async_trait::async_trait;
use rusqlite::Connection;
use screen_agent_kernel::mind::Spent;
use screen_agent_kernel::recollect::Recollection;
use screen_agent_kernel::{SessionId, TaskId};
use screen_agent_store::debug::DebugLog;
use screen_agent_store::file::{FileRecord, Kept, Quota};
use screen_agent_store::learned::CorrectionRecord;
use screen_agent_store::session::{
    MessageFilter, MessageRecord, Page, SessionFacts, SessionFilter, SessionRecord, SessionStatus,
    WhichSessions,
};
use screen_agent_store::task::{Snapshot, StoredTask, TaskSummary, TimelineStep};
use screen_agent_store::turn::{
    BeginRefusal, BeginTurn, Begun, Committed, LeaseId, OpenTurn, TurnCommit, UsageRow,
};
use screen_agent_store::usage::UsageLine;
use screen_agent_store::{
    Costs, DebugLogs, Files, Memories, Owner, Packed, Preferences, Sessions, StoreError, Stored,
    Tasks, Turns,
};
use uuid::Uuid;

use crate::SqliteStore;
use crate::rows::{
    begin, commit, corrections, debug, domains, files, lease, messages, preferences, quota,
    recollect, sessions, tasks, usage,
};

/// One owner's rows.
pub(crate) struct OwnedRows<'a> {
    pub(crate) store: &'a SqliteStore,
    pub(crate) owner: Owner,
}

impl OwnedRows<'_> {
    /// Changes something, if what is kept afterwards is within the owner's quota.
    pub(crate) async fn write<T, F>(&self, mut change: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnMut(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        let (owner, quota) = (self.owner, self.store.quota);
        let write = move |connection: &Connection| {
            quota::within(connection, owner, quota, |connection| change(connection))
        };
        self.store.writer.write(write).await
    }
}

#[async_trait]
impl Turns for OwnedRows<'_> {
    async fn begin_turn(&self, begin: BeginTurn) -> Stored<Begun> {
        let owner = self.owner;
        let write = move |connection: &_| begin::begin(connection, owner, &begin);
        self.write(write).await
    }

    async fn lease_task(
        &self,
        task: TaskId,
        lease: LeaseId,
        now_ms: i64,
    ) -> Stored<Result<OpenTurn, BeginRefusal>> {
        let owner = self.owner;
        let write = move |connection: &_| lease::take_known(connection, owner, task, lease, now_ms);
        self.write(write).await
    }

    async fn commit_turn(&self, commit: TurnCommit) -> Stored<Committed> {
        let owner = self.owner;
        let write = move |connection: &_| commit::commit(connection, owner, &commit);
        // What began while there was room may end; the next turn is refused.
        self.store.writer.write(write).await
    }

    async fn renew_lease(&self, task: TaskId, lease: LeaseId, now_ms: i64) -> Stored<()> {
        let owner = self.owner;
        let write = move |connection: &_| lease::renew(connection, owner, task, lease, now_ms);
        self.write(write).await
    }

    async fn abandon_turn(&self, task: TaskId, lease: LeaseId) -> Stored<()> {
        let owner = self.owner;
        let write = move |connection: &_| lease::abandon(connection, owner, task, lease);
        self.write(write).await
    }
}

#[async_trait]
impl Sessions for OwnedRows<'_> {
    async fn init_session(&self, id: SessionId, facts: SessionFacts, now_ms: i64) -> Stored<bool> {
        let owner = self.owner;
        let write = move |connection: &_| sessions::init(connection, owner, id, &facts, now_ms);
        self.write(write).await
    }

    async fn session(&self, id: SessionId) -> Stored<Option<SessionRecord>> {
        let owner = self.owner;
        let read = move |connection: &_| sessions::one(connection, owner, id);
        self.store.readers.read(read).await
    }

    async fn sessions(&self, filter: SessionFilter) -> Stored<Page<SessionRecord>> {
        let owner = self.owner;
        let read = move |connection: &_| sessions::page(connection, owner, filter);
        self.store.readers.read(read).await
    }

    async fn latest_session(&self, status: SessionStatus) -> Stored<Option<SessionRecord>> {
        let filter = SessionFilter {
            which: WhichSessions::With(status),
            limit: 1,
            offset: 0,
        };
        let page = self.sessions(filter).await?;
        Ok(page.items.into_iter().next())
    }

    async fn session_by_domain(&self, domain: String) -> Stored<Option<SessionRecord>> {
        let owner = self.owner;
        let read = move |connection: &_| sessions::by_domain(connection, owner, &domain);
        self.store.readers.read(read).await
    }

    async fn rename_session(
        &self,
        id: SessionId,
        title: String,
        now_ms: i64,
    ) -> Stored<Option<SessionRecord>> {
        let owner = self.owner;
        let write = move |connection: &_| sessions::rename(connection, owner, id, &title, now_ms);
        self.write(write).await
    }

    async fn archive_session(&self, id: SessionId, now_ms: i64) -> Stored<Option<SessionRecord>> {
        let owner = self.owner;
        let write = move |connection: &_| sessions::archive(connection, owner, id, now_ms);
        self.write(write).await
    }

    async fn messages(
        &self,
        session: SessionId,
        filter: MessageFilter,
    ) -> Stored<Option<Page<MessageRecord>>> {
        let owner = self.owner;
        let read = move |connection: &_| messages::page(connection, owner, session, filter);
        self.store.readers.read(read).await
    }
}

#[async_trait]
impl Tasks for OwnedRows<'_> {
    async fn task(&self, id: TaskId) -> Stored<Option<(TaskSummary, StoredTask)>> {
        let owner = self.owner;
        let read = move |connection: &_| tasks::one(connection, owner, id);
        self.store.readers.read(read).await
    }

    async fn session_tasks(&self, session: SessionId) -> Stored<Vec<TaskSummary>> {
        let owner = self.owner;
        let read = move |connection: &_| tasks::of_session(connection, owner, session);
        self.store.readers.read(read).await
    }

    async fn timeline(&self, id: TaskId) -> Stored<Option<Vec<TimelineStep>>> {
        let owner = self.owner;
        let read = move |connection: &_| tasks::timeline(connection, owner, id);
        self.store.readers.read(read).await
    }

    async fn turn_records(&self, id: TaskId) -> Stored<Option<Vec<Packed>>> {
        let owner = self.owner;
        let read = move |connection: &_| tasks::records(connection, owner, id);
        self.store.readers.read(read).await
    }

    async fn snapshot(&self, id: TaskId, step: u16) -> Stored<Option<Snapshot>> {
        let owner = self.owner;
        let read = move |connection: &_| tasks::snapshot(connection, owner, id, step);
        self.store.readers.read(read).await
    }

    async fn active_task(
        &self,
        session: SessionId,
        url: Option<String>,
        now_ms: i64,
    ) -> Stored<Option<TaskSummary>> {
        let owner = self.owner;
        let write =
            move |connection: &_| tasks::active(connection, owner, session, url.as_deref(), now_ms);
        self.write(write).await
    }
}

#[async_trait]
impl Memories for OwnedRows<'_> {
    async fn recollect(
        &self,
        session: SessionId,
        except: TaskId,
        domain: String,
    ) -> Stored<Recollection> {
        let owner = self.owner;
        let read =
            move |connection: &_| recollect::recollect(connection, owner, session, except, &domain);
        self.store.readers.read(read).await
    }

    async fn corrections(&self, task: TaskId) -> Stored<Vec<CorrectionRecord>> {
        let owner = self.owner;
        let read = move |connection: &_| corrections::of_task(connection, owner, task);
        self.store.readers.read(read).await
    }
}

#[async_trait]
impl Costs for OwnedRows<'_> {
    async fn spent_since(&self, since_ms: i64) -> Stored<Spent> {
        let owner = self.owner;
        let read = move |connection: &_| usage::spent_since(connection, owner, since_ms);
        self.store.readers.read(read).await
    }

    async fn add_usage(&self, work: Uuid, calls: Vec<UsageRow>, now_ms: i64) -> Stored<()> {
        let owner = self.owner;
        let write = move |connection: &_| {
            // The column says what the calls were for; it was a task always, and need not be.
            let work = (TaskId::new(work), 0);
            calls
                .iter()
                .try_for_each(|call| usage::count(connection, owner, work, call, now_ms))
        };
        self.write(write).await
    }

    async fn usage(&self, task: TaskId) -> Stored<Vec<UsageLine>> {
        let owner = self.owner;
        let read = move |connection: &_| usage::of_task(connection, owner, task);
        self.store.readers.read(read).await
    }
}

#[async_trait]
impl DebugLogs for OwnedRows<'_> {
    async fn add_debug_log(&self, log: DebugLog) -> Stored<()> {
        let owner = self.owner;
        let write = move |connection: &_| debug::add(connection, owner, &log);
        self.write(write).await
    }

    async fn debug_logs(&self, task: Option<TaskId>, limit: u32) -> Stored<Vec<DebugLog>> {
        let owner = self.owner;
        let read = move |connection: &_| debug::latest(connection, owner, task, limit);
        self.store.readers.read(read).await
    }
}

#[async_trait]
impl Files for OwnedRows<'_> {
    async fn add_file(&self, file: FileRecord) -> Stored<()> {
        let owner = self.owner;
        let write = move |connection: &_| files::add(connection, owner, &file);
        self.write(write).await
    }

    async fn kept(&self) -> Stored<(Kept, Quota)> {
        let (owner, quota) = (self.owner, self.store.quota);
        let read = move |connection: &_| quota::kept(connection, owner);
        Ok((self.store.readers.read(read).await?, quota))
    }

    async fn file(&self, key: String) -> Stored<Option<FileRecord>> {
        let owner = self.owner;
        let read = move |connection: &_| files::by_key(connection, owner, &key);
        self.store.readers.read(read).await
    }

    async fn allowed_domains(&self) -> Stored<Vec<String>> {
        let tenant = self.owner.tenant;
        let read = move |connection: &_| domains::of_tenant(connection, tenant);
        self.store.readers.read(read).await
    }
}

#[async_trait]
impl Preferences for OwnedRows<'_> {
    async fn preferences(&self) -> Stored<Option<(String, i64)>> {
        let owner = self.owner;
        let read = move |connection: &_| preferences::read(connection, owner);
        self.store.readers.read(read).await
    }

    async fn save_preferences(&self, json: String, now_ms: i64) -> Stored<()> {
        let owner = self.owner;
        let write = move |connection: &_| preferences::save(connection, owner, &json, now_ms);
        self.write(write).await
    }
}
