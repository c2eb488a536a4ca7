//! What is captured of sources: one at a time, and the latest that succeeded is kept.

use screen_agent_store::collection::{CAPTURE_LEASE_MS, Capture, CaptureBegun, SourceRecord};
use screen_agent_store::conversation::PREVIEW_CHARS;
use screen_agent_store::{Packed, Stored};
use serde::{Deserialize, Serialize};

use super::cut;
use super::owned::Owned;
use super::records::{Table, found};
use crate::sql::{Columns, FromRow, Json, Sql as _};

/// The part of a [`Capture`] that lists do not read.
#[derive(Serialize, Deserialize)]
struct Body {
    title: Option<String>,
    text: String,
    outline: String,
    links: String,
}

impl Owned<'_> {
    /// Takes a source to capture it. A lease that lasts longer than any can was taken by a clock that was wrong.
    pub(crate) fn begin_capture(&self, source: &str, now_ms: i64) -> Stored<CaptureBegun> {
        let Some(pk) = self.pk("sources", &source)? else {
            return Ok(CaptureBegun::Unknown);
        };
        let until_ms = now_ms.saturating_add(CAPTURE_LEASE_MS);
        let taken = self.db.change(
            "UPDATE sources SET capturing_until_ms = ?3
             WHERE pk = ?1 AND (capturing_until_ms IS NULL OR capturing_until_ms <= ?2
                                OR capturing_until_ms > ?3 + ?4)",
            &[&pk, &now_ms, &until_ms, &CAPTURE_LEASE_MS],
        )?;
        if taken == 0 {
            return Ok(CaptureBegun::Busy);
        }
        Ok(CaptureBegun::Begun(Box::new(self.source(pk)?)))
    }

    /// Notes what came of a capture. What an earlier one brought stays when this one failed.
    pub(crate) fn captured(
        &self,
        source: &str,
        capture: &Result<Capture, String>,
        now_ms: i64,
    ) -> Stored<Option<SourceRecord>> {
        let Some((pk, collection_pk)) = self.one("sources", "pk, collection_pk", &source)? else {
            return Ok(None);
        };
        match capture {
            Ok(capture) => self.keep_capture(pk, capture, now_ms)?,
            Err(why) => self.db.make(
                "UPDATE sources SET capture_status = 'failed', capture_error = ?2,
                   capturing_until_ms = NULL, updated_ms = max(updated_ms, ?3)
                 WHERE pk = ?1",
                &[&pk, why, &now_ms],
            )?,
        }
        self.touch("collections", collection_pk, now_ms)?;
        self.source(pk).map(Some)
    }

    /// What was captured becomes the source's one capture.
    pub(crate) fn keep_capture(&self, pk: i64, capture: &Capture, now_ms: i64) -> Stored<()> {
        let characters = u32::try_from(capture.text.chars().count()).unwrap_or(u32::MAX);
        let preview = cut(&capture.preview, PREVIEW_CHARS);
        let Capture {
            hash,
            title,
            published,
            ..
        } = capture;
        let version: u32 = self.db.get(
            "UPDATE sources SET
               capture_status = 'captured', capture_error = NULL, capturing_until_ms = NULL,
               capture_version = capture_version + 1, content_hash = ?2, captured_ms = ?7,
               title = coalesce(nullif(?3, ''), title), published = ?4,
               characters = ?5, preview = ?6, updated_ms = max(updated_ms, ?7)
             WHERE pk = ?1 RETURNING capture_version",
            &[&pk, hash, title, published, &characters, &preview, &now_ms],
        )?;
        let body = Packed::json(&Body {
            title: capture.title.clone(),
            text: capture.text.clone(),
            outline: capture.outline_json.clone(),
            links: capture.links_json.clone(),
        })?;
        self.make(
            "INSERT INTO captures (tenant_id, user_id, source_pk, version, body)
             VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (source_pk) DO UPDATE SET version = excluded.version, body = excluded.body",
            &[&pk, &version, &body],
        )
    }
}

impl Table for Capture {
    const FROM: &'static str = "sources own JOIN captures ON source_pk = own.pk";
    const COLUMNS: &'static str = "body, published, preview, content_hash";
}

impl FromRow for Capture {
    fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
        let Json(body): Json<Body> = row.take()?;
        Ok(Self {
            title: body.title,
            text: body.text,
            outline_json: body.outline,
            links_json: body.links,
            published: row.take()?,
            preview: row.take()?,
            hash: row.take::<Option<_>>()?.unwrap_or_default(),
        })
    }
}

// What was captured last.
found!(Capture);
