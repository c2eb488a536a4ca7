//! What comes put into what stands: plans, their operations, and a merge of three sides that loses nothing of either.

mod difference;
mod operation;
mod plan;
mod render;
mod text;
mod three_way;
mod verb;

pub use difference::difference;
pub use operation::applied;
pub use plan::{DraftedAction, EDITS, fingerprint, plan};
pub use three_way::{MergeFault, Sides, merged};
pub use verb::{ActionPage, Carried, carry_out, edits};

#[cfg(test)]
mod tests;

/// Files of this name hold JSON; all others are text.
fn is_document(file: &str) -> bool {
    file.ends_with(".json")
}

/// Parses a file that holds JSON.
fn document(
    file: &str,
    text: Option<&str>,
) -> Result<Option<serde_json::Value>, screen_agent_wire::Invalid> {
    let wrong = |error: serde_json::Error| {
        screen_agent_wire::Invalid::new(file, format!("is no JSON ({error})"))
    };
    text.map(serde_json::from_str).transpose().map_err(wrong)
}
