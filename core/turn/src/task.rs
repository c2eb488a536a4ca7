//! One user goal, from first request to finish, as a value.

use std::collections::{BTreeMap, BTreeSet};

use screen_agent_page::Snapshot;
use serde::{Deserialize, Serialize};

use crate::blocker::{Blocker, BlockerKind, RequiredField};
use screen_agent_action::ask::{Answer, Notes, Proposal};
use screen_agent_action::id::TaskId;
use screen_agent_action::status::TaskStatus;
use screen_agent_action::step::Step;
use screen_agent_gate::approval::{ApprovalRequest, AskReason, Grant};
use screen_agent_gate::chain::SentLink;
use screen_agent_think::file::TaskFile;
use screen_agent_think::mind::Spent;
use screen_agent_think::plan::Plan;
use screen_agent_think::reason::Reasoning;
use screen_agent_think::search::{SearchQuery, Searched};
use screen_agent_words::Words;

/// Most tries of one step.
pub const MAX_TRIES: u8 = 3;
/// Most failures in a row.
pub const MAX_FAILURES: u8 = 3;

/// How much thinking a task needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Complexity {
    /// One action.
    Simple,
    /// Several, or not clear.
    #[default]
    Complex,
}

/// Where a task happens. Spec 001 §10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskType {
    /// On a page.
    #[default]
    WebOnly,
    /// On a page, with a file.
    WebWithFile,
    /// In the chat alone.
    ChatOnly,
}

/// A question that waits for the person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Waiting {
    /// Something only they know.
    Question {
        /// What is asked.
        question: String,
        /// Which facts are missing.
        missing: Vec<String>,
        /// What stands in the way, if that is why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        blocker: Option<Box<Blocker>>,
    },
    /// A yes or no to one action.
    Approval(ApprovalRequest),
}

/// What the page looked like before the outstanding action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Before {
    /// Address, controls, lines and scrolling.
    pub look: Snapshot,
    /// How far each region was scrolled.
    pub regions: Vec<String>,
    /// Digest of where the controls stood.
    pub places: u64,
    /// What had changed lately, without ages.
    pub events: Vec<String>,
}

/// One user goal as a value. Everything that a later turn needs stands here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// Its id.
    pub id: TaskId,
    /// The person's own words. Trusted.
    pub query: Words,
    /// What they answered since. Trusted.
    pub answers: Vec<Answer>,
    /// Where it happens.
    pub task_type: TaskType,
    /// How much thinking it needs.
    pub complexity: Complexity,
    /// Where it stands.
    pub status: TaskStatus,
    /// Every step so far; the last may be outstanding (no verdict yet).
    pub steps: Vec<Step>,
    /// What the page looked like before the outstanding step.
    pub before: Option<Before>,
    /// Tries of the present step that have failed.
    pub tries: u8,
    /// Steps that have failed in a row.
    pub failures: u8,
    /// Their words as last heard; a client may repeat them each turn.
    #[serde(default)]
    pub heard: Option<String>,
    /// What waits for the person.
    pub waiting: Option<Waiting>,
    /// The proposal that waits for a yes; none where the question is whether to stay on a page.
    #[serde(default)]
    pub held: Option<Box<Proposal>>,
    /// What that was aimed at. A yes is for no other control, whatever has its id by then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held_on: Option<screen_agent_action::step::TargetPrint>,
    /// What was on the screen when it was asked about, part by part, as short prints.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub held_parts: BTreeMap<String, String>,
    /// Lasting approvals.
    pub grants: Vec<Grant>,
    /// What the person said no to: it is not asked again until they speak.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub denied: Vec<Denied>,
    /// Origins that the task is on: where it began, and where the person's words or approvals led.
    pub origins: BTreeSet<String>,
    /// Where it began; what the person's words say of no other place counts there.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub start: String,
    /// The file that the person gave, if any; the last one counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<TaskFile>,
    /// What the proposer keeps for itself.
    pub notes: Notes,
    /// What `remember` keeps.
    pub memory: BTreeMap<String, String>,
    /// What the models have thought about it.
    #[serde(default)]
    pub thinking: Thinking,
    /// What was sent after the outstanding step, in one chain with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sent: Vec<SentLink>,
    /// What it came to, once it has ended.
    pub result: Option<String>,
    /// What the turn is waiting for from the runner, with what it has seen.
    #[serde(default)]
    pub pending: Option<Box<Pending>>,
}

/// What the models have thought about a task, as far as later turns need it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Thinking {
    /// The command engine gave up on the person's words; the models carry on.
    pub taken_over: bool,
    /// Where what is needed comes from, and whether all of it is there.
    pub reasoning: Reasoning,
    /// What is going to be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    /// How many steps there were when the plan's present one became so.
    pub since: u16,
    /// Plans that were made; a model that cannot make one is not asked for ever.
    pub plans: u8,
    /// Steps verified in a row that should have been the last, without reaching the goal.
    pub goalless: u8,
    /// What a model looked up by itself, and what came of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub looked_up: Vec<Searched>,
    /// What the person was last asked to get out of the way, and how many steps there were then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocked: Option<Asked>,
    /// What the person gave for it is being used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detour: Option<Detour>,
    /// How many steps there were when the client was last asked to send more of the page; it is
    /// asked once a step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked_more: Option<usize>,
    /// What everything has cost.
    pub spent: Spent,
}

