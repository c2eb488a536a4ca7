//! From the kernel's reply to what a client is told.

use screen_agent_action as action;
use screen_agent_action::ask::OfferedAnswer;
use screen_agent_action::expect::{Expectation, ExpectedChange, NextGoal, OutcomeKind};
use screen_agent_action::id::SessionId;
use screen_agent_action::ledger::{Clause, Standing};
use screen_agent_action::status::TaskStatus;
use screen_agent_action::step::{Maker, Step, Verdict};
use screen_agent_action::{Action, ActionFamily, ToolType};
use screen_agent_gate::approval::ApprovalRequest;
use screen_agent_gate::chain::Chain;
use screen_agent_gate::stage::AllowedAction;
use screen_agent_page::{DomMode, State};
use screen_agent_think::reason::{Analysis, Evidence};
use screen_agent_turn::next::{Refusal, Reply};
use screen_agent_turn::task::{Task, TaskType};

use super::blocker::BlockerInfo;
use super::chain;
use super::details::{action_details, tool_action};
use super::plan::WirePlan;
use super::report::ElementId;
use super::request::WireDomMode;
use super::response::{
    AttributeChange, CorrectionInfo, ExpectedDomChanges, ExpectedOutcome, InteractData,
    InteractStatus, MemoryResult, QuestionContext, ReasoningEvidence, ReasoningInfo, StepCounts,
    ToolAction, VerificationInfo, WireApprovalRequest, WireClause, WireNextGoal, WireOffer,
    WireStanding, WireTaskType, WireToolType,
};
use super::task::TimelineStep;
use crate::alike::alike;

impl InteractData {
    /// Words a reply for the wire. `task` is the task after the turn. A refusal is no answer but
    /// an error, and comes back as such.
    pub fn from_reply(reply: &Reply, task: &Task, session: SessionId) -> Result<Self, Refusal> {
        let mut data = Self::about(task, session);
        match reply {
            Reply::Act {
                thought,
                action,
                verdict,
                scroll_reason,
            } => {
                data.say(thought, verdict.as_ref());
                data.act(action, action::print(action.action()), task);
                if let Some(reason) = scroll_reason {
                    data.status = InteractStatus::NeedsScroll;
                    data.scroll_reason = Some(reason.clone());
                    data.retry_after_scroll = Some(true);
                }
            }
            Reply::Chain {
                thought,
                chain,
                verdict,
            } => {
                data.say(thought, verdict.as_ref());
                data.chain(chain, task);
            }
            Reply::Question {
                thought,
                question,
                missing,
                offers,
                blocker,
                verdict,
            } => {
                data.say(thought, verdict.as_ref());
                data.ask(thought, question, missing.clone(), task);
                data.offers = (!offers.is_empty()).then(|| offers.iter().map(Into::into).collect());
                data.blocker_info = blocker
                    .as_deref()
                    .map(|blocker| BlockerInfo::new(blocker, step_number(task.steps.len())));
            }
            Reply::Approval {
                thought,
                request,
                verdict,
            } => {
                data.say(thought, verdict.as_ref());
                data.ask(thought, &request.text, Vec::new(), task);
                data.approval = Some(request.into());
            }
            Reply::NeedsContext {
                mode,
                screenshot,
                skeleton,
                reason,
            } => {
                data.want(*mode, reason);
                data.needs_screenshot = Some(*screenshot);
                data.needs_skeleton_dom = Some(*skeleton);
            }
            Reply::Refused { why } => return Err(*why),
        }
        Ok(data)
    }

    /// For a client that does not scroll and ask again: the scroll is an action like any other.
    #[must_use]
    pub fn without_scroll_retry(mut self) -> Self {
        if self.status == InteractStatus::NeedsScroll {
            self.status = InteractStatus::Executing;
            self.retry_after_scroll = None;
        }
        self
    }

