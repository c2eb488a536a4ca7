//! From a proposed action to a decision on it.

use crate::action::{Action, ToolType, print};
use crate::approval::ApprovalRequest;
use crate::ask::{Decision, Proposal};
use crate::gate::{self, GateCase, Passed, Stopped};
use crate::mask;
use crate::pass::{Proposed, Valid};
use crate::step::{Report, Step};
use crate::task::{MAX_STEPS, Pending, Waiting};
use crate::validate::validate;
use crate::{propose, serve};

use super::ending::{Ending, Turn};
use super::round::{go_round, let_it_load};
use super::send::{Intent, new_step, send, sure};

/// Most actions inside the server in one turn.
const SERVED: u8 = 5;

/// Takes up what the person said yes to. A secret was not kept while they were asked, so then the
/// proposer is asked for the same again.
pub(super) fn resume(turn: &mut Turn, pending: Pending, held: Proposal) -> Ending {
    match &held.decision {
        Decision::Act { action } if !mask::is_masked(action) => act(turn, pending, held),
        _ => Ending::Propose(Box::new(pending)),
    }
}

/// Puts a proposed action through validate and gate.
pub(super) fn act(turn: &mut Turn, pending: Pending, proposal: Proposal) -> Ending {
    let Decision::Act { action } = &proposal.decision else {
        return turn.again(pending, "it holds no action");
    };
    if turn.task.steps.len() >= MAX_STEPS {
        return turn.out_of_steps();
    }
    if action.tool_type() == ToolType::Server {
        return inside(turn, pending, action.clone(), proposal.thought);
    }
    if let Some(why) = propose::too_early(&turn.task, action) {
        return turn.refuse(pending, action.clone(), why);
    }
    let concludes = matches!(action, Action::Finish { success: true, .. });
    if concludes && propose::may_settle(&turn.task, &pending.seen.screen) {
        return let_it_load(turn, pending);
    }
    let recorded = match mask::typed_secret(action, &pending.seen.screen, &turn.task) {
        Some(_) => mask::masked(action),
        None => action.clone(),
    };
    if let Some(why) = propose::done_already(&turn.task, &recorded) {
        return turn.refuse(pending, action.clone(), why);
    }
    match validate(Proposed(action.clone()), &pending.seen.screen) {
        Ok(valid) => pass(turn, pending, valid, proposal),
        Err(invalid) => go_round(turn, pending, action.clone(), &invalid),
    }
}

fn pass(turn: &mut Turn, pending: Pending, valid: Valid, proposal: Proposal) -> Ending {
    let action = valid.action().clone();
    match through_gate(turn, &pending, valid) {
        Err(Stopped::Deny(denial)) => turn.refuse(pending, action, denial.why),
        Err(Stopped::Ask(request)) => hold(turn, pending, proposal, &action, *request),
        Ok(passed) => {
            let intent = Intent {
                thought: proposal.thought,
                expected: proposal.expected,
                scroll_reason: None,
            };
            send(turn, pending, passed, intent)
        }
    }
}

pub(super) fn through_gate(
    turn: &Turn,
    pending: &Pending,
    valid: Valid,
) -> Result<Passed, Stopped> {
    let action = valid.action().clone();
    let approved = pending.approved.as_ref();
    let case = GateCase::new(&action, &turn.task, &pending.seen, approved);
    gate::pass(valid, &case)
}

/// Keeps the proposal until the person answers, without the secret that it may hold.
pub(super) fn hold(
    turn: &mut Turn,
    pending: Pending,
    mut proposal: Proposal,
    action: &Action,
    mut request: ApprovalRequest,
) -> Ending {
    if let Some(secret) = mask::typed_secret(action, &pending.seen.screen, &turn.task) {
        let masked = mask::masked(action);
        request.action = print(&masked);
        proposal.thought = mask::hide(&proposal.thought, &secret);
        proposal.expected = None;
        proposal.decision = Decision::Act { action: masked };
    }
    let thought = proposal.thought.clone();
    turn.task.held = Some(Box::new(proposal));
    turn.wait(pending, thought, Waiting::Approval(request))
}

/// Does an action inside the server and asks for the next.
fn inside(turn: &mut Turn, mut pending: Pending, action: Action, thought: String) -> Ending {
    if pending.served >= SERVED {
        let why = format!("more than {SERVED} actions inside the server in one turn");
        return turn.refuse(pending, action, why);
    }
    match serve::serve(&action, &mut turn.task.memory) {
        Err(why) => turn.refuse(pending, action, why),
        Ok(told) => {
            pending.served += 1;
            let report = Report {
                success: Some(true),
                state: Some(told),
                ..Report::default()
            };
            let step = Step {
                report,
                verdict: Some(sure("done inside the server")),
                ..new_step(turn, &pending, &action, None, thought)
            };
            turn.record(step);
            Ending::Propose(Box::new(pending))
        }
    }
}
