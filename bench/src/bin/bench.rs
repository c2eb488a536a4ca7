//! All benchmarks, as a table and as JSON. Machines are noisy: read the ratios.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Parser, ValueEnum};
use screen_agent_bench::figure::Figure;
use screen_agent_bench::measure::realtime::Own;
use screen_agent_bench::measure::{
    ide, interact, knowledge, mcp, observe, packet, pressure, reading, realtime, run, scaling,
    serve, skeleton, think, workflows,
};
use screen_agent_bench::say;

/// Measures, each figure beside its baseline in the same run.
#[derive(Parser)]
struct Args {
    /// Only these parts, separated by commas.
    #[arg(long, value_enum, value_delimiter = ',')]
    only: Vec<Part>,
    /// A folder of saved pages to look at, such as the toolchain's own documentation.
    #[arg(long, value_name = "DIR")]
    saved: Option<PathBuf>,
    /// Of `workflows`, one task of every so many.
    #[arg(long, default_value_t = 1, value_name = "N")]
    share: usize,
    /// Of `workflows`, only tasks on pages whose path has this in it.
    #[arg(long, default_value = "", value_name = "PATH")]
    page: String,
    /// Of `scaling`, how many steps are stored at most.
    #[arg(long, default_value_t = 1_000_000, value_name = "N")]
    steps: usize,
    /// Of `workflows`, by how many seeds each page is changed and begun.
    #[arg(long, default_value_t = 1)]
    seeds: u64,
    /// Write the figures as JSON.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Be a hub instead, to be measured from another process.
    #[arg(long, value_enum, hide = true)]
    be: Option<Own>,
}

/// A part of the benchmarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Looking at pages of 1,000 to 20,000 controls.
    Observe,
    /// HTML to skeleton.
    Skeleton,
    /// HTML to something to read, beside other extractors. Fetches them, and pages unless they are named.
    Reading,
    /// The packet surface without a model: requests, prompts, answers and how they are shown.
    Packet,
    /// The IDE surface without a model: the first event, two tasks, a trace with a crowd that listens.
    Ide,
    /// The interact endpoint.
    Interact,
    /// Finding passages of an organisation's knowledge, in Python's documentation: `--saved DIR`.
    Knowledge,
    /// A look beside three other servers of the Model Context Protocol, on pages that nobody here wrote. Fetches them.
    Mcp,
    /// A step of `run`.
    Run,
    /// The thinking turn: stages without a model, prompts, calls.
    Think,
    /// Kept workflows on live pages: the same, begun with another seed, and changed; beside bare Playwright scripts.
    Workflows,
    /// Several servers on a PostgreSQL, what is stored already, the queue, workers. Needs PostgreSQL and Chromium.
    Scaling,
    /// The server at rest.
    Serve,
    /// The server while strangers press on it.
    Pressure,
    /// Fan-out of the realtime hub.
    Realtime,
}

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    if let Some(own) = args.be {
        return realtime::be(own).await;
    }
    let mut figures: Vec<Figure> = Vec::new();
    for part in Part::value_variants() {
        if !args.only.is_empty() && !args.only.contains(part) {
            continue;
        }
        let measured = match part {
            Part::Observe => observe::measure(args.saved.as_deref()).await?,
            Part::Skeleton => skeleton::measure(),
            Part::Reading if args.saved.is_none() && !args.only.contains(part) => Vec::new(),
            Part::Reading => reading::measure(args.saved.as_deref())?,
            Part::Packet => packet::measure()?,
            Part::Ide => ide::measure(&binary()?).await?,
            Part::Interact => interact::measure().await?,
            Part::Knowledge if !args.only.contains(part) => Vec::new(),
            Part::Knowledge => knowledge::measure(args.saved.as_deref()).await?,
            Part::Mcp if !args.only.contains(part) => Vec::new(),
            Part::Mcp => mcp::measure(&binary()?, args.saved.as_deref()).await?,
            Part::Run => run::measure().await?,
            Part::Think => think::measure(args.saved.as_deref()).await?,
            Part::Workflows if !args.only.contains(part) => Vec::new(),
            Part::Workflows => workflows::measure(&args.page, args.share, args.seeds).await?,
            Part::Scaling if !args.only.contains(part) => Vec::new(),
            Part::Scaling => scaling::measure(&binary()?, args.steps).await?,
            Part::Serve => serve::measure(&binary()?)?,
            Part::Pressure => pressure::measure(&binary()?).await?,
            Part::Realtime => realtime::measure().await?,
        };
        for figure in &measured {
            say(&figure.line());
        }
        figures.extend(measured);
    }
    if let Some(out) = args.out {
        std::fs::write(&out, serde_json::to_vec_pretty(&figures)?)
            .with_context(|| format!("cannot write {}", out.display()))?;
    }
    Ok(())
}

/// The `screen-agent` that was built beside us.
fn binary() -> Result<PathBuf> {
    let binary = std::env::current_exe()?.with_file_name("screen-agent");
    anyhow::ensure!(
        binary.is_file(),
        "build it first: cargo build --profile ci --package screen-agent-cli"
    );
    Ok(binary)
}
