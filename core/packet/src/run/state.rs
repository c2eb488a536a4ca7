//! What a run knows.

use screen_agent_kernel::mind::Mind;
use screen_agent_page::Observation;
use screen_agent_wire::packet::envelope::Conversation;
use screen_agent_wire::packet::request::{Task, ToolMode, UserMessage};
use screen_agent_wire::packet::{Document, ToolCall};
use serde::{Deserialize, Serialize};

/// One question, and every step until it is answered. Kept while a client performs a tool or a
/// person is asked, and forgotten after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
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
    pub task: Task,
    /// How much may be done without asking.
    pub mode: ToolMode,
    /// Tools that the client can perform.
    pub client_tools: Vec<String>,
    /// What is known, whole; packing cuts it to what a model can read.
    pub documents: Vec<Document>,
    /// What tools came to, oldest first: a result each, and what it brought.
    pub results: Vec<Document>,
    /// The tab that the client is on, as it was last captured.
    pub tab: Option<Tab>,
    /// Calls that are not done.
    pub waiting: Vec<Waiting>,
    /// What was wrong with the model's last answer; it is asked once more, with this.
    pub repair: Option<String>,
    /// It is over.
    pub ended: bool,
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
pub struct Waiting {
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
    /// The client, to perform it.
    Client,
    /// The server, to perform it.
    Server,
}

/// What the server can do for a run. None of it changes in the middle of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Means {
    /// The models.
    pub mind: Mind,
    /// The web can be searched by the server itself.
    pub can_search: bool,
    /// Names of the search engines that a client may be sent to; the first is the usual one.
    pub engines: Vec<String>,
    /// Services that may be invoked.
    pub services: Vec<Service>,
    /// Today, as `YYYY-MM-DD`.
    pub today: String,
}

/// A service that may be invoked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Service {
    /// Its name.
    pub name: String,
    /// What it can do.
    pub operations: Vec<String>,
}
