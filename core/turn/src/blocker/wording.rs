//! A blocker in words: ours, with what the page says in quotes.

use super::{Blocker, BlockerKind, Resolution, Sign};
use screen_agent_words::quote::quote;

/// The blocker that a sign tells of.
pub(super) fn blocker(kind: BlockerKind, sign: Sign) -> Blocker {
    let (what, message, resolutions) = words(kind);
    Blocker {
        kind,
        description: format!("{what}: {}", quote(&sign.seen)),
        message: with_wait(message, sign.retry_after),
        resolutions: resolutions.to_vec(),
        fields: sign.fields,
        confidence: sign.confidence,
        retry_after: sign.retry_after,
    }
}

fn with_wait(message: &str, retry_after: Option<u32>) -> String {
    match retry_after {
        Some(seconds) => format!("{message} It says to try again in {seconds} seconds."),
        None => message.to_owned(),
    }
}

/// What was seen, what the person is told, and what would help.
const fn words(kind: BlockerKind) -> (&'static str, &'static str, &'static [Resolution]) {
    use Resolution::{AlternativeAction, AutoRetry, ProvideInChat, UserActionOnWeb};
    match kind {
        BlockerKind::Captcha => (
            "The page wants to know whether a person is there",
            "The page asks for a test that only a person may take. Please solve it on the page, then let me go on.",
            &[UserActionOnWeb],
        ),
        BlockerKind::MfaRequired => (
            "The page asks for a one-time code",
            "The page asks for a verification code that only you can get. Please give it to me here, or enter it on the page.",
            &[ProvideInChat, UserActionOnWeb],
        ),
        BlockerKind::LoginFailure => (
            "The page refused the login",
            "The page did not accept the user name or password. Please give me the right ones here, or sign in on the page.",
            &[ProvideInChat, UserActionOnWeb],
        ),
        BlockerKind::SessionExpired => (
            "The session has ended",
            "You are signed out of this site. Please sign in on the page, then let me go on.",
            &[UserActionOnWeb],
        ),
        BlockerKind::RateLimit => (
            "The page asks for patience",
            "The site has had too many requests.",
            &[AutoRetry, UserActionOnWeb],
        ),
        BlockerKind::AccessDenied => (
            "The page refuses access",
            "The site does not let you do this. Please sign in with an account that may, or tell me what to do instead.",
            &[UserActionOnWeb, AlternativeAction],
        ),
        BlockerKind::CookieConsent => (
            "A notice about cookies wants an answer",
            "A notice about cookies is in the way.",
            &[AlternativeAction, UserActionOnWeb],
        ),
        BlockerKind::PageError => (
            "The page failed",
            "The page shows an error.",
            &[AutoRetry, AlternativeAction],
        ),
    }
}
