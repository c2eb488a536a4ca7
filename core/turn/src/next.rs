//! What an advance gives back: what is kept, and what comes next.

use screen_agent_page::DomMode;
use serde::Serialize;

use crate::blocker::Blocker;
use screen_agent_action::ask::{Ask, OfferedAnswer};
use screen_agent_action::step::{Correction, Step, Verdict};
use screen_agent_gate::Basis;
use screen_agent_gate::approval::ApprovalRequest;
use screen_agent_gate::chain::Chain;
use screen_agent_gate::stage::AllowedAction;
use screen_agent_think::Brief;
use screen_agent_think::recollect::PastSearch;
use screen_agent_think::search::SearchQuery;
use screen_agent_think::skill::Lesson;

/// What is kept with the turn. Nothing comes back for it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "effect", rename_all = "snake_case")]
pub enum Note {
    /// Tell the person what is going to be done: a message of the conversation.
    AnnouncePlan {
        /// The plan was made anew, and is not the first.
        renewed: bool,
    },
    /// Keep that a failure is being put right by a step.
    RecordCorrection { index: u16, correction: Correction },
    /// Keep what was learned about a fix.
    Learn { lesson: Lesson },
    /// Hand something on to the conversation.
    Export { key: String, value: String },
    /// Keep the verdict on a step.
    RecordVerdict { index: u16, verdict: Verdict },
    /// Keep a new step.
    RecordStep { step: Box<Step> },
    /// Consume an approval or grant for a step; stored before the action is sent.
    RecordApproval {
        /// Which step it lets through.
        index: u16,
        /// What was approved.
        request: ApprovalRequest,
        /// By what right it may be done. For the audit log; a replay comes to the same without it.
        #[serde(skip)]
        basis: Basis,
    },
}

/// What is asked of somebody slow. One event of the same turn answers it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "effect", rename_all = "snake_case")]
pub enum Call {
    /// Ask the proposer; its answer comes back as an event.
    Propose { ask: Box<Ask> },
    /// Bring back what is remembered outside of the task.
    Recall {
        /// Registrable domain of the page; empty when there is no page.
        domain: String,
        /// What to look for in the person's other conversations, where they ask for the past.
        #[serde(skip_serializing_if = "Option::is_none")]
        past: Option<PastSearch>,
    },
    /// Ask a model.
    Think {
        /// What about, with all that it may know.
        brief: Box<Brief>,
    },
    /// Search the web.
    Search { query: SearchQuery },
}

/// How an advance ends: in one call, or in the reply that ends the turn.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Ask this, and advance with what comes back.
    Await(Call),
    /// Answer the client.
    Reply(Box<Reply>),
}

impl Next {
    /// Says that the task cannot be advanced.
    pub(crate) fn refused(why: Refusal) -> Self {
        Self::Reply(Box::new(Reply::Refused { why }))
    }
}

/// What the client is told.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "reply", rename_all = "snake_case")]
pub enum Reply {
    /// Perform this. `finish` and `fail` come this way too.
    Act {
        /// Why, in words for the person.
        thought: String,
        action: AllowedAction,
        /// Verdict on the step before.
        verdict: Option<Verdict>,
        /// Scroll, look again, and ask again: what is wanted is not in view.
        scroll_reason: Option<String>,
    },
    /// Perform these, one after the other, stopping at the first that fails its check.
    Chain {
        /// Why, in words for the person.
        thought: String,
        chain: Box<Chain>,
        /// Verdict on the step before.
        verdict: Option<Verdict>,
    },
    /// Ask the person.
    Question {
        thought: String,
        question: String,
        missing: Vec<String>,
        /// What it offers to be answered with.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        offers: Vec<OfferedAnswer>,
        /// What stands in the way, if that is why.
        blocker: Option<Box<Blocker>>,
        /// Verdict on the step before.
        verdict: Option<Verdict>,
    },
    /// Ask the person for a yes.
    Approval {
        thought: String,
        request: ApprovalRequest,
        /// Verdict on the step before.
        verdict: Option<Verdict>,
    },
    /// Send more of the page.
    NeedsContext {
        /// How much.
        mode: DomMode,
        /// A picture, too.
        screenshot: bool,
        /// The skeleton, too.
        skeleton: bool,
        reason: String,
    },
    /// The task cannot be advanced: unknown, ended, or out of steps. Nothing was changed.
    Refused { why: Refusal },
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
    /// The task was taken up; the next look goes on.
    Resumed,
    /// A model answered twice what cannot be read; the task stands where it stood.
    Unreadable,
    /// The same where an action was asked for.
    NoAction,
    /// What the task may cost is spent; it stands where it stood.
    OverBudget,
    /// An answer that nothing asked for.
    NotAsked,
}
