//! From a proposed action to a decision on it.

use screen_agent_action::ask::{Decision, Proposal};
use screen_agent_action::expect::Expectation;
use screen_agent_action::{Action, ToolType, print};
use screen_agent_gate as gate;
use screen_agent_gate::approval::ApprovalRequest;
use screen_agent_gate::{Passed, Stopped};
use screen_agent_think::tries;

use crate::case::gate_case;
use crate::secrets;
use crate::task::{Complexity, Denied, Pending, Purpose, Task, Waiting};
use screen_agent_action::mask;
use screen_agent_action::status::MAX_STEPS;
use screen_agent_action::step::{Maker, Strategy, TargetPrint};
use screen_agent_gate::pass::{Proposed, Valid};
use screen_agent_gate::validate::validate;
use screen_agent_think::Judgement;
use screen_agent_think::{Critique, Topic};
use screen_agent_think::{plan, skill};
use screen_agent_words::quote::cut;

use crate::{correct, propose};

use super::ending::{Ending, Turn};
use super::round::{go_round, let_it_load};
use super::send::{Intent, send, target_print};
use super::{block, carry, chained, links, ponder, thought, tools};

/// How sure a model has to be that a task is done, and a critic of a yes. Facts §3.
const GOAL: f32 = 0.7;

/// Takes up what the person said yes to. A secret was not kept while they were asked, so then the
/// proposer is asked for the same again.
pub(super) fn resume(turn: &mut Turn, mut pending: Pending, held: Proposal) -> Ending {
    pending.done.criticised = true;
    let held_on = turn.task.held_on.take();
    match &held.decision {
        Decision::Act { action }
            if !mask::is_masked(action) && aimed_at(&pending, action) == held_on =>
        {
            act(turn, pending, held)
        }
        _ => super::proceed(turn, pending),
    }
}

/// What an action is aimed at on the screen, however it got its id.
fn aimed_at(pending: &Pending, action: &Action) -> Option<TargetPrint> {
    let node = pending.seen.screen.node(action.target()?)?;
    let selector = None;
    Some(TargetPrint {
        selector,
        ..target_print(node)
    })
}

/// The task is done, and this is what the person is told.
pub(super) fn conclude(turn: &mut Turn, mut pending: Pending, answer: String) -> Ending {
    let action = Action::Finish {
        text: Some(cut(&answer, 2_000)),
        success: true,
    };
    pending.done.criticised = true;
    let proposal = by_rule(&turn.task, action, cut(&answer, 500));
    let proposal = links::without_made_up(proposal, &turn.task, &pending);
    act(turn, pending, proposal)
}

/// A proposal of the turn's own.
pub(super) fn by_rule(task: &Task, action: Action, thought: String) -> Proposal {
    Proposal {
        by: Maker::Rule,
        prepares: true,
        notes: task.notes.clone(),
        ..Proposal::new(thought, Decision::Act { action })
    }
}

/// What a model proposes, as an action or a correction.
pub(super) fn proposed(turn: &mut Turn, mut pending: Pending, proposal: Proposal) -> Ending {
    let mut proposal = links::without_made_up(propose::bounded(proposal), &turn.task, &pending);
    proposal.by = Maker::Model;
    proposal.notes = turn.task.notes.clone();
    pending.done.criticised = false;
    let action = match &proposal.decision {
        Decision::Act { action } => action.clone(),
        Decision::Question { question, missing } => {
            let (question, missing) = (question.clone(), missing.clone());
            return turn.ask(pending, proposal.thought, question, missing);
        }
        Decision::GiveUp { reason } => {
            let reason = reason.clone();
            return turn.give_up(pending, reason);
        }
    };
    if let Some(why) = tries::refuses(&turn.task.steps, &pending.seen.screen, &action) {
        return turn.refuse(pending, action, why);
    }
    let proposal = correct::attributed(&turn.task, proposal);
    if let Some(why) = wants_another_plan(turn, &proposal) {
        return ponder::replan(turn, pending, why);
    }
    think_twice(turn, pending, proposal, &action)
}

/// A failure that is put right by other steps than planned: the plan is made anew first.
fn wants_another_plan(turn: &Turn, proposal: &Proposal) -> Option<String> {
    let correction = proposal.correction.as_ref()?;
    let thinking = &turn.task.thinking;
    let may = carry::may_replan(thinking.plan.as_ref(), thinking.plans);
    (may && correction.strategy == Strategy::UpdatePlan).then(|| correction.reason.clone())
}

