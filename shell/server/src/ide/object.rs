//! Objects: what they are called, how they are kept, and how they go out.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use screen_agent_engine::{filename, iso};
use screen_agent_store::Owner;
use screen_agent_store::ide::{ObjectName, ObjectPut, ObjectRecord};
use screen_agent_wire::Invalid;
use screen_agent_wire::ide::artifact::ArtifactLink;
use screen_agent_wire::invalid::given;
use sha2::{Digest as _, Sha256};
use url::Url;
use uuid::Uuid;

use super::object_link::{DOWNLOAD_SECONDS, LinkUse, sign};
use super::precondition::{is_tagged, words};
use crate::error::ApiError;
use crate::http::SANDBOX;
use crate::http::pieces::pieces;
use crate::state::AppState;

/// What was uploaded, and what came of it for clients of Figma.
pub(super) const FIGMA: &str = "figma";
/// What was made of it.
pub(super) const ARTIFACTS: &str = "artifacts";

/// Characters of a key.
const KEY: usize = 500;

/// Types of what is kept. None of them runs anything when it is looked at.
pub(super) const TYPES: [&str; 10] = [
    "application/json",
    "application/pdf",
    "application/zip",
    "image/gif",
    "image/jpeg",
    "image/png",
    "image/webp",
    "text/csv",
    "text/markdown",
    "text/plain",
];

/// An object as a client names it.
pub(super) fn named(bucket: &str, key: &str) -> Result<ObjectName, Invalid> {
    if ![FIGMA, ARTIFACTS].contains(&bucket) {
        return Err(Invalid::new("bucket", "is neither figma nor artifacts"));
    }
    given("key", key, KEY)?;
    // What an address can hold as it is, so that no two ways of writing it mean different objects.
    let is_plain = |c: char| c.is_alphanumeric() || " /!-_.*'()&$@=;:+,".contains(c);
    let is_part = |part: &str| !matches!(part.trim(), "" | "." | "..");
    if !key.chars().all(is_plain) || !key.split('/').all(is_part) {
        return Err(Invalid::new("key", "is no path of plain letters"));
    }
    Ok(ObjectName {
        bucket: bucket.to_owned(),
        key: key.to_owned(),
    })
}

/// A name of somebody's as a part of a key.
pub(super) fn in_key(name: &str) -> String {
    let safe = |c: char| match c.is_alphanumeric() || matches!(c, '-' | '_' | '.') {
        true => c,
        false => '_',
    };
    let part: String = name.trim().chars().take(100).map(safe).collect();
    match part.chars().all(|c| c == '.') {
        true => "_".to_owned(),
        false => part,
    }
}

/// Bytes that are to be kept.
pub(super) struct NewObject {
    pub(super) name: ObjectName,
    pub(super) mime: String,
    pub(super) bytes: axum::body::Bytes,
    pub(super) trace: Option<Uuid>,
}

/// Keeps an object: the bytes first, since a row without them would be an object that is not there.
pub(super) async fn keep(
    app: &AppState,
    owner: Owner,
    new: NewObject,
    replace: bool,
) -> Result<ObjectRecord, ApiError> {
    let record = ObjectRecord {
        name: new.name,
        blob: app.fresh_id(),
        size: u32::try_from(new.bytes.len()).map_err(|_| ApiError::TOO_LARGE)?,
        digest: Sha256::digest(&new.bytes).into(),
        mime: new.mime,
        trace: new.trace,
        updated_ms: app.now_ms(),
    };
    let written = app.blobs().put(record.blob, &new.bytes).await;
    written.map_err(ApiError::blobs)?;
    let rows = app.store().scoped(owner);
    let put = rows.put_object(record.clone(), replace);
    let (left, kept) = match put.await {
        Ok(ObjectPut::Kept { replaced }) => (replaced, Ok(record)),
        Ok(ObjectPut::Exists) => (Some(record.blob), Err(ApiError::OBJECT_EXISTS)),
        Err(error) => (Some(record.blob), Err(error.into())),
    };
    if let Some(left) = left {
        forget(app, left).await;
    }
    kept
}

/// Forgets bytes that are nobody's; what is left of them is swept.
pub(super) async fn forget(app: &AppState, blob: Uuid) {
    if let Err(error) = app.blobs().remove(blob).await {
        tracing::warn!(%error, "the bytes of an object are not removed yet");
    }
}

/// The object with this name.
pub(super) async fn found(
    app: &AppState,
    owner: Owner,
    name: ObjectName,
) -> Result<ObjectRecord, ApiError> {
    let found = app.store().scoped(owner).find::<ObjectRecord>(name).await?;
    found.ok_or(ApiError::NOT_FOUND)
}

