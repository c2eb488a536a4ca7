//! How documents are written: under their conditions, once under a key, and answered with their tag.

use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use screen_agent_engine::iso;
use screen_agent_store::answer::{Claimed, HELD_LEASE_MS, KeyedRequest, StoredResponse};
use screen_agent_store::ide::{IdeDocument as Document, IdeDocumentName as Name};
use screen_agent_wire::ide::document::{DocumentDiff, DocumentGenerated, DocumentReply};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tracing::Instrument as _;

use super::precondition::{Conditions, tag};
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::once::{idempotency_key, keyed, while_held};

/// How often a change is tried again that somebody else came before.
const TRIES: usize = 5;

/// What a change tells besides the document.
#[derive(Default)]
pub(super) struct Told {
    pub(super) diff: Option<DocumentDiff>,
    pub(super) removed: Option<Vec<String>>,
}

/// What a write answers.
pub(super) trait Written: Serialize + DeserializeOwned + Send + 'static {
    /// The document, where one was written.
    fn document(&self) -> Option<&DocumentReply>;
}

impl Written for DocumentReply {
    fn document(&self) -> Option<&DocumentReply> {
        Some(self)
    }
}

impl Written for DocumentGenerated {
    fn document(&self) -> Option<&DocumentReply> {
        self.document.as_ref()
    }
}

/// The key of a write, where the client names one.
pub(super) fn key(
    headers: &HeaderMap,
    route: &str,
    body: &impl Serialize,
) -> Result<Option<KeyedRequest>, ApiError> {
    let Some(key) = idempotency_key(headers)? else {
        return Ok(None);
    };
    let asked = serde_json::to_vec(body).map_err(ApiError::internal)?;
    Ok(Some(keyed(route, &key, &asked)))
}

/// Writes once under a key, and answers the same request as it was answered. What failed is not pinned.
pub(super) async fn once<T: Written>(
    me: Me,
    asked: Option<KeyedRequest>,
    write: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<Response, ApiError> {
    let Some(asked) = asked else {
        return Ok(answered(&write.await?));
    };
    let (key, lease) = (asked.key.clone(), me.engine().lease());
    let (now, claim) = (me.now_ms(), (lease, HELD_LEASE_MS));
    match me.rows().ask_once(asked, claim, now).await? {
        Claimed::First => {}
        Claimed::KeyReused => return Err(ApiError::KEY_OF_ANOTHER),
        Claimed::InFlight(_) => return Err(ApiError::IDEMPOTENCY_IN_FLIGHT),
        Claimed::Answered(kept) => {
            let kept: T = serde_json::from_slice(&kept.body).map_err(ApiError::internal)?;
            let replayed = [("idempotent-replayed", "true")];
            return Ok((replayed, answered(&kept)).into_response());
        }
    }
    // To its end, whoever waits for it: whoever asks again then gets the answer.
    let written = async move {
        let held = (key, lease);
        let written = match while_held(&me.app, me.owner(), &held, write).await? {
            Ok(written) => written,
            Err(error) => {
                me.rows().drop_question(held.0, lease).await?;
                return Err(error);
            }
        };
        let body = serde_json::to_vec(&written).map_err(ApiError::internal)?;
        let kept = StoredResponse { status: 200, body };
        me.rows().keep_answer(held, kept, me.now_ms()).await?;
        Ok(answered(&written))
    };
    let written = tokio::spawn(written.in_current_span());
    written.await.map_err(ApiError::internal)?
}

pub(super) fn answered<T: Written>(written: &T) -> Response {
    let tag = written.document().map(|document| {
        let name = Name {
            project: document.project_id.clone(),
            path: document.path.clone(),
        };
        [(header::ETAG, tag(&name, document.version))]
    });
    (tag, axum::Json(written)).into_response()
}

/// Changes a document that is as the client knows it. Who came in between is no reason to refuse, unless the client said so.
pub(super) async fn changed(
    me: Me,
    name: Name,
    conditions: Conditions,
    change: impl Fn(Option<Value>) -> Result<(Value, Told), ApiError>,
) -> Result<DocumentReply, ApiError> {
    let strict = me.app.config.ide.strict_preconditions;
    for _ in 0..TRIES {
        let found = me.rows().find::<Document>(name.clone()).await?;
        let version = found.as_ref().map(|found| found.version);
        conditions.check(&name, version, strict)?;
        let (value, told) = change(found.as_ref().map(parsed).transpose()?)?;
        let document = Document {
            name: name.clone(),
            version: version.unwrap_or_default() + 1,
            body: value.to_string(),
            updated_ms: me.now_ms(),
        };
        if me.rows().put_document(document.clone()).await? {
            return Ok(reply(&document, told, None));
        }
    }
    Err(ApiError::VERSION_MISMATCH)
}

pub(super) fn reply(document: &Document, told: Told, json: Option<Value>) -> DocumentReply {
    DocumentReply {
        ok: true,
        project_id: document.name.project.clone(),
        path: document.name.path.clone(),
        version: document.version,
        updated_at: iso(document.updated_ms),
        json,
        diff: told.diff,
        removed: told.removed,
    }
}

pub(super) fn parsed(document: &Document) -> Result<Value, ApiError> {
    serde_json::from_str(&document.body).map_err(ApiError::internal)
}
