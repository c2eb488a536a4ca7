//! What keeps a task from going on until somebody else acts: a captcha, a code, a wrong password,
//! an error page. Told from visible text alone. Facts §3, "Blockers".

use serde::{Deserialize, Serialize};

/// What kind of thing stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockerKind {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resolution {
    /// The person says it in the chat.
    ProvideInChat,
    /// The person does it on the page.
    UserActionOnWeb,
    /// It goes away by itself.
    AutoRetry,
    /// We do something else.
    AlternativeAction,
}

/// What the person is asked to type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequiredField {
    /// Its name.
    pub name: String,
    /// For the person.
    pub label: String,
    /// `text`, `password`, `email` or `code`.
    #[serde(rename = "type")]
    pub kind: String,
}

/// What stands in the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blocker {
    /// Its kind.
    pub kind: BlockerKind,
    /// What was seen, in one sentence; page text is quoted and cut.
    pub description: String,
    /// What the person is told.
    pub message: String,
    /// What would help, best first.
    pub resolutions: Vec<Resolution>,
    /// What to ask for, when the chat can help.
    pub fields: Vec<RequiredField>,
    /// 0 to 1.
    pub confidence: f32,
    /// Seconds after which to try again, when the page says.
    pub retry_after: Option<u32>,
}
