//! What a look becomes on the wire.

use anyhow::Result;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use screen_agent_browser::{Artifact, Hands, Performed};
use screen_agent_wire::extension::capture::PageCapture;
use screen_agent_wire::extension::report::{
    ActionStatus, ClientObservations, ElementId, LastActionError, LastActionResult,
};
use screen_agent_wire::extension::request::{ClientInfo, InteractRequest, WireDomMode};
use screen_agent_wire::extension::response::{InteractData, InteractStatus};
use uuid::Uuid;

/// What this client can do, as it says with every request.
const CAPABILITIES: [&str; 4] = ["approvals", "user_input_forms", "negotiate", "scroll_retry"];

/// Who asks for what, whatever is on the screen.
pub(super) struct Asking<'a> {
    pub(super) session: Uuid,
    pub(super) task: Option<Uuid>,
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

    /// The request for a look.
    pub(super) fn request(
        &mut self,
        capture: &PageCapture,
        picture: Option<Artifact>,
        asking: Asking<'_>,
    ) -> InteractRequest {
        InteractRequest {
            query: asking.words.to_owned(),
            url: Some(capture.url.clone()),
            task_id: asking.task,
            session_id: Some(asking.session),
            dom_mode: Some(WireDomMode::Semantic),
            interactive_tree: Some(capture.interactive_tree.clone()),
            page_text: Some(capture.page_text.clone()),
            viewport: Some(capture.viewport),
            page_title: Some(capture.page_title.clone()),
            scroll_position: Some(capture.scroll_position.clone()),
            scrollable_containers: Some(capture.scrollable_containers.clone()),
            recent_events: Some(capture.recent_events.clone()),
            has_errors: Some(capture.has_errors),
            has_success: Some(capture.has_success),
            screenshot: picture.map(|picture| STANDARD.encode(picture.bytes)),
            last_action_status: self.status.take(),
            last_action_error: self.error.take(),
            last_action_result: self.result.take(),
            client_observations: self.noticed.take(),
            previous_url: self.url.take(),
            client: Some(ClientInfo {
                name: "screen-agent".into(),
                version: env!("CARGO_PKG_VERSION").into(),
                capabilities: CAPABILITIES.map(String::from).to_vec(),
            }),
            local_date: Some(asking.today.to_owned()),
            ..InteractRequest::default()
        }
    }
}

/// The same request with exactly what was asked for in addition.
pub(super) async fn with_more(
    hands: &Hands,
    request: InteractRequest,
    data: &InteractData,
) -> Result<InteractRequest> {
    let mode = data.requested_dom_mode.unwrap_or(WireDomMode::Full);
    let mut more = InteractRequest {
        task_id: Some(data.task_id),
        dom_mode: Some(mode),
        ..request
    };
    let page = hands.page();
    if data.status == InteractStatus::NeedsFullDom || mode == WireDomMode::Full {
        more.dom = Some(page.full_dom().await?);
    }
    if data.needs_skeleton_dom.unwrap_or(false) {
        more.skeleton_dom = Some(page.skeleton().await?);
    }
    if data.needs_screenshot.unwrap_or(false) && more.screenshot.is_none() {
        more.screenshot = Some(STANDARD.encode(hands.screenshot().await?.bytes));
    }
    Ok(more)
}
