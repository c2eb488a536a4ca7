//! Settings: what was typed becomes what is meant, once, here.
//!
//! Order, strongest first: the command line, the environment, the settings file, defaults.

mod audit;
mod commerce;
mod figma;
mod files;
mod ide;
mod integrations;
mod knowledge;
mod mail;
mod model;
mod packet;
mod realtime;
mod retention;
mod search;
mod server;
mod store;

use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use screen_agent_adapters::{
    FetchConfig, FigmaConfig, HookConfig, MailConfig, ModelsConfig, PrivateHost, SecretKey,
    TavilyConfig,
};
use screen_agent_engine::day;
use screen_agent_packet::engines::Engines;
use screen_agent_server::Rates;
use screen_agent_store::file::Quota;
use screen_agent_tools::{ShippingTable, TaxTable};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::args::{BrowserArgs, HomeArgs, ModelArgs, RealtimeArgs};
use crate::exit::usage;

pub use audit::AuditConfig;
pub use files::FilesPlace;
pub use ide::IdeConfig;
pub use knowledge::KnowledgeConfig;
pub use packet::PacketConfig;
pub use realtime::{RealtimeApp, RealtimeConfig};
pub use retention::RetentionConfig;
pub use server::{Reached, SignInTerms};
pub(crate) use store::place;
pub use store::{PostgresPlace, StorePlace};

/// The settings file. Every key may be left out; a key that is not known is an error.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct File {
    listen: Option<SocketAddr>,
    data: Option<PathBuf>,
    #[serde(deserialize_with = "address_or_table")]
    store: store::StoreSection,
    #[serde(deserialize_with = "address_or_table")]
    files: files::FilesSection,
    /// Origins of extensions that may call, exactly.
    pub extension_origins: Vec<String>,
    /// Errors carry debug information.
    pub debug: bool,
    /// How the server is reached.
    pub server: Reached,
    /// How long a sign-in lasts.
    pub sign_in: SignInTerms,
    /// Where the audit log is told besides, and who reads it.
    pub audit: AuditConfig,
    /// How requests are logged, and which.
    pub log: Log,
    browser: Browser,
    /// Requests a minute.
    pub limits: LimitSettings,
    /// Who sees `/metrics`.
    pub metrics: Metrics,
    model: model::ModelSection,
    realtime: realtime::RealtimeSection,
    search: search::SearchSection,
    figma: figma::FigmaSection,
    mail: mail::MailSection,
    fetch: FetchSection,
    integrations: Vec<integrations::IntegrationSection>,
    knowledge: knowledge::KnowledgeSection,
    /// How requests of IDEs are answered.
    pub ide: IdeConfig,
    /// How packets are kept.
    pub packet: PacketConfig,
    /// How long what grows old is kept.
    pub retention: RetentionConfig,
    work: WorkSection,
    commerce: commerce::CommerceSection,
}

/// `[work]`: what workers and their server have in common.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct WorkSection {
    key_file: Option<PathBuf>,
}

/// Shortest key of workers: it lets whoever has it act for anybody.
const WORKER_KEY: usize = 24;

fn worker_key(work: &WorkSection, environment: Environment<'_>) -> Result<Option<SecretKey>> {
    let key = secret(
        environment,
        &["SCREEN_AGENT_WORKER_KEY"],
        work.key_file.as_ref(),
    )?;
    if key
        .as_ref()
        .is_some_and(|key| key.reveal().len() < WORKER_KEY)
    {
        return Err(usage(format!(
            "the key of workers has fewer than {WORKER_KEY} characters; make one with: openssl rand -hex 32"
        )));
    }
    Ok(key)
}

/// How requests are logged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For machines, one object a line.
    Json,
}

/// The browsers that we start.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Browser {
    sandbox: bool,
}

impl Default for Browser {
    fn default() -> Self {
        Self { sandbox: true }
    }
}

/// `[fetch]`: the public web, and the private hosts that are named one by one.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct FetchSection {
    private_hosts: Vec<PrivateHost>,
}

/// `[log]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Log {
    /// How requests are logged.
    pub format: LogFormat,
    /// Which, as `tracing` filters have it.
    pub level: String,
}

impl Default for Log {
    fn default() -> Self {
        Self {
            format: LogFormat::default(),
            level: "info".into(),
        }
    }
}

