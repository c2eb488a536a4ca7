//! What is kept of a call.

use serde_json::{Value, json};

use super::brief::{address, digest};
use super::secrets::masked;
use super::{Keep, to_value};
use crate::packet::tool::{NewSource, Policy, Tool, ToolCall};

/// The call, as it may be kept.
pub(super) fn kept(call: &ToolCall, keep: Keep) -> Value {
    let mut kept = to_value(call);
    kept["arguments"] = match keep {
        Keep::Whole if !is_sensitive(call) => masked(call.arguments.clone()),
        Keep::Whole | Keep::Default => arguments(call),
    };
    if let Some(Policy {
        approval: Some(approval),
        ..
    }) = &call.policy
    {
        kept["policy"]["approval"] = json!({
            "origin": approval.origin,
            "expires_at": approval.expires_at,
        });
    }
    kept
}

/// True when the gate said that it is about a field for something secret.
fn is_sensitive(call: &ToolCall) -> bool {
    let policy = call.policy.as_ref();
    policy.is_some_and(|policy| policy.reason_code.contains("sensitive"))
}

/// What is typed into a field for something secret.
pub(super) fn sensitive_text(call: &ToolCall) -> Option<&str> {
    let text = call.arguments.get("text").and_then(Value::as_str);
    text.filter(|_| is_sensitive(call))
}

/// The arguments without words of the person, addresses without secrets, texts as digests. Of what
/// is no well-formed call only the names of its arguments are kept.
fn arguments(call: &ToolCall) -> Value {
    let mut given = call.arguments.clone();
    if call.name == "search"
        && let Some(fields) = given.as_object_mut()
    {
        // Where a client is sent to search; the words stand in it once more.
        fields.remove("url");
    }
    let Ok(tool) = Tool::read(&call.name, &given) else {
        let names = given.as_object().into_iter().flatten();
        return json!({ "keys": names.map(|(name, _)| name).collect::<Vec<_>>() });
    };
    let mut kept = tool.arguments();
    match &tool {
        Tool::TypeText(typed) => kept["text"] = characters(&typed.text),
        Tool::Select(chosen) => kept["value"] = characters(&chosen.value),
        Tool::Search(search) => kept["query"] = digest(&search.query),
        Tool::OpenTab(tab) => kept["url"] = address(&tab.url).into(),
        Tool::Navigate(navigate) => kept["url"] = address(&navigate.url).into(),
        Tool::SourceCapture(capture) => kept["url"] = address(&capture.url).into(),
        Tool::ArtifactSave(save) => {
            if let Some(text) = &save.text {
                kept["text"] = digest(text);
            }
            if let Some(doc) = &save.doc {
                kept["doc"] = digest(&to_value(doc).to_string());
            }
        }
        Tool::IntegrationInvoke(invoke) => {
            kept["payload"] = digest(&to_value(&invoke.payload).to_string());
        }
        Tool::CollectionAddSources(add) => {
            kept["sources"] = add.sources.iter().map(source).collect();
        }
        Tool::ObserveDom(_)
        | Tool::GetSelectionLinks(_)
        | Tool::Click(_)
        | Tool::Scroll(_)
        | Tool::Back(_)
        | Tool::Forward(_)
        | Tool::Refresh(_)
        | Tool::Calculate(_)
        | Tool::MoneyCalculate(_)
        | Tool::EstimateTax(_)
        | Tool::EstimateShipping(_)
        | Tool::ArtifactShare(_)
        | Tool::ArtifactOpen(_)
        | Tool::CollectionCreate(_)
        | Tool::CollectionListSources(_)
        | Tool::SourceRefresh(_)
        | Tool::TransformListTypes(_)
        | Tool::TransformRun(_) => {}
    }
    masked(kept)
}

fn characters(text: &str) -> Value {
    json!({ "characters": text.chars().count() })
}

fn source(source: &NewSource) -> Value {
    match source {
        NewSource::Url { url, title } => {
            json!({ "type": "url", "url": address(url), "title": title })
        }
        NewSource::Note { title, text } => {
            json!({ "type": "note", "title": title, "text": digest(text) })
        }
    }
}
