//! A model that says what the script says, over the chat-completions protocol.

mod asked;
mod knows;
mod player;
mod reply;
mod script;
mod told;

use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::door::Door;
use crate::fit::is_packet;
use crate::log::{Log, Waiting, hold};
use crate::schema::misfit;
pub use asked::Asked;
pub use knows::Knows;
pub use player::{Player, Say, analysis, judged, planned};
use script::Script;
pub use script::Turn;
pub use told::Told;

/// A server with the chat-completions protocol, on a port of its own. It ends when dropped.
pub struct ScriptedModel {
    door: Door,
    shared: Arc<Shared>,
}

/// Answers whatever nothing is scripted for, by what it reads. It may wait, and may panic.
pub type Answers = Arc<dyn Fn(&Asked) -> Option<Turn> + Send + Sync>;

/// What the server's tasks share with the test.
pub(crate) struct Shared {
    pub(crate) knows: Knows,
    pub(crate) script: Script,
    player: Mutex<Option<Answers>>,
    pub(crate) log: Arc<Log<Asked>>,
}

impl ScriptedModel {
    /// A server that knows all of the protocol.
    ///
    /// # Errors
    /// When no port is to be had.
    pub async fn start() -> std::io::Result<Self> {
        Self::knowing(Knows::default()).await
    }

    /// A server that knows only so much of it.
    ///
    /// # Errors
    /// When no port is to be had.
    pub async fn knowing(knows: Knows) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            knows,
            script: Script::default(),
            player: Mutex::default(),
            log: Arc::default(),
        });
        let router = Router::new()
            .route("/v1/chat/completions", post(complete))
            .route("/v1/models", get(models))
            .with_state(Arc::clone(&shared));
        let door = Door::open(router).await?;
        Ok(Self { door, shared })
    }

    /// The base address that a client is given.
    pub fn url(&self) -> String {
        format!("{}/v1", self.door.base())
    }

    /// The next answer on this topic, after those scripted before.
    pub fn on(&self, topic: &str, turn: impl Into<Turn>) -> &Self {
        self.shared.script.on(topic, turn.into());
        self
    }

    /// What is answered on this topic whenever nothing else is scripted for it.
    pub fn always(&self, topic: &str, turn: impl Into<Turn>) -> &Self {
        self.shared.script.always(topic, turn.into());
        self
    }

    /// The next answer to a request that no topic's own script answers.
    pub fn then(&self, turn: impl Into<Turn>) -> &Self {
        self.shared.script.then(turn.into());
        self
    }

    /// Answers from now on whatever nothing is scripted for.
    pub fn play(&self, player: Answers) {
        *hold(&self.shared.player) = Some(player);
    }

    /// Every request so far, in order; refused ones, too.
    pub fn asked(&self) -> Vec<Asked> {
        self.shared.log.asked()
    }

    /// The script's own mistakes. A test that has none asserts that this is empty.
    pub fn mistakes(&self) -> Vec<String> {
        self.shared.log.mistakes()
    }

    /// Answers that were scripted in order and never asked for.
    pub fn left_over(&self) -> usize {
        self.shared.script.left_over()
    }

    /// Waits until so many requests have come in.
    pub async fn until_asked(&self, times: usize) {
        self.shared.log.until_asked(times).await;
    }

    /// Waits until so many callers have hung up before their answer was done.
    pub async fn until_gone(&self, times: usize) {
        self.shared.log.until_gone(times).await;
    }
}

async fn models(State(shared): State<Arc<Shared>>) -> Json<Value> {
    let mut model = json!({ "id": shared.knows.model, "object": "model" });
    if let Some(window) = shared.knows.window {
        model["max_model_len"] = json!(window);
    }
    Json(json!({ "object": "list", "data": [model] }))
}

async fn complete(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Response {
    let asked = Asked::new(&headers, body);
    shared.log.note(asked.clone());
    // Whoever hangs up from here on, be it before the script was looked at, is counted as gone.
    let mut waiting = Waiting::new(Arc::clone(&shared.log));
    let response = respond(&shared, asked).await;
    waiting.done();
    response
}

async fn respond(shared: &Arc<Shared>, asked: Asked) -> Response {
    if let Some(key) = &shared.knows.key
        && asked.key.as_ref() != Some(key)
    {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    if let Some(refused) = shared.knows.refusal(&asked) {
        return refused;
    }
    let turn = match shared.script.next(asked.topic()) {
        Some(turn) => Some(turn),
        None => played(shared, &asked).await,
    };
    let Some(turn) = turn else {
        let topic = asked.topic().unwrap_or("no topic");
        shared
            .log
            .mistake(format!("nothing is scripted for {topic}"));
        return StatusCode::NOT_FOUND.into_response();
    };
    answer(shared, &asked, turn).await
}

/// On a thread of its own, since it may wait for the test.
async fn played(shared: &Shared, asked: &Asked) -> Option<Turn> {
    let player = hold(&shared.player).clone()?;
    let asked = asked.clone();
    let turn = tokio::task::spawn_blocking(move || player(&asked)).await;
    turn.unwrap_or_else(|panicked| {
        shared.log.mistake(format!("the player failed: {panicked}"));
        None
    })
}

async fn answer(shared: &Arc<Shared>, asked: &Asked, turn: Turn) -> Response {
    let text = match turn {
        Turn::Says(text) => {
            check(shared, asked, &text);
            text
        }
        Turn::Full(text) => return reply::full(&shared.knows, asked, &text),
        Turn::Slow(wait, text) => {
            tokio::time::sleep(wait).await;
            text
        }
        Turn::Hang => return std::future::pending().await,
        Turn::Stall(text) => {
            return reply::stalled(asked, &text, Waiting::new(Arc::clone(&shared.log)));
        }
        Turn::CutStream(text) => return reply::cut(asked, &text),
        Turn::Status(status, after) => return reply::status(status, after),
        Turn::Redirect(to) => return reply::redirect(&to),
        Turn::Garbage => return reply::garbage(),
        Turn::WrongSchema => r#"{"unexpected":[1,2,3]}"#.to_owned(),
        Turn::TooLong => "x".repeat(200 * 1024),
    };
    reply::whole(&shared.knows, asked, &text)
}

/// A real server that is held to a schema gives nothing else; a script may not, either.
fn check(shared: &Shared, asked: &Asked, text: &str) {
    let Some(schema) = asked.schema() else {
        return;
    };
    let topic = asked.topic().unwrap_or("no topic");
    let wrong = match serde_json::from_str(text) {
        // Models whose servers hold them to nothing answer whole packets.
        Ok(value) if is_packet(&value) => None,
        Ok(value) => misfit(&value, schema),
        Err(_) => Some("it is no JSON".to_owned()),
    };
    if let Some(wrong) = wrong {
        shared.log.mistake(format!(
            "the answer scripted for {topic} does not fit: {wrong}"
        ));
    }
}
