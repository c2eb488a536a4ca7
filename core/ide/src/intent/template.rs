//! Actions that an IDE may carry out, out of templates. A command is one of the list, each argument one of its flags or
//! what stands behind one, and the input a part of the reply that is there.

use screen_agent_gate::tool::command::{FLAGS, VERBS};
use screen_agent_wire::ide::cli_action::{ApplyStrategy, CliAction, ConflictStrategy};
use screen_agent_wire::ide::intent::IntentTarget;
use serde_json::Value;

/// What an action will be.
#[derive(Debug)]
pub struct CliTemplate {
    /// Its id within the reply.
    pub id: &'static str,
    /// The verb.
    pub command: &'static str,
    /// Its arguments, with placeholders.
    pub args: &'static [&'static str],
    /// The part of the reply that is its input.
    pub input_ref: &'static str,
    pub apply: ApplyStrategy,
    pub conflict: ConflictStrategy,
}

/// What placeholders stand for.
pub struct Placed<'a> {
    pub project: Option<&'a str>,
    pub page_id: Option<&'a Value>,
    pub trace_id: &'a str,
}

/// The action of a template. None where it is not on the list, or its input is not there.
pub fn action(template: &CliTemplate, placed: &Placed<'_>, reply: &Value) -> Option<CliAction> {
    let input = template
        .input_ref
        .split('.')
        .try_fold(reply, |value, part| value.get(part))?;
    let empty = match input {
        Value::Null => true,
        Value::Object(fields) => fields.is_empty(),
        Value::Array(entries) => entries.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    };
    if empty || !VERBS.contains(&template.command) {
        return None;
    }
    Some(CliAction {
        id: template.id.to_owned(),
        tool: "cogo-cli".to_owned(),
        command: template.command.to_owned(),
        args: arguments(template.args, placed)?,
        input_artifact_ref: template.input_ref.to_owned(),
        target: IntentTarget {
            project_uuid: placed.project.map(str::to_owned),
            page_id: placed.page_id.cloned(),
        },
        idempotency_key: format!("{}:{}", placed.trace_id, template.id),
        dry_run: true,
        apply_strategy: template.apply,
        conflict_strategy: template.conflict,
    })
}

/// Arguments with what placeholders stand for. One without a value is left out with its flag.
fn arguments(written: &[&str], placed: &Placed<'_>) -> Option<Vec<String>> {
    let mut arguments = Vec::new();
    let mut written = written.iter();
    while let Some(flag) = written.next() {
        let (_, takes) = FLAGS.iter().find(|(known, _)| known == flag)?;
        if !takes {
            arguments.push((*flag).to_owned());
        } else if let Some(value) = filled(written.next()?, placed) {
            // What begins like a flag would be taken for one.
            if value.starts_with('-') {
                return None;
            }
            arguments.extend([(*flag).to_owned(), value]);
        }
    }
    Some(arguments)
}

fn filled(text: &str, placed: &Placed<'_>) -> Option<String> {
    match text {
        "{{project_uuid}}" => placed.project.map(str::to_owned),
        "{{page_id}}" => placed.page_id.map(|id| match id {
            Value::String(id) => id.clone(),
            id => id.to_string(),
        }),
        "{{trace_id}}" => Some(placed.trace_id.to_owned()),
        plain => Some(plain.to_owned()),
    }
}
