//! A workflow on recorded looks: which of its steps would find their control, in order.

use screen_agent_page::{Observation, Screen};
use screen_agent_turn::event::Event;
use screen_agent_turn::record::{RecordError, TurnRecord};

use crate::file::Workflow;
use crate::ground::{Grounded, ground};
use crate::values::{Values, control_of};

/// How a step would fare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried {
    /// At which look, counted from 0.
    pub look: Option<usize>,
    /// Its control was found there, or it may be passed over.
    pub found: bool,
}

/// Goes through the looks of a record. A step is looked for from where the one before it was found.
pub fn tried(
    workflow: &Workflow,
    values: &Values,
    records: &str,
) -> Result<Vec<Tried>, RecordError> {
    let mut looks = Vec::new();
    for record in TurnRecord::all(records) {
        let (_, record) = record?;
        looks.extend(record.events.into_iter().filter_map(|event| match event {
            Event::Observed { seen } => Some(seen.screen),
            _ => None,
        }));
    }
    let mut from = 0;
    let mut all = Vec::new();
    for (index, step) in workflow.steps.iter().enumerate() {
        let rest = looks.get(from..).unwrap_or_default();
        let at = rest
            .iter()
            .position(|look| finds(workflow, index, values, look));
        let look = at.map(|at| from + at);
        from = look.unwrap_or(from);
        all.push(Tried {
            look,
            found: look.is_some() || !step.when.is_empty(),
        });
    }
    Ok(all)
}

fn finds(workflow: &Workflow, index: usize, values: &Values, look: &Observation) -> bool {
    let Some(step) = workflow.steps.get(index) else {
        return false;
    };
    let in_loop = workflow.loop_of(index).is_some();
    let screen = Screen::new(look);
    let mut controls = step.control.iter().chain(&step.drop);
    workflow.may_touch(&look.url)
        && controls.all(|control| {
            let control = control_of(control, values);
            match ground(&control, &screen) {
                Grounded::Found { .. } => true,
                // Which row a loop is at is not known here.
                Grounded::Several { .. } => in_loop,
                Grounded::Likely { .. } | Grounded::NotFound => false,
            }
        })
}
