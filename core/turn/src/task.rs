//! One user goal, from first request to finish, as a value.

use std::collections::{BTreeMap, BTreeSet};

use screen_agent_page::Snapshot;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::blocker::{BlockerKind, RequiredField};
use crate::phase::{self, Phase};
use screen_agent_action::ask::{Answer, Notes};
use screen_agent_action::id::TaskId;
use screen_agent_action::ledger::{Clause, Standing, standing};
use screen_agent_action::status::TaskStatus;
use screen_agent_action::step::Step;
use screen_agent_gate::approval::{AskReason, Grant};
use screen_agent_gate::chain::SentLink;
use screen_agent_think::file::TaskFile;
use screen_agent_think::models::Spent;
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

/// What is with the client, beside the step that is outstanding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sent {
    /// What the page looked like before.
    pub before: Before,
    /// What was sent after that step, in one chain with it.
    #[serde(default, rename = "sent", skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<SentLink>,
}

/// A picture that is kept with a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pictured {
    /// Its hash, as the client told it.
    pub hash: String,
    /// With which step.
    pub step: u16,
}

/// One user goal as a value. Everything that a later turn needs stands here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Task {
    pub id: TaskId,
    /// The person's own words. Trusted.
    pub query: Words,
    /// What they answered since. Trusted.
    pub answers: Vec<Answer>,
    /// Query and answers are a program's: what is to be done, and nobody's consent to it. It stays so, whoever goes on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_program: bool,
    /// The person is asked about everything that is done in it. It stays so, whoever goes on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub each_is_asked: bool,
    /// Where it happens.
    pub task_type: TaskType,
    /// How much thinking it needs.
    pub complexity: Complexity,
    /// Where it stands.
    pub status: TaskStatus,
    /// Every step so far; the last may be outstanding (no verdict yet).
    pub steps: Vec<Step>,
    /// What is with the client and not judged yet. It outlives the phase that waits for the client: before it is
    /// judged, a model is asked about it, or the person whether to stay where it led.
    #[serde(flatten)]
    pub sent: Option<Sent>,
    /// Tries of the present step that have failed.
    pub tries: u8,
    /// Steps that have failed in a row.
    pub failures: u8,
    /// Their words as last heard; a client may repeat them each turn.
    #[serde(default)]
    pub heard: Option<String>,
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
    /// The kept workflow that it carries out, if it does: nobody but its steps proposes anything then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<KeptSteps>,
    /// The file that the person gave, if any; the last one counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<TaskFile>,
    /// What the proposer keeps for itself.
    pub notes: Notes,
    /// What `remember` keeps.
    pub memory: BTreeMap<String, String>,
    /// What the models have thought about it.
    #[serde(default)]
    pub thinking: TaskThinking,
    /// What was asked for, clause by clause, and what showed each to be done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ledger: Vec<Clause>,
    /// The picture that was sent last: a client that sends its hash again sends no picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pictured: Option<Pictured>,
    /// What it came to, once it has ended.
    pub result: Option<String>,
    /// What is waited for. A task is kept between turns, where all but what the person is asked follows from the rest.
    #[serde(flatten, with = "phase::stored")]
    pub phase: Phase,
}

/// A kept workflow that a task carries out. What its steps are is its proposer's to know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptSteps {
    /// Its id.
    pub workflow: String,
    /// Which version.
    pub version: u32,
    /// What is put where its parameters stand.
    pub values: BTreeMap<String, String>,
    /// Names of the values that are secret.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub secret: BTreeSet<String>,
    /// No model is asked where a control is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_model: bool,
}

