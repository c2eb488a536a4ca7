//! Documents: read, written if they are what the client knows, listed, checked.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use screen_agent_engine::iso;
use screen_agent_ide::document::{NOTHING, check, diff, generate, merge, remove};
use screen_agent_store::ide::{
    IdeDocument as Document, IdeDocumentEntry, IdeDocumentFilter, IdeDocumentName as Name,
};
use screen_agent_wire::Invalid;
use screen_agent_wire::ide::document::{
    DocumentCheck, DocumentEntry, DocumentGenerate, DocumentGenerated, DocumentList,
    DocumentListReply, DocumentMerge, DocumentName, DocumentRemove, DocumentReply, DocumentSet,
    DocumentValid, MergeDepth,
};
use screen_agent_wire::invalid::{count, given};
use serde_json::Value;

use super::artifact::with_screen;
use super::document_write::{Told, answered, changed, key, once, parsed, reply};
use super::precondition::{Conditions, is_tagged, tag, words};
use super::problem;
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::{Answer, Json};
use crate::http::params::InQuery;

/// Bytes of a body that brings a document.
const BODY: usize = super::request::BODY;
/// Characters of a project's name, and of a path.
const PROJECT: usize = 200;
const PATH: usize = 500;
/// Most pointers at once.
const POINTERS: usize = 200;
/// Most documents of a list.
const LISTED: u32 = 100;

/// Keep a document, under the conditions that the client names.
///
/// Under an `Idempotency-Key` it is written once, and the same request is answered as it was, for a day.
#[utoipa::path(post, path = "/json-set", tag = "ide", request_body = DocumentSet,
    responses(
        (status = 200, description = "Its version; with an ETag", body = DocumentReply),
        (status = 409, description = "`version_mismatch`: not `expected_version`; `idempotency_mismatch`"),
        (status = 412, description = "`precondition_failed`: not what `If-Match` or `If-None-Match` says"),
        (status = 428, description = "`precondition_required`, on a strict server")))]
pub(super) async fn set(
    me: Me,
    headers: HeaderMap,
    Json(body): Json<DocumentSet, BODY>,
) -> Result<Response, ApiError> {
    let key = key(&headers, "json-set", &body)?;
    let name = named(&body.name)?;
    let value = body.value.ok_or(Invalid::new("value", "is missing"))?;
    let conditions = Conditions::of(&headers, body.expected_version)?;
    let change = move |_: Option<Value>| Ok((value.clone(), Told::default()));
    once(me.clone(), key, changed(me, name, conditions, change)).await
}

/// Change fields of a document; one that is not there begins empty.
///
/// Under an `Idempotency-Key` it is written once.
#[utoipa::path(post, path = "/json-merge", tag = "ide", request_body = DocumentMerge,
    responses(
        (status = 200, description = "Its version, and what was changed; with an ETag", body = DocumentReply),
        (status = 409, description = "`version_mismatch`; `idempotency_mismatch`"),
        (status = 412, description = "`precondition_failed`"),
        (status = 428, description = "`precondition_required`, on a strict server")))]
pub(super) async fn merged(
    me: Me,
    headers: HeaderMap,
    Json(body): Json<DocumentMerge, BODY>,
) -> Result<Response, ApiError> {
    let key = key(&headers, "json-merge", &body)?;
    let name = named(&body.name)?;
    let patch = body.patch.ok_or(Invalid::new("patch", "is missing"))?;
    let depth = body.merge.unwrap_or(MergeDepth::Deep);
    let conditions = Conditions::of(&headers, body.expected_version)?;
    let change = move |before: Option<Value>| {
        let before = before.unwrap_or_else(|| Value::Object(serde_json::Map::new()));
        let after = merge(&before, patch.clone(), depth);
        let told = Told {
            diff: Some(diff(&before, &after)),
            ..Told::default()
        };
        Ok((after, told))
    };
    once(me.clone(), key, changed(me, name, conditions, change)).await
}

/// Remove parts of a document, by JSON pointers.
///
/// Under an `Idempotency-Key` that is done once.
#[utoipa::path(post, path = "/json-remove", tag = "ide", request_body = DocumentRemove,
    responses(
        (status = 200, description = "Its version, and what was removed; with an ETag", body = DocumentReply),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`version_mismatch`; `idempotency_mismatch`"),
        (status = 412, description = "`precondition_failed`"),
        (status = 428, description = "`precondition_required`, on a strict server")))]
