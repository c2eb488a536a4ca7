//! A scripted model for tests in other languages: whoever wrote the script answers over HTTP.
//!
//! Prints two addresses as one line of JSON: `model`, which speaks chat completions, and `script`.
//! `GET script/question` waits for the next request and gives it as `{id, topic, user, picture}`;
//! `POST script/answer/{id}` takes what is answered: a JSON object is fitted to the request's schema,
//! a JSON string is said as it is, a number is a status. It ends when its standard input does.

use std::collections::HashMap;
use std::io::{Read as _, Write as _};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use screen_agent_testkit::{Asked, ScriptedModel, Turn, fit};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::{Mutex, mpsc as queue};

/// After this long a question counts as one that nobody answers.
const PATIENCE: Duration = Duration::from_secs(60);

/// A request that waits for its answer.
struct Question {
    asked: Asked,
    answering: mpsc::Sender<Turn>,
}

/// What the script's two endpoints share.
struct Script {
    coming: Mutex<queue::UnboundedReceiver<Question>>,
    open: Mutex<(u64, HashMap<u64, Question>)>,
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let (ask, coming) = queue::unbounded_channel();
    let model = ScriptedModel::start().await?;
    model.play(Arc::new(move |asked: &Asked| {
        let (answering, answer) = mpsc::channel();
        let asked = asked.clone();
        ask.send(Question { asked, answering }).ok()?;
        answer.recv_timeout(PATIENCE).ok()
    }));
    let script = Arc::new(Script {
        coming: Mutex::new(coming),
        open: Mutex::default(),
    });
    let router = Router::new()
        .route("/question", get(question))
        .route("/answer/{id}", post(answer))
        .with_state(script);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let addresses = json!({
        "model": model.url(),
        "script": format!("http://{}", listener.local_addr()?),
    });
    writeln!(std::io::stdout(), "{addresses}")?;
    tokio::select! {
        served = axum::serve(listener, router) => served,
        // Whoever started this has gone.
        read = tokio::task::spawn_blocking(|| std::io::stdin().read(&mut [0])) => read?.map(|_| ()),
    }
}

async fn question(State(script): State<Arc<Script>>) -> Json<Value> {
    let next = script.coming.lock().await.recv().await;
    let Some(next) = next else {
        return Json(Value::Null);
    };
    let mut open = script.open.lock().await;
    open.0 += 1;
    let told = json!({
        "id": open.0,
        "topic": next.asked.topic(),
        "user": next.asked.user(),
        "picture": next.asked.picture(),
    });
    let id = open.0;
    open.1.insert(id, next);
    Json(told)
}

async fn answer(
    State(script): State<Arc<Script>>,
    Path(id): Path<u64>,
    Json(said): Json<Value>,
) -> StatusCode {
    let Some(question) = script.open.lock().await.1.remove(&id) else {
        return StatusCode::NOT_FOUND;
    };
    let turn = match (&said, question.asked.schema()) {
        (Value::Object(_), Some(schema)) => fit(&said, schema).into(),
        (Value::String(text), _) => text.as_str().into(),
        (Value::Number(status), _) => Turn::Status(
            status
                .as_u64()
                .and_then(|code| u16::try_from(code).ok())
                .unwrap_or(500),
            None,
        ),
        _ => said.clone().into(),
    };
    // Whoever asked may have hung up.
    let _ = question.answering.send(turn);
    StatusCode::NO_CONTENT
}
