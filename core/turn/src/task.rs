//! One user goal, from first request to finish, as a value.

use std::collections::{BTreeMap, BTreeSet};

use screen_agent_page::Snapshot;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::blocker::{Blocker, BlockerKind, RequiredField};
use crate::phase::Phase;
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
use screen_agent_think::search::Searched;
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
#[serde(remote = "Self")]
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
    /// What is waited for. Not kept: a task is kept between turns, where it follows from the rest.
    #[serde(skip)]
    pub phase: Phase,
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

impl Serialize for Task {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, to)
    }
}

impl<'de> Deserialize<'de> for Task {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut task = Self::deserialize(from)?;
        task.phase = task.between_turns();
        Ok(task)
    }
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
            phase: Phase::Idle,
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

    /// What is waited for between turns.
    pub(crate) fn between_turns(&self) -> Phase {
        match self.status {
            TaskStatus::Completed | TaskStatus::Failed => Phase::Ended,
            TaskStatus::AwaitingUser => Phase::AskingPerson,
            _ if self.outstanding().is_some() => Phase::WithClient,
            _ => Phase::Idle,
        }
    }

    /// The step that is with the client.
    pub fn outstanding(&self) -> Option<&Step> {
        self.steps.last().filter(|step| step.verdict.is_none())
    }
}
