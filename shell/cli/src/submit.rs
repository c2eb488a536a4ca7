//! `submit`: have a worker do something on a page.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Result;
use clap::builder::NonEmptyStringValueParser;
use clap::value_parser;
use screen_agent_wire::extension::run::{MOST_PRIORITY, NewRun, RunApproval, RunData, RunStatus};
use tokio::time::sleep;

use crate::Ending;
use crate::args::address;
use crate::drive::Yes;
use crate::remote::{Remote, RemoteArgs};
use crate::runs::{shown, word};
use crate::terminal::{Style, complain, progress, say, say_json};

/// How often a run is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// Have a worker of a server do something on a page, in a browser of its own.
///
/// The order is read as `run` reads it. Prints the run's id; with --wait, how it goes and what it comes to.
///
///   screen-agent submit 'Search for green tea' --url https://shop.example --wait
///   screen-agent submit 'Set City to {city}' --url https://shop.example/me --input city=Oslo --approve
///   screen-agent logs ID --follow
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to do, in plain words. {name} stands for what --input gives under that name.
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    instruction: String,
    /// Where to begin.
    #[arg(long, value_parser = address)]
    url: String,
    /// A value, by its name; again for each one. It is quoted where it is put: a value is no order.
    #[arg(long = "input", value_name = "NAME=VALUE", value_parser = input)]
    inputs: Vec<(String, String)>,
    /// Approve in advance what changes something on the sites of the task; files, code, cookies, traffic, secrets and other
    /// sites with --approve=all. Anything else is asked, and waits for an answer.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "changes", value_name = "HOW-MUCH")]
    approve: Option<Yes>,
    /// Which of your organisation's runs come first: the higher ones.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true,
        value_parser = value_parser!(i8).range(i64::from(-MOST_PRIORITY)..=i64::from(MOST_PRIORITY)), value_name = "N")]
    priority: i8,
    /// Most steps before giving up.
    #[arg(long, value_parser = value_parser!(u16).range(1..=50), value_name = "N")]
    max_steps: Option<u16>,
    /// How long it may take, your answers included [default: 1800]
    #[arg(long, value_parser = value_parser!(u32).range(10..=21_600), value_name = "SECONDS")]
    seconds: Option<u32>,
    /// Wait until it is over, and end as it ended.
    #[arg(long)]
    wait: bool,
    /// Print the run as JSON, one object a line whenever it stands otherwise.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    remote: RemoteArgs,
}

fn input(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').filter(|(name, _)| !name.is_empty());
    let (name, value) = parts.ok_or("expected NAME=VALUE, like city=Oslo")?;
    Ok((name.to_owned(), value.to_owned()))
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    let remote = args.remote.open().await?;
    let order = NewRun {
        instruction: args.instruction,
        url: args.url,
        inputs: BTreeMap::from_iter(args.inputs),
        max_steps: args.max_steps,
        seconds: args.seconds,
        approve: match args.approve {
            None => RunApproval::Nothing,
            Some(Yes::Changes) => RunApproval::Changes,
            Some(Yes::All) => RunApproval::All,
        },
        priority: args.priority,
    };
    let run: RunData = remote.post("/api/runs", &order).await?;
    if !args.wait {
        match args.json {
            true => say_json(&run, false)?,
            false => say(&run.id.to_string()),
        }
        return Ok(Ending::Done);
    }
    if !args.json {
        complain(&format!("run {}", run.id));
    }
    let over = follow(&remote, run, args.json).await?;
    if !args.json {
        say(&shown(&over, Style::for_stdout()));
    }
    Ok(ending(over.status))
}

/// Follows a run until nothing more comes of it by itself.
async fn follow(remote: &Remote, mut run: RunData, json: bool) -> Result<RunData> {
    let path = format!("/api/runs/{}", run.id);
    let mut told = None;
    loop {
        if told != Some((run.status, run.answerable)) {
            told = Some((run.status, run.answerable));
            tell(&run, json)?;
        }
        let is_left = run.status == RunStatus::Waiting && !run.answerable;
        if run.status.is_over() || is_left {
            progress("");
            return Ok(run);
        }
        sleep(LOOK).await;
        run = remote.get(&path).await?;
    }
}

fn tell(run: &RunData, json: bool) -> Result<()> {
    if json {
        return Ok(say_json(run, false)?);
    }
    progress(&word(run.status));
    if run.answerable {
        progress("");
        let question = run.question.as_deref().unwrap_or_default();
        complain(&format!(
            "it asks: {question}\nanswer with: screen-agent runs answer {} 'WORDS'",
            run.id
        ));
    }
    Ok(())
}

const fn ending(status: RunStatus) -> Ending {
    match status {
        RunStatus::Done => Ending::Done,
        RunStatus::DoneUnverified => Ending::Unverified,
        RunStatus::Waiting => Ending::NeedsUser,
        RunStatus::Queued | RunStatus::Running | RunStatus::Failed | RunStatus::Cancelled => {
            Ending::Failed
        }
    }
}
