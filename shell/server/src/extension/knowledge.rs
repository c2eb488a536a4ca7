//! What an organisation knows: its sources are added, listed and removed here, and what it knows about a site can be looked
//! at, for finding out why.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::Request;
use axum::http::StatusCode;
use screen_agent_engine::knowledge::{GivenFrom, GivenKnowledge, KnowledgeFault, Known};
use screen_agent_knowledge::{domain_pattern, host};
use screen_agent_ports::{ServiceCitation, ServicePassage};
use screen_agent_store::file::{AllowedDomain, FileRecord};
use screen_agent_store::knowledge::{
    KnowledgeDocument, KnowledgeKind, KnowledgeSource, KnowledgeState,
};
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::knowledge::{
    Citation, IngestKind, IngestRequest, KnowledgeChunk, KnowledgeDocumentInfo, KnowledgeOrigin,
    KnowledgeSourceData, KnowledgeSourceInfo, KnowledgeSourcesData, KnowledgeStanding, RagDebug,
    RagMode, ResolveData,
};
use screen_agent_wire::invalid::chars;
use screen_agent_wire::{Invalid, limits};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::files::form::Form;
use super::{Own, Reply, done, reply};
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::params::{InPath, InQuery};
use crate::time;

/// Documents of a source that are told.
const DOCUMENTS: u32 = 200;

/// Where, and about what.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ResolveQuery {
    /// Address of the tab; a bare host is taken for https.
    url: Option<String>,
    /// What about.
    query: Option<String>,
}

/// What the organisation knows about a site, for finding out why; not for showing to people.
///
/// Never 403: the list of domains says where the organisation's knowledge is looked at, not where
/// people may work.
#[utoipa::path(get, path = "/api/knowledge/resolve", tag = "knowledge",
    params(ResolveQuery),
    responses(
        (status = 200, description = "What is known", body = Mirrored<ResolveData>),
        (status = 500, description = "`EXTERNAL_SERVICE_ERROR`: the knowledge service did not tell")))]
pub(crate) async fn resolve(me: Me, InQuery(query): InQuery<ResolveQuery>) -> Reply<ResolveData> {
    let words = query.query.as_deref().unwrap_or_default();
    chars("query", words, limits::QUERY)?;
    let url = query.url.as_deref().unwrap_or_default().trim();
    if url.is_empty() {
        return Err(Invalid::new("url", "is required").into());
    }
    chars("url", url, limits::URL)?;
    host(url).ok_or_else(|| Invalid::new("url", "is not a web address"))?;
    let known = me.engine().know(me.owner(), url, words).await?;
    let rag_debug = rag_debug(&known);
    reply(ResolveData {
        allowed: true,
        domain: known.domain,
        has_org_knowledge: known.has,
        context: known.told.passages.into_iter().map(chunk).collect(),
        citations: known.told.citations.into_iter().map(citation).collect(),
        rag_debug,
    })
}

/// Whose knowledge was used, and why.
pub(super) fn rag_debug(known: &Known) -> RagDebug {
    RagDebug {
        has_org_knowledge: known.has,
        active_domain: known.domain.clone(),
        domain_match: known.domain_match,
        rag_mode: match known.has {
            true => RagMode::OrgSpecific,
            false => RagMode::PublicOnly,
        },
        reason: known.reason.to_owned(),
        chunk_count: u32::try_from(known.passages.len()).unwrap_or(u32::MAX),
        allowed_domains: Some(known.domains.clone()),
    }
}

fn chunk(passage: ServicePassage) -> KnowledgeChunk {
    KnowledgeChunk {
        id: passage.id,
        content: passage.content,
        document_title: passage.title,
        metadata: passage.metadata,
    }
}

fn citation(citation: ServiceCitation) -> Citation {
    Citation {
        document_id: citation.document_id,
        document_title: citation.title,
        section: citation.section,
        page: citation.page,
    }
}

/// Every source of the organisation.
#[utoipa::path(get, path = "/api/knowledge/sources", tag = "knowledge",
    responses((status = 200, description = "The sources", body = Mirrored<KnowledgeSourcesData>)))]
