//! What can be asked, from the registry.

use std::collections::BTreeMap;

use screen_agent_wire::ide::ENVELOPE_VERSION;
use screen_agent_wire::ide::capabilities::{
    EditorContextSupport, IdeCapabilities, IdeLimits, TaskDetails,
};
use screen_agent_wire::limits::UPLOAD;
use serde_json::{Map, json};

use crate::intent::registry::TASKS;
use crate::intent::{REGISTRY_VERSION, requires};
use crate::trace::EVENTS;
use crate::ui::prune::PREVIEW;
use crate::ui::shape::COMPONENTS;

/// What the server knows of its own limits.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    pub max_body_bytes: usize,
    pub computing_per_min: u32,
    pub reading_per_min: u32,
    pub sse_keepalive_ms: u64,
}

/// Everything that is supported.
pub fn capabilities(limits: ServerLimits, trace_id: &str) -> IdeCapabilities {
    let details = TASKS.iter().map(|entry| {
        let details = TaskDetails {
            keyword: entry.keyword.to_owned(),
            endpoint: format!("/functions/v1/{}", entry.endpoint),
            requires: requires::told(entry.requires),
            recommended_channel: "both".to_owned(),
            handoff_supported: true,
            sla_tier: "short".to_owned(),
        };
        (entry.name.to_owned(), details)
    });
    let tasks: Vec<_> = TASKS.iter().map(|entry| entry.task).collect();
    let flag = "dev_disable_fallback";
    IdeCapabilities {
        ok: true,
        trace_id: trace_id.to_owned(),
        envelope_version: ENVELOPE_VERSION.to_owned(),
        capabilities_version: "v1".to_owned(),
        server_version: "v1".to_owned(),
        task_types: tasks.clone(),
        task_type: tasks,
        task_type_details: details.collect(),
        intent_keywords: TASKS.iter().map(|entry| entry.keyword.to_owned()).collect(),
        limits: IdeLimits {
            max_body_bytes: limits.max_body_bytes,
            max_components: COMPONENTS,
            preview_bytes: PREVIEW,
            max_attachment_mb: UPLOAD / (1024 * 1024),
            computing_per_min: limits.computing_per_min,
            reading_per_min: limits.reading_per_min,
            sse_keepalive_ms: limits.sse_keepalive_ms,
        },
        sse_events: EVENTS.map(str::to_owned).to_vec(),
        dev_flags: Map::from_iter([(
            "figma-compat/uui/variables/derive".to_owned(),
            json!({ flag: { "type": "boolean" } }),
        )]),
        dev_flags_summary: BTreeMap::from([(flag.to_owned(), true)]),
        editor_context: EditorContextSupport {
            header: "x-editor-context".to_owned(),
            body_field: "editor_context".to_owned(),
            echo_in: vec!["design-generate".to_owned(), "figma-compat".to_owned()],
        },
        editor_context_support: true,
        registry_version: REGISTRY_VERSION.to_owned(),
        registry_keywords_count: TASKS.len(),
        requires_source: "registry".to_owned(),
    }
}