/// Requests a minute and tenant, by class. Spec 002 §4.13; interact is 60, as ten starve a normal loop.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitSettings {
    /// `/api/agent/interact`.
    pub interact: u32,
    /// `/api/session` and the rest.
    pub session: u32,
    /// What the console reads.
    pub console: u32,
    /// `/api/knowledge`.
    pub knowledge: u32,
    /// Of one address, without a token that counts.
    pub address: u32,
    /// Other figures, by the name of the tier; what a tier leaves out is as for everybody.
    pub tiers: BTreeMap<String, TierSettings>,
    /// Organisations that are of a tier, by name.
    pub tenants: BTreeMap<String, String>,
    /// Turns under way at once.
    pub turns: usize,
    /// Connections of one address at once.
    pub connections_per_address: usize,
    /// Bytes of files that are kept for one person.
    pub user_bytes: u64,
    /// Bytes of files that are kept for everybody in an organisation together.
    pub tenant_bytes: u64,
}

impl Default for LimitSettings {
    fn default() -> Self {
        let quota = Quota::default();
        Self {
            interact: 60,
            session: 100,
            console: 600,
            knowledge: 30,
            address: 600,
            tiers: BTreeMap::new(),
            tenants: BTreeMap::new(),
            turns: 256,
            connections_per_address: 256,
            user_bytes: quota.user,
            tenant_bytes: quota.tenant,
        }
    }
}

/// `[limits.tiers.NAME]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TierSettings {
    interact: Option<u32>,
    session: Option<u32>,
    console: Option<u32>,
    knowledge: Option<u32>,
}

impl LimitSettings {
    /// Requests a minute for everybody.
    pub(crate) const fn rates(&self) -> Rates {
        Rates {
            interact: self.interact,
            session: self.session,
            console: self.console,
            knowledge: self.knowledge,
            address: self.address,
        }
    }

    /// The same for organisations of a tier.
    pub(crate) fn tenant_rates(&self) -> Result<HashMap<String, Rates>> {
        let all = self.rates();
        let of = |(tenant, name): (&String, &String)| {
            let Some(tier) = self.tiers.get(name) else {
                return Err(usage(format!("limits.tenants: there is no tier {name:?}")));
            };
            let rates = Rates {
                interact: tier.interact.unwrap_or(all.interact),
                session: tier.session.unwrap_or(all.session),
                console: tier.console.unwrap_or(all.console),
                knowledge: tier.knowledge.unwrap_or(all.knowledge),
                ..all
            };
            Ok((tenant.clone(), rates))
        };
        self.tenants.iter().map(of).collect()
    }
}

/// Who sees the figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Metrics {
    /// Everybody, and not this machine alone.
    pub public: bool,
}

/// What is meant.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the server listens.
    pub listen: SocketAddr,
    /// Where the data lives.
    pub data: PathBuf,
    /// Where everything is stored.
    pub store: StorePlace,
    /// Where the bytes of files are kept.
    pub files: FilesPlace,
    /// What the settings file says besides.
    pub file: File,
    /// The models to ask when the command engine cannot go on.
    pub model: Option<ModelsConfig>,
    /// The same for organisations that have their own, by name.
    pub tenant_models: BTreeMap<String, ModelsConfig>,
    /// Where the web is searched.
    pub search: Option<TavilyConfig>,
    /// Where designs are read.
    pub figma: Option<FigmaConfig>,
    /// Where mail is handed over.
    pub mail: Option<MailConfig>,
    /// Where mails link to.
    pub console: Option<String>,
    /// Search engines that clients may be sent to.
    pub engines: Engines,
    /// What may be fetched.
    pub fetch: FetchConfig,
    /// Services that may be invoked.
    pub integrations: Vec<HookConfig>,
    /// How knowledge is kept and found.
    pub knowledge: KnowledgeConfig,
    /// What taxes on purchases are.
    pub taxes: Option<TaxTable>,
    /// What shipping costs.
    pub shipping: Option<ShippingTable>,
    /// Where listeners are told what happens.
    pub realtime: RealtimeConfig,
    /// What workers show.
    pub worker_key: Option<SecretKey>,
}

/// Where the server listens unless told otherwise: this machine alone.
const LISTEN: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 8787);

