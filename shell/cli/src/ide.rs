//! `ide`: from a prompt to applied files, on the person's own machine.

mod apply;
mod approval;
mod backup;
mod editor;
mod make;
mod restore;
mod server;
mod settings;
mod show;
mod tell;
mod verb;
mod workspace;

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use screen_agent_ide::merge::MergeFault;
use screen_agent_wire::Invalid;
use screen_agent_wire::ide::plan::{ConflictSide, IdeRefusal, IdeRefusalCode};

use crate::Ending;
use crate::drive::Answerer;
use crate::exit::RefusalKind;
use crate::terminal::{complain, say_json};

pub(crate) use editor::{EditorDesk, PlannedChange};

/// Turn prompts into files of a workspace: plan, look, apply, take back.
///
/// Ask the server for a screen, its variables or its flows, look at what that would change here, and apply it. Nothing is
/// changed before you said yes, each change can be taken back, and no other program is ever run: what a reply may name is a
/// list of verbs, each a function of this one.
///
/// A workspace is a folder with `.cogo/` in it. What is not said by a flag is read from `.cogo/config.json`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: IdeCommand,
    #[command(flatten)]
    place: PlaceArgs,
}

const EXAMPLES: &str = "Examples:
  screen-agent ide init --server http://127.0.0.1:8787 --email me@example.org --project demo
  screen-agent ide plan 'A login page with email and password'     shows what it would change
  screen-agent ide apply                                           shows it again, asks, and changes it
  screen-agent ide plan --task variables_derive --with ui_json=app/pages/loginPage.json
  screen-agent ide apply --dry-run --json                          for programs; nothing is changed
  screen-agent ide restore                                         takes the last one back";

/// Where it is done.
#[derive(clap::Args, Clone, Default)]
struct PlaceArgs {
    /// The workspace [default: the nearest folder upwards that has `.cogo`]
    #[arg(long, global = true, value_name = "DIR")]
    workspace: Option<PathBuf>,
    /// The server [default: the workspace's]
    #[arg(long, global = true, env = "SCREEN_AGENT_SERVER", value_name = "URL", value_parser = crate::args::address)]
    server: Option<String>,
    /// Tell the trace nothing of what is done here.
    #[arg(long, global = true)]
    offline: bool,
    /// Print one JSON object instead of words.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum IdeCommand {
    Init(settings::InitArgs),
    Config(settings::ConfigArgs),
    /// Say who is signed in, and where.
    Whoami,
    Plan(make::PlanArgs),
    Apply(apply::PlanFileArgs),
    Restore(restore::RestoreArgs),
    /// Keep the variables of symbols.
    #[command(subcommand)]
    Variables(verb::VariablesVerb),
    /// Find what of a screen is dynamic.
    #[command(subcommand)]
    Symbols(verb::SymbolsVerb),
    /// Keep a flow, or make one of scenarios.
    #[command(subcommand)]
    Actionflow(verb::ActionflowVerb),
    /// Read a design of Figma.
    #[command(subcommand)]
    Figma(verb::FigmaVerb),
    /// Show what comes in.
    Echo(verb::VerbArgs),
}

/// How a change is gone about.
#[derive(clap::Args, Clone, Debug, Default)]
struct ChangeArgs {
    /// Show what would be changed, and change nothing.
    #[arg(long)]
    dry_run: bool,
    /// You approve all of it in advance. Otherwise you are asked at the terminal.
    #[arg(long)]
    yes: bool,
    /// Where the workspace was changed meanwhile at the same place: `ours` is what stands here, `theirs` what comes;
    /// `merge` changes nothing and names the places.
    #[arg(long, value_enum, value_name = "SIDE")]
    conflict_strategy: Option<SideArg>,
    /// Keep what the files were in this folder [default: `.cogo/backups`]
    #[arg(long, value_name = "DIR")]
    backup_dir: Option<PathBuf>,
    /// Apply it although it was applied before.
    #[arg(long)]
    force: bool,
}

impl ChangeArgs {
    fn side(&self) -> ConflictSide {
        self.conflict_strategy.map(Into::into).unwrap_or_default()
    }

