//! The composition root: which adapter stands behind which port.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use axum::Router;
use screen_agent_action::id::{SessionId, TenantId, UserId};
use screen_agent_adapters::{
    Embeddings, ExtractionService, Figma, Folder, Hooks, Models, ModelsConfig, SecretKey, Smtp,
    Tavily, TavilyConfig, WebFetch, private_folder,
};
use screen_agent_bucket::Bucket;
use screen_agent_engine::knowledge::KnowledgeMeans;
use screen_agent_engine::{Engine, EngineParts, FileLinks, OwnModels, Patience, TenantModels};
use screen_agent_packet::engines::Engines;
use screen_agent_packet::run::Lasting;
use screen_agent_ports::{
    Blobs, Callbacks, Clock as _, Designs, Embedder, Fetch, FileReader, Hook, Ids,
    KnowledgeService, Mail, Printer, Proposer, Thinker, WebSearcher,
};
use screen_agent_server::{AppState, Rates, Realtime, ServerConfig, ServerParts};
use screen_agent_store::account::{NewUser, PasswordRecord, TokenHash, UserAdded};
use screen_agent_store::file::Quota;
use screen_agent_store::task::TaskSummary;
use screen_agent_store::upkeep::Retention;
use screen_agent_store::{Duty, Owner, Store};
use screen_agent_store_sql::{Keeping, SqlStore};
use screen_agent_store_sqlite::Serving;
use screen_agent_tools::{ShippingTable, TaxTable};
use sha2::{Digest as _, Sha256};
use tokio::net::TcpListener;
use uuid::Uuid;

use crate::audit::Sealer;
use crate::clock::SharedClock;
use crate::command::EngineProposer;
use crate::config::{
    FilesPlace, KnowledgeConfig, PacketConfig, RetentionConfig, Settings, StorePlace, environment,
};
use crate::data::{self, DATABASE, now_ms};
use crate::drive::Door;
use crate::local::local_model;
use crate::reading::{Aside, Here};
use crate::{key_file, live};

pub use crate::browsers::{go, hands, hands_on};
pub use crate::data::temporary_data;

/// Ids that sort by the time of their making.
struct FreshIds;

impl Ids for FreshIds {
    fn fresh(&self) -> Uuid {
        Uuid::now_v7()
    }

    fn random(&self) -> Uuid {
        Uuid::new_v4()
    }
}

/// How long the way in for the person who started this process stays open.
const LOCAL_TOKEN: Duration = Duration::from_secs(24 * 60 * 60);

/// A server in this process.
pub struct Inside {
    state: AppState,
    store: Arc<SqlStore>,
    engine: Engine,
    files: Arc<dyn Blobs>,
    clock: Arc<SharedClock>,
    /// That no other server works on the same folder, where this is one.
    alone: Option<Serving>,
    /// What signs the audit log, where this is a server.
    sealer: Option<Sealer>,
}

impl Inside {
    /// Joins storage, proposers and server.
    fn new(data: &Path, means: Means, realtime: Realtime, config: ServerConfig) -> Result<Self> {
        let files = files(data, &means.files)?;
        let store = Arc::new(data::open_with(data, &means.store, means.keeping)?);
        let seal = key_file::seal_key(data)?;
        let clock = Arc::new(SharedClock::default());
        let engine = Engine::new(EngineParts {
            store: store.clone(),
            clock: clock.clone(),
            ids: Arc::new(FreshIds),
            blobs: Arc::clone(&files),
            links: FileLinks::new(&seal.derived("links to files")).lasting(means.link_minutes),
            proposers: means.proposers,
            healer: screen_agent_command::propose,
            thinker: means.thinker,
            own_models: means.own_models,
            search: means.search,
            fetch: means.fetch,
            knowledge: Some(means.knowledge),
            hook: means.hook,
            printer: means.printer,
            engines: means.engines,
            lasting: means.lasting,
            taxes: means.taxes,
            shipping: means.shipping,
            draw_mark: fence_mark,
            tell: screen_agent_server::tell,
            patience: means.patience,
            tenant_micros_a_day: means.tenant_micros_a_day,
            keep: means.packet.keep(),
        });
        let parts = ServerParts {
            engine: engine.clone(),
            reader: means.reader,
            designs: means.designs,
            callbacks: means.callbacks,
            mail: means.mail,
            realtime,
            seal,
            config,
        };
        Ok(Self {
            state: AppState::new(parts)?,
            store,
            engine,
            files,
            clock,
            alone: None,
            sealer: None,
        })
    }

