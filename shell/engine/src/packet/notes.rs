//! How the notes of a run are kept: packets, redacted.

use screen_agent_packet::run::Note;
use screen_agent_store::conversation::{
    NewConversation, PREVIEW_CHARS, PacketRecord, PacketsAdded, TITLE_CHARS,
};
use screen_agent_tools::redact;
use screen_agent_wire::packet::document::Content;
use screen_agent_wire::packet::{RequestPacket, ResponsePacket, SenderRole};
use url::Url;

use super::AskError;
use super::ask::Asking;

/// Keeps a note.
pub(super) async fn keep(asking: &mut Asking<'_>, note: Note) -> Result<(), AskError> {
    match note {
        Note::Request(packet) => request(asking, &packet).await,
        Note::Response { packet, model } => response(asking, &packet, model).await,
        // The driver has told it.
        Note::Tell(_) => Ok(()),
    }
}

/// Keeps a request, or what tools of ours came to.
async fn request(asking: &Asking<'_>, packet: &RequestPacket) -> Result<(), AskError> {
    let words = &packet.input.user_message.text;
    let tool = packet.sender.role == SenderRole::Tool;
    let record = PacketRecord {
        id: packet.id.clone(),
        turn: packet.conversation.turn,
        created_ms: asking.engine.now_ms(),
        sender: packet.sender.role,
        packet_type: if tool { "tool" } else { "request" }.to_owned(),
        in_reply_to: None,
        model: None,
        packet: redact::request(packet, asking.engine.parts.keep),
        preview: if tool {
            String::new()
        } else {
            cut(words, PREVIEW_CHARS)
        },
    };
    let conversation = NewConversation {
        id: packet.conversation.id.clone(),
        title: cut(words, TITLE_CHARS),
        origin: origin(packet),
    };
    add(asking, conversation, record).await
}

/// Keeps an answer.
async fn response(
    asking: &mut Asking<'_>,
    packet: &ResponsePacket,
    model: Option<String>,
) -> Result<(), AskError> {
    let thoughts = std::mem::take(&mut asking.thoughts);
    asking.typed.extend(redact::typed(packet));
    let record = PacketRecord {
        id: packet.id.clone(),
        turn: packet.conversation.turn,
        created_ms: asking.engine.now_ms(),
        sender: packet.sender.role,
        packet_type: "response".to_owned(),
        in_reply_to: Some(packet.in_reply_to.request_id.clone()),
        model,
        packet: redact::response(packet, asking.engine.parts.keep, thoughts),
        preview: cut(
            &screen_agent_answer::plain(&packet.assistant.render),
            PREVIEW_CHARS,
        ),
    };
    let conversation = NewConversation {
        id: packet.conversation.id.clone(),
        title: String::new(),
        origin: None,
    };
    add(asking, conversation, record).await
}

async fn add(
    asking: &Asking<'_>,
    conversation: NewConversation,
    record: PacketRecord,
) -> Result<(), AskError> {
    let rows = asking.rows();
    let now_ms = asking.engine.now_ms();
    match rows.add_packets(conversation, vec![record], now_ms).await? {
        PacketsAdded::Added { .. } => Ok(()),
        PacketsAdded::TurnRanBack { latest } => Err(AskError::TurnRanBack { latest }),
    }
}

/// Where a conversation begins: on the first page that it is about.
fn origin(packet: &RequestPacket) -> Option<String> {
    let address = |content: &Content| match content {
        Content::Capture(page) => Some(page.url.clone()),
        Content::Summary(page) => Some(page.url.clone()),
        Content::Chunk(page) => Some(page.url.clone()),
        _ => None,
    };
    let documents = packet.context.documents.iter();
    let url = documents.into_iter().find_map(|it| address(&it.content))?;
    let origin = Url::parse(&url).ok()?.origin();
    origin.is_tuple().then(|| origin.ascii_serialization())
}

fn cut(text: &str, most: usize) -> String {
    text.trim().chars().take(most).collect()
}
