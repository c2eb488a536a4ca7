//! Files that people give to tasks: in, and out again by a link that works for a while.

pub(super) mod form;

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::response::{IntoResponse as _, Response};
use screen_agent_engine::filename;
use screen_agent_ports::GivenAs;
use screen_agent_store::file::FileRecord;
use screen_agent_store::{Owner, Packed};
use screen_agent_think::file::FileContents;
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::files::{
    FileMetadata, PresignData, PresignRequest, StoredReference, UploadData, UploadForm,
};
use screen_agent_wire::extension::request::Attachment;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::{Own, Reply, knowledge, reply};
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::SANDBOX;
use crate::http::body::Json;
use crate::http::params::{InPath, InQuery};
use crate::http::pieces::{elsewhere, pieces};
use crate::state::AppState;
use crate::time;
use form::Form;

/// Keep a file, so that a task can be given it.
///
/// It is read at once: what it is, its bytes say, and a file that cannot be read is refused here.
#[utoipa::path(post, path = "/api/knowledge/upload-to-s3", tag = "files",
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, description = "Kept; `attachment` goes into the next interact", body = Mirrored<UploadData>),
        (status = 403, description = "`FORBIDDEN`: others keep the organisation's knowledge, and `knowledge_id` names some"),
        (status = 404, description = "`NOT_FOUND`: no such `knowledge_id`"),
        (status = 413, description = "More than 10 MB"),
        (status = 415, description = "Not a form"),
        (status = 422, description = "`UNSUPPORTED_FILE`: not a kind that is read; `UNREADABLE_FILE`: see `details.reason`")))]
pub(crate) async fn upload(
    Extension(own): Extension<Arc<Own>>,
    me: Me,
    request: Request,
) -> Reply<UploadData> {
    let form = Form::receive(&me.app, request).await?;
    let replaced = knowledge::replaced(&me, &form).await?;
    let reading = read(&me.app, &own, me.owner(), (&form.name, &form.bytes)).await?;
    let id = me.new_id();
    let folder = format!("uploads/{id}");
    let named = (form.name.clone(), &*form.bytes);
    let record = record(&me.app, (id, &folder), named, &reading)?;
    if let Some(kept) = before(&me, &record).await? {
        return reply(uploaded(&me.app, me.owner(), kept));
    }
    // The bytes first: a row without them would be a file that is not there. Bytes without a row
    // are nobody's, and are swept.
    let kept = me.app.blobs().put(record.id, &form.bytes).await;
    kept.map_err(ApiError::blobs)?;
    let renewed = knowledge::renew(&me, replaced, &form).await;
    drop(form);
    renewed?;
    if let Err(error) = me.rows().add(record.clone()).await {
        return match before(&me, &record).await? {
            Some(kept) => reply(uploaded(&me.app, me.owner(), kept)),
            None => {
                if !me.is_once() {
                    let_go(&me.app, record.id).await;
                }
                Err(error.into())
            }
        };
    }
    reply(uploaded(&me.app, me.owner(), record))
}

/// The file, where another try of the same request has kept it.
async fn before(me: &Me, record: &FileRecord) -> Result<Option<FileRecord>, ApiError> {
    if !me.is_once() {
        return Ok(None);
    }
    Ok(me.rows().find::<FileRecord>(record.key.clone()).await?)
}

/// What a file is, and what stands in it.
pub(super) async fn read(
    app: &AppState,
    own: &Own,
    owner: Owner,
    (name, bytes): (&str, &[u8]),
) -> Result<FileContents, ApiError> {
    let _turn = own.reading.turn(owner).await?;
    let read = app.reader.read(name, bytes).await;
    read.map_err(ApiError::from)
}

/// Bytes that are nobody's need not wait until they are swept.
pub(super) async fn let_go(app: &AppState, id: Uuid) {
    if let Err(error) = app.blobs().remove(id).await {
        tracing::warn!(%error, "a file could not be saved, nor its bytes removed yet");
    }
}

/// A file as it is known, under a key in this folder.
pub(super) fn record(
    app: &AppState,
    (id, folder): (Uuid, &str),
    (name, bytes): (String, &[u8]),
    reading: &FileContents,
) -> Result<FileRecord, ApiError> {
    Ok(FileRecord {
        id,
        key: format!("{folder}/{}", filename::for_key(&name)),
        name,
        mime: reading.kind.mime().to_owned(),
        size: u32::try_from(bytes.len()).map_err(ApiError::internal)?,
        reading: Packed::json(reading)?,
        created_ms: app.now_ms(),
    })
}

fn uploaded(app: &AppState, owner: Owner, file: FileRecord) -> UploadData {
    let link = presigned(app, owner, &file.key);
    let size = u64::from(file.size);
    UploadData {
        attachment: Attachment {
            s3_key: file.key.clone(),
            filename: file.name.clone(),
            mime_type: file.mime.clone(),
            size,
        },
        s3_reference: StoredReference {
            key: file.key.clone(),
            presigned_url: link.url.clone(),
            expires_at: link.expires_at.clone(),
        },
        file_metadata: FileMetadata {
            filename: file.name,
            size,
            content_type: file.mime,
            uploaded_at: time::iso(file.created_ms),
        },
        s3_key: file.key,
        presigned_url: link.url,
        presigned_url_expires_at: link.expires_at,
    }
}

