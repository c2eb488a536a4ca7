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
use crate::{others, say};
use bare::Bare;
use report::{Outcome, Row};
use runs::{Begins, First, Stage};
use tasks::Task;

/// The seed that a page begins with when a task is learned; what it is done again with begins with those after it.
const LEARNED: u64 = 1;

/// Measures one task of every so many of those on a page, each change and each beginning by so many seeds, and prints the tables.
pub async fn measure(page: &str, share: usize, seeds: u64) -> Result<Vec<Figure>> {
    let modules = others::fetched()?;
    let mut stage = Stage::open().await?;
    let mut bare = Bare::start(&modules, &runs::browser()?).await?;
    let mut rows = Vec::new();
    let mut left = Vec::new();
    let tasks = tasks::all().into_iter();
    let tasks = tasks.filter(|task| task.path.contains(page));
    for task in tasks.step_by(share.max(1)) {
        match stage.first(&task, LEARNED).await {
            Ok(first) => {
                for again in all_of(&mut stage, &mut bare, (&task, seeds), &first).await {
                    match again {
                        Ok(row) => rows.push(row),
                        Err(why) => left.push(format!("broke off, {}: {why:#}", task.path)),
                    }
                }
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
    (task, seeds): (&Task, u64),
    first: &First,
) -> Vec<Result<Row>> {
    let mut pages = vec![("unchanged", (LEARNED, None))];
    for change in PageChange::ALL {
        pages.extend((0..seeds).map(|seed| (change.word(), (LEARNED, Some((change, seed))))));
    }
    let mut rows = Vec::new();
    for (page, begins) in pages {
        let row = one(stage, bare, (task, page, begins), (first, first)).await;
        rows.push(row.context(page));
    }
    for another in (1..=seeds).map(|seed| LEARNED + seed) {
        if task.has_seeds()
            && let Ok(other) = stage.first(task, another).await
            && first.fits(&other)
        {
            let page = (task, "another seed", (another, None));
            rows.push(one(stage, bare, page, (first, &other)).await);
        }
    }
    rows
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
