//! What is captured of sources: one at a time, and the latest that succeeded is kept.

use rusqlite::{Connection, named_params};
use screen_agent_store::collection::{CAPTURE_LEASE_MS, Capture, CaptureBegun, SourceRecord};
use screen_agent_store::conversation::PREVIEW_CHARS;
use screen_agent_store::{Owner, Packed, StoreError};
use serde::{Deserialize, Serialize};

use super::{change, collections, cut, find, get, key, sources};

/// The part of a [`Capture`] that lists do not read.
#[derive(Serialize, Deserialize)]
struct Body {
    title: Option<String>,
    text: String,
    outline: String,
    links: String,
}

/// Takes a source to capture it.
pub(crate) fn begin(
    connection: &Connection,
    owner: Owner,
    source: &str,
    now_ms: i64,
) -> Result<CaptureBegun, StoreError> {
    let Some((pk, _)) = sources::place(connection, owner, source)? else {
        return Ok(CaptureBegun::Unknown);
    };
    let taken = change(
        connection,
        "UPDATE sources SET capturing_until_ms = ?3
         WHERE pk = ?1 AND (capturing_until_ms IS NULL OR capturing_until_ms <= ?2
                            OR capturing_until_ms > ?3 + ?4)",
        (
            pk,
            now_ms,
            now_ms.saturating_add(CAPTURE_LEASE_MS),
            CAPTURE_LEASE_MS,
        ),
    )?;
    if taken == 0 {
        return Ok(CaptureBegun::Busy);
    }
    let source = sources::by_pk(connection, pk)?;
    Ok(CaptureBegun::Begun(Box::new(source)))
}

/// Notes what came of a capture.
pub(crate) fn note(
    connection: &Connection,
    owner: Owner,
    source: &str,
    capture: &Result<Capture, String>,
    now_ms: i64,
) -> Result<Option<SourceRecord>, StoreError> {
    let Some((pk, collection_pk)) = sources::place(connection, owner, source)? else {
        return Ok(None);
    };
    match capture {
        Ok(capture) => succeeded(connection, owner, pk, capture, now_ms)?,
        Err(why) => failed(connection, pk, why, now_ms)?,
    }
    collections::touch(connection, collection_pk, now_ms)?;
    sources::by_pk(connection, pk).map(Some)
}

/// What was captured becomes the source's one capture.
pub(crate) fn succeeded(
    connection: &Connection,
    owner: Owner,
    source_pk: i64,
    capture: &Capture,
    now_ms: i64,
) -> Result<(), StoreError> {
    let version: u32 = get(
        connection,
        "UPDATE sources SET
           capture_status = 'captured', capture_error = NULL, capturing_until_ms = NULL,
           capture_version = capture_version + 1, content_hash = :hash, captured_ms = :now,
           title = coalesce(nullif(:title, ''), title), published = :published,
           characters = :characters, preview = :preview, updated_ms = max(updated_ms, :now)
         WHERE pk = :pk RETURNING capture_version",
        named_params! {
            ":pk": source_pk,
            ":hash": capture.hash,
            ":title": capture.title,
            ":published": capture.published,
            ":characters": u32::try_from(capture.text.chars().count()).unwrap_or(u32::MAX),
            ":preview": cut(&capture.preview, PREVIEW_CHARS),
            ":now": now_ms,
        },
        |row| row.get(0),
    )?;
    let body = Packed::json(&Body {
        title: capture.title.clone(),
        text: capture.text.clone(),
        outline: capture.outline_json.clone(),
        links: capture.links_json.clone(),
    })?;
    change(
        connection,
        "INSERT INTO captures (source_pk, tenant_id, user_id, version, body)
         VALUES (:pk, :tenant, :user, :version, :body)
         ON CONFLICT (source_pk) DO UPDATE SET version = excluded.version, body = excluded.body",
        named_params! {
            ":pk": source_pk,
            ":tenant": key(owner.tenant.get()),
            ":user": key(owner.user.get()),
            ":version": version,
            ":body": body.as_stored(),
        },
    )
    .map(drop)
}

/// What an earlier capture brought stays.
fn failed(
    connection: &Connection,
    source_pk: i64,
    why: &str,
    now_ms: i64,
) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE sources SET capture_status = 'failed', capture_error = ?2,
           capturing_until_ms = NULL, updated_ms = max(updated_ms, ?3)
         WHERE pk = ?1",
        (source_pk, why, now_ms),
    )
    .map(drop)
}

/// What was captured last.
pub(crate) fn one(
    connection: &Connection,
    owner: Owner,
    source: &str,
) -> Result<Option<Capture>, StoreError> {
    let Some((pk, _)) = sources::place(connection, owner, source)? else {
        return Ok(None);
    };
    let found = find(
        connection,
        "SELECT body FROM captures WHERE source_pk = ?1",
        [pk],
        |row| row.get(0).map(Packed::stored),
    )?;
    let Some(packed) = found else {
        return Ok(None);
    };
    let body: Body = packed.read()?;
    let source = sources::by_pk(connection, pk)?;
    Ok(Some(Capture {
        title: body.title,
        published: source.published,
        text: body.text,
        preview: source.preview,
        outline_json: body.outline,
        links_json: body.links,
        hash: source.content_hash.unwrap_or_default(),
    }))
}
