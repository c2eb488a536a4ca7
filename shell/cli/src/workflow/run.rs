//! `workflow run`: each step grounded, gated and verified as if it were new.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;
use screen_agent_extract::NamedRows;
use screen_agent_wire::extension::workflow::NO_ORDER;
use screen_agent_words::quote::quote;
use screen_agent_workflow::{
    Healed, Parameter, ParameterType, Values, Workflow, filled, label, values as checked,
};
use serde_json::json;

use super::proposer::KeptSteps;
use super::sign::as_signed;
use super::{given, today, write};
use crate::Ending;
use crate::args::address;
use crate::drive::{Ran, RunEvent, ShownStep, show};
use crate::exit::usage;
use crate::run::{Errand, How, RowsArgs, each, table};
use crate::terminal::{Style, complain, say, say_json};
use screen_agent_wire::extension::plan::PlanStepStatus;

/// Where secrets are read from.
const SECRET: &str = "SCREEN_AGENT_SECRET_";

#[derive(clap::Args)]
pub(super) struct Args {
    /// The workflow.
    file: PathBuf,
    /// A value, as NAME=VALUE; again for each one. A secret comes from the environment: SCREEN_AGENT_SECRET_NAME.
    #[arg(long = "param", short = 'p', value_name = "NAME=VALUE", value_parser = given)]
    params: Vec<(String, String)>,
    /// What you order, in your own words: what they name may be done without asking.
    #[arg(long, value_name = "WORDS", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    order: Option<String>,
    /// Where to begin, on a site of the workflow [default: its start]
    #[arg(long, value_parser = address)]
    url: Option<String>,
    /// Only say what would be done, for each row of a table, with its values where they belong: no page is opened.
    #[arg(long)]
    dry_run: bool,
    /// Keep no healed version; the file stays as it is.
    #[arg(long)]
    keep_nothing: bool,
    /// Ask no model where a control is that is not found any more; without this the one of --model is asked, once a step.
    #[arg(long, conflicts_with = "model")]
    no_model: bool,
    #[command(flatten)]
    rows: RowsArgs,
    #[command(flatten)]
    how: How,
}

pub(super) async fn run(args: Args) -> Result<Ending> {
    let workflow = as_signed(&args.file)?;
    let url = args.url.as_deref().unwrap_or(&workflow.start);
    if !workflow.may_touch(url) {
        return Err(usage(format!(
            "{url} is no page that {} may touch",
            workflow.name
        )));
    }
    let query = args.order.as_deref().unwrap_or(NO_ORDER);
    let all = values(&workflow, &args)?;
    if args.dry_run {
        return tell_dry(&workflow, &all, args.how.json);
    }
    let steps = Arc::new(KeptSteps::new(workflow.clone(), args.no_model));
    let how = &args.how;
    tell_steps(&workflow, how.json)?;
    let at = how.open(Some(steps.clone())).await?;
    if args.rows.rows.is_some() {
        let labels: Vec<String> = all.iter().map(|row| label(&workflow, row)).collect();
        return each(&args.rows, &labels, how.json, async |row, _: &str| {
            let own = all.get(row - 1).cloned().unwrap_or_default();
            steps.begin(own);
            how.once(&at, &Errand::new(query, url).in_row(row)).await
        })
        .await;
    }
    steps.begin(all.into_iter().next().unwrap_or_default());
    let ran = how.once(&at, &Errand::new(query, url)).await?;
    tell(&ran);
    keep(&args.file, &workflow, &steps.healed(), args.keep_nothing)?;
    Ok(ran.ending)
}

