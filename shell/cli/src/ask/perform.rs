//! Tools of the browser, performed in ours.

use screen_agent_action::Action;
use screen_agent_browser::{Hands, PerformRefusal};
use screen_agent_tools::Tool;
use serde_json::{Value, json};

use super::given::TAB;

/// The tools that are performed here. Nobody selects text in a browser of ours.
pub(super) const PERFORMED_HERE: &[&str] = &[
    "browser.observe_dom",
    "browser.click",
    "browser.type",
    "browser.select",
    "browser.scroll",
    "browser.open_tab",
    "browser.navigate",
    "browser.back",
    "browser.forward",
    "browser.refresh",
];

/// What a tool came to, or its code and why.
pub(super) type Performed = Result<Value, (&'static str, String)>;

/// Performs one.
pub(super) async fn perform(hands: &mut Hands, tool: &Tool) -> Performed {
    match tool {
        // The page is looked at again after every round.
        Tool::ObserveDom(_) => Ok(json!({ "tabId": TAB })),
        Tool::Refresh(_) => hands
            .reload()
            .await
            .map(|()| json!({ "tabId": TAB }))
            .map_err(|error| ("REFRESH_FAILED", error.message)),
        _ => match tool.call().action() {
            Some(action) => act(hands, tool, &action).await,
            None => Err(("UNSUPPORTED_TOOL", "This is performed elsewhere.".into())),
        },
    }
}

async fn act(hands: &mut Hands, tool: &Tool, action: &Action) -> Performed {
    let performed = hands.perform_on_capture(action).await;
    match performed.error {
        None => Ok(json!({ "tabId": TAB })),
        Some(error) => Err((code(tool, error.refusal), error.message)),
    }
}

fn code(tool: &Tool, refusal: Option<PerformRefusal>) -> &'static str {
    match (tool, refusal) {
        (_, Some(PerformRefusal::NotFound)) => "NOT_FOUND",
        (_, Some(PerformRefusal::Stale)) => "STALE_HANDLE",
        (_, Some(PerformRefusal::Covered)) => "BLOCKED_BY_OVERLAY",
        (_, Some(PerformRefusal::Disabled)) => "DISABLED",
        (_, Some(PerformRefusal::Timeout)) => "TIMEOUT",
        (_, Some(PerformRefusal::InvalidArgument)) => "INVALID_ARGUMENTS",
        (
            _,
            Some(
                PerformRefusal::Invisible | PerformRefusal::WrongKind | PerformRefusal::Unsupported,
            ),
        ) => "NOT_INTERACTABLE",
        (Tool::OpenTab(_), None) => "OPEN_TAB_FAILED",
        (Tool::Navigate(_), None) => "NAVIGATION_FAILED",
        (Tool::Back(_), None) => "BACK_FAILED",
        (Tool::Forward(_), None) => "FORWARD_FAILED",
        (_, None) => "RUNTIME_UNAVAILABLE",
    }
}
