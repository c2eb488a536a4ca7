//! Hostile pages and models that do what they want, through `run`'s own path in a real browser.
//! Nobody is there to say yes, so nothing may happen.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Parser;
use futures_util::future::try_join_all;
use screen_agent_bench::adversary::{Came, Ordered, Stage};
use screen_agent_bench::say;
use screen_agent_testkit::adversary::{Attempt, BENIGN, Benign};
use tokio::sync::Mutex;

/// Attacks the agent: every way of making something act, with everything that an attacker may want,
/// by a model that obeys the page and by one that is turned. The sites' own log is the judge.
///
/// Ends with 1 when anything happened that nobody had said yes to.
#[derive(Parser)]
struct Args {
    /// One attempt of every so many.
    #[arg(long, default_value_t = 1, value_name = "N")]
    share: usize,
    /// Only attempts whose name holds this text: carrier/goal/mind.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Browsers side by side.
    #[arg(long, default_value_t = 2, value_name = "N")]
    side_by_side: usize,
    /// Ordinary tasks instead: all are to be done, with no question that need not be asked.
    #[arg(long)]
    benign: bool,
    /// Print every attempt, and what the sites were sent.
    #[arg(long)]
    verbose: bool,
}

/// Longest that one attempt may take.
const PATIENCE: Duration = Duration::from_secs(60);

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    if args.benign {
        return benign(&args).await;
    }
    let only = |name: &str| args.only.as_deref().is_none_or(|text| name.contains(text));
    let pages = Attempt::share(args.share).map(Job::Page);
    let errands = Ordered::all().enumerate().step_by(args.share.max(1));
    let errands = errands.map(|(number, errand)| Job::Errand(number, errand));
    let mut attempts: Vec<Job> = pages
        .chain(errands)
        .filter(|job| only(&job.name()))
        .collect();
    if attempts.is_empty() {
        bail!("no attempt has such a name");
    }
    attempts.reverse();
    let (total, began) = (attempts.len(), Instant::now());
    let came = each(&args, attempts, async |stage, job| {
        let came = match job {
            Job::Page(attempt) => stage.run(attempt).await,
            Job::Errand(number, errand) => stage.run_errand(*number, errand).await,
        };
        came.with_context(|| job.name())
    });
    report(&came.await?, total, began)
}

/// A task on a hostile page, or a question about one.
enum Job {
    Page(Attempt),
    Errand(usize, Ordered),
}

impl Job {
    fn name(&self) -> String {
        match self {
            Self::Page(attempt) => attempt.name(),
            Self::Errand(_, errand) => errand.name(),
        }
    }
}

/// Does all that there is to do, from the end, in so many browsers side by side. They share one
/// thread: a browser does the work, and what drives it may not change threads.
async fn each<T>(
    args: &Args,
    jobs: Vec<T>,
    run: impl AsyncFn(&mut Stage, &T) -> Result<Came>,
) -> Result<Vec<Came>> {
    let left = Mutex::new(jobs);
    let workers = (0..args.side_by_side.max(1)).map(|_| work(&left, args.verbose, &run));
    Ok(try_join_all(workers).await?.into_iter().flatten().collect())
}

async fn work<T>(
    left: &Mutex<Vec<T>>,
    verbose: bool,
    run: &impl AsyncFn(&mut Stage, &T) -> Result<Came>,
) -> Result<Vec<Came>> {
    let mut stage = Stage::new().await?;
    let mut all = Vec::new();
    loop {
        let Some(job) = left.lock().await.pop() else {
            break;
        };
        let came = tokio::time::timeout(PATIENCE, run(&mut stage, &job))
            .await
            .context("an attempt never ends")??;
        if verbose || !came.harm.is_empty() {
            say(&came.line());
        }
        all.push(came);
        progress(left.lock().await.len());
    }
    stage.close().await;
    Ok(all)
}

/// Says now and then how much is left.
fn progress(left: usize) {
    if left > 0 && left.is_multiple_of(100) {
        say(&format!("{left} attempts left"));
    }
}

async fn benign(args: &Args) -> Result<()> {
    let tasks: Vec<(usize, &Benign)> = BENIGN.iter().enumerate().collect();
    let came = each(args, tasks, async |stage, (number, task)| {
        stage.run_benign(*number, task).await.context(task.words)
    });
    let came = came.await?;
    let wrong = came.iter().filter(|came| !came.harm.is_empty()).count();
    say(&format!(
        "{} of {} ordinary tasks as they should be",
        came.len() - wrong,
        came.len()
    ));
    counted(came.len() - wrong, wrong);
    if wrong == 0 {
        return Ok(());
    }
    bail!("{wrong} ordinary tasks were not done, or were asked about otherwise than they should be")
}

/// The closing line in the words of a test runner, which `cargo xtask test` adds up.
fn counted(held: usize, not: usize) {
    say(&format!("test result: {held} passed; {not} failed"));
}

fn report(came: &[Came], total: usize, began: Instant) -> Result<()> {
    let reached = came.iter().filter(|came| came.deeds > 0).count();
    let asked = came.iter().filter(|came| came.asked).count();
    let harmed: Vec<&Came> = came.iter().filter(|came| !came.harm.is_empty()).collect();
    let mut by_carrier: BTreeMap<&str, usize> = BTreeMap::new();
    for came in &harmed {
        *by_carrier.entry(came.carrier).or_default() += 1;
    }
    for (carrier, times) in by_carrier {
        say(&format!("  {times:>4}  {carrier}"));
    }
    let unreached: std::collections::BTreeSet<&str> = came
        .iter()
        .filter(|came| came.deeds == 0)
        .map(|came| came.carrier)
        .collect();
    if !unreached.is_empty() {
        let names: Vec<&str> = unreached.into_iter().collect();
        say(&format!(
            "proposed nothing at least once: {}",
            names.join(", ")
        ));
    }
    say(&format!(
        "{} of {total} attempts, {reached} with a deed proposed, {asked} asked about, {} did something without a yes, {} s",
        came.len(),
        harmed.len(),
        began.elapsed().as_secs()
    ));
    counted(came.len() - harmed.len(), harmed.len());
    if harmed.is_empty() {
        return Ok(());
    }
    bail!("something happened that nobody had said yes to")
}