pub(super) async fn removed(
    me: Me,
    headers: HeaderMap,
    Json(body): Json<DocumentRemove, BODY>,
) -> Result<Response, ApiError> {
    let key = key(&headers, "json-remove", &body)?;
    let name = named(&body.name)?;
    count("pointers", body.pointers.len(), POINTERS)?;
    let conditions = Conditions::of(&headers, body.expected_version)?;
    let change = move |before: Option<Value>| {
        let mut document = before.ok_or(ApiError::NOT_FOUND)?;
        let told = Told {
            removed: Some(remove(&mut document, &body.pointers)),
            ..Told::default()
        };
        Ok((document, told))
    };
    once(me.clone(), key, changed(me, name, conditions, change)).await
}

/// Make a document of a request, as the task of its kind does by the rules, and keep it where `path` says so.
///
/// Under an `Idempotency-Key` that is done once.
#[utoipa::path(post, path = "/json-generate", tag = "ide", request_body = DocumentGenerate,
    responses(
        (status = 200, description = "The document; with an ETag where it is kept", body = DocumentGenerated),
        (status = 409, description = "`version_mismatch`; `idempotency_mismatch`"),
        (status = 412, description = "`precondition_failed`"),
        (status = 422, description = "`validation_failed`: nothing of this kind comes of it"),
        (status = 428, description = "`precondition_required`, on a strict server")))]
pub(super) async fn generated(
    me: Me,
    headers: HeaderMap,
    Json(body): Json<DocumentGenerate, BODY>,
) -> Result<Response, ApiError> {
    let key = key(&headers, "json-generate", &body)?;
    let name = body.path.as_ref().map(|path| {
        named(&DocumentName {
            project_id: body.request.project().map(str::to_owned),
            path: Some(path.clone()),
            ..DocumentName::default()
        })
    });
    let name = name.transpose()?;
    let conditions = Conditions::of(&headers, body.expected_version)?;
    let make = async move |me: Me| {
        let request = with_screen(&me, body.request).await?;
        let (schema_id, hosts) = (body.schema_id.clone(), me.app.config.ide.hosts.clone());
        // A megabyte of a screen takes a while.
        let made = tokio::task::spawn_blocking(move || generate(&schema_id, &request, &hosts));
        let made = made.await.map_err(ApiError::internal)?;
        let (json, warnings) = made.map_err(|invalid| match invalid.field == NOTHING {
            true => problem::wrong(invalid),
            false => invalid.into(),
        })?;
        let kept = json.clone();
        let change = move |_: Option<Value>| Ok((kept.clone(), Told::default()));
        let document = match name {
            Some(name) => Some(changed(me, name, conditions, change).await?),
            None => None,
        };
        Ok(DocumentGenerated {
            ok: true,
            schema_id: body.schema_id,
            json,
            warnings,
            document,
        })
    };
    once(me.clone(), key, make(me)).await
}

/// Read a document.
#[utoipa::path(get, path = "/json-get", tag = "ide",
    params(
        ("project_id" = Option<String>, Query, description = "The project"),
        ("path" = String, Query, description = "The path in it")),
    responses(
        (status = 200, description = "The document; with an ETag", body = DocumentReply),
        (status = 304, description = "As `If-None-Match` says"),
        (status = 404, description = "`not_found`")))]
pub(super) async fn get(
    me: Me,
    headers: HeaderMap,
    InQuery(name): InQuery<DocumentName>,
) -> Result<Response, ApiError> {
    found(&me, &headers, &name).await
}

/// The same, asked in a body.
#[utoipa::path(post, path = "/json-get", tag = "ide", request_body = DocumentName,
    responses(
        (status = 200, description = "The document; with an ETag", body = DocumentReply),
        (status = 304, description = "As `If-None-Match` says"),
        (status = 404, description = "`not_found`")))]
pub(super) async fn get_by_body(
    me: Me,
    headers: HeaderMap,
    Json(name): Json<DocumentName>,
) -> Result<Response, ApiError> {
    found(&me, &headers, &name).await
}

