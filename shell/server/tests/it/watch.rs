//! `/api/runs/{id}/watch` and the worker's side of it: pictures down, hands up, and who may.

use std::net::SocketAddr;

use futures_util::{SinkExt as _, StreamExt as _};
use screen_agent_server::ServerConfig;
use screen_agent_store::account::TokenHash;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::kit::Kit;
use crate::serve::{Running, start};

const KEY: &str = "the key of the operator's workers";
const LEASE_MS: i64 = 10_000;
/// What nothing that is kept may hold.
const TYPED: &str = "correct-horse-7";

struct World {
    kit: Kit,
    running: Running,
    /// The run, as its worker holds it.
    run: Value,
}

impl World {
    async fn new() -> Self {
        let worker_key = Some(TokenHash(Sha256::digest(KEY).into()));
        let kit = Kit::with(ServerConfig {
            worker_key,
            ..ServerConfig::default()
        })
        .await;
        let running = start(&kit).await;
        let order = json!({ "instruction": "Buy tea", "url": "https://shop.example/" });
        let made = kit.post("/api/runs", &kit.alice, &order).await;
        assert_eq!(made.status, 201);
        let body = json!({ "worker": "w", "leaseSeconds": LEASE_MS / 1_000 });
        let taken = kit.post("/api/work/claim", KEY, &body).await.data();
        Self {
            kit,
            running,
            run: taken["run"].clone(),
        }
    }

    fn id(&self) -> &str {
        self.run["id"].as_str().unwrap()
    }

    /// Whoever signed in with this token watches.
    async fn console(&self, token: &str) -> Line {
        let path = format!("/api/runs/{}/watch", self.id());
        let mut line = Line::open(self.running.address, &path, "").await.unwrap();
        line.say(&json!({ "type": "watch", "token": token })).await;
        line
    }

    async fn work(&self, verb: &str, more: Value) -> (u16, Value) {
        let mut body = json!({ "claim": self.run["claim"] });
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let path = format!("/api/work/{}/{verb}", self.id());
        let reply = self.kit.post(&path, KEY, &body).await;
        let status = reply.status.as_u16();
        (
            status,
            serde_json::from_slice(&reply.bytes).unwrap_or_default(),
        )
    }

    /// The worker comes to whoever watches.
    async fn worker(&self) -> Line {
        let (_, who) = self.work("watched", json!({})).await;
        let watch = who["data"]["watch"].as_str().unwrap();
        self.join(watch).await.unwrap()
    }

    /// It asks until it meets the server that knows who watches, as workers do.
    async fn join(&self, watch: &str) -> Result<Line, u16> {
        let claim = &self.run["claim"];
        let path = format!("/api/work/{}/watch?claim={claim}&watch={watch}", self.id());
        let mut met = Err(404);
        for _ in 0..self.kit.dir.servers() {
            if met.as_ref().err() == Some(&404) {
                met = Line::open(self.running.address, &path, KEY).await;
            }
        }
        met
    }
}