pub(crate) async fn list(me: Me) -> Reply<KnowledgeSourcesData> {
    let rows = me.rows();
    let sources = rows.list::<KnowledgeSource>(()).await?;
    let listed = rows.list::<AllowedDomain>(()).await?;
    reply(KnowledgeSourcesData {
        sources: sources.into_iter().map(info).collect(),
        allowed_domains: listed.into_iter().map(|domain| domain.pattern).collect(),
        editable: may_edit(&me),
    })
}

/// One source, with how far its reading is, and its first documents.
#[utoipa::path(get, path = "/api/knowledge/sources/{id}", tag = "knowledge", operation_id = "knowledge_source",
    params(("id" = Uuid, Path, description = "The source")),
    responses(
        (status = 200, description = "The source", body = Mirrored<KnowledgeSourceData>),
        (status = 404, description = "`NOT_FOUND`")))]
pub(crate) async fn one(me: Me, InPath(id): InPath<Uuid>) -> Reply<KnowledgeSourceData> {
    let rows = me.rows();
    let source = rows
        .find::<KnowledgeSource>(id)
        .await?
        .ok_or(ApiError::NOT_FOUND)?;
    let documents = rows.list::<KnowledgeDocument>((id, DOCUMENTS)).await?;
    reply(KnowledgeSourceData {
        source: info(source),
        documents: documents.into_iter().map(document).collect(),
    })
}

/// Have a page, the pages of a sitemap, a file that was uploaded, or a text read.
///
/// It is read in the background: the answer says how it stands, and so does asking for it again. What is known already is
/// read anew. Only the public web is read; anything else fails when it is read, with the reason in `error`.
#[utoipa::path(post, path = "/api/knowledge/ingest", tag = "knowledge",
    request_body = IngestRequest,
    responses(
        (status = 202, description = "It will be read", body = Mirrored<KnowledgeSourceData>),
        (status = 400, description = "`VALIDATION_ERROR`"),
        (status = 403, description = "`FORBIDDEN`: others keep the organisation's knowledge"),
        (status = 404, description = "`FILE_NOT_FOUND`: no such upload"),
        (status = 409, description = "`LIMIT_REACHED`"),
        (status = 507, description = "`QUOTA_EXCEEDED`")))]
pub(crate) async fn ingest(
    me: Me,
    Json(body): Json<IngestRequest>,
) -> Result<(StatusCode, Json<Mirrored<KnowledgeSourceData>>), ApiError> {
    editing(&me)?;
    let required = |field: &'static str, value: Option<String>| {
        let value = value.filter(|value| !value.trim().is_empty());
        value.ok_or_else(|| Invalid::new(field, "is required"))
    };
    let from = match body.source_type {
        IngestKind::Url | IngestKind::Sitemap => {
            let url = required("location", body.location)?;
            chars("location", &url, limits::URL)?;
            GivenFrom::Web {
                url,
                sitemap: body.source_type == IngestKind::Sitemap,
            }
        }
        IngestKind::File => {
            let key = required("location", body.location)?;
            chars("location", &key, limits::KEY)?;
            let found = me.rows().find::<FileRecord>(key).await?;
            let file = found.ok_or(ApiError::FILE_NOT_FOUND)?;
            let size = usize::try_from(file.size).map_err(ApiError::internal)?;
            let bytes = me.app.blobs().get(file.id, 0, size).await;
            let bytes = bytes.map_err(ApiError::blobs)?;
            GivenFrom::File {
                name: body.file_name.unwrap_or(file.name),
                bytes: bytes.ok_or(ApiError::FILE_NOT_FOUND)?,
            }
        }
        IngestKind::Content => {
            let content = required("content", body.content)?;
            let name = required("fileName", body.file_name.or_else(|| body.name.clone()))?;
            chars("fileName", &name, limits::TITLE)?;
            GivenFrom::File {
                name,
                bytes: content.into_bytes(),
            }
        }
    };
    let hours = body
        .refresh_hours
        .map(|hours| Duration::from_secs(u64::from(hours) * 3_600));
    added(
        &me,
        from,
        body.name,
        body.domain,
        hours.filter(|refresh| !refresh.is_zero()),
    )
    .await
}

/// For which hosts a file is.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SourceQuery {
    /// A host, or `*.` and one for all below it and itself; all that the organisation has listed, if omitted.
    domain: Option<String>,
    /// What it is called.
    title: Option<String>,
}

