//! What a model answers, and what a client is sent. Spec 003, "Response packet".

use super::document::ToolResultDocument;
use super::envelope::{Conversation, Protocol, Sender, Trace};
use super::tool::ToolCall;
use super::tree::Doc;
use crate::derives::*;

/// A response packet.
#[contract]
pub struct ResponsePacket {
    /// Which protocol.
    pub protocol: Protocol,
    /// Its own id.
    pub id: String,
    /// Always `response`.
    #[serde(rename = "type")]
    pub packet_type: ResponseType,
    /// When it was made, ISO 8601 in UTC.
    pub created_at: String,
    /// Which conversation.
    pub conversation: Conversation,
    /// Who wrote it.
    pub sender: Sender,
    /// Which run it belongs to. A run with tools to be performed or approved is open: the client's
    /// next request names it.
    pub trace: Option<Trace>,
    /// What it answers.
    pub in_reply_to: InReplyTo,
    /// What is to be shown.
    pub assistant: Assistant,
    /// Tools that are proposed. None is ever performed before the policy gate has decided.
    #[serde(default, deserialize_with = "super::tool::or_empty")]
    pub tool_calls: Vec<ToolCall>,
}

/// What a client is sent: the response packet, and what came of the tools that the server performed
/// itself on the way to it. Ours, beside the specification.
#[contract]
pub struct ReplyPacket {
    /// The response packet.
    #[serde(flatten)]
    pub packet: ResponsePacket,
    /// Results of the server's own tools, in order: a link to what was shared, the id of what was
    /// saved. Models are not told all of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_results: Vec<ToolResultDocument>,
}

/// The type of a response packet.
#[contract(word, default)]
pub enum ResponseType {
    /// A response.
    #[default]
    Response,
}

/// What a response answers.
#[contract]
pub struct InReplyTo {
    /// Id of the request packet.
    pub request_id: String,
}

/// What is to be shown.
#[contract]
pub struct Assistant {
    /// A title.
    pub title: Option<String>,
    /// The answer, as a tree of allowed nodes.
    pub render: Doc,
    /// Where its facts come from.
    #[serde(default, deserialize_with = "super::tool::or_empty")]
    pub citations: Vec<Citation>,
    /// It breaks off before its end: the model was asked twice. A model's own word on it is never kept. Ours, beside the
    /// specification.
    #[serde(default, skip_serializing_if = "is_whole")]
    #[ts(optional, as = "Option<bool>")]
    pub broken_off: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_whole(broken_off: &bool) -> bool {
    !*broken_off
}

/// Where a fact comes from.
#[contract(Default)]
#[schema(as = PacketCitation)]
pub struct Citation {
    /// Which document.
    pub doc_id: String,
    /// Which line of it: `n:` and its number from 1.
    pub node_id: Option<String>,
    /// Which element of the page.
    pub handle_id: Option<String>,
    /// Words of the document.
    pub quote: Option<String>,
    /// What our check found; a model's own word on it is never kept. Ours, beside the specification.
    pub check: Option<CitationCheck>,
}

/// What the check of a citation found.
#[contract]
pub struct CitationCheck {
    /// The document is there, the place in it is there, and the quote stands in it.
    pub verified: bool,
    /// Why not.
    pub fault: Option<CitationFault>,
    /// Address of the document, as it may be shown.
    pub url: Option<String>,
    /// Title of the document.
    pub title: Option<String>,
}

/// Why a citation does not hold.
#[contract(word)]
pub enum CitationFault {
    /// No document has this id.
    UnknownDocument,
    /// The document has no such line or element.
    UnknownPlace,
    /// The document does not say so.
    QuoteNotFound,
    /// It names a document and nothing in it.
    Unquoted,
    /// It stands in another document than the one that the answer named; it is shown as from there.
    OtherDocument,
}
