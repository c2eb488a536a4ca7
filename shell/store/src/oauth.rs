//! Programs that people let use `/mcp` in their name: which there are, and what each was allowed. What is allowed ends as
//! sign-ins do, for beneath each grant stands a token of its own; what the program shows hangs on it.

use async_trait::async_trait;
use uuid::Uuid;

use crate::Stored;
use crate::account::{NewToken, TokenHash, User};

/// Most programs that are known at once.
pub const MOST_OAUTH_CLIENTS: u32 = 500;
/// How long one is known that nobody allows anything.
pub const KEEP_OAUTH_CLIENTS_MS: i64 = 30 * 24 * 60 * 60 * 1_000;

/// A program, as it has made itself known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OauthClient {
    pub id: Uuid,
    /// What it calls itself.
    pub name: String,
    /// Where people may be led back to.
    pub redirects: Vec<String>,
    /// When it made itself known, or was last allowed something.
    pub used_ms: i64,
    /// Until when that counts, where a document of the program's own says it; nothing where it has registered.
    pub fresh_until_ms: Option<i64>,
}

/// What a person allows a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewOauthGrant {
    /// What it hangs on, which says what may be done (`scope`) and ends with the code unless that is exchanged. Its hash is
    /// that of what all that is shown for this grant begins with.
    pub token: NewToken,
    pub client: Uuid,
    /// Where the code was led to.
    pub redirect: String,
    /// SHA-256 of what only whoever asked can show.
    pub challenge: [u8; 32],
    /// What it is good for.
    pub resource: String,
    pub code: TokenHash,
}

/// A grant that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OauthGrant {
    pub user: User,
    pub client: Uuid,
    /// What may be done.
    pub scope: String,
    pub resource: String,
    pub redirect: String,
    pub challenge: [u8; 32],
    pub code: TokenHash,
    /// What is shown at the resource.
    pub access: Option<TokenHash>,
    /// Until when that counts.
    pub access_until_ms: Option<i64>,
    /// What is exchanged next.
    pub refresh: Option<TokenHash>,
    /// When it was last noted as used.
    pub used_ms: i64,
}

/// What is shown for new tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OauthProof {
    /// The code, once.
    Code {
        code: TokenHash,
        redirect: String,
        challenge: [u8; 32],
    },
    /// What came with the last tokens.
    Refresh(TokenHash),
}

/// New tokens for a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OauthExchange {
    /// What the proof begins with, hashed.
    pub grant: TokenHash,
    pub client: Uuid,
    pub proof: OauthProof,
    pub access: TokenHash,
    pub access_until_ms: i64,
    pub refresh: TokenHash,
    /// When the grant ends, once its code is exchanged, and how long it lasts unused.
    pub expires_ms: i64,
    pub idle_ms: i64,
    pub now_ms: i64,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OauthExchanged {
    /// The new tokens count, and no others of this grant, for this scope.
    Done(String),
    /// No such grant counts.
    Unknown,
    /// Something was shown twice, or by whom it was not given: the grant has ended.
    Ended,
}

/// Programs and grants, as they change.
#[async_trait]
pub trait Grants: Send + Sync {
    /// Knows one more program, or what one that is known says of itself now; the one longest unused that nobody allows anything makes room.
    /// [`StoreError::TooMany`](crate::StoreError::TooMany) beyond [`MOST_OAUTH_CLIENTS`] that somebody does.
    async fn add_oauth_client(&self, client: OauthClient) -> Stored<()>;

    /// Keeps a grant until its code is exchanged, or too late to be. False when the program is not known any more.
    async fn add_oauth_grant(&self, grant: NewOauthGrant) -> Stored<bool>;

    /// Gives new tokens for a proof. Of two that show the same, one gets them, and the other ends the grant.
    async fn exchange_oauth(&self, exchange: OauthExchange) -> Stored<OauthExchanged>;
}
