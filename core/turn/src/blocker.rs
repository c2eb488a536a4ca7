//! What keeps a task from going on until somebody else acts: a captcha, a code, a wrong password,
//! an error page. Told from visible text alone. Facts §3, "Blockers".
//!
//! A page may speak of all of these without being held up by any: an article on captchas, a page of
//! security settings. So a control or a message of the kind has to be in view, never just the word.

mod captcha;
mod code;
mod cookies;
mod login;
mod messages;
mod refusal;
#[cfg(test)]
mod tests;
mod wording;

use screen_agent_page::{Node, Observation};
use serde::{Deserialize, Serialize};

use messages::Sight;
use screen_agent_action::step::Step;

/// From here on a blocker is acted on.
pub(crate) const SURE: f32 = 0.8;
/// How long a page that asks for patience is given where it does not say, in seconds.
const PAUSE: u32 = 5;
/// Longest pause that is made without the person, in seconds; one action waits no longer.
const LONGEST_PAUSE: u32 = 30;

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
    pub name: String,
    /// For the person.
    pub label: String,
    /// `text`, `password`, `email` or `code`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The control that it goes into, where one was in view when it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<FieldPlace>,
}

/// A control as it was seen; its id means nothing in the next document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldPlace {
    pub role: String,
    /// Its name, as the page has it. It finds the control again, and is nobody's words.
    pub name: String,
    /// The type of its input.
    pub input_type: Option<String>,
}

impl FieldPlace {
    pub(crate) fn of(node: &Node) -> Self {
        Self {
            role: node.role.code().to_owned(),
            name: node.name.clone(),
            input_type: node.facts.input_type.clone(),
        }
    }
}

/// What stands in the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blocker {
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

/// The control that what was asked for goes into: the one that was seen then, else the only one of its
/// kind. None within a frame of another origin.
pub(crate) fn place_of<'a>(
    field: &RequiredField,
    screen: &'a Observation,
    steps: &'a [Step],
) -> Option<&'a Node> {
    let sight = Sight::new(screen, "", steps);
    let own = |node: &&&Node| node.frame_origin.is_none() && node.role.takes_text();
    let same = |node: &&&Node| {
        field
            .at
            .as_ref()
            .is_some_and(|at| *at == FieldPlace::of(node))
    };
    let mut same = sight.nodes.iter().filter(own).filter(same);
    if let (Some(node), None) = (same.next(), same.next()) {
        return Some(node);
    }
    let by_kind = match field.kind.as_str() {
        "password" => login::password(&sight),
        "code" => code::field(&sight),
        _ => login::identity(&sight),
    };
    by_kind.filter(|node| own(&node))
}

/// True for a button that sends a form for signing in, by its name.
pub(crate) fn sends_credentials(node: &Node) -> bool {
    login::enters(node) || login::goes_on(node)
}

/// What follows from a blocker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Response {
    /// Only the person can help.
    Person,
    /// Wait so many seconds and look again.
    Wait(u32),
    /// Close it.
    Dismiss,
    /// Go another way, as after a step that failed.
    Correct,
}

/// One sign of a blocker.
struct Sign {
    confidence: f32,
    /// What was seen, as the page words it.
    seen: String,
    /// What the person may fill in here.
    fields: Vec<RequiredField>,
    retry_after: Option<u32>,
}

impl Sign {
    fn new(confidence: f32, seen: &str) -> Self {
        Self {
            confidence,
            seen: seen.to_owned(),
            fields: Vec::new(),
            retry_after: None,
        }
    }
}

type Look = fn(&Sight<'_>) -> Option<Sign>;

/// Every kind, in the order in which they are looked for.
const LOOKS: [(BlockerKind, Look); 8] = [
    (BlockerKind::Captcha, captcha::look),
    (BlockerKind::MfaRequired, code::look),
    (BlockerKind::LoginFailure, login::refused),
    (BlockerKind::SessionExpired, login::expired),
    (BlockerKind::RateLimit, refusal::too_often),
    (BlockerKind::AccessDenied, refusal::denied),
    (BlockerKind::CookieConsent, cookies::look),
    (BlockerKind::PageError, refusal::broken),
];

/// What stands in the way, if anything does: the first kind that is sure, else the surest.
///
/// Not to be asked in the turn in which the person has just answered one: what they said has not
/// been used yet, so the page looks as before.
pub(crate) fn find(screen: &Observation, query: &str, steps: &[Step]) -> Option<Blocker> {
    let sight = Sight::new(screen, query, steps);
    let mut doubtful: Option<(BlockerKind, Sign)> = None;
    for (kind, look) in LOOKS {
        let Some(sign) = look(&sight) else { continue };
        if sign.confidence >= SURE {
            return Some(wording::blocker(kind, sign));
        }
        if doubtful
            .as_ref()
            .is_none_or(|(_, best)| sign.confidence > best.confidence)
        {
            doubtful = Some((kind, sign));
        }
    }
    doubtful.map(|(kind, sign)| wording::blocker(kind, sign))
}

/// What to do about a blocker. Not to be asked of one that is not sure.
pub(crate) fn response(blocker: &Blocker) -> Response {
    match blocker.kind {
        BlockerKind::Captcha
        | BlockerKind::MfaRequired
        | BlockerKind::LoginFailure
        | BlockerKind::SessionExpired
        | BlockerKind::AccessDenied => Response::Person,
        BlockerKind::RateLimit => match blocker.retry_after.unwrap_or(PAUSE) {
            seconds if seconds <= LONGEST_PAUSE => Response::Wait(seconds.max(1)),
            _ => Response::Person,
        },
        BlockerKind::CookieConsent => Response::Dismiss,
        BlockerKind::PageError => Response::Correct,
    }
}
