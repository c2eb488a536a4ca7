//! From a proposed action to a decision on it.

use screen_agent_action::ask::{Decision, Proposal, SAID_NO};
use screen_agent_action::expect::Expectation;
use screen_agent_action::{Action, ActionFamily, ToolType, mask, print};
use screen_agent_gate as gate;
use screen_agent_gate::approval::ApprovalRequest;
use screen_agent_gate::{Passed, Stopped};
use screen_agent_think::{Critique, Judgement, plan, skill, tries};

use crate::case::gate_case;
use crate::open_question::{Held, OpenQuestion};
use crate::phase::{About, Progress};
use crate::task::{Complexity, Denied, Task};
use crate::{correct, propose, secrets};
use screen_agent_action::status::MAX_STEPS;
use screen_agent_action::step::{Maker, Strategy, TargetPrint};
use screen_agent_gate::stage::{ProposedAction, ValidAction};
use screen_agent_gate::validate::validate;
use screen_agent_think::knowledge::{Passage, cited};
use screen_agent_words::quote::cut;
use screen_agent_words::secrets::placeholders;

use super::ending::{Ending, Turn};
use super::obstacle::{self, get_past, let_it_load, look_again};
use super::send::{Intent, send};
use super::{blocked, chain, ledger, links, models, question, reasoning, server_actions};

/// How sure a model has to be that a task is done, and a critic of a yes. Facts §3.
const GOAL: f32 = 0.7;

/// Takes up what the person said yes to. A secret was not kept while they were asked, so then the
/// proposer is asked for the same again.
pub(super) fn resume(turn: &mut Turn, mut progress: Progress, held: Held) -> Ending {
    progress.done.criticised = true;
    progress.approved_parts = held.parts;
    let still =
        |action: &Action| !mask::is_masked(action) && aimed_at(&progress, action) == held.on;
    if held.proposal.decision.action().is_some_and(still) {
        return act(turn, progress, held.proposal);
    }
    super::proceed(turn, progress)
}

/// What an action is aimed at on the screen, however it got its id.
pub(super) fn aimed_at(progress: &Progress, action: &Action) -> Option<TargetPrint> {
    let node = progress.seen.screen.node(action.target()?)?;
    let selector = None;
    Some(TargetPrint {
        selector,
        ..TargetPrint::of(node)
    })
}

/// The task is done, and this is what the person is told.
pub(super) fn conclude(turn: &mut Turn, mut progress: Progress, answer: String) -> Ending {
    let answer = cited(&answer, known(&progress));
    let action = Action::Finish {
        text: Some(cut(&answer, 2_000)),
        success: true,
    };
    progress.done.criticised = true;
    let proposal = by_rule(&turn.task, action, cut(&answer, 500));
    let proposal = links::without_made_up(proposal, &turn.task, &progress);
    act(turn, progress, proposal)
}

/// What the organisation's documents say, as far as it was recalled.
fn known(progress: &Progress) -> &[Passage] {
    let recalled = progress.recalled.as_ref();
    recalled
        .map(|recalled| recalled.knowledge.as_slice())
        .unwrap_or_default()
}

