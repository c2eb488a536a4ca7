//! People and tenants.

use rusqlite::{Connection, Row, named_params};
use screen_agent_audit::{Entry, Kind};
use screen_agent_kernel::{TenantId, UserId};
use screen_agent_store::StoreError;
use screen_agent_store::account::{
    Account, Credentials, NewUser, Tenant, TokenHash, User, UserAdded,
};
use uuid::Uuid;

use super::{Key, audit, change, find, key, list, tokens};

/// The columns of a [`User`], in the order in which [`read`] takes them.
macro_rules! columns {
    () => {
        "users.id, tenants.id, tenants.name, email, users.name"
    };
}
pub(crate) use columns;

/// Whether a person has a confirmed second factor.
macro_rules! second_factor {
    () => {
        "EXISTS (SELECT 1 FROM second_factors
                 WHERE user_id = users.id AND confirmed_ms IS NOT NULL)"
    };
}

/// Adds a person, in a tenant that is made if no tenant has its name.
pub(crate) fn add(connection: &Connection, new: &NewUser) -> Result<UserAdded, StoreError> {
    let email = new.email.to_lowercase();
    if credentials(connection, &email)?.is_some() {
        return Ok(UserAdded::EmailTaken);
    }
    let user = User {
        id: new.id,
        tenant: tenant(connection, new)?,
        email,
        name: new.name.clone(),
    };
    change(
        connection,
        "INSERT INTO users (id, tenant_id, email, name, password_hash, created_ms)
         VALUES (:id, :tenant, :email, :name, :hash, :now)",
        named_params! {
            ":id": key(user.id.get()),
            ":tenant": key(user.tenant.id.get()),
            ":email": user.email,
            ":name": user.name,
            ":hash": new.password_hash,
            ":now": new.now_ms,
        },
    )?;
    audit::log(connection, &about(&user, Kind::UserAdded, "operator"))?;
    Ok(UserAdded::Added(user))
}

/// Something that was done to an account, and by whom: its owner, or whoever runs the server.
pub(crate) fn about(user: &User, kind: Kind, by: &str) -> Entry {
    Entry::of(kind, user.tenant.id.get(), user.id.get()).with("by", by)
}

fn tenant(connection: &Connection, new: &NewUser) -> Result<Tenant, StoreError> {
    change(
        connection,
        "INSERT INTO tenants (id, name, created_ms) VALUES (?1, ?2, ?3) ON CONFLICT (name) DO NOTHING",
        (key(new.tenant.get()), &new.tenant_name, new.now_ms),
    )?;
    let id = super::get(
        connection,
        "SELECT id FROM tenants WHERE name = ?1",
        [&new.tenant_name],
        |row| row.get::<_, Key>(0),
    )?;
    Ok(Tenant {
        id: TenantId::new(Uuid::from_bytes(id)),
        name: new.tenant_name.clone(),
    })
}

/// What a password is checked against.
pub(crate) fn credentials(
    connection: &Connection,
    email: &str,
) -> Result<Option<Credentials>, StoreError> {
    find(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            ", password_hash, disabled_ms IS NOT NULL, ",
            second_factor!(),
            " FROM users JOIN tenants ON tenants.id = tenant_id WHERE email = ?1"
        ),
        [email.to_lowercase()],
        |row| {
            Ok(Credentials {
                user: read(row)?,
                password_hash: row.get(5)?,
                disabled: row.get(6)?,
                second_factor: row.get(7)?,
            })
        },
    )
}

/// Changes a password and revokes every token that was given for the old one, but for one.
pub(crate) fn set_password(
    connection: &Connection,
    email: &str,
    password_hash: &str,
    kept: Option<TokenHash>,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let Some(found) = credentials(connection, email)? else {
        return Ok(false);
    };
    let user = key(found.user.id.get());
    change(
        connection,
        "UPDATE users SET password_hash = ?2 WHERE id = ?1",
        (user, password_hash),
    )?;
    tokens::revoke_all(connection, user, kept, now_ms)?;
    // Its owner keeps the sign-in that it is changed from.
    let by = if kept.is_some() { "owner" } else { "operator" };
    audit::log(connection, &about(&found.user, Kind::PasswordChanged, by))?;
    Ok(true)
}

/// Closes an account and revokes its tokens, or opens it again.
pub(crate) fn set_disabled(
    connection: &Connection,
    email: &str,
    disabled: bool,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let Some(found) = credentials(connection, email)? else {
        return Ok(false);
    };
    let user = key(found.user.id.get());
    change(
        connection,
        "UPDATE users SET disabled_ms = iif(?2, coalesce(disabled_ms, ?3), NULL) WHERE id = ?1",
        (user, disabled, now_ms),
    )?;
    if disabled {
        tokens::revoke_all(connection, user, None, now_ms)?;
    }
    let kind = match disabled {
        true => Kind::UserDisabled,
        false => Kind::UserEnabled,
    };
    audit::log(connection, &about(&found.user, kind, "operator"))?;
    Ok(true)
}

/// Who has this id.
pub(crate) fn with_id(connection: &Connection, id: Key) -> Result<Option<User>, StoreError> {
    find(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            " FROM users JOIN tenants ON tenants.id = tenant_id WHERE users.id = ?1"
        ),
        [id],
        read,
    )
}

/// Writes down what the owner of an account did to it.
pub(crate) fn log_own(connection: &Connection, id: Key, kind: Kind) -> Result<(), StoreError> {
    match with_id(connection, id)? {
        Some(user) => audit::log(connection, &about(&user, kind, "owner")),
        None => Ok(()),
    }
}

/// Everybody, by e-mail.
pub(crate) fn everybody(connection: &Connection) -> Result<Vec<Account>, StoreError> {
    list(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            ", disabled_ms, ",
            second_factor!(),
            " FROM users JOIN tenants ON tenants.id = tenant_id ORDER BY email"
        ),
        [],
        |row| {
            Ok(Account {
                user: read(row)?,
                disabled_ms: row.get(5)?,
                second_factor: row.get(6)?,
            })
        },
    )
}

/// Reads a [`User`] from the columns of `columns!`.
pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<User> {
    Ok(User {
        id: UserId::new(Uuid::from_bytes(row.get::<_, Key>(0)?)),
        tenant: Tenant {
            id: TenantId::new(Uuid::from_bytes(row.get::<_, Key>(1)?)),
            name: row.get(2)?,
        },
        email: row.get(3)?,
        name: row.get(4)?,
    })
}
