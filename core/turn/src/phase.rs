//! What a turn waits for: exactly one thing, or nothing.

pub(crate) mod stored;

use std::collections::BTreeMap;

use screen_agent_action::Action;
use screen_agent_action::ask::{Located, LostControl, Proposal, Refused};
use screen_agent_action::step::Verdict;
use screen_agent_gate::approval::ApprovalRequest;
use screen_agent_think::Topic;
use screen_agent_think::models::ModelLimits;
use screen_agent_think::recollect::Recollection;
use screen_agent_think::search::SearchQuery;

use crate::event::Seen;
use crate::open_question::OpenQuestion;

/// What a turn waits for. An event that answers something else changes nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Phase {
    /// Nothing: a look begins a turn.
    #[default]
    Idle,
    /// A proposal of the command engine.
    Proposing(Box<Progress>),
    /// What is remembered outside of the task.
    Recalling(Box<Progress>),
    /// A search of the web, and why.
    Searching(Box<Progress>, Lookup),
    /// An answer of a model, and to what.
    Thinking(Box<Progress>, Question),
    /// The client: an action is with it.
    WithClient,
    /// The person: they were asked something. A look or a stop leaves it standing until they are heard.
    AskingPerson(Box<OpenQuestion>),
    /// Nothing any more.
    Ended,
}

impl Phase {
    /// What the turn has come to so far, in the middle of one.
    pub fn progress(&self) -> Option<&Progress> {
        match self {
            Self::Proposing(progress)
            | Self::Recalling(progress)
            | Self::Searching(progress, _)
            | Self::Thinking(progress, _) => Some(progress),
            Self::Idle | Self::WithClient | Self::AskingPerson(_) | Self::Ended => None,
        }
    }

    /// What is left of it when something new comes in before a call was answered.
    pub(crate) fn without_call(self) -> Self {
        match self {
            Self::Proposing(_) | Self::Recalling(_) | Self::Searching(..) | Self::Thinking(..) => {
                Self::Idle
            }
            Self::Idle | Self::WithClient | Self::AskingPerson(_) | Self::Ended => self,
        }
    }

    /// What the person is asked.
    pub fn question(&self) -> Option<&OpenQuestion> {
        if let Self::AskingPerson(question) = self {
            Some(question)
        } else {
            None
        }
    }
}

/// Why the web is searched.
#[derive(Clone, Debug, PartialEq)]
pub enum Lookup {
    /// A model asked for it.
    ForModel {
        action: Action,
        thought: String,
        query: SearchQuery,
    },
    /// To find out what the task needs.
    Reasoning { query: SearchQuery },
}

impl Lookup {
    /// What is searched for.
    pub fn query(&self) -> &SearchQuery {
        match self {
            Self::ForModel { query, .. } | Self::Reasoning { query } => query,
        }
    }
}

/// What a model is asked, and what its answer is for.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub about: About,
    /// What was wrong with its last answer, when it is asked again.
    pub repair: Option<String>,
    /// What the model can do.
    pub limits: ModelLimits,
}

/// What a model is asked about.
#[derive(Clone, Debug, PartialEq)]
pub enum About {
    /// Where does what is needed come from?
    Sources,
    /// What was the last search worth?
    Search,
    /// Is everything there that was missing?
    Complete {
        /// What was missing at first.
        missing: Vec<String>,
    },
    /// What is to be done, step by step?
    Plan {
        /// Why the plan before will not do, when there is one.
        why: Option<String>,
    },
    /// Does the rest of the plan still fit the page?
    Health {
        /// What has changed.
        change: String,
    },
    /// What next?
    Act,
    /// The last step failed: what instead?
    Correct,
    /// A question that needs no page.
    Chat,
    /// Where is the control that a kept step means?
    Lost {
        /// As it was kept.
        lost: LostControl,
    },
    /// Did the outstanding step work?
    Outstanding {
        /// The rules' verdict on it.
        verdict: Verdict,
        /// Look closely; else at a glance.
        closely: bool,
    },
    /// May the task be called done?
    Finishing {
        /// The proposal to call it done.
        proposal: Box<Proposal>,
    },
    /// Does the plan's last step, which only looks, hold?
    PlanEnd {
        /// What it says should be so.
        claim: Option<String>,
    },
    /// Is it so, as a model claims?
    Claim {
        /// What should be so.
        description: String,
        action: Action,
        /// Why it is made.
        thought: String,
    },
    /// Should this be done?
    Considering {
        /// What is about to be done.
        action: Action,
        proposal: Box<Proposal>,
    },
}

impl About {
    /// Which prompt asks it.
    pub fn topic(&self) -> Topic {
        match self {
            Self::Sources => Topic::Analyze,
            Self::Search => Topic::Evaluate,
            Self::Complete { missing } => Topic::Complete {
                missing: missing.clone(),
            },
            Self::Plan { why } => Topic::Plan { why: why.clone() },
            Self::Health { change } => Topic::Health {
                change: change.clone(),
            },
            Self::Act => Topic::Act,
            Self::Correct => Topic::Correct,
            Self::Chat => Topic::Chat,
            Self::Lost { lost } => Topic::Locate { lost: lost.clone() },
            Self::Outstanding { closely: false, .. } => Topic::Glance,
            Self::Outstanding { closely: true, .. } => Topic::Judge { claim: None },
            Self::Finishing { proposal } => Topic::Judge {
                claim: claim(proposal),
            },
            Self::PlanEnd { claim } => Topic::Judge {
                claim: claim.clone(),
            },
            Self::Claim { description, .. } => Topic::Judge {
                claim: Some(description.clone()),
            },
            Self::Considering { action, proposal } => Topic::Critique {
                action: action.clone(),
                why: proposal.thought.clone(),
            },
        }
    }
}

/// What a proposal to finish tells the person.
fn claim(proposal: &Proposal) -> Option<String> {
    match proposal.decision.action() {
        Some(Action::Finish { text, .. }) => text.clone(),
        Some(_) | None => None,
    }
}

/// What a turn has come to so far: what was seen, and what was refused.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// What the client saw.
    pub seen: Seen,
    /// Proposals that validate or gate refused in this turn.
    pub refused: Vec<Refused>,
    /// Answers of the proposer that could not be read in this turn.
    pub unreadable: u8,
    /// Actions that were done inside the server in this turn.
    pub served: u8,
    /// What the person said yes to in this turn.
    pub approved: Option<ApprovalRequest>,
    /// What was on the screen when they were asked.
    pub approved_parts: BTreeMap<String, String>,
    /// Verdict on the step before, reached in this turn.
    pub verdict: Option<Verdict>,
    /// What is remembered outside of the task, once it was asked for.
    pub recalled: Option<Recollection>,
    /// The person has what they asked for, and this is what they are told.
    pub goal: Option<String>,
    /// What brings into view what a judge has to see.
    pub show: Option<Action>,
    /// What has been thought about in this turn already.
    pub done: Done,
    /// What the engine proposes for the plan's present step and those after it, to go in a row.
    pub row: Vec<Proposal>,
    /// What a model answered that was asked for a lost control; none is asked for it twice.
    pub located: Option<Located>,
}

/// What has been thought about in this turn already; none of it is thought about twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// The engine was asked for the plan's present step.
    pub step_asked: bool,
    /// The health of the plan was seen to.
    pub health: bool,
    /// A way to put the last failure right by rule was looked for.
    pub remedy: bool,
    /// Whether the task is done was judged.
    pub judged: bool,
    /// And it is not, as far as can be seen: it is not called done before something else is done.
    pub not_done: bool,
    /// The proposal in hand was thought about twice.
    pub criticised: bool,
}
