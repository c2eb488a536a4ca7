//! The same packet is answered the same, and no model is asked again.

use screen_agent_store::Owner;
use screen_agent_store::run::{Asked, RequestPlace};
use screen_agent_wire::packet::RequestPacket;
use screen_agent_wire::packet::response::ReplyPacket;

use crate::{AskError, PacketRunner};

/// What is known of a packet when it comes.
pub(crate) enum Before {
    /// It has no answer: it is the caller's to answer, or to let go of.
    Open(RequestPlace),
    /// This was its answer.
    Answered(Box<ReplyPacket>),
}

/// Looks whether a packet was answered before. Packets are told apart by their id in their
/// conversation, and by what was in them.
pub(crate) async fn before(
    runner: &PacketRunner,
    owner: Owner,
    request: &RequestPacket,
    digest: [u8; 32],
) -> Result<Before, AskError> {
    let place = RequestPlace {
        conversation: request.conversation.id.clone(),
        request: request.id.clone(),
    };
    let rows = runner.rows(owner);
    let asked = rows.ask_once(place.clone(), digest, runner.now_ms());
    match asked.await? {
        Asked::First => Ok(Before::Open(place)),
        Asked::InFlight => Err(AskError::Busy),
        Asked::Answered(answer) => Ok(Before::Answered(Box::new(answer.read()?))),
        Asked::Another => Err(AskError::Reused),
    }
}

/// There is no answer: whoever asks again goes on where this was left.
pub(crate) async fn let_go(runner: &PacketRunner, owner: Owner, place: RequestPlace) {
    let rows = runner.rows(owner);
    let dropped = rows.drop_question(place);
    if let Err(error) = dropped.await {
        tracing::warn!(%error, "a question was not let go of");
    }
}
