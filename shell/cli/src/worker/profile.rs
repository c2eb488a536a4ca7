//! What a run's browser is signed in with: put in before the first page, and left for the next run of the same profile.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use axum::http::Method;
use screen_agent_browser::Browser;
use screen_agent_wire::extension::profile::{WorkProfile, WorkProfileData, WorkProfileSaved};
use screen_agent_wire::extension::run::HeldRun;
use serde::de::IgnoredAny;
use tokio::time::timeout;

use super::{Shift, Wrapped};
use crate::drive::Answered;

/// Longest time for reading what a browser holds.
const READING: Duration = Duration::from_secs(60);

/// Puts in what the run's profile holds, if it has one.
pub(super) async fn begin(shift: &Shift, run: &HeldRun, browser: &Browser) -> Result<()> {
    if run.order.profile.is_none() {
        return Ok(());
    }
    let body = WorkProfile { claim: run.claim };
    match shift.post(run, "profile", &body).await? {
        Answered::Well(Wrapped::<WorkProfileData> { data }) => match &data.state {
            Some(state) => Ok(browser.restore(state).await?),
            None => Ok(()),
        },
        // Without it, it would be done as somebody else.
        Answered::Badly(_, problem) => bail!("the profile cannot be had: {problem}"),
    }
}

/// Keeps what the browser holds by now.
pub(super) async fn keep(shift: &Shift, run: &HeldRun, browser: &Browser) -> Result<()> {
    let read = timeout(READING, browser.storage()).await;
    let body = WorkProfileSaved {
        claim: run.claim,
        state: read.context("reading it took too long")??,
    };
    let path = format!("/api/work/{}/profile", run.id);
    let sent = shift.door.send::<_, IgnoredAny>(Method::PUT, &path, &body);
    match sent.await? {
        Answered::Well(_) => Ok(()),
        Answered::Badly(_, problem) => bail!("{problem}"),
    }
}
