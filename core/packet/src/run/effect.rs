//! What must be done.

use screen_agent_gate::tool::AllowedCall;
use screen_agent_think::Prompt;
use screen_agent_think::models::ThinkFailure;
use screen_agent_tools::Tool;
use screen_agent_wire::packet::{RequestPacket, ResponsePacket};

/// What must be done, in order. For each call an event comes back. `Reply` and `Fail` stand last, and
/// nothing comes back for them.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// To be kept or told; nothing comes back.
    Note(Note),
    /// To be performed; an event comes back.
    Call(Call),
    /// Answer the client. The run stays open when the answer has tools in it that wait.
    Reply(Box<ResponsePacket>),
    /// No model could be asked: there is no answer, and the run is over.
    Fail(ThinkFailure),
}

/// What is kept of a run, and what the client is told meanwhile.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// Keep a packet in the conversation's history. It goes through redaction.
    Request(Box<RequestPacket>),
    /// Keep a model's answer, as it was read.
    Response {
        /// The answer.
        packet: Box<ResponsePacket>,
        /// Which model wrote it.
        model: Option<String>,
    },
    /// Tell the client how far things are, in one sentence.
    Tell(String),
}

/// What is waited for.
#[derive(Clone, Debug, PartialEq)]
pub enum Call {
    /// Bring the documents of a collection: its index, and its sources, whole.
    Load {
        /// Which.
        collection_id: String,
    },
    /// Ask a model.
    Think(Box<Prompt>),
    /// Use up an approval, and say whether that was the first time.
    UseApproval {
        /// Which.
        fingerprint: String,
    },
    /// Perform a tool of the server's.
    Perform {
        /// What its result names.
        call_id: String,
        /// The call. Only the gate makes this.
        call: Box<AllowedCall<Tool>>,
    },
}
