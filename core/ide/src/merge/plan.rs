//! A plan: what an action's operations come to on the files that stand, and the print that tells one plan from another.

use std::collections::BTreeMap;

use screen_agent_wire::ide::cli_action::{ConflictStrategy, Execution, ExecutionMode};
use screen_agent_wire::ide::plan::{IdePlan, PlanAction, PlanFile, PlanOp, PlanOperation};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use super::{MergeFault, document, is_document};
use crate::document::pointer_below;

/// The verb of changes that no action names.
pub const EDITS: &str = "apply-edits";
/// The last number of a file that stands beside another of its name.
const NUMBERED: u32 = 99;

/// An action that is to be planned.
#[derive(Clone, Debug)]
pub struct DraftedAction {
    pub action: PlanAction,
    pub operations: Vec<PlanOperation>,
    /// What happens where something else stands already.
    pub conflict: ConflictStrategy,
}

/// The plan of some actions on files as they stand, each of which is read once.
pub fn plan<E: From<MergeFault>>(
    trace_id: Option<String>,
    drafts: Vec<DraftedAction>,
    read: impl FnMut(&str) -> Result<Option<String>, E>,
    default_conflict_strategy: ConflictStrategy,
) -> Result<IdePlan, E> {
    let (mut actions, mut operations, mut conflicts) = (Vec::new(), Vec::new(), Vec::new());
    let mut standing = Standing {
        files: BTreeMap::new(),
        read,
    };
    for draft in drafts {
        let mut action = draft.action;
        for operation in draft.operations {
            let (kept, skipped) = standing.beside(draft.conflict, &operation)?;
            match (draft.conflict, skipped.is_empty()) {
                (ConflictStrategy::Fail, false) => conflicts.extend(skipped),
                (ConflictStrategy::CreateNew, false) => match standing.own_file(operation)? {
                    Some(operation) => operations.push(operation),
                    None => conflicts.extend(skipped),
                },
                _ => {
                    action.skipped.extend(skipped);
                    operations.extend(kept);
                }
            }
        }
        actions.push(action);
    }
    if !conflicts.is_empty() {
        return Err(MergeFault::Conflict(conflicts).into());
    }
    let file = |(file, base): (&String, &Option<String>)| PlanFile {
        file: file.clone(),
        base: base.clone(),
    };
    let mut plan = IdePlan {
        trace_id,
        actions,
        operations,
        files: standing.files.iter().map(file).collect(),
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

/// Files as they stand.
struct Standing<R> {
    files: BTreeMap<String, Option<String>>,
    read: R,
}

impl<E: From<MergeFault>, R: FnMut(&str) -> Result<Option<String>, E>> Standing<R> {
    /// What is left of an operation by what stands at its place, and the places where that stays.
    fn beside(
        &mut self,
        conflict: ConflictStrategy,
        operation: &PlanOperation,
    ) -> Result<(Option<PlanOperation>, Vec<String>), E> {
        let file = &operation.file;
        if !self.files.contains_key(file) {
            let text = (self.read)(file)?;
            self.files.insert(file.clone(), text);
        }
        let text = self.files.get(file).and_then(Option::as_deref);
        let document = match is_document(file) {
            true => document(file, text).map_err(MergeFault::from)?,
            false => text.map(Value::from),
        };
        let mut beside = Beside {
            conflict,
            file,
            skipped: Vec::new(),
        };
        let kept = beside.operation(document.as_ref(), operation.clone());
        Ok((kept, beside.skipped))
    }

    /// The operation in the first file beside its own in which nothing else stands.
    fn own_file(&mut self, operation: PlanOperation) -> Result<Option<PlanOperation>, E> {
        for number in 2..=NUMBERED {
            let operation = PlanOperation {
                file: numbered(&operation.file, number),
                ..operation.clone()
            };
            let (_, skipped) = self.beside(ConflictStrategy::CreateNew, &operation)?;
            if skipped.is_empty() {
                return Ok(Some(operation));
            }
        }
        Ok(None)
    }
}

/// `a/b.json` as `a/b-2.json`.
fn numbered(file: &str, number: u32) -> String {
    let name = file.rfind('/').map_or(0, |at| at + 1);
    let end = file[name..].rfind('.').filter(|at| *at > 0);
    let (stem, ending) = file.split_at(end.map_or(file.len(), |at| name + at));
    format!("{stem}-{number}{ending}")
}

/// What stands already, beside what comes.
struct Beside<'a> {
    conflict: ConflictStrategy,
    file: &'a str,
    skipped: Vec<String>,
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
            (ConflictStrategy::Overwrite, _, _) => Some(operation),
            (ConflictStrategy::Merge, PlanOp::Set, Some(Value::Object(_)))
                if standing.is_object() =>
            {
                Some(PlanOperation {
                    op: PlanOp::Merge,
                    ..operation
                })
            }
            (ConflictStrategy::Merge, _, _) => Some(operation),
            (_, PlanOp::Set, Some(value)) if value != standing => {
                self.skip(at);
                None
            }
            (_, PlanOp::Merge, Some(Value::Object(fields))) => {
                let value = self.new_fields(standing, fields, at);
                Some(PlanOperation {
                    value: Some(Value::Object(value)),
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
