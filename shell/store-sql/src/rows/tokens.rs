//! Tokens, by their hash.

use screen_agent_action::id::UserId;
use screen_agent_audit::{Entry, Kind};
use screen_agent_store::Stored;
use screen_agent_store::account::{
    EndSignIns, KeyHolder, NewToken, PublishableKey, SignIn, TokenHash, TokenHolder, User,
};
use uuid::Uuid;

use super::records::{self, Unowned, found, listed, table};
use super::{accounts, audit};
use crate::db::Db;
use crate::sql::Sql as _;

/// Keeps a token until it ends.
pub(crate) fn add(db: &dyn Db, new: &NewToken) -> Stored<()> {
    db.insert(
        "tokens",
        &[
            ("hash", &new.hash),
            ("user_id", &new.owner.user),
            ("created_ms", &new.now_ms),
            ("used_ms", &new.now_ms),
            ("expires_ms", &new.expires_ms),
            ("idle_ms", &new.idle_ms),
            ("network", &new.network),
            ("client", &new.client),
            ("publishable", &new.publishable),
            ("scope", &new.scope),
        ],
    )?;
    let entry = Entry::of(Kind::SignedIn, new.owner.tenant.get(), new.owner.user.get())
        .with("sign_in", new.hash.sign_in().to_string())
        .with("network", new.network.as_str())
        .with("client", new.client.as_str());
    // Keys are told from sign-ins, where they are made.
    let entry = match new.publishable {
        true => entry.with("publishable_key", true),
        false => entry,
    };
    let entry = match &new.scope {
        Some(scope) => entry.with("scope", scope.as_str()),
        None => entry,
    };
    audit::log(db, &entry)
}

/// Ends sign-ins for good; false when there are none of these.
pub(crate) fn end(db: &dyn Db, which: EndSignIns, now_ms: i64) -> Stored<bool> {
    let (ended, sign_in): (Option<UserId>, Uuid) = match which {
        EndSignIns::Token(token) => {
            let sql = "UPDATE tokens SET revoked_ms = ?2 WHERE hash = ?1 AND revoked_ms IS NULL
                       RETURNING user_id";
            (db.find(sql, &[&token, &now_ms])?, token.sign_in())
        }
        EndSignIns::One(user, id) => {
            let sql = "UPDATE tokens SET revoked_ms = ?3 WHERE user_id = ?1
                         AND substr(hash, 1, 16) = ?2 AND revoked_ms IS NULL RETURNING user_id";
            (db.find(sql, &[&user, &id, &now_ms])?, id)
        }
        EndSignIns::All(user) => {
            revoke_all(db, user, None, now_ms)?;
            accounts::log_own(db, user, Kind::SignedOutEverywhere)?;
            return Ok(true);
        }
    };
    let Some(user) = ended else {
        return Ok(false);
    };
    if let Some(user) = records::find::<User>(db, &user)? {
        let entry = accounts::about(&user, Kind::SignedOut, "owner");
        audit::log(db, &entry.with("sign_in", sign_in.to_string()))?;
    }
    Ok(true)
}

/// Revokes every token of a user, but for one.
pub(crate) fn revoke_all(
    db: &dyn Db,
    user: UserId,
    kept: Option<TokenHash>,
    now_ms: i64,
) -> Stored<()> {
    db.make(
        "UPDATE tokens SET revoked_ms = ?2
         WHERE user_id = ?1 AND revoked_ms IS NULL AND hash IS DISTINCT FROM ?3",
        &[&user, &now_ms, &kept],
    )
}

table!(TokenHolder, "tokens JOIN users ON users.id = user_id JOIN tenants ON tenants.id = tenant_id" =>
    user "users.id, tenants.id, tenants.name, email, users.name",
    expires_ms "min(expires_ms, used_ms + idle_ms)", used_ms);

impl Unowned for TokenHolder {}

// Whose token this is, if it counts.
found!(
    TokenHolder,
    "hash = ?1 AND NOT publishable AND scope IS NULL AND revoked_ms IS NULL
                              AND disabled_ms IS NULL AND min(expires_ms, used_ms + idle_ms) > ?2"
);

table!(KeyHolder, "tokens JOIN users ON users.id = user_id JOIN tenants ON tenants.id = tenant_id" =>
    user "users.id, tenants.id, tenants.name, email, users.name", used_ms);

impl Unowned for KeyHolder {}

// Whose key this is, if it counts.
found!(
    KeyHolder,
    "hash = ?1 AND publishable AND revoked_ms IS NULL
                              AND disabled_ms IS NULL AND expires_ms > ?2"
);

table!(PublishableKey, "tokens" => token "hash", name "client", created_ms, used_ms);

impl Unowned for PublishableKey {}

// Those that count, the newest first.
listed!(PublishableKey, "user_id = ?1 AND publishable AND revoked_ms IS NULL AND expires_ms > ?2"
    by "created_ms DESC, hash");

table!(SignIn, "tokens" =>
    token "hash", network, client, scope, created_ms, used_ms,
    expires_ms "min(expires_ms, used_ms + idle_ms)");

impl Unowned for SignIn {}

// Those that count, the one used last first.
listed!(SignIn, "user_id = ?1 AND NOT publishable AND revoked_ms IS NULL AND min(expires_ms, used_ms + idle_ms) > ?2"
    by "used_ms DESC, hash");
