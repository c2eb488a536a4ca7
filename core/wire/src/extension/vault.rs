//! Secrets that a person keeps for their runs: given once, used by name, and never told again.

use screen_agent_action::origin::origin_of;
use screen_agent_words::secret::SHORTEST;
use screen_agent_words::vault::is_secret_label;

use crate::derives::*;
use crate::invalid::{Invalid, chars, count};
use crate::limits;

/// Most sites that one may be entered on.
const SITES: usize = 20;

/// `PUT /api/secrets/{name}`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
pub struct NewSecret {
    /// The secret itself: 4 to 500 characters. Nothing tells it again.
    pub value: String,
    /// Where it may be entered: origins, such as `https://shop.example`; a name alone means https.
    pub sites: Vec<String>,
}

/// Printing it tells nothing.
impl std::fmt::Debug for NewSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "NewSecret({:?})", self.sites)
    }
}

impl NewSecret {
    /// Refuses what could not be kept or entered; its sites are origins then, each once.
    pub fn checked(mut self) -> Result<Self, Invalid> {
        chars("value", &self.value, limits::TITLE)?;
        // A shorter one could not be told from ids and amounts where texts are kept clear of it.
        if self.value.trim().chars().count() < SHORTEST {
            let why = format!("shorter than {SHORTEST} characters");
            return Err(Invalid::new("value", why));
        }
        if self.value.contains(char::is_control) {
            return Err(Invalid::new("value", "is more than one line"));
        }
        count("sites", self.sites.len(), SITES)?;
        for site in &mut self.sites {
            chars("sites", site, limits::DOMAIN)?;
            *site = site_of(site).ok_or_else(|| Invalid::new("sites", "no site of the web"))?;
        }
        self.sites.sort();
        self.sites.dedup();
        match self.sites.is_empty() {
            true => Err(Invalid::new("sites", "is empty")),
            false => Ok(self),
        }
    }
}

/// The origin that is meant.
fn site_of(site: &str) -> Option<String> {
    let site = site.trim();
    match site {
        // An address may hold a star; here it would be taken for any site.
        site if site.contains('*') => None,
        site if site.contains("://") => origin_of(site),
        site => origin_of(&format!("https://{site}")),
    }
}

/// Refuses what no secret is called.
pub fn checked_name(name: &str) -> Result<(), Invalid> {
    match is_secret_label(name) {
        true => Ok(()),
        false => Err(Invalid::new(
            "name",
            "not of small letters, digits, dots and dashes, 64 at most",
        )),
    }
}

/// What is told of a secret.
#[contract(camel, Eq)]
pub struct SecretData {
    /// What it is called: `{{secret:NAME}}` stands for it in an order.
    pub name: String,
    /// Where it may be entered: origins.
    pub sites: Vec<String>,
    /// ISO 8601.
    pub created_at: String,
    /// When its value or sites were set last, ISO 8601.
    pub changed_at: String,
    /// When a worker last got it to enter it, ISO 8601.
    pub used_at: Option<String>,
}

/// `GET /api/secrets`.
#[contract(Default)]
pub struct SecretListData {
    /// By name.
    pub secrets: Vec<SecretData>,
}

/// `POST /api/work/{id}/secret`: a worker is about to enter one.
#[contract(Default)]
pub struct WorkSecret {
    /// As it was given.
    pub claim: i64,
    /// Which; the order names it.
    pub name: String,
    /// The origin of the document that its field is in.
    pub origin: String,
}

/// A secret, for the moment in which it is entered.
#[contract(secret, Eq)]
pub struct WorkSecretData {
    /// The secret itself.
    pub value: String,
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn secret(value: &str, sites: &[&str]) -> Result<NewSecret, Invalid> {
        NewSecret {
            value: value.to_owned(),
            sites: sites.iter().map(|&site| site.to_owned()).collect(),
        }
        .checked()
    }

    #[test]
    fn sites_are_origins() {
        let sites = [
            "shop.example",
            "https://SHOP.example/login?a",
            "http://127.0.0.1:80",
        ];
        let kept = secret("hunter2", &sites).unwrap();
        assert_eq!(kept.sites, ["http://127.0.0.1", "https://shop.example"]);
        assert!(!format!("{kept:?}").contains("hunter2"));
    }

    #[test]
    fn what_could_not_be_kept_or_entered_is_refused_by_its_field() {
        let long = "x".repeat(limits::TITLE + 1);
        for (field, value, sites) in [
            ("value", "abc", &["shop.example"][..]),
            ("value", "   a   ", &["shop.example"]),
            ("value", "two\nlines", &["shop.example"]),
            ("value", &long, &["shop.example"]),
            ("sites", "hunter2", &[]),
            ("sites", "hunter2", &["file:///etc"]),
            ("sites", "hunter2", &["*"]),
            ("sites", "hunter2", &[""]),
            ("sites", "hunter2", &["shop example"]),
        ] {
            assert_eq!(secret(value, sites).unwrap_err().field, field, "{sites:?}");
        }
        assert!(checked_name("shop.password").is_ok());
        assert_eq!(checked_name("a b").unwrap_err().field, "name");
    }
}
