//! Objects as clients of Supabase's storage ask for them: uploaded and had, by a token of a person's or by a link.

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use futures_util::stream;
use multer::{Constraints, Multipart, SizeLimit};
use screen_agent_store::Owner;
use screen_agent_wire::Invalid;
use screen_agent_wire::invalid::count;
use screen_agent_wire::limits::UPLOAD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use super::object::{NewObject, TYPES, forget, found, keep, named, served};
use super::object_link::{LinkUse, UPLOAD_SECONDS, read, sign};
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::{Answer, Json, receive_any};
use crate::http::params::{InPath, InQuery};
use crate::memory::LARGEST_BODY;
use crate::state::AppState;

/// Seconds that a link may work.
const LONGEST: u32 = 7 * 24 * 60 * 60;
/// Objects that are named at once.
const AT_ONCE: usize = 100;

/// What lets a request through.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LinkQuery {
    /// As it was signed
    token: String,
}

/// Put an object where a link leads.
#[utoipa::path(put, path = "/storage/v1/object/upload/sign/{bucket}/{*key}", tag = "ide", security(()),
    params(
        ("bucket" = String, Path, description = "`figma` or `artifacts`"),
        ("key" = String, Path, description = "The key in it"),
        LinkQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses(
        (status = 200, description = "`Key`: bucket and key", body = Value),
        (status = 403, description = "`forbidden`: no link of this server's, or not any more"),
        (status = 409, description = "`object_exists`"),
        (status = 413, description = "`payload_too_large`: more than 10 MiB"),
        (status = 415, description = "`unsupported_media_type`")))]
pub(super) async fn put_by_link(
    State(app): State<AppState>,
    InPath((bucket, key)): InPath<(String, String)>,
    InQuery(query): InQuery<LinkQuery>,
    request: Request,
) -> Answer<Value> {
    let name = named(&bucket, &key)?;
    match read(&app, &query.token, &name)? {
        (owner, LinkUse::Upload { replace }) => {
            kept(&app, owner, (&bucket, &key), request, replace).await
        }
        (_, LinkUse::Download) => Err(ApiError::LINK_FORBIDDEN),
    }
}

/// Have an object by a link: whole, or a `Range` of it.
#[utoipa::path(get, path = "/storage/v1/object/sign/{bucket}/{*key}", tag = "ide", security(()),
    params(
        ("bucket" = String, Path, description = "`figma` or `artifacts`"),
        ("key" = String, Path, description = "The key in it"),
        LinkQuery),
    responses(
        (status = 200, description = "The object; with an ETag", content_type = "application/octet-stream"),
        (status = 206, description = "A part of it"),
        (status = 304, description = "As `If-None-Match` says"),
        (status = 403, description = "`forbidden`: no link of this server's, or not any more"),
        (status = 404, description = "`not_found`"),
        (status = 416, description = "There is no such part")))]
pub(super) async fn get_by_link(
    State(app): State<AppState>,
    InPath((bucket, key)): InPath<(String, String)>,
    InQuery(query): InQuery<LinkQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let name = named(&bucket, &key)?;
    match read(&app, &query.token, &name)? {
        (owner, LinkUse::Download) => {
            let object = found(&app, owner, name).await?;
            served(app, object, &headers).await
        }
        (_, LinkUse::Upload { .. }) => Err(ApiError::LINK_FORBIDDEN),
    }
}

/// A link to be had.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SignedUpload {
    /// From `/storage/v1` on.
    url: String,
    /// The token alone.
    token: String,
}

/// Have a link to put an object.
#[utoipa::path(post, path = "/storage/v1/object/upload/sign/{bucket}/{*key}", tag = "ide",
    params(
        ("bucket" = String, Path, description = "`figma` or `artifacts`"),
        ("key" = String, Path, description = "The key in it"),
        ("x-upsert" = Option<String>, Header, description = "`true`: what is there may be replaced")),
    responses((status = 200, description = "The link; for two hours", body = SignedUpload)))]
pub(super) async fn sign_upload(
    me: Me,
    InPath((bucket, key)): InPath<(String, String)>,
    headers: HeaderMap,
) -> Answer<SignedUpload> {
    let name = named(&bucket, &key)?;
    let replace = replaces(&headers);
    let token = sign(
        &me.app,
        me.owner(),
        &name,
        (LinkUse::Upload { replace }, UPLOAD_SECONDS),
    );
    let url = format!("/object/upload/sign/{bucket}/{key}?token={token}");
    Ok(Json(SignedUpload { url, token }))
}

