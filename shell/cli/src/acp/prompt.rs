//! One prompt, from its words to its end: something done or read on a page, or a task of the IDE surface.

use std::sync::Arc;

use screen_agent_mcp::{AskArgs, CallFault, Caller, ClientCall, Desk as _, DoArgs, ToolOutcome};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::commands::Wanted;
use super::lines::Editor;
use super::person::AtEditor;
use super::told::{self, Told};
use super::{Session, edit};
use crate::drive::RunEvent;
use crate::mcp::BrowserDesk;

/// A prompt's side of the conversation.
#[derive(Clone, Debug)]
pub(super) struct Talk {
    pub(super) editor: Editor,
    pub(super) session: String,
    /// Tells the tool calls of this prompt from those of others.
    pub(super) mark: String,
}

impl Talk {
    pub(super) fn update(&self, update: &Value) {
        let params = json!({ "sessionId": self.session, "update": update });
        self.editor.notify("session/update", &params);
    }

    pub(super) fn say(&self, words: &str) {
        if !words.is_empty() {
            self.update(&told::message(words));
        }
    }
}

/// Does what a prompt wants. What it could not do is said in the conversation.
pub(super) async fn answer(desk: &BrowserDesk, session: &Session, talk: &Talk, text: &str) {
    let open = session.asked().take();
    let done = match (open, Wanted::read(text)) {
        // Nothing with a slash answers a question.
        (Some(task), Wanted::Do { .. }) if !text.trim().starts_with('/') => {
            let args = DoArgs {
                task: Some(task),
                answer: Some(text.trim().to_owned()),
                ..DoArgs::default()
            };
            carry_out(desk, session, talk, args).await
        }
        (_, Wanted::Do { url, words }) => {
            let args = DoArgs {
                instruction: Some(words),
                url,
                ..DoArgs::default()
            };
            carry_out(desk, session, talk, args).await
        }
        (_, Wanted::Ask { url, words }) => ask(desk, talk, url, words).await,
        (_, Wanted::Task { name, words, with }) => {
            edit::task(&session.folder, talk, name, &words, &with).await
        }
        (_, Wanted::Unknown(name)) => Err(CallFault::new(
            "UNKNOWN_COMMAND",
            format!("there is no /{name}; /do and /ask work on a page, and the tasks make files"),
        )),
    };
    if let Err(CallFault { code, message }) = done {
        talk.say(&format!("{code}: {message}"));
    }
}

/// Whoever is behind the editor. Progress is told by updates of our own.
fn at_editor(talk: &Talk) -> Caller {
    let person = Arc::new(AtEditor::new(talk.clone(), None));
    Caller::new(person, None, mpsc::unbounded_channel().0)
}

fn invalid(why: String) -> CallFault {
    CallFault::new("INVALID_ARGUMENTS", why)
}

async fn carry_out(
    desk: &BrowserDesk,
    session: &Session,
    talk: &Talk,
    args: DoArgs,
) -> Result<(), CallFault> {
    let args = args.checked().map_err(invalid)?;
    let mut told = Told::new(talk.mark.clone());
    let mut hear = |event: &RunEvent| {
        if let Some(update) = told.update(event) {
            talk.update(&update);
        }
    };
    let ToolOutcome { data, .. } = desk.carry_out(args, &at_editor(talk), &mut hear).await?;
    let clauses = data["clauses"].as_array().into_iter().flatten();
    let lines = clauses.map(|clause| {
        let word = |name: &str| clause[name].as_str().unwrap_or_default().to_owned();
        format!(
            "- {}: {}. {}",
            word("words"),
            word("standing"),
            word("evidence")
        )
    });
    let result = data["result"].as_str().unwrap_or_default().to_owned();
    let said: Vec<String> = std::iter::once(result).chain(lines).collect();
    talk.say(&said.join("\n"));
    let is_question = data["standing"] == "needs_you" && data["approval"] != true;
    if let Some(task) = data["task"].as_str().filter(|_| is_question) {
        *session.asked() = Some(task.to_owned());
    }
    Ok(())
}

async fn ask(
    desk: &BrowserDesk,
    talk: &Talk,
    url: Option<String>,
    question: String,
) -> Result<(), CallFault> {
    let call = format!("{}-ask", talk.mark);
    talk.update(&told::begins(
        &call,
        &question,
        "read",
        "in_progress",
        told::text(""),
    ));
    let args = AskArgs {
        question,
        collection: None,
        url,
    };
    let asked = match args.checked() {
        Ok(args) => desk.call(ClientCall::Ask(args), at_editor(talk)).await,
        Err(why) => Err(invalid(why)),
    };
    let status = if asked.is_ok() { "completed" } else { "failed" };
    talk.update(&told::came(&call, status, told::text("")));
    let ToolOutcome { data, .. } = asked?;
    let mut said = vec![data["answer"].as_str().unwrap_or_default().to_owned()];
    for cited in data["citations"].as_array().into_iter().flatten() {
        let at = cited["url"].as_str().or(cited["title"].as_str());
        let found = match cited["verified"] == true {
            true => "found there",
            false => "NOT found there",
        };
        said.push(format!("- {}: {found}", at.unwrap_or("the source")));
    }
    talk.say(&said.join("\n"));
    Ok(())
}
