//! An app on a temporary database, with a fixed clock, counted ids and a scripted proposer.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use screen_agent_action as action;
use screen_agent_action::ask::{Ask, Decision, Proposal, ProposeFailure};
use screen_agent_action::id::{TenantId, UserId};
use screen_agent_adapters::{Tavily, TavilyConfig};
use screen_agent_engine::knowledge::KnowledgeMeans;
use screen_agent_engine::{Engine, EngineParts, FileLinks, OwnModels, Patience};
use screen_agent_knowledge::ExtractedDocument;
use screen_agent_packet::engines::Engines;
use screen_agent_packet::run::Lasting;
use screen_agent_ports::{
    Blobs, Callbacks, Clock, Designs, Fetch, FileReader, Hook, Ids, Mail, Printer, Proposed,
    Proposer, Thinker, WebSearcher,
};
use screen_agent_realtime::{Credentials, Hub, Limits};
use screen_agent_server::{
    AppState, Realtime, SealKey, ServerConfig, ServerParts, app, hash_password, issue_token,
};
use screen_agent_store::account::{NewUser, UserAdded};
use screen_agent_store::{Owner, Store};
use screen_agent_store_sqlite::Options;
use screen_agent_think::file::{FileContents, Unreadable};
use screen_agent_think::models::ModelLimits;
use screen_agent_tools::redact::Keep;
use screen_agent_tools::{ShippingTable, TaxTable};
use serde_json::{Value, json};
use tokio::sync::{Notify, Semaphore};
use tower::ServiceExt as _;
use uuid::Uuid;

use crate::place::{Place, in_turn};

/// A model that takes little at a time, and as much as one likes in all.
pub const SMALL_MODEL: ModelLimits = ModelLimits {
    window: 8_000,
    pictures: false,
    task_tokens: 0,
    task_micros: 0,
};

/// Wednesday, 4 March 2026, noon.
pub const NOON: i64 = 1_772_625_600_000;
/// The password of everybody in the tests.
pub const PASSWORD: &str = "correct horse battery staple";

/// How much longer sign-ins take in the test that is about it.
pub const LOGIN_STEP: Duration = Duration::from_millis(20);

/// A clock that moves when it is told to, and on which whoever reads it may die.
pub struct TestClock {
    now_ms: AtomicI64,
    /// How many readings are left; none while it is below.
    left: AtomicI64,
}

impl TestClock {
    fn new(now_ms: i64) -> Self {
        Self {
            now_ms: AtomicI64::new(now_ms),
            left: AtomicI64::new(i64::MAX),
        }
    }

    /// After so many readings whatever reads it breaks off at once, as if the process were killed:
    /// nothing is let go of, and nothing further is written.
    pub fn kill_after(&self, readings: i64) {
        self.left.store(readings, Ordering::SeqCst);
    }

    /// Nobody dies any more.
    pub fn spare(&self) {
        self.kill_after(i64::MAX);
    }

