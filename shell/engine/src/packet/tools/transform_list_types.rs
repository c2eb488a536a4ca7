//! `transform.list_types`. Result: `{"types": [{"name", "title", "description"}]}`.

use screen_agent_packet::transform;
use serde_json::json;

use super::Done;

/// Lists them.
pub(super) fn list() -> Done {
    let types: Vec<_> = transform::types().iter().map(|one| one.listed()).collect();
    Done::with(json!({ "types": types }), Vec::new())
}
