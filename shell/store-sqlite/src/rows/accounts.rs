//! People and tenants.

use async_trait::async_trait;
use rusqlite::Connection;
use screen_agent_action::id::{TenantId, UserId};
use screen_agent_audit::{Entry, Kind};
use screen_agent_store::account::{
    Account, By, NewToken, NewUser, PasswordRecord, SecondFactor, SignIn, Tenant, TokenHash,
    TokenHolder, User, UserAdded,
};
use screen_agent_store::{Accounts, Stored};
use uuid::Uuid;

use super::{audit, removal, second_factors, tokens};
use crate::SqliteStore;
use crate::sql::{Columns, FromRow, Sql as _, from_row};

/// The columns of a [`User`].
pub(crate) const COLUMNS: &str = "users.id, tenants.id, tenants.name, email, users.name";

/// Whether a person has a confirmed second factor.
const SECOND_FACTOR: &str = "EXISTS (SELECT 1 FROM second_factors
  WHERE user_id = users.id AND confirmed_ms IS NOT NULL)";

#[async_trait]
impl Accounts for SqliteStore {
    async fn add_user(&self, user: NewUser) -> Stored<UserAdded> {
        self.write(move |db| add(db, &user)).await
    }

    async fn set_password(
        &self,
        email: String,
        password_hash: String,
        kept: Option<TokenHash>,
        now_ms: i64,
    ) -> Stored<bool> {
        self.write(move |db| {
            let Some(PasswordRecord { user, .. }) = credentials(db, &email)? else {
                return Ok(false);
            };
            let sql = "UPDATE users SET password_hash = ?2 WHERE id = ?1";
            db.make(sql, &[&user.id, &password_hash])?;
            tokens::revoke_all(db, user.id, kept, now_ms)?;
            // Its owner keeps the sign-in that it is changed from.
            let by = if kept.is_some() { "owner" } else { "operator" };
            audit::log(db, &about(&user, Kind::PasswordChanged, by))?;
            Ok(true)
        })
        .await
    }

    async fn set_disabled(&self, email: String, disabled: bool, now_ms: i64) -> Stored<bool> {
        self.write(move |db| {
            let Some(PasswordRecord { user, .. }) = credentials(db, &email)? else {
                return Ok(false);
            };
            let sql = "UPDATE users SET disabled_ms = iif(?2, coalesce(disabled_ms, ?3), NULL)
                       WHERE id = ?1";
            db.make(sql, &[&user.id, &disabled, &now_ms])?;
            if disabled {
                tokens::revoke_all(db, user.id, None, now_ms)?;
            }
            let kind = match disabled {
                true => Kind::UserDisabled,
                false => Kind::UserEnabled,
            };
            audit::log(db, &about(&user, kind, "operator"))?;
            Ok(true)
        })
        .await
    }

    async fn remove_user(&self, email: String) -> Stored<bool> {
        self.write(move |db| removal::remove(db, &email)).await
    }

    async fn credentials(&self, email: String) -> Stored<Option<PasswordRecord>> {
        self.read(move |db| credentials(db, &email)).await
    }

    async fn users(&self) -> Stored<Vec<Account>> {
        let sql = format!(
            "SELECT {COLUMNS}, disabled_ms, {SECOND_FACTOR}
             FROM users JOIN tenants ON tenants.id = tenant_id ORDER BY email"
        );
        self.read(move |db| db.list(&sql, &[])).await
    }

    async fn add_token(&self, token: NewToken) -> Stored<()> {
        self.write(move |db| tokens::add(db, &token)).await
    }

    async fn token(&self, token: TokenHash, now_ms: i64) -> Stored<Option<TokenHolder>> {
        self.read(move |db| tokens::holder(db, token, now_ms)).await
    }

    async fn touch_token(&self, token: TokenHash, now_ms: i64) -> Stored<()> {
        let sql = "UPDATE tokens SET used_ms = ?2 WHERE hash = ?1";
        self.write(move |db| db.make(sql, &[&token.0, &now_ms]))
            .await
    }

    async fn revoke_token(&self, token: TokenHash, now_ms: i64) -> Stored<()> {
        self.write(move |db| tokens::revoke(db, token, now_ms))
            .await
    }

    async fn sign_ins(&self, user: UserId, now_ms: i64) -> Stored<Vec<SignIn>> {
        self.read(move |db| tokens::of_user(db, user, now_ms)).await
    }

    async fn end_sign_in(&self, user: UserId, id: Uuid, now_ms: i64) -> Stored<bool> {
        self.write(move |db| tokens::revoke_one(db, user, id, now_ms))
            .await
    }

