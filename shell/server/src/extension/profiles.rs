//! Profiles of runs: their owner sees names, and only the worker that holds a run sees what its profile holds.

use axum::http::StatusCode;
use screen_agent_store::Packed;
use screen_agent_store::profile::Profile;
use screen_agent_wire::Invalid;
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::profile::{
    PROFILE_BYTES, ProfileData, ProfileListData, WorkProfile, WorkProfileData, WorkProfileSaved,
};

use super::runs::RunPath;
use super::work::{Worker, hold, lost};
use super::{Reply, done, reply};
use crate::auth::Me;
use crate::error::{ApiError, errors};
use crate::http::body::{INTERACT, Json};
use crate::http::params::InPath;
use crate::time;

errors! {
    PROFILE_NOT_FOUND: NOT_FOUND, "No such profile.";
}

/// One's profiles, by name: which there are, and not what they hold.
#[utoipa::path(get, path = "/api/profiles", tag = "runs",
    responses((status = 200, description = "All of them", body = Mirrored<ProfileListData>)))]
pub(crate) async fn list(me: Me) -> Reply<ProfileListData> {
    let profiles = me.rows().list::<Profile>(()).await?;
    let told = |profile: Profile| ProfileData {
        name: profile.name,
        created_at: time::iso(profile.created_ms),
        saved_at: profile.saved_ms.map(time::iso),
    };
    reply(ProfileListData {
        profiles: profiles.into_iter().map(told).collect(),
    })
}

/// Remove a profile, and with it what it is signed in with. A run that names it and is submitted already begins without.
#[utoipa::path(delete, path = "/api/profiles/{name}", tag = "runs",
    params(("name" = String, Path, description = "What it is called")),
    responses((status = 204, description = "Removed"),
        (status = 404, description = "`PROFILE_NOT_FOUND`")))]
pub(crate) async fn remove(me: Me, InPath(name): InPath<String>) -> Result<StatusCode, ApiError> {
    let removed = me.rows().remove::<Profile>(name, me.now_ms()).await?;
    done(removed, ApiError::PROFILE_NOT_FOUND)
}

/// Get what the profile of the run holds, to begin with it.
#[utoipa::path(post, path = "/api/work/{id}/profile", tag = "work", security(("worker" = [])), params(RunPath),
    request_body = WorkProfile,
    responses((status = 200, description = "What it holds; nothing where it is empty", body = Mirrored<WorkProfileData>),
        (status = 409, description = "`RUN_LOST`: it was cancelled, or another has it: stop at once")))]
pub(crate) async fn give(
    worker: Worker,
    InPath(path): InPath<RunPath>,
    Json(body): Json<WorkProfile>,
) -> Reply<WorkProfileData> {
    let held = worker.upkeep().profile_of_run(hold(path, body.claim)).await;
    let state = held.map_err(lost)?.map(|state| state.read()).transpose()?;
    reply(WorkProfileData { state })
}

/// Keep what the run leaves in its profile, in the place of what that held.
#[utoipa::path(put, path = "/api/work/{id}/profile", tag = "work", security(("worker" = [])), params(RunPath),
    request_body = WorkProfileSaved,
    responses((status = 204, description = "It is kept"),
        (status = 404, description = "`PROFILE_NOT_FOUND`: it was removed meanwhile, or the run has none"),
        (status = 409, description = "`RUN_LOST`: it was cancelled, or another has it: stop at once")))]
pub(crate) async fn save(
    worker: Worker,
    InPath(path): InPath<RunPath>,
    Json(body): Json<WorkProfileSaved, INTERACT>,
) -> Result<StatusCode, ApiError> {
    let hold = hold(path, body.claim);
    let owner = worker.order(hold).await?.owner;
    let state = serde_json::to_vec(&body.state).map_err(ApiError::internal)?;
    if state.len() > PROFILE_BYTES {
        let why = format!("larger than {PROFILE_BYTES} bytes");
        return Err(Invalid::new("state", why).into());
    }
    let rows = worker.rows(owner);
    let saved = rows.save_profile(hold, Packed::bytes(&state), worker.now_ms());
    done(saved.await.map_err(lost)?, ApiError::PROFILE_NOT_FOUND)
}