    /// As the settings have it.
    pub(crate) async fn configured(settings: &Settings) -> Result<Self> {
        let file = &settings.file;
        let config = ServerConfig {
            extension_origins: file.extension_origins.clone(),
            hosts: file.server.hosts.clone(),
            trusted_proxies: file.server.trusted_proxies.clone(),
            token_lifetime: file.sign_in.lifetime(),
            token_idle: file.sign_in.idle(),
            audit_readers: file.audit.readers(),
            address: settings.console.clone(),
            knowledge_editors: settings.knowledge.editors.clone(),
            worker_key: settings.worker_key.as_ref().map(hashed),
            ide: file.ide.means(&environment)?,
            ide_access: file.ide.access(!settings.listen.ip().is_loopback())?,
            debug: file.debug,
            public_metrics: file.metrics.public,
            max_turns: file.limits.turns,
            connections_per_address: file.limits.connections_per_address,
            rates: file.limits.rates(),
            tenant_rates: file.limits.tenant_rates()?,
            ..ServerConfig::default()
        };
        let means = Means {
            lasting: Lasting::Served,
            ..Means::configured(settings)?.reading_with(Arc::new(Aside::new()?))
        };
        let config = ServerConfig {
            drain: means.patience.request + LEAVE,
            notice: file.server.notice(),
            ..config
        };
        private_folder(&settings.data)
            .with_context(|| format!("cannot make the data folder {}", settings.data.display()))?;
        let alone = Serving::begin(&settings.data.join(DATABASE))
            .with_context(|| format!("cannot serve {}", settings.data.display()))?;
        let sealer = Sealer::new(settings)?;
        let seal = key_file::seal_key(&settings.data)?;
        // Whichever server lets a socket in, it may be another's.
        let shared = matches!(settings.store, StorePlace::Postgres(_))
            .then(|| SecretKey::new(hex::encode(seal.derived("the hub's secret"))));
        let realtime = live::realtime(&settings.realtime, &settings.data, shared)?;
        let inside = Self {
            alone: Some(alone),
            sealer: Some(sealer),
            ..Self::new(&settings.data, means, realtime, config)?
        };
        let upkeep = inside.store.upkeep();
        let mark = hex::encode(seal.derived("which key this is"));
        anyhow::ensure!(
            upkeep.agrees(key_file::ACCOUNTS.into(), mark).await?,
            "{} is not the {1} of the servers that use this database already: copy theirs",
            settings.data.join(key_file::ACCOUNTS).display(),
            key_file::ACCOUNTS
        );
        inside.clock.set(upkeep).await?;
        let began_ms = inside.clock.now_ms();
        let recovered = upkeep.recover(began_ms).await?;
        if recovered.alone {
            inside.state.alone_since(began_ms);
        }
        tracing::info!(
            resumable = recovered.resumable,
            interrupted = recovered.interrupted,
            artifacts = recovered.artifacts,
            "recovered"
        );
        resume(&inside.state, &inside.engine).await?;
        Ok(inside)
    }

    /// For one person on this machine, with everything that the settings name but a live stream.
    pub(crate) fn at(data: &Path, settings: &Settings, lasting: Lasting) -> Result<Self> {
        Self::at_by(data, settings, lasting, None)
    }

    /// The same, with the proposer that is asked in the place of engine and models, if there is one.
    pub(crate) fn at_by(
        data: &Path,
        settings: &Settings,
        lasting: Lasting,
        by: Option<Arc<dyn Proposer>>,
    ) -> Result<Self> {
        let configured = Means::configured(settings)?;
        let means = match by {
            None => Means {
                lasting,
                ..configured
            },
            Some(by) => Means {
                lasting,
                proposers: vec![by],
                ..configured
            },
        };
        Self::new(data, means, Realtime::Off, unlimited())
    }

