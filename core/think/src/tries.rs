//! What has been tried already, and what therefore is not tried again.

pub mod menu;

use screen_agent_page::Observation;

use screen_agent_action::expect::OutcomeKind;
use screen_agent_action::step::{Maker, Step, Strategy};
use screen_agent_action::{Action, mask};

/// The step that has just failed, if the last one did.
pub fn failed(steps: &[Step]) -> Option<&Step> {
    steps.last().filter(|step| step.missed())
}

/// Every failed try of the present step, latest first. What only prepared for a try, such as
/// waiting, scrolling or closing an overlay, lies between them; a step that worked ends them.
pub fn tries(steps: &[Step]) -> Vec<&Step> {
    steps
        .iter()
        .rev()
        .take_while(|step| !settles(step))
        .filter(|step| step.missed())
        .collect()
}

/// Why an action may not be tried now, if it may not.
///
/// What failed is not done again, except once after a pause that was made for it, or once the control is back that the
/// page had taken away; and where a menu has opened, only one of its items is chosen.
pub fn refuses(steps: &[Step], screen: &Observation, action: &Action) -> Option<String> {
    let tries = tries(steps);
    let times = tries
        .iter()
        .filter(|step| same(&step.action, action))
        .count();
    let allowed = usize::from(paused(steps) || came_back(&tries, screen, action));
    if times > allowed {
        return Some("it has been tried already and did not work".to_owned());
    }
    menu::leaves(steps, screen, action)
}

/// True for a step that worked and was more than a preparation.
pub fn settles(step: &Step) -> bool {
    step.met() && !prepares(step)
}

fn prepares(step: &Step) -> bool {
    let cleared = step.by == Maker::Rule && step.correction.is_none();
    step.expected.kind == OutcomeKind::Query || cleared
}

/// The same action, as far as it is kept: what was typed into a secret field is not.
fn same(tried: &Action, action: &Action) -> bool {
    tried == action || (mask::is_masked(tried) && *tried == mask::masked(action))
}

/// The page was drawing itself anew when it was tried, and the control stands there again.
fn came_back(tries: &[&Step], screen: &Observation, action: &Action) -> bool {
    let was_gone = tries.first().is_some_and(|step| {
        same(&step.action, action) && step.report.code.as_deref() == Some("ELEMENT_NOT_FOUND")
    });
    was_gone && action.target().is_some_and(|id| screen.node(id).is_some())
}

/// The last step was a pause, made in order to try once more.
fn paused(steps: &[Step]) -> bool {
    steps.last().is_some_and(|step| {
        let correction = step.correction.as_ref();
        let again = correction.is_some_and(|made| made.strategy == Strategy::RetryWithDelay);
        again && matches!(step.action, Action::Wait { .. })
    })
}
