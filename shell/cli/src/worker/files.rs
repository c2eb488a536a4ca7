//! Files of a run: what it was given is fetched from the server and lent to its browser, and what pages give goes to the
//! server as it comes. Both end with the browser.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use axum::body::Bytes;
use screen_agent_browser::{Browser, FileLimits, Hands};
use screen_agent_store::queue::MOST_RECEIVED;
use screen_agent_wire::extension::run::{HeldRun, WorkFile};
use screen_agent_wire::limits;
use serde::de::IgnoredAny;
use url::form_urlencoded::Serializer;

use super::Shift;
use super::held::insisting;
use crate::drive::Answered;

/// What a browser takes from pages: what is more is not kept.
const LIMITS: FileLimits = FileLimits {
    bytes: limits::UPLOAD as u64,
    files: MOST_RECEIVED as usize,
};

/// A pair of hands with what the run was given, in a browser that keeps what pages give.
pub(super) async fn with_files(
    shift: &Shift,
    run: &HeldRun,
    mut browser: Browser,
) -> Result<Hands> {
    browser.keep_files(LIMITS).await?;
    let lent = lent(shift, run, &browser).await?;
    let mut hands = Hands::on(browser).await?;
    hands.lend(lent);
    Ok(hands)
}

async fn lent(
    shift: &Shift,
    run: &HeldRun,
    browser: &Browser,
) -> Result<Vec<(String, std::path::PathBuf)>> {
    if run.order.files.is_empty() {
        return Ok(Vec::new());
    }
    let Some(folder) = browser.own_folder()? else {
        bail!("a browser that runs elsewhere (--cdp) can be handed no files");
    };
    let mut lent = Vec::new();
    for key in &run.order.files {
        let file = run.files.iter().find(|file| file.key == *key);
        let file = file.context("a file that the run was given is not kept any more")?;
        let path = folder.join(&file.name);
        std::fs::write(&path, fetched(shift, run, key).await?)?;
        lent.push((file.name.clone(), path));
    }
    Ok(lent)
}

async fn fetched(shift: &Shift, run: &HeldRun, key: &str) -> Result<Vec<u8>> {
    let body = WorkFile {
        claim: run.claim,
        key: key.to_owned(),
    };
    let path = format!("/api/work/{}/file", run.id);
    match insisting(|| shift.door.post_for_bytes(&path, &body)).await? {
        Answered::Well(bytes) => Ok(bytes),
        Answered::Badly(_, problem) => bail!("a file that the run was given: {problem}"),
    }
}

/// Keeps a file that a page gave, as the run's so manieth, or says why not.
pub(super) async fn kept(
    shift: &Shift,
    run: &HeldRun,
    number: u32,
    (name, at): (&str, &Path),
) -> Result<(), String> {
    let bytes = std::fs::read(at).map_err(|error| error.to_string())?;
    let bytes = Bytes::from(bytes);
    // Two of one name lie beside each other under names of their own.
    let name = at.file_name().and_then(|own| own.to_str()).unwrap_or(name);
    let query = Serializer::new(String::new())
        .append_pair("claim", &run.claim.to_string())
        .append_pair("number", &number.to_string())
        .append_pair("name", name)
        .finish();
    let path = format!("/api/work/{}/received?{query}", run.id);
    let brought = insisting(|| {
        let bytes = ("application/octet-stream", bytes.clone());
        shift.door.post_bytes::<IgnoredAny>(&path, bytes)
    });
    match brought.await {
        Ok(Answered::Well(_)) => Ok(()),
        Ok(Answered::Badly(_, problem)) => Err(problem.to_string()),
        Err(error) => Err(format!("{error:#}")),
    }
}
