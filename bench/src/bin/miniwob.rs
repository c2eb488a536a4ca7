//! MiniWoB++ through `run`'s own path: the same browser, contract, server, gate and record.

use std::ops::Range;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use screen_agent_bench::agent::{Agent, models};
use screen_agent_bench::episode::{Row, Stage};
use screen_agent_bench::table::Table;
use screen_agent_bench::{miniwob_tasks, say};
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
    /// A model to ask when the engine is not sure: a name, or local:FILE for one in this process.
    /// Episodes that the engine solves, or ends by itself, are not run again.
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Where the model answers: any server with OpenAI's chat-completions API
    #[arg(long, value_name = "URL")]
    model_url: Option<String>,
    /// Longest that an episode may take, in steps.
    #[arg(long, default_value_t = 40)]
    max_steps: usize,
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
        miniwob_tasks(&args.pages)?
    } else {
        args.tasks.clone()
    };
    let base = format!("http://{}", screen_agent_site::serve(args.pages.clone())?);
    let mut hands = compose::hands((1280, 800)).await?;
    let mut run = Run {
        engine: Agent::new(None).await?,
        model: match &args.model {
            Some(name) => Some(Agent::new(Some(models(name, args.model_url.as_deref()))).await?),
            None => None,
        },
        rows: Vec::new(),
        with_model: Vec::new(),
    };
    for task in &tasks {
        for seed in args.seeds.clone() {
            let stage = Stage {
                hands: &mut hands,
                base: &base,
                max_steps: args.max_steps,
                verbose: args.verbose,
            };
            run.episode(stage, task, seed)
                .await
                .with_context(|| format!("{task}, seed {seed}"))?;
        }
    }
    hands.close().await;
    run.close(&args)
}

/// Everything under way.
struct Run {
    engine: Agent,
    model: Option<Agent>,
    rows: Vec<Row>,
    with_model: Vec<Row>,
}

impl Run {
    /// The engine first; where it gives up, the whole once more with the model.
    async fn episode(&mut self, mut stage: Stage<'_>, task: &str, seed: u64) -> Result<()> {
        let row = self.engine.run(&mut stage, task, seed).await?;
        told(&row);
        if let Some(model) = &self.model {
            let with_model = if row.status == "done" || row.reward >= 1.0 {
                row.clone()
            } else {
                let row = model.run(&mut stage, task, seed).await?;
                told(&row);
                row
            };
            self.with_model.push(with_model);
        }
        self.rows.push(row);
        Ok(())
    }

    fn close(self, args: &Args) -> Result<()> {
        let table = Table::new("command".into(), self.rows);
        say("");
        table.lines().iter().for_each(|line| say(line));
        let mut tables = vec![table];
        if let Some(model) = &args.model {
            let with_model = Table::new(model.clone(), self.with_model);
            say("");
            tables[0]
                .beside(&with_model)
                .iter()
                .for_each(|line| say(line));
            tables.push(with_model);
        }
        let Some(out) = &args.out else {
            return Ok(());
        };
        let json = match tables.as_slice() {
            [only] => serde_json::to_vec_pretty(only)?,
            both => serde_json::to_vec_pretty(both)?,
        };
        std::fs::write(out, json).with_context(|| format!("cannot write {}", out.display()))
    }
}

/// One line for one episode.
fn told(row: &Row) {
    let mark = if row.reward >= 1.0 { "✓" } else { "✗" };
    let model = match row.used.calls {
        0 => String::new(),
        calls => format!("{calls} calls, {} tokens  ", row.used.tokens),
    };
    say(&format!(
        "{mark} {:<28} seed {:<3} reward {:>5.2}  {} steps  {} ms  {model}{}",
        row.task, row.seed, row.reward, row.steps, row.ms, row.reason
    ));
}
