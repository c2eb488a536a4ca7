//! Keys that are made to be published: they name an application, and count here alone. Only their digest is kept.

use std::time::Duration;

use axum::http::StatusCode;
use screen_agent_engine::iso;
use screen_agent_store::account::{EndSignIns, KeyHolder, NewToken, PublishableKey};
use screen_agent_store::{Owner, Store, Stored};
use screen_agent_wire::ide::key::{KeyMade, KeyShown, KeyWanted, KeysReply};
use screen_agent_wire::invalid::given;
use uuid::Uuid;

use crate::auth::Me;
use crate::credentials::token;
use crate::error::ApiError;
use crate::http::body::{Answer, Json};
use crate::http::params::InPath;

/// What they begin with.
const PREFIX: &str = "sb_publishable_";
/// How long they count, unless they are revoked.
const LIFETIME: Duration = Duration::from_secs(10 * 365 * 24 * 60 * 60);
/// Most of one person, and characters of a name.
const MOST: usize = 100;
const NAME: usize = 100;

/// Whether a text looks like such a key.
pub(super) fn is_key(text: &str) -> bool {
    text.starts_with(PREFIX) && text.len() <= 256
}

/// Makes a key, and keeps its digest; it is told this once.
pub async fn issue_key(
    store: &dyn Store,
    owner: Owner,
    name: &str,
    now_ms: i64,
) -> Stored<(Uuid, String)> {
    let key = format!("{PREFIX}{}", token::fresh());
    let hash = token::hash(&key);
    let new = NewToken {
        client: name.to_owned(),
        publishable: true,
        ..NewToken::new(
            hash,
            owner,
            now_ms.saturating_add(token::ms(LIFETIME)),
            now_ms,
        )
    };
    store.upkeep().add_token(new).await?;
    Ok((hash.sign_in(), key))
}

/// Revokes a key of a person's, by its id; false when there is none.
pub async fn revoke_key(store: &dyn Store, owner: Owner, id: Uuid, now_ms: i64) -> Stored<bool> {
    let keys = store
        .upkeep()
        .list::<PublishableKey>((owner.user, now_ms))
        .await?;
    if !keys.iter().any(|key| key.token.sign_in() == id) {
        return Ok(false);
    }
    store
        .upkeep()
        .end_sign_ins(EndSignIns::One(owner.user, id), now_ms)
        .await
}

/// The keys that you have made to be published, the newest first.
#[utoipa::path(get, path = "/publishable-keys", tag = "ide",
    responses((status = 200, description = "Those that count", body = KeysReply)))]
pub(super) async fn list(me: Me) -> Answer<KeysReply> {
    let shown = |key: PublishableKey| KeyShown {
        id: key.token.sign_in().to_string(),
        name: key.name,
        created_at: iso(key.created_ms),
        last_used_at: iso(key.used_ms),
    };
    let keys = kept(&me).await?.into_iter().map(shown).collect();
    Ok(Json(KeysReply { ok: true, keys }))
}

/// Make a key that an application may show in public.
///
/// It counts for what IDEs ask, in your name, until it is revoked.
#[utoipa::path(post, path = "/publishable-keys", tag = "ide",
    request_body = KeyWanted,
    responses(
        (status = 200, description = "The key, this once", body = KeyMade),
        (status = 403, description = "`forbidden`: asked with such a key"),
        (status = 409, description = "`limit_reached`")))]
pub(super) async fn make(me: Me, Json(body): Json<KeyWanted>) -> Answer<KeyMade> {
    signed_in(&me).await?;
    given("name", &body.name, NAME)?;
    if kept(&me).await?.len() >= MOST {
        return Err(ApiError::LIMIT_REACHED
            .saying(format!("There are already {MOST} keys. Revoke some first.")));
    }
    let (id, key) = issue_key(me.app.store(), me.owner(), body.name.trim(), me.now_ms()).await?;
    Ok(Json(KeyMade {
        ok: true,
        id: id.to_string(),
        key,
    }))
}

/// Revoke a key: it counts no more, and who listens by it is sent away.
#[utoipa::path(delete, path = "/publishable-keys/{id}", tag = "ide",
    params(("id" = String, Path, description = "The key's id")),
    responses(
        (status = 204, description = "It counts no more"),
        (status = 403, description = "`forbidden`: asked with such a key"),
        (status = 404, description = "`not_found`")))]
pub(super) async fn revoke(me: Me, InPath(id): InPath<String>) -> Result<StatusCode, ApiError> {
    signed_in(&me).await?;
    let id = Uuid::try_parse(&id).map_err(|_| ApiError::NOT_FOUND)?;
    if !revoke_key(me.app.store(), me.owner(), id, me.now_ms()).await? {
        return Err(ApiError::NOT_FOUND);
    }
    crate::auth::watch::ended(&me.app).await;
    Ok(StatusCode::NO_CONTENT)
}

async fn kept(me: &Me) -> Stored<Vec<PublishableKey>> {
    me.upkeep().list((me.caller.user.id, me.now_ms())).await
}

/// What is public makes nothing that lasts.
async fn signed_in(me: &Me) -> Result<(), ApiError> {
    let key = me
        .upkeep()
        .find::<KeyHolder>((me.caller.token, me.now_ms()))
        .await?;
    match key {
        Some(_) => Err(ApiError::KEYS_FORBIDDEN),
        None => Ok(()),
    }
}
