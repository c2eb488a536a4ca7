//! The tasks for an editor: a task is asked and planned, what it would change is shown there, and it is applied once the
//! person at the editor said yes.

use std::path::{Path, PathBuf};

use screen_agent_mcp::{CallFault, Person};
use screen_agent_wire::ide::plan::IdePlan;
use serde_json::{Map, Value, json};

use super::apply::{carried_out, changes};
use super::approval::Asked;
use super::make::{drafts, planned, replied};
use super::server::IdeServer;
use super::settings::IdeSettings;
use super::tell::Teller;
use super::workspace::Workspace;
use super::{ChangeArgs, Done, IdeFault, PlaceArgs};
use crate::terminal::word;

/// The workspace that an editor stands in.
pub(crate) struct EditorDesk {
    workspace: Workspace,
    place: PlaceArgs,
}

/// What a task would change.
pub(crate) struct PlannedChange {
    plan: IdePlan,
    /// What the server and the actions say of it.
    pub(crate) says: Vec<String>,
    pub(crate) files: Vec<PlannedFile>,
}

/// A file as it stands and as it is to be.
pub(crate) struct PlannedFile {
    pub(crate) path: PathBuf,
    pub(crate) before: Option<String>,
    /// Nothing where it goes.
    pub(crate) after: Option<String>,
}

impl EditorDesk {
    /// The nearest workspace from a folder upwards.
    pub(crate) fn above(folder: &Path) -> Result<Self, CallFault> {
        Ok(Self {
            workspace: Workspace::above(folder)?,
            place: PlaceArgs {
                json: true,
                ..PlaceArgs::default()
            },
        })
    }

    /// Asks the server for a task, and plans what it replies. Each field of the request that stands in a file of the
    /// workspace is named with it.
    pub(crate) async fn plan(
        &self,
        task: &str,
        words: &str,
        with: &[(String, String)],
    ) -> Result<PlannedChange, CallFault> {
        Ok(self.planned(task, words, with).await?)
    }

    async fn planned(
        &self,
        task: &str,
        words: &str,
        with: &[(String, String)],
    ) -> Done<PlannedChange> {
        let (workspace, place) = (&self.workspace, &self.place);
        let project = IdeSettings::read(workspace)?.project;
        let mut request = Map::new();
        request.extend((!words.is_empty()).then(|| ("text".to_owned(), json!(words))));
        request.extend(project.map(|project| ("project_id".to_owned(), json!(project))));
        for (field, file) in with {
            let text = workspace.read(file)?;
            let text = text.ok_or_else(|| IdeFault::Invalid(format!("there is no {file} here")))?;
            let value = serde_json::from_str(&text).unwrap_or(Value::String(text));
            request.insert(field.clone(), value);
        }
        let server = IdeServer::of(workspace, place)?;
        let reply = replied(&server, task, &Value::Object(request)).await?;
        let trace = reply["trace_id"].as_str().map(str::to_owned);
        let plan = planned(workspace, trace, drafts(&reply, None, None)?).await?;
        let changed = changes(workspace, &plan, &ChangeArgs::default())?;
        Teller::of(workspace, place, &plan, ("plan", true))?
            .planned(&plan)
            .await?;
        let said = reply["response"].as_str().map(str::to_owned);
        let actions = plan.actions.iter().filter_map(|action| action.says.clone());
        Ok(PlannedChange {
            says: said.into_iter().chain(actions).collect(),
            files: changed
                .into_iter()
                .map(|(file, kept)| PlannedFile {
                    path: workspace.root().join(file),
                    before: kept.before,
                    after: kept.after,
                })
                .collect(),
            plan,
        })
    }

    /// Applies what was planned, as `ide apply` does: what was kept of the files can be taken back. Says what was changed.
    pub(crate) async fn apply(
        &self,
        planned: PlannedChange,
        person: &dyn Person,
    ) -> Result<String, CallFault> {
        let how = (&ChangeArgs::default(), Asked::Afar(person));
        let summary = carried_out(&self.workspace, &self.place, planned.plan, how).await?;
        Ok(super::show::changed(&summary))
    }
}

impl From<IdeFault> for CallFault {
    fn from(fault: IdeFault) -> Self {
        Self::new(word(&fault.refusal().1), fault.to_string())
    }
}
