//! MiniWoB++ through `run`'s own path: the same browser, contract, server, gate and record.

use std::ops::Range;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use screen_agent_bench::episode::{self, Stage};
use screen_agent_bench::say;
use screen_agent_bench::table::Table;
use screen_agent_cli::compose;

/// Runs MiniWoB++ tasks and writes a table: task, seed, reward, steps, ms, reason.
///
/// Approvals are given in advance, as with `run --yes`. Episode time limits are lifted.
#[derive(Parser)]
struct Args {
    /// Where the pages are.
    #[arg(long)]
    pages: PathBuf,
    /// Names of tasks, separated by commas [default: all that are there]
    #[arg(long, value_delimiter = ',')]
    tasks: Vec<String>,
    /// Seeds, as a range.
    #[arg(long, default_value = "0..10", value_parser = seeds)]
    seeds: Range<u64>,
    /// Write the table as JSON.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Print every event.
    #[arg(long)]
    verbose: bool,
}

fn seeds(text: &str) -> Result<Range<u64>, String> {
    let (from, to) = text.split_once("..").ok_or("expected a range like 0..10")?;
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) if from < to => Ok(from..to),
        _ => Err("expected a range like 0..10".into()),
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    let tasks = if args.tasks.is_empty() {
        all_tasks(&args.pages)?
    } else {
        args.tasks.clone()
    };
    let base = format!("http://{}", screen_agent_site::serve(args.pages.clone())?);
    let data = compose::temporary_data()?;
    let inside = compose::Inside::local(data.path(), None, None)?;
    let (door, _) = inside.door().await?;
    let mut hands = compose::hands((1280, 800)).await?;
    let mut rows = Vec::new();
    for task in &tasks {
        for seed in args.seeds.clone() {
            let mut stage = Stage {
                hands: &mut hands,
                door: &door,
                base: &base,
                verbose: args.verbose,
            };
            let row = episode::run(&mut stage, task, seed)
                .await
                .with_context(|| format!("{task}, seed {seed}"))?;
            let mark = if row.reward >= 1.0 { "✓" } else { "✗" };
            say(&format!(
                "{mark} {task:<28} seed {seed:<3} reward {:>5.2}  {} steps  {} ms  {}",
                row.reward, row.steps, row.ms, row.reason
            ));
            rows.push(row);
        }
    }
    hands.close().await;
    let table = Table::new("command".into(), rows);
    say("");
    table.lines().iter().for_each(|line| say(line));
    if let Some(out) = args.out {
        std::fs::write(&out, serde_json::to_vec_pretty(&table)?)
            .with_context(|| format!("cannot write {}", out.display()))?;
    }
    Ok(())
}

fn all_tasks(pages: &std::path::Path) -> Result<Vec<String>> {
    let mut tasks: Vec<String> = std::fs::read_dir(pages.join("miniwob"))?
        .filter_map(|entry| {
            entry
                .ok()?
                .file_name()
                .to_str()?
                .strip_suffix(".html")
                .map(str::to_owned)
        })
        .collect();
    tasks.sort();
    Ok(tasks)
}
