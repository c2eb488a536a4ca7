//! What must be done.

use screen_agent_page::DomMode;
use serde::Serialize;

use crate::approval::ApprovalRequest;
use crate::ask::Ask;
use crate::pass::Allowed;
use crate::step::Step;
use crate::step::Verdict;

/// What must be done, in order. The runner decides nothing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "effect", rename_all = "snake_case")]
pub enum Effect {
    /// Ask the proposer; its answer comes back as an event.
    Propose {
        /// What to ask.
        ask: Box<Ask>,
    },
    /// Keep the verdict on a step.
    RecordVerdict {
        /// Which step.
        index: u16,
        /// What was seen.
        verdict: Verdict,
    },
    /// Keep a new step.
    RecordStep {
        /// The step.
        step: Box<Step>,
    },
    /// Consume an approval or grant for a step; stored before the action is sent.
    RecordApproval {
        /// Which step it lets through.
        index: u16,
        /// What was approved.
        request: ApprovalRequest,
    },
    /// Answer the client. Always the last effect of a turn.
    Reply {
        /// The answer.
        reply: Box<Reply>,
    },
}

/// What the client is told.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "reply", rename_all = "snake_case")]
pub enum Reply {
    /// Perform this. `finish` and `fail` come this way too.
    Act {
        /// Why, in words for the person.
        thought: String,
        /// What to perform.
        action: Allowed,
        /// Verdict on the step before.
        verdict: Option<Verdict>,
        /// Scroll, look again, and ask again: what is wanted is not in view.
        scroll_reason: Option<String>,
    },
    /// Ask the person.
    Question {
        /// Why.
        thought: String,
        /// What to ask.
        question: String,
        /// Which facts are missing.
        missing: Vec<String>,
        /// Verdict on the step before.
        verdict: Option<Verdict>,
    },
    /// Ask the person for a yes.
    Approval {
        /// Why.
        thought: String,
        /// What is asked.
        request: ApprovalRequest,
        /// Verdict on the step before.
        verdict: Option<Verdict>,
    },
    /// Send more of the page.
    NeedsContext {
        /// How much.
        mode: DomMode,
        /// Why.
        reason: String,
    },
    /// The task cannot be advanced: unknown, ended, or out of steps. Nothing was changed.
    Refused {
        /// Why.
        why: Refusal,
    },
}

/// Why a task cannot be advanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// It has ended.
    Ended,
    /// It has had all its steps; it is failed now.
    OutOfSteps,
    /// The person stopped it; a new look takes it up again.
    Stopped,
    /// The proposer did not answer in time; the task stands where it stood.
    TimedOut,
    /// The proposer could not be reached; the task stands where it stood.
    Unavailable,
    /// A proposal that nothing asked for.
    NotAsked,
}
