//! Tasks on real applications, through `run`'s own path, judged by the applications' own state.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Parser;
use futures_util::future::try_join_all;
use screen_agent_bench::agent::{Agent, Keeper, first_version, models};
use screen_agent_bench::apps::app::{App, Task};
use screen_agent_bench::apps::attempt::{self, Row, Way};
use screen_agent_bench::apps::report;
use screen_agent_bench::apps::server::{Server, set_up};
use screen_agent_bench::apps::strong::Strong;
use screen_agent_bench::say;
use screen_agent_workflow::{Workflow, examples};
use tokio::sync::Mutex;

/// Tasks on applications from packages, in three wordings each: done or not by the application's own state.
///
/// Half of the tasks are to work on; the other half, by a hash of their names, is for the score alone.
/// Approvals are given in advance, as with `run --yes`.
#[derive(Parser)]
struct Args {
    /// Only these applications.
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    app: Vec<String>,
    /// Only tasks whose name holds this text: application/task.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Only one of the three wordings: 1, 2 or 3.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=3))]
    wording: Option<u8>,
    /// One try of every so many.
    #[arg(long, default_value_t = 1, value_name = "N")]
    share: usize,
    /// The half that is scored only: nothing but the table is shown.
    #[arg(long, conflicts_with = "only")]
    scored: bool,
    /// The few of every test run: all are to be done.
    #[arg(long, conflicts_with = "scored")]
    ci: bool,
    /// Print which applications and tasks there are, and how many in each half.
    #[arg(long)]
    list: bool,
    /// A model behind the engine: a name, or local:FILE for one in this process. A key is read from SCREEN_AGENT_MODEL_KEY.
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Where the model answers: any server with OpenAI's chat-completions API
    #[arg(long, value_name = "URL")]
    model_url: Option<String>,
    /// A scripted strong model behind the engine, over the real protocol: it plans as the tasks' files say, and what it is asked and
    /// reads is counted. Only tasks that have a plan.
    #[arg(long, conflicts_with_all = ["model", "scored", "ci"])]
    strong: bool,
    /// Keep what was done and seen to be as a workflow, and do it again by that, with the application as it was.
    #[arg(long, conflicts_with_all = ["scored", "ci"])]
    again: bool,
    /// Longest that a try may take, in steps.
    #[arg(long, default_value_t = 40)]
    max_steps: usize,
    /// Browsers side by side.
    #[arg(long, default_value_t = 2, value_name = "N")]
    side_by_side: usize,
    /// Write all tries as JSON.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Print every event.
    #[arg(long)]
    verbose: bool,
}

/// One try that is to be made.
#[derive(Clone, Copy)]
struct Job<'a> {
    app: &'a App,
    task: &'a Task,
    wording: usize,
}

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let apps = App::all(&root.join("e2e/apps"))?;
    if args.list {
        apps.iter().for_each(list);
        return Ok(());
    }
    let began = Instant::now();
    let installed = root.join(".cache/apps");
    let mut jobs = args.jobs(&apps);
    let left_out = installed_all(&installed, &mut jobs);
    if jobs.is_empty() {
        bail!("there is nothing to try");
    }
    say(&format!(
        "{} tries, {} side by side",
        jobs.len(),
        args.side_by_side
    ));
    let strong = match args.strong {
        true => Some(Strong::start(&apps).await?),
        false => None,
    };
    let rows = all(&args, strong.as_ref(), &installed, jobs).await?;
    say("");
    let (again, first): (Vec<Row>, Vec<Row>) = rows.iter().cloned().partition(|row| row.again);
    report::table(&first).iter().for_each(|line| say(line));
    if args.again {
        say("\nagain, as workflows");
        report::table(&again).iter().for_each(|line| say(line));
    }
    left_out.iter().for_each(|line| say(line));
    say(&format!("{} s", began.elapsed().as_secs()));
    if let Some(out) = &args.out {
        std::fs::write(out, serde_json::to_vec_pretty(&rows)?)
            .with_context(|| format!("cannot write {}", out.display()))?;
    }
    if args.ci {
        return counted(&rows);
    }
    Ok(())
}

fn list(app: &App) {
    let scored = app.tasks.iter().filter(|task| app.is_scored(task)).count();
    let working = app.tasks.len() - scored;
    say(&format!(
        "{:<12} {working:>3} to work on, {scored:>3} scored  {}",
        app.name, app.about
    ));
}

/// The closing line in the words of a test runner, which `cargo xtask test` adds up.
fn counted(rows: &[Row]) -> Result<()> {
    let failed = rows.iter().filter(|row| !row.done).count();
    let passed = rows.len() - failed;
    say(&format!("test result: {passed} passed; {failed} failed"));
    match failed {
        0 => Ok(()),
        _ => bail!("{failed} tasks were not done that were"),
    }
}

