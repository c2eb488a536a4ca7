//! From a checked request to what the kernel calls a look at the screen.

use std::sync::Arc;

use screen_agent_action::step::Report;
use screen_agent_gate::approval::{ApprovalAnswer, ApprovalScope};
use screen_agent_gate::chain::ChainReport;
use screen_agent_page as page;
use screen_agent_turn::event::{Capabilities, Seen};

use super::captured::one_line;
use super::report::ActionStatus;
use super::request::{
    ClientInfo, InteractRequest, WireApprovalAnswer, WireApprovalScope, WireDomMode,
};
use crate::alike::alike;

impl InteractRequest {
    /// What the client saw, said and can do. Reads HTML when there is nothing else to look at.
    pub fn into_seen(mut self) -> Seen {
        let client = self.client.take();
        Seen {
            chain: self.chain_report(),
            report: self.take_report(),
            approval: self.approval.take().map(Into::into),
            client: client.as_ref().map(Into::into).unwrap_or_default(),
            today: self.local_date.take().unwrap_or_default(),
            screen: Arc::new(self.into_screen()),
            ..Seen::default()
        }
    }

    /// A client that got through a whole chain names its last action; one that did not, where it broke.
    fn chain_report(&self) -> Option<ChainReport> {
        let partial = self.chain_partial_state.as_ref();
        let error = self.chain_error.as_ref();
        let performed = partial.and_then(|state| u32::try_from(state.executed_actions.len()).ok());
        let last = self.last_executed_action_index;
        let executed = performed.or(last.map(|index| index.saturating_add(1)))?;
        Some(ChainReport {
            executed,
            total: partial
                .map(|state| state.total_actions_in_chain)
                .filter(|total| *total > 0),
            failed: error.map(|error| error.failed_index),
            code: error.map(|error| error.code.clone()),
            message: error.map(|error| error.message.clone()),
        })
    }

    fn take_report(&mut self) -> Report {
        let noticed = self.client_observations.take().unwrap_or_default();
        let changes = self.dom_changes.take().unwrap_or_default();
        let checked = self.client_verification.take().unwrap_or_default();
        let error = self.last_action_error.take();
        let failure = error.map(|error| (error.code, error.message)).or_else(|| {
            self.chain_error
                .take()
                .map(|chain| (chain.code, chain.message))
        });
        let result = self.last_action_result.take();
        let told = match self.last_action_status {
            Some(ActionStatus::Success) => Some(true),
            Some(ActionStatus::Failure) => Some(false),
            Some(ActionStatus::Pending) | None => result.as_ref().map(|result| result.success),
        };
        let success = if failure.is_some() { Some(false) } else { told };
        let (code, message) = failure.unzip();
        let url_changed = noticed.did_url_change.or(changes.url_changed);
        // Published clients name the address before; those that say more are taken at their word.
        let moved = self
            .previous_url
            .take()
            .or(changes.previous_url)
            .filter(|before| !before.is_empty())
            .map(|before| self.page_url().is_some_and(|now| now != before));
        let (added, removed) = (counted(changes.added_count), counted(changes.removed_count));
        let mutated = added.or(removed).is_some();
        let mutated = mutated.then(|| added.unwrap_or(0) + removed.unwrap_or(0) > 0);
        Report {
            success,
            code,
            message,
            state: result.and_then(|result| result.actual_state),
            network: noticed.did_network_occur.or(changes.did_network_occur),
            dom: noticed.did_dom_mutate.or(mutated),
            url: url_changed.or(checked.url_changed).or(moved),
            element_found: checked.element_found,
            looked_for: checked.selector,
            passed: self.verification_passed,
            check: self.verification_message.take(),
            added,
            removed,
            list_opened: changes.dropdown_detected,
            errors: self.errors_detected.take().unwrap_or_default(),
            successes: self.success_messages.take().unwrap_or_default(),
            downloads: noticed.downloads.unwrap_or_default(),
        }
    }

    fn cut(&self) -> Option<page::CutByClient> {
        self.dom_filtered?.then(|| page::CutByClient {
            controls: counted(self.original_node_count),
            saved: counted(self.token_reduction).and_then(|share| u8::try_from(share).ok()),
            reason: self.filter_reason.clone().map(one_line).unwrap_or_default(),
        })
    }

    fn into_screen(mut self) -> page::Observation {
        // The page as it was when the chain broke is better than none.
        if self.is_blind() {
            let partial = self.chain_partial_state.take();
            self.dom = partial.and_then(|state| state.dom_after_last_success);
        }
        let mode = self.mode();
        let cut = self.cut();
        let url = self.page_url().unwrap_or_default().to_owned();
        let mut screen = page::Observation {
            url,
            mode,
            title: self.page_title.map(one_line).unwrap_or_default(),
            document: self.document.unwrap_or_default(),
            keyboard: self.keyboard.map(Into::into).unwrap_or_default(),
            viewport: self.viewport.map(|view| page::ViewportSize {
                width: view.width,
                height: view.height,
            }),
            lines: convert(self.page_text),
            scroll_position: self.scroll_position,
            containers: convert(self.scrollable_containers),
            events: self
                .recent_events
                .unwrap_or_default()
                .into_iter()
                .map(one_line)
                .collect(),
            has_errors: self.has_errors.unwrap_or(false),
            has_success: self.has_success.unwrap_or(false),
            cut,
            nodes: Vec::new(),
            heavy: page::Heavy {
                dom: self.dom.map(Into::into),
                skeleton: self.skeleton_dom.map(Into::into),
                screenshot: self.screenshot.map(Into::into),
                screenshot_hash: self.screenshot_hash,
            },
        };
        screen.nodes = match self.interactive_tree {
            Some(tree) if !tree.is_empty() => convert(Some(tree)),
            Some(_) | None => convert(self.semantic_nodes),
        };
        // Does nothing where there are controls or lines already.
        page::from_html::complete(&mut screen);
        screen
    }

    fn mode(&self) -> page::DomMode {
        match self.dom_mode {
            Some(mode) => mode.into(),
            None if !self.has_only_html() => page::DomMode::Semantic,
            None if self.dom.is_some() => page::DomMode::Full,
            None => page::DomMode::Skeleton,
        }
    }
}

/// A count as a client writes it; what is none counts as not told.
fn counted(count: Option<f64>) -> Option<u32> {
    let count = count.filter(|count| (0.0..=f64::from(u32::MAX)).contains(count))?;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is between 0 and the most that there can be"
    )]
    Some(count as u32)
}

fn convert<A, B: From<A>>(list: Option<Vec<A>>) -> Vec<B> {
    list.unwrap_or_default()
        .into_iter()
        .map(Into::into)
        .collect()
}

impl From<WireApprovalAnswer> for ApprovalAnswer {
    fn from(answer: WireApprovalAnswer) -> Self {
        Self {
            fingerprint: answer.fingerprint,
            allow: answer.allow,
            scope: answer.scope.unwrap_or_default().into(),
        }
    }
}

impl From<&ClientInfo> for Capabilities {
    fn from(client: &ClientInfo) -> Self {
        let can = |word: &str| client.capabilities.iter().any(|known| known == word);
        Self {
            approvals: can("approvals"),
            user_input_forms: can("user_input_forms"),
            negotiate: can("negotiate"),
            scroll_retry: can("scroll_retry"),
            chain: can("chain"),
            files: client.files.clone().unwrap_or_default(),
            by_program: can("by_program"),
            each_is_asked: can("each_is_asked"),
        }
    }
}

alike!(WireDomMode => page::DomMode: Semantic, Skeleton, Hybrid, Full);

alike!(WireApprovalScope => ApprovalScope: Once, Site);