    /// For a client of somebody else's on this machine: what it says reaches nobody but the pages that it may open, so there
    /// is no search, no fetching and no service. With a proposer, that one stands in the place of engine and models.
    pub(crate) fn for_client(
        data: &Path,
        settings: &Settings,
        proposer: Option<Arc<dyn Proposer>>,
    ) -> Result<Self> {
        let means = Means {
            search: None,
            fetch: None,
            hook: None,
            ..Means::configured(settings)?
        };
        let means = match proposer {
            Some(proposer) => Means {
                proposers: vec![proposer],
                thinker: None,
                own_models: OwnModels::default(),
                ..means
            },
            None => means,
        };
        Self::new(data, means, Realtime::Off, unlimited())
    }

    /// For one person on this machine: no limits but the machine's own.
    pub fn local(
        data: &Path,
        model: Option<ModelsConfig>,
        web: Option<TavilyConfig>,
    ) -> Result<Self> {
        Self::new(data, Means::of(model, web)?, Realtime::Off, unlimited())
    }

    /// The same, with proposers, models and web search of the caller's.
    pub fn local_with(
        data: &Path,
        proposers: Vec<Arc<dyn Proposer>>,
        thinker: Option<Arc<dyn Thinker>>,
        search: Option<Arc<dyn WebSearcher>>,
    ) -> Result<Self> {
        let means = Means {
            proposers,
            thinker,
            search,
            tenant_micros_a_day: 0,
            patience: Patience::default(),
            reader: Arc::new(Here::new()),
            ..Means::of(None, None)?
        };
        Self::new(data, means, Realtime::Off, unlimited())
    }

    /// The routes, to be called in this process or served.
    pub fn router(&self) -> Router {
        screen_agent_server::app(self.state.clone())
    }

    /// What the routes share.
    pub(crate) fn state(&self) -> AppState {
        self.state.clone()
    }

    /// What answers.
    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// What is stored.
    pub fn store(&self) -> &Arc<SqlStore> {
        &self.store
    }

    /// The way in for the person who started this process.
    pub async fn door(&self) -> Result<(Door, Owner)> {
        let (token, owner) = self.token().await?;
        Ok((Door::here(self.router(), token), owner))
    }

    /// A token of the person who started this process.
    pub async fn token(&self) -> Result<(String, Owner)> {
        let owner = self.local_owner().await?;
        let issued = screen_agent_server::issue_token(&*self.store, owner, LOCAL_TOKEN, now_ms());
        Ok((issued.await?.0, owner))
    }

    /// Somebody who has no password, and so can come in only from here.
    async fn local_owner(&self) -> Result<Owner> {
        let email = "local@localhost".to_owned();
        let user = NewUser {
            id: UserId::new(Uuid::now_v7()),
            tenant: TenantId::new(Uuid::now_v7()),
            tenant_name: email.clone(),
            email: email.clone(),
            name: "You".into(),
            password_hash: "!".into(),
            now_ms: now_ms(),
        };
        let user = match self.store.upkeep().add_user(user).await? {
            UserAdded::Added(user) => user,
            UserAdded::EmailTaken => {
                let known = self.store.upkeep().find::<PasswordRecord>(email).await?;
                known.context("the local user is gone")?.user
            }
        };
        Ok(user.owner())
    }

    /// What happened in the last task of a conversation, one line of JSON a turn, for replay.
    pub(crate) async fn last_turns(&self, owner: Owner, session: SessionId) -> Result<String> {
        let tasks = self
            .store
            .scoped(owner)
            .list::<TaskSummary>(session)
            .await?;
        match tasks.last() {
            Some(task) => Ok(self.engine.export(owner, task.id).await?),
            None => Ok(String::new()),
        }
    }

