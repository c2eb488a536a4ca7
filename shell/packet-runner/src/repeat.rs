//! The same packet is answered the same, and no model is asked again.

use screen_agent_store::run::{SaveRun, Taken};
use screen_agent_store::turn::IDEMPOTENCY_MS;
use screen_agent_store::{Owner, Packed, StoreError};
use screen_agent_wire::packet::RequestPacket;
use screen_agent_wire::packet::response::ReplyPacket;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{AskError, PacketRunner};

/// What is known of a packet that has come before.
pub(crate) enum Before {
    /// Nothing.
    Nothing,
    /// This was its answer.
    Answered(Box<ReplyPacket>),
    /// It was another packet of the same id.
    Another,
}

/// An answer as it is kept: beside the runs, since it is as short-lived, and goes with its
/// conversation like they do.
#[derive(Serialize, Deserialize)]
struct Kept {
    digest: String,
    reply: ReplyPacket,
}

/// What an answer is kept under. Ids of packets are unique in a conversation.
pub(crate) fn key(request: &RequestPacket) -> String {
    let mut hash = Sha256::new();
    for part in [&request.conversation.id, &request.id] {
        hash.update(part.len().to_be_bytes());
        hash.update(part.as_bytes());
    }
    format!("answer_{}", hex::encode(hash.finalize()))
}

/// Looks whether a packet was answered before.
pub(crate) async fn before(
    runner: &PacketRunner,
    owner: Owner,
    key: &str,
    digest: &[u8; 32],
) -> Result<Before, AskError> {
    let rows = runner.rows(owner);
    match rows.take_run(key.to_owned(), runner.now_ms()).await? {
        Taken::Unknown => Ok(Before::Nothing),
        Taken::Busy => Err(AskError::Busy),
        Taken::Open { state, claim } => {
            rows.release_run(key.to_owned(), claim).await?;
            let kept: Kept = state.read()?;
            Ok(match kept.digest == hex::encode(digest) {
                true => Before::Answered(Box::new(kept.reply)),
                false => Before::Another,
            })
        }
    }
}

/// Keeps an answer for a day. One that cannot be kept is given all the same.
pub(crate) async fn keep(
    runner: &PacketRunner,
    owner: Owner,
    (key, conversation): (&str, &str),
    digest: &[u8; 32],
    reply: &ReplyPacket,
) {
    let kept = Kept {
        digest: hex::encode(digest),
        reply: reply.clone(),
    };
    if let Err(error) = try_keep(runner, owner, (key, conversation), &kept).await {
        tracing::warn!(%error, "an answer could not be kept for whoever asks again");
    }
}

async fn try_keep(
    runner: &PacketRunner,
    owner: Owner,
    (key, conversation): (&str, &str),
    kept: &Kept,
) -> Result<(), StoreError> {
    let now_ms = runner.now_ms();
    let answer = SaveRun {
        id: key.to_owned(),
        conversation_id: conversation.to_owned(),
        state: Packed::json(kept)?,
        claim: None,
        expires_ms: now_ms.saturating_add(IDEMPOTENCY_MS),
        now_ms,
    };
    runner.rows(owner).save_run(answer).await
}