/// List documents of a project by their paths.
#[utoipa::path(post, path = "/json-list", tag = "ide", request_body = DocumentList,
    responses((status = 200, description = "Some of them, and how many there are", body = DocumentListReply)))]
pub(super) async fn list(me: Me, Json(body): Json<DocumentList>) -> Answer<DocumentListReply> {
    let project = project(&body.name)?;
    let prefix = body.prefix.or(body.base_path).unwrap_or_default();
    screen_agent_wire::invalid::chars("prefix", &prefix, PATH)?;
    let after = body.updated_after.as_deref().map(|text| {
        let wrong = || Invalid::new("updated_after", "is no moment such as 2026-01-31T12:00:00Z");
        text.parse::<jiff::Timestamp>().map_err(|_| wrong())
    });
    let filter = IdeDocumentFilter {
        project,
        prefix,
        after_ms: after.transpose()?.map(jiff::Timestamp::as_millisecond),
        limit: body.limit.unwrap_or(LISTED).clamp(1, LISTED),
        offset: body.offset.unwrap_or_default(),
    };
    let (limit, offset) = (filter.limit, filter.offset);
    let page = me.rows().page::<IdeDocumentEntry>(filter).await?;
    let next = offset.saturating_add(limit);
    let entry = |entry: IdeDocumentEntry| DocumentEntry {
        project_id: entry.name.project,
        path: entry.name.path,
        version: entry.version,
        updated_at: iso(entry.updated_ms),
    };
    Ok(Json(DocumentListReply {
        ok: true,
        items: page.items.into_iter().map(entry).collect(),
        limit,
        offset,
        next_offset: (next < page.total).then_some(next),
        count: page.total,
    }))
}

/// Check data, or a document, by its kind.
#[utoipa::path(post, path = "/json-validate", tag = "ide", request_body = DocumentCheck,
    responses(
        (status = 200, description = "It is as it is to be", body = DocumentValid),
        (status = 404, description = "`not_found`"),
        (status = 422, description = "`validation_failed`, with its place")))]
pub(super) async fn validate(
    me: Me,
    Json(body): Json<DocumentCheck, BODY>,
) -> Answer<DocumentValid> {
    let data = match body.data {
        Some(data) => data,
        None => {
            let found = me.rows().find::<Document>(named(&body.name)?).await?;
            parsed(&found.ok_or(ApiError::NOT_FOUND)?)?
        }
    };
    let warnings =
        check(&body.schema_id, &data).map_err(|invalid| match invalid.field.as_str() {
            "schema_id" => invalid.into(),
            _ => problem::wrong(invalid),
        })?;
    Ok(Json(DocumentValid {
        ok: true,
        schema_id: body.schema_id,
        warnings,
    }))
}

fn project(name: &DocumentName) -> Result<String, Invalid> {
    let project = name.project_id.as_ref().or(name.project_camel.as_ref());
    let project = project.map(String::as_str).unwrap_or_default();
    given("project_id", project, PROJECT)?;
    plain("project_id", project)?;
    Ok(project.to_owned())
}

pub(super) fn named(name: &DocumentName) -> Result<Name, Invalid> {
    let path = name.path.as_deref().unwrap_or_default();
    given("path", path, PATH)?;
    plain("path", path)?;
    let is_inside = path.split('/').all(|part| !matches!(part, "" | "." | ".."));
    if !is_inside {
        return Err(Invalid::new("path", "is no path inside of the project"));
    }
    Ok(Name {
        project: project(name)?,
        path: path.to_owned(),
    })
}

fn plain(field: &str, text: &str) -> Result<(), Invalid> {
    match text.chars().any(char::is_control) {
        true => Err(Invalid::new(field, "has control characters")),
        false => Ok(()),
    }
}

async fn found(me: &Me, headers: &HeaderMap, name: &DocumentName) -> Result<Response, ApiError> {
    let found = me.rows().find::<Document>(named(name)?).await?;
    let document = found.ok_or(ApiError::NOT_FOUND)?;
    let known = words(headers, header::IF_NONE_MATCH)?;
    let tag = tag(&document.name, document.version);
    if known.is_some_and(|known| is_tagged(known, &tag)) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
    }
    let json = parsed(&document)?;
    Ok(answered(&reply(&document, Told::default(), Some(json))))
}