    /// Serves, with routes of somebody else's beside its own, until told to stop, deleting what has grown old now and then.
    pub(crate) async fn serve(
        self,
        listener: TcpListener,
        beside: Router,
        stopped: impl Future<Output = ()>,
    ) -> Result<()> {
        let background = tokio::spawn(background(
            self.state.clone(),
            self.store.clone(),
            self.engine,
            self.files,
            self.clock,
        ));
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let sealing = self
            .sealer
            .map(|sealer| tokio::spawn(sealer.run(self.store, ended)));
        let served = screen_agent_server::serve(listener, self.state, beside, stopped).await;
        background.abort();
        drop(end);
        if let Some(sealing) = sealing {
            sealing.await?;
        }
        drop(self.alone);
        Ok(served?)
    }
}

/// How often it is looked for what is due, or what somebody left who is gone.
const LOOK_EVERY: Duration = Duration::from_secs(60);
/// After so many looks retention looks for what has grown old.
const SWEEP_EVERY: u32 = 10;

/// What nobody waits for, where no other server on the database does it.
async fn background(
    state: AppState,
    store: Arc<SqlStore>,
    engine: Engine,
    files: Arc<dyn Blobs>,
    clock: Arc<SharedClock>,
) {
    for look in 1_u32.. {
        tokio::time::sleep(LOOK_EVERY).await;
        let done = async {
            clock.set(store.upkeep()).await?;
            if !store.upkeep().takes(Duty::Background).await? {
                return Ok(());
            }
            if look.is_multiple_of(SWEEP_EVERY) {
                sweep(&store, &*files, clock.now_ms()).await?;
            }
            store.upkeep().reclaim(clock.now_ms()).await?;
            resume(&state, &engine).await
        };
        if let Err(error) = done.await {
            tracing::warn!(
                error = format!("{error:#}"),
                "not all was done that nobody waits for"
            );
        }
    }
}

/// Takes up what was left, each by one of all servers.
async fn resume(state: &AppState, engine: &Engine) -> Result<()> {
    engine.resume_making().await?;
    engine.resume_knowledge().await?;
    screen_agent_server::resume_jobs(state).await?;
    Ok(())
}

async fn sweep(store: &SqlStore, files: &dyn Blobs, now_ms: i64) -> Result<()> {
    let swept = store.upkeep().sweep(now_ms).await?;
    tracing::info!(
        tasks = swept.tasks,
        sessions = swept.sessions,
        snapshots = swept.snapshots,
        "swept"
    );
    sweep_files(store, files)
        .await
        .context("files were not swept")
}

/// Bytes are nobody's for so long while their file is being made known.
const NOT_YET_KNOWN: Duration = Duration::from_secs(60 * 60);

/// Forgets bytes whose file is gone, or never became known.
pub(crate) async fn sweep_files(store: &SqlStore, files: &dyn Blobs) -> Result<()> {
    for id in files.older_than(NOT_YET_KNOWN).await? {
        if !store.upkeep().has_file(id).await? {
            files.remove(id).await?;
        }
    }
    Ok(())
}

/// A key as the server knows it.
fn hashed(key: &SecretKey) -> TokenHash {
    TokenHash(Sha256::digest(key.reveal()).into())
}

/// As many requests as come.
fn unlimited() -> ServerConfig {
    let most = u32::MAX;
    ServerConfig {
        rates: Rates {
            interact: most,
            session: most,
            console: most,
            knowledge: most,
            address: most,
        },
        ..ServerConfig::default()
    }
}

/// Who is asked, and what asking may take.
struct Means {
    proposers: Vec<Arc<dyn Proposer>>,
    thinker: Option<Arc<dyn Thinker>>,
    own_models: OwnModels,
    search: Option<Arc<dyn WebSearcher>>,
    tenant_micros_a_day: u64,
    patience: Patience,
    reader: Arc<dyn FileReader>,
    engines: Engines,
    fetch: Option<Arc<dyn Fetch>>,
    callbacks: Option<Arc<dyn Callbacks>>,
    mail: Option<Arc<dyn Mail>>,
    hook: Option<Arc<dyn Hook>>,
    designs: Option<Arc<dyn Designs>>,
    lasting: Lasting,
    taxes: Option<Arc<TaxTable>>,
    shipping: Option<Arc<ShippingTable>>,
    printer: Option<Arc<dyn Printer>>,
    packet: PacketConfig,
    store: StorePlace,
    files: FilesPlace,
    keeping: Keeping,
    link_minutes: u32,
    knowledge: KnowledgeMeans,
}

