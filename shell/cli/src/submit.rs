//! `submit`: have a worker do something on a page.

mod batch;
mod outputs;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::builder::NonEmptyStringValueParser;
use clap::value_parser;
use screen_agent_wire::extension::run::{
    MOST_PRIORITY, NewRun, RunApproval, RunData, RunStatus, mailed_to,
};
use screen_agent_wire::extension::workflow::WorkflowRef;
use tokio::time::sleep;

use self::outputs::{Outputs, outputs};
use crate::Ending;
use crate::args::address;
use crate::drive::Yes;
use crate::exit::usage;
use crate::remote::{Remote, RemoteArgs};
use crate::run::{Given, given, lent};
use crate::runs::{shown, word};
use crate::terminal::{Style, complain, progress, say, say_json};
use crate::workflow::named;

/// How often a run is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// Have a worker of a server do something on a page, in a browser of its own.
///
/// The order is read as `run` reads it. Prints the run's id; with --wait, how it goes and what it comes to.
///
///   screen-agent submit 'Search for green tea' --url https://shop.example --wait
///   screen-agent submit 'Set City to {city}' --url https://shop.example/me --input city=Oslo --approve
///   screen-agent submit 'Set the price of {article} to {price}' --url https://shop.example/prices --rows prices.csv
///   screen-agent submit 'Press Subscribe' --collection Newsletters --approve
///   screen-agent submit --workflow 'Change a price' --input article=tea --input price=3
///   screen-agent submit 'Search for green tea' --url https://shop.example --outputs name,price:number --wait
///   screen-agent submit --question 'What does it cost?' --url https://shop.example/lamp --wait
///   screen-agent submit 'Upload the file, then click Send' --url https://jobs.example/apply --file cv.pdf --approve=all
///   screen-agent submit 'Open my orders' --url https://shop.example --profile shop
///   screen-agent logs ID --follow
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    order: OrderArgs,
    /// A file that may be put where the page asks for files; again for each one. It is uploaded first, so it is of a kind that
    /// can be read: PDF, DOCX, CSV, JSON, XML, Markdown or text, of 10 MB at most.
    #[arg(long = "file", value_name = "PATH", value_parser = given)]
    files: Vec<Given>,
    /// Submit a run for each row of this table (CSV with commas, semicolons or tabs, or a JSON list): {column} stands for the
    /// row's value. Prints the batch's name. The same once more submits what is missing, and nothing twice.
    #[arg(long, value_name = "FILE", group = "each", conflicts_with_all = ["inputs", "wait"])]
    rows: Option<PathBuf>,
    /// The same for each page of this collection of yours, by its title, beginning at the page: {title} and {url} stand for what it
    /// is called and where it is.
    #[arg(long, value_name = "TITLE", group = "each", conflicts_with_all = ["rows", "url", "inputs", "wait"])]
    collection: Option<String>,
    /// What the batch is called [default: what follows from the table, the order and the address]
    #[arg(long, value_name = "NAME", requires = "each")]
    batch: Option<String>,
    /// Wait until it is over, and end as it ended.
    #[arg(long)]
    wait: bool,
    /// Print the run as JSON, one object a line whenever it stands otherwise.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    remote: RemoteArgs,
}

