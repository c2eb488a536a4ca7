//! Asks a GGUF file for a reply that fits a schema, and says how fast it was.
//!
//! `cargo run --release -p screen-agent-local-llm --features engine --example ask -- FILE QUESTION [SCHEMA]`

#![allow(clippy::print_stdout, reason = "it is a program for a terminal")]

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use screen_agent_local_llm::{LocalModel, LocalOptions};
use screen_agent_ports::Thinker;
use screen_agent_think::Prompt;
use screen_agent_think::models::ModelTier;

const SCHEMA: &str = r#"{
    "type": "object",
    "properties": { "answer": { "type": "string" } },
    "required": ["answer"],
    "additionalProperties": false
}"#;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [file, question, rest @ ..] = words.as_slice() else {
        return Err("expected: FILE QUESTION [SCHEMA]".into());
    };
    let schema = rest.first().map_or(SCHEMA, String::as_str);
    let began = Instant::now();
    let options = LocalOptions {
        window: 4096,
        patience: Duration::from_secs(600),
        ..LocalOptions::default()
    };
    let model = LocalModel::load_with(Path::new(file), options)?;
    println!(
        "loaded in {:.1} s, {} MiB",
        began.elapsed().as_secs_f64(),
        resident()
    );
    let prompt = Prompt {
        topic: "ask",
        role: ModelTier::Fast,
        system: "Answer with JSON alone.".into(),
        user: question.clone(),
        schema: serde_json::from_str(schema)?,
        grammar: None,
        reply_tokens: 200,
        temperature: None,
        picture: None,
    };
    let thinking = model.think(&prompt).await;
    println!("{:?}", thinking.answer);
    println!("{:?}, {} MiB", thinking.calls, resident());
    Ok(())
}

/// Memory of this process at its most.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().next());
    kib.and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) / 1024
}