impl KeptSteps {
    /// The values that are secret, by their names.
    pub(crate) fn secrets(&self) -> impl Iterator<Item = (&str, &str)> {
        let values = self.values.iter();
        let secret = values.filter(|(name, _)| self.secret.contains(*name));
        secret.map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// What the models have thought about a task, as far as later turns need it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TaskThinking {
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
    /// Why a model that looked at the end last said that the task is not done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_done: Option<String>,
    /// How often what a judge had to see was brought into view.
    #[serde(skip_serializing_if = "is_zero")]
    pub shown: u8,
    /// What a model looked up by itself, and what came of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub looked_up: Vec<Searched>,
    /// How many steps there were when the form was filled in from the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filled: Option<u16>,
    /// What the person was last asked to get out of the way, and how many steps there were then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocked: Option<BlockerQuestion>,
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
pub struct BlockerQuestion {
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

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn is_zero(count: &u8) -> bool {
    *count == 0
}

impl Serialize for Task {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, to)
    }
}

impl<'de> Deserialize<'de> for Task {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut task = Self::deserialize(from)?;
        task.rest();
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
            by_program: false,
            each_is_asked: false,
            task_type: TaskType::default(),
            complexity: Complexity::default(),
            status: TaskStatus::Active,
            steps: Vec::new(),
            sent: None,
            tries: 0,
            failures: 0,
            heard: None,
            grants: Vec::new(),
            denied: Vec::new(),
            origins: BTreeSet::new(),
            start: String::new(),
            kept: None,
            file: None,
            notes: Notes::new(),
            memory: BTreeMap::new(),
            thinking: TaskThinking::default(),
            ledger: Vec::new(),
            pictured: None,
            result: None,
            phase: Phase::Idle,
        }
    }

    /// All that the person said, a line each, the latest last.
    pub(crate) fn words(&self) -> String {
        let answers = self.answers.iter().map(|said| said.answer.as_str());
        let said: Vec<&str> = std::iter::once(self.query.as_str())
            .chain(answers)
            .collect();
        said.join("\n")
    }

    /// What a person said, and so may order something: nothing of what a program wrote.
    pub(crate) fn spoken(&self) -> impl Iterator<Item = &Words> {
        let answers = self.answers.iter().map(|said| &said.answer);
        let said = std::iter::once(&self.query).chain(answers);
        said.filter(|_| !self.by_program)
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

    /// Whether every clause was seen to be done; nothing of a task that has not reached its goal, or that was no more
    /// than talk.
    pub fn verified(&self) -> Option<bool> {
        let claims = self.status == TaskStatus::Completed && self.task_type != TaskType::ChatOnly;
        claims.then(|| standing(&self.ledger) == Standing::Verified)
    }

    /// Enters the phase between turns: the person is asked something, or it follows from status and steps.
    pub fn rest(&mut self) {
        if self.status.is_terminal() {
            self.phase = Phase::Ended;
        } else if self.phase.question().is_none() {
            self.phase = match self.outstanding() {
                Some(_) => Phase::WithClient,
                None => Phase::Idle,
            };
        }
    }

    /// The step that is with the client.
    pub fn outstanding(&self) -> Option<&Step> {
        self.steps.last().filter(|step| step.verdict.is_none())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use screen_agent_action::ask::{Decision, Proposal};
    use screen_agent_action::step::TargetPrint;
    use serde_json::{Value, json};

    use super::*;
    use crate::open_question::{Held, OpenQuestion};
    use crate::testing;

    /// A task that waits for a yes, as it was stored when what was held stood beside the question.
    fn stored_before() -> Value {
        let mut task = testing::task("pay");
        task.status = TaskStatus::AwaitingUser;
        let mut stored = serde_json::to_value(&task).unwrap();
        let reason = "No.".to_owned();
        let beside = json!({
            "before": null,
            "waiting": {
                "kind": "approval", "fingerprint": "f", "reason": "changes_state", "text": "Pay?",
                "action": "click(1)", "origin": "https://shop.test", "element": "1", "expires_at_ms": 7,
            },
            "held": Proposal::new("So.", Decision::GiveUp { reason }),
            "held_on": TargetPrint { name: "Pay".to_owned(), ..TargetPrint::default() },
            "held_parts": { "its label": "9a6f" },
        });
        let fields = stored.as_object_mut().unwrap();
        fields.extend(beside.as_object().unwrap().clone());
        stored
    }

    #[test]
    fn a_question_that_was_stored_with_its_proposal_beside_it_is_read() {
        let task: Task = serde_json::from_value(stored_before()).unwrap();
        let Some(OpenQuestion::Approval { request, held }) = task.phase.question() else {
            panic!("{:?}", task.phase)
        };
        assert_eq!((request.text.as_str(), request.expires_at_ms), ("Pay?", 7));
        let Held {
            proposal,
            on,
            parts,
        } = &**held.as_ref().unwrap();
        assert_eq!(proposal.thought, "So.");
        assert_eq!(on.as_ref().unwrap().name, "Pay");
        assert_eq!(parts["its label"], "9a6f");
        assert_eq!(task.sent, None);
        let again: Task = serde_json::from_value(serde_json::to_value(&task).unwrap()).unwrap();
        assert_eq!(again, task);
    }

    #[test]
    fn what_is_with_the_client_comes_back_as_it_was() {
        let mut task = testing::task("pay");
        task.sent = Some(Sent {
            before: Before {
                places: u64::MAX,
                ..Before::default()
            },
            links: Vec::new(),
        });
        let text = serde_json::to_string(&task).unwrap();
        assert_eq!(serde_json::from_str::<Task>(&text).unwrap(), task);
    }
}
