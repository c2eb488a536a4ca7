//! What stands in a task's way, as clients are told it. Facts §3, "Blockers".

use screen_agent_turn::blocker::{Blocker, BlockerKind, RequiredField, Resolution};

use crate::alike::alike;
use crate::derives::*;

/// What kind of thing stands in the way.
#[contract(word)]
pub enum BlockerType {
    /// A test whether a person is there.
    Captcha,
    /// A one-time code.
    MfaRequired,
    /// The name or password was refused.
    LoginFailure,
    /// Signed out meanwhile.
    SessionExpired,
    /// Too often; wait.
    RateLimit,
    /// Not for this person.
    AccessDenied,
    /// A notice about cookies.
    CookieConsent,
    /// The page says that it failed.
    PageError,
}

/// How it can be got out of the way.
#[contract(word)]
pub enum BlockerResolution {
    /// The person says it in the chat.
    ProvideInChat,
    /// The person does it on the page.
    UserActionOnWeb,
    /// It goes away by itself.
    AutoRetry,
    /// Something else is done.
    AlternativeAction,
}

/// What the person is asked to type.
#[contract]
pub struct BlockerField {
    /// Its name; `resolutionData` of the resume request uses it.
    pub name: String,
    /// For the person.
    pub label: String,
    /// `text`, `password`, `email` or `code`.
    #[serde(rename = "type")]
    pub kind: String,
}

/// What stands in the way.
#[contract(camel)]
pub struct BlockerInfo {
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: BlockerType,
    /// What was seen.
    pub description: String,
    /// What the person is told.
    pub user_message: String,
    /// What would help, best first.
    pub resolution_methods: Vec<BlockerResolution>,
    /// What to ask for, when the chat can help.
    pub required_fields: Vec<BlockerField>,
    /// 0 to 1.
    pub confidence: f32,
    /// Seconds after which to try again, when the page says.
    pub retry_after_seconds: Option<u32>,
    /// How many steps were done before.
    pub paused_at_step: u32,
    /// On which page.
    pub paused_at_url: Option<String>,
}

impl BlockerInfo {
    /// A blocker that held a task up after so many steps.
    pub(super) fn new(blocker: &Blocker, steps: u32) -> Self {
        Self {
            kind: blocker.kind.into(),
            description: blocker.description.clone(),
            user_message: blocker.message.clone(),
            resolution_methods: blocker
                .resolutions
                .iter()
                .copied()
                .map(Into::into)
                .collect(),
            required_fields: blocker.fields.iter().map(Into::into).collect(),
            confidence: blocker.confidence,
            retry_after_seconds: blocker.retry_after,
            paused_at_step: steps,
            paused_at_url: None,
        }
    }
}

impl From<&RequiredField> for BlockerField {
    fn from(field: &RequiredField) -> Self {
        Self {
            name: field.name.clone(),
            label: field.label.clone(),
            kind: field.kind.clone(),
        }
    }
}

alike!(
    BlockerKind => BlockerType:
    Captcha, MfaRequired, LoginFailure, SessionExpired, RateLimit, AccessDenied, CookieConsent, PageError
);

alike!(Resolution => BlockerResolution: ProvideInChat, UserActionOnWeb, AutoRetry, AlternativeAction);
