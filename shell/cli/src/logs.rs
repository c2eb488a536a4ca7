//! `logs`: what a run of a worker did, step by step.

use std::time::Duration;

use anyhow::Result;
use screen_agent_wire::extension::run::RunData;
use screen_agent_wire::extension::task::{TaskListData, TimelineData, TimelineStep};
use tokio::time::sleep;
use uuid::Uuid;

use crate::Ending;
use crate::remote::{Remote, RemoteArgs};
use crate::runs::shown;
use crate::terminal::{Style, say, say_json};

/// How often it is looked for more.
const LOOK: Duration = Duration::from_secs(1);

/// Show what a run of a worker did, step by step, and what was seen of each.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The run's id.
    id: Uuid,
    /// Show further steps as they are done, until the run is over.
    #[arg(long)]
    follow: bool,
    /// Print one JSON object a line for each step instead of words.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    remote: RemoteArgs,
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    let (remote, style) = (args.remote.open().await?, Style::for_stdout());
    let path = format!("/api/runs/{}", args.id);
    let (mut told, mut session) = (0, None);
    loop {
        let run: RunData = remote.get(&path).await?;
        // What is begun again has a conversation of its own, and is told from its first step.
        if session.replace(run.session_id) != Some(run.session_id) {
            told = 0;
        }
        let steps = steps(&remote, &run).await?;
        let goes_on = args.follow && !run.status.is_over();
        // The last step is shown once it was judged, unless nothing more comes.
        let judged = |step: &&TimelineStep| !goes_on || step.verification.is_some();
        for step in steps.iter().skip(told).take_while(judged) {
            told += 1;
            match args.json {
                true => say_json(step, false)?,
                false => say(&step_shown(step, style)),
            }
        }
        if !goes_on {
            if !args.json {
                say(&shown(&run, style));
            }
            return Ok(Ending::Done);
        }
        sleep(LOOK).await;
    }
}

/// The steps of the run's task, once there is one.
async fn steps(remote: &Remote, run: &RunData) -> Result<Vec<TimelineStep>> {
    if run.started_at.is_none() {
        return Ok(Vec::new());
    }
    let session = run.session_id;
    let path = format!("/api/session/{session}/tasks");
    // There is no conversation before the worker's first word.
    let Ok(tasks) = remote.get::<TaskListData>(&path).await else {
        return Ok(Vec::new());
    };
    let Some(last) = tasks.tasks.first() else {
        return Ok(Vec::new());
    };
    let path = format!("/api/session/{session}/task/{}", last.task_id);
    Ok(remote.get::<TimelineData>(&path).await?.steps)
}

fn step_shown(step: &TimelineStep, style: Style) -> String {
    let number = step.index + 1;
    let target = step.target.as_deref().unwrap_or_default();
    let mut line = format!("{number}. {} {target}", style.strong(&step.action));
    if let Some(verdict) = &step.verification {
        line += &format!("\n   {} {}", style.mark(verdict.success), verdict.reason);
    }
    line
}
