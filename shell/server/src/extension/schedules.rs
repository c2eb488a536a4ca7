//! Schedules: runs that are begun by the clock.

use std::time::Duration;

use axum::http::StatusCode;
use screen_agent_store::schedule::{
    BeginScheduled, BegunScheduled, DueSchedule, NewScheduleRecord, Schedule, When,
};
use screen_agent_store::{Packed, StoreError};
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::run::NewRun;
use screen_agent_wire::extension::schedule::{
    NewSchedule, ScheduleChange, ScheduleData, ScheduleListData,
};
use uuid::Uuid;

use super::runs::{RunPath as SchedulePath, only_to_themselves, queued};
use super::secrets::all_kept;
use super::{Reply, done, reply};
use crate::auth::Me;
use crate::cron::Cron;
use crate::error::{ApiError, errors};
use crate::http::body::Json;
use crate::http::params::InPath;
use crate::state::AppState;
use crate::time;

errors! {
    SCHEDULE_NOT_FOUND: NOT_FOUND, "No such schedule.";
}

/// How often it is looked for what is due.
const EVERY: Duration = Duration::from_secs(1);
/// So many of the next times are told.
const NEXT: usize = 3;

/// Have runs begun by the clock.
#[utoipa::path(post, path = "/api/schedules", tag = "runs",
    request_body = NewSchedule,
    responses((status = 201, description = "It begins runs from now on", body = Mirrored<ScheduleData>),
        (status = 409, description = "`LIMIT_REACHED`: there are too many")))]
pub(crate) async fn add(
    me: Me,
    Json(body): Json<NewSchedule>,
) -> Result<(StatusCode, Json<Mirrored<ScheduleData>>), ApiError> {
    let body = body.checked()?;
    let now_ms = me.now_ms();
    let cron = Cron::parse(&body.cron, &body.zone, now_ms)?;
    // What could not be submitted is refused now and not at its time.
    only_to_themselves(&me, &body.run)?;
    all_kept(&me, &body.run).await?;
    let first = queued(&me.app, me.owner(), body.run.clone(), now_ms).await?;
    let id = me.new_id();
    let new = NewScheduleRecord {
        id,
        title: first.title,
        url: first.url,
        order: Packed::json(&body.run)?,
        when: When {
            cron: body.cron,
            zone: body.zone,
            paused: false,
            overlaps: body.overlap,
            next_ms: cron.after(now_ms),
        },
        now_ms,
    };
    me.rows().add_schedule(new).await?;
    let added = told(found(&me, id).await?);
    Ok((StatusCode::CREATED, Json(Mirrored::new(added))))
}

/// One's schedules, the newest first.
#[utoipa::path(get, path = "/api/schedules", tag = "runs",
    responses((status = 200, description = "All of them", body = Mirrored<ScheduleListData>)))]
pub(crate) async fn list(me: Me) -> Reply<ScheduleListData> {
    let schedules = me.rows().list::<Schedule>(()).await?;
    reply(ScheduleListData {
        schedules: schedules.into_iter().map(told).collect(),
    })
}

/// A schedule.
#[utoipa::path(get, path = "/api/schedules/{id}", tag = "runs", params(SchedulePath),
    responses((status = 200, description = "The schedule", body = Mirrored<ScheduleData>),
        (status = 404, description = "`SCHEDULE_NOT_FOUND`")))]
pub(crate) async fn one(me: Me, InPath(path): InPath<SchedulePath>) -> Reply<ScheduleData> {
    reply(told(found(&me, path.id).await?))
}

/// Pause a schedule, let it go on, or have it begin runs at other times.
#[utoipa::path(patch, path = "/api/schedules/{id}", tag = "runs", params(SchedulePath),
    request_body = ScheduleChange,
    responses((status = 200, description = "As it is now", body = Mirrored<ScheduleData>),
        (status = 404, description = "`SCHEDULE_NOT_FOUND`")))]
pub(crate) async fn change(
    me: Me,
    InPath(path): InPath<SchedulePath>,
    Json(body): Json<ScheduleChange>,
) -> Reply<ScheduleData> {
    let body = body.checked()?;
    let before = found(&me, path.id).await?.when;
    let paused = body.paused.unwrap_or(before.paused);
    let now_ms = me.now_ms();
    let same = body.cron.is_none() && body.zone.is_none();
    let cron = body.cron.unwrap_or(before.cron);
    let zone = body.zone.unwrap_or(before.zone);
    let times = Cron::parse(&cron, &zone, now_ms)?;
    // A time that has come, and for which nothing was begun yet, is not passed over by a word about something else.
    let next_ms = before.next_ms.filter(|_| same);
    let next_ms = next_ms.or_else(|| times.after(now_ms));
    let when = When {
        cron,
        zone,
        paused,
        overlaps: body.overlap.unwrap_or(before.overlaps),
        next_ms: next_ms.filter(|_| !paused),
    };
    match me.rows().change_schedule(path.id, when).await? {
        true => reply(told(found(&me, path.id).await?)),
        false => Err(ApiError::SCHEDULE_NOT_FOUND),
    }
}

