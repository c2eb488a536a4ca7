//! The two transactions of a turn: what opens one, and what closes it.

use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_action::status::TaskStatus;
use screen_agent_action::step::{Correction, Verdict};
use screen_agent_audit::Entry;
use screen_agent_gate::approval::ApprovalRequest;
use screen_agent_think::skill::Lesson;

pub use crate::lease::LeaseId;

use crate::Packed;
use crate::answer::{KeyedRequest, RequestKey, StoredResponse};
use crate::run::RunClaim;
use crate::session::{ActionError, MessageRecord, MessageStatus, NewMessage, SessionFacts};
use crate::task::{StepPicture, StoredTask};

/// How long a turn may hold its task without renewing.
pub const LEASE_MS: i64 = 60_000;

/// A right that is held for a while, and renewed while somebody slow works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lease {
    /// To advance a task.
    Task(TaskId, LeaseId),
    /// To go on with a run.
    Run(String, RunClaim),
}

/// What opens a turn. One transaction: the key is claimed, session and task are made where they
/// are new, the person's words are appended, the lease is taken.
#[derive(Clone, Debug)]
pub struct BeginTurn {
    pub task: TaskChoice,
    /// What the client says of the conversation.
    pub facts: SessionFacts,
    /// The person's words; appended unless they are the conversation's latest user message.
    pub words: NewMessage,
    /// What became of the action before; put on the latest assistant message.
    pub outcome: Option<ActionOutcome>,
    /// The lease to take.
    pub lease: LeaseId,
    /// The client's key, when it sent one.
    pub key: Option<KeyedRequest>,
    pub now_ms: i64,
}

/// Which task a turn is of.
#[derive(Clone, Debug)]
pub enum TaskChoice {
    /// A new one, in a conversation that is made if it is not there.
    New {
        /// Its id.
        task: TaskId,
        /// Its conversation.
        session: SessionId,
        /// Its state.
        state: Packed,
    },
    /// One that is there; in this conversation, if one is named.
    Known {
        /// Its id.
        task: TaskId,
        /// Its conversation.
        session: Option<SessionId>,
    },
}

/// What a client said of the action before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionOutcome {
    /// Done or not.
    pub status: MessageStatus,
    /// What went wrong.
    pub error: Option<ActionError>,
}

/// How a request to open a turn was met.
#[derive(Clone, Debug)]
pub enum Begun {
    /// The turn is open, and the lease held.
    Open(Box<OpenTurn>),
    /// It was answered before; nothing was changed.
    Answered(StoredResponse),
    /// It may not be opened; nothing was changed.
    Refused(BeginRefusal),
}

/// From whom the lease on a task is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakenFrom {
    /// From nobody: while somebody has it, it is refused.
    Nobody,
    /// From whoever has it: what they come to counts no more.
    Anybody,
}

/// An open turn.
#[derive(Clone, Debug)]
pub struct OpenTurn {
    pub session: SessionId,
    /// The task as stored; `None` for a new one.
    pub task: Option<StoredTask>,
    /// The person's message, if it was appended now.
    pub said: Option<MessageRecord>,
}

/// Why a turn may not be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeginRefusal {
    /// No such task: never there, or not the caller's, or not of this conversation.
    UnknownTask,
    /// The task has ended.
    Ended,
    /// Another turn holds the task.
    Busy,
    /// The conversation was put away.
    SessionArchived,
    /// The key was used for another body.
    KeyReused,
    /// The first request with this key has not been answered yet.
    KeyInFlight,
}

/// What closes a turn. One transaction, or nothing.
#[derive(Clone, Debug)]
pub struct TurnCommit {
    pub task: TaskId,
    /// The lease that the turn holds.
    pub lease: LeaseId,
    /// The task's new state.
    pub state: TaskState,
    /// New steps, in order.
    pub steps: Vec<NewStep>,
    /// Verdicts on steps that have none yet.
    pub verdicts: Vec<NewVerdict>,
    /// Approvals that steps of this turn consume.
    pub approvals: Vec<ConsumedApproval>,
    /// What steps of this turn put right.
    pub corrections: Vec<NewCorrection>,
    /// What was learned about fixes.
    pub lessons: Vec<Lesson>,
    /// What is handed on to the conversation: a name and a value each.
    pub exports: Vec<(String, String)>,
    /// Notes to the person, such as a plan; they come before what is said.
    pub announcements: Vec<NewMessage>,
    /// What is said to the person.
    pub said: Option<NewMessage>,
    /// What happened, for replay.
    pub record: Packed,
    /// What listeners are told of the turn: JSON, in the words of the surface that answers it.
    pub round: String,
    /// A picture of the page, and the step that it comes before.
    pub snapshot: Option<(u16, StepPicture)>,
    /// Calls of models.
    pub usage: Vec<UsageRow>,
    /// The key to answer, and the answer.
    pub answer: Option<(RequestKey, StoredResponse)>,
    /// What the audit log is to say of the turn.
    pub audit: Vec<Entry>,
    pub now_ms: i64,
}

/// A task's state in a commit.
#[derive(Clone, Debug)]
pub struct TaskState {
    /// Where it stands.
    pub status: TaskStatus,
    /// Where it was seen.
    pub url: String,
    /// What it came to.
    pub result: Option<String>,
    /// Every clause of it was seen to be done; nothing of a task that claims nothing.
    pub verified: Option<bool>,
    /// How many steps it has; must be what the rows say.
    pub step_count: u16,
    /// The state without the steps.
    pub body: Packed,
}

/// A new step.
#[derive(Clone, Debug)]
pub struct NewStep {
    /// Its number.
    pub index: u16,
    /// Its action, with the bytes that the client gets.
    pub action: String,
    /// It waits for its verdict. At most one step of a task does.
    pub outstanding: bool,
    pub body: Packed,
}

/// A verdict on a step.
#[derive(Clone, Debug)]
pub struct NewVerdict {
    pub index: u16,
    pub verdict: Verdict,
    /// The step with its report and verdict.
    pub body: Packed,
}

/// An approval that is used up.
#[derive(Clone, Debug)]
pub struct ConsumedApproval {
    /// The step that it lets through.
    pub index: u16,
    pub request: ApprovalRequest,
}

/// What a step puts right.
#[derive(Clone, Debug, PartialEq)]
pub struct NewCorrection {
    pub index: u16,
    pub correction: Correction,
    pub action: String,
}

/// One call of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageRow {
    /// Which model was called.
    pub proposer: String,
    /// What it was asked about, in one word.
    pub topic: String,
    pub prompt_tokens: u32,
    pub completion_tokens: u32,
    /// Millionths of the price table's unit.
    pub micros: u64,
    pub duration_ms: u32,
    /// It gave an answer.
    pub succeeded: bool,
}

/// What a commit gave numbers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Committed {
    /// The notes that were appended, in order.
    pub announced: Vec<MessageRecord>,
    /// The message that was appended.
    pub said: Option<MessageRecord>,
    /// The turn's number in its task, from 0.
    pub turn: u32,
}
