//! `submit --rows`: a run for each row of a table, each submitted once however often it is said.

use std::path::Path;

use anyhow::{Context as _, Result};
use screen_agent_extract::NamedRows;
use screen_agent_wire::extension::run::{NewRun, RunBatch, RunData};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::Ending;
use crate::remote::Remote;
use crate::run::orders;
use crate::terminal::{complain, progress, say, say_json};

/// Submits what is not submitted yet.
pub(super) async fn submit(
    remote: &Remote,
    order: &NewRun,
    table: &Path,
    name: Option<String>,
    json: bool,
) -> Result<Ending> {
    let runs = match &order.workflow {
        Some(_) => of_workflow(table, order)?,
        None => of_words(table, order)?,
    };
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
fn of_words(table: &Path, order: &NewRun) -> Result<Vec<NewRun>> {
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
fn of_workflow(table: &Path, order: &NewRun) -> Result<Vec<NewRun>> {
    let NamedRows { names, rows } = crate::run::table(table)?;
    let with = |row: Vec<String>| {
        let mut run = order.clone();
        run.inputs.extend(names.iter().cloned().zip(row));
        run
    };
    Ok(rows.into_iter().map(with).collect())
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
    let url = runs.first().map_or("", |run| run.url.as_str());
    for part in parts.iter().map(String::as_str).chain([url]) {
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
