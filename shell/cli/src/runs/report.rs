//! `runs report`: how each row of a batch came out, as CSV: a column for each field and question, and a line for each record.

use anyhow::{Context as _, Result, bail};
use screen_agent_wire::extension::outputs::RunFound;
use screen_agent_wire::extension::run::{RunData, RunListData};
use screen_agent_words::spreadsheet::as_text;
use serde_json::Value;
use url::form_urlencoded::Serializer;

use super::found::plain;
use super::word;
use crate::remote::Remote;
use crate::terminal::say;

const COLUMNS: [&str; 6] = ["row", "order", "outcome", "result", "at", "run"];
/// Runs that are asked for at a time.
const PAGE: usize = 25;

pub(super) async fn print(remote: &Remote, batch: &str) -> Result<()> {
    let mut runs = Vec::new();
    loop {
        let mut query = Serializer::new(String::new());
        query
            .append_pair("batch", batch)
            .append_pair("found", "true")
            .append_pair("limit", &PAGE.to_string())
            .append_pair("offset", &runs.len().to_string());
        let path = format!("/api/runs?{}", query.finish());
        let page: RunListData = remote.get(&path).await?;
        let is_last = page.runs.len() < PAGE;
        runs.extend(page.runs);
        if is_last {
            break;
        }
    }
    if runs.is_empty() {
        bail!("there is no batch {batch:?}");
    }
    say(written(&runs)?.trim_end());
    Ok(())
}

fn written(runs: &[RunData]) -> Result<String> {
    let found = |run: &RunData| {
        run.outcome
            .as_ref()
            .and_then(|outcome| outcome.found.clone())
    };
    let brought: Vec<RunFound> = runs
        .iter()
        .map(|run| found(run).unwrap_or_default())
        .collect();
    let mut fields: Vec<&str> = Vec::new();
    for field in brought.iter().flat_map(|found| &found.fields) {
        if !fields.contains(&field.name.as_str()) {
            fields.push(&field.name);
        }
    }
    let answers = brought.iter().map(|found| found.answers.len()).max();
    let answers = answers.unwrap_or_default();
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = COLUMNS
        .iter()
        .chain(&fields)
        .map(|name| as_text(name).into_owned());
    writer.write_record(head.chain((1..=answers).map(|number| format!("answer {number}"))))?;
    for (run, found) in runs.iter().zip(&brought) {
        let row = run.batch.as_ref().map_or(0, |batch| batch.row);
        let outcome = run.outcome.as_ref();
        let result = outcome.map(|outcome| outcome.result.as_str());
        let result = result.or(run.question.as_deref()).unwrap_or_default();
        let own = [
            (row + 1).to_string(),
            as_text(&run.instruction).into_owned(),
            word(run.status),
            as_text(result).into_owned(),
            run.ended_at.clone().unwrap_or_default(),
            run.id.to_string(),
        ];
        for at in 0..found.records.len().max(1) {
            let value = |field: &&str| match found.records.get(at).and_then(|one| one.get(*field)) {
                Some(Value::String(text)) => as_text(text).into_owned(),
                Some(value) => plain(value),
                None => String::new(),
            };
            let said = |nth: usize| {
                found
                    .answers
                    .get(nth)
                    .map_or("", |answer| answer.answer.as_str())
            };
            let answers = (0..answers).map(|nth| as_text(said(nth)).into_owned());
            let values = fields.iter().map(value).chain(answers);
            writer.write_record(own.iter().cloned().chain(values))?;
        }
    }
    let bytes = writer.into_inner().context("the report was not written")?;
    Ok(String::from_utf8(bytes)?)
}