/// The values of each run: one, or one a row.
fn values(workflow: &Workflow, args: &Args) -> Result<Vec<Values>> {
    let mut given = Values::new();
    for (name, value) in &args.params {
        let secret = workflow
            .parameters
            .iter()
            .any(|one| one.name == *name && one.kind == ParameterType::Secret);
        if secret {
            return Err(usage(format!(
                "{name} is secret, and the command line is no secret: set {}",
                variable(name)
            )));
        }
        if given.insert(name.clone(), value.clone()).is_some() {
            return Err(usage(format!("{name} is given twice")));
        }
    }
    for parameter in &workflow.parameters {
        if parameter.kind == ParameterType::Secret
            && let Ok(value) = std::env::var(variable(&parameter.name))
        {
            given.insert(parameter.name.clone(), value);
        }
    }
    let Some(path) = &args.rows.rows else {
        return Ok(vec![checked(workflow, &given).map_err(usage)?]);
    };
    let NamedRows { names, rows } = table(path)?;
    let known = |name: &String| workflow.parameters.iter().any(|one| one.name == *name);
    (1..)
        .zip(rows)
        .map(|(number, row)| {
            let cells = names.iter().cloned().zip(row);
            let mut own = given.clone();
            own.extend(cells.filter(|(name, _)| known(name)));
            checked(workflow, &own).map_err(|why| usage(format!("row {number}: {why}")))
        })
        .collect()
}

fn variable(name: &str) -> String {
    format!("{SECRET}{}", name.to_uppercase())
}

/// What each run would do, with its values; those of secrets by name.
fn tell_dry(workflow: &Workflow, all: &[Values], json: bool) -> Result<Ending> {
    let steps = workflow.in_words();
    let secret = |one: &&Parameter| one.is_secret();
    let names = workflow.parameters.iter().filter(secret);
    let secrets: Values = names
        .map(|one| (one.name.clone(), format!("‹{}›", one.name)))
        .chain(
            workflow
                .loops
                .iter()
                .map(|one| (one.name.clone(), format!("‹{}›", one.name))),
        )
        .collect();
    for (row, values) in (1..).zip(all) {
        let mut shown: Values = values
            .iter()
            .map(|(name, value)| (name.clone(), quote(value)))
            .collect();
        shown.extend(secrets.clone());
        let told: Vec<String> = steps.iter().map(|step| filled(step, &shown)).collect();
        if json {
            say_json(&json!({ "row": row, "steps": told }), false)?;
            continue;
        }
        if all.len() > 1 {
            say(&format!("row {row}: {}", label(workflow, values)));
        }
        for (number, step) in (1..).zip(told) {
            say(&format!("  {number}. {step}"));
        }
    }
    if !json {
        complain("nothing was opened; without --dry-run it is done");
    }
    Ok(Ending::Done)
}

/// What is going to be done is shown before it is begun.
fn tell_steps(workflow: &Workflow, json: bool) -> Result<()> {
    let steps = workflow.in_words().into_iter();
    let event = RunEvent::Planned {
        steps: steps
            .map(|step| ShownStep {
                description: step,
                status: PlanStepStatus::Pending,
            })
            .collect(),
        current: 0,
    };
    match json {
        true => say_json(&event, false)?,
        false => show(&event, Style::for_stdout()),
    }
    Ok(())
}

fn tell(ran: &Ran) {
    match ran.ending {
        Ending::Done | Ending::Unverified => {}
        Ending::NeedsUser => complain(&format!("needs an answer: {}", ran.result)),
        Ending::Failed | Ending::Broken | Ending::Usage | Ending::Refused(_) => {
            complain(&format!("error: {}", ran.result));
        }
    }
}

/// What was healed becomes the next version of the file.
fn keep(path: &Path, workflow: &Workflow, healed: &[Healed], nothing: bool) -> Result<()> {
    let Some(next) = workflow.with_healed(healed, &today()) else {
        return Ok(());
    };
    for one in healed {
        complain(&format!("healed step {}: {}", one.step + 1, one.what));
    }
    if nothing {
        return Ok(());
    }
    write(path, &next)?;
    complain(&format!(
        "{} is version {} now",
        path.display(),
        next.version
    ));
    Ok(())
}