/// Add a file, or a ZIP archive of files, and have it read in the background. One of the same name takes its place.
#[utoipa::path(post, path = "/api/knowledge/sources", tag = "knowledge",
    params(SourceQuery),
    request_body(content = screen_agent_wire::extension::files::UploadForm, content_type = "multipart/form-data"),
    responses(
        (status = 202, description = "It will be read", body = Mirrored<KnowledgeSourceData>),
        (status = 403, description = "`FORBIDDEN`: others keep the organisation's knowledge"),
        (status = 404, description = "`NOT_FOUND`: no such `knowledge_id`"),
        (status = 409, description = "`LIMIT_REACHED`"),
        (status = 413, description = "More than 10 MB"),
        (status = 415, description = "Not a form"),
        (status = 507, description = "`QUOTA_EXCEEDED`")))]
pub(crate) async fn upload(
    Extension(own): Extension<Arc<Own>>,
    me: Me,
    InQuery(query): InQuery<SourceQuery>,
    request: Request,
) -> Result<(StatusCode, Json<Mirrored<KnowledgeSourceData>>), ApiError> {
    editing(&me)?;
    let turn = own.reading.turn(me.owner()).await?;
    let form = Form::receive(&me.app, request).await?;
    let replaced = replaced(&me, &form).await?;
    let (name, title, domain) = match replaced {
        Some(source) => (
            source.location,
            query.title.or(Some(source.title)),
            query.domain.or(source.domain),
        ),
        None => (form.name.clone(), query.title, query.domain),
    };
    let bytes = form.bytes.to_vec();
    drop(form);
    let added = added(&me, GivenFrom::File { name, bytes }, title, domain, None).await;
    drop(turn);
    added
}

/// The file among the organisation's knowledge that a form's file takes the place of.
pub(super) async fn replaced(me: &Me, form: &Form) -> Result<Option<KnowledgeSource>, ApiError> {
    let Some(id) = &form.knowledge else {
        return Ok(None);
    };
    editing(me)?;
    let id = id.trim().parse().map_err(|_| ApiError::NOT_FOUND)?;
    let found = me.rows().find::<KnowledgeSource>(id).await?;
    let source = found.ok_or(ApiError::NOT_FOUND)?;
    match source.kind {
        KnowledgeKind::File => Ok(Some(source)),
        KnowledgeKind::Page | KnowledgeKind::Sitemap => {
            Err(Invalid::new("knowledge_id", "is no file").into())
        }
    }
}

/// Has what a form's file takes the place of read anew.
pub(super) async fn renew(
    me: &Me,
    replaced: Option<KnowledgeSource>,
    form: &Form,
) -> Result<(), ApiError> {
    let Some(source) = replaced else {
        return Ok(());
    };
    let given = GivenKnowledge {
        from: GivenFrom::File {
            name: source.location,
            bytes: form.bytes.to_vec(),
        },
        title: Some(source.title),
        domain: source.domain,
        refresh: None,
    };
    me.engine().add_knowledge(me.owner(), given).await?;
    Ok(())
}

async fn added(
    me: &Me,
    from: GivenFrom,
    title: Option<String>,
    domain: Option<String>,
    refresh: Option<Duration>,
) -> Result<(StatusCode, Json<Mirrored<KnowledgeSourceData>>), ApiError> {
    let title = title.filter(|title| !title.trim().is_empty());
    chars("name", title.as_deref().unwrap_or_default(), limits::TITLE)?;
    let domain = domain.filter(|domain| !domain.trim().is_empty());
    let pattern = |text: String| domain_pattern(&text);
    let pattern = match domain {
        Some(text) => Some(pattern(text).ok_or_else(|| Invalid::new("domain", "is no host"))?),
        None => None,
    };
    let given = GivenKnowledge {
        from,
        title,
        domain: pattern,
        refresh,
    };
    let source = me.engine().add_knowledge(me.owner(), given).await?;
    let data = KnowledgeSourceData {
        source: info(source),
        documents: Vec::new(),
    };
    Ok((StatusCode::ACCEPTED, Json(Mirrored::new(data))))
}

