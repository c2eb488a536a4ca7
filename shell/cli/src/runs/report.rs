//! `runs report`: how each row of a batch came out, as CSV.

use anyhow::{Context as _, Result, bail};
use screen_agent_wire::extension::run::{RunData, RunListData};
use url::form_urlencoded::Serializer;

use super::word;
use crate::remote::Remote;
use crate::run::as_text;
use crate::terminal::say;

const COLUMNS: [&str; 6] = ["row", "order", "outcome", "result", "at", "run"];
/// Runs that are asked for at a time.
const PAGE: usize = 100;

pub(super) async fn print(remote: &Remote, batch: &str) -> Result<()> {
    let mut runs = Vec::new();
    loop {
        let mut query = Serializer::new(String::new());
        query
            .append_pair("batch", batch)
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
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS)?;
    for run in runs {
        let row = run.batch.as_ref().map_or(0, |batch| batch.row);
        let outcome = run.outcome.as_ref();
        let result = outcome.map(|outcome| outcome.result.as_str());
        let result = result.or(run.question.as_deref()).unwrap_or_default();
        writer.write_record([
            &(row + 1).to_string(),
            &*as_text(&run.instruction),
            &word(run.status),
            &*as_text(result),
            run.ended_at.as_deref().unwrap_or_default(),
            &run.id.to_string(),
        ])?;
    }
    let bytes = writer.into_inner().context("the report was not written")?;
    Ok(String::from_utf8(bytes)?)
}