/// For how long a link is wanted, and to what.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SignDownload {
    /// Seconds, at most a week.
    expires_in: u32,
    /// Where several are wanted.
    #[serde(default)]
    paths: Vec<String>,
}

/// Have a link to have an object.
#[utoipa::path(post, path = "/storage/v1/object/sign/{bucket}/{*key}", tag = "ide",
    params(
        ("bucket" = String, Path, description = "`figma` or `artifacts`"),
        ("key" = String, Path, description = "The key in it")),
    request_body = SignDownload,
    responses(
        (status = 200, description = "`signedURL`, from `/storage/v1` on", body = Value),
        (status = 404, description = "`not_found`")))]
pub(super) async fn sign_download(
    me: Me,
    InPath((bucket, key)): InPath<(String, String)>,
    Json(body): Json<SignDownload>,
) -> Answer<Value> {
    Ok(Json(
        json!({ "signedURL": signed(&me, &bucket, &key, body.expires_in).await? }),
    ))
}

/// Have links to several objects.
#[utoipa::path(post, path = "/storage/v1/object/sign/{bucket}", tag = "ide",
    params(("bucket" = String, Path, description = "`figma` or `artifacts`")),
    request_body = SignDownload,
    responses((status = 200, description = "`path` and `signedURL` of each, or its `error`", body = Value)))]
pub(super) async fn sign_downloads(
    me: Me,
    InPath(bucket): InPath<String>,
    Json(body): Json<SignDownload>,
) -> Answer<Value> {
    count("paths", body.paths.len(), AT_ONCE)?;
    let mut links = Vec::new();
    for path in body.paths {
        links.push(match signed(&me, &bucket, &path, body.expires_in).await {
            Ok(url) => json!({ "path": path, "signedURL": url, "error": null }),
            Err(error) if error.status.is_client_error() => {
                json!({ "path": path, "signedURL": null, "error": error.message })
            }
            Err(error) => return Err(error),
        });
    }
    Ok(Json(Value::Array(links)))
}

async fn signed(me: &Me, bucket: &str, key: &str, seconds: u32) -> Result<String, ApiError> {
    if !(1..=LONGEST).contains(&seconds) {
        let reason = format!("is not between 1 and {LONGEST}");
        return Err(Invalid::new("expiresIn", reason).into());
    }
    let name = named(bucket, key)?;
    let object = found(&me.app, me.owner(), name).await?;
    let token = sign(
        &me.app,
        me.owner(),
        &object.name,
        (LinkUse::Download, seconds),
    );
    Ok(format!("/object/sign/{bucket}/{key}?token={token}"))
}

/// Have an object of one's own: whole, or a `Range` of it.
#[utoipa::path(get, path = "/storage/v1/object/{bucket}/{*key}", tag = "ide",
    params(
        ("bucket" = String, Path, description = "`figma` or `artifacts`"),
        ("key" = String, Path, description = "The key in it")),
    responses(
        (status = 200, description = "The object; with an ETag", content_type = "application/octet-stream"),
        (status = 206, description = "A part of it"),
        (status = 304, description = "As `If-None-Match` says"),
        (status = 404, description = "`not_found`"),
        (status = 416, description = "There is no such part")))]
pub(super) async fn get(
    me: Me,
    InPath((bucket, key)): InPath<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let object = found(&me.app, me.owner(), named(&bucket, &key)?).await?;
    served(me.app, object, &headers).await
}

/// The same, where some clients look for it.
#[utoipa::path(get, path = "/storage/v1/object/authenticated/{bucket}/{*key}", tag = "ide",
    params(
        ("bucket" = String, Path, description = "`figma` or `artifacts`"),
        ("key" = String, Path, description = "The key in it")),
    responses(
        (status = 200, description = "The object; with an ETag", content_type = "application/octet-stream"),
        (status = 404, description = "`not_found`")))]
pub(super) async fn get_authenticated(
    me: Me,
    path: InPath<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    get(me, path, headers).await
}

