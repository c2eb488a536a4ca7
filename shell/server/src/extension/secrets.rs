//! Secrets that a person keeps for their runs. They are given and used, and never told again.

use axum::http::StatusCode;
use screen_agent_store::vault::{SecretForRun, SetSecret, VaultSecret};
use screen_agent_wire::Invalid;
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::run::NewRun;
use screen_agent_wire::extension::vault::{
    NewSecret, SecretData, SecretListData, WorkSecret, WorkSecretData, checked_name,
};

use super::runs::RunPath;
use super::work::{Worker, hold, lost};
use super::{Reply, done, reply};
use crate::auth::Me;
use crate::error::{ApiError, errors};
use crate::http::body::Json;
use crate::http::params::InPath;
use crate::time;

errors! {
    SECRET_NOT_FOUND: NOT_FOUND, "No such secret, or the run's order does not name it.";
    SECRET_ELSEWHERE: FORBIDDEN, "The secret may not be entered on this site.";
}

/// One's secrets, by name: which there are, and not what they are.
#[utoipa::path(get, path = "/api/secrets", tag = "runs",
    responses((status = 200, description = "All of them", body = Mirrored<SecretListData>)))]
pub(crate) async fn list(me: Me) -> Reply<SecretListData> {
    let secrets = me.rows().list::<VaultSecret>(()).await?;
    reply(SecretListData {
        secrets: secrets.into_iter().map(told).collect(),
    })
}

/// Keep a secret for runs, or keep another under the same name.
#[utoipa::path(put, path = "/api/secrets/{name}", tag = "runs",
    params(("name" = String, Path, description = "What orders call it: `{{secret:NAME}}`")),
    request_body = NewSecret,
    responses((status = 200, description = "It is kept", body = Mirrored<SecretData>),
        (status = 409, description = "`LIMIT_REACHED`: there are too many")))]
pub(crate) async fn set(
    me: Me,
    InPath(name): InPath<String>,
    Json(body): Json<NewSecret>,
) -> Reply<SecretData> {
    checked_name(&name)?;
    let NewSecret { value, sites } = body.checked()?;
    let now_ms = me.now_ms();
    let set = SetSecret {
        name: name.clone(),
        value,
        sites,
        now_ms,
    };
    me.rows().set_secret(set).await?;
    let kept = me.rows().find::<VaultSecret>(name).await?;
    reply(told(kept.ok_or(ApiError::SECRET_NOT_FOUND)?))
}

/// Remove a secret. Runs that name it fail.
#[utoipa::path(delete, path = "/api/secrets/{name}", tag = "runs",
    params(("name" = String, Path, description = "What it is called")),
    responses((status = 204, description = "Removed"),
        (status = 404, description = "`SECRET_NOT_FOUND`")))]
pub(crate) async fn remove(me: Me, InPath(name): InPath<String>) -> Result<StatusCode, ApiError> {
    let removed = me.rows().remove::<VaultSecret>(name, me.now_ms()).await?;
    done(removed, ApiError::SECRET_NOT_FOUND)
}

/// Refuses an order that names a secret that is not there: it could only fail.
pub(super) async fn all_kept(me: &Me, order: &NewRun) -> Result<(), ApiError> {
    for name in order.secrets() {
        if me
            .rows()
            .find::<VaultSecret>(name.to_owned())
            .await?
            .is_none()
        {
            let why = format!("no secret is called {name}");
            return Err(Invalid::new("instruction", why).into());
        }
    }
    Ok(())
}

/// Get a secret that the run's order names, to enter it at once into a field on one of its sites.
#[utoipa::path(post, path = "/api/work/{id}/secret", tag = "work", security(("worker" = [])), params(RunPath),
    request_body = WorkSecret,
    responses((status = 200, description = "The secret", body = Mirrored<WorkSecretData>),
        (status = 403, description = "`SECRET_ELSEWHERE`: it may not be entered there"),
        (status = 404, description = "`SECRET_NOT_FOUND`"),
        (status = 409, description = "`RUN_LOST`: it was cancelled, or another has it: stop at once")))]
pub(crate) async fn give(
    worker: Worker,
    InPath(path): InPath<RunPath>,
    Json(body): Json<WorkSecret>,
) -> Reply<WorkSecretData> {
    checked_name(&body.name)?;
    let now_ms = worker.now_ms();
    let given = worker
        .upkeep()
        .secret_for_run(hold(path, body.claim), body.name, body.origin, now_ms)
        .await
        .map_err(lost)?;
    match given {
        SecretForRun::Given(value) => reply(WorkSecretData { value }),
        SecretForRun::Elsewhere => Err(ApiError::SECRET_ELSEWHERE),
        SecretForRun::Unknown => Err(ApiError::SECRET_NOT_FOUND),
    }
}

fn told(secret: VaultSecret) -> SecretData {
    SecretData {
        name: secret.name,
        sites: secret.sites,
        created_at: time::iso(secret.created_ms),
        changed_at: time::iso(secret.changed_ms),
        used_at: secret.used_ms.map(time::iso),
    }
}