impl Settings {
    /// For commands that ask no model.
    pub(crate) fn at_home(home: &HomeArgs) -> Result<Self> {
        Self::load(home, &ModelArgs::default())
    }

    /// Whether browsers that we start keep pages in their sandbox.
    pub(crate) const fn sandbox(&self) -> bool {
        self.file.browser.sandbox
    }

    /// Which browser, by these settings besides what was typed.
    pub(crate) fn browser(&self, typed: &BrowserArgs) -> BrowserArgs {
        BrowserArgs {
            no_browser_sandbox: typed.no_browser_sandbox || !self.sandbox(),
            ..typed.clone()
        }
    }

    /// Reads the settings file and the environment, under what was typed.
    pub(crate) fn load(home: &HomeArgs, model: &ModelArgs) -> Result<Self> {
        Self::load_with(home, model, &RealtimeArgs::default())
    }

    /// The same, with what was typed of the live stream.
    pub(crate) fn load_with(
        home: &HomeArgs,
        model: &ModelArgs,
        realtime: &RealtimeArgs,
    ) -> Result<Self> {
        let file = match &home.config {
            Some(path) => read(path)?,
            None => File::default(),
        };
        let typed = home.data.clone();
        Ok(Self {
            listen: file.listen.unwrap_or(LISTEN),
            data: typed.or(file.data.clone()).unwrap_or_else(default_data),
            store: store::store(&file.store, &environment)?,
            files: files::files(&file.files, &environment)?,
            model: model::models(model, &file.model, &environment)?,
            tenant_models: model::models_of_tenants(&file.model)?,
            search: search::search(&file.search, &environment)?,
            engines: search::engines(&file.search)?,
            figma: figma::figma(&file.figma, &environment)?,
            mail: mail::mail(&file.mail, &environment)?,
            console: file.mail.console()?,
            fetch: FetchConfig {
                private_hosts: file.fetch.private_hosts.clone(),
                ..FetchConfig::default()
            },
            integrations: integrations::integrations(&file.integrations, &environment)?,
            knowledge: knowledge::knowledge(&file.knowledge, &environment)?,
            taxes: commerce::taxes(&file.commerce, &today())?,
            shipping: commerce::shipping(&file.commerce)?,
            realtime: realtime::realtime(realtime, &file.realtime, &environment)?,
            worker_key: worker_key(&file.work, &environment)?,
            file,
        })
    }
}

fn today() -> String {
    day(jiff::Timestamp::now().as_millisecond())
}

fn read(path: &Path) -> Result<File> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read the settings file {}", path.display()))?;
    parsed(path, &text)
}

/// What a file of TOML says; an error names the line and the key, and shows nothing of its value: it may be a secret.
fn parsed<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start));
        let line = before.map(|before| format!(", line {}", before.matches('\n').count() + 1));
        let why = without_value(error.message(), before.unwrap_or_default());
        let line = line.unwrap_or_default();
        usage(format!("{}{line}: {why}", path.display()))
    })
}

/// An error about a value with the key that it is for, and without the value itself.
fn without_value(message: &str, before: &str) -> String {
    let about_a_value = message.split_once(": ");
    let Some((kind, value)) = about_a_value.filter(|(kind, _)| kind.starts_with("invalid ")) else {
        return message.to_owned();
    };
    let (_, expected) = value.rsplit_once(", ").unwrap_or_default();
    let key = before.trim_end_matches([' ', '=']);
    let key = key
        .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
        .next();
    format!("{}: {kind}, {expected}", key.unwrap_or_default())
}

/// A table, or the one address that most of them come to.
fn address_or_table<'de, D, T>(written: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + From<String>,
{
    struct Either<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de> + From<String>> Visitor<'de> for Either<T> {
        type Value = T;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an address, or a table")
        }

        fn visit_str<E>(self, address: &str) -> Result<T, E> {
            Ok(T::from(address.to_owned()))
        }

        fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(table))
        }
    }
    written.deserialize_any(Either(PhantomData))
}

