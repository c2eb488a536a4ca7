//! `[mail]`: where mail is handed over that tells people of their runs.

use std::path::PathBuf;

use anyhow::Result;
use screen_agent_adapters::{MailConfig, Smtp};
use serde::Deserialize;

use super::{Environment, secret};
use crate::exit::usage;

/// `[mail]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct MailSection {
    url: Option<String>,
    password_file: Option<PathBuf>,
    from: Option<String>,
    /// Where people reach the console; mails link to it.
    console: Option<String>,
}

impl MailSection {
    /// Where mails link to.
    pub(super) fn console(&self) -> Result<Option<String>> {
        let Some(written) = &self.console else {
            return Ok(None);
        };
        let address = written.trim_end_matches('/');
        let is_origin = url::Url::parse(address).is_ok_and(|url| {
            ["http", "https"].contains(&url.scheme())
                && url.origin().ascii_serialization() == address
        });
        match is_origin {
            true => Ok(Some(address.to_owned())),
            false => Err(usage(
                "[mail] console: not the address of a site, like https://agent.example.org",
            )),
        }
    }
}

/// Where mail is handed over; nowhere without an address.
pub(super) fn mail(
    section: &MailSection,
    environment: Environment<'_>,
) -> Result<Option<MailConfig>> {
    let url = environment("SCREEN_AGENT_MAIL_URL").or_else(|| section.url.clone());
    let Some(url) = url else {
        return Ok(None);
    };
    let Some(from) = section.from.clone() else {
        return Err(usage("[mail] from: say which address mails come from"));
    };
    let file = section.password_file.as_ref();
    let config = MailConfig {
        url,
        password: secret(environment, &["SCREEN_AGENT_MAIL_PASSWORD"], file)?,
        from,
    };
    screen_agent_adapters::install_tls();
    Smtp::new(&config).map_err(|error| usage(format!("[mail]: {error}")))?;
    Ok(Some(config))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_is_handed_over_where_it_is_said_and_the_console_is_a_site() -> Result<()> {
        let read = |written: &str| toml::from_str::<MailSection>(written);
        let found = |written: &str| mail(&read(written)?, &|_| None);
        assert!(found("")?.is_none());
        let whole = "url = 'smtps://mail.example'\nfrom = 'agent@example.org'";
        assert_eq!(
            found(whole)?.map(|config| config.url).as_deref(),
            Some("smtps://mail.example")
        );
        assert!(found("url = 'smtps://mail.example'").is_err());
        assert!(found("url = 'https://mail.example'\nfrom = 'agent@example.org'").is_err());
        let console = |site: &str| read(&format!("console = '{site}'"))?.console();
        assert_eq!(
            console("https://agent.example/")?.as_deref(),
            Some("https://agent.example")
        );
        assert!(console("agent.example").is_err() && console("https://agent.example/x").is_err());
        Ok(())
    }
}
