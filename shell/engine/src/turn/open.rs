//! From a request to the transaction that opens its turn.

use screen_agent_action::id::{MessageId, SessionId, TaskId};
use screen_agent_action::step::Report;
use screen_agent_store::Owner;
use screen_agent_store::file::FileRecord;
use screen_agent_store::session::{
    ActionError, MessageSender, MessageStatus, NewMessage, SessionFacts,
};
use screen_agent_store::task::{StoredTask, pack_state};
use screen_agent_store::turn::{ActionOutcome, BeginTurn, TaskChoice};
use screen_agent_think::file::{FileContents, TaskFile};
use screen_agent_turn::event::Seen;
use screen_agent_turn::task::Task;

use super::{TurnError, kept};
use crate::Engine;
use crate::request::TurnRequest;
use crate::time::day;

/// A turn about to be opened.
pub(crate) struct Opening {
    pub(crate) task: TaskId,
    fresh: Option<Task>,
    request: TurnRequest,
    file: Option<TaskFile>,
    now_ms: i64,
}

impl Opening {
    pub(crate) async fn new(
        engine: &Engine,
        caller: Owner,
        request: TurnRequest,
        file: Option<TaskFile>,
    ) -> Result<(Self, BeginTurn), TurnError> {
        let now_ms = engine.now_ms();
        let ids = &engine.parts.ids;
        let said = said(engine, caller, &request).await?;
        let kept = kept::begun(engine, caller, &request).await?;
        let (task, fresh, choice) = match request.task {
            Some(task) => {
                let session = request.session;
                (task, None, TaskChoice::Known { task, session })
            }
            None => {
                let task = TaskId::new(ids.fresh());
                let session = request
                    .session
                    .unwrap_or_else(|| SessionId::new(ids.fresh()));
                let mut fresh = Task::new(task, request.query.clone());
                fresh.kept = kept;
                let state = pack_state(&mut fresh)?;
                let choice = TaskChoice::New {
                    task,
                    session,
                    state,
                };
                (task, Some(fresh), choice)
            }
        };
        let begin = BeginTurn {
            task: choice,
            facts: facts(&request),
            words: words(said, file.as_ref(), MessageId::new(ids.fresh())),
            outcome: request.task.and_then(|_| outcome(&request.seen.report)),
            lease: engine.lease(),
            key: request.key.clone(),
            now_ms,
        };
        let opening = Self {
            task,
            fresh,
            request,
            file,
            now_ms,
        };
        Ok((opening, begin))
    }
}

/// Takes the task up as it was kept, with what is on the screen now. Words that name no task were said just now, also
/// where the same ones answered what was asked before.
pub(crate) fn take_up(
    opening: Opening,
    stored: Option<StoredTask>,
    names_no_task: bool,
) -> Result<(Task, Seen), TurnError> {
    let mut task = match (stored, opening.fresh) {
        (Some(stored), _) => stored.open()?,
        (None, Some(fresh)) => fresh,
        (None, None) => return Err(TurnError::UnknownTask),
    };
    if names_no_task {
        task.heard = None;
    }
    let now_ms = opening.now_ms;
    let request = opening.request;
    let words = (request.query != task.query).then_some(request.query);
    let mut seen = request.seen;
    seen.words = words;
    seen.file = opening.file;
    seen.now_ms = now_ms;
    if seen.today.is_empty() {
        seen.today = day(now_ms);
    }
    Ok((task, seen))
}

fn facts(request: &TurnRequest) -> SessionFacts {
    SessionFacts {
        url: request.seen.screen.url.clone(),
        domain: request.domain.clone(),
        title: request.title.clone(),
        tab: request.tab,
        initial_query: None,
    }
}

/// The person's words as they are kept: what is a secret in them depends on what they answer.
async fn said(engine: &Engine, caller: Owner, request: &TurnRequest) -> Result<String, TurnError> {
    let known = match request.task {
        Some(task) => engine.rows(caller).task(task).await?,
        None => None,
    };
    Ok(match known {
        Some((_, stored)) => screen_agent_turn::secrets::hide_said(&stored.open()?, &request.query),
        None => screen_agent_words::secret::hide_named(&request.query),
    })
}

fn words(content: String, file: Option<&TaskFile>, id: MessageId) -> NewMessage {
    NewMessage {
        id,
        role: MessageSender::User,
        content,
        action: None,
        status: None,
        dom_summary: None,
        metadata: file.map(|file| attached(file).to_string()),
    }
}

/// What a conversation shows of a file that came with the words.
fn attached(file: &TaskFile) -> serde_json::Value {
    serde_json::json!({ "attachment": { "filename": file.name, "mimeType": file.kind.mime() } })
}

/// What the client said of the action before, if it said anything.
fn outcome(report: &Report) -> Option<ActionOutcome> {
    let status = if report.success? {
        MessageStatus::Success
    } else {
        MessageStatus::Failure
    };
    let told = report.code.is_some() || report.message.is_some();
    let error = (status == MessageStatus::Failure && told).then(|| ActionError {
        code: report.code.clone(),
        message: report.message.clone(),
    });
    Some(ActionOutcome { status, error })
}

/// The file that came with the words: looked up among the caller's own, for what in it is about them.
/// It was read when it came, and is not read again.
pub(super) async fn file(
    engine: &Engine,
    caller: Owner,
    request: &TurnRequest,
) -> Result<Option<TaskFile>, TurnError> {
    let Some(key) = &request.file else {
        return Ok(None);
    };
    let found = engine.rows(caller).find::<FileRecord>(key.clone()).await?;
    let record = found.ok_or(TurnError::UnknownFile)?;
    let reading: FileContents = record.reading.read()?;
    let file = TaskFile::new(record.key, record.name, &reading, &request.query);
    Ok(Some(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_is_what_the_client_said_and_no_more() {
        let said = |success, code: Option<&str>| Report {
            success,
            code: code.map(str::to_owned),
            ..Report::default()
        };
        let failed = |error| ActionOutcome {
            status: MessageStatus::Failure,
            error,
        };
        let timeout = ActionError {
            code: Some("TIMEOUT".to_owned()),
            message: None,
        };
        for (report, expected) in [
            (said(None, None), None),
            (
                said(Some(true), None),
                Some(ActionOutcome {
                    status: MessageStatus::Success,
                    error: None,
                }),
            ),
            (said(Some(false), None), Some(failed(None))),
            (
                said(Some(false), Some("TIMEOUT")),
                Some(failed(Some(timeout))),
            ),
        ] {
            assert_eq!(outcome(&report), expected);
        }
    }
}
