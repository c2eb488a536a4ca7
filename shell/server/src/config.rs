//! How the server behaves. `main` reads it from wherever; nothing here reads the environment.

use std::collections::HashMap;
use std::time::Duration;

use axum::http::HeaderValue;
use ipnet::IpNet;
use screen_agent_ide::IdeMeans;
use screen_agent_store::account::TokenHash;

use crate::signed::jwt::JwtMeans;
use crate::signed::request::SignedMeans;

/// How the server behaves. The default is what the documents promise.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerConfig {
    /// Origins of extensions that may call from a browser, exactly as they send them.
    pub extension_origins: Vec<String>,
    /// Names besides `localhost` that the server answers to while only this machine reaches it.
    pub hosts: Vec<String>,
    /// Proxies whose word on whom they speak for is taken.
    pub trusted_proxies: Vec<IpNet>,
    /// How long a sign-in lasts, however much it is used.
    pub token_lifetime: Duration,
    /// How long it lasts without being used.
    pub token_idle: Duration,
    /// E-mails of those who read the audit log of everybody in their organisation.
    pub audit_readers: Vec<String>,
    /// E-mails of those who keep their organisation's knowledge; everybody does without.
    pub knowledge_editors: Vec<String>,
    /// Where people reach the server, as mails link to it: no path, no slash at the end.
    pub address: Option<String>,
    /// What workers come with, hashed; none are let in without.
    pub worker_key: Option<TokenHash>,
    /// How requests of IDEs are answered.
    pub ide: IdeMeans,
    /// Who may ask there, and how they show it.
    pub ide_access: IdeAccess,
    /// How long such a request may take before it is handed to the background: it goes on then though nobody waits.
    pub handoff_after: Duration,
    /// Requests per minute and tenant.
    pub rates: Rates,
    /// The same for organisations that have others, by name.
    pub tenant_rates: HashMap<String, Rates>,
    /// How much longer each sign-in that follows on wrong passwords is held back than the one before.
    pub login_delay: Duration,
    /// Adds `debugInfo` to errors, notes requests and opens `/api/debug`. Never in production.
    pub debug: bool,
    /// Shows `/metrics` to everybody, and not to this machine alone.
    pub public_metrics: bool,
    /// Most connections at once; further ones wait. Sockets of listeners are not among them: the
    /// hub has a limit of its own.
    pub max_connections: usize,
    /// Most connections of one address (IPv6: of one /64) at once. This machine's own are not counted: a
    /// proxy may stand before the server.
    pub connections_per_address: usize,
    /// Most turns under way at once; more are answered with 503 and told to come again.
    pub max_turns: usize,
    /// How often the tokens of those who listen are looked up again: another process may have
    /// revoked them.
    pub socket_check: Duration,
    /// Bytes of request bodies held at once, arriving or in the hands of a turn; whoever brings more has to
    /// come again.
    pub body_memory: usize,
    /// How long a body may take to arrive.
    pub body_arrival: Duration,
    /// How long requests under way may take once the server stops: as long as a turn.
    pub drain: Duration,
    /// How long a stop is announced, by `/api/health` alone, before no more connections are taken.
    pub notice: Duration,
}

/// Who may ask what IDEs ask, and how they show it, besides signing in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdeAccess {
    /// Tokens that were signed elsewhere, where they are taken.
    pub jwt: Option<JwtMeans>,
    /// Requests that are signed, where that is so.
    pub signed: Option<SignedMeans>,
    /// Origins whose pages may call from a browser, besides those of extensions.
    pub origins: Vec<String>,
    /// E-mails of those who change the registry of keywords; nobody does without.
    pub registry_editors: Vec<String>,
    /// How long what was read of that registry is believed.
    pub registry_ttl_ms: i64,
}

impl Default for IdeAccess {
    fn default() -> Self {
        Self {
            jwt: None,
            signed: None,
            origins: Vec::new(),
            registry_editors: Vec::new(),
            registry_ttl_ms: 60_000,
        }
    }
}

/// Requests per minute and tenant, by class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    /// `POST /api/agent/interact`.
    pub interact: u32,
    /// `/api/session*` and preferences.
    pub session: u32,
    /// What the console reads, and joining the live stream.
    pub console: u32,
    /// `/api/knowledge*`: uploads, and what is known about a site.
    pub knowledge: u32,
    /// What an address may ask without a token, or with one that does not count.
    pub address: u32,
}

impl Default for Rates {
    fn default() -> Self {
        Self {
            interact: 60,
            session: 100,
            console: 600,
            knowledge: 30,
            address: 600,
        }
    }
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self {
            extension_origins: Vec::new(),
            hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            token_lifetime: Duration::from_secs(30 * 24 * 60 * 60),
            token_idle: Duration::from_secs(7 * 24 * 60 * 60),
            audit_readers: Vec::new(),
            address: None,
            knowledge_editors: Vec::new(),
            worker_key: None,
            ide: IdeMeans::default(),
            ide_access: IdeAccess::default(),
            handoff_after: Duration::from_secs(2),
            rates: Rates::default(),
            tenant_rates: HashMap::new(),
            login_delay: Duration::from_millis(250),
            debug: false,
            public_metrics: false,
            max_connections: 1_024,
            connections_per_address: 256,
            max_turns: 256,
            socket_check: Duration::from_secs(30),
            body_memory: 64 * 1024 * 1024,
            body_arrival: Duration::from_secs(30),
            drain: Duration::from_secs(130),
            notice: Duration::ZERO,
        }
    }
}

/// A setting that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// Origins are an exact list; patterns and addresses are not origins.
    #[error("{0:?} is not an origin such as chrome-extension://abcdefghijklmnop")]
    Origin(String),
    /// A limit of nothing would refuse everything.
    #[error("a rate of 0 would refuse every request")]
    Rate,
}

impl ServerConfig {
    /// The origins as headers, or the first that is none.
    pub(crate) fn origins(&self) -> Result<Vec<HeaderValue>, ConfigError> {
        self.extension_origins
            .iter()
            .map(|origin| origin_header(origin).ok_or_else(|| ConfigError::Origin(origin.clone())))
            .collect()
    }

    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        let none = |rates: &Rates| {
            [
                rates.interact,
                rates.session,
                rates.console,
                rates.knowledge,
                rates.address,
            ]
            .contains(&0)
        };
        if none(&self.rates) || self.tenant_rates.values().any(none) {
            return Err(ConfigError::Rate);
        }
        let own = self.ide_access.origins.iter();
        if let Some(wrong) = own
            .into_iter()
            .find(|origin| origin_header(origin).is_none())
        {
            return Err(ConfigError::Origin(wrong.clone()));
        }
        self.origins().map(|_| ())
    }
}

/// Scheme and host, nothing else: no `*`, no path, no trailing slash.
fn origin_header(origin: &str) -> Option<HeaderValue> {
    let (scheme, host) = origin.split_once("://")?;
    let plain = |text: &str, more: &[u8]| {
        !text.is_empty()
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || more.contains(&byte))
    };
    if !plain(scheme, b"-+.") || !plain(host, b"-.:[]") {
        return None;
    }
    HeaderValue::from_str(origin).ok()
}
