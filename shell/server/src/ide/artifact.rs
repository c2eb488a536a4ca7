//! What tasks make, kept as objects; screens that are read from there; and lists of it.

use axum::http::HeaderMap;
use screen_agent_ide::ingest::screen_in;
use screen_agent_store::Owner;
use screen_agent_store::ide::{ObjectFilter, ObjectName, ObjectRecord};
use screen_agent_wire::Invalid;
use screen_agent_wire::ide::artifact::{ArtifactLink, ArtifactListing, ArtifactQuery};
use screen_agent_wire::ide::{IdeReply, IdeRequest};
use screen_agent_wire::invalid::chars;
use screen_agent_wire::limits::UPLOAD;
use serde_json::{Value, json};
use uuid::Uuid;

use super::object::{FIGMA, NewObject, base, found, in_key, keep, link, named};
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::{Answer, Json};
use crate::http::params::{InQuery, percent_decoded};
use crate::state::AppState;

/// Most objects of a list.
const LISTED: u32 = 100;
/// What the path of every object begins with.
const STORAGE: &str = "/storage/v1/object/";

/// Keeps the result of a task, or the `whole` where that is more than is told, and says in its reply where. A task whose
/// result cannot be kept is answered all the same, unless nothing would be left of it.
pub(super) async fn with_artifact(
    app: &AppState,
    (owner, base): (Owner, &str),
    mut reply: IdeReply,
    whole: Option<Value>,
) -> Result<IdeReply, ApiError> {
    let is_all = whole.is_some();
    match kept(app, owner, &reply, whole).await {
        Ok(object) => {
            let link = link(app, owner, base, &object);
            reply.artifacts.insert("links".to_owned(), json!([link]));
            reply.artifact.uploaded = true;
            reply.artifact.bucket = Some(link.bucket);
            reply.artifact.path = Some(link.key);
        }
        Err(error) if is_all => return Err(error),
        Err(error) => {
            error.log();
            reply.artifact.reason = Some(error.code.to_lowercase());
        }
    }
    Ok(reply)
}

async fn kept(
    app: &AppState,
    owner: Owner,
    reply: &IdeReply,
    whole: Option<Value>,
) -> Result<ObjectRecord, ApiError> {
    let project = reply.meta.get("project_id").and_then(Value::as_str);
    let note = reply.result.get("note").and_then(Value::as_str);
    let (project, note) = (
        in_key(project.unwrap_or("none")),
        in_key(note.unwrap_or("uui")),
    );
    let key = format!("fig2cg/{project}/{note}/{}.json", reply.trace_id);
    let new = NewObject {
        name: named(FIGMA, &key)?,
        mime: "application/json".to_owned(),
        bytes: match whole {
            Some(whole) => serde_json::to_vec(&whole),
            None => serde_json::to_vec(&reply.result),
        }
        .map_err(ApiError::internal)?
        .into(),
        trace: Uuid::try_parse(&reply.trace_id).ok(),
    };
    if new.bytes.len() > UPLOAD {
        return Err(ApiError::TOO_LARGE.saying("What was made is too large to be kept."));
    }
    keep(app, owner, new, true).await
}

/// The request with the screen that it names, where it does not bring one.
pub(super) async fn with_screen(me: &Me, mut request: IdeRequest) -> Result<IdeRequest, ApiError> {
    let Some(reference) = request.screen_ref() else {
        return Ok(request);
    };
    if request.screen().is_some() {
        return Ok(request);
    }
    let file = json_of(me, reference)
        .await
        .map_err(|error| match error.code {
            "VALIDATION_ERROR" | "NOT_FOUND" => {
                let reason = error.reason.unwrap_or_else(|| "is not there".to_owned());
                Invalid::new("ui_json_ref", reason).into()
            }
            _ => error,
        })?;
    request.own.ui_json = Some(screen_in(&file).clone());
    Ok(request)
}

async fn json_of(me: &Me, reference: &str) -> Result<Value, ApiError> {
    chars("ui_json_ref", reference, 2_000)?;
    let (bucket, key) = place(reference).ok_or_else(|| {
        Invalid::new(
            "ui_json_ref",
            "is neither a link of this server's nor bucket/key",
        )
    })?;
    let bytes = bytes_of(&me.app, me.owner(), named(&bucket, &key)?).await?;
    let file = serde_json::from_slice(&bytes);
    Ok(file.map_err(|_| Invalid::new("ui_json_ref", "is not JSON"))?)
}

