//! A task of the IDE surface: what it would change is shown as diffs, and applied once the person said yes.

use std::path::Path;

use screen_agent_mcp::CallFault;
use serde_json::{Value, json};

use super::person::AtEditor;
use super::prompt::Talk;
use super::told;
use crate::ide::{EditorDesk, PlannedChange};

pub(super) async fn task(
    folder: &Path,
    talk: &Talk,
    name: &str,
    words: &str,
    with: &[(String, String)],
) -> Result<(), CallFault> {
    let call = format!("{}-{name}", talk.mark);
    let begins = told::begins(&call, name, "edit", "in_progress", told::text(words));
    talk.update(&begins);
    let done = changed(folder, talk, (&call, name), words, with).await;
    let status = if done.is_ok() { "completed" } else { "failed" };
    talk.update(&json!({
        "sessionUpdate": "tool_call_update",
        "toolCallId": call,
        "status": status,
    }));
    talk.say(&done?);
    Ok(())
}

async fn changed(
    folder: &Path,
    talk: &Talk,
    (call, name): (&str, &str),
    words: &str,
    with: &[(String, String)],
) -> Result<String, CallFault> {
    let desk = EditorDesk::above(folder)?;
    let planned = desk.plan(name, words, with).await?;
    for said in &planned.says {
        talk.say(&format!("{said}\n"));
    }
    if planned.files.is_empty() {
        return Ok("Nothing would be changed.".to_owned());
    }
    talk.update(&shown(call, &planned));
    let person = AtEditor::new(talk.clone(), Some(call.to_owned()));
    desk.apply(planned, &person).await
}

/// The change as diffs, each at its file.
fn shown(call: &str, planned: &PlannedChange) -> Value {
    let files = || planned.files.iter();
    let diffs = files().map(|file| {
        json!({
            "type": "diff",
            "path": file.path,
            "oldText": file.before,
            "newText": file.after.as_deref().unwrap_or_default(),
        })
    });
    let places = files().map(|file| json!({ "path": file.path }));
    json!({
        "sessionUpdate": "tool_call_update",
        "toolCallId": call,
        "content": diffs.collect::<Vec<_>>(),
        "locations": places.collect::<Vec<_>>(),
    })
}
