//! The same packet is answered the same, and no model is asked again.

use screen_agent_store::run::Asked;
use screen_agent_store::{Owner, Packed, StoreError};
use screen_agent_wire::packet::RequestPacket;
use screen_agent_wire::packet::response::ReplyPacket;

use crate::{AskError, PacketRunner};

/// A question that nobody has asked before, and that has to be answered or dropped.
pub(crate) struct Question {
    owner: Owner,
    conversation: String,
    request: String,
}

/// What is known of a packet when it comes.
pub(crate) enum Before {
    /// Nothing.
    Nothing(Question),
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
    let question = Question {
        owner,
        conversation: request.conversation.id.clone(),
        request: request.id.clone(),
    };
    let (conversation, id) = (question.conversation.clone(), question.request.clone());
    let rows = runner.rows(owner);
    let asked = rows.ask_once(conversation, id, digest, runner.now_ms());
    match asked.await? {
        Asked::First => Ok(Before::Nothing(question)),
        Asked::InFlight => Err(AskError::Busy),
        Asked::Answered(answer) => Ok(Before::Answered(Box::new(answer.read()?))),
        Asked::Another => Err(AskError::Reused),
    }
}

impl Question {
    /// Keeps the answer for a day. One that cannot be kept is given all the same.
    pub(crate) async fn answer(self, runner: &PacketRunner, reply: &ReplyPacket) {
        if let Err(error) = self.try_answer(runner, reply).await {
            tracing::warn!(%error, "an answer could not be kept for whoever asks again");
        }
    }

    async fn try_answer(
        self,
        runner: &PacketRunner,
        reply: &ReplyPacket,
    ) -> Result<(), StoreError> {
        let answer = Packed::json(reply)?;
        let rows = runner.rows(self.owner);
        let kept = rows.keep_answer(self.conversation, self.request, answer, runner.now_ms());
        kept.await
    }

    /// There is no answer: whoever asks again is the first.
    pub(crate) async fn drop(self, runner: &PacketRunner) {
        let rows = runner.rows(self.owner);
        let dropped = rows.drop_question(self.conversation, self.request);
        if let Err(error) = dropped.await {
            tracing::warn!(%error, "a question was not dropped");
        }
    }
}
