//! An engine on a store of its own, with proposers that do as they are told.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

use std::collections::VecDeque;
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use screen_agent_action::Action;
use screen_agent_action::ask::{Ask, Decision, Proposal, ProposeFailure};
use screen_agent_action::id::{SessionId, TaskId, TenantId, UserId};
use screen_agent_engine::turn::{TurnAnswer, TurnError, TurnReply, TurnRequest};
use screen_agent_engine::{Engine, EngineParts, FileLinks, OwnModels, Patience};
use screen_agent_packet::engines::Engines;
use screen_agent_packet::run::Lasting;
use screen_agent_page::{Node, NodeId, Observation, Role};
use screen_agent_ports::{Blobs, Clock, Ids, Proposed, Proposer, Thinker, Usage};
use screen_agent_store::account::{NewUser, UserAdded};
use screen_agent_store::answer::{KeyedRequest, RequestKey, StoredResponse};
use screen_agent_store::outbox::{Announced, Happened, OutboxPosition};
use screen_agent_store::session::{MessageFilter, MessageRecord};
use screen_agent_store::task::TaskSummary;
use screen_agent_store::{Owner, Store};
use screen_agent_store_sqlite::SqliteStore;
use screen_agent_tools::redact::Keep;
use screen_agent_turn::event::Seen;
use tempfile::TempDir;
use tokio::sync::Notify;
use uuid::Uuid;

pub const NOW: i64 = 1_772_625_600_000;

/// Time stands still until it is moved.
pub struct FixedClock(pub AtomicI64);

impl Clock for FixedClock {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }
}

/// 1, 2, 3 ...
#[derive(Default)]
pub struct Counting(AtomicU64);

impl Ids for Counting {
    fn fresh(&self) -> Uuid {
        Uuid::from_u128(u128::from(1 + self.0.fetch_add(1, Ordering::SeqCst)))
    }

    fn random(&self) -> Uuid {
        self.fresh()
    }
}

/// What a proposer does when it is asked.
pub enum Cue {
    Say(Decision),
    Fail(ProposeFailure),
    Panic,
    /// Never answers.
    Hang,
    /// Answers once the test lets it.
    Wait(Arc<Notify>, Decision),
}

/// Follows a script; the last cue is an answer that ends the task.
pub struct Scripted {
    name: &'static str,
    metered: bool,
    cues: Mutex<VecDeque<Cue>>,
    pub asked: Mutex<Vec<Ask>>,
    pub calls: AtomicUsize,
    /// Notified each time it is asked.
    pub called: Notify,
}

impl Scripted {
    pub fn new(cues: Vec<Cue>) -> Arc<Self> {
        Self::named("scripted", true, cues)
    }

    pub fn named(name: &'static str, metered: bool, cues: Vec<Cue>) -> Arc<Self> {
        Arc::new(Self {
            name,
            metered,
            cues: Mutex::new(cues.into()),
            asked: Mutex::default(),
            calls: AtomicUsize::new(0),
            called: Notify::new(),
        })
    }
}

#[async_trait]
impl Proposer for Scripted {
    fn name(&self) -> &str {
        self.name
    }

    fn is_metered(&self) -> bool {
        self.metered
    }

    async fn propose(&self, ask: &Ask) -> Result<Proposed, ProposeFailure> {
        self.asked.lock().unwrap().push(ask.clone());
        self.calls.fetch_add(1, Ordering::SeqCst);
        self.called.notify_one();
        let cue = self.cues.lock().unwrap().pop_front();
        match cue.expect("the script has an answer") {
            Cue::Say(decision) => Ok(proposed(decision)),
            Cue::Fail(failure) => Err(failure),
            Cue::Panic => panic!("scripted"),
            Cue::Hang => std::future::pending().await,
            Cue::Wait(go, decision) => {
                go.notified().await;
                Ok(proposed(decision))
            }
        }
    }
}

fn proposed(decision: Decision) -> Proposed {
    Proposed {
        proposal: Proposal::new("As asked.", decision),
        usage: Some(Usage {
            prompt_tokens: 10,
            completion_tokens: 2,
        }),
    }
}

