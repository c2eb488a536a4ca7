//! The two transactions of a turn, with the bytes that a real turn stored, and nothing else.

use anyhow::{Context, Result};
use screen_agent_action::id::{MessageId, SessionId, TaskId};
use screen_agent_action::status::TaskStatus;
use screen_agent_audit::Entry;
use screen_agent_cli::compose;
use screen_agent_store::account::NewUser;
use screen_agent_store::session::{MessageSender, NewMessage, SessionFacts};
use screen_agent_store::task::{StoredStep, StoredTask};
use screen_agent_store::turn::{BeginTurn, LeaseId, NewStep, TaskChoice, TaskState, TurnCommit};
use screen_agent_store::{Owner, Packed, Scoped, Store, Turns};
use screen_agent_store_sqlite::SqliteStore;
use uuid::Uuid;

use crate::cpu::own_ms;

/// What one real turn stored.
#[derive(Clone)]
pub(super) struct Sample {
    task: StoredTask,
    query: String,
    action: String,
    record: Packed,
}

impl Sample {
    /// Reads it back.
    pub(super) async fn of(rows: &dyn Scoped, id: TaskId) -> Result<Self> {
        let (summary, task) = rows.task(id).await?.context("the task is gone")?;
        let steps = rows.list::<StoredStep>(id).await?;
        let records = rows
            .turn_records(id)
            .await?
            .context("the task has no record")?;
        Ok(Self {
            task,
            query: summary.query,
            action: steps
                .into_iter()
                .next()
                .context("the task has no step")?
                .action,
            record: records
                .into_iter()
                .next()
                .context("the turn has no record")?,
        })
    }
}

/// A database of its own.
pub(super) struct Transactions {
    store: Box<dyn Store>,
    owner: Owner,
    _folder: Option<tempfile::TempDir>,
}

impl Transactions {
    pub(super) async fn open(owner: Owner) -> Result<Self> {
        let folder = compose::temporary_data()?;
        let store = SqliteStore::open(&folder.path().join("alone.db"))?;
        let alone = Self::on(store, owner).await?;
        Ok(Self {
            _folder: Some(folder),
            ..alone
        })
    }

    /// On a database that is there.
    pub(super) async fn on(store: impl Store + 'static, owner: Owner) -> Result<Self> {
        let user = NewUser {
            id: owner.user,
            tenant: owner.tenant,
            tenant_name: owner.tenant.to_string(),
            email: format!("{}@localhost", owner.user),
            name: "bench".into(),
            password_hash: "!".into(),
            now_ms: 1,
        };
        store.upkeep().add_user(user).await?;
        Ok(Self {
            store: Box::new(store),
            owner,
            _folder: None,
        })
    }

    /// CPU milliseconds of so many turns.
    pub(super) async fn phase(&self, sample: &Sample, turns: usize) -> Result<f64> {
        let cpu = own_ms();
        for _ in 0..turns {
            self.turn(sample, &[]).await?;
        }
        Ok(own_ms() - cpu)
    }

    /// One turn, with what the audit log says of it.
    pub(super) async fn turn(&self, sample: &Sample, audit: &[Entry]) -> Result<()> {
        turn(&*self.store.scoped(self.owner), sample, audit).await
    }
}

async fn turn(rows: &dyn Turns, sample: &Sample, audit: &[Entry]) -> Result<()> {
    let (task, session, lease) = (
        TaskId::new(Uuid::new_v4()),
        SessionId::new(Uuid::new_v4()),
        LeaseId(Uuid::new_v4()),
    );
    let begin = BeginTurn {
        task: TaskChoice::New {
            task,
            session,
            state: sample.task.body.clone(),
        },
        facts: SessionFacts {
            url: "http://shop.example/list".into(),
            domain: "shop.example".into(),
            title: None,
            tab: None,
            initial_query: None,
        },
        words: message(MessageSender::User, sample.query.clone(), None),
        outcome: None,
        lease,
        key: None,
        now_ms: 1,
    };
    rows.begin_turn(begin).await?;
    let body = sample
        .task
        .steps
        .first()
        .context("the task has no step")?
        .clone();
    let commit = TurnCommit {
        task,
        lease,
        state: TaskState {
            status: TaskStatus::Executing,
            url: "http://shop.example/list".into(),
            result: None,
            verified: None,
            step_count: 1,
            body: sample.task.body.clone(),
        },
        steps: vec![NewStep {
            index: 0,
            action: sample.action.clone(),
            outstanding: true,
            body,
        }],
        verdicts: Vec::new(),
        approvals: Vec::new(),
        corrections: Vec::new(),
        lessons: Vec::new(),
        exports: Vec::new(),
        announcements: Vec::new(),
        said: Some(message(
            MessageSender::Assistant,
            "I wait a moment.".into(),
            Some(sample.action.clone()),
        )),
        record: sample.record.clone(),
        round: r#"{"status":"executing"}"#.into(),
        snapshot: None,
        usage: Vec::new(),
        audit: audit.to_vec(),
        answer: None,
        now_ms: 1,
    };
    rows.commit_turn(commit).await?;
    Ok(())
}

fn message(role: MessageSender, content: String, action: Option<String>) -> NewMessage {
    NewMessage {
        id: MessageId::new(Uuid::new_v4()),
        role,
        content,
        action,
        status: None,
        dom_summary: None,
        metadata: None,
    }
}
