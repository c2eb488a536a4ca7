//! What a run knows.

use std::collections::BTreeMap;

use screen_agent_page::Observation;
use screen_agent_wire::packet::envelope::Conversation;
use screen_agent_wire::packet::request::{PacketTask, ToolMode, UserMessage};
use screen_agent_wire::packet::{Assistant, Document, ToolCall};
use serde::{Deserialize, Serialize};

use super::read::SourcesRead;
use crate::inquiry::{CapturedPage, Exchange, Inquiry};
use crate::pack::PackedDocuments;

/// One question, and every step until it is answered. Kept while a client performs a tool or a
/// person is asked, and forgotten after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QuestionRun {
    /// Its id, `run_…`.
    pub id: String,
    /// Which conversation, and which turn of it.
    pub conversation: Conversation,
    /// Id of the client's last request: what the next response answers.
    pub request_id: String,
    /// Steps so far: how often a model was asked for what to do.
    pub step: u32,
    /// What the person said.
    pub message: UserMessage,
    /// What is to be done.
    pub task: PacketTask,
    /// How much may be done without asking.
    pub mode: ToolMode,
    /// Tools that the client can perform.
    pub client_tools: Vec<String>,
    /// What was said before in this conversation, oldest first.
    pub earlier: Vec<Exchange>,
    /// Where what was said before came from.
    #[serde(default)]
    pub heard: SourcesRead,
    /// Pages that were captured, whole; the newest capture of each. Packing cuts them to what a
    /// model can read.
    pub pages: Vec<CapturedPage>,
    /// Ready-made documents of the client's.
    pub documents: Vec<Document>,
    /// Documents of the collection. Not kept while a client is at work: they are brought again.
    #[serde(skip)]
    pub loaded: Vec<Document>,
    /// What tools came to, oldest first: a result each, and what it brought.
    pub results: Vec<Document>,
    /// The tab that the client is on, as it was last captured.
    pub tab: Option<Tab>,
    /// Calls that are not done.
    pub waiting: Vec<WaitingCall>,
    /// Calls that the gate refused and the client has not been shown.
    pub denied: Vec<ToolCall>,
    /// How often each call was made, by its digest.
    pub called: BTreeMap<String, u8>,
    /// What a model was asked and has not answered.
    pub asked: Option<Asking>,
    /// What the model said last, while its tools are under way.
    pub said: Option<Assistant>,
    /// Which model that was.
    pub model: Option<String>,
    /// The collection is being brought.
    #[serde(skip)]
    pub loading: bool,
    /// The collection was brought.
    #[serde(skip)]
    pub has_loaded: bool,
    /// What the model was sent, with where each line of it comes from. Not kept: it is packed again
    /// where it is wanted.
    #[serde(skip)]
    pub packed: Option<PackedDocuments>,
    /// What was wrong with the model's last answer; it is asked once more, with this.
    pub repair: Option<String>,
    /// It is over.
    pub ended: bool,
}

impl QuestionRun {
    /// What a model may be told.
    pub(crate) fn inquiry(&self) -> Inquiry<'_> {
        Inquiry {
            run_id: &self.id,
            step: self.step,
            conversation: &self.conversation,
            message: &self.message,
            task: &self.task,
            client_tools: &self.client_tools,
            earlier: &self.earlier,
            pages: &self.pages,
            documents: &self.documents,
            loaded: &self.loaded,
            results: &self.results,
            repair: self.repair.as_deref(),
        }
    }
}

/// What a model was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asking {
    /// Id of the packet: the answer must name it.
    pub request_id: String,
    /// Tokens that its documents were packed into.
    pub room: usize,
}

/// A tab, as it was captured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tab {
    /// The client's id of it.
    pub tab_id: Option<String>,
    /// Grows with every navigation.
    pub generation: u64,
    /// What is on it: what the gate looks at.
    pub seen: Observation,
}

/// A call that is not done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WaitingCall {
    /// The call, with its id and what the gate decided.
    pub call: ToolCall,
    /// What it waits for.
    pub waits_for: WaitsFor,
}

/// What a call waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WaitsFor {
    /// The person's answer.
    Person {
        /// Which answer.
        fingerprint: String,
        /// Milliseconds since the epoch after which it no longer counts.
        expires_at_ms: i64,
    },
    /// The person's yes to be used up, so that it counts once.
    Approval {
        /// Which answer.
        fingerprint: String,
        /// Milliseconds since the epoch after which it no longer counts.
        expires_at_ms: i64,
    },
    /// The client, to perform it.
    Client,
    /// The server, to perform it.
    Server,
}
