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
use runs::{Begins, First, Stage};
use tasks::Task;

/// Seeds of each change, and the seeds that pages begin with: the one that is learned on, and another.
const CHANGES: u64 = 1;
const LEARNED: u64 = 1;
const ANOTHER: u64 = 2;

/// Measures one task of every so many, and prints the tables.
pub async fn measure(share: usize) -> Result<Vec<Figure>> {
    screen_agent_adapters::install_tls();
    let modules = others::fetched()?;
    let mut stage = Stage::open().await?;
    let mut bare = Bare::start(&modules, &runs::browser()?).await?;
    let mut rows = Vec::new();
    let mut left = Vec::new();
    for task in tasks::all().into_iter().step_by(share.max(1)) {
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

/// One task: unchanged, with another seed, and changed in each way. What the first run did is right, and nothing else is.
async fn all_of(
    stage: &mut Stage,
    bare: &mut Bare,
    task: &Task,
    first: &First,
) -> Result<Vec<Row>> {
    let mut pages = vec![("unchanged", (LEARNED, None))];
    for change in PageChange::ALL {
        pages.extend((0..CHANGES).map(|seed| (change.word(), (LEARNED, Some((change, seed))))));
    }
    let mut rows = Vec::new();
    for (page, begins) in pages {
        rows.push(one(stage, bare, (task, page, begins), (first, first)).await?);
    }
    if task.has_seeds()
        && let Ok(other) = stage.first(task, ANOTHER).await
        && first.fits(&other)
    {
        let page = (task, "another seed", (ANOTHER, None));
        rows.push(one(stage, bare, page, (first, &other)).await?);
    }
    Ok(rows)
}

/// What was kept of one run, with the values of another, and the same as a bare script.
async fn one(
    stage: &mut Stage,
    bare: &mut Bare,
    (task, page, begins): (&Task, &'static str, Begins),
    (kept, right): (&First, &First),
) -> Result<Row> {
    let again = stage.again(task, begins, kept, &right.values).await?;
    stage.show(task, begins, &kept.noted.controls());
    let played = match playwright::export(&kept.workflow, &right.values) {
        Ok(script) => {
            let played = bare.play(&script).await?;
            Some(Outcome::of_bare(played, &right.noted))
        }
        Err(_) => None,
    };
    let row = Row {
        group: task.group,
        task: task.path.clone(),
        page,
        outcome: Outcome::of(again, &right.noted),
        bare: played,
        first_ms: kept.ms,
    };
    say(&row.line());
    Ok(row)
}
