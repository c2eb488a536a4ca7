//! The audit log, read over HTTP: by its readers, and its keys by everybody.

mod standing;

use std::collections::HashMap;
use std::convert::Infallible;

use screen_agent_store::account::Account;
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use screen_agent_action::id::UserId;
use screen_agent_audit::{Kind, LogRow, PublicKey};
use screen_agent_store::audit::{AuditFilter, VisibleRows};
use screen_agent_wire::Invalid;
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::audit::{AuditData, AuditKey, AuditKeys, AuditPerson, AuditRow};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::{Own, Reply, reply};
use crate::auth::Me;
use crate::auth::event::exported;
use crate::error::ApiError;
use crate::http::body::Json;
use crate::http::params::{InQuery, number};
use crate::state::AppState;
use crate::time;

pub(crate) use standing::Watched;

/// Rows of a page, and of a piece of a download.
const PAGE: u32 = 50;
const MOST: u32 = 200;

/// Which rows to read.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AuditQuery {
    /// Of one kind.
    kind: Option<String>,
    /// Of one person; their id.
    #[param(value_type = Option<Uuid>)]
    user: Option<String>,
    /// Numbered before this.
    #[param(value_type = Option<u64>)]
    before: Option<String>,
    /// 1 to 200; 50, if omitted.
    #[param(value_type = Option<u32>)]
    limit: Option<String>,
}

/// The caller reads what everybody in their organisation did.
fn reads_all(me: &Me) -> bool {
    me.app.config.audit_readers.contains(&me.caller.user.email)
}

fn filter(me: &Me, query: &AuditQuery) -> Result<VisibleRows, ApiError> {
    let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let user = match given(&query.user) {
        Some(id) => {
            let id: Uuid = id
                .parse()
                .map_err(|_| Invalid::new("user", "is not a UUID"))?;
            Some(UserId::new(id))
        }
        None => None,
    };
    let before = given(&query.before).map(|before| before.parse::<u64>());
    Ok(VisibleRows {
        tenant: me.caller.user.tenant.id,
        user: match reads_all(me) {
            true => user,
            // Somebody else's rows are rows that never were.
            false if user.is_some_and(|user| user != me.caller.user.id) => {
                Some(UserId::new(Uuid::nil()))
            }
            false => Some(me.caller.user.id),
        },
        kind: given(&query.kind),
        before: before
            .transpose()
            .map_err(|_| Invalid::new("before", "is not a number"))?,
        limit: number("limit", query.limit.as_deref(), PAGE, 1..=MOST)?,
    })
}

/// Rows of the audit log, the newest first: one's own; for those whom the settings name, everybody's in
/// their organisation. Says how the log stands as a whole.
#[utoipa::path(get, path = "/api/v1/audit", tag = "audit", params(AuditQuery),
    responses((status = 200, description = "Rows", body = Mirrored<AuditData>)))]
pub(crate) async fn page(
    Extension(own): Extension<Arc<Own>>,
    me: Me,
    InQuery(query): InQuery<AuditQuery>,
) -> Reply<AuditData> {
    let filter = filter(&me, &query)?;
    let limit = filter.limit;
    let visible = AuditFilter::Visible(filter);
    let rows = me.upkeep().list::<LogRow>(visible).await?;
    let people = people(&me).await?;
    let names: HashMap<Uuid, &str> = people
        .iter()
        .map(|person| (person.id, person.email.as_str()))
        .collect();
    let full = rows.len() >= usize::try_from(limit).unwrap_or(usize::MAX);
    let next = rows
        .last()
        .map(|row| row.seq)
        .filter(|seq| full && *seq > 1);
    reply(AuditData {
        rows: rows.into_iter().map(|row| told(row, &names)).collect(),
        next,
        kinds: Kind::ALL
            .iter()
            .map(|kind| kind.word().to_owned())
            .collect(),
        standing: own.watched.standing(&me.app).await?,
        people,
    })
}

async fn people(me: &Me) -> Result<Vec<AuditPerson>, ApiError> {
    if !reads_all(me) {
        return Ok(vec![AuditPerson {
            id: me.caller.user.id.get(),
            email: me.caller.user.email.clone(),
        }]);
    }
    let everybody = me.upkeep().list::<Account>(()).await?.into_iter();
    let ours = everybody.filter(|account| account.user.tenant.id == me.caller.user.tenant.id);
    Ok(ours
        .map(|account| AuditPerson {
            id: account.user.id.get(),
            email: account.user.email,
        })
        .collect())
}

fn told(row: LogRow, names: &HashMap<Uuid, &str>) -> AuditRow {
    AuditRow {
        seq: row.seq,
        at: time::iso(row.at_ms),
        user_id: row.user,
        email: row
            .user
            .and_then(|id| names.get(&id))
            .map(|&email| email.to_owned()),
        details: row.details_value(),
        kind: row.kind,
        previous: row.previous.to_string(),
        hash: row.hash.to_string(),
    }
}

/// The same rows as JSON Lines, to be kept: all of them, the newest first.
#[utoipa::path(get, path = "/api/v1/audit/export", tag = "audit", params(AuditQuery),
    responses((status = 200, description = "A row a line", content_type = "application/x-ndjson")))]
pub(crate) async fn export(
    me: Me,
    InQuery(query): InQuery<AuditQuery>,
) -> Result<Response, ApiError> {
    let filter = VisibleRows {
        limit: MOST,
        ..filter(&me, &query)?
    };
    exported(&me, "audit", "").await?;
    let app = me.app;
    let lines = futures_util::stream::unfold(Some(filter), move |filter| {
        let app = app.clone();
        async move {
            let filter = filter?;
            // What breaks off in the middle ends the file early, and says so in the log of the process.
            let visible = AuditFilter::Visible(filter.clone());
            let rows = match app.store().upkeep().list::<LogRow>(visible).await {
                Ok(rows) => rows,
                Err(error) => {
                    tracing::error!(%error, "a download of the audit log failed midway");
                    return None;
                }
            };
            let before = rows.last()?.seq;
            let piece: String = rows.iter().map(|row| row.to_line() + "\n").collect();
            let next = VisibleRows {
                before: Some(before),
                ..filter
            };
            Some((Ok::<_, Infallible>(piece), Some(next)))
        }
    });
    let saved = "attachment; filename=\"audit.jsonl\"";
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CONTENT_DISPOSITION, saved),
    ];
    Ok((headers, Body::from_stream(lines)).into_response())
}

/// The public halves of the keys that sign the audit log, for whoever checks it.
#[utoipa::path(get, path = "/.well-known/screen-agent-audit.json", tag = "audit", security(()),
    responses((status = 200, description = "Keys", body = AuditKeys)))]
pub(crate) async fn keys(State(app): State<AppState>) -> Result<Json<AuditKeys>, ApiError> {
    let keys = app.store().upkeep().list::<PublicKey>(()).await?;
    let keys = keys.into_iter().map(published).collect();
    Ok(Json(AuditKeys { keys }))
}

fn published(key: PublicKey) -> AuditKey {
    AuditKey {
        id: key.id.0,
        public: hex::encode(key.public),
        at_ms: key.at_ms,
        endorsed_by: key.endorsed_by.map(|by| by.0),
        endorsement: key.endorsement.map(hex::encode),
    }
}