/// Keep an object; one that is there is replaced under `x-upsert: true` alone.
#[utoipa::path(post, path = "/storage/v1/object/{bucket}/{*key}", tag = "ide",
    params(
        ("bucket" = String, Path, description = "`figma` or `artifacts`"),
        ("key" = String, Path, description = "The key in it"),
        ("x-upsert" = Option<String>, Header, description = "`true`: what is there may be replaced")),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses(
        (status = 200, description = "`Key`: bucket and key", body = Value),
        (status = 409, description = "`object_exists`"),
        (status = 413, description = "`payload_too_large`: more than 10 MiB"),
        (status = 415, description = "`unsupported_media_type`")))]
pub(super) async fn add(
    me: Me,
    InPath((bucket, key)): InPath<(String, String)>,
    request: Request,
) -> Answer<Value> {
    let replace = replaces(request.headers());
    kept(&me.app, me.owner(), (&bucket, &key), request, replace).await
}

/// Which objects are to be removed.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct RemoveObjects {
    /// Their keys.
    prefixes: Vec<String>,
}

/// Remove objects.
#[utoipa::path(delete, path = "/storage/v1/object/{bucket}", tag = "ide",
    params(("bucket" = String, Path, description = "`figma` or `artifacts`")),
    request_body = RemoveObjects,
    responses((status = 200, description = "Those that were there, by `name`", body = Value)))]
pub(super) async fn remove(
    me: Me,
    InPath(bucket): InPath<String>,
    Json(body): Json<RemoveObjects>,
) -> Answer<Value> {
    count("prefixes", body.prefixes.len(), AT_ONCE)?;
    let mut gone = Vec::new();
    for key in body.prefixes {
        let blob = me.rows().remove_object(named(&bucket, &key)?).await?;
        if let Some(blob) = blob {
            forget(&me.app, blob).await;
            gone.push(json!({ "name": key, "bucket_id": bucket }));
        }
    }
    Ok(Json(Value::Array(gone)))
}

fn replaces(headers: &HeaderMap) -> bool {
    headers.get("x-upsert").is_some_and(|value| value == "true")
}

async fn kept(
    app: &AppState,
    owner: Owner,
    (bucket, key): (&str, &str),
    request: Request,
    replace: bool,
) -> Answer<Value> {
    let name = named(bucket, key)?;
    let (mime, bytes) = received(app, request).await?;
    let new = NewObject {
        name,
        mime,
        bytes,
        trace: None,
    };
    let kept = keep(app, owner, new, replace).await?;
    let whole = format!("{bucket}/{key}");
    Ok(Json(json!({ "Id": kept.blob.to_string(), "Key": whole })))
}

/// What was sent, and of which type: as it is, or as the file of a form.
async fn received(app: &AppState, request: Request) -> Result<(String, Bytes), ApiError> {
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.to_owned();
    let held = receive_any(app, request, LARGEST_BODY).await?;
    let Ok(boundary) = multer::parse_boundary(&kind) else {
        return Ok((checked(&kind, held.bytes.len())?, held.bytes.clone()));
    };
    let broken = |_| ApiError::BROKEN_BODY;
    let body = stream::iter([Ok::<_, std::io::Error>(held.bytes.clone())]);
    let limits = SizeLimit::new().whole_stream(LARGEST_BODY as u64);
    let limits = Constraints::new().size_limit(limits);
    let mut form = Multipart::with_constraints(body, boundary, limits);
    while let Some(field) = form.next_field().await.map_err(broken)? {
        let Some(kind) = field.content_type().map(ToString::to_string) else {
            continue;
        };
        let bytes = field.bytes().await.map_err(broken)?;
        return Ok((checked(&kind, bytes.len())?, bytes));
    }
    Err(Invalid::new("file", "is required").into())
}

/// The type without its parameters, if such objects are kept.
fn checked(kind: &str, size: usize) -> Result<String, ApiError> {
    let bare = kind.split(';').next().unwrap_or_default();
    let bare = bare.trim().to_ascii_lowercase();
    if !TYPES.contains(&bare.as_str()) {
        let sentence = format!("Send one of: {}.", TYPES.join(", "));
        return Err(ApiError::UNSUPPORTED_MEDIA_TYPE.saying(sentence));
    }
    match size > UPLOAD {
        true => Err(ApiError::TOO_LARGE),
        false => Ok(bare),
    }
}
