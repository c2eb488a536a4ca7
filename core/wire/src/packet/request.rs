//! What an agent asks, and with what context. Spec 003, "Request packet".

use serde_json::{Map, Value};

use super::document::Document;
use super::envelope::{Conversation, Protocol, Sender, Trace};
use crate::derives::*;

/// A request packet.
#[contract]
pub struct RequestPacket {
    /// Which protocol.
    pub protocol: Protocol,
    /// Its own id.
    pub id: String,
    /// Always `request`.
    #[serde(rename = "type")]
    pub packet_type: RequestType,
    /// When it was made, ISO 8601 in UTC.
    pub created_at: String,
    /// Which conversation.
    pub conversation: Conversation,
    /// Who wrote it.
    pub sender: Sender,
    /// Which run it goes on with, if any.
    pub trace: Option<Trace>,
    /// What is wanted.
    pub input: Input,
    /// What is known.
    #[serde(default)]
    pub context: Context,
    /// In which form the answer is wanted.
    #[serde(default)]
    pub output: Output,
}

/// The type of a request packet.
#[contract(word, default)]
pub enum RequestType {
    /// A request.
    #[default]
    Request,
}

/// What is wanted.
#[contract]
pub struct Input {
    /// What the person said.
    pub user_message: UserMessage,
    /// What is to be done with it.
    pub task: PacketTask,
    /// How much may be done without asking. Ours, beside the specification.
    pub mode: Option<ToolMode>,
    /// Names of the tools that the client can perform in its browser. Ours, beside the specification.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub tools: Vec<String>,
    /// The person's answers to what was asked before tools of this run. Ours, beside the specification.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<ToolApprovalAnswer>>")]
    pub approvals: Vec<ToolApprovalAnswer>,
}

/// What the person said.
#[contract]
pub struct UserMessage {
    /// Its id.
    pub id: String,
    /// Their words.
    pub text: String,
}

/// What is to be done.
#[contract]
pub struct PacketTask {
    /// Which task.
    pub name: TaskName,
    /// Its arguments, each task's own.
    #[serde(default)]
    #[ts(type = "Record<string, unknown>")]
    pub args: Map<String, Value>,
}

/// The tasks. Spec 003, `input.task.name`.
#[contract(Copy, Eq, Hash)]
pub enum TaskName {
    /// Summarise the documents.
    #[serde(rename = "web.summarize")]
    Summarize,
    /// Extract fields.
    #[serde(rename = "web.extract")]
    Extract,
    /// Answer a question.
    #[serde(rename = "web.answer")]
    Answer,
}

/// How much tools may do without the person being asked.
#[contract(word, default)]
pub enum ToolMode {
    /// Reading only.
    Observe,
    /// Everything that acts is asked about.
    #[default]
    Assist,
    /// What is harmless is done without asking.
    Autopilot,
}

/// A person's answer, given in the client's own interface.
#[contract]
pub struct ToolApprovalAnswer {
    /// Which call.
    pub call_id: String,
    /// What exactly was asked; it counts once.
    pub fingerprint: String,
    /// Yes or no.
    pub allow: bool,
}

/// What is known.
#[contract(Default)]
pub struct Context {
    /// Documents, each with its kind and how far it is trusted.
    #[serde(default)]
    pub documents: Vec<Document>,
}

/// In which form the answer is wanted.
#[contract]
pub struct Output {
    /// Always `json`.
    pub format: OutputFormat,
}

impl Default for Output {
    fn default() -> Self {
        Self {
            format: OutputFormat::Json,
        }
    }
}

/// The forms of an answer.
#[contract(word)]
pub enum OutputFormat {
    /// A response packet.
    Json,
}
