//! Programs that may use `/mcp` in somebody's name, and what each was allowed.

use async_trait::async_trait;
use screen_agent_audit::Kind;
use screen_agent_store::account::TokenHash;
use screen_agent_store::oauth::{
    Grants, MOST_OAUTH_CLIENTS, NewOauthGrant, OauthClient, OauthExchange, OauthExchanged,
    OauthGrant, OauthProof,
};
use screen_agent_store::{StoreError, Stored};

use super::records::{self, Found, Unowned, table};
use super::{accounts, audit, tokens};
use crate::SqlStore;
use crate::db::{Db, Lock};
use crate::sql::Sql as _;

table!(OauthClient, "oauth_clients" => id, name, redirects, used_ms, fresh_until_ms);

impl Unowned for OauthClient {}

impl Found for OauthClient {
    const BY: &'static str = "id = ?1";
}

table!(OauthGrant, "oauth_grants JOIN tokens ON tokens.hash = oauth_grants.hash
                    JOIN users ON users.id = user_id JOIN tenants ON tenants.id = tenant_id" =>
    user "users.id, tenants.id, tenants.name, email, users.name", client "client_id", scope, resource,
    redirect, challenge, code, access, access_until_ms, refresh, used_ms);

impl Unowned for OauthGrant {}

/// By what everything shown for it begins with, if it counts.
impl Found for OauthGrant {
    const BY: &'static str = "oauth_grants.hash = ?1 AND revoked_ms IS NULL
                              AND disabled_ms IS NULL AND min(expires_ms, used_ms + idle_ms) > ?2";
}

/// Programs that were last used before then, and that nobody allows anything.
pub(super) const IDLE: &str = "used_ms < ?1
  AND NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = oauth_clients.id)";

#[async_trait]
impl Grants for SqlStore {
    async fn add_oauth_client(&self, client: OauthClient) -> Stored<()> {
        self.write(Some(Lock::Upkeep), move |db| add_client(db, &client))
            .await
    }

    async fn add_oauth_grant(&self, grant: NewOauthGrant) -> Stored<bool> {
        self.write(Some(Lock::Upkeep), move |db| add_grant(db, &grant))
            .await
    }

    async fn exchange_oauth(&self, exchange: OauthExchange) -> Stored<OauthExchanged> {
        self.write(None, move |db| exchanged(db, &exchange)).await
    }
}

fn add_client(db: &dyn Db, client: &OauthClient) -> Stored<()> {
    let said =
        "UPDATE oauth_clients SET name = ?2, redirects = ?3, fresh_until_ms = ?4 WHERE id = ?1";
    let (name, redirects, fresh) = (&client.name, &client.redirects, &client.fresh_until_ms);
    if db.change(said, &[&client.id, name, redirects, fresh])? == 1 {
        return Ok(());
    }
    let known: u32 = db.get("SELECT count(*) FROM oauth_clients", &[])?;
    if known >= MOST_OAUTH_CLIENTS {
        let oldest = format!(
            "DELETE FROM oauth_clients WHERE id IN
               (SELECT id FROM oauth_clients WHERE {IDLE} ORDER BY used_ms, id LIMIT 1)"
        );
        if db.change(&oldest, &[&i64::MAX])? == 0 {
            return Err(StoreError::TooMany {
                what: "programs",
                most: MOST_OAUTH_CLIENTS,
            });
        }
    }
    db.insert(
        "oauth_clients",
        &[
            ("id", &client.id),
            ("name", name),
            ("redirects", redirects),
            ("used_ms", &client.used_ms),
            ("fresh_until_ms", fresh),
        ],
    )
}

fn add_grant(db: &dyn Db, grant: &NewOauthGrant) -> Stored<bool> {
    let used = "UPDATE oauth_clients SET used_ms = max(used_ms, ?2) WHERE id = ?1";
    if db.change(used, &[&grant.client, &grant.token.now_ms])? == 0 {
        return Ok(false);
    }
    tokens::add(db, &grant.token)?;
    db.insert(
        "oauth_grants",
        &[
            ("hash", &grant.token.hash),
            ("client_id", &grant.client),
            ("redirect", &grant.redirect),
            ("challenge", &grant.challenge),
            ("resource", &grant.resource),
            ("code", &grant.code),
        ],
    )?;
    Ok(true)
}

fn exchanged(db: &dyn Db, new: &OauthExchange) -> Stored<OauthExchanged> {
    let known = records::find::<OauthGrant>(db, &(new.grant, new.now_ms))?;
    let Some(grant) = known else {
        return Ok(OauthExchanged::Unknown);
    };
    // What was never given for it says nothing of who has what was.
    let given = match &new.proof {
        OauthProof::Code { code, .. } => *code == grant.code,
        OauthProof::Refresh(_) => grant.refresh.is_some(),
    };
    if !given {
        return Ok(OauthExchanged::Unknown);
    }
    let fits = grant.client == new.client
        && match &new.proof {
            OauthProof::Refresh(_) => true,
            OauthProof::Code {
                redirect,
                challenge,
                ..
            } => (redirect, challenge) == (&grant.redirect, &grant.challenge),
        };
    // Of two at once, the database lets one change what both have read.
    if !fits || !turned(db, new)? {
        end(db, new.grant, &grant, new.now_ms)?;
        return Ok(OauthExchanged::Ended);
    }
    if matches!(new.proof, OauthProof::Code { .. }) {
        db.make(
            "UPDATE tokens SET expires_ms = ?2, idle_ms = ?3 WHERE hash = ?1",
            &[&new.grant, &new.expires_ms, &new.idle_ms],
        )?;
    }
    db.make(
        "UPDATE tokens SET used_ms = max(used_ms, ?2) WHERE hash = ?1",
        &[&new.grant, &new.now_ms],
    )?;
    Ok(OauthExchanged::Done(grant.scope))
}

/// Puts new tokens in the place of what was shown; false when that was not the last.
fn turned(db: &dyn Db, new: &OauthExchange) -> Stored<bool> {
    let set =
        "UPDATE oauth_grants SET access = ?2, access_until_ms = ?3, refresh = ?4 WHERE hash = ?1";
    let (hash, access, until_ms) = (&new.grant, &new.access, &new.access_until_ms);
    let changed = match &new.proof {
        OauthProof::Code { .. } => {
            let first = format!("{set} AND access IS NULL");
            db.change(&first, &[hash, access, until_ms, &new.refresh])?
        }
        OauthProof::Refresh(shown) => {
            let last = format!("{set} AND refresh = ?5");
            db.change(&last, &[hash, access, until_ms, &new.refresh, shown])?
        }
    };
    Ok(changed == 1)
}

/// Somebody has what was given to another, or had it before: nobody can say who is who, so it counts for neither.
fn end(db: &dyn Db, hash: TokenHash, grant: &OauthGrant, now_ms: i64) -> Stored<()> {
    db.make(
        "UPDATE tokens SET revoked_ms = ?2 WHERE hash = ?1 AND revoked_ms IS NULL",
        &[&hash, &now_ms],
    )?;
    let entry = accounts::about(&grant.user, Kind::SignedOut, "server")
        .with("sign_in", hash.sign_in().to_string())
        .with("why", "shown by whom it was not given, or twice");
    audit::log(db, &entry)
}
