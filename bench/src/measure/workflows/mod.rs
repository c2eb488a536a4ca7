//! Kept workflows on live pages: done once by the command engine, kept by the server, and carried out again by the real runner
//! where the page is the same, begins with another seed, or was changed in the document by a seed. Beside it the same workflow
//! exported as a bare Playwright script. What was done is judged by the page's own account of it (`testkit::mutator`).

mod bare;
mod noted;
mod report;
mod runs;
mod tasks;

use anyhow::{Context, Result};
use screen_agent_testkit::mutator::PageChange;
use screen_agent_workflow::exchange::playwright;

use crate::figure::Figure;
use crate::others;
use crate::say;
use bare::Bare;
use report::{Outcome, Row};
use runs::{First, Stage};
use tasks::Task;

/// Seeds of each change, and the seeds that pages begin with: the one that is learned on, and another.
const CHANGES: u64 = 1;
const LEARNED: u64 = 1;
const ANOTHER: u64 = 2;

/// Measures everything, and prints the tables.
pub async fn measure() -> Result<Vec<Figure>> {
    screen_agent_adapters::install_tls();
    let modules = others::fetched()?;
    let mut stage = Stage::open().await?;
    let mut bare = Bare::start(&modules, &runs::browser()?).await?;
    let mut rows = Vec::new();
    let mut left = Vec::new();
    for task in tasks::all() {
        match stage.first(&task, LEARNED).await {
            Ok(first) => {
                let again = all_of(&mut stage, &mut bare, &task, &first).await;
                rows.extend(again.with_context(|| task.path.clone())?);
            }
            Err(why) => left.push(format!("not kept, {}: {why:#}", task.path)),
        }
    }
    bare.end().await?;
    stage.close().await;
    left.iter().for_each(|line| say(line));
    Ok(report::all(&rows))
}

/// One task: unchanged, with another seed, and changed in each way.
async fn all_of(
    stage: &mut Stage,
    bare: &mut Bare,
    task: &Task,
    first: &First,
) -> Result<Vec<Row>> {
    let script = playwright::export(&first.workflow, &first.values);
    let same = stage.again(task, LEARNED, None, first, None).await?;
    let right = [first.noted.clone(), same.noted.clone()];
    let mut rows = Vec::new();
    let mut row = |page: String, outcome: Outcome, played: Option<Outcome>| {
        let row = Row {
            group: task.group,
            task: task.path.clone(),
            page,
            outcome,
            bare: played,
            first_ms: first.ms,
        };
        say(&row.line());
        rows.push(row);
    };
    stage.show(task, LEARNED, None, &[]);
    let played = match &script {
        Ok(script) => Some(Outcome::of_bare(bare.play(script).await?, &right)),
        Err(_) => None,
    };
    row("unchanged".into(), Outcome::of(same, &right), played);
    if task.has_seeds()
        && let Ok(other) = stage.first(task, ANOTHER).await
        && first.fits(&other)
    {
        let again = stage
            .again(task, ANOTHER, None, first, Some(&other.values))
            .await?;
        let script = playwright::export(&first.workflow, &other.values);
        let played = match script {
            Ok(script) => Some(Outcome::of_bare(
                bare.play(&script).await?,
                &[other.noted.clone()],
            )),
            Err(_) => None,
        };
        row(
            "another seed".into(),
            Outcome::of(again, &[other.noted]),
            played,
        );
    }
    let targets = first.noted.controls();
    for change in PageChange::ALL {
        for seed in 0..CHANGES {
            let again = stage.again(task, LEARNED, Some((change, seed)), first, None);
            let outcome = Outcome::of(again.await?, &right);
            stage.show(task, LEARNED, Some((change, seed)), &targets);
            let played = match &script {
                Ok(script) => Some(Outcome::of_bare(bare.play(script).await?, &right)),
                Err(_) => None,
            };
            row(change.word().into(), outcome, played);
        }
    }
    Ok(rows)
}