/// An end whose words name the documents that they rest on.
fn naming_documents(mut proposal: Proposal, progress: &Progress) -> Proposal {
    if let Decision::Act {
        action: Action::Finish {
            text: Some(text), ..
        },
    } = &mut proposal.decision
    {
        *text = cited(text, known(progress));
    }
    proposal
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
pub(super) fn proposed(turn: &mut Turn, mut progress: Progress, proposal: Proposal) -> Ending {
    let proposal = naming_documents(propose::bounded(proposal), &progress);
    let mut proposal = links::without_made_up(proposal, &turn.task, &progress);
    proposal.by = Maker::Model;
    proposal.notes = turn.task.notes.clone();
    progress.done.criticised = false;
    let action = match &proposal.decision {
        Decision::Act { action } => action.clone(),
        Decision::Question { question, missing } => {
            let (question, missing) = (question.clone(), missing.clone());
            return turn.ask(progress, proposal.thought, (question, missing), Vec::new());
        }
        Decision::GiveUp { reason } => {
            let reason = reason.clone();
            return turn.give_up(progress, reason);
        }
    };
    if let Some(why) = tries::refuses(&turn.task.steps, &progress.seen.screen, &action) {
        return turn.refuse(progress, action, why);
    }
    let proposal = correct::attributed(&turn.task, proposal);
    if let Some(why) = wants_another_plan(turn, &proposal) {
        return reasoning::replan(turn, progress, why);
    }
    think_twice(turn, progress, proposal, &action)
}

/// A failure that is put right by other steps than planned: the plan is made anew first.
fn wants_another_plan(turn: &Turn, proposal: &Proposal) -> Option<String> {
    let correction = proposal.correction.as_ref()?;
    let thinking = &turn.task.thinking;
    let may = models::may_replan(thinking.plan.as_ref(), thinking.plans);
    (may && correction.strategy == Strategy::UpdatePlan).then(|| correction.reason.clone())
}

/// Calling a task done is judged first, and what cannot be undone is thought about twice.
fn think_twice(
    turn: &mut Turn,
    mut progress: Progress,
    proposal: Proposal,
    action: &Action,
) -> Ending {
    let concludes = matches!(action, Action::Finish { success: true, .. });
    let doubtful =
        correct::must_verify_first(&turn.task) || turn.task.complexity == Complexity::Complex;
    if concludes && progress.done.not_done {
        let why =
            "it is not seen to be done; do something else first, or say that it fails".to_owned();
        return turn.refuse(progress, action.clone(), why);
    }
    if concludes && propose::may_settle(&turn.task, &progress.seen.screen) {
        return let_it_load(turn, progress);
    }
    if concludes && doubtful && !progress.done.judged {
        progress.done.judged = true;
        let proposal = Box::new(proposal);
        return question::ask(turn, progress, About::Finishing { proposal });
    }
    if !progress.done.criticised
        && correct::needs_critic(&turn.task, &progress.seen.screen, &proposal)
    {
        progress.done.criticised = true;
        let about = About::Considering {
            action: action.clone(),
            proposal: Box::new(proposal),
        };
        return question::ask(turn, progress, about);
    }
    act(turn, progress, proposal)
}

/// A model has judged whether the task may be called done.
pub(super) fn finishing(
    turn: &mut Turn,
    mut progress: Progress,
    proposal: Proposal,
    judgement: &Judgement,
) -> Ending {
    if judgement.task_completed && judgement.confidence >= GOAL {
        progress.done.criticised = true;
        return act(turn, progress, proposal);
    }
    turn.task.thinking.not_done = Some(judgement.reason.clone());
    if let Some(way) = obstacle::towards(&turn.task, &progress.seen.screen, judgement.need) {
        return obstacle::show(turn, progress, way);
    }
    progress.done.not_done = true;
    if proposal.by == Maker::Engine {
        turn.task.thinking.taken_over = true;
    }
    if !just_waited(&turn.task) {
        return look_again(turn, progress, NOT_SEEN_YET);
    }
    if proposal.by == Maker::Engine {
        return models::carry_on(turn, progress);
    }
    let why = format!("it is not seen to be done: {}", cut(&judgement.reason, 200));
    refuse(turn, progress, proposal, why)
}

/// What is to be done instead is asked of what the page shows by then: it may have been slow.
const NOT_SEEN_YET: &str = "It is not seen to be done yet; I look again.";

fn just_waited(task: &Task) -> bool {
    let last = task.steps.last();
    last.is_none_or(|step| step.action.family() == ActionFamily::Pause)
}

/// The last step of the plan only looks; a model has looked.
pub(super) fn plan_end(turn: &mut Turn, mut progress: Progress, judgement: Judgement) -> Ending {
    if judgement.task_completed && judgement.confidence >= GOAL {
        let answer = judgement.answer.filter(|answer| !answer.trim().is_empty());
        return conclude(turn, progress, answer.unwrap_or(judgement.reason));
    }
    if let Some(way) = obstacle::towards(&turn.task, &progress.seen.screen, judgement.need) {
        let ending = obstacle::show(turn, progress, way);
        // The same is asked of the next look.
        turn.begin_step();
        return ending;
    }
    progress.done.step_asked = true;
    turn.task.thinking.not_done = Some(judgement.reason);
    if !just_waited(&turn.task) {
        return look_again(turn, progress, NOT_SEEN_YET);
    }
    // What a model says of it then is judged by its own words.
    progress.done.judged = false;
    question::ask(turn, progress, About::Act)
}

/// A model has thought twice about a proposal.
pub(super) fn criticised(
    turn: &mut Turn,
    mut progress: Progress,
    proposal: Proposal,
    critique: &Critique,
) -> Ending {
    if critique.approved {
        return act(turn, progress, proposal);
    }
    let better = critique.suggestion.as_deref().unwrap_or_default();
    let why = format!("on second thoughts: {} {better}", critique.reason);
    progress.done.criticised = false;
    refuse(turn, progress, proposal, cut(why.trim(), 300))
}

/// What should have been shown could not be: it is not done.
pub(super) fn not_shown(turn: &mut Turn, mut progress: Progress, proposal: Proposal) -> Ending {
    progress.done.not_done = true;
    refuse(
        turn,
        progress,
        proposal,
        "it could not be verified".to_owned(),
    )
}

fn refuse(turn: &mut Turn, progress: Progress, proposal: Proposal, why: String) -> Ending {
    match proposal.decision {
        Decision::Act { action } => turn.refuse(progress, action, why),
        Decision::Question { .. } | Decision::GiveUp { .. } => turn.again(progress, &why),
    }
}

/// Puts a proposed action through validate and gate.
pub(super) fn act(turn: &mut Turn, progress: Progress, proposal: Proposal) -> Ending {
    let proposal = with_secrets(turn, &progress, proposal);
    let Decision::Act { action } = &proposal.decision else {
        return turn.again(progress, "it holds no action");
    };
    if turn.task.steps.len() >= MAX_STEPS {
        return turn.out_of_steps();
    }
    if let Some(name) = stands_for_nothing(&turn.task, action) {
        let why = format!("{name} stands for no value that the person gave");
        return turn.refuse(progress, action.clone(), why);
    }
    if action.tool_type() == ToolType::Server {
        return server_actions::inside(turn, progress, action.clone(), proposal.thought);
    }
    let concludes = matches!(action, Action::Finish { success: true, .. });
    let early = match proposal.by {
        Maker::Engine if concludes && !turn.task.ledger.is_empty() => ledger::forbids(&turn.task),
        Maker::Engine | Maker::Model | Maker::Rule => propose::too_early(&turn.task, action),
    };
    if let Some(why) = early {
        return turn.refuse(progress, action.clone(), why);
    }
    if concludes && propose::may_settle(&turn.task, &progress.seen.screen) {
        return let_it_load(turn, progress);
    }
    if concludes && let Some(why) = blocked::stands(turn, &progress) {
        return turn.refuse(progress, action.clone(), why);
    }
    let recorded = match mask::typed_secret(action, &progress.seen.screen, &turn.task.steps) {
        Some(_) => mask::masked(action),
        None => action.clone(),
    };
    if let Some(why) = propose::done_already(&turn.task, &recorded) {
        return turn.refuse(progress, action.clone(), why);
    }
    match validate(ProposedAction(action.clone()), &progress.seen.screen) {
        Ok(valid) => decide(turn, progress, valid, proposal),
        Err(invalid) => get_past(turn, progress, action.clone(), &invalid),
    }
}

fn decide(turn: &mut Turn, progress: Progress, valid: ValidAction, proposal: Proposal) -> Ending {
    let action = valid.action().clone();
    match through_gate(turn, &progress, valid) {
        Err(Stopped::Deny(denial)) => turn.refuse(progress, action, denial.why),
        Err(Stopped::Ask(_)) if proposal.learned => turn.refuse(progress, action, of_a_stranger()),
        Ok(passed) if proposal.learned && passed.allowance.basis != gate::Basis::Harmless => {
            turn.refuse(progress, action, of_a_stranger())
        }
        Err(Stopped::Ask(request)) if was_denied(turn, &progress, &action, &request) => {
            let why = SAID_NO.to_owned();
            turn.refuse(progress, action, why)
        }
        Err(Stopped::Ask(mut request)) => {
            let case = gate_case(&action, &turn.task, &progress.seen, None);
            let now = gate::parts(&case);
            if progress.approved.is_some() {
                let changed = gate::changed(&progress.approved_parts, &now);
                let what = changed.map_or_else(String::new, |what| format!(": {what}"));
                request.text = format!("The page has changed since{what}. {}", request.text);
            }
            let held = Held {
                on: aimed_at(&progress, &action),
                proposal,
                parts: now,
            };
            hold(turn, progress, held, &action, *request)
        }
        Ok(passed) => {
            let chain = chain::of(turn, &progress, &proposal, &action);
            let intent = Intent {
                scroll_reason: None,
                plan_step: plan_step(turn, &progress, &proposal, &action),
                expected: look_ahead(turn, &proposal),
                thought: proposal.thought,
                by: proposal.by,
                correction: proposal.correction,
            };
            match chain {
                Some(chain) => chain::send(turn, progress, chain, intent),
                None => send(turn, progress, passed, intent),
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

/// What a model was not told is put in the place of what stands for it, whoever decided: the steps of a plan that the
/// engine carries out are a model's words, too.
fn with_secrets(turn: &Turn, progress: &Progress, mut proposal: Proposal) -> Proposal {
    let secrets = secrets::of(&turn.task, &progress.seen);
    if let Decision::Act { action } = proposal.decision {
        proposal.decision = Decision::Act {
            action: mask::reveal(&secrets, action),
        };
    }
    for link in &mut proposal.chain {
        link.action = mask::reveal(&secrets, link.action.clone());
    }
    proposal
}

/// What would be typed as it stands though a value was meant, unless the person wrote it so themselves.
pub(super) fn stands_for_nothing<'a>(task: &Task, action: &'a Action) -> Option<&'a str> {
    let text = action.typed()?;
    let said = task.words();
    placeholders(text).find(|name| !said.contains(name))
}

/// Which step of the plan the action carries out, if it does not only prepare for it.
fn plan_step(
    turn: &Turn,
    progress: &Progress,
    proposal: &Proposal,
    action: &Action,
) -> Option<u16> {
    let plan = turn.task.thinking.plan.as_ref()?;
    let target = action.target().and_then(|id| progress.seen.screen.node(id));
    // The engine is asked for the present step, and models for what comes next.
    let at = match proposal.by {
        _ if proposal.prepares => None,
        Maker::Model => plan.carried_out_by(action, target),
        Maker::Engine | Maker::Rule => plan.fulfilled_by(action, target),
    };
    at.and_then(|at| u16::try_from(at).ok())
}

pub(super) fn through_gate(
    turn: &Turn,
    progress: &Progress,
    valid: ValidAction,
) -> Result<Passed, Stopped> {
    let action = valid.action().clone();
    let approved = progress.approved.as_ref();
    let case = gate_case(&action, &turn.task, &progress.seen, approved);
    gate::allow(valid, &case)
}

/// A no holds for the same thing, whatever id its control has by now, until the person speaks.
pub(super) fn remember_no(
    turn: &mut Turn,
    progress: &Progress,
    action: &Action,
    request: &ApprovalRequest,
) {
    turn.deny(as_denied(progress, action, request));
}

pub(super) fn was_denied(
    turn: &Turn,
    progress: &Progress,
    action: &Action,
    request: &ApprovalRequest,
) -> bool {
    let asked = as_denied(progress, action, request);
    turn.task.denied.contains(&asked)
}

fn as_denied(progress: &Progress, action: &Action, request: &ApprovalRequest) -> Denied {
    let target = action.target().and_then(|id| progress.seen.screen.node(id));
    let print = target.map(TargetPrint::of);
    Denied {
        reason: request.reason,
        origin: request.origin.clone(),
        shape: skill::shape(action, print.as_ref()),
    }
}

/// Keeps the proposal until the person answers, without the secret that it may hold.
pub(super) fn hold(
    turn: &mut Turn,
    progress: Progress,
    mut held: Held,
    action: &Action,
    mut request: ApprovalRequest,
) -> Ending {
    let proposal = &mut held.proposal;
    proposal.chain.clear();
    if let Some(secret) = mask::typed_secret(action, &progress.seen.screen, &turn.task.steps) {
        let masked = mask::masked(action);
        request.action = print(&masked);
        proposal.thought = screen_agent_words::secret::hide(&proposal.thought, &secret);
        proposal.expected = None;
        proposal.correction = None;
        proposal.decision = Decision::Act { action: masked };
    }
    let secrets = secrets::of(&turn.task, &progress.seen);
    if secrets.holds(&request.action) {
        // Nothing of it is kept that could be done without being proposed anew.
        let reason = secrets.hide(&proposal.thought);
        *proposal = Proposal::new(reason.clone(), Decision::GiveUp { reason });
    }
    request.action = secrets.hide(&request.action);
    request.text = secrets.hide(&request.text);
    let thought = proposal.thought.clone();
    let held = Some(Box::new(held));
    turn.wait(progress, thought, OpenQuestion::Approval { request, held })
}
