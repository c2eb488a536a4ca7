//! The methods: sessions, prompts, and what ends them.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use uuid::Uuid;

use super::lines::{
    Editor, Incoming, NO_METHOD, NO_PARAMS, NO_REQUEST, NO_RESOURCE, Refused, next_line,
};
use super::prompt::{self, Talk};
use super::{Session, commands};
use crate::mcp::BrowserDesk;

/// The version of the protocol that is spoken here.
const VERSION: u16 = 1;
/// Most sessions at once.
const SESSIONS: usize = 100;

/// Serves one editor until it goes. What is under way then ends with it.
pub(super) async fn serve(
    desk: Arc<BrowserDesk>,
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin + Send + 'static,
) -> io::Result<()> {
    let (out, said) = mpsc::unbounded_channel();
    let writing = tokio::spawn(write(output, said));
    let mut agent = Agent {
        desk,
        editor: Editor::new(out),
        sessions: HashMap::new(),
        prompts: JoinSet::new(),
    };
    let mut input = BufReader::new(input);
    while let Some(line) = next_line(&mut input).await? {
        agent.take(Incoming::read(&line));
    }
    agent.prompts.shutdown().await;
    drop(agent);
    writing.await.map_err(io::Error::other)?
}

async fn write(
    mut output: impl AsyncWrite + Unpin,
    mut said: mpsc::UnboundedReceiver<Value>,
) -> io::Result<()> {
    while let Some(message) = said.recv().await {
        output.write_all(format!("{message}\n").as_bytes()).await?;
        output.flush().await?;
    }
    Ok(())
}

struct Agent {
    desk: Arc<BrowserDesk>,
    editor: Editor,
    sessions: HashMap<String, Arc<Session>>,
    prompts: JoinSet<()>,
}

impl Agent {
    fn take(&mut self, incoming: Incoming) {
        while self.prompts.try_join_next().is_some() {}
        match incoming {
            Incoming::Request(id, method, params) => match method.as_str() {
                "session/prompt" => {
                    if let Err(refused) = self.prompt(&id, &params) {
                        self.editor.reply(&id, Err(refused));
                    }
                }
                "session/new" => self.new_session(&id, &params),
                "session/close" => {
                    let closed = self.session(&params).map(|(name, session)| {
                        session.cancel(None);
                        self.sessions.remove(&name);
                        json!({})
                    });
                    self.editor.reply(&id, closed);
                }
                _ => self.editor.reply(&id, self.replied(&method, &params)),
            },
            Incoming::Notification(method, params) => match method.as_str() {
                "session/cancel" => {
                    if let Ok((_, session)) = self.session(&params) {
                        session.cancel(None);
                    }
                }
                "$/cancel_request" => {
                    let id = &params["requestId"];
                    self.sessions
                        .values()
                        .for_each(|session| session.cancel(Some(id)));
                }
                _ => {}
            },
            Incoming::Answer(id, result) => self.editor.answered(id, result),
            Incoming::Wrong(id, refused) => self.editor.reply(&id, Err(refused)),
        }
    }

    fn replied(&self, method: &str, params: &Value) -> Result<Value, Refused> {
        match (method, params) {
            ("initialize", Value::Object(_)) => Ok(initialized()),
            ("initialize", _) => Err(Refused::new(NO_PARAMS, "params are an object")),
            _ => Err(Refused::new(
                NO_METHOD,
                format!("there is no {method} here"),
            )),
        }
    }

    fn session(&self, params: &Value) -> Result<(String, Arc<Session>), Refused> {
        let id = params["sessionId"].as_str();
        let id = id.ok_or_else(|| Refused::new(NO_PARAMS, "sessionId is a word"))?;
        let session = self.sessions.get(id);
        let session = session.ok_or_else(|| Refused::new(NO_RESOURCE, "there is no such session"));
        Ok((id.to_owned(), session?.clone()))
    }

    fn new_session(&mut self, id: &Value, params: &Value) {
        match self.begun(params) {
            Ok(session) => {
                self.editor.reply(id, Ok(json!({ "sessionId": session })));
                let offered = json!({
                    "sessionUpdate": "available_commands_update",
                    "availableCommands": commands::offered(),
                });
                self.talk(session).update(&offered);
            }
            Err(refused) => self.editor.reply(id, Err(refused)),
        }
    }

    /// A new session. Servers of tools that the editor names are none of ours: they are not started.
    fn begun(&mut self, params: &Value) -> Result<String, Refused> {
        let folder = PathBuf::from(params["cwd"].as_str().unwrap_or_default());
        if !folder.is_absolute() {
            return Err(Refused::new(NO_PARAMS, "cwd is an absolute path"));
        }
        if self.sessions.len() >= SESSIONS {
            return Err(Refused::new(NO_REQUEST, "too many sessions are open"));
        }
        let id = Uuid::new_v4().to_string();
        self.sessions
            .insert(id.clone(), Arc::new(Session::new(folder)));
        Ok(id)
    }

    fn talk(&self, session: String) -> Talk {
        Talk {
            editor: self.editor.clone(),
            session,
            mark: Uuid::new_v4().simple().to_string(),
        }
    }

    /// Begins a prompt; it is answered when it ends.
    fn prompt(&mut self, id: &Value, params: &Value) -> Result<(), Refused> {
        let (name, session) = self.session(params)?;
        let text = text(&params["prompt"])?;
        let (cancel, cancelled) = oneshot::channel();
        session.begin(id, cancel)?;
        let (desk, talk, id) = (self.desk.clone(), self.talk(name), id.clone());
        self.prompts.spawn(async move {
            let why = tokio::select! {
                biased;
                _ = cancelled => "cancelled",
                () = prompt::answer(&desk, &session, &talk, &text) => {
                    session.ended();
                    "end_turn"
                }
            };
            talk.editor.reply(&id, Ok(json!({ "stopReason": why })));
        });
        Ok(())
    }
}

/// What is said in a prompt. What else an editor gives along is not read.
fn text(prompt: &Value) -> Result<String, Refused> {
    let parts = prompt.as_array();
    let parts = parts.ok_or_else(|| Refused::new(NO_PARAMS, "a prompt is a list"))?;
    let texts = parts.iter().filter(|part| part["type"] == "text");
    let texts: Vec<&str> = texts.filter_map(|part| part["text"].as_str()).collect();
    let text = texts.join("\n");
    match text.trim().is_empty() {
        true => Err(Refused::new(NO_PARAMS, "a prompt says something")),
        false => Ok(text),
    }
}

fn initialized() -> Value {
    json!({
        "protocolVersion": VERSION,
        "agentCapabilities": {
            "loadSession": false,
            "promptCapabilities": { "image": false, "audio": false, "embeddedContext": false },
            "sessionCapabilities": { "close": {} },
        },
        "agentInfo": {
            "name": "screen-agent",
            "title": "Screen Agent",
            "version": env!("CARGO_PKG_VERSION"),
        },
        "authMethods": [],
    })
}
