//! Requests that are answered once: whoever sends one again gets the answer that was kept.

use crate::lease::LeaseId;

/// How long an answer is kept for whoever asks again.
pub const IDEMPOTENCY_MS: i64 = 24 * 60 * 60 * 1000;
/// How long a request that is being answered is not answered a second time, at most, unless it is part of a turn: that
/// holds it for as long as its lease.
pub const ASKED_LEASE_MS: i64 = 300_000;
/// The same for one that whoever answers it goes on holding: so long it is lost with a server that dies.
pub const HELD_LEASE_MS: i64 = 30_000;

/// Under what a client sends a request again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestKey {
    /// Where it was sent: a route of the server's, or a conversation of packets, with which it is forgotten.
    pub route: String,
    /// What tells it from others there.
    pub key: String,
    /// What the answer is sealed with besides the database's own key, where the client alone knows it: whoever reads
    /// the database reads no answer. Storage does not keep it.
    pub seal: Option<[u8; 32]>,
}

/// A client's promise that two requests are the same one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyedRequest {
    pub key: RequestKey,
    /// SHA-256 of its body.
    pub digest: [u8; 32],
}

/// An answer as it went out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredResponse {
    /// HTTP status.
    pub status: u16,
    /// JSON body; empty when there was none.
    pub body: Vec<u8>,
}

/// How a request under a key is met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// It has no answer and nobody is at it. The caller goes on from its history, and finishes it or
    /// drops the question.
    First,
    /// It is being answered just now, under this right; programs of before did not say under which.
    InFlight(Option<LeaseId>),
    /// This was the answer.
    Answered(StoredResponse),
    /// Another request has come under its key.
    KeyReused,
}