/// What a worker is to do.
#[derive(clap::Args)]
pub(crate) struct OrderArgs {
    /// What to do, in plain words. {name} stands for what --input gives under that name. With --workflow, what you order
    /// besides: what these words name may be done without asking.
    #[arg(value_parser = NonEmptyStringValueParser::new(), required_unless_present_any = ["workflow", "questions", "outputs"])]
    instruction: Option<String>,
    /// A question about the page, in the place of an order; again for each one. Each answer says where it stands, and nothing
    /// is acted on.
    #[arg(long = "question", value_name = "WORDS", conflicts_with_all = ["instruction", "workflow"],
        value_parser = NonEmptyStringValueParser::new())]
    questions: Vec<String>,
    /// What to bring from the page that the run ends on, or, without an order, from the page itself: names with a comma
    /// between, each with a type (string, number, integer) and a ? where it may be missing, like name,price:number,stock:integer?;
    /// or a file with a JSON Schema.
    #[arg(long, value_name = "FILE|NAME:TYPE,…", value_parser = outputs)]
    outputs: Option<Outputs>,
    /// Where to begin [default, with --workflow: where that does]
    #[arg(long, value_parser = address)]
    url: Option<String>,
    /// Carry out this workflow of the server's, by its name, with --input for its parameters. No model is asked, but for a
    /// control that is not found any more.
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    workflow: Option<String>,
    /// Not even for that.
    #[arg(long, requires = "workflow")]
    no_model: bool,
    /// Begin with what the runs of this profile are signed in with, and leave in it what this one is: small letters, digits,
    /// dots and dashes. One run at a time has it. See: screen-agent profiles list
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// A value, by its name; again for each one. It is quoted where it is put: a value is no order.
    #[arg(long = "input", value_name = "NAME=VALUE", value_parser = input)]
    inputs: Vec<(String, String)>,
    /// Tell of each state that a run comes to: posted to this address, signed (`runs secret` says with what), https or
    /// this machine; or written to you, with mailto: and your own address.
    #[arg(long, value_name = "URL", value_parser = told_at)]
    callback: Option<String>,
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
}

impl OrderArgs {
    /// As it is submitted.
    pub(crate) async fn order(self, remote: &Remote) -> Result<NewRun> {
        let workflow = match &self.workflow {
            None => None,
            Some(name) => Some(WorkflowRef {
                id: named(remote, name).await?.id,
                version: None,
                no_model: self.no_model.then_some(true),
            }),
        };
        Ok(NewRun {
            instruction: self.instruction.unwrap_or_default(),
            questions: self.questions,
            outputs: self.outputs.map(|outputs| outputs.0),
            url: self.url.unwrap_or_default(),
            workflow,
            inputs: BTreeMap::from_iter(self.inputs),
            files: Vec::new(),
            profile: self.profile,
            max_steps: self.max_steps,
            seconds: self.seconds,
            approve: match self.approve {
                None => RunApproval::Nothing,
                Some(Yes::Changes) => RunApproval::Changes,
                Some(Yes::All) => RunApproval::All,
            },
            priority: self.priority,
            callback: self.callback,
            batch: None,
            by_program: None,
        })
    }
}

/// Refuses an order that begins nowhere.
pub(crate) fn begins(order: &NewRun) -> Result<()> {
    match order.url.is_empty() && order.workflow.is_none() {
        true => Err(usage("say where to begin, with --url")),
        false => Ok(()),
    }
}

fn told_at(text: &str) -> Result<String, String> {
    match mailed_to(text) {
        Some(_) => Ok(text.to_owned()),
        None => address(text),
    }
}

fn input(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').filter(|(name, _)| !name.is_empty());
    let (name, value) = parts.ok_or("expected NAME=VALUE, like city=Oslo")?;
    Ok((name.to_owned(), value.to_owned()))
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    let remote = args.remote.open().await?;
    let workflow = args.order.workflow.clone();
    let order = NewRun {
        files: uploaded(&remote, &args.files).await?,
        ..args.order.order(&remote).await?
    };
    let each = match (&args.rows, &args.collection) {
        (Some(table), _) => Some(batch::rows(table)?),
        (None, Some(title)) => Some(batch::pages(&remote, title, workflow.as_deref()).await?),
        (None, None) => None,
    };
    if let Some(each) = each {
        return batch::submit(&remote, &order, each, args.batch, args.json).await;
    }
    begins(&order)?;
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

/// Uploads files, and tells what each is named by.
async fn uploaded(remote: &Remote, files: &[Given]) -> Result<Vec<String>> {
    let mut keys = Vec::new();
    for (name, path) in lent(files)? {
        progress(&format!("uploading {name}"));
        let sent = remote.upload(&name, std::fs::read(&path)?).await;
        keys.push(sent.with_context(|| format!("cannot upload {name}"))?);
    }
    progress("");
    Ok(keys)
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