    async fn end_sign_ins(&self, user: UserId, now_ms: i64) -> Stored<()> {
        self.write(move |db| {
            tokens::revoke_all(db, user, None, now_ms)?;
            log_own(db, user, Kind::SignedOutEverywhere)
        })
        .await
    }

    async fn sign_in_changes(&self) -> Stored<i64> {
        let sql = "SELECT number FROM sign_in_changes";
        self.read(move |db| db.get(sql, &[])).await
    }

    async fn second_factor(&self, user: UserId) -> Stored<Option<SecondFactor>> {
        self.read(move |db| second_factors::of_user(db, user)).await
    }

    async fn offer_second_factor(&self, user: UserId, sealed: Vec<u8>) -> Stored<bool> {
        self.write(move |db| second_factors::offer(db, user, &sealed))
            .await
    }

    async fn confirm_second_factor(
        &self,
        user: UserId,
        step: i64,
        recovery: Vec<[u8; 32]>,
        now_ms: i64,
    ) -> Stored<bool> {
        self.write(move |db| second_factors::confirm(db, user, step, &recovery, now_ms))
            .await
    }

    async fn use_step(&self, user: UserId, step: i64) -> Stored<bool> {
        self.write(move |db| second_factors::use_step(db, user, step))
            .await
    }

    async fn use_recovery_code(&self, user: UserId, hash: [u8; 32]) -> Stored<bool> {
        self.write(move |db| second_factors::use_recovery(db, user, hash))
            .await
    }

    async fn remove_second_factor(&self, user: UserId, by: By) -> Stored<bool> {
        self.write(move |db| second_factors::remove(db, user, by))
            .await
    }
}

/// Adds a person, in a tenant that is made if no tenant has its name.
fn add(db: &Connection, new: &NewUser) -> Stored<UserAdded> {
    let email = new.email.to_lowercase();
    if credentials(db, &email)?.is_some() {
        return Ok(UserAdded::EmailTaken);
    }
    let (id, name) = (new.id, new.name.clone());
    let tenant = tenant(db, new)?;
    let user = User {
        id,
        tenant,
        email,
        name,
    };
    db.insert(
        "users",
        &[
            ("id", &user.id),
            ("tenant_id", &user.tenant.id),
            ("email", &user.email),
            ("name", &user.name),
            ("password_hash", &new.password_hash),
            ("created_ms", &new.now_ms),
        ],
    )?;
    audit::log(db, &about(&user, Kind::UserAdded, "operator"))?;
    Ok(UserAdded::Added(user))
}

/// Something that was done to an account, and by whom: its owner, or whoever runs the server.
pub(crate) fn about(user: &User, kind: Kind, by: &str) -> Entry {
    Entry::of(kind, user.tenant.id.get(), user.id.get()).with("by", by)
}

fn tenant(db: &Connection, new: &NewUser) -> Stored<Tenant> {
    db.make(
        "INSERT INTO tenants (id, name, created_ms) VALUES (?1, ?2, ?3) ON CONFLICT (name) DO NOTHING",
        &[&new.tenant, &new.tenant_name, &new.now_ms],
    )?;
    let sql = "SELECT id, name FROM tenants WHERE name = ?1";
    db.get(sql, &[&new.tenant_name])
}

/// What a password is checked against.
pub(crate) fn credentials(db: &Connection, email: &str) -> Stored<Option<PasswordRecord>> {
    let sql = format!(
        "SELECT {COLUMNS}, password_hash, disabled_ms IS NOT NULL, {SECOND_FACTOR}
         FROM users JOIN tenants ON tenants.id = tenant_id WHERE email = ?1"
    );
    db.find(&sql, &[&email.to_lowercase()])
}

/// Who has this id.
pub(crate) fn with_id(db: &Connection, id: UserId) -> Stored<Option<User>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM users JOIN tenants ON tenants.id = tenant_id WHERE users.id = ?1"
    );
    db.find(&sql, &[&id])
}

/// Writes down what the owner of an account did to it.
pub(crate) fn log_own(db: &Connection, id: UserId, kind: Kind) -> Stored<()> {
    match with_id(db, id)? {
        Some(user) => audit::log(db, &about(&user, kind, "owner")),
        None => Ok(()),
    }
}

impl FromRow for Tenant {
    fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
        let (id, name): (TenantId, String) = row.take()?;
        Ok(Self { id, name })
    }
}

from_row!(User: id, tenant, email, name);

from_row!(PasswordRecord: user, password_hash, disabled, second_factor);

from_row!(Account: user, disabled_ms, second_factor);
