//! From a proposed action to what the client is sent.

use screen_agent_page::Node;

use crate::action::{Action, ToolType, print};
use crate::approval::{ApprovalRequest, AskReason};
use crate::ask::{Decision, Proposal};
use crate::effect::{Effect, Reply};
use crate::expect::Expectation;
use crate::gate::{self, GateCase, Passed, Stopped};
use crate::guidance::{self, WayRound};
use crate::mask;
use crate::pass::{Allowed, Proposed, Valid};
use crate::step::{Report, Step, TargetPrint, Verdict};
use crate::task::{MAX_STEPS, Pending, TaskStatus, Waiting};
use crate::validate::{Invalid, validate};
use crate::{propose, serve, verify};

use super::ending::{Ending, Turn, remember};

/// Most actions inside the server in one turn.
const SERVED: u8 = 5;

/// Why something is done and what should come of it.
#[derive(Clone, Debug, Default)]
struct Intent {
    thought: String,
    expected: Option<Expectation>,
    scroll_reason: Option<String>,
}

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
    match validate(Proposed(action.clone()), &pending.seen.screen) {
        Ok(valid) => pass(turn, pending, valid, proposal),
        Err(invalid) => go_round(turn, pending, action.clone(), &invalid),
    }
}

fn pass(turn: &mut Turn, pending: Pending, valid: Valid, proposal: Proposal) -> Ending {
    let action = valid.action().clone();
    match through_gate(turn, &pending, valid) {
        Err(Stopped::Deny(denial)) => turn.refuse(pending, action, denial.why),
        Err(Stopped::Ask(request)) => hold(turn, pending, proposal, &action, request),
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

fn through_gate(turn: &Turn, pending: &Pending, valid: Valid) -> Result<Passed, Stopped> {
    let action = valid.action().clone();
    let approved = pending.approved.as_ref();
    let case = GateCase::new(&action, &turn.task, &pending.seen, approved);
    gate::pass(valid, &case)
}

/// Keeps the proposal until the person answers, without the secret that it may hold.
fn hold(
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

/// Takes the first way round that needs nobody's yes, as a step of its own; else asks for the first
/// that does.
fn go_round(turn: &mut Turn, pending: Pending, action: Action, invalid: &Invalid) -> Ending {
    let mut asked = None;
    for way in guidance::ways_round(invalid, &pending.seen.screen, &turn.task) {
        let Ok(valid) = validate(Proposed(way.action.clone()), &pending.seen.screen) else {
            continue;
        };
        match through_gate(turn, &pending, valid) {
            Ok(passed) => {
                let intent = Intent {
                    thought: way.thought,
                    expected: None,
                    scroll_reason: way.scroll_reason,
                };
                return send(turn, pending, passed, intent);
            }
            Err(Stopped::Ask(request)) if asked.is_none() => asked = Some((way, request)),
            Err(_) => {}
        }
    }
    match asked {
        Some((way, request)) => ask_for_way(turn, pending, way, request),
        None => turn.refuse(pending, action, invalid.why()),
    }
}

fn ask_for_way(
    turn: &mut Turn,
    pending: Pending,
    way: WayRound,
    request: ApprovalRequest,
) -> Ending {
    let proposal = Proposal {
        thought: way.thought,
        decision: Decision::Act {
            action: way.action.clone(),
        },
        expected: None,
        notes: turn.task.notes.clone(),
    };
    hold(turn, pending, proposal, &way.action, request)
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

/// Ends the task without success.
pub(super) fn give_up(turn: &mut Turn, pending: Pending, reason: String) -> Ending {
    let intent = Intent {
        thought: reason.clone(),
        ..Intent::default()
    };
    deliver(turn, pending, Allowed::giving_up(reason), intent)
}

/// Records what lets the action through, and sends it.
fn send(turn: &mut Turn, pending: Pending, passed: Passed, intent: Intent) -> Ending {
    let Passed { allowed, allowance } = passed;
    if let Some(request) = &allowance.request {
        follow(turn, allowed.action(), request);
    }
    let index = turn.next_index();
    let ending = deliver(turn, pending, allowed, intent);
    if let Some(mut request) = allowance.request {
        let step = turn.task.steps.last();
        if let Some(masked) = step
            .map(|step| &step.action)
            .filter(|action| mask::is_masked(action))
        {
            request.action = print(masked);
        }
        turn.effects.push(Effect::RecordApproval { index, request });
    }
    ending
}

/// The task is on every site that the person's words or their yes led to.
fn follow(turn: &mut Turn, action: &Action, request: &ApprovalRequest) {
    let looks = matches!(action, Action::Screenshot { .. } | Action::GeneratePdf);
    if request.reason == AskReason::LeavesSite && !looks {
        turn.task.origins.insert(request.origin.clone());
    }
}

/// Records the step and sends the action. What is recorded holds no secret; what is sent must.
fn deliver(turn: &mut Turn, pending: Pending, allowed: Allowed, intent: Intent) -> Ending {
    let action = allowed.action();
    let secret = mask::typed_secret(action, &pending.seen.screen, &turn.task);
    let thought = match &secret {
        Some(secret) => mask::hide(&intent.thought, secret),
        None => intent.thought,
    };
    let mut step = new_step(turn, &pending, action, allowed.target(), thought.clone());
    step.expected = verify::merge(step.expected, intent.expected);
    if let Some(secret) = &secret {
        step.expected = mask::hide_expected(step.expected, secret);
        step.action = mask::masked(action);
    }
    if action.is_terminal() {
        end_task(turn, action, &mut step);
    } else {
        turn.enter(TaskStatus::Executing);
        remember(&mut turn.task, &pending.seen.screen);
    }
    if turn.task.steps.len() < MAX_STEPS {
        turn.record(step);
    }
    Ending::reply(Reply::Act {
        thought,
        action: allowed,
        verdict: pending.verdict,
        scroll_reason: intent.scroll_reason,
    })
}

fn end_task(turn: &mut Turn, action: &Action, step: &mut Step) {
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
    turn.task.result = result;
    turn.task.waiting = None;
    turn.task.held = None;
    turn.task.before = None;
    step.verdict = Some(sure("the task ended here"));
}

fn new_step(
    turn: &Turn,
    pending: &Pending,
    action: &Action,
    target: Option<&Node>,
    thought: String,
) -> Step {
    let url = pending.seen.screen.url.clone();
    Step {
        index: turn.next_index(),
        thought,
        action: action.clone(),
        target: target.map(target_print),
        expected: verify::expect(action, target, &url),
        url,
        report: Report::default(),
        verdict: None,
    }
}

fn target_print(node: &Node) -> TargetPrint {
    TargetPrint {
        role: node.role.code().to_owned(),
        name: node.name.clone(),
        selector: node.facts.selector.clone(),
    }
}

fn sure(reason: &str) -> Verdict {
    Verdict {
        met: true,
        confidence: 1.0,
        reason: reason.to_owned(),
        tier: 1,
        evidence: Vec::new(),
    }
}
