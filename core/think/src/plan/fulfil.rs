//! Whether an action carries a step out, or only prepares for it.

use super::words::{quoted, spoken};
use super::{PlanStep, Tool, verify};
use screen_agent_action::Action;

/// True when a step is done once this action has worked. What only prepares (a scroll, a wait, a
/// look, a popup closed) does not carry a step out, unless the step's own words ask for it.
pub fn fulfils(step: &PlanStep, action: &Action) -> bool {
    if verify::verifies(&step.description) {
        return looks(action);
    }
    match about(action) {
        About::Work => !only_reaches(step, action),
        About::Server(words) => step.tool != Tool::Dom || says(step, words),
        About::Only(words) => says(step, words),
        About::Nothing => false,
    }
}

/// What a step has to be about for an action to carry it out.
enum About {
    /// Anything: it works on the page.
    Work,
    /// One of these words, unless the step is the server's anyway.
    Server(&'static [&'static str]),
    /// One of these words.
    Only(&'static [&'static str]),
    /// It never does.
    Nothing,
}

const SCROLL: &[&str] = &["scroll", "bottom", "top", "down", "up", "end", "view"];
const FIND: &[&str] = &["find", "locate", "scroll", "look"];
const WAIT: &[&str] = &["wait", "until", "load", "loads", "appear", "appears"];
const READ: &[&str] = &[
    "read", "get", "note", "extract", "find", "copy", "collect", "look", "list", "count", "record",
    "view", "inspect", "identify", "check",
];
const DIALOG: &[&str] = &[
    "dialog", "dialogue", "alert", "prompt", "popup", "pop-up", "message", "accept", "dismiss",
    "confirm", "cancel", "ok",
];
const CLOSE: &[&str] = &[
    "close", "dismiss", "cancel", "escape", "exit", "leave", "esc",
];

fn about(action: &Action) -> About {
    match action {
        Action::Scroll { .. } | Action::ScrollContainer { .. } => About::Only(SCROLL),
        Action::FindText { .. } => About::Only(FIND),
        Action::Wait { .. } | Action::WaitForElement { .. } | Action::WaitFor { .. } => {
            About::Only(WAIT)
        }
        Action::WaitForDialog { .. } | Action::AcceptDialog { .. } | Action::DismissDialog => {
            About::Only(DIALOG)
        }
        Action::Hover { .. } => About::Only(&["hover", "open", "show", "reveal", "expand", "over"]),
        Action::Focus { .. } | Action::Blur { .. } => About::Only(&["focus", "leave", "blur"]),
        Action::Press { key, .. } if key.eq_ignore_ascii_case("escape") => About::Only(CLOSE),
        Action::DropdownOptions { .. }
        | Action::GetText { .. }
        | Action::GetAttribute { .. }
        | Action::GetBoundingBox { .. }
        | Action::IsVisible { .. }
        | Action::IsEnabled { .. }
        | Action::GetTabs
        | Action::GetCookies
        | Action::GetLocalStorage { .. }
        | Action::GetMetrics => About::Only(READ),
        Action::Screenshot { .. } => About::Only(&["screenshot", "picture", "capture"]),
        Action::StartTracing | Action::StopTracing => About::Only(&["trace", "tracing"]),
        Action::GoogleSearch { .. } => About::Server(&["search", "look", "find", "google"]),
        Action::Remember { .. } => About::Server(&["remember", "note", "keep", "record", "save"]),
        Action::Recall { .. } => About::Server(&["recall", "remember"]),
        Action::ExportToSession { .. } => About::Server(&["export", "keep", "share", "save"]),
        Action::VerifySuccess { .. } | Action::Finish { .. } | Action::Fail { .. } => {
            About::Nothing
        }
        _ => About::Work,
    }
}

/// What carries out a step that only looks.
fn looks(action: &Action) -> bool {
    matches!(
        action,
        Action::VerifySuccess { .. } | Action::Finish { success: true, .. }
    ) || matches!(about(action), About::Only(words) if words == READ)
}

/// Quoted words name a control or a value; they are not what the step is about.
fn says(step: &PlanStep, words: &[&str]) -> bool {
    spoken(&step.description)
        .iter()
        .any(|word| words.contains(&word.as_str()))
}

/// A click into a field, where the step types a text: the text is still to come.
fn only_reaches(step: &PlanStep, action: &Action) -> bool {
    let points = matches!(action, Action::Click { .. } | Action::DoubleClick { .. });
    let types = spoken(&step.description)
        .first()
        .is_some_and(|word| matches!(word.as_str(), "type" | "write" | "paste"));
    points && types && !quoted(&step.description).is_empty()
}
