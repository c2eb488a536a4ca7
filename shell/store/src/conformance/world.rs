//! Short ways to write turns down.

use crate::conversation::ConversationRecord;
use std::sync::atomic::{AtomicU64, Ordering};

use screen_agent_action::Action;
use screen_agent_action::expect::Expectation;
use screen_agent_action::id::{MessageId, SessionId, TaskId, TenantId, UserId};
use screen_agent_action::status::TaskStatus;
use screen_agent_action::step::{Maker, Report, Step, Verdict};
use screen_agent_gate::approval::{ApprovalRequest, AskReason};
use screen_agent_turn::task::Task;
use uuid::Uuid;

use crate::account::{Account, NewUser, UserAdded};
use crate::answer::{ASKED_LEASE_MS, KeyedRequest, RequestKey, StoredResponse};
use crate::run::{FinishRequest, RunClaim, RunEnd, SaveRun, UseApproval};
use crate::session::{MessageFilter, MessageRecord, MessageSender, NewMessage, SessionFacts};
use crate::task::pack_state;
use crate::turn::{
    BeginRefusal, BeginTurn, Begun, ConsumedApproval, LeaseId, NewStep, NewVerdict, OpenTurn,
    TaskChoice, TaskState, TurnCommit,
};
use crate::{Owner, Packed, Scoped, Store, Stored};

/// The time at which every case begins.
pub const NOW: i64 = 1_772_625_600_000;

/// A page that cases are on.
pub const URL: &str = "https://shop.example/cart?x=1";

pub fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

pub fn task_id(number: u128) -> TaskId {
    TaskId::new(id(number))
}

pub fn session_id(number: u128) -> SessionId {
    SessionId::new(id(number))
}

pub fn new_user(number: u128) -> NewUser {
    NewUser {
        id: UserId::new(id(1000 + number)),
        tenant: TenantId::new(id(2000 + number)),
        tenant_name: format!("tenant {number}"),
        email: format!("user{number}@example.com"),
        name: format!("User {number}"),
        password_hash: format!("hash {number}"),
        now_ms: NOW,
    }
}

/// A user in a tenant of their own.
pub async fn owner(store: &dyn Store, number: u128) -> Owner {
    match store.upkeep().add_user(new_user(number)).await.unwrap() {
        UserAdded::Added(user) => user.owner(),
        UserAdded::EmailTaken => panic!("a case adds each user once"),
    }
}

/// Who has the first account there is.
///
/// # Panics
///
/// When there is none.
pub async fn first_owner(store: &dyn Store) -> Owner {
    let accounts = store.upkeep().list::<Account>(()).await.unwrap();
    let user = &accounts[0].user;
    Owner {
        tenant: user.tenant.id,
        user: user.id,
    }
}

/// A second user of the tenant of user 1.
pub async fn colleague(store: &dyn Store) -> Owner {
    let user = NewUser {
        id: UserId::new(id(1999)),
        tenant: TenantId::new(id(2999)),
        email: "colleague@example.com".to_owned(),
        ..new_user(1)
    };
    match store.upkeep().add_user(user).await.unwrap() {
        UserAdded::Added(user) => user.owner(),
        UserAdded::EmailTaken => panic!("a case adds each user once"),
    }
}

pub fn facts() -> SessionFacts {
    SessionFacts {
        url: URL.to_owned(),
        domain: "shop.example".to_owned(),
        title: None,
        tab: Some(4),
        initial_query: None,
    }
}

pub fn message(role: MessageSender, content: &str) -> NewMessage {
    NewMessage {
        id: MessageId::new(id(u128::from(
            u64::try_from(content.len()).unwrap_or_default() + 5000,
        ))),
        role,
        content: content.to_owned(),
        action: None,
        status: None,
        dom_summary: None,
        metadata: None,
    }
}

/// Begins the first turn of a task.
pub fn first(task: u128, session: u128, words: &str) -> BeginTurn {
    let state = pack_state(&mut Task::new(task_id(task), words.to_owned())).unwrap();
    BeginTurn {
        task: TaskChoice::New {
            task: task_id(task),
            session: session_id(session),
            state,
        },
        facts: facts(),
        words: message(MessageSender::User, words),
        outcome: None,
        lease: LeaseId(id(task * 1000)),
        key: None,
        now_ms: NOW,
    }
}

/// Begins a later turn; `lease` tells it from others.
pub fn later(task: u128, words: &str, lease: u128) -> BeginTurn {
    BeginTurn {
        task: TaskChoice::Known {
            task: task_id(task),
            session: None,
        },
        lease: LeaseId(id(task * 1000 + lease)),
        ..first(task, 0, words)
    }
}

