//! From a request to the transaction that opens its turn.

use std::sync::Arc;

use screen_agent_kernel::event::Seen;
use screen_agent_kernel::file::TaskFile;
use screen_agent_kernel::mask;
use screen_agent_kernel::step::Report;
use screen_agent_kernel::task::Task;
use screen_agent_kernel::{MessageId, SessionId, TaskId};
use screen_agent_store::Owner;
use screen_agent_store::session::{MessageError, MessageStatus, NewMessage, Role, SessionFacts};
use screen_agent_store::task::{StoredTask, pack_state};
use screen_agent_store::turn::{ActionOutcome, BeginTurn, TaskChoice};

use crate::request::TurnRequest;
use crate::{Runner, TurnError};

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
        runner: &Runner,
        caller: Owner,
        request: TurnRequest,
        file: Option<TaskFile>,
    ) -> Result<(Self, BeginTurn), TurnError> {
        let now_ms = runner.now_ms();
        let ids = &runner.parts.ids;
        let said = said(runner, caller, &request).await?;
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
            outcome: request.task.and_then(|_| outcome(&request.report)),
            lease: runner.fresh_lease(),
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

/// Takes the task up as it was kept, with what is on the screen now.
pub(crate) fn take_up(
    opening: Opening,
    stored: Option<StoredTask>,
) -> Result<(Task, Seen), TurnError> {
    let task = match (stored, opening.fresh) {
        (Some(stored), _) => stored.open()?,
        (None, Some(fresh)) => fresh,
        (None, None) => return Err(TurnError::UnknownTask),
    };
    let now_ms = opening.now_ms;
    let request = opening.request;
    let words = (request.query != task.query).then_some(request.query);
    let seen = Seen {
        screen: Arc::new(request.screen),
        report: request.report,
        words,
        approval: request.approval,
        file: opening.file,
        client: request.client,
        now_ms,
        today: request.today.unwrap_or_else(|| utc_date(now_ms)),
        chain: request.chain,
        ..Seen::default()
    };
    Ok((task, seen))
}

fn facts(request: &TurnRequest) -> SessionFacts {
    SessionFacts {
        url: request.screen.url.clone(),
        domain: request.domain.clone(),
        title: request.title.clone(),
        tab: request.tab,
        initial_query: None,
    }
}

/// The person's words as they are kept: what is a secret in them depends on what they answer.
async fn said(runner: &Runner, caller: Owner, request: &TurnRequest) -> Result<String, TurnError> {
    let known = match request.task {
        Some(task) => runner.rows(caller).task(task).await?,
        None => None,
    };
    Ok(match known {
        Some((_, stored)) => mask::hide_said(&stored.open()?, &request.query),
        None => mask::hide_told(&request.query),
    })
}

fn words(content: String, file: Option<&TaskFile>, id: MessageId) -> NewMessage {
    NewMessage {
        id,
        role: Role::User,
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
    let error = (status == MessageStatus::Failure && told).then(|| MessageError {
        code: report.code.clone(),
        message: report.message.clone(),
    });
    Some(ActionOutcome { status, error })
}

fn utc_date(now_ms: i64) -> String {
    jiff::Timestamp::from_millisecond(now_ms)
        .map(|now| now.strftime("%Y-%m-%d").to_string())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_date_is_the_day_by_utc() {
        assert_eq!(utc_date(0), "1970-01-01");
        assert_eq!(utc_date(1_772_625_600_000), "2026-03-04");
    }

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
        let timeout = MessageError {
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