pub fn act(action: Action) -> Cue {
    Cue::Say(Decision::Act { action })
}

pub fn hover(id: &str) -> Cue {
    act(Action::Hover {
        id: NodeId::new(id),
    })
}

pub fn finish(text: &str) -> Cue {
    act(Action::Finish {
        text: Some(text.to_owned()),
        success: true,
    })
}

pub fn ask_for(question: &str) -> Cue {
    Cue::Say(Decision::Question {
        question: question.to_owned(),
        missing: vec!["colour".to_owned()],
    })
}

pub fn give_up(reason: &str) -> Cue {
    Cue::Say(Decision::GiveUp {
        reason: reason.to_owned(),
    })
}

/// An engine and everything around it.
pub struct World {
    pub engine: Engine,
    pub store: SqliteStore,
    pub owner: Owner,
    pub clock: Arc<FixedClock>,
    pub folder: TempDir,
}

impl World {
    pub async fn new(proposers: Vec<Arc<Scripted>>) -> Self {
        Self::patient(proposers, Patience::default()).await
    }

    pub async fn patient(proposers: Vec<Arc<Scripted>>, patience: Patience) -> Self {
        Self::thinking(proposers, patience, None, 0).await
    }

    /// One behind which models stand, and what its tenant may spend a day.
    pub async fn thinking(
        proposers: Vec<Arc<Scripted>>,
        patience: Patience,
        thinker: Option<Arc<dyn Thinker>>,
        tenant_micros_a_day: u64,
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("test.db")).unwrap();
        let owner = owner(&store, 1).await;
        let clock = Arc::new(FixedClock(AtomicI64::new(NOW)));
        let engine = Engine::new(EngineParts {
            proposers: proposers
                .into_iter()
                .map(|proposer| proposer as Arc<dyn Proposer>)
                .collect(),
            patience,
            thinker,
            tenant_micros_a_day,
            ..parts(&store, &clock)
        });
        Self {
            engine,
            store,
            owner,
            clock,
            folder,
        }
    }

    /// A turn whose answer is what [`encode`] makes of it.
    pub async fn turn(&self, request: TurnRequest) -> Result<TurnAnswer, TurnError> {
        self.engine.turn(self.owner, request, encode).await
    }

    /// A turn that is answered, as text.
    pub async fn answer(&self, request: TurnRequest) -> String {
        let answer = self.turn(request).await.unwrap();
        String::from_utf8(answer.response.body).unwrap()
    }

    /// The only task of session 7.
    pub async fn task(&self) -> TaskId {
        let rows = self.store.scoped(self.owner);
        let tasks = rows.list::<TaskSummary>(session()).await.unwrap();
        assert_eq!(tasks.len(), 1);
        tasks[0].id
    }

    pub async fn said(&self) -> Vec<MessageRecord> {
        let filter = MessageFilter {
            limit: 200,
            ..MessageFilter::default()
        };
        let rows = self.store.scoped(self.owner);
        rows.messages(session(), filter)
            .await
            .unwrap()
            .unwrap()
            .items
    }

    /// What listeners are to be told so far, in a word each.
    pub async fn told(&self) -> Vec<String> {
        let outbox = self
            .store
            .upkeep()
            .list::<Announced>((OutboxPosition::default(), 100));
        let word = |row: Announced| {
            assert_eq!(row.owner, self.owner);
            assert_eq!(row.topic.session(), Some(session()));
            match row.what {
                Happened::Message(message) => format!("{} {}", message.sequence, message.content),
                Happened::Turn { turn, round, .. } => format!("turn {turn} {round}"),
                Happened::Interrupted { turn, .. } => format!("left after {turn}"),
                Happened::Published { kind, .. } => kind,
            }
        };
        outbox.await.unwrap().into_iter().map(word).collect()
    }
}

