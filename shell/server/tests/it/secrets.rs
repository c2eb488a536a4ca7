//! What a person told as a secret stands nowhere in clear: in no row, file, answer or export, while the task is
//! under way and after it, however it is spelled.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use rusqlite::types::Value as Cell;
use screen_agent_action::ask::Decision;
use screen_agent_ports::{Thinker, Thinking};
use screen_agent_server::ServerConfig;
use screen_agent_store::Packed;
use screen_agent_think::Prompt;
use screen_agent_think::models::{ModelLimits, ThinkFailure};
use serde_json::{Value, json};

use crate::kit::{Kit, SMALL_MODEL, page, page_of};

const SECRET: &str = "S3cret/Pw+77 \\é";

/// A one-time code that the person gives in chat.
const CODE: &str = "48392075";

/// The secret as it may stand in a text, an address, JSON, and base64.
fn spellings() -> Vec<String> {
    let form: String = url::form_urlencoded::byte_serialize(SECRET.as_bytes()).collect();
    vec![
        SECRET.to_owned(),
        form.replace('+', "%20"),
        form,
        json!(SECRET).to_string().trim_matches('"').to_owned(),
        STANDARD_NO_PAD.encode(SECRET),
        CODE.to_owned(),
    ]
}

fn tells(bytes: &[u8]) -> bool {
    spellings().iter().any(|spelling| {
        let spelling = spelling.as_bytes();
        bytes.windows(spelling.len()).any(|part| part == spelling)
    })
}

/// Every place of the data folder in which the secret stands.
fn places(kit: &Kit) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(kit.dir.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() && tells(&std::fs::read(&path).unwrap()) {
            found.push(path.display().to_string());
        }
    }
    let rows = rusqlite::Connection::open(kit.dir.file()).unwrap();
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table'";
    let mut tables = rows.prepare(tables).unwrap();
    let tables = tables.query_map([], |row| row.get::<_, String>(0)).unwrap();
    for table in tables.map(Result::unwrap) {
        let mut all = rows.prepare(&format!("SELECT * FROM \"{table}\"")).unwrap();
        let columns = all.column_count();
        let mut all = all.query([]).unwrap();
        while let Some(row) = all.next().unwrap() {
            for column in 0..columns {
                let bytes = match row.get(column).unwrap() {
                    Cell::Text(text) => text.into_bytes(),
                    // Compressed bodies are read as the server reads them.
                    Cell::Blob(body) => Packed::stored(body.clone()).open().unwrap_or(body),
                    Cell::Null | Cell::Integer(_) | Cell::Real(_) => continue,
                };
                if tells(&bytes) {
                    let text = String::from_utf8_lossy(&bytes).into_owned();
                    found.push(format!("{table}, column {column}: {text}"));
                }
            }
        }
    }
    found
}

/// What the API tells of the task, the export for developers included.
async fn told(kit: &Kit, task: &Value) -> Vec<String> {
    let (session, id) = (
        task["sessionId"].as_str().unwrap(),
        task["taskId"].as_str().unwrap(),
    );
    let mut found = Vec::new();
    for path in [
        format!("/api/session/{session}/messages"),
        format!("/api/session/{session}/task/{id}"),
        format!("/api/session/{session}/tasks"),
        "/api/session".to_owned(),
        format!("/api/debug/session/{id}/export"),
        "/api/debug/logs".to_owned(),
    ] {
        let reply = kit.get(&path, &kit.alice).await;
        if tells(&reply.bytes) {
            found.push(path);
        }
    }
    found
}

async fn kit() -> Kit {
    let debug = ServerConfig {
        debug: true,
        ..ServerConfig::default()
    };
    Kit::alone(debug).await
}

fn login(body: Value) -> Value {
    let mut body = body;
    let password = json!({"i": "9", "r": "inp.password", "n": "Password", "v": "", "xy": [200, 60],
        "box": [150, 50, 100, 20], "d": {"tag": "input", "type": "password"}});
    body["interactiveTree"]
        .as_array_mut()
        .unwrap()
        .push(password);
    body
}

