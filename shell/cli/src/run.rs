//! `run`: do something on a page, in a browser of our own.

mod rows;

pub(crate) use rows::{each, filled, orders, table};

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use screen_agent_action::id::SessionId;
use screen_agent_action::{Action, Awaited};
use screen_agent_adapters::private_folder;
use screen_agent_browser::{ActionFile, Hands};
use screen_agent_ports::Proposer;
use screen_agent_wire::limits;
use uuid::Uuid;

use crate::args::address;
use crate::drive::{Assignment, Door, Ran, RunEvent, drive, show};
use crate::terminal::{Style, complain, say_json};
use crate::work::{WorkArgs, Workplace, unless_stopped};
use crate::{Ending, browsers};

/// Longest that --wait waits, in seconds.
const LONGEST_WAIT: f64 = 30.0;

/// Do something on a page, in a browser of our own: look, decide, perform, verify, record.
///
/// Without --model it reads plain English orders, one or several:
///
///   Click Save · Press Open in the row of Bo Clay · Set City to Oslo · Name: Ann · Choose Green in Colour ·
///   Tick Bread and Milk · Set the salary of Bo Clay to 2500 · Sort by price, highest first · Show the old revisions ·
///   Delete Milk · Search for green tea · How much is the Tea? · Who does the garden?
///
/// docs/commands.md lists what it reads, each with examples. What it does not understand it leaves alone, and says so.
///
/// What only you can do ends the run with exit code 2 and the question, unless you are asked (--ask): for a password or a
/// code, which goes to the page and is not kept, or to solve on the page what is there for persons only, and press Enter.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to do, in plain words.
    #[arg(value_parser = clap::builder::NonEmptyStringValueParser::new())]
    instruction: String,
    /// Where to begin.
    #[arg(long, value_parser = address)]
    url: String,
    #[command(flatten)]
    rows: RowsArgs,
    #[command(flatten)]
    how: How,
}

/// How something is done in a browser of our own, whatever it is.
#[derive(clap::Args)]
pub(crate) struct How {
    /// A file that may be put where the page asks for files; again for each one. "Upload the file", "attach cv.pdf to Résumé"
    #[arg(long = "file", value_name = "PATH", value_parser = given)]
    files: Vec<Given>,
    /// Keep the files that pages give in this folder. Without it they are refused.
    #[arg(long, value_name = "DIR", conflicts_with = "cdp")]
    downloads: Option<PathBuf>,
    /// Wait before the first look until this text is on the page, or for so many seconds.
    #[arg(long, value_name = "TEXT|SECONDS", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    wait: Option<String>,
    /// Most steps before giving up.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..=50), value_name = "N")]
    max_steps: u16,
    /// Print one JSON object a line for each event instead of words.
    #[arg(long)]
    pub(crate) json: bool,
    /// Keep pictures, events and the replayable record in this folder.
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// For each row of a table.
#[derive(clap::Args)]
pub(crate) struct RowsArgs {
    /// Do it once for each row of this table (CSV with commas, semicolons or tabs, or a JSON list): {column} stands for the
    /// row's value. The report beside it says how each came out; run again, it goes on where it was.
    #[arg(long, value_name = "FILE")]
    pub(crate) rows: Option<PathBuf>,
    /// Where the report goes [default: beside the rows, ending in .report.csv]
    #[arg(long, value_name = "FILE", requires = "rows")]
    report: Option<PathBuf>,
    /// Do rows again that were under way when a run was broken off.
    #[arg(long, requires = "rows")]
    again: bool,
}

/// A file that was given along, by its name.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    name: String,
    path: PathBuf,
}

pub(crate) fn given(path: &str) -> Result<Given, String> {
    let path = Path::new(path);
    let whole = path.canonicalize().map_err(|error| error.to_string())?;
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.filter(|_| whole.is_file()).ok_or("it is no file")?;
    // Pages and the server know it by its name.
    if name.chars().count() > limits::TITLE || name.chars().any(char::is_control) {
        return Err("its name cannot be told to a page".into());
    }
    Ok(Given {
        name: name.to_owned(),
        path: whole,
    })
}