/// Have a source read again, now.
#[utoipa::path(post, path = "/api/knowledge/sources/{id}/reindex", tag = "knowledge",
    params(("id" = Uuid, Path, description = "The source")),
    responses(
        (status = 202, description = "It will be read", body = Mirrored<KnowledgeSourceData>),
        (status = 403, description = "`FORBIDDEN`: others keep the organisation's knowledge"),
        (status = 404, description = "`NOT_FOUND`")))]
pub(crate) async fn reindex(
    me: Me,
    InPath(id): InPath<Uuid>,
) -> Result<(StatusCode, Json<Mirrored<KnowledgeSourceData>>), ApiError> {
    editing(&me)?;
    let renewed = me.engine().renew_knowledge(me.owner(), id).await?;
    let source = renewed.ok_or(ApiError::NOT_FOUND)?;
    let data = KnowledgeSourceData {
        source: info(source),
        documents: Vec::new(),
    };
    Ok((StatusCode::ACCEPTED, Json(Mirrored::new(data))))
}

/// Remove a source with everything of it. When this answers, nothing of it is left.
#[utoipa::path(delete, path = "/api/knowledge/sources/{id}", tag = "knowledge", operation_id = "remove_knowledge",
    params(("id" = Uuid, Path, description = "The source")),
    responses(
        (status = 204, description = "Removed"),
        (status = 403, description = "`FORBIDDEN`: others keep the organisation's knowledge"),
        (status = 404, description = "`NOT_FOUND`")))]
pub(crate) async fn remove(me: Me, InPath(id): InPath<Uuid>) -> Result<StatusCode, ApiError> {
    editing(&me)?;
    let removed = me.engine().remove_knowledge(me.owner(), id).await?;
    done(removed, ApiError::NOT_FOUND)
}

/// Everybody of the organisation keeps its knowledge, unless the settings name who does.
fn may_edit(me: &Me) -> bool {
    let editors = &me.app.config.knowledge_editors;
    editors.is_empty() || editors.contains(&me.caller.user.email)
}

fn editing(me: &Me) -> Result<(), ApiError> {
    match may_edit(me) {
        true => Ok(()),
        false => Err(ApiError::KNOWLEDGE_FORBIDDEN),
    }
}

fn info(source: KnowledgeSource) -> KnowledgeSourceInfo {
    KnowledgeSourceInfo {
        id: source.id.to_string(),
        kind: match source.kind {
            KnowledgeKind::File => KnowledgeOrigin::File,
            KnowledgeKind::Page => KnowledgeOrigin::Page,
            KnowledgeKind::Sitemap => KnowledgeOrigin::Sitemap,
        },
        location: source.location,
        title: source.title,
        domain: source.domain,
        status: match source.state {
            KnowledgeState::Pending => KnowledgeStanding::Pending,
            KnowledgeState::Running => KnowledgeStanding::Running,
            KnowledgeState::Ready => KnowledgeStanding::Ready,
            KnowledgeState::Failed | KnowledgeState::Removing => KnowledgeStanding::Failed,
        },
        error: source.error,
        done: source.done,
        total: source.total,
        documents: source.documents,
        chunks: source.chunks,
        next_refresh_at: source.due_ms.map(time::iso),
        created_at: time::iso(source.created_ms),
        updated_at: time::iso(source.updated_ms),
    }
}

fn document(document: KnowledgeDocument) -> KnowledgeDocumentInfo {
    KnowledgeDocumentInfo {
        location: document.location,
        title: document.title,
        mime_type: document.mime,
        language: document.language,
        version: document.version,
        chunks: document.chunks,
        indexed_at: time::iso(document.indexed_ms),
    }
}

impl From<KnowledgeFault> for ApiError {
    fn from(fault: KnowledgeFault) -> Self {
        match fault {
            KnowledgeFault::Off => Self::KNOWLEDGE_OFF,
            KnowledgeFault::NoAddress => Invalid::new("location", "is not a web address").into(),
            KnowledgeFault::Service(_) => Self::KNOWLEDGE_SERVICE.because(fault),
            KnowledgeFault::Blobs(cause) => Self::blobs(cause),
            KnowledgeFault::Store(error) => error.into(),
            KnowledgeFault::Broken(_) => Self::internal(fault),
        }
    }
}
