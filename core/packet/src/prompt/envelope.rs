//! The form of the answer, its ids filled in: all that is left to the model is what it says.

use screen_agent_wire::packet::RequestPacket;
use serde_json::json;

use super::grammar::answer_id;

/// The answer to a request, to be copied. Keys stand in the order in which they are best written:
/// what is said comes before what is proposed.
pub(super) fn form(request: &RequestPacket) -> String {
    let id = json!(answer_id(request));
    let conversation = json!({ "id": request.conversation.id, "turn": request.conversation.turn });
    format!(
        "The form of the answer; copy what is given, fill in title, children, citations and tool_calls:\n\
         {{\"protocol\":{{\"name\":\"laika.llmcp\",\"version\":1}},\"id\":{id},\"type\":\"response\",\
         \"created_at\":\"{}\",\"conversation\":{conversation},\"sender\":{{\"role\":\"assistant\"}},\
         \"in_reply_to\":{{\"request_id\":\"{}\"}},\"assistant\":{{\"title\":\"\",\"render\":{{\"type\":\"doc\",\
         \"children\":[]}},\"citations\":[{{\"doc_id\":\"\",\"quote\":\"\"}}]}},\"tool_calls\":[]}}",
        request.created_at, request.id
    )
}