    pub fn advance(&self, ms: i64) {
        self.now_ms.fetch_add(ms, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now_ms(&self) -> i64 {
        let left = self.left.fetch_sub(1, Ordering::SeqCst);
        assert!(left > 0, "killed");
        self.now_ms.load(Ordering::SeqCst)
    }
}

/// Ids that count up, so that bodies can be compared whole.
pub struct CountedIds(AtomicU64);

impl CountedIds {
    /// Each start of the server on the same database counts in a range of its own.
    fn of(start: u64) -> Self {
        Self(AtomicU64::new(start << 32))
    }
}

impl Ids for CountedIds {
    fn fresh(&self) -> Uuid {
        let next = self.0.fetch_add(1, Ordering::SeqCst) + 1;
        Uuid::from_u128(0x0000_0000_0000_4000_8000_0000_0000_0000 | u128::from(next))
    }

    fn random(&self) -> Uuid {
        self.fresh()
    }
}

/// What a script does when it is asked.
enum Line {
    Say(Box<Decision>),
    Fail(ProposeFailure),
    Panic,
}

/// Proposes what it was told, in order; then finishes.
#[derive(Default)]
pub struct Script {
    lines: Mutex<VecDeque<Line>>,
    pub asked: AtomicU64,
    /// When set, every proposal waits for a permit; `entered` tells that one waits.
    gate: OnceLock<Arc<Semaphore>>,
    pub entered: Notify,
}

impl Script {
    /// An action, as text.
    pub fn act(&self, text: &str) {
        let action = action::parse(text).unwrap();
        self.say(Decision::Act { action });
    }

    pub fn say(&self, decision: Decision) {
        self.add(Line::Say(Box::new(decision)));
    }

    pub fn fail(&self, failure: ProposeFailure) {
        self.add(Line::Fail(failure));
    }

    pub fn panic_next(&self) {
        self.add(Line::Panic);
    }

    fn add(&self, line: Line) {
        self.lines.lock().unwrap().push_back(line);
    }

    /// Holds proposals back until a permit is added to what this returns.
    pub fn hold(&self) -> Arc<Semaphore> {
        Arc::clone(self.gate.get_or_init(|| Arc::new(Semaphore::new(0))))
    }
}

#[async_trait]
impl Proposer for Script {
    fn name(&self) -> &str {
        "script"
    }

    async fn propose(&self, ask: &Ask) -> Result<Proposed, ProposeFailure> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        if let Some(gate) = self.gate.get() {
            self.entered.notify_one();
            gate.acquire().await.unwrap().forget();
        }
        let next = self.lines.lock().unwrap().pop_front();
        let decision = match next {
            Some(Line::Say(decision)) => *decision,
            Some(Line::Fail(failure)) => return Err(failure),
            Some(Line::Panic) => panic!("secret of the script"),
            None => Decision::Act {
                action: action::parse("finish(\"Done.\")").unwrap(),
            },
        };
        Ok(Proposed {
            proposal: Proposal {
                notes: ask.notes.clone(),
                ..Proposal::new("As the script says.", decision)
            },
            usage: None,
        })
    }
}

/// An answer, read whole.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        let mut json = serde_json::from_slice(&self.bytes).unwrap_or(Value::Null);
        still(&mut json);
        json
    }

    pub fn data(&self) -> Value {
        self.json()["data"].clone()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    /// Status and code of an error.
    pub fn problem(&self) -> (u16, String) {
        let json = self.json();
        assert_eq!(json["success"], false, "{json}");
        assert_eq!(json["error"], json["message"], "{json}");
        (
            self.status.as_u16(),
            json["code"].as_str().unwrap().to_owned(),
        )
    }

    /// Status, field and reason of a refused field.
    pub fn refused(&self) -> (u16, String, String) {
        assert_eq!(self.json()["code"], "VALIDATION_ERROR", "{}", self.json());
        let details = self.json()["details"].clone();
        let text = |name: &str| details[name].as_str().unwrap_or_default().to_owned();
        (self.status.as_u16(), text("field"), text("reason"))
    }
}