    /// For a client that shows no forms: what is missing is said in the question itself.
    #[must_use]
    pub fn without_forms(mut self) -> Self {
        let missing = self.missing_information.iter().flatten();
        if let Some(question) = &mut self.user_question {
            for fact in missing {
                if !question.to_lowercase().contains(&fact.to_lowercase()) {
                    question.push_str("\n- ");
                    question.push_str(fact);
                }
            }
        }
        self
    }

    /// Says which page a task that is held up stands on.
    #[must_use]
    pub fn on_page(mut self, url: &str) -> Self {
        if let Some(blocker) = &mut self.blocker_info {
            blocker.paused_at_url = Some(url.to_owned()).filter(|url| !url.is_empty());
        }
        self
    }

    /// Where a task stands, and nothing of a reply.
    pub(super) fn about(task: &Task, session: SessionId) -> Self {
        let plan: Option<WirePlan> = task.thinking.plan.as_ref().map(Into::into);
        let (current, total) = match &plan {
            Some(plan) => (plan.current_step_index, step_number(plan.steps.len())),
            None => (
                step_number(task.steps.len().saturating_sub(1)),
                step_number(task.steps.len()),
            ),
        };
        let reasoning = &task.thinking.reasoning;
        Self {
            task_id: task.id.get(),
            session_id: session.get(),
            status: task.status.into(),
            task_type: task.task_type.into(),
            current_step: Some(current),
            total_steps: Some(total),
            plan,
            ledger: ledger(task),
            verified: task.verified(),
            reasoning: reasoning.analysis.as_ref().map(Into::into),
            web_search_performed: (!reasoning.searches.is_empty()).then_some(true),
            web_search_summary: reasoning.summary.clone(),
            ..Self::default()
        }
    }

    fn say(&mut self, thought: &str, verdict: Option<&Verdict>) {
        self.thought = Some(thought.to_owned());
        self.verification = verdict.map(Into::into);
    }

    fn act(&mut self, allowed: &AllowedAction, printed: String, task: &Task) {
        let action = allowed.action();
        let selector = allowed
            .target()
            .and_then(|node| node.facts.selector.clone());
        self.tool_action = Some(ToolAction {
            memory_result: memory_result(task),
            ..tool_action(action)
        });
        self.basis = Some(allowed.into());
        self.action_details = Some(action_details(action, selector));
        let step = task.outstanding();
        self.expected_outcome = step.and_then(|step| outcome(&step.expected));
        self.correction = step
            .and_then(|step| step.correction.as_ref())
            .map(|correction| CorrectionInfo {
                strategy: correction.strategy.word().to_owned(),
                reason: correction.reason.clone(),
                retry_action: printed.clone(),
            });
        self.status = doing(self.status, action, step, task);
        self.action = Some(printed);
    }

    /// A client that reads only `action` performs the first, and asks again.
    fn chain(&mut self, chain: &Chain, task: &Task) {
        let actions = chain::actions(chain);
        if let Some((first, told)) = chain.links.first().zip(actions.first()) {
            self.act(&first.action, told.action.clone(), task);
        }
        self.actions = Some(actions);
        self.metadata = Some(chain.into());
        self.chain_metadata = Some(chain.into());
    }

    fn ask(&mut self, thought: &str, question: &str, missing: Vec<String>, task: &Task) {
        self.status = InteractStatus::NeedsUserInput;
        self.user_question = Some(question.to_owned());
        self.missing_information = Some(missing);
        self.context = Some(QuestionContext {
            search_performed: !task.thinking.reasoning.searches.is_empty(),
            search_summary: task.thinking.reasoning.summary.clone(),
            reasoning: thought.to_owned(),
        });
    }

    fn want(&mut self, mode: DomMode, reason: &str) {
        self.status = match mode {
            DomMode::Full => InteractStatus::NeedsFullDom,
            DomMode::Semantic | DomMode::Skeleton | DomMode::Hybrid => InteractStatus::NeedsContext,
        };
        self.requested_dom_mode = Some(mode.into());
        self.reason = Some(reason.to_owned());
    }
}

