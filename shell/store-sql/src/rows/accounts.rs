//! People and tenants.

use async_trait::async_trait;
use screen_agent_action::id::UserId;
use screen_agent_audit::{Entry, Kind};
use screen_agent_store::account::{
    Account, AccountChange, EndSignIns, NewToken, NewUser, PasswordRecord, SecondFactorChange,
    Tenant, TokenHash, User, UserAdded,
};
use screen_agent_store::{Accounts, FindRecord, Stored};

use super::records::{self, Unowned, found, listed, table};
use super::{audit, removal, second_factors, tokens};
use crate::SqlStore;
use crate::db::{Db, Lock};
use crate::sql::{Sql as _, from_row};

#[async_trait]
impl Accounts for SqlStore {
    async fn add_user(&self, user: NewUser) -> Stored<UserAdded> {
        self.write(Some(Lock::Upkeep), move |db| add(db, &user))
            .await
    }

    async fn change_account(
        &self,
        email: String,
        change: AccountChange,
        now_ms: i64,
    ) -> Stored<bool> {
        let removes = matches!(change, AccountChange::Removed);
        let changed = self.write(Some(Lock::Upkeep), move |db| {
            let Some(PasswordRecord { user, .. }) = credentials(db, &email)? else {
                return Ok(false);
            };
            match &change {
                AccountChange::Password { hash, kept } => {
                    set_password(db, &user, hash, *kept, now_ms)?;
                }
                AccountChange::Disabled(disabled) => set_disabled(db, &user, *disabled, now_ms)?,
                AccountChange::Removed => removal::remove(db, &user)?,
            }
            Ok(true)
        });
        let changed = changed.await?;
        if changed && removes {
            self.backend.forget_deleted().await;
        }
        Ok(changed)
    }

    async fn add_token(&self, token: NewToken) -> Stored<()> {
        self.write(None, move |db| tokens::add(db, &token)).await
    }

    async fn touch_token(&self, token: TokenHash, now_ms: i64) -> Stored<()> {
        let sql = "UPDATE tokens SET used_ms = ?2 WHERE hash = ?1";
        self.write(None, move |db| db.make(sql, &[&token, &now_ms]))
            .await
    }

    async fn end_sign_ins(&self, which: EndSignIns, now_ms: i64) -> Stored<bool> {
        self.write(None, move |db| tokens::end(db, which, now_ms))
            .await
    }

    async fn sign_in_changes(&self) -> Stored<i64> {
        let sql = "SELECT number FROM sign_in_changes";
        self.read(move |db| db.get(sql, &[])).await
    }

    async fn change_second_factor(
        &self,
        user: UserId,
        change: SecondFactorChange,
        now_ms: i64,
    ) -> Stored<bool> {
        self.write(Some(Lock::Upkeep), move |db| {
            second_factors::change(db, user, &change, now_ms)
        })
        .await
    }
}

fn set_password(
    db: &dyn Db,
    user: &User,
    hash: &str,
    kept: Option<TokenHash>,
    now_ms: i64,
) -> Stored<()> {
    let sql = "UPDATE users SET password_hash = ?2 WHERE id = ?1";
    db.make(sql, &[&user.id, &hash])?;
    tokens::revoke_all(db, user.id, kept, now_ms)?;
    // Its owner keeps the sign-in that it is changed from.
    let by = if kept.is_some() { "owner" } else { "operator" };
    audit::log(db, &about(user, Kind::PasswordChanged, by))
}

fn set_disabled(db: &dyn Db, user: &User, disabled: bool, now_ms: i64) -> Stored<()> {
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
    audit::log(db, &about(user, kind, "operator"))
}

/// Adds a person, in a tenant that is made if no tenant has its name.
fn add(db: &dyn Db, new: &NewUser) -> Stored<UserAdded> {
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

fn tenant(db: &dyn Db, new: &NewUser) -> Stored<Tenant> {
    db.make(
        "INSERT INTO tenants (id, name, created_ms) VALUES (?1, ?2, ?3) ON CONFLICT (name) DO NOTHING",
        &[&new.tenant, &new.tenant_name, &new.now_ms],
    )?;
    let sql = "SELECT id, name FROM tenants WHERE name = ?1";
    db.get(sql, &[&new.tenant_name])
}

/// Writes down what the owner of an account did to it.
pub(crate) fn log_own(db: &dyn Db, id: UserId, kind: Kind) -> Stored<()> {
    match records::find::<User>(db, &id)? {
        Some(user) => audit::log(db, &about(&user, kind, "owner")),
        None => Ok(()),
    }
}

from_row!(Tenant: id, name);

table!(User, "users JOIN tenants ON tenants.id = tenant_id" =>
    id "users.id", tenant "tenants.id, tenants.name", email, name "users.name");

impl Unowned for User {}
found!(User, "users.id = ?1");

table!(PasswordRecord, "users JOIN tenants ON tenants.id = tenant_id" =>
    user "users.id, tenants.id, tenants.name, email, users.name", password_hash,
    disabled "disabled_ms IS NOT NULL",
    second_factor "EXISTS (SELECT 1 FROM second_factors
                           WHERE user_id = users.id AND confirmed_ms IS NOT NULL)");

found!(PasswordRecord, "email = ?1");

#[async_trait]
impl FindRecord<PasswordRecord> for SqlStore {
    async fn find_record(&self, email: String) -> Stored<Option<PasswordRecord>> {
        self.read(move |db| credentials(db, &email)).await
    }
}

/// E-mails are kept in small letters.
fn credentials(db: &dyn Db, email: &str) -> Stored<Option<PasswordRecord>> {
    records::find(db, &email.to_lowercase())
}

table!(Account, "users JOIN tenants ON tenants.id = tenant_id" =>
    user "users.id, tenants.id, tenants.name, email, users.name", disabled_ms,
    second_factor "EXISTS (SELECT 1 FROM second_factors
                           WHERE user_id = users.id AND confirmed_ms IS NOT NULL)");

impl Unowned for Account {}
listed!(Account by "email");