/// An object, whole or in part, or that it is as the client knows it.
pub(super) async fn served(
    app: AppState,
    object: ObjectRecord,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let tag = format!("\"{}\"", hex::encode(object.digest));
    let size = u64::from(object.size);
    let file = object.name.key.rsplit('/').next().unwrap_or_default();
    let about = [
        (header::ETAG, tag.clone()),
        (header::ACCEPT_RANGES, "bytes".to_owned()),
        (header::CACHE_CONTROL, "private, no-cache".to_owned()),
        // Never shown in place: it may be a stranger's, and this is our origin.
        (header::CONTENT_DISPOSITION, filename::disposition(file)),
        (header::CONTENT_SECURITY_POLICY, SANDBOX.to_owned()),
    ];
    let known = words(headers, header::IF_NONE_MATCH)?;
    if known.is_some_and(|known| is_tagged(known, &tag)) {
        return Ok((StatusCode::NOT_MODIFIED, about).into_response());
    }
    let asked = part_asked_for(headers, &tag, size)?;
    let (status, range) = match asked {
        Part::Whole => (StatusCode::OK, 0..size),
        Part::Some(range) => (StatusCode::PARTIAL_CONTENT, range),
        Part::None => {
            let around = [(header::CONTENT_RANGE, format!("bytes */{size}"))];
            let status = StatusCode::RANGE_NOT_SATISFIABLE;
            return Ok((status, about, around).into_response());
        }
    };
    let length = (
        header::CONTENT_LENGTH,
        (range.end - range.start).to_string(),
    );
    let around = (status == StatusCode::PARTIAL_CONTENT).then(|| {
        let (start, last) = (range.start, range.end - 1);
        [(
            header::CONTENT_RANGE,
            format!("bytes {start}-{last}/{size}"),
        )]
    });
    let kind = (header::CONTENT_TYPE, object.mime);
    let body = match range.is_empty() {
        true => Body::empty(),
        false => pieces(app, object.blob, range).await?,
    };
    Ok((status, about, [kind, length], around, body).into_response())
}

/// How much of an object is wanted.
enum Part {
    Whole,
    Some(std::ops::Range<u64>),
    /// What is wanted is not in it.
    None,
}

/// Several parts at once are not given; who asks for them gets the whole.
fn part_asked_for(headers: &HeaderMap, tag: &str, size: u64) -> Result<Part, Invalid> {
    let still = words(headers, header::IF_RANGE)?.is_none_or(|known| known == tag);
    let asked = words(headers, header::RANGE)?.filter(|_| still);
    let asked = asked.and_then(|asked| asked.strip_prefix("bytes="));
    let Some((first, last)) = asked.and_then(|asked| asked.split_once('-')) else {
        return Ok(Part::Whole);
    };
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let range = match (number(first), number(last)) {
        (Some(first), None) if last.trim().is_empty() => first..size,
        (Some(first), Some(last)) if first <= last => first..size.min(last.saturating_add(1)),
        (None, Some(last)) if first.trim().is_empty() => size.saturating_sub(last)..size,
        _ => return Ok(Part::Whole),
    };
    Ok(match range.is_empty() {
        true => Part::None,
        false => Part::Some(range),
    })
}

/// Where clients reach this server, as they have just done.
pub(super) fn base(headers: &HeaderMap) -> String {
    let word = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let scheme = match word(HeaderName::from_static("x-forwarded-proto")) {
        Some("https") => "https",
        _ => "http",
    };
    format!("{scheme}://{}", word(header::HOST).unwrap_or("localhost"))
}

/// The address of an object below an endpoint of storage, with a token that lets it through.
pub(super) fn address(base: &str, below: &str, name: &ObjectName, token: &str) -> String {
    let path = format!("{base}/storage/v1/object/{below}");
    let Ok(mut url) = Url::parse(&path) else {
        return String::new();
    };
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.push(&name.bucket).extend(name.key.split('/'));
    }
    url.query_pairs_mut().append_pair("token", token);
    url.into()
}

/// An object as replies name it, with where it is had.
pub(super) fn link(
    app: &AppState,
    owner: Owner,
    base: &str,
    object: &ObjectRecord,
) -> ArtifactLink {
    let token = sign(
        app,
        owner,
        &object.name,
        (LinkUse::Download, DOWNLOAD_SECONDS),
    );
    let ObjectName { bucket, key } = &object.name;
    ArtifactLink {
        name: key.rsplit('/').next().unwrap_or_default().to_owned(),
        bucket: bucket.clone(),
        key: key.clone(),
        url: address(base, "sign", &object.name, &token),
        mime: object.mime.clone(),
        size: object.size,
        trace_id: object.trace.map(|trace| trace.to_string()),
        updated_at: iso(object.updated_ms),
    }
}