/// Calling a task done is judged first, and what cannot be undone is thought about twice.
fn think_twice(
    turn: &mut Turn,
    mut pending: Pending,
    proposal: Proposal,
    action: &Action,
) -> Ending {
    let concludes = matches!(action, Action::Finish { success: true, .. });
    let doubtful =
        correct::must_verify_first(&turn.task) || turn.task.complexity == Complexity::Complex;
    if concludes && pending.done.not_done {
        let why =
            "it is not seen to be done; do something else first, or say that it fails".to_owned();
        return turn.refuse(pending, action.clone(), why);
    }
    if concludes && doubtful && !pending.done.judged {
        pending.done.judged = true;
        let claim = claim(action);
        let proposal = Box::new(proposal);
        pending.purpose = Some(Purpose::Finishing { proposal });
        return thought::ask(turn, pending, Topic::Judge { claim });
    }
    if !pending.done.criticised
        && correct::needs_critic(&turn.task, &pending.seen.screen, &proposal)
    {
        pending.done.criticised = true;
        let action = action.clone();
        let proposal = Box::new(proposal);
        pending.purpose = Some(Purpose::Considering { proposal });
        return thought::ask(turn, pending, Topic::Critique { action });
    }
    act(turn, pending, proposal)
}

fn claim(action: &Action) -> Option<String> {
    match action {
        Action::Finish { text, .. } => text.clone(),
        _ => None,
    }
}

/// A model has judged whether the task may be called done.
pub(super) fn finishing(
    turn: &mut Turn,
    mut pending: Pending,
    proposal: Proposal,
    judgement: &Judgement,
) -> Ending {
    if judgement.task_completed && judgement.confidence >= GOAL {
        pending.done.criticised = true;
        return act(turn, pending, proposal);
    }
    pending.done.not_done = true;
    let why = format!("it is not seen to be done: {}", cut(&judgement.reason, 200));
    refuse(turn, pending, proposal, why)
}

/// The last step of the plan only looks; a model has looked.
pub(super) fn plan_end(turn: &mut Turn, mut pending: Pending, judgement: Judgement) -> Ending {
    if judgement.task_completed && judgement.confidence >= GOAL {
        let answer = judgement.answer.filter(|answer| !answer.trim().is_empty());
        return conclude(turn, pending, answer.unwrap_or(judgement.reason));
    }
    pending.done.step_asked = true;
    // What a model says of it then is judged by its own words.
    pending.done.judged = false;
    thought::ask(turn, pending, Topic::Act)
}

/// A model has thought twice about a proposal.
pub(super) fn criticised(turn: &mut Turn, mut pending: Pending, critique: &Critique) -> Ending {
    let Some(Purpose::Considering { proposal }) = pending.purpose.take() else {
        return Ending::refused(crate::effect::Refusal::NotAsked);
    };
    if critique.approved {
        return act(turn, pending, *proposal);
    }
    let better = critique.suggestion.as_deref().unwrap_or_default();
    let why = format!("on second thoughts: {} {better}", critique.reason);
    pending.done.criticised = false;
    refuse(turn, pending, *proposal, cut(why.trim(), 300))
}

/// What should have been shown could not be: it is not done.
pub(super) fn not_shown(turn: &mut Turn, mut pending: Pending, proposal: Proposal) -> Ending {
    pending.done.not_done = true;
    refuse(
        turn,
        pending,
        proposal,
        "it could not be verified".to_owned(),
    )
}

fn refuse(turn: &mut Turn, pending: Pending, proposal: Proposal, why: String) -> Ending {
    match proposal.decision {
        Decision::Act { action } => turn.refuse(pending, action, why),
        Decision::Question { .. } | Decision::GiveUp { .. } => turn.again(pending, &why),
    }
}