/// What was given, as the hands know it. Two files of one name could not be told apart.
pub(crate) fn lent(files: &[Given]) -> Result<BTreeMap<String, PathBuf>> {
    let mut lent = BTreeMap::new();
    for Given { name, path } in files {
        let before = lent.insert(name.clone(), path.clone());
        if before.is_some_and(|before| before != *path) {
            bail!("two of the files are called {name}");
        }
    }
    if lent.len() > limits::FILES {
        bail!("at most {} files can be given", limits::FILES);
    }
    Ok(lent)
}

pub(crate) async fn run(args: Args) -> Result<Ending> {
    let how = &args.how;
    if let Some(table) = &args.rows.rows {
        let orders = rows::orders(&rows::table(table)?, &args.instruction)?;
        let at = how.open(None).await?;
        return rows::each(&args.rows, &orders, how.json, async |row, order: &str| {
            let errand = Errand::new(order, &args.url);
            how.once(&at, &errand.in_row(row)).await
        })
        .await;
    }
    let at = how.open(None).await?;
    let ran = how
        .once(&at, &Errand::new(&args.instruction, &args.url))
        .await?;
    how.tell(&ran, &at);
    Ok(ran.ending)
}

/// What is to be done, and where it begins.
#[derive(Clone, Debug)]
pub(crate) struct Errand<'a> {
    query: &'a str,
    url: &'a str,
    row: Option<usize>,
}

impl<'a> Errand<'a> {
    pub(crate) const fn new(query: &'a str, url: &'a str) -> Self {
        let row = None;
        Self { query, url, row }
    }

    /// As one of several, whose records stand side by side.
    pub(crate) const fn in_row(mut self, row: usize) -> Self {
        self.row = Some(row);
        self
    }
}

impl How {
    /// Where it is done, with the folder for what pages give; by whoever else proposes, or by the engine and the models.
    pub(crate) async fn open(&self, by: Option<Arc<dyn Proposer>>) -> Result<Workplace> {
        let mut at = self.work.open_by(by).await?;
        if let Some(folder) = &self.downloads {
            let made = std::fs::create_dir_all(folder);
            made.with_context(|| format!("cannot make {}", folder.display()))?;
            at.browser.downloads = Some(folder.canonicalize()?);
        }
        Ok(at)
    }

    /// Does it once, recorded where that is wanted.
    pub(crate) async fn once(&self, at: &Workplace, errand: &Errand<'_>) -> Result<Ran> {
        let folder = self.record.as_ref().map(|folder| match errand.row {
            Some(row) => folder.join(format!("row-{row}")),
            None => folder.clone(),
        });
        let mut recorder = folder.as_deref().map(Recorder::new).transpose()?;
        let session = Uuid::new_v4();
        let ran = unless_stopped(self.in_browser(errand, session, at, recorder.as_mut())).await;
        // Also of a task that broke off: what happened is wanted most then.
        if let (Some(recorder), Some((inside, owner))) = (&mut recorder, &at.server.inside) {
            recorder.keep_turns(inside.last_turns(*owner, SessionId::new(session)).await);
        }
        ran
    }

    /// Says what a person has to know of how it ended.
    pub(crate) fn tell(&self, ran: &Ran, at: &Workplace) {
        if !ran.lost.is_empty() && self.downloads.is_none() {
            let files = ran.lost.join(", ");
            complain(&format!(
                "not kept: {files}; --downloads DIR keeps the files that pages give"
            ));
        }
        match ran.ending {
            Ending::Done | Ending::Unverified => {}
            Ending::Failed | Ending::Broken | Ending::Usage | Ending::Refused(_) => {
                complain(&format!("error: {}", ran.result));
                if at.server.inside.is_some() && at.settings.model.is_none() {
                    complain("a model can take over where plain orders end: name one with --model");
                }
            }
            Ending::NeedsUser => complain(&format!("needs an answer: {}", ran.result)),
        }
    }

