//! The verbs of actions, as commands: what comes in is planned, shown, and applied.

use std::io::Read as _;

use clap::Subcommand;
use screen_agent_ide::merge::{ActionPage, carry_out};
use screen_agent_wire::ide::cli_action::{ApplyStrategy, ConflictStrategy};
use screen_agent_wire::ide::plan::ConflictSide;
use serde_json::Value;

use super::apply::apply;
use super::make::{draft, planned};
use super::settings::IdeSettings;
use super::workspace::Workspace;
use super::{ChangeArgs, Done, IdeFault, PlaceArgs};

#[derive(Subcommand)]
pub(super) enum VariablesVerb {
    /// Keep variables of symbols, as `{"#email": "#_appData.loginPage.email"}`, in `app/variables/PAGE.json`.
    Upsert(VerbArgs),
}

#[derive(Subcommand)]
pub(super) enum SymbolsVerb {
    /// Find the symbols and events of a screen, and keep them in `app/symbols/PAGE.json`.
    Identify(VerbArgs),
}

#[derive(Subcommand)]
pub(super) enum ActionflowVerb {
    /// Keep a flow in `app/flows/ID.json`.
    Upsert(VerbArgs),
    /// Make flows of scenarios, and keep them in `app/flows/`.
    Generate(VerbArgs),
}

#[derive(Subcommand)]
pub(super) enum FigmaVerb {
    /// Keep the pages of a design in `app/pages/`: what Figma's API answers to `/v1/files/KEY`, or what the server read of it.
    Scan(VerbArgs),
}

#[derive(clap::Args)]
pub(super) struct VerbArgs {
    /// The project [default: the workspace's]
    #[arg(long)]
    project: Option<String>,
    /// The page that it is about.
    #[arg(long, value_name = "ID")]
    page_id: Option<String>,
    /// The component that it is about.
    #[arg(long, value_name = "ID")]
    component_id: Option<String>,
    /// Read what it works on from standard input: JSON, or text.
    #[arg(long, required = true)]
    from_stdin: bool,
    #[command(flatten)]
    change: ChangeArgs,
}

pub(super) async fn run(place: &PlaceArgs, command: &str, args: VerbArgs) -> Done<()> {
    let workspace = Workspace::find(place.workspace.as_deref())?;
    let project = args.project.or(IdeSettings::read(&workspace)?.project);
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text);
    read.map_err(|error| IdeFault::Invalid(format!("standard input: {error}")))?;
    let input: Value = serde_json::from_str(&text).unwrap_or(Value::String(text));
    let page = ActionPage {
        project: project.as_deref(),
        id: args.page_id.as_deref(),
    };
    let how = match command {
        "variables upsert" => ApplyStrategy::Merge,
        _ => ApplyStrategy::Upsert,
    };
    let carried = carry_out(command, page, how, &input)?;
    let flags = [
        ("--project", &project),
        ("--page-id", &args.page_id),
        ("--component-id", &args.component_id),
    ];
    let said = flags
        .into_iter()
        .filter_map(|(flag, value)| Some([flag.to_owned(), value.clone()?]));
    let written = said.flatten().chain(["--from-stdin".to_owned()]).collect();
    let conflict = match args.change.conflict_strategy {
        Some(side) => ConflictSide::from(side).into(),
        None => ConflictStrategy::Skip,
    };
    let mut draft = draft(("own", command, written), carried.operations, conflict);
    draft.action.says = carried.says;
    let plan = planned(&workspace, None, vec![draft]).await?;
    apply(&workspace, place, plan, &args.change).await
}
