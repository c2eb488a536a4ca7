//! The registry of keywords: as it counts now, and as those change it who may.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::FromRequestParts;
use axum::http::Extensions;
use axum::http::request::Parts;
use screen_agent_ide::intent::registry::Registry;
use screen_agent_store::ide::KeywordRecord;
use screen_agent_store::{Store, Stored};
use screen_agent_wire::Invalid;
use screen_agent_wire::ide::registry::{KeywordChange, RegistryReply};

use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::{Answer, Json};
use crate::http::params::InPath;
use crate::state::AppState;

/// How often a change is tried again that another one came before.
const TRIES: usize = 5;

/// When the registry was read, and how it was then.
type ReadRegistry = (i64, Arc<Registry>);

/// The registry, as it was read last.
#[derive(Clone, Default)]
pub(super) struct Registered(Arc<Mutex<Option<ReadRegistry>>>);

impl Registered {
    pub(super) fn of(extensions: &Extensions) -> Result<Self, ApiError> {
        let own = extensions.get::<Self>().cloned();
        own.ok_or_else(|| ApiError::internal("a handler without its registry"))
    }

    /// The registry that counts: what was read is believed for as long as the settings say.
    pub(super) async fn now(&self, app: &AppState) -> Result<Arc<Registry>, ApiError> {
        let (now_ms, ttl_ms) = (app.now_ms(), app.config.ide_access.registry_ttl_ms);
        if let Some((read_ms, registry)) = &*self.lock()
            && (*read_ms..read_ms.saturating_add(ttl_ms)).contains(&now_ms)
        {
            return Ok(Arc::clone(registry));
        }
        let registry = Arc::new(read_registry(app.store()).await?);
        *self.lock() = Some((now_ms, Arc::clone(&registry)));
        Ok(registry)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<(i64, Arc<Registry>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The registry that counts, as handlers take it.
pub(super) struct Current(pub(super) Arc<Registry>);

impl FromRequestParts<AppState> for Current {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        Registered::of(&parts.extensions)?.now(app).await.map(Self)
    }
}

/// The keywords as they stand in the store.
pub async fn read_registry(store: &dyn Store) -> Stored<Registry> {
    let records = store.upkeep().list::<KeywordRecord>(()).await?;
    let changes = records
        .iter()
        .filter_map(|record| Some((read(record)?, record.version)));
    Ok(Registry::with(&changes.collect::<Vec<_>>()))
}

fn read(record: &KeywordRecord) -> Option<KeywordChange> {
    let read = serde_json::from_str(&record.body);
    read.inspect_err(
        |error| tracing::error!(%error, keyword = record.keyword, "a keyword could not be read"),
    )
    .ok()
}

/// Why a keyword was not changed.
#[derive(Debug, thiserror::Error)]
pub enum KeywordError {
    /// It cannot be meant.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] screen_agent_store::StoreError),
    /// Others change it all the time.
    #[error("somebody else is changing this keyword")]
    Busy,
}

/// Changes a keyword, or adds one; what the change leaves out stays.
pub async fn change_keyword(
    store: &dyn Store,
    change: &KeywordChange,
    now_ms: i64,
) -> Result<(), KeywordError> {
    read_registry(store).await?.check(change)?;
    for _ in 0..TRIES {
        let records = store.upkeep().list::<KeywordRecord>(()).await?;
        let before = records
            .into_iter()
            .find(|record| record.keyword == change.keyword);
        let version = before.as_ref().map_or(1, |record| record.version + 1);
        let before = before.as_ref().and_then(read).unwrap_or_default();
        let after = KeywordChange {
            keyword: change.keyword.clone(),
            description: change.description.clone().or(before.description),
            requires: change.requires.clone().or(before.requires),
            templates: change.templates.clone().or(before.templates),
            deprecated: change.deprecated.or(before.deprecated),
        };
        let record = KeywordRecord {
            keyword: change.keyword.clone(),
            version,
            // Our own types always serialise.
            body: serde_json::to_string(&after).unwrap_or_default(),
            updated_ms: now_ms,
        };
        if store.upkeep().put_keyword(record).await? {
            return Ok(());
        }
    }
    Err(KeywordError::Busy)
}

/// The keywords that requests may name, with what each requires and which actions follow.
#[utoipa::path(get, path = "/intent-registry", tag = "ide",
    responses((status = 200, description = "All of them, deprecated ones too", body = RegistryReply)))]
pub(super) async fn list(_: Me, Current(registry): Current) -> Answer<RegistryReply> {
    Ok(Json(told(&registry)))
}

/// Change a keyword, or add one.
///
/// Only those may whom the operator has named in `registry_editors`. What the body leaves out stays as it is.
#[utoipa::path(put, path = "/intent-registry/{keyword}", tag = "ide",
    params(("keyword" = String, Path, description = "Such as `ui.generate`")),
    request_body = KeywordChange,
    responses(
        (status = 200, description = "The registry as it is now", body = RegistryReply),
        (status = 403, description = "`forbidden`: others keep the registry")))]
pub(super) async fn change(
    me: Me,
    InPath(keyword): InPath<String>,
    extension: axum::Extension<Registered>,
    Json(body): Json<KeywordChange>,
) -> Answer<RegistryReply> {
    let editors = &me.app.config.ide_access.registry_editors;
    if !editors.contains(&me.caller.user.email) {
        return Err(ApiError::REGISTRY_FORBIDDEN);
    }
    let change = KeywordChange { keyword, ..body };
    change_keyword(me.app.store(), &change, me.now_ms()).await?;
    let registry = Arc::new(read_registry(me.app.store()).await?);
    *extension.lock() = Some((me.now_ms(), Arc::clone(&registry)));
    Ok(Json(told(&registry)))
}

impl From<KeywordError> for ApiError {
    fn from(error: KeywordError) -> Self {
        match error {
            KeywordError::Invalid(invalid) => invalid.into(),
            KeywordError::Store(error) => error.into(),
            KeywordError::Busy => Self::BUSY,
        }
    }
}

fn told(registry: &Registry) -> RegistryReply {
    RegistryReply {
        ok: true,
        registry_version: registry.version.clone(),
        keywords: registry.listed(),
    }
}