    /// One task in a browser of its own, which ends with it.
    async fn in_browser(
        &self,
        errand: &Errand<'_>,
        session: Uuid,
        at: &Workplace,
        recorder: Option<&mut Recorder>,
    ) -> Result<Ran> {
        let files = lent(&self.files)?;
        let consent = self.work.answerer_at_page(self.json);
        let plan = Assignment {
            pictures: self.record.is_some(),
            files: files.keys().cloned().collect(),
            ..Assignment::new(errand.query, usize::from(self.max_steps), consent)
        };
        let mut hands = Hands::on(browsers::open(&at.browser).await?).await?;
        hands.lend(files);
        let ran = self
            .task(
                (errand.url, session, &plan),
                &mut hands,
                &at.server.door,
                recorder,
            )
            .await;
        if ran.is_ok() {
            hands.linger().await;
        }
        hands.close().await;
        ran
    }

    async fn task(
        &self,
        (url, session, plan): (&str, Uuid, &Assignment),
        hands: &mut Hands,
        door: &Door,
        mut recorder: Option<&mut Recorder>,
    ) -> Result<Ran> {
        let style = Style::for_stdout();
        let mut tell = |event: &RunEvent, picture: Option<&ActionFile>| {
            match self.json {
                true => drop(say_json(event, false)),
                false => show(event, style),
            }
            if let Some(recorder) = recorder.as_deref_mut() {
                recorder.keep(event, picture);
            }
        };
        let url = url.to_owned();
        tell(&RunEvent::Started { url: url.clone() }, None);
        browsers::go(hands, &url).await?;
        if let Some(wait) = &self.wait {
            await_page(hands, wait).await?;
        }
        drive(hands, door, session, plan, &mut tell).await
    }
}

/// Waits for a text, or for so many seconds.
async fn await_page(hands: &mut Hands, wait: &str) -> Result<()> {
    let seconds = wait.parse::<f64>().ok().filter(|seconds| *seconds >= 0.0);
    let action = match seconds {
        Some(seconds) => Action::Wait {
            seconds: seconds.min(LONGEST_WAIT),
        },
        None => Action::WaitFor {
            awaited: Awaited::Text {
                value: wait.to_owned(),
            },
            timeout_ms: (LONGEST_WAIT * 1000.0) as u32,
            poll_ms: 100,
        },
    };
    match hands.perform(&action).await.error {
        Some(_) if seconds.is_none() => {
            bail!("\"{wait}\" did not come into the page within {LONGEST_WAIT} seconds")
        }
        _ => Ok(()),
    }
}

/// Keeps pictures, events and the replayable record.
struct Recorder {
    folder: PathBuf,
    events: File,
    looks: usize,
    failed: bool,
}

impl Recorder {
    fn new(folder: &Path) -> Result<Self> {
        private_folder(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let events = private_file(&folder.join("events.jsonl"))?;
        Ok(Self {
            folder: folder.to_owned(),
            events,
            looks: 0,
            failed: false,
        })
    }

    /// Keeps an event and its picture.
    fn keep(&mut self, event: &RunEvent, picture: Option<&ActionFile>) {
        let kept = self.try_keep(event, picture);
        self.note(kept);
    }

    /// Keeps the replayable record.
    fn keep_turns(&mut self, turns: Result<String>) {
        let kept = turns.and_then(|turns| {
            let path = self.folder.join("turns.jsonl");
            Ok(private_file(&path)?.write_all(turns.as_bytes())?)
        });
        self.note(kept);
    }

    /// A full disk is said once and does not stop the task.
    fn note(&mut self, kept: Result<()>) {
        if let Err(error) = kept
            && !self.failed
        {
            self.failed = true;
            complain(&format!("the record is not complete: {error:#}"));
        }
    }

    fn try_keep(&mut self, event: &RunEvent, picture: Option<&ActionFile>) -> Result<()> {
        writeln!(self.events, "{}", serde_json::to_string(event)?)?;
        if let RunEvent::Looked { .. } = event {
            if let Some(picture) = picture {
                let path = self.folder.join(format!("look-{:02}.jpg", self.looks));
                private_file(&path)?.write_all(&picture.bytes)?;
            }
            self.looks += 1;
        }
        Ok(())
    }
}

/// A file for its owner alone, empty: a record holds what stood on the person's screen.
fn private_file(path: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let mut options = File::options();
    options.write(true).create(true).truncate(true).mode(0o600);
    options.open(path)
}
