//! Spec 003: `laika.llmcp` v1. Packets between an agent and a model, and the client they serve.
//!
//! A request carries what the person wants and what is known; a response carries what is to be
//! shown, as a safe tree, with citations, and at most proposes tools. What comes from a page is
//! data, never instruction, in every document that is marked so.

pub mod collection;
pub mod conversation;
pub mod document;
pub mod envelope;
pub mod problem;
pub mod request;
pub mod response;
pub mod tool;
pub mod tree;

pub use document::{Content, Document, Trust};
pub use envelope::{Conversation, PROTOCOL, Protocol, Sender, SenderRole, Trace, VERSION};
pub use request::{RequestPacket, TaskName};
pub use response::{Assistant, Citation, ResponsePacket};
pub use tool::ToolCall;
pub use tree::{Block, Doc, Inline};
