//! What a look becomes on the wire.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use screen_agent_browser::{ActionFile, Hands, Performed};
use screen_agent_wire::extension::capture::PageCapture;
use screen_agent_wire::extension::chain::ChainAction;
use screen_agent_wire::extension::report::{
    ActionStatus, ChainError, ChainPartialState, ClientObservations, ElementId, LastActionError,
    LastActionResult,
};
use screen_agent_wire::extension::request::{ClientInfo, InteractRequest, WireDomMode};
use screen_agent_wire::extension::response::{InteractData, InteractStatus};
use screen_agent_wire::extension::workflow::WorkflowStart;
use screen_agent_wire::limits;
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
    /// What it may hand to a page, by name.
    pub(super) files: &'a [String],
    /// No person has said the words.
    pub(super) by_program: bool,
    /// What a new task carries out.
    pub(super) workflow: Option<&'a WorkflowStart>,
}

/// How the action before went: what the next request tells of it.
#[derive(Default)]
pub(super) struct Last(InteractRequest);

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
        Self(InteractRequest {
            previous_url: Some(url.to_owned()),
            ..InteractRequest::default()
        })
    }

    /// Keeps what became of an action.
    pub(super) fn performed(&mut self, performed: &Performed) {
        let told = &mut self.0;
        told.last_action_status = Some(match performed.success {
            true => ActionStatus::Success,
            false => ActionStatus::Failure,
        });
        told.last_action_error = performed.error.as_ref().map(|error| LastActionError {
            message: error.message.clone(),
            code: error.code.word().to_owned(),
            action: error.action.clone(),
            element_id: error.element_id.clone().map(ElementId::Text),
        });
        told.last_action_result = Some(LastActionResult {
            success: performed.success,
            actual_state: performed.state.clone(),
        });
        let kept = performed.received.iter().filter(|file| file.kept.is_some());
        let kept = kept.take(limits::FILES);
        let names = kept.map(|file| file.name.clone()).collect();
        told.client_observations = Some(ClientObservations {
            did_network_occur: Some(performed.observations.network),
            did_dom_mutate: Some(performed.observations.dom),
            did_url_change: Some(performed.observations.url),
            downloads: Some(names).filter(|names: &Vec<String>| !names.is_empty()),
        });
    }

    /// Keeps that a whole chain was performed.
    pub(super) fn chained(&mut self, executed: usize) {
        self.0.last_executed_action_index = index_of_last(executed);
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
        let told = &mut self.0;
        told.last_action_status = Some(ActionStatus::Failure);
        told.last_action_result = None;
        told.last_action_error = Some(LastActionError {
            message: message.clone(),
            code: code.clone(),
            action: at.action.clone(),
            element_id: at.target_element_id.clone(),
        });
        told.chain_error = Some(ChainError {
            action: at.action.clone(),
            message,
            code,
            element_id: at.target_element_id.clone(),
            failed_index: at.index,
        });
        told.last_executed_action_index = index_of_last(executed.len());
        told.chain_partial_state = Some(ChainPartialState {
            executed_actions: executed,
            dom_after_last_success: None,
            total_actions_in_chain: u32::try_from(total).unwrap_or(u32::MAX),
        });
    }

    /// The request for a look.
    pub(super) fn request(
        &mut self,
        capture: &PageCapture,
        picture: Option<ActionFile>,
        asking: Asking<'_>,
    ) -> InteractRequest {
        let request = InteractRequest {
            query: asking.words.to_owned(),
            task_id: asking.task,
            session_id: Some(asking.session),
            dom_mode: Some(WireDomMode::Semantic),
            screenshot: picture.map(|picture| STANDARD.encode(picture.bytes)),
            answers_step: asking.step,
            client: Some(ClientInfo {
                name: "screen-agent".into(),
                version: env!("CARGO_PKG_VERSION").into(),
                capabilities: CAPABILITIES
                    .into_iter()
                    .chain(asking.by_program.then_some("by_program"))
                    .map(str::to_owned)
                    .collect(),
                files: Some(asking.files.to_vec()).filter(|files| !files.is_empty()),
            }),
            local_date: Some(asking.today.to_owned()),
            workflow: asking.workflow.filter(|_| asking.task.is_none()).cloned(),
            ..std::mem::take(&mut self.0)
        };
        about(capture, request)
    }
}

