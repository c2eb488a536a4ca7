//! From an action that has passed to what is recorded and what the client is sent.

use screen_agent_page::Node;

use crate::next::{Note, Reply};
use crate::phase::Progress;
use crate::task::Pictured;
use crate::verify;
use screen_agent_action::expect::Expectation;
use screen_agent_action::status::{MAX_STEPS, TaskStatus};
use screen_agent_action::step::{Correction, Maker, Proof, Report, Step, TargetPrint, Verdict};
use screen_agent_action::{Action, ActionFamily, mask, print};
use screen_agent_gate::Passed;
use screen_agent_gate::approval::{ApprovalRequest, AskReason};
use screen_agent_gate::stage::AllowedAction;

use super::ending::{Ending, Turn, remember};

/// Why something is done and what should come of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Intent {
    pub(super) thought: String,
    pub(super) expected: Option<Expectation>,
    pub(super) scroll_reason: Option<String>,
    pub(super) by: Maker,
    pub(super) plan_step: Option<u16>,
    pub(super) correction: Option<Correction>,
}

/// Records what lets the action through, and sends it.
pub(super) fn send(turn: &mut Turn, progress: Progress, passed: Passed, intent: Intent) -> Ending {
    let Passed { allowed, allowance } = passed;
    if let Some(request) = &allowance.request {
        follow(turn, allowed.action(), request);
    }
    let index = turn.next_index();
    let ending = deliver(turn, progress, allowed, intent);
    if let Some(mut request) = allowance.request {
        let step = turn.task.steps.last();
        if let Some(masked) = step
            .map(|step| &step.action)
            .filter(|action| mask::is_masked(action))
        {
            request.action = print(masked);
        }
        let basis = allowance.basis;
        turn.notes.push(Note::RecordApproval {
            index,
            request,
            basis,
        });
    }
    ending
}

/// The task is on every site that the person's words or their yes led to.
fn follow(turn: &mut Turn, action: &Action, request: &ApprovalRequest) {
    let looks = action.family() == ActionFamily::Picture;
    if request.reason == AskReason::LeavesSite && !looks {
        turn.task.origins.insert(request.origin.clone());
    }
}

/// Records the step and sends the action.
pub(super) fn deliver(
    turn: &mut Turn,
    progress: Progress,
    allowed: AllowedAction,
    intent: Intent,
) -> Ending {
    let scroll_reason = intent.scroll_reason.clone();
    let thought = record(turn, &progress, &allowed, intent);
    Ending::reply(Reply::Act {
        thought,
        action: allowed,
        verdict: progress.verdict,
        scroll_reason,
    })
}

/// Records the step; gives back the thought as it may be shown. What is recorded holds no secret;
/// what is sent must.
pub(super) fn record(
    turn: &mut Turn,
    progress: &Progress,
    allowed: &AllowedAction,
    intent: Intent,
) -> String {
    let action = allowed.action();
    let secret = mask::typed_secret(action, &progress.seen.screen, &turn.task.steps);
    let thought = match &secret {
        Some(secret) => screen_agent_words::secret::hide(&intent.thought, secret),
        None => intent.thought,
    };
    let mut step = Step {
        by: intent.by,
        plan_step: intent.plan_step,
        correction: intent.correction,
        ..new_step(turn, progress, action, allowed.target(), thought.clone())
    };
    step.expected = screen_agent_action::expect::merge(step.expected, intent.expected);
    if let Some(secret) = &secret {
        step.expected = mask::hide_expected(step.expected, secret);
        step.action = mask::masked(action);
    }
    if action.is_terminal() {
        end_task(turn, action, &mut step, progress);
    } else {
        turn.enter(TaskStatus::Executing);
        remember(&mut turn.task, &progress.seen.screen);
    }
    if turn.task.steps.len() < MAX_STEPS {
        if let Some(correction) = step.correction.clone() {
            let index = step.index;
            turn.notes
                .push(Note::RecordCorrection { index, correction });
        }
        pictured(turn, progress, step.index);
        turn.record(step);
    }
    thought
}

/// The picture of this look is kept with the step.
fn pictured(turn: &mut Turn, progress: &Progress, step: u16) {
    let heavy = &progress.seen.screen.heavy;
    if let (Some(_), Some(hash)) = (&heavy.screenshot, &heavy.screenshot_hash) {
        let hash = hash.clone();
        turn.task.pictured = Some(Pictured { hash, step });
    }
}

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "the catalogue grows; every other action is alike here"
)]
fn end_task(turn: &mut Turn, action: &Action, step: &mut Step, progress: &Progress) {
    let (success, result) = match action {
        Action::Finish { text, success } => (*success, text.clone()),
        Action::Fail { reason } => (false, reason.clone()),
        _ => return,
    };
    turn.enter(if success {
        TaskStatus::Completed
    } else {
        TaskStatus::Failed
    });
    if success {
        super::ledger::close(turn, progress);
    }
    turn.task.result = result;
    turn.task.sent = None;
    if let Some(plan) = turn.task.thinking.plan.as_mut().filter(|_| success) {
        // The look at the end has been taken.
        if plan.is_last() && !plan.is_done() {
            plan.carried_out(&progress.seen.screen);
        }
    }
    step.verdict = Some(Verdict {
        tier: if progress.done.judged { 3 } else { 1 },
        ..sure("the task ended here")
    });
}

pub(super) fn new_step(
    turn: &Turn,
    progress: &Progress,
    action: &Action,
    target: Option<&Node>,
    thought: String,
) -> Step {
    let url = progress.seen.screen.url.clone();
    Step {
        index: turn.next_index(),
        thought,
        action: action.clone(),
        target: target.map(TargetPrint::of),
        expected: verify::expect(action, target, &url),
        url,
        report: Report::default(),
        verdict: None,
        by: Maker::default(),
        plan_step: None,
        correction: None,
    }
}

pub(super) fn sure(reason: &str) -> Verdict {
    Verdict {
        met: true,
        confidence: 1.0,
        reason: reason.to_owned(),
        tier: 1,
        evidence: Vec::new(),
        proof: Proof::Expected,
    }
}