/// One end of a socket.
struct Line(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Line {
    async fn open(address: SocketAddr, path: &str, token: &str) -> Result<Self, u16> {
        let mut request = format!("ws://{address}{path}")
            .into_client_request()
            .unwrap();
        if !token.is_empty() {
            let bearer = format!("Bearer {token}").parse().unwrap();
            request.headers_mut().insert("authorization", bearer);
        }
        match connect_async(request).await {
            Ok((stream, _)) => Ok(Self(stream)),
            Err(tokio_tungstenite::tungstenite::Error::Http(response)) => {
                Err(response.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    async fn say(&mut self, said: &Value) {
        self.0.send(Message::text(said.to_string())).await.unwrap();
    }

    async fn state(&mut self, state: &str) {
        self.say(&json!({ "type": "state", "state": state, "withheld": false }))
            .await;
    }

    async fn show(&mut self, picture: &[u8]) {
        self.0
            .send(Message::binary(picture.to_vec()))
            .await
            .unwrap();
    }

    /// What is heard next: words, or a picture as a text.
    async fn hear(&mut self) -> Value {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).unwrap(),
                Some(Ok(Message::Binary(bytes))) => {
                    return json!({ "picture": String::from_utf8(bytes.to_vec()).unwrap() });
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(_) | Err(_)) | None => return Value::Null,
            }
        }
    }

    async fn hears(&mut self, expected: Value) {
        assert_eq!(self.hear().await, expected);
    }

    async fn hears_state(&mut self, state: &str) {
        self.hears(json!({ "type": "state", "state": state, "withheld": false }))
            .await;
    }

    /// The code of what comes next, which is a refusal or the end.
    async fn code(&mut self, kind: &str) -> String {
        let heard = self.hear().await;
        assert_eq!(heard["type"], kind, "{heard}");
        heard["code"].as_str().unwrap().to_owned()
    }
}

fn next() -> Value {
    json!({ "type": "next" })
}

fn typing() -> Value {
    json!({ "type": "input", "input": { "kind": "text", "text": TYPED } })
}

#[tokio::test]
async fn a_run_is_watched_taken_over_and_handed_back() {
    let world = World::new().await;
    let mut console = world.console(&world.kit.alice).await;
    console.hears_state("seeking").await;
    console.say(&next()).await;
    let mut worker = world.worker().await;
    worker.hears(next()).await;
    worker.state("watching").await;
    worker.show(b"a picture").await;
    console.hears_state("watching").await;
    console.hears(json!({ "picture": "a picture" })).await;
    // The page is the agent's.
    console.say(&typing()).await;
    assert_eq!(console.code("refused").await, "NOT_TAKEN_OVER");
    console.say(&json!({ "type": "take" })).await;
    worker.hears(json!({ "type": "take" })).await;
    assert_eq!(
        world.work("takeover", json!({ "taken": true })).await.0,
        204
    );
    worker.state("taken_over").await;
    console.hears_state("taken_over").await;
    console.say(&typing()).await;
    worker.hears(typing()).await;
    console.say(&json!({ "type": "hand_back" })).await;
    worker.hears(json!({ "type": "hand_back" })).await;
    assert_eq!(
        world.work("takeover", json!({ "taken": false })).await.0,
        204
    );
    worker.state("watching").await;
    console.hears_state("watching").await;
    let log = world.kit.get("/api/v1/audit", &world.kit.alice).await;
    let log = log.json().to_string();
    assert!(
        log.contains("taken_over") && log.contains("handed_back"),
        "{log}"
    );
    assert!(!log.contains(TYPED));
    // Who leaves is watched by nobody: the worker's socket ends.
    drop(console);
    worker.hears(Value::Null).await;
}

#[tokio::test]
async fn who_reads_slowly_gets_the_newest_picture() {
    let world = World::new().await;
    let mut console = world.console(&world.kit.alice).await;
    console.hears_state("seeking").await;
    let mut worker = world.worker().await;
    for picture in ["first", "second", "third"] {
        worker.show(picture.as_bytes()).await;
    }
    worker.state("watching").await;
    console.hears_state("watching").await;
    console.say(&next()).await;
    console.hears(json!({ "picture": "third" })).await;
}

#[tokio::test]
async fn a_run_is_shown_to_its_owner_alone_while_a_worker_holds_it() {
    let world = World::new().await;
    let mut strangers = world.console(&world.kit.bob).await;
    assert_eq!(strangers.code("ended").await, "RUN_NOT_FOUND");
    let mut nobodys = world.console("no token of ours").await;
    assert_eq!(nobodys.code("ended").await, "UNAUTHORIZED");
    let path = format!("/api/runs/{}/watch", world.id());
    let mut silent = Line::open(world.running.address, &path, "").await.unwrap();
    silent.say(&next()).await;
    assert_eq!(silent.code("ended").await, "UNAUTHORIZED");
    let plain = world.kit.get(&path, &world.kit.alice).await;
    assert_eq!(plain.problem(), (426, "SOCKET_ONLY".to_owned()));
    // Workers come with the key, and to whoever watches.
    let elsewhere = "00000000-0000-4000-8000-00000000ffff";
    assert_eq!(world.join(elsewhere).await.err(), Some(404));
    let claim = &world.run["claim"];
    let own = format!(
        "/api/work/{}/watch?claim={claim}&watch={elsewhere}",
        world.id()
    );
    for token in ["", world.kit.alice.as_str()] {
        let refused = Line::open(world.running.address, &own, token).await;
        assert_eq!(refused.err(), Some(401));
    }
    let cancel = format!("/api/runs/{}/cancel", world.id());
    world.kit.post(&cancel, &world.kit.alice, &json!({})).await;
    let mut late = world.console(&world.kit.alice).await;
    assert_eq!(late.code("ended").await, "RUN_NOT_HELD");
}

#[tokio::test]
async fn a_worker_that_lost_the_run_shows_and_gives_nothing() {
    let world = World::new().await;
    let mut console = world.console(&world.kit.alice).await;
    console.hears_state("seeking").await;
    let (_, who) = world.work("watched", json!({})).await;
    let watch = who["data"]["watch"].as_str().unwrap();
    let mut worker = world.join(watch).await.unwrap();
    worker.state("watching").await;
    console.hears_state("watching").await;
    // Another has it.
    world.kit.clock.advance(LEASE_MS);
    let body = json!({ "worker": "w2", "leaseSeconds": 60 });
    let again = world.kit.post("/api/work/claim", KEY, &body).await.data();
    assert_eq!(again["run"]["id"], world.run["id"]);
    assert_eq!(world.join(watch).await.err(), Some(409));
    for (verb, more) in [
        ("takeover", json!({ "taken": true })),
        ("watched", json!({})),
    ] {
        let (status, told) = world.work(verb, more).await;
        assert_eq!((status, &told["code"]), (409, &json!("RUN_LOST")), "{verb}");
    }
    // Whoever watches is told that they see nothing any more, and the lost one's socket ends.
    console.hears_state("seeking").await;
    worker.hears(Value::Null).await;
    // Another window of theirs is shown it instead.
    let mut other = world.console(&world.kit.alice).await;
    other.hears_state("seeking").await;
    assert_eq!(console.code("ended").await, "WATCHED_ELSEWHERE");
}

/// What the person did there nobody wrote down.
#[tokio::test]
async fn a_run_whose_worker_was_lost_after_a_takeover_waits_for_the_person() {
    let world = World::new().await;
    assert_eq!(
        world.work("takeover", json!({ "taken": true })).await.0,
        204
    );
    world.kit.clock.advance(LEASE_MS);
    let body = json!({ "worker": "w2", "leaseSeconds": 60 });
    let again = world.kit.post("/api/work/claim", KEY, &body).await.data();
    assert_eq!(again, json!({}));
    let path = format!("/api/runs/{}", world.id());
    let run = world.kit.get(&path, &world.kit.alice).await.data();
    assert_eq!(run["status"], "waiting");
    let question = run["question"].as_str().unwrap();
    assert!(question.contains("after you had its page"), "{question}");
}

#[tokio::test]
async fn what_is_too_much_is_refused() {
    let world = World::new().await;
    let mut console = world.console(&world.kit.alice).await;
    console.hears_state("seeking").await;
    let mut worker = world.worker().await;
    worker.state("taken_over").await;
    console.hears_state("taken_over").await;
    for wrong in [
        json!({ "type": "watch", "token": world.kit.alice }),
        json!({ "type": "other" }),
        json!({ "type": "input", "input": { "kind": "text" } }),
    ] {
        console.say(&wrong).await;
        assert_eq!(console.code("refused").await, "NOT_UNDERSTOOD", "{wrong}");
    }
    let beside = json!({ "kind": "wheel", "x": 2, "y": 0, "right": 0, "down": 0 });
    console
        .say(&json!({ "type": "input", "input": beside }))
        .await;
    assert_eq!(console.code("refused").await, "VALIDATION_ERROR");
    // A page that does nothing with what was done is not given more and more of it.
    for _ in 0..=64 {
        console.say(&typing()).await;
    }
    assert_eq!(console.code("refused").await, "TOO_MUCH_INPUT");
    worker.say(&json!({ "type": "done" })).await;
    worker.state("watching").await;
    console.hears_state("watching").await;
    // A picture that is none ends the worker's socket, and nothing else.
    let huge = Message::binary(vec![0; 50 * 1024 * 1024]);
    let _cut_off = worker.0.send(huge).await;
    console.hears_state("seeking").await;
    drop(world.worker().await);
}
