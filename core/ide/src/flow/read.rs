//! Flows as they come: an object, JSON as text (as rows keep it), or our lines.

use screen_agent_wire::{Invalid, read as wire_read};
use serde_json::Value;

use super::{ActionFlow, FlowStep, text};

/// Steps of a flow, at most, and how deep they may follow one another.
pub const STEPS: usize = 2_000;
pub const LEVELS: usize = 24;

/// Reads a flow, and gives each step that has none an id.
pub fn flow(value: &Value) -> Result<ActionFlow, Invalid> {
    if let Some(written) = value.as_str() {
        return match serde_json::from_str::<Value>(written) {
            Ok(inner) if inner.is_object() => flow(&inner),
            _ => text::read(written),
        };
    }
    let mut flow: ActionFlow =
        wire_read::from_value(value).map_err(|invalid| invalid.inside("current_flow"))?;
    if flow.all().len() > STEPS {
        return Err(Invalid::new(
            "current_flow",
            format!("more than {STEPS} steps"),
        ));
    }
    if levels(&flow.steps) > LEVELS {
        return Err(Invalid::new(
            "current_flow",
            format!("nested deeper than {LEVELS} levels"),
        ));
    }
    flow.number();
    Ok(flow)
}

/// How many steps stand inside of one another, at most.
pub(super) fn levels(steps: &[FlowStep]) -> usize {
    let below = |step: &FlowStep| {
        let branches = super::Branch::ALL.map(|branch| levels(step.branch(branch)));
        branches.into_iter().max().unwrap_or_default()
    };
    steps
        .iter()
        .map(|step| 1 + below(step))
        .max()
        .unwrap_or_default()
}
