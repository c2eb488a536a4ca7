//! Mail, handed over by SMTP (RFC 5321).

use std::time::Duration;

use async_trait::async_trait;
use lettre::message::Mailbox;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::transport::smtp::{AsyncSmtpTransport, Error};
use lettre::{AsyncTransport as _, Message, Tokio1Executor};
use screen_agent_ports::{Letter, Mail, MailFailure};
use url::Url;

use crate::SecretKey;

/// Longest that one mail may take: less than a try of telling.
const PATIENCE: Duration = Duration::from_secs(20);

/// Where mail is handed over, and whose it is.
#[derive(Clone, Debug)]
pub struct MailConfig {
    /// `smtps://USER@HOST:PORT`, or `smtp://` to begin in the clear and go on with TLS. Only this machine is spoken to without.
    pub url: String,
    /// The user's password.
    pub password: Option<SecretKey>,
    /// The address that mails come from, with or without a name.
    pub from: String,
}

/// Why mail cannot be set up so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MailConfigError {
    /// The address of the server.
    #[error("url is not smtps://[USER@]HOST[:PORT] or smtp://…, without a password")]
    Url,
    /// The sender.
    #[error("from is no e-mail address")]
    From,
    /// A name without a password, or the other way round.
    #[error("a user needs a password, and a password a user")]
    Login,
}

/// A mail server.
pub struct Smtp {
    server: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl Smtp {
    /// Connects to nothing yet.
    pub fn new(config: &MailConfig) -> Result<Self, MailConfigError> {
        let from = config.from.parse().map_err(|_| MailConfigError::From)?;
        let mut url = Url::parse(&config.url).map_err(|_| MailConfigError::Url)?;
        let is_plain = url.password().is_none() && url.query().is_none();
        if !is_plain || !["smtp", "smtps"].contains(&url.scheme()) {
            return Err(MailConfigError::Url);
        }
        if url.username().is_empty() != config.password.is_none() {
            return Err(MailConfigError::Login);
        }
        let password = config.password.as_ref().map(SecretKey::reveal);
        url.set_password(password)
            .map_err(|()| MailConfigError::Url)?;
        if url.scheme() == "smtp" && !is_here(&url) {
            url.set_query(Some("tls=required"));
        }
        let server = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.as_str())
            .map_err(|_| MailConfigError::Url)?;
        Ok(Self {
            server: server.timeout(Some(PATIENCE)).build(),
            from,
        })
    }

    /// Whether the server answers and lets us in.
    pub async fn is_there(&self) -> Result<bool, MailFailure> {
        self.server
            .test_connection()
            .await
            .map_err(|error| failure(&error))
    }

    fn message(&self, letter: Letter) -> Option<Message> {
        let subject: Vec<&str> = letter.subject.split_whitespace().collect();
        let by_itself = HeaderName::new_from_ascii_str("Auto-Submitted");
        Message::builder()
            .from(self.from.clone())
            .to(letter.to.parse().ok()?)
            .subject(subject.join(" "))
            .message_id(Some(format!("<{}@screen-agent>", letter.id)))
            // RFC 3834: nobody's holiday answers it.
            .raw_header(HeaderValue::new(by_itself, "auto-generated".into()))
            .header(ContentType::TEXT_PLAIN)
            .body(letter.text)
            .ok()
    }
}

/// Whether it is this machine, to which nothing travels.
fn is_here(url: &Url) -> bool {
    matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"))
}

#[async_trait]
impl Mail for Smtp {
    async fn send(&self, letter: Letter) -> Result<(), MailFailure> {
        let message = self.message(letter).ok_or(MailFailure::Refused)?;
        match tokio::time::timeout(PATIENCE, self.server.send(message)).await {
            Ok(sent) => sent.map(drop).map_err(|error| failure(&error)),
            Err(_) => Err(MailFailure::TimedOut),
        }
    }
}

fn failure(error: &Error) -> MailFailure {
    // We are not let in, which whoever runs the server can mend (RFC 4954).
    let is_login = |code| (530..=538).contains(&u16::from(code));
    let is_login = error.status().is_some_and(is_login);
    match error.is_permanent() && !is_login {
        true => MailFailure::Refused,
        false if error.is_timeout() => MailFailure::TimedOut,
        false => MailFailure::Unreachable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(url: &str, password: Option<&str>, from: &str) -> MailConfig {
        MailConfig {
            url: url.into(),
            password: password.map(SecretKey::new),
            from: from.into(),
        }
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        crate::install_tls();
        let from = "Agent <agent@example.org>";
        let refused = |url, password, from| Smtp::new(&config(url, password, from)).err();
        for url in ["smtps://example.org", "smtp://localhost:2525"] {
            assert_eq!(refused(url, None, from), None, "{url}");
        }
        assert_eq!(
            refused("smtps://me@example.org:465", Some("p@ss/word"), from),
            None
        );
        let wrong = Some(MailConfigError::Url);
        for url in [
            "example.org",
            "https://example.org",
            "smtp://a:b@example.org",
            "smtp://example.org?tls=none",
        ] {
            assert_eq!(refused(url, None, from), wrong, "{url}");
        }
        let login = Some(MailConfigError::Login);
        assert_eq!(refused("smtps://me@example.org", None, from), login);
        assert_eq!(refused("smtps://example.org", Some("x"), from), login);
        assert_eq!(
            refused("smtps://example.org", None, "nobody"),
            Some(MailConfigError::From)
        );
    }
}