/// What is set in the environment, by name.
type Environment<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The secret that one of these variables holds, the first that is set, or else a file.
fn secret(
    environment: Environment<'_>,
    variables: &[&str],
    file: Option<&PathBuf>,
) -> Result<Option<SecretKey>> {
    match variables.iter().find_map(|name| environment(name)) {
        Some(secret) => Ok(Some(SecretKey::new(secret.trim()))),
        None => file.map(|path| key_in(path)).transpose(),
    }
}

/// Letters, digits, dots, dashes and underscores.
fn is_name(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    !text.is_empty() && text.bytes().all(plain)
}

/// The key in a file. Keys come from files and the environment, never from the command line.
fn key_in(path: &Path) -> Result<SecretKey> {
    let key = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read the key file {}", path.display()))?;
    Ok(SecretKey::new(key.trim()))
}

pub(crate) fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// `$XDG_DATA_HOME/screen-agent`, or its usual place in the home folder.
fn default_data() -> PathBuf {
    let data = std::env::var_os("XDG_DATA_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/share")))
        .unwrap_or_else(|| PathBuf::from("."));
    data.join("screen-agent")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_settings_file_is_read_whole() -> Result<()> {
        let file: File = toml::from_str(
            "listen = '127.0.0.1:9000'\nextension_origins = ['chrome-extension://abc']\n[limits]\ninteract = 5\n[log]\nformat = 'json'\n",
        )?;
        assert_eq!(file.listen.map(|listen| listen.port()), Some(9000));
        assert_eq!(
            file.limits,
            LimitSettings {
                interact: 5,
                ..LimitSettings::default()
            }
        );
        assert_eq!(file.log.format, LogFormat::Json);
        Ok(())
    }

    #[test]
    fn tiers_are_given_to_organisations_by_name() -> Result<()> {
        let limits = |more: &str| -> Result<LimitSettings> {
            let file: File = toml::from_str(&format!(
                "[limits]\ninteract = 5\nconsole = 7\n[limits.tiers.pro]\ninteract = 300\n[limits.tenants]\n{more}"
            ))?;
            Ok(file.limits)
        };
        let rates = limits("'Example Ltd' = 'pro'")?.tenant_rates()?;
        let pro = Rates {
            interact: 300,
            console: 7,
            ..Rates::default()
        };
        assert_eq!(rates, HashMap::from([("Example Ltd".to_owned(), pro)]));
        assert!(limits("'Example Ltd' = 'gold'")?.tenant_rates().is_err());
        Ok(())
    }

    #[test]
    fn a_misspelt_key_is_an_error_and_not_silence() {
        assert!(toml::from_str::<File>("lissten = '127.0.0.1:9000'").is_err());
    }

    #[test]
    fn private_hosts_are_named_one_by_one() {
        let named = |host: &str| {
            let text = format!("[fetch]\nprivate_hosts = [{host:?}]");
            parsed::<File>(Path::new("a.toml"), &text).map(|file| file.fetch.private_hosts.len())
        };
        assert_eq!(named("127.0.0.1:8080").unwrap(), 1);
        for host in ["*", "10.0.0.0/8", "wiki.lan", "http://wiki.lan:80"] {
            let said = named(host).unwrap_err().to_string();
            assert!(said.contains("host:port"), "{host}: {said}");
        }
    }

    #[test]
    fn what_is_wrong_is_named_by_its_line_and_not_shown() {
        let text = "debug = true\n[model]\nkey = 'sk-hidden'\n";
        let error = parsed::<File>(Path::new("a.toml"), text).unwrap_err();
        let said = format!("{error:#}");
        assert!(
            said.starts_with("a.toml, line 3: unknown field `key`"),
            "{said}"
        );
        assert!(!said.contains("hidden"), "{said}");
        let text = "[model]\nname = 'a'\nwindow = 'sk-hidden'\n";
        let error = parsed::<File>(Path::new("a.toml"), text).unwrap_err();
        let said = "a.toml, line 3: window: invalid type, expected u32";
        assert_eq!(error.to_string(), said);
    }

    #[test]
    fn what_the_manual_shows_is_understood() -> Result<()> {
        let manual = include_str!("../../../docs/configuration.md");
        let example = manual
            .split_once("```toml\n")
            .and_then(|(_, rest)| rest.split_once("```"))
            .context("the manual shows no settings")?;
        let file: File = toml::from_str(example.0)?;
        assert_eq!(file.extension_origins.len(), 1);
        Ok(())
    }
}
