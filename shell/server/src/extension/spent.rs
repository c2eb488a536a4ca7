//! What was done and spent, by day, site and model.

use screen_agent_store::usage::{ChecksDay, SpentDay, TasksDay, UsageSpan};
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::usage::{ChecksOfDay, ModelOfDay, TasksOfDay, UsageData};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{Reply, reply};
use crate::auth::Me;
use crate::http::params::{InQuery, number};

const DAY_MS: i64 = 86_400_000;
const MINUTE_MS: i64 = 60_000;

/// Which time.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct UsageQuery {
    /// So many days, up to today: 1 to 366; 30, if omitted.
    #[param(value_type = Option<u32>)]
    days: Option<String>,
    /// Where a day begins: minutes that one's clock is behind UTC, as `getTimezoneOffset` has them, plus 840.
    #[param(value_type = Option<u32>)]
    offset: Option<String>,
}

/// Minutes that no clock on earth is further behind UTC, or ahead of it.
const MOST_OFFSET: u32 = 840;

/// What one's tasks came to, what was checked of them, and what models cost.
#[utoipa::path(get, path = "/api/v1/usage", tag = "account", params(UsageQuery),
    responses((status = 200, description = "By day, site and model", body = Mirrored<UsageData>)))]
pub(crate) async fn usage(me: Me, InQuery(query): InQuery<UsageQuery>) -> Reply<UsageData> {
    let days = number("days", query.days.as_deref(), 30, 1..=366)?;
    let offset = query.offset.as_deref();
    let offset = number("offset", offset, MOST_OFFSET, 0..=2 * MOST_OFFSET)?;
    let ahead_ms = (i64::from(MOST_OFFSET) - i64::from(offset)) * MINUTE_MS;
    let today = (me.now_ms() + ahead_ms).div_euclid(DAY_MS);
    let first = today + 1 - i64::from(days);
    let span = UsageSpan {
        since_ms: first * DAY_MS - ahead_ms,
        until_ms: (today + 1) * DAY_MS - ahead_ms,
        ahead_ms,
    };
    let rows = me.rows();
    let model = |row: SpentDay| ModelOfDay {
        day: date(row.day),
        site: row.site,
        model: row.model,
        calls: row.calls,
        failed: row.failed,
        prompt_tokens: row.prompt_tokens,
        completion_tokens: row.completion_tokens,
        cost_micros: row.micros,
        duration: row.duration_ms,
    };
    let tasks = |row: TasksDay| TasksOfDay {
        day: date(row.day),
        site: row.site,
        status: row.status.into(),
        tasks: row.tasks,
    };
    let checks = |row: ChecksDay| ChecksOfDay {
        day: date(row.day),
        site: row.site,
        met: row.met,
        refused: row.refused,
    };
    reply(UsageData {
        first: date(first),
        last: date(today),
        models: rows.list(span).await?.into_iter().map(model).collect(),
        tasks: rows.list(span).await?.into_iter().map(tasks).collect(),
        checks: rows.list(span).await?.into_iter().map(checks).collect(),
    })
}

/// A day as it is written.
fn date(day: i64) -> String {
    crate::time::iso(day * DAY_MS)[..10].to_owned()
}
