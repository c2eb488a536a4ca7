//! A workflow as a proposer, with the command engine for what has to be healed.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use screen_agent_action::ask::{Ask, ProposeFailure};
use screen_agent_ports::{Proposed, Proposer};
use screen_agent_workflow::{Healed, Running, Values, Workflow, healed, propose};

/// What is gone through, and with which values.
#[derive(Debug)]
pub(super) struct KeptSteps {
    workflow: Workflow,
    /// No model is asked, not even for a control that is not found.
    no_model: bool,
    run: Mutex<Run>,
}

/// One run of it.
#[derive(Debug, Default)]
struct Run {
    values: Values,
    healed: Vec<Healed>,
}

impl KeptSteps {
    pub(super) fn new(workflow: Workflow, no_model: bool) -> Self {
        Self {
            workflow,
            no_model,
            run: Mutex::default(),
        }
    }

    /// Begins a run with these values.
    pub(super) fn begin(&self, values: Values) {
        let healed = Vec::new();
        *self.run.lock().unwrap_or_else(PoisonError::into_inner) = Run { values, healed };
    }

    /// What was healed in the last run and seen to work.
    pub(super) fn healed(&self) -> Vec<Healed> {
        let run = self.run.lock().unwrap_or_else(PoisonError::into_inner);
        run.healed.clone()
    }
}

#[async_trait]
impl Proposer for KeptSteps {
    fn name(&self) -> &str {
        "workflow"
    }

    fn is_metered(&self) -> bool {
        false
    }

    fn is_kept_steps(&self) -> bool {
        true
    }

    async fn propose(&self, ask: &Ask) -> Result<Proposed, ProposeFailure> {
        let mut run = self.run.lock().unwrap_or_else(PoisonError::into_inner);
        let running = Running {
            workflow: &self.workflow,
            values: &run.values,
            engine: &screen_agent_command::propose,
        };
        let ask = Ask {
            locates: ask.locates && !self.no_model,
            ..ask.clone()
        };
        let proposal = propose(&running, &ask);
        run.healed = healed(&proposal.notes);
        Ok(Proposed {
            proposal,
            usage: None,
        })
    }
}
