//! Profiles of runs. Each is sealed under a key of its own, as secrets are: a row that is put elsewhere opens nothing.

use async_trait::async_trait;
use screen_agent_audit::{Entry, Kind};
use screen_agent_store::profile::{MOST_PROFILES, Profile, Profiles};
use screen_agent_store::queue::RunHold;
use screen_agent_store::{Owner, Packed, StoreError, Stored};

use super::audit;
use super::owned::{Owned, ScopedStore};
use super::queue::BY_HOLDER;
use super::records::{found, listed, removed, table};
use crate::db::Db;
use crate::sql::Sql as _;

table!(Profile, "profiles own" => name "id", created_ms, saved_ms);

found!(Profile);
listed!(Profile by "own.id");
removed!(Profile, "profiles", "profile");

#[async_trait]
impl Profiles for ScopedStore<'_> {
    async fn save_profile(&self, hold: RunHold, state: Packed, now_ms: i64) -> Stored<bool> {
        self.write(move |rows| rows.save_profile(hold, &state, now_ms))
            .await
    }
}

impl Owned<'_> {
    /// There is a profile of this name from now on.
    pub(super) fn begin_profile(&self, name: &str, now_ms: i64) -> Stored<()> {
        if self.pk("profiles", &name)?.is_some() {
            return Ok(());
        }
        self.room_for_one("profiles", MOST_PROFILES)?;
        self.insert("profiles", &[("id", &name), ("created_ms", &now_ms)])
    }

    fn save_profile(&self, hold: RunHold, state: &Packed, now_ms: i64) -> Stored<bool> {
        // Written, so that nobody else takes the run meanwhile.
        let held: Option<Option<String>> = self.find(
            "UPDATE queued_runs SET lease_until_ms = lease_until_ms
             WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND claim = ?4 AND lease_until_ms IS NOT NULL
             RETURNING profile",
            &[&hold.id, &hold.claim],
        )?;
        let Some(name) = held.ok_or(StoreError::LeaseLost)? else {
            return Ok(false);
        };
        let known = known(self.owner, &name);
        let sealed = self.db.key().seal(state.as_stored(), Some(&known))?;
        let saved = self.change(
            "UPDATE profiles SET sealed = ?4, saved_ms = ?5 WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3",
            &[&name, &sealed, &now_ms],
        )?;
        if saved == 0 {
            return Ok(false);
        }
        log(self.db, self.owner, hold, &name, "saved")?;
        Ok(true)
    }
}

/// What a worker gets of the profile of the run that it holds; nothing where it is empty, or there is none.
pub(super) fn given(db: &dyn Db, hold: RunHold) -> Stored<Option<Packed>> {
    let sql = format!("SELECT tenant_id, user_id, profile FROM queued_runs WHERE {BY_HOLDER}");
    let held: Option<(Owner, Option<String>)> = db.find(&sql, &[&hold.id, &hold.claim])?;
    let (owner, name) = held.ok_or(StoreError::LeaseLost)?;
    let Some(name) = name else {
        return Ok(None);
    };
    let (tenant, user) = (owner.tenant.get(), owner.user.get());
    let sealed: Option<Vec<u8>> = db.find(
        "SELECT sealed FROM profiles WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND sealed IS NOT NULL",
        &[&tenant, &user, &name],
    )?;
    let Some(sealed) = sealed else {
        return Ok(None);
    };
    log(db, owner, hold, &name, "given")?;
    let opened = db.key().open(&sealed, Some(&known(owner, &name)))?;
    Ok(Some(Packed::stored(opened)))
}

fn log(db: &dyn Db, owner: Owner, hold: RunHold, name: &str, what: &str) -> Stored<()> {
    let entry = Entry::of(Kind::Run, owner.tenant.get(), owner.user.get());
    let entry = entry.with("run", hold.id.to_string());
    audit::log(db, &entry.with("profile", name).with("what", what))
}

/// What must be known besides the server's key.
fn known(owner: Owner, name: &str) -> Vec<u8> {
    let (tenant, user) = (owner.tenant.get(), owner.user.get());
    [
        b"profile".as_slice(),
        tenant.as_bytes(),
        user.as_bytes(),
        name.as_bytes(),
    ]
    .concat()
}
