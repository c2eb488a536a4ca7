//! Documents: read, written if they are what the client knows, listed, checked.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use screen_agent_engine::iso;
use screen_agent_ide::document::{check, diff, merge, remove};
use screen_agent_store::ide::{
    IdeDocument as Document, IdeDocumentEntry, IdeDocumentFilter, IdeDocumentName as Name,
};
use screen_agent_wire::Invalid;
use screen_agent_wire::ide::document::{
    DocumentCheck, DocumentEntry, DocumentList, DocumentListReply, DocumentMerge, DocumentName,
    DocumentRemove, DocumentReply, DocumentSet, DocumentValid, MergeDepth,
};
use screen_agent_wire::invalid::{count, given};
use serde_json::Value;

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
/// How often a change is tried again that somebody else came before.
const TRIES: usize = 5;

/// Keep a document, under the conditions that the client names.
#[utoipa::path(post, path = "/json-set", tag = "ide", request_body = DocumentSet,
    responses(
        (status = 200, description = "Its version; with an ETag", body = DocumentReply),
        (status = 409, description = "`version_mismatch`: not `expected_version`"),
        (status = 412, description = "`precondition_failed`: not what `If-Match` or `If-None-Match` says"),
        (status = 428, description = "`precondition_required`, on a strict server")))]
pub(super) async fn set(
    me: Me,
    headers: HeaderMap,
    Json(body): Json<DocumentSet, BODY>,
) -> Result<Response, ApiError> {
    let name = named(&body.name)?;
    let value = body.value.ok_or(Invalid::new("value", "is missing"))?;
    let conditions = Conditions::of(&headers, body.expected_version)?;
    let change = |_: Option<Value>| Ok((value.clone(), Told::default()));
    changed(&me, name, &conditions, change).await
}

/// Change fields of a document; one that is not there begins empty.
#[utoipa::path(post, path = "/json-merge", tag = "ide", request_body = DocumentMerge,
    responses(
        (status = 200, description = "Its version, and what was changed; with an ETag", body = DocumentReply),
        (status = 409, description = "`version_mismatch`"),
        (status = 412, description = "`precondition_failed`"),
        (status = 428, description = "`precondition_required`, on a strict server")))]
pub(super) async fn merged(
    me: Me,
    headers: HeaderMap,
    Json(body): Json<DocumentMerge, BODY>,
) -> Result<Response, ApiError> {
    let name = named(&body.name)?;
    let patch = body.patch.ok_or(Invalid::new("patch", "is missing"))?;
    let depth = body.merge.unwrap_or(MergeDepth::Deep);
    let conditions = Conditions::of(&headers, body.expected_version)?;
    let change = |before: Option<Value>| {
        let before = before.unwrap_or_else(|| Value::Object(serde_json::Map::new()));
        let after = merge(&before, patch.clone(), depth);
        let told = Told {
            diff: Some(diff(&before, &after)),
            ..Told::default()
        };
        Ok((after, told))
    };
    changed(&me, name, &conditions, change).await
}

/// Remove parts of a document, by JSON pointers.
#[utoipa::path(post, path = "/json-remove", tag = "ide", request_body = DocumentRemove,
    responses(
        (status = 200, description = "Its version, and what was removed; with an ETag", body = DocumentReply),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`version_mismatch`"),
        (status = 412, description = "`precondition_failed`"),
        (status = 428, description = "`precondition_required`, on a strict server")))]
pub(super) async fn removed(
    me: Me,
    headers: HeaderMap,
    Json(body): Json<DocumentRemove, BODY>,
) -> Result<Response, ApiError> {
    let name = named(&body.name)?;
    count("pointers", body.pointers.len(), POINTERS)?;
    let conditions = Conditions::of(&headers, body.expected_version)?;
    let change = |before: Option<Value>| {
        let mut document = before.ok_or(ApiError::NOT_FOUND)?;
        let told = Told {
            removed: Some(remove(&mut document, &body.pointers)),
            ..Told::default()
        };
        Ok((document, told))
    };
    changed(&me, name, &conditions, change).await
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
    let checked = check(&body.schema_id, &data);
    let warnings = checked.map_err(|invalid| match invalid.field.as_str() {
        "schema_id" => ApiError::from(invalid),
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

/// What a change tells besides the document.
#[derive(Default)]
struct Told {
    diff: Option<screen_agent_wire::ide::document::DocumentDiff>,
    removed: Option<Vec<String>>,
}

/// Changes a document that is as the client knows it. Who came in between is no reason to refuse, unless the client said so.
async fn changed(
    me: &Me,
    name: Name,
    conditions: &Conditions,
    change: impl Fn(Option<Value>) -> Result<(Value, Told), ApiError>,
) -> Result<Response, ApiError> {
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
            let reply = reply(&document, told, None);
            return Ok(tagged(&document, axum::Json(reply).into_response()));
        }
    }
    Err(ApiError::VERSION_MISMATCH)
}

async fn found(me: &Me, headers: &HeaderMap, name: &DocumentName) -> Result<Response, ApiError> {
    let found = me.rows().find::<Document>(named(name)?).await?;
    let document = found.ok_or(ApiError::NOT_FOUND)?;
    let known = words(headers, header::IF_NONE_MATCH)?;
    let tag = tag(&document.name, document.version);
    if known.is_some_and(|known| is_tagged(known, &tag)) {
        return Ok(tagged(&document, StatusCode::NOT_MODIFIED.into_response()));
    }
    let json = parsed(&document)?;
    let reply = reply(&document, Told::default(), Some(json));
    Ok(tagged(&document, axum::Json(reply).into_response()))
}

pub(super) fn parsed(document: &Document) -> Result<Value, ApiError> {
    serde_json::from_str(&document.body).map_err(ApiError::internal)
}

fn reply(document: &Document, told: Told, json: Option<Value>) -> DocumentReply {
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

fn tagged(document: &Document, response: Response) -> Response {
    let tag = tag(&document.name, document.version);
    ([(header::ETAG, tag)], response).into_response()
}
