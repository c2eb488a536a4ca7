//! Sign-in attempts: 10 for an account and 30 from an address in 15 minutes, each slower than the
//! one before. Nobody is locked out for good.

use std::net::IpAddr;
use std::time::Duration;

use screen_agent_store::Store;
use screen_agent_store::upkeep::RateWindow;
use sha2::{Digest, Sha256};

use crate::error::ApiError;
use crate::limit::Wait;

const LENGTH_MS: i64 = 15 * 60 * 1_000;
const PER_ACCOUNT: RateWindow = RateWindow {
    limit: 10,
    length_ms: LENGTH_MS,
};
const PER_ADDRESS: RateWindow = RateWindow {
    limit: 30,
    length_ms: LENGTH_MS,
};
/// Attempts that are answered without delay.
const FREE: u32 = 3;

/// An attempt that may go on.
pub(crate) struct Attempt {
    account: String,
    made: u32,
}

/// Counts an attempt before its password is looked at.
pub(crate) async fn attempt(
    store: &dyn Store,
    email: &str,
    address: Option<IpAddr>,
    now_ms: i64,
) -> Result<Attempt, ApiError> {
    // Keys hold no e-mail: they are kept where operators look.
    let account = format!("login:account:{}", hex::encode(Sha256::digest(email)));
    let address = address.map_or_else(|| "unknown".to_owned(), |address| address.to_string());
    let from = format!("login:address:{address}");
    admit(store, from, PER_ADDRESS, now_ms).await?;
    let remaining = admit(store, account.clone(), PER_ACCOUNT, now_ms).await?;
    Ok(Attempt {
        account,
        made: PER_ACCOUNT.limit - remaining,
    })
}

impl Attempt {
    /// How long a wrong password is held back, when each waits `step` longer.
    pub(crate) fn delay(&self, step: Duration) -> Duration {
        step * self.made.saturating_sub(FREE)
    }

    /// A sign-in that worked clears the account.
    pub(crate) async fn worked(self, store: &dyn Store) -> Result<(), ApiError> {
        Ok(store.upkeep().forget_window(self.account).await?)
    }
}

async fn admit(
    store: &dyn Store,
    key: String,
    window: RateWindow,
    now_ms: i64,
) -> Result<u32, ApiError> {
    let admission = store.upkeep().admit(key, window, now_ms).await?;
    if admission.admitted {
        return Ok(admission.remaining);
    }
    Err(ApiError::RateLimited(Wait::until(
        admission.reset_ms,
        now_ms,
    )))
}
