//! `workflow push`, `pull` and `list --on-server`: files, and the workflows that a server keeps.

use std::path::PathBuf;

use anyhow::{Result, anyhow};
use axum::http::Method;
use screen_agent_wire::extension::workflow::{
    NewWorkflow, WorkflowCause, WorkflowData, WorkflowListData, WorkflowShown, WorkflowText,
    WorkflowVersionShown,
};

use super::sign::as_signed;
use super::{Output, fresh, put, text_of};
use crate::Ending;
use crate::remote::{Remote, RemoteArgs};
use crate::terminal::{Style, say};

#[derive(clap::Args)]
pub(super) struct PushArgs {
    /// The workflow.
    file: PathBuf,
    #[command(flatten)]
    remote: RemoteArgs,
}

#[derive(clap::Args)]
pub(super) struct PullArgs {
    /// What it is called.
    name: String,
    /// Which version [default: the latest]
    #[arg(long, value_name = "N")]
    version: Option<u32>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    remote: RemoteArgs,
}

async fn all(remote: &Remote) -> Result<Vec<WorkflowData>> {
    let list: WorkflowListData = remote.get("/api/workflows").await?;
    Ok(list.workflows)
}

/// The server's workflow of this name.
pub(crate) async fn named(remote: &Remote, name: &str) -> Result<WorkflowData> {
    let found = all(remote).await?.into_iter().find(|one| one.name == name);
    found
        .ok_or_else(|| anyhow!("the server keeps no workflow called {name:?} (WORKFLOW_NOT_FOUND)"))
}

pub(super) async fn list(args: &RemoteArgs) -> Result<Ending> {
    let style = Style::for_stdout();
    for one in all(&args.open().await?).await? {
        let cause = match one.cause {
            WorkflowCause::Saved => "saved",
            WorkflowCause::Edited => "edited",
            WorkflowCause::Healed => "healed",
        };
        let about = format!(
            "version {}, {cause}, {} steps",
            one.version,
            one.steps.len()
        );
        say(&format!(
            "{}  {}  ({about})",
            one.id,
            style.strong(&one.name)
        ));
    }
    Ok(Ending::Done)
}

pub(super) async fn push(args: &PushArgs) -> Result<Ending> {
    let workflow = as_signed(&args.file)?;
    let remote = args.remote.open().await?;
    let text = text_of(&args.file)?;
    let known = all(&remote)
        .await?
        .into_iter()
        .find(|one| one.name == workflow.name);
    let kept: WorkflowShown = match known {
        Some(known) => {
            let path = format!("/api/workflows/{}", known.id);
            let version = None;
            let body = WorkflowText { text, version };
            remote.send(Method::PUT, &path, &body).await?
        }
        None => {
            let body = NewWorkflow {
                text,
                ..NewWorkflow::default()
            };
            remote.post("/api/workflows", &body).await?
        }
    };
    let WorkflowData {
        id, name, version, ..
    } = kept.workflow;
    say(&format!("{id}  {name}  (version {version})"));
    Ok(Ending::Done)
}

pub(super) async fn pull(args: &PullArgs) -> Result<Ending> {
    let Output { output, force } = &args.output;
    fresh(output, *force)?;
    let remote = args.remote.open().await?;
    let known = named(&remote, &args.name).await?;
    let version = args.version.unwrap_or(known.version);
    let path = format!("/api/workflows/{}/versions/{version}", known.id);
    let shown: WorkflowVersionShown = remote.get(&path).await?;
    put(output, &shown.text)?;
    say(&format!("wrote {} (version {version})", output.display()));
    Ok(Ending::Done)
}
