//! Runs that wait for their client, and approvals that were used.

use screen_agent_audit::Entry;

use crate::Packed;
use crate::answer::{RequestKey, StoredResponse};
use crate::lease::LeaseId;

/// How long a request may hold a run without renewing.
pub const RUN_LEASE_MS: i64 = 150_000;
/// How long it is known that an approval was used; it counts for much less.
pub const KEEP_APPROVALS_MS: i64 = 24 * 60 * 60 * 1000;
/// Most runs of a user that wait; of more, those that expire first make room.
pub const MOST_RUNS: u32 = 50;

/// The right to go on with a run, held by one request. Who lost it keeps nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RunClaim(pub i64);

/// A run to keep until its client goes on with it.
#[derive(Clone, Debug)]
pub struct SaveRun {
    pub id: String,
    /// Its conversation; when that is forgotten, the run is too.
    pub conversation_id: String,
    pub state: Packed,
    /// What [`take_run`](crate::Requests::take_run) gave; `None` for a new run.
    pub claim: Option<RunClaim>,
    /// When it is forgotten.
    pub expires_ms: i64,
    pub now_ms: i64,
}

/// An approval that is used up in the course of a request.
#[derive(Clone, Debug)]
pub struct UseApproval {
    /// Which.
    pub fingerprint: String,
    /// What is written down when this is the first time.
    pub first: Packed,
    /// What is written down when it is not.
    pub again: Packed,
    /// What the audit log says when this is the first time.
    pub audit: Vec<Entry>,
    pub now_ms: i64,
}

/// An answer, and what becomes of the run with it.
#[derive(Clone, Debug)]
pub struct FinishRequest {
    pub request: RequestKey,
    /// Under which the request is answered.
    pub lease: LeaseId,
    pub answer: StoredResponse,
    pub run: RunEnd,
    /// What the audit log is to say of the request.
    pub audit: Vec<Entry>,
    pub now_ms: i64,
}

/// What becomes of a run when its request is answered.
#[derive(Clone, Debug)]
pub enum RunEnd {
    /// It was never kept, and is over.
    Nothing,
    /// It is kept until its client goes on with it.
    Save(SaveRun),
    /// It is over and forgotten.
    End {
        /// Its id.
        id: String,
        /// The right to end it.
        claim: RunClaim,
    },
}

/// What came of asking for a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It is the caller's.
    Open {
        /// Its state.
        state: Packed,
        /// What the caller shows when it saves the run, ends it or lets it go.
        claim: RunClaim,
    },
    /// Another request goes on with it just now.
    Busy,
    /// There is none: never there, not the caller's, ended or expired.
    Unknown,
}
