//! E-mail.

use async_trait::async_trait;

/// Hands e-mails over to a mail server.
#[async_trait]
pub trait Mail: Send + Sync {
    /// Sends one. What a mail server has taken is sent: it sees to the rest.
    async fn send(&self, letter: Letter) -> Result<(), MailFailure>;
}

/// A mail of plain text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The one address that it goes to.
    pub to: String,
    /// What the mail is known by: one that is sent twice bears the same, and is shown once.
    pub id: String,
    /// One line.
    pub subject: String,
    /// The text.
    pub text: String,
}

/// Why one was not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MailFailure {
    /// The mail server does not take it, and will not later.
    #[error("the mail server does not take mail for this address")]
    Refused,
    /// Not now: the server is not reached, is busy, or lets us not in.
    #[error("the mail server could not be reached, or did not let us in")]
    Unreachable,
    /// No answer in time.
    #[error("the mail server did not answer in time")]
    TimedOut,
}