/// Remove a schedule. Runs that it began stay.
#[utoipa::path(delete, path = "/api/schedules/{id}", tag = "runs", params(SchedulePath),
    responses((status = 204, description = "Removed"),
        (status = 404, description = "`SCHEDULE_NOT_FOUND`")))]
pub(crate) async fn remove(
    me: Me,
    InPath(path): InPath<SchedulePath>,
) -> Result<StatusCode, ApiError> {
    let removed = me.rows().remove::<Schedule>(path.id, me.now_ms()).await?;
    done(removed, ApiError::SCHEDULE_NOT_FOUND)
}

async fn found(me: &Me, id: Uuid) -> Result<Schedule, ApiError> {
    let found = me.rows().find::<Schedule>(id).await?;
    found.ok_or(ApiError::SCHEDULE_NOT_FOUND)
}

fn told(schedule: Schedule) -> ScheduleData {
    let when = schedule.when;
    let next = next_times(&when);
    ScheduleData {
        id: schedule.id,
        instruction: schedule.title,
        url: schedule.url,
        cron: when.cron,
        zone: when.zone,
        paused: when.paused,
        overlap: when.overlaps,
        next,
        last_at: schedule.last_ms.map(time::iso),
        last_run_id: schedule.last_run,
        trouble: schedule.trouble,
        created_at: time::iso(schedule.created_ms),
    }
}

/// The next time is what is kept; those after it follow.
fn next_times(when: &When) -> Vec<String> {
    let Some(first_ms) = when.next_ms else {
        return Vec::new();
    };
    let cron = Cron::parse(&when.cron, &when.zone, first_ms).ok();
    let following = |ms: &i64| cron.as_ref()?.after(*ms);
    let times = std::iter::successors(Some(first_ms), following);
    times.take(NEXT).map(time::iso).collect()
}

/// Begins what is due until the server stops.
pub(crate) async fn run(app: AppState) {
    loop {
        if let Err(error) = begin_scheduled_runs(&app).await {
            tracing::warn!(code = error.code, "not all runs were begun that are due");
        }
        tokio::select! {
            () = app.closing.cancelled() => return,
            () = tokio::time::sleep(EVERY) => {}
        }
    }
}

/// Begins a run of each schedule whose time has come: one, however often it has come while nobody looked.
///
/// # Errors
/// When storage fails; what is left is begun by whoever looks next.
pub async fn begin_scheduled_runs(app: &AppState) -> Result<(), ApiError> {
    while let Some(due) = app.store().upkeep().due_schedule(app.now_ms()).await? {
        begin(app, due).await?;
    }
    Ok(())
}

async fn begin(app: &AppState, due: DueSchedule) -> Result<(), ApiError> {
    let now_ms = app.now_ms();
    let when = &due.schedule.when;
    let cron = Cron::parse(&when.cron, &when.zone, now_ms);
    // One that cannot be read holds up no others.
    let run = match due.order.read::<NewRun>() {
        Ok(order) => queued(app, due.owner, order, now_ms).await,
        Err(error) => Err(error.into()),
    };
    let run = run.map_err(|error| error.code.to_owned());
    let begin = BeginScheduled {
        schedule: due.schedule.id,
        due_ms: when.next_ms.unwrap_or(now_ms),
        next_ms: cron.ok().and_then(|cron| cron.after(now_ms)),
        run,
    };
    let rows = app.store().scoped(due.owner);
    let begun = match rows.begin_scheduled(begin.clone()).await {
        // There is no room: it is said, and tried again at its next time.
        Err(error @ (StoreError::TooMany { .. } | StoreError::OverQuota { .. })) => {
            let none = BeginScheduled {
                run: Err(error.to_string()),
                ..begin
            };
            rows.begin_scheduled(none).await?
        }
        begun => begun?,
    };
    if begun == BegunScheduled::PassedOver {
        tracing::info!(schedule = %due.schedule.id, "a scheduled run was not begun");
    }
    Ok(())
}