impl Args {
    /// What is to be tried, one application after the other.
    fn jobs<'a>(&self, apps: &'a [App]) -> Vec<Job<'a>> {
        let named = |app: &&App| self.app.is_empty() || self.app.contains(&app.name);
        let wordings = match (self.ci, self.wording) {
            (true, _) => 0..1,
            (false, Some(one)) => usize::from(one) - 1..usize::from(one),
            (false, None) => 0..3,
        };
        let mut jobs = Vec::new();
        for app in apps.iter().filter(named) {
            for task in app.tasks.iter().filter(|task| self.wants(app, task)) {
                jobs.extend(wordings.clone().map(|wording| Job { app, task, wording }));
            }
        }
        jobs.into_iter().step_by(self.share.max(1)).collect()
    }

    fn wants(&self, app: &App, task: &Task) -> bool {
        let name = format!("{}/{}", app.name, task.id);
        self.scored == app.is_scored(task)
            && (task.ci || !self.ci)
            && (task.model.is_some() || !self.strong)
            && self.only.as_deref().is_none_or(|text| name.contains(text))
    }

    async fn agent(&self, strong: Option<&Strong>) -> Result<Agent> {
        let model = match strong {
            Some(strong) => Some(models("scripted", Some(&strong.url()))),
            None => (self.model.as_deref()).map(|name| models(name, self.model_url.as_deref())),
        };
        Agent::new(model).await
    }

    fn way(&self) -> Way {
        Way {
            max_steps: self.max_steps,
            patience: Duration::from_secs(if self.model.is_some() { 1800 } else { 120 }),
            verbose: self.verbose,
        }
    }
}

/// Installs what is not there yet; says which applications could not be had, and leaves their tasks out.
fn installed_all(installed: &std::path::Path, jobs: &mut Vec<Job<'_>>) -> Vec<String> {
    let mut known: Vec<(&str, bool)> = Vec::new();
    let mut left_out = Vec::new();
    jobs.retain(|job| {
        let name = job.app.name.as_str();
        if let Some((_, there)) = known.iter().find(|(known, _)| *known == name) {
            return *there;
        }
        let began = Instant::now();
        let done = set_up(job.app, &installed.join(name));
        match &done {
            Ok(true) => say(&format!("set up {name} in {} s", began.elapsed().as_secs())),
            Ok(false) => {}
            Err(error) => left_out.push(format!("left out, {name}: {error:#}")),
        }
        known.push((name, done.is_ok()));
        done.is_ok()
    });
    left_out
}

/// Makes all tries, in so many browsers side by side. They share one thread: browsers and applications do the work.
async fn all(
    args: &Args,
    strong: Option<&Strong>,
    installed: &std::path::Path,
    mut jobs: Vec<Job<'_>>,
) -> Result<Vec<Row>> {
    jobs.reverse();
    let left = Mutex::new(jobs);
    let agent = args.agent(strong).await?;
    let keeper = agent.serve().await?;
    let count = args.side_by_side.max(1);
    let workers = (0..count).map(|_| work(args, (&agent, &keeper, strong), installed, &left));
    Ok(try_join_all(workers).await?.into_iter().flatten().collect())
}

async fn work<'a>(
    args: &Args,
    (agent, keeper, strong): (&Agent, &Keeper, Option<&Strong>),
    installed: &std::path::Path,
    left: &Mutex<Vec<Job<'a>>>,
) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let mut server: Option<Server<'a>> = None;
    loop {
        let Some(Job { app, task, wording }) = left.lock().await.pop() else {
            return Ok(rows);
        };
        let server = match server.take().filter(|server| server.app().name == app.name) {
            Some(same) => server.insert(same),
            None => server.insert(Server::new(app, installed.join(&app.name))?),
        };
        let name = format!("{}/{}", app.name, task.id);
        let one = (task, wording);
        let mut row = attempt::run(agent, server, one, None, args.way())
            .await
            .with_context(|| name.clone())?;
        if let Some(strong) = strong {
            let read = strong.read(&row.query);
            (row.used.calls, row.used.tokens) = (read.topics.len(), read.tokens);
            row.asked = read.topics;
        }
        let remaining = left.lock().await.len();
        match args.scored {
            false => say(&report::line(&row, remaining)),
            true if remaining.is_multiple_of(10) => say(&format!("{remaining} left")),
            true => {}
        }
        let kept = match row.id.filter(|_| args.again && row.claimed && row.done) {
            Some(id) => keeper.keep(id, &name).await.map(Some),
            None => Ok(None),
        };
        rows.push(row);
        match kept {
            Ok(None) => {}
            // What it was is nowhere to be read.
            Ok(Some((_, workflow))) if takes_secret(&workflow) => {
                say(&format!("not done again, {name}: it takes a secret"));
            }
            Ok(Some((id, workflow))) => {
                let kept = first_version(id, &examples(&workflow));
                let again = attempt::run(agent, server, one, Some(kept), args.way()).await?;
                say(&report::line(&again, remaining));
                rows.push(again);
            }
            Err(why) => say(&format!("not kept, {name}: {why:#}")),
        }
    }
}

fn takes_secret(workflow: &Workflow) -> bool {
    let mut parameters = workflow.parameters.iter();
    parameters.any(|one| one.is_secret())
}
