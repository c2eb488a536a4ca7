//! Tokens: 256 random bits, known to the store only by their SHA-256.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::Rng as _;
use screen_agent_store::account::{NewToken, TokenHash, TokenHolder};
use screen_agent_store::{Owner, Store, StoreError};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// How long a token that was found is believed without looking again. A sign-out here is felt at
/// once; one by another process on the same data, after this long.
const BELIEVED: Duration = Duration::from_secs(2);

/// Longest text that can be a token.
const LONGEST: usize = 256;

/// Makes a token.
pub(crate) fn fresh() -> String {
    let mut bits = [0_u8; 32];
    rand::rng().fill_bytes(&mut bits);
    URL_SAFE_NO_PAD.encode(bits)
}

/// Makes a token and keeps its hash; tells the token and when it ends.
pub async fn issue_token(
    store: &dyn Store,
    owner: Owner,
    lifetime: Duration,
    now_ms: i64,
) -> Result<(String, i64), StoreError> {
    let expires_ms = now_ms.saturating_add(ms(lifetime));
    let token = fresh();
    let new = NewToken::new(hash(&token), owner, expires_ms, now_ms);
    store.upkeep().add_token(new).await?;
    Ok((token, expires_ms))
}

/// A length of time as the store has it.
pub(crate) fn ms(length: Duration) -> i64 {
    i64::try_from(length.as_millis()).unwrap_or(i64::MAX)
}

/// What the store knows of a token.
pub(crate) fn hash(token: &str) -> TokenHash {
    TokenHash(Sha256::digest(token.as_bytes()).into())
}

/// Something that is shown for a grant: what all of it begins with, a dot, and what is its own. Nobody's own token has a dot.
pub(crate) fn fresh_of(of: &str) -> String {
    let of = of.split('.').next().unwrap_or_default();
    format!("{of}.{}", fresh())
}

/// What the store knows of such a thing: of its beginning, and of the whole.
pub(crate) fn of_grant(shown: &str) -> Option<(TokenHash, TokenHash)> {
    let (of, own) = shown.split_once('.')?;
    let plausible = !of.is_empty() && !own.is_empty() && shown.len() <= LONGEST;
    plausible.then(|| (hash(of), hash(shown)))
}

/// Reads `Authorization: Bearer …`.
pub(crate) fn bearer(headers: &axum::http::HeaderMap) -> Option<&str> {
    let value = headers
        .get(axum::http::header::AUTHORIZATION)?
        .to_str()
        .ok()?;
    let (scheme, token) = value.split_once(' ')?;
    let token = token.trim();
    let plausible = !token.is_empty() && token.len() <= LONGEST;
    (scheme.eq_ignore_ascii_case("bearer") && plausible).then_some(token)
}

/// Tokens that were looked up lately.
#[derive(Clone)]
pub(crate) struct Believed(moka::sync::Cache<u64, (TokenHash, TokenHolder)>);

impl Default for Believed {
    fn default() -> Self {
        Self(
            moka::sync::Cache::builder()
                .max_capacity(10_000)
                .time_to_live(BELIEVED)
                .build(),
        )
    }
}

impl Believed {
    /// Whose token it is, if it was looked up lately and has not expired.
    pub(crate) fn find(&self, token: TokenHash, now_ms: i64) -> Option<TokenHolder> {
        let (known, holder) = self.0.get(&slot(token))?;
        let same = bool::from(known.0.ct_eq(&token.0));
        (same && holder.expires_ms > now_ms).then_some(holder)
    }

    pub(crate) fn keep(&self, token: TokenHash, holder: TokenHolder) {
        self.0.insert(slot(token), (token, holder));
    }

    pub(crate) fn forget_all(&self) {
        self.0.invalidate_all();
    }
}

/// Where a token is kept: found by a part of its hash, compared whole.
fn slot(token: TokenHash) -> u64 {
    let mut part = [0_u8; 8];
    part.copy_from_slice(&token.0[..8]);
    u64::from_le_bytes(part)
}