/// Make a link to a file that needs no token. It works for ten minutes, for this file alone, and
/// only to read it.
#[utoipa::path(post, path = "/api/knowledge/generate-presigned-url", tag = "files",
    request_body = PresignRequest,
    responses(
        (status = 200, description = "The link, from the server's own address on", body = Mirrored<PresignData>),
        (status = 404, description = "`FILE_NOT_FOUND`")))]
pub(crate) async fn presign(me: Me, Json(body): Json<PresignRequest>) -> Reply<PresignData> {
    linked(&me, body).await
}

/// Which file is meant.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PresignQuery {
    /// Key that the upload returned.
    #[serde(alias = "s3Key")]
    key: String,
}

/// The same, for clients that ask with GET.
#[utoipa::path(get, path = "/api/knowledge/generate-presigned-url", tag = "files",
    operation_id = "presign_by_query", params(PresignQuery),
    responses(
        (status = 200, description = "The link, from the server's own address on", body = Mirrored<PresignData>),
        (status = 404, description = "`FILE_NOT_FOUND`")))]
pub(crate) async fn presign_by_query(
    me: Me,
    InQuery(query): InQuery<PresignQuery>,
) -> Reply<PresignData> {
    linked(&me, PresignRequest { key: query.key }).await
}

async fn linked(me: &Me, body: PresignRequest) -> Reply<PresignData> {
    let found = me.rows().find::<FileRecord>(body.checked()?.key).await?;
    let file = found.ok_or(ApiError::FILE_NOT_FOUND)?;
    reply(presigned(&me.app, me.owner(), &file.key))
}

pub(super) fn presigned(app: &AppState, owner: Owner, key: &str) -> PresignData {
    let links = &app.engine().parts().links;
    let (url, expires_ms) = links.sign(owner, key, app.now_ms());
    PresignData {
        url,
        expires_at: time::iso(expires_ms),
    }
}

/// A file, by its link.
#[utoipa::path(get, path = "/api/knowledge/file/{link}", tag = "files", security(()),
    params(("link" = String, Path, description = "As it was signed")),
    responses(
        (status = 200, description = "The file as it came", content_type = "application/octet-stream"),
        (status = 307, description = "The bucket gives it, where the settings have it so"),
        (status = 403, description = "`FORBIDDEN`: no link of this server's, or not any more"),
        (status = 404, description = "`FILE_NOT_FOUND`: no such file")))]
pub(crate) async fn by_link(
    State(app): State<AppState>,
    method: Method,
    headers: HeaderMap,
    InPath(link): InPath<String>,
) -> Result<Response, ApiError> {
    let links = &app.engine().parts().links;
    let link = links.read(&link, app.now_ms());
    let (owner, key) = link.ok_or(ApiError::LINK_FORBIDDEN)?;
    let file = found(&app, owner, key).await?;
    let disposition = filename::disposition(&file.name);
    let given = GivenAs {
        mime: &file.mime,
        disposition: &disposition,
    };
    if method == Method::GET
        && may_be_sent_on(&headers)
        && let Some(elsewhere) = elsewhere(&app, file.id, given).await?
    {
        return Ok(elsewhere);
    }
    whole(app, file).await
}

/// Whether somebody follows the link: a person, or a program without a token of ours, which it would take along. A bucket
/// answers no script of a page of another origin, so that is given the file by us.
fn may_be_sent_on(headers: &HeaderMap) -> bool {
    let mode = headers.get("sec-fetch-mode");
    !headers.contains_key(header::AUTHORIZATION) && mode.is_none_or(|mode| mode == "navigate")
}

/// A file as it came, to be saved and not to be shown.
pub(super) async fn sent(app: AppState, owner: Owner, key: String) -> Result<Response, ApiError> {
    let file = found(&app, owner, key).await?;
    whole(app, file).await
}

async fn found(app: &AppState, owner: Owner, key: String) -> Result<FileRecord, ApiError> {
    let found = app.store().scoped(owner).find::<FileRecord>(key).await?;
    found.ok_or(ApiError::FILE_NOT_FOUND)
}

async fn whole(app: AppState, file: FileRecord) -> Result<Response, ApiError> {
    let pieces = pieces(app, file.id, 0..u64::from(file.size)).await?;
    let headers = [
        (header::CONTENT_LENGTH, file.size.to_string()),
        (header::CONTENT_TYPE, file.mime),
        // Never shown in place: it is a stranger's, and this is our origin.
        (
            header::CONTENT_DISPOSITION,
            filename::disposition(&file.name),
        ),
        (header::CONTENT_SECURITY_POLICY, SANDBOX.to_owned()),
    ];
    Ok((headers, pieces).into_response())
}