fn ask(question: &str) -> Decision {
    Decision::Question {
        question: question.to_owned(),
        missing: Vec::new(),
    }
}

#[tokio::test]
async fn a_password_in_the_words_stands_nowhere_in_clear() {
    let kit = kit().await;
    let words = format!("Log in as ann with password '{SECRET}' and open the help");
    let typed = json!(SECRET).to_string();
    kit.script.act(&format!("setValue(9, {typed})"));
    kit.script.say(ask(&format!(
        "Did you mean {SECRET} or {}?",
        spellings()[1]
    )));
    kit.script.act(&format!("finish({typed})"));
    let task = kit.interact(&login(page(&words))).await.data();
    assert_eq!(places(&kit), Vec::<String>::new());
    assert_eq!(told(&kit, &task).await, Vec::<String>::new());
    for answer in [words.as_str(), "yes", "yes"] {
        kit.interact(&login(page_of(&task, answer))).await;
        assert_eq!(places(&kit), Vec::<String>::new(), "{answer}");
        assert_eq!(told(&kit, &task).await, Vec::<String>::new(), "{answer}");
    }
}

#[tokio::test]
async fn a_password_that_was_asked_for_stands_nowhere_in_clear() {
    let kit = kit().await;
    let words = "Log in as ann and open the help";
    kit.script.say(ask("What is your password?"));
    kit.script.act(&format!("setValue(9, {})", json!(SECRET)));
    let task = kit.interact(&login(page(words))).await.data();
    for answer in [SECRET, words, words] {
        kit.interact(&login(page_of(&task, answer))).await;
        assert_eq!(places(&kit), Vec::<String>::new(), "{answer}");
        assert_eq!(told(&kit, &task).await, Vec::<String>::new(), "{answer}");
    }
}

/// A model that cannot be reached, and hears all that it would have been asked.
#[derive(Default)]
struct Listening {
    heard: Mutex<Vec<u8>>,
}

#[async_trait]
impl Thinker for Listening {
    fn limits(&self) -> ModelLimits {
        SMALL_MODEL
    }

    async fn think(&self, prompt: &Prompt) -> Thinking {
        let mut heard = self.heard.lock().unwrap();
        heard.extend(format!("{prompt:?}").into_bytes());
        Thinking {
            answer: Err(ThinkFailure::Unavailable),
            calls: Vec::new(),
        }
    }
}

/// A page that asks for a one-time code.
fn asks_for_code(mut body: Value) -> Value {
    let field = json!({"i": "9", "r": "inp", "n": "Verification code", "v": "", "xy": [200, 60],
        "box": [150, 50, 100, 20],
        "d": {"tag": "input", "type": "text", "autocomplete": "one-time-code"}});
    body["interactiveTree"].as_array_mut().unwrap().push(field);
    body
}

#[tokio::test]
async fn a_code_given_in_chat_is_typed_and_neither_kept_nor_shown_to_a_model() {
    let model = Arc::new(Listening::default());
    let debug = ServerConfig {
        debug: true,
        ..ServerConfig::default()
    };
    let kit = Kit::thinking(debug, Arc::clone(&model) as Arc<dyn Thinker>).await;
    let asked = kit.interact(&asks_for_code(page("open my orders"))).await;
    let asked = asked.data();
    assert_eq!(asked["blockerInfo"]["type"], "mfa_required", "{asked}");
    // As published clients say it: in the conversation, and for no task.
    let mut given = asks_for_code(page(&format!("The code is {CODE}")));
    given["sessionId"] = asked["sessionId"].clone();
    let typed = kit.interact(&given).await.data();
    assert_eq!(typed["taskId"], asked["taskId"], "{typed}");
    assert_eq!(typed["action"], format!("setValue(9, \"{CODE}\")"));
    assert_eq!(places(&kit), Vec::<String>::new());
    assert_eq!(told(&kit, &asked).await, Vec::<String>::new());
    assert!(!tells(&model.heard.lock().unwrap()));
}
