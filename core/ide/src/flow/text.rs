//! Flows as lines, in a form that is the same for the same flow: for people, for comparison, and to be read again.

use screen_agent_wire::Invalid;
use serde_json::{Deserializer, Map, Value};
use similar::{ChangeTag, TextDiff};

use super::{ActionFlow, Branch, FlowStep};
use crate::flow::read::{LEVELS, STEPS};

/// Writes a flow: a line a step, what follows a step indented below it.
pub fn print(flow: &ActionFlow) -> String {
    let mut lines = vec![format!("flow {}", Value::from(flow.id.as_str()))];
    write(&flow.steps, 1, &mut lines);
    lines.join("\n") + "\n"
}

fn write(steps: &[FlowStep], level: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(level);
    for step in steps {
        let mut line = format!("{indent}{} {}", step.action_type, step.action_id);
        if let Some(params) = &step.params {
            line = format!("{line} {}", Value::from(params.clone()));
        }
        for (sign, text) in [
            ("=", step.execute.as_deref()),
            ("//", Some(step.description.as_str())),
        ] {
            if let Some(text) = text.filter(|text| !text.is_empty()) {
                line = format!("{line} {sign} {}", Value::from(text));
            }
        }
        lines.push(line);
        for branch in Branch::ALL
            .into_iter()
            .filter(|branch| !step.branch(*branch).is_empty())
        {
            lines.push(format!("{indent}  {}:", branch.name()));
            write(step.branch(branch), level + 2, lines);
        }
    }
}

/// Reads what was written.
pub fn read(text: &str) -> Result<ActionFlow, Invalid> {
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let lines: Vec<(usize, &str)> = lines.map(|(at, line)| (at + 1, line.trim_end())).collect();
    if lines.len() > 2 * STEPS {
        return Err(Invalid::new(
            "current_flow",
            format!("more than {STEPS} steps"),
        ));
    }
    let (first, rest) = lines.split_first().ok_or_else(|| wrong(1, "is empty"))?;
    let id = first
        .1
        .strip_prefix("flow ")
        .and_then(|id| serde_json::from_str(id).ok());
    let id: String = id.ok_or_else(|| wrong(first.0, "expected flow \"name\""))?;
    let mut reader = Lines { lines: rest, at: 0 };
    let steps = reader.steps(1)?;
    match reader.lines.get(reader.at) {
        None => Ok(ActionFlow::new(id, steps)),
        Some((line, _)) => Err(wrong(*line, "is indented in no known way")),
    }
}

struct Lines<'a> {
    lines: &'a [(usize, &'a str)],
    at: usize,
}

impl<'a> Lines<'a> {
    /// The next line, without its indent, if it is of this level.
    fn next(&self, level: usize) -> Option<(usize, &'a str)> {
        let (number, line) = self.lines.get(self.at)?;
        let text = line.trim_start_matches(' ');
        (line.len() - text.len() == 2 * level).then_some((*number, text))
    }

    fn steps(&mut self, level: usize) -> Result<Vec<FlowStep>, Invalid> {
        let mut steps: Vec<FlowStep> = Vec::new();
        while let Some((number, line)) = self.next(level) {
            if level > 2 * LEVELS {
                return Err(wrong(number, "is nested too deep"));
            }
            self.at += 1;
            let mut step = step(line).ok_or_else(|| wrong(number, "is no step"))?;
            while let Some((number, line)) = self.next(level + 1) {
                let branch = Branch::ALL
                    .into_iter()
                    .find(|branch| line.strip_suffix(':') == Some(branch.name()));
                let branch = branch.ok_or_else(|| {
                    wrong(number, "expected isTrue:, isFalse:, onSuccess: or onError:")
                })?;
                self.at += 1;
                *step.branch_mut(branch) = self.steps(level + 2)?;
            }
            steps.push(step);
        }
        Ok(steps)
    }
}

fn step(line: &str) -> Option<FlowStep> {
    let mut parts = line.splitn(3, ' ');
    let (action_type, action_id) = (parts.next()?, parts.next()?);
    let mut step = FlowStep::of(action_type, action_id, Value::Null);
    let mut rest = parts.next().unwrap_or_default();
    if rest.starts_with('{') {
        let params: Map<String, Value> = taken(&mut rest)?;
        step.params = Some(params);
    }
    if let Some(after) = rest.trim_start().strip_prefix("= ") {
        rest = after;
        step.execute = Some(taken(&mut rest)?);
    }
    if let Some(after) = rest.trim_start().strip_prefix("// ") {
        rest = after;
        step.description = taken(&mut rest)?;
    }
    rest.trim().is_empty().then_some(step)
}

/// The JSON value that a text begins with.
fn taken<T: serde::de::DeserializeOwned>(rest: &mut &str) -> Option<T> {
    let mut values = Deserializer::from_str(rest).into_iter::<T>();
    let value = values.next()?.ok()?;
    *rest = &rest[values.byte_offset()..];
    Some(value)
}

fn wrong(line: usize, reason: &str) -> Invalid {
    Invalid::new("current_flow", format!("line {line} {reason}"))
}

/// What changed between two texts, as lines with signs; empty where nothing did.
pub fn diff(before: &str, after: &str) -> String {
    let diff = TextDiff::from_lines(before, after);
    let mut unified = diff.unified_diff();
    unified.context_radius(3).to_string()
}

/// How many lines came and went.
pub fn changed_lines(before: &str, after: &str) -> (usize, usize) {
    let diff = TextDiff::from_lines(before, after);
    let count = |tag| {
        diff.iter_all_changes()
            .filter(|change| change.tag() == tag)
            .count()
    };
    (count(ChangeTag::Insert), count(ChangeTag::Delete))
}