/// Removes what differs from run to run.
pub fn still(json: &mut Value) {
    match json {
        Value::Object(fields) => {
            for (name, value) in fields {
                match name.as_str() {
                    "requestDuration" | "llmDuration" | "ragDuration" | "duration" | "latency"
                    | "latencyMs" => *value = json!("[ms]"),
                    "accessToken" => *value = json!("[token]"),
                    _ => still(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(still),
        _ => {}
    }
}

/// Everything a test needs. `alice` and `carol` share a tenant, `bob` has one of his own.
pub struct Kit {
    pub app: Router,
    pub state: AppState,
    /// Further servers on the same database, where there are several.
    pub others: Vec<AppState>,
    pub script: Arc<Script>,
    pub clock: Arc<TestClock>,
    pub store: Arc<dyn Store>,
    pub blobs: Arc<MemoryBlobs>,
    pub making: Engine,
    pub alice: String,
    pub bob: String,
    /// The server's own, where it has one.
    pub hub: Option<Hub>,
    pub carol: String,
    pub dir: Arc<Place>,
}

impl Kit {
    pub async fn new() -> Self {
        Self::with(ServerConfig::default()).await
    }

    pub async fn with(config: ServerConfig) -> Self {
        Self::on(Place::new(), 0, Options::default(), config).await
    }

    /// One server, for what is each server's own.
    pub async fn alone(config: ServerConfig) -> Self {
        Self::on(Place::alone(), 0, Options::default(), config).await
    }

    /// Holds sign-ins back after failures.
    pub async fn unhurried() -> Self {
        Self::with(ServerConfig {
            login_delay: LOGIN_STEP,
            ..ServerConfig::default()
        })
        .await
    }

    /// Parts that were never joined, on a database of their own.
    pub fn parts(config: ServerConfig) -> Option<ServerParts> {
        let store = Place::alone().open();
        let clock = Arc::new(TestClock::new(NOON));
        let world = (store, clock, Realtime::Off);
        Some(parts(
            world,
            (Arc::default(), None, Wider::default()),
            Common::new(0),
            config,
        ))
    }

    /// On a database that may be there already.
    pub async fn on(dir: Arc<Place>, start: u64, options: Options, config: ServerConfig) -> Self {
        let live = Realtime::Embedded(hub());
        let minds = (None, Wider::default());
        Self::made((dir, live), (start, options), config, minds).await
    }

    /// With listeners told in this way, on a database that may be there already.
    pub async fn live(dir: Arc<Place>, start: u64, realtime: Realtime) -> Self {
        let how = (start, Options::default());
        let minds = (None, Wider::default());
        Self::made((dir, realtime), how, ServerConfig::default(), minds).await
    }

    /// With a model behind it, and a web to search that does not answer.
    pub async fn thinking(config: ServerConfig, model: Arc<dyn Thinker>) -> Self {
        let dir = Place::new();
        let place = (dir, Realtime::Off);
        let nowhere = TavilyConfig::new("http://127.0.0.1:9/".to_owned(), None);
        let wider = Wider {
            search: Some(Arc::new(Tavily::new(nowhere).unwrap())),
            ..Wider::default()
        };
        let minds = (Some(model), wider);
        Self::made(place, (0, Options::default()), config, minds).await
    }

    /// With what answers packets, on a database that may be there already.
    pub async fn packets(dir: Arc<Place>, start: u64, wider: Wider) -> Self {
        Self::configured(dir, start, wider, ServerConfig::default()).await
    }

    /// The same, by settings of its own.
    pub async fn configured(
        dir: Arc<Place>,
        start: u64,
        wider: Wider,
        config: ServerConfig,
    ) -> Self {
        let how = (start, Options::default());
        Self::made((dir, Realtime::Off), how, config, (None, wider)).await
    }

    async fn made(
        (dir, realtime): (Arc<Place>, Realtime),
        (start, options): (u64, Options),
        config: ServerConfig,
        (thinker, wider): (Option<Arc<dyn Thinker>>, Wider),
    ) -> Self {
        let store = dir.open_with(options);
        let clock = Arc::new(TestClock::new(NOON));
        let script: Arc<Script> = Arc::default();
        for (number, tenant, email) in [
            (1, "acme", "alice@acme.test"),
            (2, "bolt", "bob@bolt.test"),
            (3, "acme", "carol@acme.test"),
        ] {
            add_user(&*store, number, tenant, email).await;
        }
        let config = ServerConfig {
            // Tests that are not about it do not wait.
            login_delay: if config.login_delay == LOGIN_STEP {
                LOGIN_STEP
            } else {
                Duration::ZERO
            },
            ..config
        };
        let minds = (script.clone(), thinker, wider);
        let hub = match &realtime {
            Realtime::Embedded(hub) => Some(hub.clone()),
            Realtime::Off | Realtime::Elsewhere(_) => None,
        };
        let common = Common::new(start);
        let world = (store.clone(), clock.clone(), realtime.clone());
        let made = parts(world, minds.clone(), common.clone(), config.clone());
        let making = made.engine.clone();
        let others = (1..dir.servers()).map(|_| {
            let realtime = match &realtime {
                Realtime::Embedded(_) => Realtime::Embedded(self::hub()),
                Realtime::Off | Realtime::Elsewhere(_) => realtime.clone(),
            };
            let world = (dir.open_with(options), clock.clone(), realtime);
            let made = parts(world, minds.clone(), common.clone(), config.clone());
            AppState::new(made).unwrap()
        });
        let others: Vec<AppState> = others.collect();
        let state = AppState::new(made).unwrap();
        let first = app(state.clone());
        let mut kit = Self {
            app: match others.is_empty() {
                true => first,
                false => in_turn(others.iter().cloned().map(app).chain([first]).collect()),
            },
            state,
            others,
            script,
            clock,
            store: store.clone(),
            blobs: common.blobs,
            making,
            alice: String::new(),
            bob: String::new(),
            hub,
            carol: String::new(),
            dir,
        };
        kit.alice = token(&*store, 1, 1).await;
        kit.bob = token(&*store, 2, 2).await;
        kit.carol = token(&*store, 3, 1).await;
        kit
    }

    pub async fn send(&self, request: Request<Body>) -> Reply {
        send(self.app.clone(), request).await
    }

    pub async fn get(&self, path: &str, token: &str) -> Reply {
        self.send(request("GET", path, token, Body::empty())).await
    }

    pub async fn post(&self, path: &str, token: &str, body: &Value) -> Reply {
        self.send(request("POST", path, token, body.to_string().into()))
            .await
    }

    /// What a start does: puts right what a crash left, and takes up what it cut short.
    pub async fn recover(&self) {
        let now_ms = self.clock.now_ms();
        let recovered = self.store.upkeep().recover(now_ms).await.unwrap();
        if recovered.alone {
            self.state.alone_since(now_ms);
        }
        self.making.resume_making().await.unwrap();
        self.making.resume_knowledge().await.unwrap();
        screen_agent_server::resume_jobs(&self.state).await.unwrap();
    }

    pub async fn put(&self, path: &str, token: &str, body: &Value) -> Reply {
        self.send(request("PUT", path, token, body.to_string().into()))
            .await
    }

    pub async fn delete(&self, path: &str, token: &str) -> Reply {
        self.send(request("DELETE", path, token, Body::empty()))
            .await
    }

    pub async fn patch(&self, path: &str, token: &str, body: &Value) -> Reply {
        self.send(request("PATCH", path, token, body.to_string().into()))
            .await
    }

    /// One turn of Alice's.
    pub async fn interact(&self, body: &Value) -> Reply {
        self.post("/api/agent/interact", &self.alice, body).await
    }
}

fn parts(
    (store, clock, realtime): (Arc<dyn Store>, Arc<TestClock>, Realtime),
    (script, thinker, wider): (Arc<Script>, Option<Arc<dyn Thinker>>, Wider),
    common: Common,
    config: ServerConfig,
) -> ServerParts {
    let engine = Engine::new(EngineParts {
        store,
        clock,
        ids: common.ids,
        blobs: common.blobs,
        links: FileLinks::new(&[7; 32]),
        proposers: vec![script],
        healer: screen_agent_command::propose,
        thinker: thinker.or(wider.thinker),
        own_models: wider.own_models,
        search: wider.search,
        fetch: wider.fetch,
        knowledge: Some(
            wider
                .knowledge
                .unwrap_or_else(|| KnowledgeMeans::of(Arc::new(PlainReader))),
        ),
        hook: wider.hook,
        printer: wider.printer,
        engines: wider.engines,
        lasting: wider.lasting,
        taxes: wider.taxes,
        shipping: wider.shipping,
        draw_mark: || "a1b2c3".into(),
        tell: screen_agent_server::tell,
        patience: wider.patience,
        tenant_micros_a_day: wider.micros_a_day,
        keep: wider.keep,
    });
    ServerParts {
        engine,
        reader: Arc::new(PlainReader),
        designs: wider.designs,
        callbacks: wider.callbacks,
        mail: wider.mail,
        realtime,
        seal: common.seal,
        config,
    }
}

/// What all servers have in common, besides their database.
#[derive(Clone)]
struct Common {
    ids: Arc<CountedIds>,
    blobs: Arc<MemoryBlobs>,
    seal: SealKey,
}

impl Common {
    fn new(start: u64) -> Self {
        Self {
            ids: Arc::new(CountedIds::of(start)),
            blobs: Arc::default(),
            seal: SealKey::fresh(),
        }
    }
}

/// What packets are answered with.
#[derive(Clone, Default)]
pub struct Wider {
    pub thinker: Option<Arc<dyn Thinker>>,
    pub own_models: OwnModels,
    pub search: Option<Arc<dyn WebSearcher>>,
    pub engines: Engines,
    pub fetch: Option<Arc<dyn Fetch>>,
    pub knowledge: Option<KnowledgeMeans>,
    pub hook: Option<Arc<dyn Hook>>,
    pub designs: Option<Arc<dyn Designs>>,
    pub callbacks: Option<Arc<dyn Callbacks>>,
    pub mail: Option<Arc<dyn Mail>>,
    pub printer: Option<Arc<dyn Printer>>,
    pub lasting: Lasting,
    pub keep: Keep,
    pub taxes: Option<Arc<TaxTable>>,
    pub shipping: Option<Arc<ShippingTable>>,
    pub patience: Patience,
    pub micros_a_day: u64,
}

/// Bytes in memory.
#[derive(Default)]
pub struct MemoryBlobs {
    kept: Mutex<HashMap<Uuid, Vec<u8>>>,
    /// Whatever is put there is taken, and nothing comes back.
    pub silent: AtomicBool,
}

impl MemoryBlobs {
    pub fn count(&self) -> usize {
        self.kept.lock().unwrap().len()
    }
}

#[async_trait]
impl Blobs for MemoryBlobs {
    async fn put(&self, id: Uuid, bytes: &[u8]) -> std::io::Result<()> {
        self.kept.lock().unwrap().insert(id, bytes.to_vec());
        if self.silent.load(Ordering::SeqCst) {
            std::future::pending::<()>().await;
        }
        Ok(())
    }

    async fn get(&self, id: Uuid, from: u64, most: usize) -> std::io::Result<Option<Vec<u8>>> {
        let part = |bytes: &Vec<u8>| {
            bytes
                .iter()
                .skip(from as usize)
                .take(most)
                .copied()
                .collect()
        };
        Ok(self.kept.lock().unwrap().get(&id).map(part))
    }

    async fn remove(&self, id: Uuid) -> std::io::Result<()> {
        self.kept.lock().unwrap().remove(&id);
        Ok(())
    }

    async fn older_than(&self, _: Duration) -> std::io::Result<Vec<Uuid>> {
        Ok(self.kept.lock().unwrap().keys().copied().collect())
    }
}

/// Reads files where it stands.
pub struct PlainReader;

#[async_trait]
impl FileReader for PlainReader {
    async fn read(&self, name: &str, bytes: &[u8]) -> Result<FileContents, Unreadable> {
        screen_agent_extract::read(name, bytes)
    }

    async fn read_documents(
        &self,
        name: &str,
        bytes: &[u8],
    ) -> Result<Vec<ExtractedDocument>, Unreadable> {
        screen_agent_extract::read_documents(name, bytes)
    }
}

/// A hub of nobody yet.
pub fn hub() -> Hub {
    let credentials = Credentials {
        app_id: "app".to_owned(),
        key: "key".to_owned(),
        secret: "hidden".to_owned(),
    };
    Hub::new(credentials, Limits::default())
}

/// Whose Alice's rows are.
pub fn alice() -> Owner {
    owner(1, 1)
}

fn owner(user: u128, tenant: u128) -> Owner {
    Owner {
        tenant: TenantId::new(Uuid::from_u128(0x0b00 + tenant)),
        user: UserId::new(Uuid::from_u128(0x0a00 + user)),
    }
}

/// A token of the user and tenant with these numbers, without the cost of a sign-in.
async fn token(store: &dyn Store, user: u128, tenant: u128) -> String {
    let owner = owner(user, tenant);
    let lifetime = ServerConfig::default().token_lifetime;
    issue_token(store, owner, lifetime, NOON).await.unwrap().0
}

pub async fn send(app: Router, request: Request<Body>) -> Reply {
    let response = app.oneshot(request).await.unwrap();
    let (head, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    Reply {
        status: head.status,
        headers: head.headers,
        bytes: bytes.to_vec(),
    }
}

pub fn request(method: &str, path: &str, token: &str, body: Body) -> Request<Body> {
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header("content-type", "application/json");
    if !token.is_empty() {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    request.body(body).unwrap()
}

async fn add_user(store: &dyn Store, number: u128, tenant: &str, email: &str) {
    static HASH: OnceLock<String> = OnceLock::new();
    let hash = HASH.get_or_init(|| hash_password(PASSWORD).unwrap());
    let added = store
        .upkeep()
        .add_user(NewUser {
            id: UserId::new(Uuid::from_u128(0x0a00 + number)),
            tenant: TenantId::new(Uuid::from_u128(0x0b00 + number)),
            tenant_name: tenant.to_owned(),
            email: email.to_owned(),
            name: email.split('@').next().unwrap().to_owned(),
            password_hash: hash.clone(),
            now_ms: NOON,
        })
        .await
        .unwrap();
    assert!(matches!(added, UserAdded::Added(_) | UserAdded::EmailTaken));
}

/// A page with one plain button, as our page code sends it.
pub fn page(query: &str) -> Value {
    json!({
        "query": query,
        "url": "https://shop.example.com/cart",
        "pageTitle": "Cart",
        "domMode": "semantic",
        "interactiveTree": [
            {"i": "7", "r": "link", "n": "Help", "xy": [40, 20], "box": [10, 10, 60, 20],
             "d": {"tag": "a", "href": "https://shop.example.com/help"}},
            {"i": "f1_5", "r": "inp", "n": "Search", "v": "", "xy": [200, 20], "box": [150, 10, 100, 20],
             "d": {"tag": "input", "type": "search"}},
        ],
        "pageText": [{"k": "h1", "c": ["Your cart"]}],
        "viewport": {"width": 800, "height": 600},
        "scrollPosition": "0%",
    })
}

/// The same, going on with a task.
pub fn page_of(task: &Value, query: &str) -> Value {
    let mut body = page(query);
    body["taskId"] = task["taskId"].clone();
    body["sessionId"] = task["sessionId"].clone();
    body["lastActionStatus"] = json!("success");
    body
}