/// The same request about what is on the screen by now.
pub(super) fn at_look(
    request: InteractRequest,
    capture: &PageCapture,
    picture: Option<ActionFile>,
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

/// What exactly is asked for in addition.
struct Wanted {
    mode: WireDomMode,
    dom: bool,
    skeleton: bool,
    picture: bool,
}

impl Wanted {
    fn of(data: &InteractData, request: &InteractRequest) -> Self {
        let mode = data.requested_dom_mode.unwrap_or(WireDomMode::Full);
        Self {
            mode,
            dom: data.status == InteractStatus::NeedsFullDom || mode == WireDomMode::Full,
            skeleton: data.needs_skeleton_dom.unwrap_or(false),
            picture: data.needs_screenshot.unwrap_or(false) && request.screenshot.is_none(),
        }
    }
}

/// What of it could be had.
struct More {
    dom: Option<String>,
    skeleton: Option<String>,
    picture: Option<String>,
}

impl More {
    /// A mode is only said when what it stands for is there.
    const fn mode(&self, wanted: WireDomMode) -> WireDomMode {
        match (&self.dom, &self.skeleton, wanted) {
            (Some(_), _, _) => wanted,
            (None, None, _) => WireDomMode::Semantic,
            (None, Some(_), WireDomMode::Full) => WireDomMode::Skeleton,
            (
                None,
                Some(_),
                WireDomMode::Semantic | WireDomMode::Skeleton | WireDomMode::Hybrid,
            ) => wanted,
        }
    }

    fn added_to(self, request: InteractRequest, wanted: WireDomMode) -> InteractRequest {
        InteractRequest {
            dom_mode: Some(self.mode(wanted)),
            dom: self.dom.or(request.dom),
            skeleton_dom: self.skeleton.or(request.skeleton_dom),
            screenshot: self.picture.or(request.screenshot),
            ..request
        }
    }
}

/// The same request with exactly what was asked for in addition. What cannot be had is left out:
/// the server goes on with what there is.
pub(super) async fn with_more(
    hands: &Hands,
    request: InteractRequest,
    data: &InteractData,
) -> InteractRequest {
    let wanted = Wanted::of(data, &request);
    let page = hands.page();
    let mut more = More {
        dom: None,
        skeleton: None,
        picture: None,
    };
    if wanted.dom {
        more.dom = page.full_dom().await.ok();
    }
    if wanted.skeleton {
        more.skeleton = page.skeleton().await.ok();
    }
    if wanted.picture {
        let picture = hands.screenshot().await.ok();
        more.picture = picture.map(|picture| STANDARD.encode(picture.bytes));
    }
    let request = InteractRequest {
        task_id: Some(data.task_id),
        ..request
    };
    more.added_to(request, wanted.mode)
}

/// 0 for the first; nothing when none was performed.
fn index_of_last(count: usize) -> Option<u32> {
    u32::try_from(count.checked_sub(1)?).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use screen_agent_wire::extension::chain::VerificationLevel;
    use serde::Deserialize;
    use serde_json::{Map, Value, json};

    use super::*;

    fn told(mut last: Last) -> Value {
        let asking = Asking {
            session: Uuid::nil(),
            task: None,
            step: None,
            words: "fill it in",
            today: "2026-03-04",
            files: &[],
            by_program: false,
            workflow: None,
        };
        let request = last.request(&PageCapture::default(), None, asking);
        serde_json::to_value(request).unwrap()
    }

    fn link(index: u32) -> ChainAction {
        ChainAction {
            basis: None,
            can_fail: None,
            action: format!("setValue({}, \"Ada\")", index + 1),
            description: String::new(),
            index,
            target_element_id: Some(ElementId::Number((index + 1).into())),
            action_type: "setValue".to_owned(),
            verification_level: VerificationLevel::Client,
            client_verification_checks: Vec::new(),
        }
    }

    /// A case of `fixtures/client/chains.json`.
    #[derive(Deserialize)]
    struct Chain {
        total: u32,
        passed: u32,
        report: Map<String, Value>,
    }

    #[test]
    fn how_far_a_chain_got_is_told_as_the_extension_tells_it() {
        let cases = include_str!("../../../../fixtures/client/chains.json");
        let cases: Vec<Chain> = serde_json::from_str(cases).unwrap();
        for Chain {
            total,
            passed,
            report,
        } in cases
        {
            let mut last = Last::default();
            if passed == total {
                last.chained(total as usize);
            } else {
                last.broke(Broken {
                    executed: (0..passed).map(|index| link(index).action).collect(),
                    total: total as usize,
                    at: &link(passed),
                    code: "CHAIN_FAILED".to_owned(),
                    message: "the field does not hold what was entered".to_owned(),
                });
            }
            let told = told(last);
            for name in [
                "lastActionError",
                "chainError",
                "chainPartialState",
                "lastExecutedActionIndex",
            ] {
                assert_eq!(
                    told.get(name),
                    report.get(name),
                    "{name}, {passed} of {total}"
                );
            }
        }
    }

    /// A case of `fixtures/client/negotiation.json`.
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Negotiated {
        about: String,
        answer: Map<String, Value>,
        has_picture: bool,
        there: Vec<String>,
        sends: Value,
    }

    #[test]
    fn exactly_what_is_asked_for_is_sent_in_addition() {
        let cases = include_str!("../../../../fixtures/client/negotiation.json");
        let cases: Vec<Negotiated> = serde_json::from_str(cases).unwrap();
        for case in cases {
            let mut answer = json!({
                "taskId": Uuid::nil(), "sessionId": Uuid::nil(), "taskType": "web_only", "hasOrgKnowledge": false,
            });
            answer.as_object_mut().unwrap().extend(case.answer);
            let data: InteractData = serde_json::from_value(answer).unwrap();
            let request = InteractRequest {
                screenshot: case.has_picture.then(String::new),
                ..InteractRequest::default()
            };
            let wanted = Wanted::of(&data, &request);
            let had = |wanted: bool, name: &str| {
                (wanted && case.there.iter().any(|one| one == name)).then(String::new)
            };
            let more = More {
                dom: had(wanted.dom, "dom"),
                skeleton: had(wanted.skeleton, "skeleton"),
                picture: had(wanted.picture, "picture"),
            };
            let sent = more.added_to(request, wanted.mode);
            let with: Vec<&str> = [
                ("dom", sent.dom.is_some()),
                ("skeleton", sent.skeleton_dom.is_some()),
                ("picture", sent.screenshot.is_some()),
            ]
            .into_iter()
            .filter_map(|(name, is_there)| is_there.then_some(name))
            .collect();
            assert_eq!(
                json!({ "domMode": sent.dom_mode, "with": with }),
                case.sends,
                "{}",
                case.about
            );
        }
    }
}
