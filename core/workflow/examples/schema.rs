//! Prints the JSON Schema of workflow files; `cargo xtask codegen` writes it to docs/schemas/workflow.json.
#![allow(clippy::print_stdout, reason = "that is all that it does")]

use schemars::schema_for;
use screen_agent_workflow::Workflow;

fn main() -> Result<(), serde_json::Error> {
    let schema = serde_json::to_string_pretty(&schema_for!(Workflow))?;
    println!("{schema}");
    Ok(())
}