/// What should be seen afterwards; nothing, when nothing was said of it.
pub fn outcome(expected: &Expectation) -> Option<ExpectedOutcome> {
    if *expected == Expectation::default() {
        return None;
    }
    let changes = ExpectedDomChanges {
        url_should_change: expected.url_change,
        text_to_appear: expected
            .appear
            .iter()
            .filter_map(|it| it.text.clone())
            .collect(),
        elements_to_appear: expected
            .appear
            .iter()
            .flat_map(|it| it.roles.clone())
            .collect(),
        attribute_changes: expected.changes.iter().filter_map(attribute).collect(),
    };
    Some(ExpectedOutcome {
        description: expected.description.clone(),
        dom_changes: (changes != ExpectedDomChanges::default()).then_some(changes),
        next_goal: expected.next_goal.as_ref().map(Into::into),
    })
}

/// A change of a control as a change of its attribute; some states are nothing that an attribute says.
fn attribute(change: &ExpectedChange) -> Option<AttributeChange> {
    let (id, attribute, expected_value) = match change {
        ExpectedChange::Value { id, value } => (id, "value", value.clone()),
        ExpectedChange::State { id, state, holds } => {
            let (attribute, when_held) = state_attribute(*state)?;
            (id, attribute, (*holds == when_held).to_string())
        }
    };
    Some(AttributeChange {
        element_id: ElementId::narrow(id),
        attribute: attribute.to_owned(),
        expected_value,
    })
}

/// The attribute of a state, and what it says while the state holds.
const fn state_attribute(state: State) -> Option<(&'static str, bool)> {
    Some(match state {
        State::Disabled => ("aria-disabled", true),
        State::Checked => ("aria-checked", true),
        State::Selected => ("aria-selected", true),
        State::Expanded => ("aria-expanded", true),
        State::Collapsed => ("aria-expanded", false),
        State::Pressed => ("aria-pressed", true),
        State::Readonly => ("aria-readonly", true),
        State::Required => ("aria-required", true),
        State::Invalid => ("aria-invalid", true),
        State::Mixed
        | State::Active
        | State::Ascending
        | State::Descending
        | State::Focused
        | State::Filled => return None,
    })
}

impl From<&NextGoal> for WireNextGoal {
    fn from(goal: &NextGoal) -> Self {
        Self {
            description: goal.description.clone(),
            selector: goal.selector.clone(),
            text_content: goal.text.clone(),
            role: goal.role.clone(),
            required: goal.required,
        }
    }
}

impl From<&Analysis> for ReasoningInfo {
    fn from(analysis: &Analysis) -> Self {
        let Evidence {
            sources,
            quality,
            gaps,
        } = analysis.evidence.clone();
        Self {
            source: analysis.source.word().to_owned(),
            confidence: analysis.confidence,
            reasoning: analysis.reasoning.clone(),
            evidence: ReasoningEvidence {
                sources,
                quality,
                gaps,
            },
        }
    }
}

/// What the server did with its memory since the client last did something.
fn memory_result(task: &Task) -> Option<MemoryResult> {
    let done = task
        .steps
        .iter()
        .rev()
        .filter(|step| step.verdict.is_some());
    let mut inside = done.take_while(|step| step.action.tool_type() == ToolType::Server);
    let step = inside.find(|step| {
        matches!(
            step.action,
            Action::Remember { .. } | Action::Recall { .. } | Action::ExportToSession { .. }
        )
    })?;
    Some(MemoryResult {
        action: step.action.entry().name.to_owned(),
        success: step.met(),
        message: step.report.state.clone(),
    })
}

/// The orchestrator's word for an action, where it is more than carrying the plan out: it puts a failure right, it waits
/// to see what came of the one before, or it looks round before there is a plan. Spec 001 §4.
fn doing(
    status: InteractStatus,
    action: &Action,
    step: Option<&Step>,
    task: &Task,
) -> InteractStatus {
    let Some(step) = step.filter(|_| status == InteractStatus::Executing) else {
        return status;
    };
    let looks = action.scrolls() || step.expected.kind == OutcomeKind::Query;
    if step.correction.is_some() {
        InteractStatus::Correcting
    } else if step.by == Maker::Rule && action.family() == ActionFamily::Pause {
        InteractStatus::Verifying
    } else if looks && task.thinking.taken_over && task.thinking.plan.is_none() {
        InteractStatus::Planning
    } else {
        status
    }
}

