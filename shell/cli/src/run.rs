//! `run`: do something on a page, in a browser of our own.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use screen_agent_action::id::SessionId;
use screen_agent_adapters::private_folder;
use screen_agent_browser::{Artifact, Hands};
use uuid::Uuid;

use crate::Outcome;
use crate::args::{BrowserArgs, HomeArgs, ModelArgs, address};
use crate::browsers;
use crate::config::Settings;
use crate::drive::{Consent, Door, Plan, Ran, RunEvent, Yes, drive, show};
use crate::server::ServerArgs;
use crate::signals::stopped;
use crate::terminal::{Style, complain, say_json};

/// Do something on a page, in a browser of our own: look, decide, perform, verify, record.
///
/// Without --model it reads plain English commands: click "Sign in", enter "x" into the name field, select the second …
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
    /// Most steps before giving up.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..=50), value_name = "N")]
    max_steps: u16,
    /// Print one JSON object a line for each event instead of words.
    #[arg(long)]
    json: bool,
    /// Keep pictures, events and the replayable record in this folder.
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Approve in advance what changes something on the sites of the task. Files, code, cookies, traffic, secrets and
    /// other sites are approved where your words name them, or with --yes=all. Questions still end the run.
    #[arg(long, conflicts_with = "ask", num_args = 0..=1, require_equals = true, default_missing_value = "changes", value_name = "HOW-MUCH")]
    yes: Option<Yes>,
    /// Ask me, and read each answer from a line of standard input; a terminal does not show
    /// passwords and codes [default at a terminal, but for --json]
    #[arg(long)]
    ask: bool,
    #[command(flatten)]
    server: ServerArgs,
    #[command(flatten)]
    browser: BrowserArgs,
    #[command(flatten)]
    home: HomeArgs,
    #[command(flatten)]
    model: ModelArgs,
}

pub(crate) async fn run(args: Args) -> Result<Outcome> {
    let server = args.server.open(&args.home, &args.model).await?;
    let mut recorder = args.record.as_deref().map(Recorder::new).transpose()?;
    let session = Uuid::new_v4();
    let ran = tokio::select! {
        ran = in_browser(&args, session, &server.door, recorder.as_mut()) => ran,
        () = stopped() => Err(anyhow!("stopped")),
    };
    // Also of a task that broke off: what happened is wanted most then.
    if let (Some(recorder), Some((inside, owner))) = (&mut recorder, &server.inside) {
        recorder.keep_turns(inside.last_turns(*owner, SessionId::new(session)).await);
    }
    let ran = ran?;
    match ran.outcome {
        Outcome::Done => {}
        Outcome::Failed | Outcome::Broken => complain(&format!("error: {}", ran.result)),
        Outcome::NeedsUser => complain(&format!("needs an answer: {}", ran.result)),
    }
    Ok(ran.outcome)
}

/// One task in a browser of its own, which ends with it.
async fn in_browser(
    args: &Args,
    session: Uuid,
    door: &Door,
    recorder: Option<&mut Recorder>,
) -> Result<Ran> {
    let settings = Settings::load(&args.home, &args.model)?;
    let browser = browsers::open(&settings.browser(&args.browser)).await?;
    let mut hands = Hands::on(browser).await?;
    let ran = task(args, session, &mut hands, door, recorder).await;
    hands.close().await;
    ran
}

async fn task(
    args: &Args,
    session: Uuid,
    hands: &mut Hands,
    door: &Door,
    mut recorder: Option<&mut Recorder>,
) -> Result<Ran> {
    let style = Style::for_stdout();
    let mut tell = |event: &RunEvent, picture: Option<&Artifact>| {
        match args.json {
            true => drop(say_json(event, false)),
            false => show(event, style),
        }
        if let Some(recorder) = recorder.as_deref_mut() {
            recorder.keep(event, picture);
        }
    };
    tell(
        &RunEvent::Started {
            url: args.url.clone(),
        },
        None,
    );
    hands
        .open(&args.url)
        .await
        .map_err(|error| anyhow!("cannot open {}: {}", args.url, error.message))?;
    let plan = Plan {
        query: args.instruction.clone(),
        max_steps: usize::from(args.max_steps),
        consent: consent(args),
        pictures: args.record.is_some(),
        today: jiff::Zoned::now().date().to_string(),
    };
    drive(hands, door, session, &plan, &mut tell).await
}

/// A person at the terminal is asked unless they said otherwise. They can act on a page that they
/// see, or say that they can.
fn consent(args: &Args) -> Consent {
    use std::io::IsTerminal;
    let seen = args.browser.headed || args.browser.cdp.is_some();
    match (args.yes, args.ask) {
        (Some(yes), _) => yes.into(),
        (_, true) => Consent::Ask { at_page: true },
        _ if std::io::stdin().is_terminal() && !args.json => Consent::Ask { at_page: seen },
        _ => Consent::Stop,
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
    fn keep(&mut self, event: &RunEvent, picture: Option<&Artifact>) {
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

    fn try_keep(&mut self, event: &RunEvent, picture: Option<&Artifact>) -> Result<()> {
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