/// All of an object.
pub(super) async fn bytes_of(
    app: &AppState,
    owner: Owner,
    name: ObjectName,
) -> Result<Vec<u8>, ApiError> {
    let object = found(app, owner, name).await?;
    let size = usize::try_from(object.size).map_err(ApiError::internal)?;
    let bytes = app.blobs().get(object.blob, 0, size).await;
    bytes.map_err(ApiError::blobs)?.ok_or(ApiError::NOT_FOUND)
}

/// Bucket and key of a reference: those themselves, or any link to an object. Whose it is, the reference does not say.
fn place(reference: &str) -> Option<(String, String)> {
    let path = match reference.split_once(STORAGE) {
        Some((_, path)) => percent_decoded(path.split(['?', '#']).next().unwrap_or_default()),
        None => reference.trim_start_matches('/').to_owned(),
    };
    let path = path
        .trim_start_matches("sign/")
        .trim_start_matches("authenticated/");
    let (bucket, key) = path.split_once('/')?;
    Some((bucket.to_owned(), key.to_owned()))
}

/// List objects, the latest first, each with a link that works for an hour.
#[utoipa::path(post, path = "/artifacts-list", tag = "ide", request_body = ArtifactQuery,
    responses((status = 200, description = "Some of them, and how many there are", body = ArtifactListing)))]
pub(super) async fn list(
    me: Me,
    headers: HeaderMap,
    Json(query): Json<ArtifactQuery>,
) -> Answer<ArtifactListing> {
    listed(&me, &headers, query).await
}

/// The same, asked in the address.
#[utoipa::path(get, path = "/artifacts-list", tag = "ide",
    params(
        ("project_id" = Option<String>, Query, description = "Of one project"),
        ("trace_id" = Option<String>, Query, description = "Of one trace"),
        ("bucket" = Option<String>, Query, description = "Of one bucket"),
        ("prefix" = Option<String>, Query, description = "What their keys begin with")),
    responses((status = 200, description = "Some of them, and how many there are", body = ArtifactListing)))]
pub(super) async fn list_by_query(
    me: Me,
    headers: HeaderMap,
    InQuery(query): InQuery<ArtifactQuery>,
) -> Answer<ArtifactListing> {
    listed(&me, &headers, query).await
}

async fn listed(me: &Me, headers: &HeaderMap, query: ArtifactQuery) -> Answer<ArtifactListing> {
    let prefix = query.prefix.unwrap_or_default();
    chars("prefix", &prefix, 500)?;
    let project = query.project_camel.or(query.project_id);
    let trace = query.trace_id.as_deref().map(Uuid::try_parse).transpose();
    let filter = ObjectFilter {
        bucket: query.bucket,
        prefix,
        part: project
            .map(|project| format!("/{}/", in_key(&project)))
            .unwrap_or_default(),
        trace: trace.map_err(|_| Invalid::new("trace_id", "is no id"))?,
        limit: query.limit.unwrap_or(LISTED).clamp(1, LISTED),
        offset: query.offset.unwrap_or_default(),
    };
    let (limit, offset) = (filter.limit, filter.offset);
    let page = me.rows().page::<ObjectRecord>(filter).await?;
    let next = offset.saturating_add(limit);
    let base = base(headers);
    let link = |object: &ObjectRecord| link(&me.app, me.owner(), &base, object);
    Ok(Json(ArtifactListing {
        ok: true,
        items: page.items.iter().map(link).collect(),
        limit,
        offset,
        next_offset: (next < page.total).then_some(next),
        count: page.total,
    }))
}

/// Links to what was made in a trace.
pub(super) async fn links_of(
    me: &Me,
    headers: &HeaderMap,
    trace: Uuid,
) -> Result<Vec<ArtifactLink>, ApiError> {
    let filter = ObjectFilter {
        trace: Some(trace),
        limit: LISTED,
        ..ObjectFilter::default()
    };
    let objects = me.rows().list::<ObjectRecord>(filter).await?;
    let base = base(headers);
    let link = |object| link(&me.app, me.owner(), &base, object);
    Ok(objects.iter().map(link).collect())
}