impl From<&Task> for StepCounts {
    fn from(task: &Task) -> Self {
        let count =
            |of: fn(&Step) -> bool| step_number(task.steps.iter().filter(|it| of(it)).count());
        Self {
            total: step_number(task.steps.len()),
            verified: count(Step::met),
            failed: count(Step::missed),
            corrections: count(|step| step.correction.is_some()),
        }
    }
}

impl From<&Step> for TimelineStep {
    fn from(step: &Step) -> Self {
        let target = step.target.as_ref();
        Self {
            index: step.index.into(),
            thought: step.thought.clone(),
            action: action::print(&step.action),
            action_details: action_details(&step.action, target.and_then(|it| it.selector.clone())),
            target: target.map(|it| it.name.clone()),
            url: step.url.clone(),
            expected_outcome: outcome(&step.expected),
            verification: step.verdict.as_ref().map(Into::into),
            reported: step.report.message.clone().or(step.report.state.clone()),
            screenshot_url: None,
            by: step.by.into(),
            plan_step: step.plan_step.map(Into::into),
            correction: step.correction.as_ref().map(Into::into),
            usage: None,
        }
    }
}

/// Steps are few; more than `u32` cannot be.
fn step_number(steps: usize) -> u32 {
    u32::try_from(steps).unwrap_or(u32::MAX)
}

impl From<&Verdict> for VerificationInfo {
    fn from(verdict: &Verdict) -> Self {
        Self {
            success: verdict.met,
            confidence: verdict.confidence,
            reason: verdict.reason.clone(),
            evidence: verdict.evidence.clone(),
            tier: verdict.tier,
        }
    }
}

impl From<&ApprovalRequest> for WireApprovalRequest {
    fn from(request: &ApprovalRequest) -> Self {
        Self {
            fingerprint: request.fingerprint.clone(),
            reason: request.reason.word().to_owned(),
            text: request.text.clone(),
            action: request.action.clone(),
            origin: request.origin.clone(),
            element_id: request.element.as_ref().map(ElementId::narrow),
            expires_at: request.expires_at_ms,
        }
    }
}

impl From<&OfferedAnswer> for WireOffer {
    fn from(offer: &OfferedAnswer) -> Self {
        Self {
            words: offer.words.clone(),
            element_id: offer.element.as_ref().map(ElementId::narrow),
        }
    }
}

impl From<TaskStatus> for InteractStatus {
    fn from(status: TaskStatus) -> Self {
        match status {
            TaskStatus::Active => Self::Active,
            TaskStatus::Planning => Self::Planning,
            TaskStatus::Executing => Self::Executing,
            TaskStatus::Verifying => Self::Verifying,
            TaskStatus::Correcting => Self::Correcting,
            TaskStatus::AwaitingUser => Self::NeedsUserInput,
            TaskStatus::Completed => Self::Completed,
            TaskStatus::Failed => Self::Failed,
            TaskStatus::Interrupted => Self::Interrupted,
        }
    }
}

/// What was asked for, clause by clause; nothing where it was not taken apart.
pub fn ledger(task: &Task) -> Option<Vec<WireClause>> {
    (!task.ledger.is_empty()).then(|| task.ledger.iter().map(Into::into).collect())
}

impl From<&Clause> for WireClause {
    fn from(clause: &Clause) -> Self {
        Self {
            words: clause.words.clone(),
            standing: clause.standing.into(),
            evidence: clause.evidence.clone(),
        }
    }
}

alike!(Standing => WireStanding: Verified, Unverified, Open, Wrong);

alike!(TaskType => WireTaskType: WebOnly, WebWithFile, ChatOnly);

alike!(ToolType => WireToolType: Dom, Server);

alike!(DomMode => WireDomMode: Semantic, Skeleton, Hybrid, Full);