/// Something that the person said no to, whatever ids it has by now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Denied {
    /// Why it was asked.
    pub reason: AskReason,
    /// Origin that it would have taken effect on.
    pub origin: String,
    /// Verb, role and name.
    pub shape: String,
}

/// What the person was asked to get out of the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// What stood in the way.
    pub kind: BlockerKind,
    /// How many steps there were then.
    pub steps: u16,
    /// What they were asked to give.
    pub fields: Vec<RequiredField>,
    /// Origin of the page that asked for it.
    #[serde(default)]
    pub origin: String,
    /// How often, without a step in between.
    #[serde(default)]
    pub times: u8,
}

/// What the person gave is being used, before the task goes on where it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detour {
    /// How many steps there were when it began.
    pub from: u16,
    /// What the engine had kept for itself, set aside.
    pub notes: Notes,
    /// What was asked for.
    pub fields: Vec<RequiredField>,
    /// Origin of the page that asked for it; what was given is used nowhere else.
    #[serde(default)]
    pub origin: String,
    /// It is filled in by rule, or the engine reads the answer; otherwise a model does it.
    pub by_engine: bool,
}

/// A turn in the middle: what was seen, and what was refused so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pending {
    /// What the client saw.
    pub seen: crate::event::Seen,
    /// Proposals that validate or gate refused in this turn.
    pub refused: Vec<screen_agent_action::ask::Refused>,
    /// Answers of the proposer that could not be read in this turn.
    #[serde(default)]
    pub unreadable: u8,
    /// Actions that were done inside the server in this turn.
    #[serde(default)]
    pub served: u8,
    /// What the person said yes to in this turn.
    #[serde(default)]
    pub approved: Option<ApprovalRequest>,
    /// Verdict on the step before, reached in this turn.
    #[serde(default)]
    pub verdict: Option<screen_agent_action::step::Verdict>,
    /// What is remembered outside of the task, once it was asked for.
    #[serde(default)]
    pub recalled: Option<screen_agent_think::recollect::Recollection>,
    /// What a model is being asked, while it is.
    #[serde(default)]
    pub topic: Option<screen_agent_think::Topic>,
    /// What was wrong with its last answer, when it is asked again.
    #[serde(default)]
    pub repair: Option<String>,
    /// What for, where the topic alone does not say.
    #[serde(default)]
    pub purpose: Option<Purpose>,
    /// The person has what they asked for, and this is what they are told.
    #[serde(default)]
    pub goal: Option<String>,
    /// What has been thought about in this turn already.
    #[serde(default)]
    pub done: Done,
    /// What the engine proposes for the plan's present step and those after it, to go in a row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub row: Vec<Proposal>,
}

/// What a model, or a search, is asked for in the middle of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "purpose", rename_all = "snake_case")]
pub enum Purpose {
    /// To judge the outstanding step; this is what the rules say of it.
    Outstanding {
        /// The rules' verdict.
        verdict: screen_agent_action::step::Verdict,
    },
    /// To see whether the task may be called done.
    Finishing {
        /// The proposal to call it done.
        proposal: Box<Proposal>,
    },
    /// To see whether the plan's last step, which only looks, holds.
    PlanEnd,
    /// To judge what a model claims.
    Claim {
        /// The claim, as an action.
        action: screen_agent_action::Action,
        /// Why it is made.
        thought: String,
    },
    /// To think twice about a proposal.
    Considering {
        /// The proposal.
        proposal: Box<Proposal>,
    },
    /// To look something up for a model.
    LookingUp {
        /// The search, as an action.
        action: screen_agent_action::Action,
        /// Why.
        thought: String,
        /// For what.
        query: SearchQuery,
    },
    /// To find out what the task needs.
    Reasoning {
        /// For what.
        query: SearchQuery,
    },
}

/// What has been thought about in this turn already; none of it is thought about twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
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

impl Task {
    /// A new task in the person's words.
    pub fn new(id: TaskId, query: String) -> Self {
        Self {
            id,
            query: Words::said(query),
            answers: Vec::new(),
            task_type: TaskType::default(),
            complexity: Complexity::default(),
            status: TaskStatus::Active,
            steps: Vec::new(),
            before: None,
            tries: 0,
            failures: 0,
            heard: None,
            waiting: None,
            held: None,
            held_on: None,
            held_parts: BTreeMap::new(),
            grants: Vec::new(),
            denied: Vec::new(),
            origins: BTreeSet::new(),
            start: String::new(),
            file: None,
            notes: Notes::new(),
            memory: BTreeMap::new(),
            thinking: Thinking::default(),
            sent: Vec::new(),
            result: None,
            pending: None,
        }
    }

    /// Origin where it began.
    pub(crate) fn start(&self) -> &str {
        let first = || self.origins.first().map_or("", String::as_str);
        if self.start.is_empty() {
            first()
        } else {
            &self.start
        }
    }

    /// The question whether to stay on a page outside of the task's sites, where that is asked.
    pub(crate) fn asks_to_stay(&self) -> Option<&ApprovalRequest> {
        match &self.waiting {
            Some(Waiting::Approval(request)) if self.held.is_none() => Some(request),
            _ => None,
        }
    }

    /// The step that is with the client.
    pub fn outstanding(&self) -> Option<&Step> {
        self.steps.last().filter(|step| step.verdict.is_none())
    }
}