/// What an engine with nobody to ask is made of.
pub fn parts(store: &SqliteStore, clock: &Arc<FixedClock>) -> EngineParts {
    EngineParts {
        store: Arc::new(store.clone()),
        clock: clock.clone(),
        ids: Arc::new(Counting::default()),
        blobs: Arc::new(Nowhere),
        links: FileLinks::new(&[1; 32]),
        proposers: Vec::new(),
        healer: screen_agent_command::propose,
        thinker: None,
        own_models: OwnModels::default(),
        search: None,
        fetch: None,
        knowledge: None,
        hook: None,
        printer: None,
        engines: Engines::default(),
        lasting: Lasting::Served,
        taxes: None,
        shipping: None,
        draw_mark: || "a1b2c3".into(),
        tell,
        patience: Patience::default(),
        tenant_micros_a_day: 0,
        keep: Keep::Default,
    }
}

/// Keeps nothing; no turn asks for a file's bytes.
struct Nowhere;

#[async_trait]
impl Blobs for Nowhere {
    async fn put(&self, _: Uuid, _: &[u8]) -> std::io::Result<()> {
        Ok(())
    }

    async fn get(&self, _: Uuid, _: u64, _: usize) -> std::io::Result<Option<Vec<u8>>> {
        Ok(None)
    }

    async fn remove(&self, _: Uuid) -> std::io::Result<()> {
        Ok(())
    }

    async fn older_than(&self, _: Duration) -> std::io::Result<Vec<Uuid>> {
        Ok(Vec::new())
    }
}

pub async fn owner(store: &SqliteStore, number: u128) -> Owner {
    let new = NewUser {
        id: UserId::new(Uuid::from_u128(1_000_000 + number)),
        tenant: TenantId::new(Uuid::from_u128(2_000_000 + number)),
        tenant_name: format!("tenant {number}"),
        email: format!("user{number}@example.com"),
        name: "User".to_owned(),
        password_hash: "hash".to_owned(),
        now_ms: NOW,
    };
    match store.upkeep().add_user(new).await.unwrap() {
        UserAdded::Added(user) => user.owner(),
        UserAdded::EmailTaken => panic!("each user is added once"),
    }
}

/// The answer in words: action or kind of reply, then where the task stands.
pub fn encode(reply: &TurnReply) -> StoredResponse {
    use screen_agent_turn::next::Reply;
    let what = match (&reply.action, &reply.reply) {
        (Some(action), _) => action.clone(),
        (None, Reply::Question { question, .. }) => format!("ask {question}"),
        (None, Reply::Approval { request, .. }) => format!("approve {}", request.action),
        (None, Reply::NeedsContext { .. }) => "more".to_owned(),
        (None, Reply::Refused { why }) => format!("refused {why:?}"),
        (None, Reply::Act { .. } | Reply::Chain { .. }) => panic!("an action is always printed"),
    };
    StoredResponse {
        status: 200,
        body: format!("{what} / {}", reply.task.status.word()).into_bytes(),
    }
}

/// What [`encode`] makes of it, as JSON.
pub fn tell(reply: &TurnReply) -> String {
    format!("{:?}", String::from_utf8(encode(reply).body).unwrap())
}

pub fn session() -> SessionId {
    SessionId::new(Uuid::from_u128(700_000))
}

pub fn key(body: u8) -> KeyedRequest {
    KeyedRequest {
        key: RequestKey {
            route: "interact".to_owned(),
            key: "k".to_owned(),
            seal: Some([7; 32]),
        },
        digest: [body; 32],
    }
}

fn node(id: &str, role: &str, name: &str) -> Node {
    Node::new(id, Role::parse(role), name)
}

pub fn screen() -> Observation {
    Observation {
        url: "https://shop.example/cart".to_owned(),
        title: "Cart".to_owned(),
        nodes: vec![
            node("1", "btn", "Details"),
            node("2", "inp", "Password"),
            node("3", "link", "Help"),
        ],
        ..Observation::default()
    }
}

/// The first look of a new task.
pub fn look(query: &str) -> TurnRequest {
    TurnRequest {
        session: Some(session()),
        domain: "shop.example".to_owned(),
        query: query.to_owned(),
        seen: Seen {
            screen: Arc::new(screen()),
            ..Seen::default()
        },
        ..TurnRequest::default()
    }
}

/// A later look of a task.
pub fn look_again(task: TaskId, query: &str) -> TurnRequest {
    TurnRequest {
        task: Some(task),
        ..look(query)
    }
}
