//! What a person is asked before something consequential, and what they may answer.

use screen_agent_page::NodeId;
use serde::{Deserialize, Serialize};

use screen_agent_words::worded;

worded! {
    /// Why the gate asks. Stable codes, printed in snake case.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum AskReason {
        /// The action leaves the sites that the task is on.
        LeavesSite = "leaves_site",
        /// It types into another origin's field, or a form that posts elsewhere.
        PostsElsewhere = "posts_elsewhere",
        /// It changes something: a POST, a formless button, a link that names an effect.
        ChangesState = "changes_state",
        /// A password, card or one-time-code field.
        SecretField = "secret_field",
        /// Enter in a form that posts.
        SubmitsByEnter = "submits_by_enter",
        /// It runs code, or touches cookies, storage or traffic.
        Privileged = "privileged",
        /// It hands files to a page.
        HandsOverFiles = "hands_over_files",
        /// The person wants to be asked about everything that is done.
        EachIsAsked = "each_is_asked",
    }
}

/// How long an answer may be waited for, in milliseconds.
pub const ANSWER_WITHIN_MS: i64 = 60_000;
/// How long a lasting yes lasts, in milliseconds.
pub const GRANT_LASTS_MS: i64 = 15 * 60_000;

/// What exactly is asked. Built from DOM facts alone; page strings are quoted and cut.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ApprovalRequest {
    /// Fingerprint of task, step, action, element, origin and snapshot: an answer must repeat it.
    pub fingerprint: String,
    /// Why it is asked.
    pub reason: AskReason,
    /// What will happen and where, in one sentence.
    pub text: String,
    /// The action in its narrow form.
    pub action: String,
    /// Origin that it takes effect on.
    pub origin: String,
    /// The control that it is aimed at.
    pub element: Option<NodeId>,
    /// Milliseconds since the epoch after which the answer no longer counts.
    pub expires_at_ms: i64,
}

/// How far an approval reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalScope {
    /// This once.
    Once,
    /// This capability on this origin, until it expires.
    Site,
}

/// A person's answer, given in our own interface.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ApprovalAnswer {
    /// Which request it answers.
    pub fingerprint: String,
    /// Yes or no.
    pub allow: bool,
    /// How far a yes reaches.
    pub scope: ApprovalScope,
}

/// A lasting yes: capability by origin, until it expires.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grant {
    /// What may be done.
    pub reason: AskReason,
    /// Where.
    pub origin: String,
    /// Milliseconds since the epoch.
    pub expires_at_ms: i64,
}

impl Grant {
    /// The lasting yes in an answer: one that says yes to exactly this request, in time, for the
    /// whole site.
    pub fn from_answer(
        request: &ApprovalRequest,
        answer: &ApprovalAnswer,
        now_ms: i64,
    ) -> Option<Self> {
        let lasting = answer.allow
            && answer.scope == ApprovalScope::Site
            && answer.fingerprint == request.fingerprint
            && now_ms <= request.expires_at_ms;
        lasting.then(|| Self {
            reason: request.reason,
            origin: request.origin.clone(),
            expires_at_ms: now_ms.saturating_add(GRANT_LASTS_MS),
        })
    }

    /// True when it covers this, there, now.
    pub fn covers(&self, reason: AskReason, origin: &str, now_ms: i64) -> bool {
        self.reason == reason && self.origin == origin && now_ms <= self.expires_at_ms
    }
}