impl Means {
    /// The same, with files read in another way.
    fn reading_with(self, reader: Arc<dyn FileReader>) -> Self {
        Self {
            knowledge: KnowledgeMeans {
                reader: Arc::clone(&reader),
                ..self.knowledge
            },
            reader,
            ..self
        }
    }

    /// The command engine, which is always asked first, and what the settings name.
    fn of(models: Option<ModelsConfig>, web: Option<TavilyConfig>) -> Result<Self> {
        let budget = models.as_ref().map(|models| models.budget);
        Ok(Self {
            proposers: vec![Arc::new(EngineProposer)],
            tenant_micros_a_day: budget.map_or(0, |budget| budget.tenant_micros_per_day),
            patience: patience(models.iter()),
            own_models: OwnModels::default(),
            reader: Arc::new(Here::new()),
            thinker: thinker(models)?,
            search: search(web)?,
            engines: Engines::default(),
            fetch: None,
            callbacks: None,
            mail: None,
            hook: None,
            designs: None,
            lasting: Lasting::Kept,
            taxes: None,
            shipping: None,
            printer: None,
            packet: PacketConfig::default(),
            store: StorePlace::Here,
            files: FilesPlace::Here,
            keeping: data::keeping(),
            link_minutes: RetentionConfig::default().link_minutes(),
            knowledge: KnowledgeMeans::of(Arc::new(Here::new())),
        })
    }

    /// Everything that the settings name.
    fn configured(settings: &Settings) -> Result<Self> {
        let web = fetcher(settings)?;
        Ok(Self {
            engines: settings.engines.clone(),
            fetch: Some(web.clone()),
            callbacks: Some(web),
            mail: mail(settings)?,
            hook: hooks(settings)?,
            designs: designs(settings)?,
            taxes: settings.taxes.clone().map(Arc::new),
            shipping: settings.shipping.clone().map(Arc::new),
            printer: Some(Arc::new(crate::printer::Chromium::new(settings.sandbox()))),
            packet: settings.file.packet,
            store: settings.store.clone(),
            files: settings.files.clone(),
            keeping: keeping(settings),
            link_minutes: settings.file.retention.link_minutes(),
            own_models: own_models(settings)?,
            patience: patience(settings.model.iter().chain(settings.tenant_models.values())),
            knowledge: knowledge(&settings.knowledge)?,
            ..Self::of(settings.model.clone(), settings.search.clone())?
        })
    }
}

fn retention(settings: &Settings) -> Retention {
    let file = &settings.file;
    file.retention.meant(file.packet.conversations_ms())
}

fn quota(settings: &Settings) -> Quota {
    Quota {
        user: settings.file.limits.user_bytes,
        tenant: settings.file.limits.tenant_bytes,
    }
}

/// What the settings have the database keep.
pub(crate) fn keeping(settings: &Settings) -> Keeping {
    let usual = data::keeping();
    Keeping {
        retention: retention(settings),
        quota: quota(settings),
        knowledge_bytes: settings.knowledge.bytes.unwrap_or(usual.knowledge_bytes),
    }
}

/// Where the bytes of files are kept: beside everything else, unless the settings say so.
pub(crate) fn files(data: &Path, place: &FilesPlace) -> Result<Arc<dyn Blobs>> {
    Ok(match place {
        FilesPlace::Here => Arc::new(Folder::new(data.join("files"))),
        FilesPlace::Bucket(config) => Arc::new(Bucket::new(config).context("files")?),
    })
}

/// How much longer than a turn a stop waits, so that the turn's answer goes out.
const LEAVE: Duration = Duration::from_secs(10);

