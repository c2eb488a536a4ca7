//! When somebody else should look at a proposal before it is carried out, and when success has to be
//! shown before it is claimed.

use screen_agent_page::{FormMethod, Node, Observation, Role, State};

use crate::task::Task;
use screen_agent_action::ask::{Decision, Proposal};
use screen_agent_action::step::{Maker, Step};
use screen_agent_action::{Action, ActionFamily, EffectClass};
use screen_agent_gate::consent::Label;

/// Below this a proposal is doubtful. Facts §3, "Critic".
const DOUBTFUL: f32 = 0.85;
/// How many steps back a failure is recent.
const RECENT: usize = 3;

/// True when a critic has to approve a proposal: a model's, that ends the task in doubt or does what
/// cannot easily be taken back.
pub(crate) fn needs_critic(task: &Task, screen: &Observation, proposal: &Proposal) -> bool {
    let Decision::Act { action } = &proposal.decision else {
        return false;
    };
    if proposal.by != Maker::Model {
        return false;
    }
    if action.is_terminal() {
        let doubtful = proposal.confidence.is_some_and(|sure| sure < DOUBTFUL);
        return doubtful || failed_lately(task);
    }
    let follows = proposal.chain.iter().map(|link| &link.action);
    std::iter::once(action)
        .chain(follows)
        .any(|action| is_irreversible(action, screen))
}

/// True when success may not be claimed before it was looked at closely: something failed lately,
/// and nobody has judged since that all is well.
pub(crate) fn must_verify_first(task: &Task) -> bool {
    failed_lately(task)
}

fn failed_lately(task: &Task) -> bool {
    for step in task.steps.iter().rev().take(RECENT) {
        let Some(verdict) = &step.verdict else {
            continue;
        };
        if !verdict.met {
            return true;
        }
        if is_judged(step) {
            return false;
        }
    }
    false
}

/// A claim that was confirmed, or a step that a model judged in full.
fn is_judged(step: &Step) -> bool {
    let claimed = matches!(step.action, Action::VerifySuccess { .. });
    claimed
        || step
            .verdict
            .as_ref()
            .is_some_and(|verdict| verdict.tier >= 3)
}

/// True for what cannot easily be taken back, by the same words as the gate's.
fn is_irreversible(action: &Action, screen: &Observation) -> bool {
    match action.effect() {
        EffectClass::Works => works_irreversibly(action, screen),
        EffectClass::Types => {
            let enters = |key: &str| matches!(key, "Enter" | "Space");
            matches!(action, Action::Press { key, .. } if enters(key)) && sends(screen)
        }
        EffectClass::Answers => matches!(
            action,
            Action::AcceptDialog { .. }
                | Action::WaitForDialog {
                    accept: Some(true),
                    ..
                }
        ),
        EffectClass::Privileged => true,
        EffectClass::Reads
        | EffectClass::ReadsStored
        | EffectClass::Captures
        | EffectClass::Moves
        | EffectClass::Waits
        | EffectClass::Goes
        | EffectClass::Ends
        | EffectClass::Serves => false,
    }
}

/// Files are out of the house once they are handed over; anything else is as grave as the control.
fn works_irreversibly(action: &Action, screen: &Observation) -> bool {
    let end = action.dropped_on().or(action.target());
    // What is ticked in a form takes effect once that is sent.
    let waits = |node: &Node| action.family() == ActionFamily::Tick && node.facts.form.is_some();
    let node = end.and_then(|id| screen.node(id));
    let grave = node.is_some_and(|node| is_grave(node) && !waits(node));
    let used = matches!(action.family(), ActionFamily::Press | ActionFamily::Tick)
        || action.dropped_on().is_some();
    matches!(action, Action::UploadFile { .. }) || used && grave
}

/// Its label names an effect that lasts, or it sends a form of which only its own words tell more.
fn is_grave(node: &Node) -> bool {
    if matches!(node.role, Role::Tab | Role::Option) {
        return false;
    }
    let label = Label::read(&node.name);
    let posts = node.facts.submits && node.facts.form_method == Some(FormMethod::Post);
    !label.grave.is_empty() || (label.generic && posts)
}

/// A key goes to what has the keyboard: to a grave button, or into a form that is posted.
fn sends(screen: &Observation) -> bool {
    let focused = screen.nodes.iter().find(|node| node.is(State::Focused));
    focused.is_some_and(|node| {
        let posts = node.facts.form_method == Some(FormMethod::Post);
        is_grave(node) || (posts && !node.facts.multiline)
    })
}