    /// Who says yes: a flag, or the person at the terminal, unless a program reads what is printed.
    fn answerer(&self, for_programs: bool) -> Answerer {
        use std::io::IsTerminal as _;
        match self.yes {
            true => Answerer::YesToAll,
            false if !for_programs && std::io::stdin().is_terminal() => {
                Answerer::Person { at_page: false }
            }
            false => Answerer::Nobody,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SideArg {
    Ours,
    Theirs,
    Merge,
}

impl From<SideArg> for ConflictSide {
    fn from(side: SideArg) -> Self {
        match side {
            SideArg::Ours => Self::Ours,
            SideArg::Theirs => Self::Theirs,
            SideArg::Merge => Self::Merge,
        }
    }
}

/// Why something was not done. Each has an exit code of its own.
#[derive(Debug, thiserror::Error)]
enum IdeFault {
    /// The workspace, its settings or who is signed in.
    #[error("{0}")]
    Config(String),
    /// The plan, the reply or the input.
    #[error("{0}")]
    Invalid(String),
    /// The files, or nobody said yes.
    #[error("{0}")]
    Apply(String),
    /// The files: something else stands at these places, or both sides changed them.
    #[error(
        "something else stands at these places, so nothing was changed (--conflict-strategy ours or theirs decides):\n  {}",
        .0.join("\n  ")
    )]
    Conflict(Vec<String>),
    /// The server.
    #[error("{0}")]
    Network(String),
}

type Done<T> = Result<T, IdeFault>;

impl IdeFault {
    const fn refusal(&self) -> (RefusalKind, IdeRefusalCode) {
        match self {
            Self::Config(_) => (RefusalKind::Unset, IdeRefusalCode::Config),
            Self::Invalid(_) => (RefusalKind::Invalid, IdeRefusalCode::Validation),
            Self::Apply(_) | Self::Conflict(_) => (RefusalKind::NotApplied, IdeRefusalCode::Apply),
            Self::Network(_) => (RefusalKind::Unreachable, IdeRefusalCode::Network),
        }
    }

    /// A file that could not be read or written.
    fn at(path: &std::path::Path, error: &std::io::Error) -> Self {
        Self::Apply(format!("{}: {error}", path.display()))
    }
}

impl From<Invalid> for IdeFault {
    fn from(invalid: Invalid) -> Self {
        Self::Invalid(invalid.told())
    }
}

impl From<MergeFault> for IdeFault {
    fn from(fault: MergeFault) -> Self {
        match fault {
            MergeFault::Invalid(invalid) => invalid.into(),
            MergeFault::Conflict(places) => Self::Conflict(places),
        }
    }
}

pub(crate) async fn run(args: Args) -> anyhow::Result<Ending> {
    let for_programs = args.place.json;
    let Err(fault) = done(args).await else {
        return Ok(Ending::Done);
    };
    let (refusal, code) = fault.refusal();
    match for_programs {
        true => say_json(
            &IdeRefusal {
                ok: false,
                code,
                message: fault.to_string(),
                conflicts: match fault {
                    IdeFault::Conflict(places) => places,
                    _ => Vec::new(),
                },
            },
            true,
        )?,
        false => complain(&format!("error: {fault}")),
    }
    Ok(Ending::Refused(refusal))
}

async fn done(args: Args) -> Done<()> {
    let place = args.place;
    match args.command {
        IdeCommand::Init(args) => settings::init(&place, args).await,
        IdeCommand::Config(args) => settings::config(&place, args),
        IdeCommand::Whoami => settings::whoami(&place).await,
        IdeCommand::Plan(args) => make::run(&place, args).await,
        IdeCommand::Apply(args) => apply::run(&place, args).await,
        IdeCommand::Restore(args) => restore::run(&place, args).await,
        IdeCommand::Variables(verb::VariablesVerb::Upsert(args)) => {
            verb::run(&place, "variables upsert", args).await
        }
        IdeCommand::Symbols(verb::SymbolsVerb::Identify(args)) => {
            verb::run(&place, "symbols identify", args).await
        }
        IdeCommand::Actionflow(verb::ActionflowVerb::Upsert(args)) => {
            verb::run(&place, "actionflow upsert", args).await
        }
        IdeCommand::Actionflow(verb::ActionflowVerb::Generate(args)) => {
            verb::run(&place, "actionflow generate", args).await
        }
        IdeCommand::Figma(verb::FigmaVerb::Scan(args)) => {
            verb::run(&place, "figma scan", args).await
        }
        IdeCommand::Echo(args) => verb::run(&place, "echo", args).await,
    }
}