/// How much longer than a model itself its answer is waited for: a model that ends by itself tells
/// what it has cost.
const LONGER: Duration = Duration::from_secs(5);

/// Patience with the slowest model that is named, and never less than is usual.
fn patience<'a>(models: impl Iterator<Item = &'a ModelsConfig>) -> Patience {
    let usual = Patience::default();
    let each = models.flat_map(ModelsConfig::each);
    let slowest = each.map(|model| model.timeout + LONGER).max();
    let call = slowest.unwrap_or_default().max(usual.call);
    Patience {
        call,
        request: (call * 2).max(usual.request),
    }
}

/// Models, when any is named, for what the engine cannot do.
fn thinker(models: Option<ModelsConfig>) -> Result<Option<Arc<dyn Thinker>>> {
    let Some(config) = models else {
        return Ok(None);
    };
    if let Some(local) = local_model(&config)? {
        return Ok(Some(local));
    }
    Ok(Some(Arc::new(Models::new(config).context("the model")?)))
}

/// The models of organisations that have their own.
fn own_models(settings: &Settings) -> Result<OwnModels> {
    let mut own = HashMap::new();
    for (tenant, config) in &settings.tenant_models {
        let micros_a_day = config.budget.tenant_micros_per_day;
        let models = thinker(Some(config.clone()))?.map(|thinker| TenantModels {
            thinker,
            micros_a_day,
        });
        own.extend(models.map(|models| (tenant.clone(), models)));
    }
    Ok(OwnModels::new(own))
}

/// A web search, when one is set up.
fn search(web: Option<TavilyConfig>) -> Result<Option<Arc<dyn WebSearcher>>> {
    Ok(match web {
        Some(config) => Some(Arc::new(Tavily::new(config).context("the web search")?)),
        None => None,
    })
}

/// What knowledge is read and found by.
fn knowledge(config: &KnowledgeConfig) -> Result<KnowledgeMeans> {
    let usual = KnowledgeMeans::of(Arc::new(Here::new()));
    let embedder: Option<Arc<dyn Embedder>> = match config.embeddings.clone() {
        Some((at, model)) => Some(Arc::new(
            Embeddings::new(at, model).context("the embeddings")?,
        )),
        None => None,
    };
    let service: Option<Arc<dyn KnowledgeService>> = match config.service.clone() {
        Some(at) => Some(Arc::new(
            ExtractionService::new(at).context("the knowledge service")?,
        )),
        None => None,
    };
    Ok(KnowledgeMeans {
        embedder,
        service,
        pages: config.pages.unwrap_or(usual.pages),
        ..usual
    })
}

/// What reads designs, where the settings have a key of Figma's.
fn designs(settings: &Settings) -> Result<Option<Arc<dyn Designs>>> {
    Ok(match settings.figma.clone() {
        Some(config) => Some(Arc::new(Figma::new(config).context("Figma")?)),
        None => None,
    })
}

/// What writes to people, where the settings have a mail server.
fn mail(settings: &Settings) -> Result<Option<Arc<dyn Mail>>> {
    Ok(match &settings.mail {
        Some(config) => Some(Arc::new(Smtp::new(config).context("mail")?)),
        None => None,
    })
}

/// What fetches pages of the public web.
pub(crate) fn fetcher(settings: &Settings) -> Result<Arc<WebFetch>> {
    let fetch = WebFetch::new(settings.fetch.clone()).context("the fetching of pages")?;
    Ok(Arc::new(fetch))
}

/// The services that the settings name, if any.
fn hooks(settings: &Settings) -> Result<Option<Arc<dyn Hook>>> {
    if settings.integrations.is_empty() {
        return Ok(None);
    }
    let hooks = Hooks::new(settings.integrations.clone()).context("the integrations")?;
    Ok(Some(Arc::new(hooks)))
}

/// 32 random bits for the fence around page text: few, since each costs in every prompt, and enough, since a mark that
/// stands in the text by chance is taken out of it.
pub(crate) fn fence_mark() -> String {
    hex::encode(rand::random::<[u8; 4]>())
}
