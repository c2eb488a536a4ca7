//! Actions that an IDE may carry out, out of templates. A command is one of the list, each argument one of its flags or
//! what stands behind one, and the input a part of the reply that is there.

use screen_agent_gate::tool::command::{FLAGS, VERBS};
use screen_agent_wire::Invalid;
use screen_agent_wire::ide::cli_action::CliAction;
use screen_agent_wire::ide::intent::IntentTarget;
use screen_agent_wire::ide::registry::ActionTemplate;
use serde_json::Value;

/// What placeholders stand for.
pub struct Placed<'a> {
    pub project: Option<&'a str>,
    pub page_id: Option<&'a Value>,
    pub trace_id: &'a str,
}

/// What carries actions out, as published clients call it.
pub(crate) const TOOL: &str = "cogo-cli";
/// What placeholders there are.
const PLACEHOLDERS: [&str; 3] = ["{{project_uuid}}", "{{page_id}}", "{{trace_id}}"];
/// Letters of an id, and of a value.
const ID: usize = 60;
const VALUE: usize = 200;
/// Most actions that one depends on.
const NEEDS: usize = 20;

/// Refuses a template of which no action could be made.
pub fn check(template: &ActionTemplate) -> Result<(), Invalid> {
    let plain = |text: &str| {
        !text.is_empty()
            && text.len() <= ID
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    if !plain(&template.id) {
        return Err(Invalid::new("id", "is no name of letters, digits and _"));
    }
    if !VERBS.contains(&template.command.as_str()) {
        return Err(Invalid::new(
            "command",
            format!("is none of: {}", VERBS.join(", ")),
        ));
    }
    screen_agent_wire::invalid::count("depends_on", template.depends_on.len(), NEEDS)?;
    if !template.depends_on.iter().all(|id| plain(id)) {
        return Err(Invalid::new("depends_on", "has what is no action's id"));
    }
    let mut parts = template.input_ref.split('.');
    let root = parts.next().unwrap_or_default();
    let depth = parts.clone().count();
    if !["artifacts", "result"].contains(&root) || depth == 0 || !parts.all(plain) {
        return Err(Invalid::new(
            "input_ref",
            "is no part of a reply such as artifacts.mapping",
        ));
    }
    let mut args = template.args.iter().enumerate();
    while let Some((at, flag)) = args.next() {
        let wrong = |reason: &str| Err(Invalid::new(format!("args[{at}]"), reason));
        let Some((_, takes)) = FLAGS.iter().find(|(known, _)| known == flag) else {
            return wrong("is no flag that may be written");
        };
        let value = if *takes { args.next() } else { continue };
        match value.map(|(_, value)| value.as_str()) {
            None => return wrong("takes a value"),
            Some(value)
                if value.starts_with('-')
                    || value.len() > VALUE
                    || value.chars().any(char::is_control) =>
            {
                return wrong("takes a value that begins with no - and is short");
            }
            Some(value) if value.contains("{{") && !PLACEHOLDERS.contains(&value) => {
                return wrong("takes a value that is no known placeholder");
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// The action of a template. None where it is off or not on the list, or its input is not there.
pub fn action(template: &ActionTemplate, placed: &Placed<'_>, reply: &Value) -> Option<CliAction> {
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
    if empty || !template.enabled || !VERBS.contains(&template.command.as_str()) {
        return None;
    }
    Some(CliAction {
        id: template.id.clone(),
        tool: TOOL.to_owned(),
        command: template.command.clone(),
        args: arguments(&template.args, placed)?,
        input_artifact_ref: template.input_ref.clone(),
        target: IntentTarget {
            project_uuid: placed.project.map(str::to_owned),
            page_id: placed.page_id.cloned(),
        },
        idempotency_key: format!("{}:{}", placed.trace_id, template.id),
        dry_run: true,
        apply_strategy: template.apply_strategy,
        conflict_strategy: template.conflict_strategy,
        depends_on: template.depends_on.clone(),
    })
}

/// Arguments with what placeholders stand for. One without a value is left out with its flag.
fn arguments(written: &[String], placed: &Placed<'_>) -> Option<Vec<String>> {
    let mut arguments = Vec::new();
    let mut written = written.iter();
    while let Some(flag) = written.next() {
        let (_, takes) = FLAGS.iter().find(|(known, _)| known == flag)?;
        if !takes {
            arguments.push(flag.clone());
        } else if let Some(value) = filled(written.next()?, placed) {
            // What begins like a flag would be taken for one.
            if value.starts_with('-') {
                return None;
            }
            arguments.extend([flag.clone(), value]);
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
