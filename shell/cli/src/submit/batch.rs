//! `submit --rows` and `submit --collection`: a run for each row of a table, or page of a collection, each submitted once
//! however often it is said.

use std::path::Path;

use anyhow::{Context as _, Result};
use screen_agent_extract::NamedRows;
use screen_agent_wire::extension::run::{NewRun, RunBatch, RunData};
use screen_agent_wire::packet::collection::{
    CollectionData, CollectionList, SourceInfo, SourceKind,
};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::begins;
use crate::Ending;
use crate::exit::usage;
use crate::remote::Remote;
use crate::run::orders;
use crate::terminal::{complain, progress, say, say_json};
use crate::workflow::named;

/// What there is a run for, each.
pub(super) struct Each {
    table: NamedRows,
    /// Where the run of a row begins, where it is not the same for all.
    places: Vec<String>,
}

/// The rows of a table.
pub(super) fn rows(table: &Path) -> Result<Each> {
    Ok(Each {
        table: crate::run::table(table)?,
        places: Vec::new(),
    })
}

/// The pages of a collection.
///
/// A workflow is given of a page what its parameters are called by, and no more.
pub(super) async fn pages(remote: &Remote, title: &str, workflow: Option<&str>) -> Result<Each> {
    let wanted = match workflow {
        Some(name) => Some(named(remote, name).await?.parameters),
        None => None,
    };
    let all: CollectionList = remote.get_bare("/api/collections").await?;
    let found = all.collections.into_iter().find(|one| one.title == title);
    let found = found.ok_or_else(|| usage(format!("you have no collection {title:?}")))?;
    let read: CollectionData = remote
        .get_bare(&format!("/api/collections/{}", found.id))
        .await?;
    let pages = read.sources.into_iter();
    let pages = pages.filter(|source| source.kind == SourceKind::Url);
    let is_wanted = |name: &&str| {
        let wanted = wanted.as_ref();
        wanted.is_none_or(|wanted| wanted.iter().any(|one| one.name == *name))
    };
    let names: Vec<&str> = ["title", "url"].into_iter().filter(is_wanted).collect();
    let cells = |source: &SourceInfo| {
        let cell = |name: &&str| match *name {
            "title" => source.title.clone(),
            _ => source.url.clone(),
        };
        names.iter().map(cell).collect::<Vec<_>>()
    };
    let (places, rows): (Vec<_>, Vec<_>) = pages
        .map(|source| (source.url.clone(), cells(&source)))
        .unzip();
    if places.is_empty() {
        return Err(usage(format!("no page is in the collection {title:?}")));
    }
    let names = names.into_iter().map(str::to_owned).collect();
    Ok(Each {
        table: NamedRows { names, rows },
        places,
    })
}

/// Submits what is not submitted yet.
pub(super) async fn submit(
    remote: &Remote,
    order: &NewRun,
    Each { table, places }: Each,
    name: Option<String>,
    json: bool,
) -> Result<Ending> {
    let mut runs = match &order.workflow {
        Some(_) => of_workflow(table, order),
        None => of_words(&table, order)?,
    };
    for (run, place) in runs.iter_mut().zip(places) {
        run.url = place;
    }
    runs.first().map_or(Ok(()), begins)?;
    let name = name.unwrap_or_else(|| name_of(&runs));
    let count = runs.len();
    for (row, run) in (0..).zip(runs) {
        progress(&format!("row {} of {count}", row + 1));
        let run = NewRun {
            batch: Some(RunBatch {
                id: name.clone(),
                row,
            }),
            ..run
        };
        let submitted = remote.post::<RunData>("/api/runs", &run).await;
        submitted.with_context(|| {
            format!(
                "{row} of {count} rows are submitted; say the same again to go on, and none is submitted twice"
            )
        })?;
    }
    progress("");
    match json {
        true => say_json(&json!({ "batch": name, "rows": count }), false)?,
        false => {
            complain(&format!(
                "{count} rows; see: screen-agent runs report {name}"
            ));
            say(&name);
        }
    }
    Ok(Ending::Done)
}

/// A run for each row, whose values stand in its words.
fn of_words(table: &NamedRows, order: &NewRun) -> Result<Vec<NewRun>> {
    let with = |instruction| NewRun {
        instruction,
        ..order.clone()
    };
    let runs = orders(table, &order.instruction)?.into_iter().map(with);
    let mut runs: Vec<NewRun> = runs.collect();
    for (at, question) in order.questions.iter().enumerate() {
        for (run, asked) in runs.iter_mut().zip(orders(table, question)?) {
            if let Some(question) = run.questions.get_mut(at) {
                *question = asked;
            }
        }
    }
    Ok(runs)
}

/// A run for each row, whose columns are values of the workflow's parameters.
fn of_workflow(NamedRows { names, rows }: NamedRows, order: &NewRun) -> Vec<NewRun> {
    let with = |row: Vec<String>| {
        let mut run = order.clone();
        run.inputs.extend(names.iter().cloned().zip(row));
        run
    };
    rows.into_iter().map(with).collect()
}

/// The same orders at the same address are the same batch.
fn name_of(runs: &[NewRun]) -> String {
    let mut digest = Sha256::new();
    let own = |run: &NewRun| {
        let workflow = run.workflow.as_ref().map(|which| which.id.to_string());
        let inputs = run.inputs.iter().filter(|_| workflow.is_some());
        let inputs = inputs.flat_map(|(name, value)| [name.clone(), value.clone()]);
        let inputs: Vec<String> = inputs.collect();
        workflow
            .into_iter()
            .chain([run.instruction.clone()])
            .chain(inputs)
            .chain(run.questions.iter().cloned())
            .chain(run.outputs.iter().map(ToString::to_string))
            .collect::<Vec<_>>()
    };
    let parts: Vec<String> = runs.iter().flat_map(own).collect();
    let places = runs.iter().map(|run| run.url.as_str());
    let mut places: Vec<&str> = places.collect();
    places.dedup();
    for part in parts.iter().map(String::as_str).chain(places) {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    hex::encode(&digest.finalize()[..8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_called_by_what_it_does() {
        let name = |orders: &[&str], url: &str| {
            let run = |order: &&str| NewRun {
                instruction: (*order).to_owned(),
                url: String::from(url),
                ..NewRun::default()
            };
            name_of(&orders.iter().map(run).collect::<Vec<_>>())
        };
        let one = name(&["a", "b"], "https://shop.example/");
        assert_eq!(one.len(), 16);
        assert_eq!(one, name(&["a", "b"], "https://shop.example/"));
        for other in [
            name(&["b", "a"], "https://shop.example/"),
            name(&["ab"], "https://shop.example/"),
            name(&["a", "b"], "https://shop.example/x"),
        ] {
            assert_ne!(one, other);
        }
    }
}
