//! One try at one task, as `screen-agent run` would: a browser of its own, the person's words, and the state of
//! the application before and after.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use screen_agent_browser::Hands;
use screen_agent_cli::drive::{Answerer, Assignment, Ran, RunEvent, drive};
use screen_agent_cli::{Ending, compose};
use screen_agent_wire::extension::workflow::{NO_ORDER, WorkflowStart};
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use super::app::Task;
use super::judge::{Outcome, judge};
use super::server::Server;
use super::state::State;
use crate::agent::{Agent, Used, assignment};
use crate::episode::word;

/// Longest wait for a page to be there, or to say what it holds.
const MOMENT: Duration = Duration::from_secs(15);
/// What was done may take as long to be seen in the state.
const LATE: Duration = Duration::from_millis(800);

/// How tasks are tried.
#[derive(Clone, Copy)]
pub struct Way {
    /// Longest, in steps.
    pub max_steps: usize,
    /// Longest by the clock.
    pub patience: Duration,
    /// Print every event.
    pub verbose: bool,
}

/// What a try came to.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Which application.
    pub app: String,
    /// Which task.
    pub task: String,
    /// Which of the three wordings; 0 for the first.
    pub wording: usize,
    /// The words.
    pub query: String,
    /// By the application's state, or rightly left.
    pub done: bool,
    /// By the agent's own word.
    pub claimed: bool,
    /// How it ended.
    pub status: String,
    /// What was said at the end.
    pub said: String,
    /// What is missing.
    pub missing: Vec<String>,
    /// What was done that nobody wanted.
    pub wrong: Vec<String>,
    /// Steps that were taken.
    pub steps: usize,
    /// Milliseconds from the first look to the end.
    pub ms: u64,
    /// What models took.
    pub used: Used,
    /// What a scripted one was asked, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<String>,
    /// By a workflow that was kept of a try before.
    pub again: bool,
    /// The agent's task.
    #[serde(skip)]
    pub id: Option<Uuid>,
}

impl Row {
    /// It was called done and is not.
    pub fn is_false(&self) -> bool {
        self.claimed && !self.done
    }
}

/// Tries a task in one of its wordings, or by a workflow that was kept of that.
pub async fn run(
    agent: &Agent,
    server: &mut Server<'_>,
    one: (&Task, usize),
    kept: Option<WorkflowStart>,
    way: Way,
) -> Result<Row> {
    server.reset().await?;
    let mut hands = compose::hands((1280, 800)).await?;
    let row = attempt(agent, server, &mut hands, one, (kept, way)).await;
    hands.close().await;
    row
}

async fn attempt(
    agent: &Agent,
    server: &Server<'_>,
    hands: &mut Hands,
    (task, wording): (&Task, usize),
    (kept, way): (Option<WorkflowStart>, Way),
) -> Result<Row> {
    let app = server.app();
    begin(server, hands, task).await?;
    let before = first_state(server, hands).await?;
    let query = task.say[wording].replace("$STATE", &server.state().display().to_string());
    let began = Instant::now();
    let session = Uuid::new_v4();
    let again = kept.is_some();
    let words = if again { NO_ORDER } else { &query };
    let plan = Assignment {
        workflow: kept,
        ..assignment(words, way.max_steps, Answerer::YesToAll)
    };
    let ran = drive_it(agent, hands, session, &plan, way).await;
    let ms = began.elapsed().as_millis() as u64;
    let (status, said, steps) = match &ran {
        Ok(ran) => (word(ran.ending), ran.result.clone(), ran.steps),
        Err(error) => ("error", format!("{error:#}"), 0),
    };
    let claimed = matches!(&ran, Ok(ran) if ran.ending == Ending::Done);
    let answered = claimed || matches!(&ran, Ok(ran) if ran.ending == Ending::Unverified);
    let seen = async || {
        let after = state(server, hands).await.ok().flatten();
        let page = match &task.page {
            Some(code) => Some(evaluate(hands, code).await.is_ok_and(|value| value == true)),
            None => None,
        };
        (after, page)
    };
    let judged = |(after, page): &(Option<State>, Option<bool>)| {
        let outcome = Outcome {
            claimed,
            answered,
            said: &said,
            before: &before,
            after: after.as_ref(),
            page: *page,
        };
        judge(task, &app.ignore, &outcome)
    };
    tokio::time::sleep(LATE / 4).await;
    let mut verdict = judged(&seen().await);
    if !verdict.missing.is_empty() {
        tokio::time::sleep(LATE).await;
        verdict = judged(&seen().await);
    }
    Ok(Row {
        app: app.name.clone(),
        task: task.id.clone(),
        wording,
        query,
        done: verdict.done,
        claimed,
        status: status.to_owned(),
        said,
        missing: verdict.missing,
        wrong: verdict.wrong,
        steps,
        ms,
        used: agent.used(session, way.verbose).await?,
        asked: Vec::new(),
        again,
        id: ran.ok().and_then(|ran| ran.task),
    })
}

/// Comes in, and goes to where the task begins.
async fn begin(server: &Server<'_>, hands: &mut Hands, task: &Task) -> Result<()> {
    if let Some(prepare) = server.app().prepare.as_ref().filter(|_| !task.unprepared) {
        compose::go(hands, &server.url(&prepare.at)).await?;
        let prepared = evaluate(hands, &prepare.script).await?;
        if prepared != true {
            bail!("what comes before the task failed: {prepared}");
        }
    }
    compose::go(hands, &server.url(&task.at)).await
}

async fn drive_it(
    agent: &Agent,
    hands: &mut Hands,
    session: Uuid,
    plan: &Assignment,
    way: Way,
) -> Result<Ran> {
    let mut tell = |event: &RunEvent, _: Option<&screen_agent_browser::ActionFile>| {
        if way.verbose
            && let Ok(line) = serde_json::to_string(event)
        {
            crate::say(&format!("    {line}"));
        }
    };
    let driven = drive(hands, agent.door(), session, plan, &mut tell);
    tokio::time::timeout(way.patience, driven)
        .await
        .context("it never came to an end")?
}

/// The state once the page is there.
async fn first_state(server: &Server<'_>, hands: &Hands) -> Result<State> {
    let began = Instant::now();
    loop {
        if let Some(state) = state(server, hands).await? {
            return Ok(state);
        }
        if began.elapsed() > MOMENT {
            bail!("{} has no state", server.app().name);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// The state: what the application tells, and what the page holds, one beside the other.
async fn state(server: &Server<'_>, hands: &Hands) -> Result<Option<State>> {
    let app = server.app();
    if let Some(code) = &app.page {
        let value = evaluate(hands, code).await.unwrap_or(Value::Null);
        return Ok(State::read(value).ok());
    }
    app.dump
        .as_deref()
        .map(|line| server.dump(line))
        .transpose()
}

async fn evaluate(hands: &Hands, code: &str) -> Result<Value> {
    Ok(hands.page().run_in_page(code, MOMENT).await?)
}