/// Under which requests are answered, unless it is somebody else's turn.
pub const ASKER: LeaseId = LeaseId(uuid::Uuid::from_u128(901));

pub fn key(route: &str, name: &str, body: u8) -> KeyedRequest {
    KeyedRequest {
        key: RequestKey {
            route: route.to_owned(),
            key: name.to_owned(),
            seal: Some([7; 32]),
        },
        digest: [body; 32],
    }
}

pub fn response(body: &str) -> StoredResponse {
    StoredResponse {
        status: 200,
        body: body.as_bytes().to_vec(),
    }
}

pub async fn open(store: &dyn Store, owner: Owner, begin: BeginTurn) -> OpenTurn {
    match store.scoped(owner).begin_turn(begin).await.unwrap() {
        Begun::Open(open) => *open,
        other => panic!("not opened: {other:?}"),
    }
}

pub async fn refused(store: &dyn Store, owner: Owner, begin: BeginTurn) -> BeginRefusal {
    match store.scoped(owner).begin_turn(begin).await.unwrap() {
        Begun::Refused(refusal) => refusal,
        other => panic!("not refused: {other:?}"),
    }
}

pub fn click(index: u16) -> Step {
    Step {
        index,
        thought: format!("Step {index}."),
        action: Action::GoBack,
        target: None,
        expected: Expectation::default(),
        url: URL.to_owned(),
        report: Report::default(),
        verdict: None,
        by: Maker::Engine,
        plan_step: None,
        correction: None,
    }
}

pub fn new_step(step: &Step) -> NewStep {
    NewStep {
        index: step.index,
        action: format!("click({})", step.index),
        outstanding: step.verdict.is_none(),
        body: Packed::json(step).unwrap(),
    }
}

pub fn met() -> Verdict {
    Verdict {
        met: true,
        confidence: 0.5,
        reason: "the address changed".to_owned(),
        tier: 1,
        evidence: vec!["url".to_owned()],
        proof: screen_agent_action::step::Proof::Expected,
    }
}

/// A verdict on a step of a task, put into the task too.
pub fn judge(task: &mut Task, index: u16) -> NewVerdict {
    let step = &mut task.steps[usize::from(index)];
    step.verdict = Some(met());
    NewVerdict {
        index,
        verdict: met(),
        body: Packed::json(step).unwrap(),
    }
}

pub fn approval(index: u16, fingerprint: &str) -> ConsumedApproval {
    ConsumedApproval {
        index,
        request: ApprovalRequest {
            fingerprint: fingerprint.to_owned(),
            reason: AskReason::ChangesState,
            text: "Press \"Buy\" on shop.example.".to_owned(),
            action: "click(1)".to_owned(),
            origin: "https://shop.example".to_owned(),
            element: None,
            expires_at_ms: NOW + 60_000,
        },
    }
}

/// Commits a task as it is, with nothing further.
pub fn commit(begin: &BeginTurn, task: &mut Task) -> TurnCommit {
    TurnCommit {
        task: task.id,
        lease: begin.lease,
        state: TaskState {
            status: task.status,
            url: URL.to_owned(),
            result: task.result.clone(),
            verified: task.verified(),
            step_count: u16::try_from(task.steps.len()).unwrap(),
            body: pack_state(task).unwrap(),
        },
        steps: Vec::new(),
        verdicts: Vec::new(),
        approvals: Vec::new(),
        corrections: Vec::new(),
        lessons: Vec::new(),
        exports: Vec::new(),
        announcements: Vec::new(),
        said: None,
        record: Packed::bytes(b"{}"),
        round: format!("[{}]", task.steps.len()),
        snapshot: None,
        usage: Vec::new(),
        answer: None,
        audit: Vec::new(),
        now_ms: begin.now_ms,
    }
}

/// Commits a new task with the answer to the key of the turn.
pub fn answering(begin: &BeginTurn, task: u128, body: &str) -> TurnCommit {
    let answer = begin.key.clone();
    TurnCommit {
        answer: answer.map(|asked| (asked.key, response(body))),
        ..commit(begin, &mut Task::new(task_id(task), "a".to_owned()))
    }
}

/// A task in the store as a value.
pub async fn task(store: &dyn Store, owner: Owner, number: u128) -> Task {
    let found = store.scoped(owner).task(task_id(number)).await.unwrap();
    found.unwrap().1.open().unwrap()
}

