//! What a look becomes on the wire.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use screen_agent_browser::{Artifact, Hands, Performed};
use screen_agent_wire::extension::capture::PageCapture;
use screen_agent_wire::extension::chain::ChainAction;
use screen_agent_wire::extension::report::{
    ActionStatus, ChainError, ChainPartialState, ClientObservations, ElementId, LastActionError,
    LastActionResult,
};
use screen_agent_wire::extension::request::{ClientInfo, InteractRequest, WireDomMode};
use screen_agent_wire::extension::response::{InteractData, InteractStatus};
use uuid::Uuid;

/// What this client can do, as it says with every request.
const CAPABILITIES: [&str; 5] = [
    "approvals",
    "user_input_forms",
    "negotiate",
    "scroll_retry",
    "chain",
];

/// Who asks for what, whatever is on the screen.
pub(super) struct Asking<'a> {
    pub(super) session: Uuid,
    pub(super) task: Option<Uuid>,
    /// The step that was performed last.
    pub(super) step: Option<u32>,
    pub(super) words: &'a str,
    pub(super) today: &'a str,
}

/// How the action before went, for the next request.
#[derive(Default)]
pub(super) struct Last {
    url: Option<String>,
    status: Option<ActionStatus>,
    error: Option<LastActionError>,
    result: Option<LastActionResult>,
    noticed: Option<ClientObservations>,
    executed: Option<u32>,
    partial: Option<ChainPartialState>,
    broken: Option<ChainError>,
}

/// A chain that broke.
pub(super) struct Broken<'a> {
    /// The actions that were performed and passed their checks.
    pub(super) executed: Vec<String>,
    /// How many there were.
    pub(super) total: usize,
    /// Where it broke.
    pub(super) at: &'a ChainAction,
    /// The executor's code.
    pub(super) code: String,
    /// In words.
    pub(super) message: String,
}

impl Last {
    /// Nothing was performed yet since the page at this address was seen.
    pub(super) fn seen_at(url: &str) -> Self {
        Self {
            url: Some(url.to_owned()),
            ..Self::default()
        }
    }

    /// Keeps what became of an action.
    pub(super) fn performed(&mut self, performed: &Performed) {
        self.status = Some(if performed.success {
            ActionStatus::Success
        } else {
            ActionStatus::Failure
        });
        self.error = performed.error.as_ref().map(|error| LastActionError {
            message: error.message.clone(),
            code: error.code.as_str().to_owned(),
            action: error.action.clone(),
            element_id: error.element_id.clone().map(ElementId::Text),
        });
        self.result = Some(LastActionResult {
            success: performed.success,
            actual_state: performed.state.clone(),
        });
        self.noticed = Some(ClientObservations {
            did_network_occur: Some(performed.observations.network),
            did_dom_mutate: Some(performed.observations.dom),
            did_url_change: Some(performed.observations.url),
        });
    }

    /// Keeps that a whole chain was performed.
    pub(super) fn chained(&mut self, executed: usize) {
        self.executed = index_of_last(executed);
    }

    /// Keeps how far a chain got. A link that fails its check has failed, though it was performed.
    pub(super) fn broke(&mut self, broken: Broken<'_>) {
        let Broken {
            executed,
            total,
            at,
            code,
            message,
        } = broken;
        self.status = Some(ActionStatus::Failure);
        self.result = None;
        self.error = Some(LastActionError {
            message: message.clone(),
            code: code.clone(),
            action: at.action.clone(),
            element_id: at.target_element_id.clone(),
        });
        self.broken = Some(ChainError {
            action: at.action.clone(),
            message,
            code,
            element_id: at.target_element_id.clone(),
            failed_index: at.index,
        });
        self.executed = index_of_last(executed.len());
        self.partial = Some(ChainPartialState {
            executed_actions: executed,
            dom_after_last_success: None,
            total_actions_in_chain: u32::try_from(total).unwrap_or(u32::MAX),
        });
    }

    /// The request for a look.
    pub(super) fn request(
        &mut self,
        capture: &PageCapture,
        picture: Option<Artifact>,
        asking: Asking<'_>,
    ) -> InteractRequest {
        let request = InteractRequest {
            query: asking.words.to_owned(),
            task_id: asking.task,
            session_id: Some(asking.session),
            dom_mode: Some(WireDomMode::Semantic),
            screenshot: picture.map(|picture| STANDARD.encode(picture.bytes)),
            answers_step: asking.step,
            last_action_status: self.status.take(),
            last_action_error: self.error.take(),
            last_action_result: self.result.take(),
            client_observations: self.noticed.take(),
            last_executed_action_index: self.executed.take(),
            chain_partial_state: self.partial.take(),
            chain_error: self.broken.take(),
            previous_url: self.url.take(),
            client: Some(ClientInfo {
                name: "screen-agent".into(),
                version: env!("CARGO_PKG_VERSION").into(),
                capabilities: CAPABILITIES.map(String::from).to_vec(),
            }),
            local_date: Some(asking.today.to_owned()),
            ..InteractRequest::default()
        };
        about(capture, request)
    }
}

