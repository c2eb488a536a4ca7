//! Tasks that carry a kept workflow out: what they begin with, its steps as the only ones who propose, and what was
//! healed, which becomes the workflow's next version.

use std::sync::Arc;

use screen_agent_action::ask::{Ask, Proposal, ProposeFailure};
use screen_agent_store::workflow::{
    KeptWorkflow, NewWorkflowVersion, VersionKept, WorkflowVersion,
};
use screen_agent_store::{Owner, Packed, StoreError};
use screen_agent_turn::task::{KeptSteps, Task};
use screen_agent_wire::extension::workflow::WorkflowCause;
use screen_agent_workflow::{Healed, ParameterType, Running, Workflow, healed, propose, values};
use uuid::Uuid;

use super::TurnError;
use super::draft::Draft;
use super::held::Held;
use crate::Engine;
use crate::request::TurnRequest;
use crate::time::day;

/// A workflow under way.
pub(super) struct Carried {
    run: KeptSteps,
    /// None where it was removed meanwhile.
    workflow: Option<Arc<Workflow>>,
    healed: Vec<Healed>,
}

/// The file of a version as it is read.
pub fn opened(body: &Packed) -> Result<Workflow, StoreError> {
    let corrupt = |cause: Box<dyn std::error::Error + Send + Sync>| StoreError::Corrupt(cause);
    let text = String::from_utf8(body.open()?).map_err(|cause| corrupt(cause.into()))?;
    Workflow::read(&text).map_err(|fault| corrupt(fault.into()))
}

/// What a new task is to carry out, with values that fit.
pub(super) async fn begun(
    engine: &Engine,
    caller: Owner,
    request: &TurnRequest,
) -> Result<Option<KeptSteps>, TurnError> {
    let (None, Some(start)) = (request.task, &request.workflow) else {
        return Ok(None);
    };
    let rows = engine.rows(caller);
    let found = match start.version {
        None => rows
            .find::<KeptWorkflow>(start.id)
            .await?
            .map(|kept| (kept.version, kept.body)),
        Some(version) => {
            let kept = rows.find::<WorkflowVersion>((start.id, version)).await?;
            kept.map(|kept| (version, kept.body))
        }
    };
    let (version, body) = found.ok_or(TurnError::UnknownWorkflow)?;
    let workflow = opened(&body)?;
    let values = values(&workflow, &start.inputs).map_err(TurnError::WorkflowInputs)?;
    let secret = workflow.parameters.into_iter();
    let secret = secret.filter(|one| one.kind == ParameterType::Secret);
    Ok(Some(KeptSteps {
        workflow: start.id.to_string(),
        version,
        values,
        secret: secret.map(|one| one.name).collect(),
        no_model: start.no_model.unwrap_or_default(),
    }))
}

/// The workflow of a task that carries one out.
pub(super) async fn carried(held: &Held, task: &Task) -> Result<Option<Carried>, TurnError> {
    let Some(run) = &task.kept else {
        return Ok(None);
    };
    let found = match run.workflow.parse::<Uuid>() {
        Ok(id) => {
            held.rows()
                .find::<WorkflowVersion>((id, run.version))
                .await?
        }
        Err(_) => None,
    };
    let workflow = found.map(|kept| opened(&kept.body)).transpose()?;
    Ok(Some(Carried {
        run: run.clone(),
        workflow: workflow.map(Arc::new),
        healed: healed(&task.notes),
    }))
}

impl Carried {
    /// The next step. It may look through a whole page, so it is done aside.
    pub(super) async fn propose(
        &mut self,
        engine: fn(&Ask) -> Proposal,
        ask: &Ask,
    ) -> Result<Proposal, ProposeFailure> {
        let Some(workflow) = self.workflow.clone() else {
            let gone = "The workflow was removed.".to_owned();
            let decision = screen_agent_action::ask::Decision::GiveUp {
                reason: gone.clone(),
            };
            return Ok(Proposal::new(gone, decision));
        };
        let (values, ask) = (self.run.values.clone(), ask.clone());
        let proposed = tokio::task::spawn_blocking(move || {
            let running = Running {
                workflow: &workflow,
                values: &values,
                engine: &engine,
            };
            propose(&running, &ask)
        });
        let proposal = proposed.await.map_err(|_| ProposeFailure::Unavailable)?;
        self.healed = healed(&proposal.notes);
        Ok(proposal)
    }

    /// What was healed, as the version that follows.
    fn next(&self, now_ms: i64) -> Option<NewWorkflowVersion> {
        let next = self
            .workflow
            .as_ref()?
            .with_healed(&self.healed, &day(now_ms))?;
        let what: Vec<String> = self
            .healed
            .iter()
            .map(|one| format!("Step {}: {}", one.step + 1, one.what))
            .collect();
        Some(NewWorkflowVersion {
            id: self.run.workflow.parse().ok()?,
            version: next.version,
            cause: WorkflowCause::Healed,
            what: what.join("\n"),
            body: Packed::bytes(next.print().ok()?.as_bytes()),
            name: next.name,
            now_ms,
        })
    }
}

/// Keeps what was healed in a task that has ended. It was seen to work, whatever the task came to; where the workflow was
/// changed meanwhile, that stands.
pub(super) async fn keep_healed(held: &Held, draft: &Draft, task: &Task) {
    let next = draft.kept.as_ref().filter(|_| task.status.is_terminal());
    let Some(next) = next.and_then(|kept| kept.next(held.engine.now_ms())) else {
        return;
    };
    match held.rows().keep_workflow(next).await {
        Ok(VersionKept::Kept) => {}
        Ok(other) => tracing::info!(task = %held.task, ?other, "what was healed is not kept"),
        Err(error) => tracing::warn!(task = %held.task, %error, "what was healed is not kept"),
    }
}
