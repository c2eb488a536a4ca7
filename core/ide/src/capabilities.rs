//! What can be asked, from the registry.

use screen_agent_wire::ide::capabilities::{
    EditorContextSupport, IdeCapabilities, IdeLimits, TaskDetails,
};
use screen_agent_wire::ide::{ENVELOPE_VERSION, IdeTask};
use screen_agent_wire::limits::UPLOAD;
use serde_json::{Map, Value, json};

use crate::intent::registry::{Registry, TASKS};
use crate::intent::requires;
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
    pub registry_ttl_s: u64,
    pub dev_flags: bool,
}

/// Flags for tests, and what each holds.
pub const DEV_FLAGS: [(&str, &str); 7] = [
    ("dev_disable_fallback", "boolean"),
    ("dev_queue_sim", "boolean"),
    ("dev_abort_after_ms", "integer"),
    ("dev_handoff_after_ms", "integer"),
    ("dev_enable_synthetic", "boolean"),
    ("dev_total_nodes", "integer"),
    ("dev_cli_simulate", "boolean"),
];

/// Everything that is supported.
pub fn capabilities(registry: &Registry, limits: ServerLimits, trace_id: &str) -> IdeCapabilities {
    let details = TASKS.iter().map(|entry| {
        let details = TaskDetails {
            keyword: entry.keyword.to_owned(),
            endpoint: format!("/functions/v1/{}", entry.endpoint),
            requires: registry
                .find(entry.keyword)
                .map(|known| requires::told(&known.requires))
                .unwrap_or_default(),
            recommended_channel: "both".to_owned(),
            handoff_supported: true,
            sla_tier: match entry.task {
                IdeTask::FigmaContextScan => "external",
                _ => "short",
            }
            .to_owned(),
        };
        (entry.name.to_owned(), details)
    });
    let tasks: Vec<_> = TASKS.iter().map(|entry| entry.task).collect();
    let schema: Map<String, Value> = DEV_FLAGS
        .iter()
        .filter(|_| limits.dev_flags)
        .map(|(flag, kind)| ((*flag).to_owned(), json!({ "type": kind })))
        .collect();
    IdeCapabilities {
        ok: true,
        trace_id: trace_id.to_owned(),
        envelope_version: ENVELOPE_VERSION.to_owned(),
        capabilities_version: "v1".to_owned(),
        server_version: "v1".to_owned(),
        task_types: tasks.clone(),
        task_type: tasks,
        task_type_details: details.collect(),
        intent_keywords: registry.told().map(|known| known.keyword.clone()).collect(),
        limits: IdeLimits {
            max_body_bytes: limits.max_body_bytes,
            max_components: COMPONENTS,
            preview_bytes: PREVIEW,
            max_attachment_mb: UPLOAD / (1024 * 1024),
            computing_per_min: limits.computing_per_min,
            reading_per_min: limits.reading_per_min,
            sse_keepalive_ms: limits.sse_keepalive_ms,
        },
        sse_events: EVENTS.split(' ').map(str::to_owned).collect(),
        dev_flags: TASKS
            .iter()
            .map(|entry| (entry.endpoint.to_owned(), json!(schema)))
            .collect(),
        dev_flags_summary: DEV_FLAGS
            .iter()
            .map(|(flag, _)| ((*flag).to_owned(), limits.dev_flags))
            .collect(),
        editor_context: EditorContextSupport {
            header: "x-editor-context".to_owned(),
            body_field: "editor_context".to_owned(),
            echo_in: ["design-generate", "figma-context", "figma-compat"]
                .map(str::to_owned)
                .to_vec(),
        },
        editor_context_support: true,
        registry_version: registry.version.clone(),
        registry_keywords_count: registry.told().count(),
        registry_ttl_sec: limits.registry_ttl_s,
        metrics_enabled: true,
        requires_source: "registry".to_owned(),
    }
}