/// The same request about what is on the screen by now.
pub(super) fn at_look(
    request: InteractRequest,
    capture: &PageCapture,
    picture: Option<Artifact>,
) -> InteractRequest {
    InteractRequest {
        dom_mode: Some(WireDomMode::Semantic),
        dom: None,
        skeleton_dom: None,
        screenshot: picture.map(|picture| STANDARD.encode(picture.bytes)),
        ..about(capture, request)
    }
}

/// A request with what a look shows.
fn about(capture: &PageCapture, request: InteractRequest) -> InteractRequest {
    InteractRequest {
        url: Some(capture.url.clone()),
        interactive_tree: Some(capture.interactive_tree.clone()),
        page_text: Some(capture.page_text.clone()),
        viewport: Some(capture.viewport),
        document: Some(capture.document.clone()).filter(|mark| !mark.is_empty()),
        keyboard: capture.keyboard.clone(),
        page_title: Some(capture.page_title.clone()),
        scroll_position: Some(capture.scroll_position.clone()),
        scrollable_containers: Some(capture.scrollable_containers.clone()),
        recent_events: Some(capture.recent_events.clone()),
        has_errors: Some(capture.has_errors),
        has_success: Some(capture.has_success),
        ..request
    }
}

/// The same request with exactly what was asked for in addition. What cannot be had is left out:
/// the server goes on with what there is.
pub(super) async fn with_more(
    hands: &Hands,
    request: InteractRequest,
    data: &InteractData,
) -> InteractRequest {
    let mode = data.requested_dom_mode.unwrap_or(WireDomMode::Full);
    let mut more = InteractRequest {
        task_id: Some(data.task_id),
        dom_mode: Some(mode),
        ..request
    };
    let page = hands.page();
    if data.status == InteractStatus::NeedsFullDom || mode == WireDomMode::Full {
        more.dom = page.full_dom().await.ok();
    }
    if data.needs_skeleton_dom.unwrap_or(false) {
        more.skeleton_dom = page.skeleton().await.ok();
    }
    if data.needs_screenshot.unwrap_or(false) && more.screenshot.is_none() {
        let picture = hands.screenshot().await.ok();
        more.screenshot = picture.map(|picture| STANDARD.encode(picture.bytes));
    }
    if more.dom.is_none() && more.skeleton_dom.is_none() {
        more.dom_mode = Some(WireDomMode::Semantic);
    }
    more
}

/// 0 for the first; nothing when none was performed.
fn index_of_last(count: usize) -> Option<u32> {
    u32::try_from(count.checked_sub(1)?).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use screen_agent_wire::extension::chain::VerificationLevel;
    use serde_json::{Value, json};

    use super::*;

    fn told(mut last: Last) -> Value {
        let asking = Asking {
            session: Uuid::nil(),
            task: None,
            step: None,
            words: "fill it in",
            today: "2026-03-04",
        };
        let request = last.request(&PageCapture::default(), None, asking);
        serde_json::to_value(request).unwrap()
    }

    #[test]
    fn a_chain_that_broke_is_told_as_the_contract_has_it() {
        let at = ChainAction {
            basis: None,
            action: "setValue(103, \"x\")".to_owned(),
            description: String::new(),
            index: 2,
            target_element_id: Some(ElementId::Number(103)),
            action_type: "setValue".to_owned(),
            verification_level: VerificationLevel::Client,
            client_verification_checks: Vec::new(),
        };
        let mut last = Last::default();
        last.broke(Broken {
            executed: vec!["check(1)".to_owned(), "check(2)".to_owned()],
            total: 3,
            at: &at,
            code: "CHAIN_FAILED".to_owned(),
            message: "it holds nothing".to_owned(),
        });
        let told = told(last);
        assert_eq!(told["lastExecutedActionIndex"], json!(1));
        assert_eq!(told["lastActionStatus"], json!("failure"));
        let partial = json!({
            "executedActions": ["check(1)", "check(2)"],
            "totalActionsInChain": 3,
        });
        assert_eq!(told["chainPartialState"], partial);
        let error = json!({
            "action": "setValue(103, \"x\")",
            "message": "it holds nothing",
            "code": "CHAIN_FAILED",
            "elementId": 103,
            "failedIndex": 2,
        });
        assert_eq!(told["chainError"], error);
    }

    #[test]
    fn a_whole_chain_is_told_by_its_last_action() {
        let mut last = Last::default();
        last.chained(3);
        let told = told(last);
        assert_eq!(told["lastExecutedActionIndex"], json!(2));
        assert_eq!(told.get("chainError"), None);
        assert_eq!(index_of_last(0), None);
    }
}
