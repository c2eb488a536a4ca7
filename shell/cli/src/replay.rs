//! `replay`: what was recorded, decided again, and compared.

use std::path::Path;

use anyhow::{Context, Result};
use screen_agent_packet::replay;
use screen_agent_turn::record;
use screen_agent_wire::packet::conversation::ConversationData;
use serde_json::Value;

use crate::Ending;
use crate::args::HomeArgs;
use crate::config::Settings;
use crate::server::ServerArgs;
use crate::terminal::{Style, say, say_json};

/// Decide again what was recorded, and compare: turns of tasks, or a conversation of questions.
///
/// A record of turns is one JSON object a line, as `run --record DIR` writes into turns.jsonl. A conversation is named by
/// its id, or by the file that was exported of it: what the model said is read again, what was shown is checked again,
/// citations are held against their documents as far as those were kept, and tools against what was allowed. Nothing is
/// performed, and no model is asked.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file, or the id of a conversation.
    #[arg(value_name = "FILE|CONVERSATION")]
    what: String,
    /// Print what was found as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    server: ServerArgs,
    #[command(flatten)]
    home: HomeArgs,
}

pub(crate) async fn run(args: &Args) -> Result<Ending> {
    let path = Path::new(&args.what);
    if !path.is_file() {
        return conversation(&kept(args).await?, args.json);
    }
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    // A record of turns is many objects, so it is no conversation.
    match serde_json::from_str::<Value>(&text) {
        Ok(value) if value.get("conversation").is_some() => {
            let data = serde_json::from_value(value)
                .with_context(|| format!("{} is no conversation", path.display()))?;
            conversation(&data, args.json)
        }
        _ => turns(&text, args.json),
    }
}

/// A conversation as the server keeps it.
async fn kept(args: &Args) -> Result<ConversationData> {
    let server = args
        .server
        .open(&args.home, &Settings::at_home(&args.home)?)
        .await?;
    let kept = server.conversation(&args.what).await?;
    kept.with_context(|| {
        format!(
            "there is no file and no conversation {:?}; name the folder with --data, or the server with --server",
            args.what
        )
    })
}

fn conversation(data: &ConversationData, json: bool) -> Result<Ending> {
    let report = replay::replay(data);
    let ending = Ending::of(report.is_same());
    if json {
        say_json(&report, true)?;
        return Ok(ending);
    }
    let (style, checked) = (Style::for_stdout(), report.checked);
    let mark = style.mark(report.is_same());
    let more = match report.differences.len() {
        0 => "all is as it was kept".to_owned(),
        1 => "1 difference".to_owned(),
        many => format!("{many} differences"),
    };
    say(&format!(
        "{mark} {} requests, {} responses, {} trees, {} citations, {} tools: {more}",
        checked.requests, checked.responses, checked.renders, checked.citations, checked.calls
    ));
    for difference in &report.differences {
        say(&format!("  {} {}", difference.packet, difference.path));
        say(&format!("    kept      {}", difference.recorded));
        say(&format!("    replayed  {}", difference.replayed));
    }
    for gap in &report.unchecked {
        say(&style.soft(&format!("  not checked in {}: {}", gap.packet, gap.why)));
    }
    Ok(ending)
}

fn turns(records: &str, json: bool) -> Result<Ending> {
    let report = record::replay(records)?;
    let style = Style::for_stdout();
    if json {
        say_json(&report, true)?;
        return Ok(Ending::of(report.difference.is_none()));
    }
    let Some(difference) = report.difference else {
        say(&format!(
            "{} {} turns, {} events: every effect is the same",
            style.good("✓"),
            report.turns,
            report.events
        ));
        return Ok(Ending::Done);
    };
    say(&format!(
        "{} line {}, at {}",
        style.bad("✗"),
        difference.line,
        difference.path
    ));
    say(&format!("  recorded  {}", difference.recorded));
    say(&format!("  replayed  {}", difference.replayed));
    Ok(Ending::Failed)
}
