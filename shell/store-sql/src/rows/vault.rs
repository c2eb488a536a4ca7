//! Secrets that are kept for runs. Each is sealed under a key of its own, which follows from the server's key, its tenant,
//! its owner and its name: a row that is put elsewhere opens nothing.

use async_trait::async_trait;
use screen_agent_audit::{Entry, Kind};
use screen_agent_store::queue::RunHold;
use screen_agent_store::vault::{MOST_SECRETS, SecretForRun, SetSecret, Vault, VaultSecret};
use screen_agent_store::{Owner, Packed, StoreError, Stored};
use screen_agent_wire::extension::run::NewRun;

use super::audit;
use super::owned::{Owned, ScopedStore};
use super::queue::BY_HOLDER;
use super::records::{found, listed, removed, table};
use crate::db::Db;
use crate::sql::Sql as _;

table!(VaultSecret, "secrets own" => name "id", sites, created_ms, changed_ms, used_ms);

found!(VaultSecret);
listed!(VaultSecret by "own.id");
removed!(VaultSecret, "secrets", "secret");

#[async_trait]
impl Vault for ScopedStore<'_> {
    async fn set_secret(&self, set: SetSecret) -> Stored<()> {
        self.write(move |rows| rows.set_secret(&set)).await
    }
}

impl Owned<'_> {
    fn set_secret(&self, set: &SetSecret) -> Stored<()> {
        let known = known(self.owner, &set.name);
        let sealed = self.db.key().seal(set.value.as_bytes(), Some(&known))?;
        let changed = self.change(
            "UPDATE secrets SET sites = ?4, changed_ms = ?5, sealed = ?6
             WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3",
            &[&set.name, &set.sites, &set.now_ms, &sealed],
        )?;
        if changed == 0 {
            self.room_for_one("secrets", MOST_SECRETS)?;
            self.insert(
                "secrets",
                &[
                    ("id", &set.name),
                    ("sites", &set.sites),
                    ("created_ms", &set.now_ms),
                    ("changed_ms", &set.now_ms),
                    ("sealed", &sealed),
                ],
            )?;
        }
        let entry = self.entry(Kind::Secret).with("secret", set.name.as_str());
        let entry = entry.with("what", "set");
        audit::log(self.db, &entry.with("sites", set.sites.join(" ")))
    }
}

/// What a worker gets of a secret that it asks for.
pub(super) fn given(
    db: &dyn Db,
    hold: RunHold,
    name: &str,
    origin: &str,
    now_ms: i64,
) -> Stored<SecretForRun> {
    let sql = format!("SELECT pk, tenant_id, user_id FROM queued_runs WHERE {BY_HOLDER}");
    let held: Option<(i64, Owner)> = db.find(&sql, &[&hold.id, &hold.claim])?;
    let (pk, owner) = held.ok_or(StoreError::LeaseLost)?;
    let order: Packed = db.get(
        "SELECT body FROM queued_run_orders WHERE run_pk = ?1",
        &[&pk],
    )?;
    let order: NewRun = db.opened(&order)?.read()?;
    let (tenant, user) = (owner.tenant.get(), owner.user.get());
    let kept: Option<(i64, Vec<String>, Vec<u8>)> = db.find(
        "SELECT pk, sites, sealed FROM secrets WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3",
        &[&tenant, &user, &name],
    )?;
    let is_named = order.secrets().any(|named| named == name);
    let (what, given) = match kept.filter(|_| is_named) {
        None => ("unknown", SecretForRun::Unknown),
        Some((_, sites, _)) if !sites.iter().any(|site| site == origin) => {
            ("refused", SecretForRun::Elsewhere)
        }
        Some((pk, _, sealed)) => {
            db.make(
                "UPDATE secrets SET used_ms = ?2 WHERE pk = ?1",
                &[&pk, &now_ms],
            )?;
            (
                "given",
                SecretForRun::Given(opened(db, owner, name, &sealed)?),
            )
        }
    };
    let entry = Entry::of(Kind::Secret, tenant, user).with("secret", name);
    let entry = entry.with("what", what).with("run", hold.id.to_string());
    audit::log(db, &entry.with("origin", origin))?;
    Ok(given)
}

/// The secrets that an order names, as far as they are kept.
pub(super) fn of_order(db: &dyn Db, owner: Owner, order: &NewRun) -> Stored<Vec<(String, String)>> {
    let (tenant, user) = (owner.tenant.get(), owner.user.get());
    let mut secrets = Vec::new();
    for name in order.secrets() {
        let sealed: Option<Vec<u8>> = db.find(
            "SELECT sealed FROM secrets WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3",
            &[&tenant, &user, &name],
        )?;
        if let Some(sealed) = sealed {
            secrets.push((name.to_owned(), opened(db, owner, name, &sealed)?));
        }
    }
    Ok(secrets)
}

fn opened(db: &dyn Db, owner: Owner, name: &str, sealed: &[u8]) -> Stored<String> {
    let value = db.key().open(sealed, Some(&known(owner, name)))?;
    // The cause holds the bytes.
    String::from_utf8(value).map_err(|cause| StoreError::Corrupt(cause.utf8_error().into()))
}

/// What must be known besides the server's key.
fn known(owner: Owner, name: &str) -> Vec<u8> {
    let (tenant, user) = (owner.tenant.get(), owner.user.get());
    [
        b"vault".as_slice(),
        tenant.as_bytes(),
        user.as_bytes(),
        name.as_bytes(),
    ]
    .concat()
}
