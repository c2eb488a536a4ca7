//! A flow as it would run: what would be called and set, without anything being done.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Branch, FlowStep};
use crate::expr::eval::{Scope, run, truth};
use crate::expr::parse::statements;

/// Lines of a dry run.
const MOST: usize = 500;
/// Bytes of a value that is told; in the place of a longer one stands its symbol, or nothing.
const LONGEST: usize = 1_000;

/// One thing that would be done.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WouldDo {
    /// The step.
    pub step_id: String,
    /// What it does.
    pub action: String,
    /// With what, where symbols have the values that they would have.
    pub with: Value,
}

/// Runs a flow over values. Calls do not go out; they all succeed, or all fail.
pub fn dry_run(steps: &[FlowStep], values: &Map<String, Value>, calls_fail: bool) -> Vec<WouldDo> {
    let mut trial = Trial {
        values: values.clone(),
        done: Vec::new(),
        ended: false,
        calls_fail,
    };
    trial.steps(steps);
    trial.done
}

/// Whether a value is small enough to be told. Takes what it has of the number of bytes that are left.
fn is_short(value: &Value, left: &mut usize) -> bool {
    let own = match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 8,
        Value::String(text) => 2 + text.len(),
        Value::Array(_) | Value::Object(_) => 2,
    };
    let Some(rest) = left.checked_sub(own) else {
        return false;
    };
    *left = rest;
    match value {
        Value::Array(entries) => entries.iter().all(|entry| is_short(entry, left)),
        Value::Object(fields) => fields.values().all(|field| is_short(field, left)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}

struct Trial {
    values: Map<String, Value>,
    done: Vec<WouldDo>,
    ended: bool,
    calls_fail: bool,
}

impl Trial {
    fn steps(&mut self, steps: &[FlowStep]) {
        for step in steps {
            if self.is_over() {
                return;
            }
            self.step(step);
        }
    }

    fn is_over(&self) -> bool {
        self.ended || self.done.len() >= MOST
    }

    /// Whether the condition of a step holds, which is told.
    fn asked(&mut self, step: &FlowStep) -> bool {
        let holds = self.computed(step).map(|value| truth(&value));
        let told = json!({ "asks": step.execute, "holds": holds.as_ref().ok(), "fault": holds.as_ref().err() });
        self.tell(step, told);
        holds == Ok(true)
    }

    fn step(&mut self, step: &FlowStep) {
        match step.action_type.as_str() {
            // Each round is told, so that one without an end comes to that of what is told.
            "conditional" => loop {
                let holds = self.asked(step);
                self.steps(step.branch(match holds {
                    true => Branch::IsTrue,
                    false => Branch::IsFalse,
                }));
                if !holds || !step.is_repeated() || self.is_over() {
                    return;
                }
            },
            "expression" => {
                let value = self.computed(step);
                let short = value.as_ref().ok();
                let short = short.filter(|value| is_short(value, &mut { LONGEST }));
                let fault = value.as_ref().err();
                let told = json!({ "computes": step.execute, "value": short, "fault": fault });
                self.tell(step, told);
            }
            "callback" => {
                let with = self.resolved(step);
                self.tell(step, with);
                let branch = if self.calls_fail {
                    Branch::OnError
                } else {
                    Branch::OnSuccess
                };
                self.steps(step.branch(branch));
            }
            _ => {
                let with = self.resolved(step);
                if let ("setProperty", Some(target)) =
                    (step.action_id.as_str(), step.text("target"))
                {
                    let value = with.get("value").cloned().unwrap_or_default();
                    self.values.insert(target.to_owned(), value);
                }
                self.ended |= ["endFlow", "stopFlow"].contains(&step.action_id.as_str());
                self.tell(step, with);
                self.steps(step.branch(Branch::OnSuccess));
            }
        }
    }

    fn tell(&mut self, step: &FlowStep, with: Value) {
        let with = match with {
            Value::Object(fields) => fields
                .into_iter()
                .filter(|(_, value)| !value.is_null())
                .collect(),
            with => with,
        };
        self.done.push(WouldDo {
            step_id: step.id.clone(),
            action: step.action_id.clone(),
            with,
        });
    }

    /// The value of a step's expression; what it assigns holds from then on.
    fn computed(&mut self, step: &FlowStep) -> Result<Value, String> {
        let text = step.execute.as_deref().unwrap_or_default();
        let statements = statements(text).map_err(|fault| fault.to_string())?;
        let scope = Scope {
            layers: vec![&self.values],
        };
        let (assigned, value) = run(&statements, &scope).map_err(|fault| fault.to_string())?;
        self.values.extend(assigned);
        Ok(value)
    }

    /// Parameters with the values of the symbols that they name; those without a short value stay.
    fn resolved(&self, step: &FlowStep) -> Value {
        let with = |(name, value): (&String, &Value)| {
            let names = ["target", "saveTo"].contains(&name.as_str());
            (
                name.clone(),
                if names {
                    value.clone()
                } else {
                    self.filled(value)
                },
            )
        };
        let params = step.params.iter().flatten().map(with);
        Value::Object(params.collect())
    }

    fn filled(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => {
                let known = self.values.get(text);
                let known = known.filter(|known| is_short(known, &mut { LONGEST }));
                known.unwrap_or(value).clone()
            }
            Value::Array(entries) => entries.iter().map(|entry| self.filled(entry)).collect(),
            Value::Object(fields) => {
                let fields = fields
                    .iter()
                    .map(|(key, value)| (key.clone(), self.filled(value)));
                Value::Object(fields.collect())
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        }
    }
}
