//! From what a contingency names to what is done, on the screen as it is.

use screen_agent_page::{Node, NodeId, Observation, State};

use super::condition::folded;
use super::{Condition, Measure, Remedy, Situation};
use crate::plan::Looks;
use screen_agent_action::Action;
use screen_agent_action::origin::{check_target, same_host};
use screen_agent_words::quote::quote;

/// Shortest and longest wait, in seconds.
const SECONDS: std::ops::RangeInclusive<f64> = 0.5..=10.0;

/// What a measure comes to. Nothing where the screen or the person's words do not bear it out.
pub(super) fn remedy(
    measure: &Measure,
    condition: Condition,
    situation: &Situation<'_>,
    looks: &Looks,
) -> Option<Remedy> {
    let why = reason(condition);
    let (action, what) = match measure {
        Measure::Click { control } => {
            let node = only_one(situation.screen, control)?;
            let what = format!("I click {}", quote(&node.name));
            (click(node.id.clone()), what)
        }
        Measure::Wait { seconds } => (wait(*seconds)?, "I wait a moment".to_owned()),
        Measure::Scroll { down } => (
            Action::Scroll {
                down: *down,
                pages: 1.0,
                id: None,
            },
            format!("I scroll {}", if *down { "down" } else { "up" }),
        ),
        Measure::Navigate { url } => {
            let url = known_address(url, situation, looks)?;
            let what = format!("I go to {}", quote(&url));
            (
                Action::Navigate {
                    url,
                    new_tab: false,
                },
                what,
            )
        }
        Measure::SkipStep => return Some(Remedy::SkipStep),
        Measure::ResumeMain => return None,
    };
    Some(Remedy::Act {
        action,
        thought: format!("{why}, so {what}."),
    })
}

const fn reason(condition: Condition) -> &'static str {
    match condition {
        Condition::ElementMissing => "What I need is not in view",
        Condition::PopupDetected => "Something came up over the page",
        Condition::ErrorDisplayed => "The page shows an error",
        Condition::UrlChanged => "This is another page than I expected",
        Condition::FormValidation => "The page does not take a value",
        Condition::Custom => "The plan provides for what the page says",
    }
}

const fn click(id: NodeId) -> Action {
    Action::Click { id }
}

fn wait(seconds: f64) -> Option<Action> {
    seconds.is_finite().then(|| Action::Wait {
        seconds: seconds.clamp(*SECONDS.start(), *SECONDS.end()),
    })
}

/// The one control of this name, or else the one whose name contains it. Of several, none: which
/// of them is meant would be a guess.
fn only_one<'a>(screen: &'a Observation, name: &str) -> Option<&'a Node> {
    let name = folded(name);
    if name.trim().is_empty() {
        return None;
    }
    let usable = || {
        screen
            .nodes
            .iter()
            .filter(|node| !node.covered && !node.is(State::Disabled))
    };
    let exact: Vec<&Node> = usable().filter(|node| folded(&node.name) == name).collect();
    match exact.as_slice() {
        [node] => return Some(node),
        [_, ..] => return None,
        [] => {}
    }
    let mut holding = usable().filter(|node| folded(&node.name).contains(&name));
    let node = holding.next()?;
    holding.next().is_none().then_some(node)
}

/// An address on the plan's own site, or on one that the person named.
fn known_address(url: &str, situation: &Situation<'_>, looks: &Looks) -> Option<String> {
    let target = check_target(url, &situation.screen.url).ok()?;
    let host = target.host().to_lowercase();
    let bare = host.strip_prefix("www.").unwrap_or(&host);
    let named = situation
        .words
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '-'))
        .any(|word| {
            let word = word.trim_matches('.');
            word.strip_prefix("www.").unwrap_or(word) == bare
        });
    (named || same_host(url, &looks.url)).then(|| target.url.to_string())
}
