//! A plan: what an action's operations come to on the files that stand, and the print that tells one plan from another.

use std::collections::BTreeMap;

use screen_agent_wire::Invalid;
use screen_agent_wire::ide::cli_action::{ConflictStrategy, Execution, ExecutionMode};
use screen_agent_wire::ide::plan::{IdePlan, PlanAction, PlanFile, PlanOp, PlanOperation};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use super::{document, is_document};
use crate::document::pointer_below;

/// The verb of changes that no action names.
pub const EDITS: &str = "apply-edits";

/// An action that is to be planned.
#[derive(Clone, Debug)]
pub struct DraftedAction {
    pub action: PlanAction,
    pub operations: Vec<PlanOperation>,
    /// What happens where something else stands already.
    pub conflict: ConflictStrategy,
}

/// The plan of some actions on files as they stand.
pub fn plan(
    trace_id: Option<String>,
    drafts: Vec<DraftedAction>,
    standing: &BTreeMap<String, Option<String>>,
    default_conflict_strategy: ConflictStrategy,
) -> Result<IdePlan, Invalid> {
    let (mut actions, mut operations) = (Vec::new(), Vec::new());
    for draft in drafts {
        let mut action = draft.action;
        for operation in draft.operations {
            let text = standing.get(&operation.file).and_then(Option::as_deref);
            let mut beside = Beside {
                conflict: draft.conflict,
                file: &operation.file,
                skipped: &mut action.skipped,
            };
            let kept = match is_document(&operation.file) {
                true => {
                    beside.operation(document(&operation.file, text)?.as_ref(), operation.clone())
                }
                false => Some(operation),
            };
            operations.extend(kept);
        }
        actions.push(action);
    }
    let file = |(file, base): (&String, &Option<String>)| PlanFile {
        file: file.clone(),
        base: base.clone(),
    };
    let mut plan = IdePlan {
        trace_id,
        actions,
        operations,
        files: standing.iter().map(file).collect(),
        fingerprint: String::new(),
        execution: Some(Execution {
            mode: ExecutionMode::LocalCli,
            approval_required: true,
            dry_run: true,
            default_conflict_strategy,
        }),
    };
    plan.fingerprint = fingerprint(&plan);
    Ok(plan)
}

/// The print of a plan: of its operations, of what its actions are about, and of how they are applied. What they stand
/// on is no part of it, so that the same plan is the same after it was applied.
pub fn fingerprint(plan: &IdePlan) -> String {
    let written = |value: Value| value.to_string();
    let mut operations: Vec<String> = plan
        .operations
        .iter()
        .map(|one| written(json!(one)))
        .collect();
    operations.sort();
    let action = |one: &PlanAction| written(json!([one.command, one.args]));
    let mut actions: Vec<String> = plan.actions.iter().map(action).collect();
    actions.sort();
    let all = json!([operations, actions, plan.execution]);
    let print = Sha256::digest(all.to_string());
    print.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What stands already, beside what comes.
struct Beside<'a> {
    conflict: ConflictStrategy,
    file: &'a str,
    skipped: &'a mut Vec<String>,
}

impl Beside<'_> {
    /// An operation by what stands at its place; nothing where that stays.
    fn operation(
        &mut self,
        document: Option<&Value>,
        operation: PlanOperation,
    ) -> Option<PlanOperation> {
        let at = &operation.json_pointer;
        let Some(standing) = document.and_then(|document| document.pointer(at)) else {
            return Some(operation);
        };
        match (self.conflict, operation.op, &operation.value) {
            (ConflictStrategy::Skip, PlanOp::Set, Some(value)) if value != standing => {
                self.skip(at);
                None
            }
            (ConflictStrategy::Skip, PlanOp::Merge, Some(Value::Object(fields))) => {
                let value = self.new_fields(standing, fields, at);
                Some(PlanOperation {
                    value: Some(Value::Object(value)),
                    ..operation
                })
            }
            (ConflictStrategy::Merge, PlanOp::Set, Some(Value::Object(_)))
                if standing.is_object() =>
            {
                Some(PlanOperation {
                    op: PlanOp::Merge,
                    ..operation
                })
            }
            _ => Some(operation),
        }
    }

    /// The fields that do not stand there, and those that are the same.
    fn new_fields(
        &mut self,
        standing: &Value,
        fields: &Map<String, Value>,
        at: &str,
    ) -> Map<String, Value> {
        let mut new = Map::new();
        for (name, value) in fields {
            let at = pointer_below(at, name);
            let value = match (standing.get(name), value) {
                (Some(old @ Value::Object(_)), Value::Object(inner)) => {
                    Value::Object(self.new_fields(old, inner, &at))
                }
                (Some(old), value) if old != value => {
                    self.skip(&at);
                    continue;
                }
                (_, value) => value.clone(),
            };
            new.insert(name.clone(), value);
        }
        new
    }

    fn skip(&mut self, at: &str) {
        self.skipped.push(format!("{}#{at}", self.file));
    }
}