/// Plays one whole turn that leaves the task in a status.
pub async fn play(store: &dyn Store, owner: Owner, begin: BeginTurn, status: TaskStatus) -> Task {
    let number = match &begin.task {
        TaskChoice::New { task, .. } | TaskChoice::Known { task, .. } => task.get().as_u128(),
    };
    open(store, owner, begin.clone()).await;
    let mut task = task(store, owner, number).await;
    task.status = status;
    let closing = commit(&begin, &mut task);
    store.scoped(owner).commit_turn(closing).await.unwrap();
    task
}

/// Plays one whole turn that sends a step, after judging the one before.
pub async fn play_step(store: &dyn Store, owner: Owner, begin: BeginTurn) -> Task {
    let number = match &begin.task {
        TaskChoice::New { task, .. } | TaskChoice::Known { task, .. } => task.get().as_u128(),
    };
    open(store, owner, begin.clone()).await;
    let mut task = task(store, owner, number).await;
    task.status = TaskStatus::Executing;
    let index = u16::try_from(task.steps.len()).unwrap();
    let verdicts = task
        .outstanding()
        .map(|step| step.index)
        .map(|index| judge(&mut task, index));
    let step = click(index);
    task.steps.push(step.clone());
    task.rest();
    let closing = TurnCommit {
        steps: vec![new_step(&step)],
        verdicts: verdicts.into_iter().collect(),
        ..commit(&begin, &mut task)
    };
    store.scoped(owner).commit_turn(closing).await.unwrap();
    task
}

/// Every message of a session.
pub async fn said(store: &dyn Store, owner: Owner, session: u128) -> Vec<MessageRecord> {
    let filter = MessageFilter {
        limit: 200,
        ..MessageFilter::default()
    };
    let page = store
        .scoped(owner)
        .messages(session_id(session), filter)
        .await
        .unwrap();
    page.map(|page| page.items).unwrap_or_default()
}

/// What was said, without the rest.
pub async fn words(store: &dyn Store, owner: Owner, session: u128) -> Vec<String> {
    let said = said(store, owner, session).await;
    said.into_iter().map(|message| message.content).collect()
}

pub type Pending<'a, T> = std::pin::Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Polls all in turn, so that every request is under way before the first is answered.
pub async fn all_at_once<T>(mut work: Vec<Pending<'_, T>>) -> Vec<T> {
    let mut done: Vec<Option<T>> = work.iter().map(|_| None).collect();
    std::future::poll_fn(|context| {
        for (slot, future) in done.iter_mut().zip(&mut work) {
            if slot.is_none()
                && let std::task::Poll::Ready(value) = future.as_mut().poll(context)
            {
                *slot = Some(value);
            }
        }
        if done.iter().all(Option::is_some) {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    done.into_iter().flatten().collect()
}

/// A request that nobody asks again, of a conversation of its own.
async fn asked_apart(rows: &dyn Scoped) -> RequestKey {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let asked = key(&format!("apart {} {number}", std::process::id()), "q", 0);
    rows.ask_once(asked.clone(), (ASKER, ASKED_LEASE_MS), NOW)
        .await
        .unwrap();
    asked.key
}

/// Answers a request apart, and does with a run what is said. The request leaves nothing.
async fn finish(rows: &dyn Scoped, run: RunEnd) -> Stored<()> {
    let request = asked_apart(rows).await;
    let finish = FinishRequest {
        request: request.clone(),
        lease: ASKER,
        answer: response("{}"),
        run,
        audit: Vec::new(),
        now_ms: NOW,
    };
    let finished = rows.finish_request(finish).await;
    rows.remove::<ConversationRecord>(request.route, NOW)
        .await
        .unwrap();
    finished
}

/// Keeps a run.
pub async fn save_run(rows: &dyn Scoped, run: SaveRun) -> Stored<()> {
    finish(rows, RunEnd::Save(run)).await
}

/// Ends a run.
pub async fn end_run(rows: &dyn Scoped, id: &str, claim: RunClaim) -> Stored<()> {
    let id = id.to_owned();
    finish(rows, RunEnd::End { id, claim }).await
}

/// Uses an approval up in the course of a request apart.
pub async fn use_approval(rows: &dyn Scoped, fingerprint: &str, now_ms: i64) -> Stored<bool> {
    let request = asked_apart(rows).await;
    let using = UseApproval {
        fingerprint: fingerprint.to_owned(),
        first: Packed::bytes(b"first"),
        again: Packed::bytes(b"again"),
        audit: Vec::new(),
        now_ms,
    };
    let used = rows.use_approval(request.clone(), 0, using).await;
    rows.remove::<ConversationRecord>(request.route, NOW)
        .await
        .unwrap();
    used
}
