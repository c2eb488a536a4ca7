//! `runs` without a server: what was done in this conversation, each task with its record.

use screen_agent_mcp::{CallFault, Given, RunShown, RunsArgs, Verb};
use screen_agent_wire::extension::response::InteractStatus;
use screen_agent_wire::extension::task::{TaskInfo, TaskListData, TimelineData};
use uuid::Uuid;

use super::desk::BrowserDesk;
use super::kept::Kind;
use super::served::{got, result};
use crate::terminal::word;

/// How many are listed, where nothing is said of it.
const FEW: usize = 20;

/// Records of what was done here.
pub(super) fn kind(session: Uuid) -> Kind {
    Kind {
        name: "record",
        about: "The record of a task: each step with what was seen to come of it.",
        place: "records",
        all: format!("/api/session/{session}/tasks"),
        one: format!("/api/session/{session}/task"),
        list: "tasks",
        id: "taskId",
        title: "query",
        bare: false,
    }
}

pub(super) async fn runs(desk: &BrowserDesk, args: RunsArgs) -> Given {
    let session = desk.session;
    match args.verb {
        Verb::Submit | Verb::Cancel => Err(CallFault::new(
            "NO_SERVER",
            "there are no workers here: use `do`, or the /mcp of a server",
        )),
        Verb::Show => {
            let id = args.id.unwrap_or_default();
            let path = format!("/api/session/{session}/task/{id}");
            let told: TimelineData = got(desk.door.get(&path).await)?;
            Ok(result(vec![shown(&told.task)], 1))
        }
        Verb::List => {
            let path = format!("/api/session/{session}/tasks");
            let all: Result<TaskListData, _> = got(desk.door.get(&path).await);
            let tasks = match all {
                // Nothing was begun yet.
                Err(fault) if fault.code.ends_with("NOT_FOUND") => Vec::new(),
                all => all?.tasks,
            };
            let few = args.limit.map_or(FEW, |limit| limit as usize);
            let runs = tasks.iter().take(few).map(shown).collect();
            Ok(result(runs, tasks.len() as u64))
        }
    }
}

fn shown(task: &TaskInfo) -> RunShown {
    let status = match (task.status, task.verified) {
        (InteractStatus::Completed, Some(false)) => "done_unverified".to_owned(),
        (InteractStatus::Completed, _) => "done".to_owned(),
        (other, _) => word(&other),
    };
    RunShown {
        id: task.task_id.to_string(),
        status,
        instruction: task.query.clone(),
        url: String::new(),
        question: None,
        result: task.result.clone(),
        found: None,
    }
}
