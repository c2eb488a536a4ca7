//! `artifact.save`: keeps a text or an answer. Result:
//! `{"artifactId": "art_…", "type": "note", "characters": 120}`.

use screen_agent_tools::{ArtifactSave, Outcome, Redaction};
use serde_json::json;

use super::{Desk, Done, Trouble};
use crate::packet::content::{self, Said};

/// Keeps it.
pub(super) async fn save(desk: &Desk<'_>, call: &ArtifactSave) -> Result<Done, Trouble> {
    let said = Said {
        doc: call.doc.clone().map(screen_agent_answer::clean),
        text: call.text.clone(),
        mime: call.text.is_some().then(|| mime(call)),
        ..Said::default()
    };
    let said = match call.redaction.unwrap_or_default() {
        Redaction::Default => said.without_secrets()?,
        Redaction::None => said,
    };
    let characters = said.plain().chars().count();
    let saved = content::save((desk.engine, desk.owner), desk.id("art", 0), call, &said).await?;
    let told = json!({ "artifactId": saved.id, "type": saved.kind, "characters": characters });
    Ok(Done::from(Outcome::ok(told)).and_aside("title", saved.title))
}

/// Only texts are kept, whatever they are called.
fn mime(call: &ArtifactSave) -> String {
    let given = call.mime.as_deref().unwrap_or_default();
    let given = given.split(';').next().unwrap_or_default();
    let given = given.trim().to_ascii_lowercase();
    match given.as_str() {
        "text/markdown" | "text/csv" | "application/json" => given,
        _ => "text/plain".to_owned(),
    }
}