/// Puts a proposed action through validate and gate.
pub(super) fn act(turn: &mut Turn, pending: Pending, proposal: Proposal) -> Ending {
    let proposal = unveiled(turn, &pending, proposal);
    let Decision::Act { action } = &proposal.decision else {
        return turn.again(pending, "it holds no action");
    };
    if turn.task.steps.len() >= MAX_STEPS {
        return turn.out_of_steps();
    }
    if action.tool_type() == ToolType::Server {
        return tools::inside(turn, pending, action.clone(), proposal.thought);
    }
    if let Some(why) = propose::too_early(&turn.task, action) {
        return turn.refuse(pending, action.clone(), why);
    }
    let concludes = matches!(action, Action::Finish { success: true, .. });
    if concludes && propose::may_settle(&turn.task, &pending.seen.screen) {
        return let_it_load(turn, pending);
    }
    if concludes && let Some(why) = block::stands(turn, &pending) {
        return turn.refuse(pending, action.clone(), why);
    }
    let recorded = match mask::typed_secret(action, &pending.seen.screen, &turn.task.steps) {
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
    let before = std::mem::take(&mut turn.task.held_parts);
    match through_gate(turn, &pending, valid) {
        Err(Stopped::Deny(denial)) => turn.refuse(pending, action, denial.why),
        Err(Stopped::Ask(_)) if proposal.learned => turn.refuse(pending, action, of_a_stranger()),
        Ok(passed) if proposal.learned && passed.allowance.basis != gate::Basis::Harmless => {
            turn.refuse(pending, action, of_a_stranger())
        }
        Err(Stopped::Ask(request)) if was_denied(turn, &pending, &action, &request) => {
            let why = "the person said no to it".to_owned();
            turn.refuse(pending, action, why)
        }
        Err(Stopped::Ask(mut request)) => {
            let case = gate_case(&action, &turn.task, &pending.seen, None);
            let now = gate::parts(&case);
            if pending.approved.is_some() {
                let changed = gate::changed(&before, &now);
                let what = changed.map_or_else(String::new, |what| format!(": {what}"));
                request.text = format!("The page has changed since{what}. {}", request.text);
            }
            turn.task.held_parts = now;
            hold(turn, pending, proposal, &action, *request)
        }
        Ok(passed) => {
            let chain = chained::of(turn, &pending, &proposal, &action);
            let intent = Intent {
                scroll_reason: None,
                plan_step: plan_step(turn, &proposal, &action),
                expected: look_ahead(turn, &proposal),
                thought: proposal.thought,
                by: proposal.by,
                correction: proposal.correction,
            };
            match chain {
                Some(chain) => chained::send(turn, pending, chain, intent),
                None => send(turn, pending, passed, intent),
            }
        }
    }
}

/// A fix that was learned on a page may do what is harmless; for anything else it is nobody's order.
fn of_a_stranger() -> String {
    "what was learned on a page is not used for something of consequence".to_owned()
}

/// What the proposal expects, and what the plan's next step will need to see.
fn look_ahead(turn: &Turn, proposal: &Proposal) -> Option<Expectation> {
    let plan = turn.task.thinking.plan.as_ref();
    let goal = plan
        .filter(|_| !proposal.prepares)
        .and_then(plan::Plan::next_goal);
    let Some(goal) = goal else {
        return proposal.expected.clone();
    };
    let mut expected = proposal.expected.clone().unwrap_or_default();
    expected.next_goal.get_or_insert(goal);
    Some(expected)
}

/// What a model was not told is put in the place of what stood for it.
fn unveiled(turn: &Turn, pending: &Pending, mut proposal: Proposal) -> Proposal {
    if proposal.by != Maker::Model {
        return proposal;
    }
    let veil = secrets::of(&turn.task, &pending.seen);
    if let Decision::Act { action } = proposal.decision {
        proposal.decision = Decision::Act {
            action: mask::reveal(&veil, action),
        };
    }
    for link in &mut proposal.chain {
        link.action = mask::reveal(&veil, link.action.clone());
    }
    proposal
}

/// Which step of the plan the action carries out, if it does not only prepare for it.
fn plan_step(turn: &Turn, proposal: &Proposal, action: &Action) -> Option<u16> {
    let plan = turn.task.thinking.plan.as_ref()?;
    let step = plan.step()?;
    let carries_out = !proposal.prepares && plan::fulfils(step, action);
    carries_out.then(|| u16::try_from(plan.current).unwrap_or(u16::MAX))
}

pub(super) fn through_gate(
    turn: &Turn,
    pending: &Pending,
    valid: Valid,
) -> Result<Passed, Stopped> {
    let action = valid.action().clone();
    let approved = pending.approved.as_ref();
    let case = gate_case(&action, &turn.task, &pending.seen, approved);
    gate::pass(valid, &case)
}

/// A no holds for the same thing, whatever id its control has by now, until the person speaks.
pub(super) fn remember_no(
    turn: &mut Turn,
    pending: &Pending,
    action: &Action,
    request: &ApprovalRequest,
) {
    let denied = as_denied(pending, action, request);
    if !turn.task.denied.contains(&denied) {
        turn.task.denied.push(denied);
    }
}

pub(super) fn was_denied(
    turn: &Turn,
    pending: &Pending,
    action: &Action,
    request: &ApprovalRequest,
) -> bool {
    let asked = as_denied(pending, action, request);
    turn.task.denied.contains(&asked)
}

fn as_denied(pending: &Pending, action: &Action, request: &ApprovalRequest) -> Denied {
    let target = action.target().and_then(|id| pending.seen.screen.node(id));
    let print = target.map(target_print);
    Denied {
        reason: request.reason,
        origin: request.origin.clone(),
        shape: skill::shape(action, print.as_ref()),
    }
}

/// Keeps the proposal until the person answers, without the secret that it may hold.
pub(super) fn hold(
    turn: &mut Turn,
    pending: Pending,
    mut proposal: Proposal,
    action: &Action,
    mut request: ApprovalRequest,
) -> Ending {
    proposal.chain.clear();
    if let Some(secret) = mask::typed_secret(action, &pending.seen.screen, &turn.task.steps) {
        let masked = mask::masked(action);
        request.action = print(&masked);
        proposal.thought = screen_agent_words::secret::hide(&proposal.thought, &secret);
        proposal.expected = None;
        proposal.correction = None;
        proposal.decision = Decision::Act { action: masked };
    }
    let veil = secrets::of(&turn.task, &pending.seen);
    if veil.holds(&request.action) {
        // Nothing of it is kept that could be done without being proposed anew.
        let reason = veil.hide(&proposal.thought);
        proposal = Proposal::new(reason.clone(), Decision::GiveUp { reason });
    }
    request.action = veil.hide(&request.action);
    request.text = veil.hide(&request.text);
    let thought = proposal.thought.clone();
    turn.task.held = Some(Box::new(proposal));
    turn.task.held_on = aimed_at(&pending, action);
    turn.wait(pending, thought, Waiting::Approval(request))
}
