//! Several actions in a row: each is performed and checked, and the first that fails ends it.
//! Spec 001 §9.6.

use std::time::Duration;

use anyhow::{Context, Result};
use screen_agent_action as action;
use screen_agent_action::Action;
use screen_agent_browser::{DecidedAction, Performed};
use screen_agent_page::Observation;
use screen_agent_wire::extension::capture::PageCapture;
use screen_agent_wire::extension::chain::ChainAction;
use screen_agent_wire::extension::response::InteractData;

use super::check::check;
use super::request::Broken;
use super::{Drive, RunEvent, shown, target};

/// A page may need a moment before it shows what an action did.
const MOMENT: Duration = Duration::from_millis(100);
/// Code of a link whose check was not passed.
const FAILED: &str = "CHAIN_FAILED";

/// A link, read.
struct Link<'a> {
    told: &'a ChainAction,
    action: Action,
}

impl Drive<'_> {
    /// Performs a chain as far as it goes, and keeps how far that was for the next request.
    pub(super) async fn perform_chain(
        &mut self,
        links: &[ChainAction],
        data: &InteractData,
        capture: &PageCapture,
        took: Duration,
    ) -> Result<()> {
        let links = read(links)?;
        self.tell_chain(&links, data);
        let mut before = capture.clone();
        let mut executed = Vec::new();
        for link in &links {
            let is_first = executed.is_empty();
            self.tell_link(
                link,
                data,
                &before,
                if is_first { took } else { Duration::ZERO },
            );
            let (performed, after) = self.perform_link(link, &before).await?;
            // Nothing is changed by a link that may fail, so those after it are as they were decided.
            let must = link.told.can_fail != Some(true);
            let trouble = self.trouble(link, &performed, &before, &after);
            if let Some(why) = trouble.filter(|_| must) {
                self.last.broke(Broken {
                    executed,
                    total: links.len(),
                    at: link.told,
                    code: why.0,
                    message: why.1,
                });
                return Ok(());
            }
            executed.push(link.told.action.clone());
            before = after;
        }
        self.last.chained(executed.len());
        Ok(())
    }

    async fn perform_link(
        &mut self,
        link: &Link<'_>,
        before: &PageCapture,
    ) -> Result<(Performed, PageCapture)> {
        let decision = DecidedAction {
            action: link.action.clone(),
            basis: link.told.basis.clone(),
        };
        let performed = self.perform(decision, before).await?;
        if !performed.success || link.told.client_verification_checks.is_empty() {
            return Ok((performed, before.clone()));
        }
        tokio::time::sleep(MOMENT).await;
        Ok((performed, self.hands.observe().await?))
    }

    /// Code and message of what went wrong with a link, if anything did.
    fn trouble(
        &mut self,
        link: &Link<'_>,
        performed: &Performed,
        before: &PageCapture,
        after: &PageCapture,
    ) -> Option<(String, String)> {
        if let Some(error) = &performed.error {
            return Some((error.code.word().to_owned(), error.message.clone()));
        }
        if link.told.client_verification_checks.is_empty() {
            return None;
        }
        let (before, after) = (
            Observation::from(before.clone()),
            Observation::from(after.clone()),
        );
        let mut checks = link.told.client_verification_checks.iter();
        let failed = checks.find_map(|wanted| check(wanted, &before, &after).err());
        let event = RunEvent::Checked {
            step: self.steps.saturating_sub(1),
            link: link.told.index,
            passed: failed.is_none(),
            message: failed.map(str::to_owned),
        };
        (self.tell)(&event, None);
        failed.map(|why| (FAILED.to_owned(), why.to_owned()))
    }

    fn tell_chain(&mut self, links: &[Link<'_>], data: &InteractData) {
        let reason = data
            .metadata
            .as_ref()
            .and_then(|metadata| serde_json::to_value(metadata.chain_reason).ok())
            .and_then(|word| word.as_str().map(str::to_owned));
        let event = RunEvent::Chained {
            step: self.steps,
            links: links.len(),
            reason: reason.unwrap_or_default(),
        };
        (self.tell)(&event, None);
    }

    fn tell_link(
        &mut self,
        link: &Link<'_>,
        data: &InteractData,
        capture: &PageCapture,
        took: Duration,
    ) {
        let thought = match link.told.description.as_str() {
            "" => data.thought.clone().unwrap_or_default(),
            description => description.to_owned(),
        };
        let event = RunEvent::Decided {
            step: self.steps,
            thought,
            action: shown(&link.action, link.told.action.clone(), capture),
            target: target(&link.action, capture),
            expected: None,
            ms: took.as_millis() as u64,
        };
        (self.tell)(&event, None);
    }
}

/// Every link has to be one action before the first is performed.
fn read(links: &[ChainAction]) -> Result<Vec<Link<'_>>> {
    links
        .iter()
        .map(|told| {
            let action = action::parse(&told.action).with_context(|| {
                format!(
                    "the server sent a chain whose action {} is not one",
                    told.index
                )
            })?;
            Ok(Link { told, action })
        })
        .collect()
}
