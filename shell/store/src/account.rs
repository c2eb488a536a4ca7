//! Who may come in.

use screen_agent_action::id::{TenantId, UserId};
use uuid::Uuid;

/// Whose rows a caller may see: one user of one tenant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Owner {
    pub tenant: TenantId,
    pub user: UserId,
}

/// A tenant: a person's own, or an organisation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tenant {
    pub id: TenantId,
    /// Its name; unique.
    pub name: String,
}

/// A person who may sign in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    pub id: UserId,
    /// The tenant that they belong to.
    pub tenant: Tenant,
    /// E-mail, in lower case; unique.
    pub email: String,
    pub name: String,
}

impl User {
    /// Whose rows they may see.
    pub const fn owner(&self) -> Owner {
        Owner {
            tenant: self.tenant.id,
            user: self.id,
        }
    }
}

/// A person to add, in a tenant that is made if no tenant has its name.
#[derive(Clone, Debug)]
pub struct NewUser {
    pub id: UserId,
    /// The tenant's id, in case it is new.
    pub tenant: TenantId,
    pub tenant_name: String,
    /// E-mail; kept in lower case.
    pub email: String,
    pub name: String,
    /// Argon2id, in its own text form.
    pub password_hash: String,
    pub now_ms: i64,
}

/// How a request to add a user was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UserAdded {
    /// They are there now.
    Added(User),
    /// Somebody has this e-mail already; nothing was changed.
    EmailTaken,
}

/// A user, with what their password is checked against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasswordRecord {
    pub user: User,
    /// Argon2id, in its own text form.
    pub password_hash: String,
    /// The account is closed.
    pub disabled: bool,
    /// A confirmed second factor is asked for, too.
    pub second_factor: bool,
}

/// A person as operators see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub user: User,
    /// When the account was closed.
    pub disabled_ms: Option<i64>,
    /// A confirmed second factor is asked for.
    pub second_factor: bool,
}

/// SHA-256 of a token; the token itself is never stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

impl TokenHash {
    /// What a sign-in goes by where it is listed: a part of the hash, which leads nowhere.
    pub fn sign_in(self) -> Uuid {
        let mut part = [0_u8; 16];
        part.copy_from_slice(&self.0[..16]);
        Uuid::from_bytes(part)
    }
}

/// A token to keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewToken {
    pub hash: TokenHash,
    pub owner: Owner,
    /// When it ends, however much it is used.
    pub expires_ms: i64,
    /// How long it lasts without being used.
    pub idle_ms: i64,
    /// Where the sign-in came from, no closer than its network; may be empty.
    pub network: String,
    /// What signed in, in its own words; may be empty. Of a key that is made to be published, its name.
    pub client: String,
    /// It is such a key, and counts for the surface of IDEs alone.
    pub publishable: bool,
    /// What a program was allowed by it, which then is called so in `client`; nobody signs in by such a one.
    pub scope: Option<String>,
    pub now_ms: i64,
}

impl NewToken {
    /// A token that lasts as long unused as used, from nowhere in particular.
    pub fn new(hash: TokenHash, owner: Owner, expires_ms: i64, now_ms: i64) -> Self {
        Self {
            hash,
            owner,
            expires_ms,
            idle_ms: expires_ms.saturating_sub(now_ms),
            network: String::new(),
            client: String::new(),
            publishable: false,
            scope: None,
            now_ms,
        }
    }
}

/// A sign-in that counts, as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignIn {
    pub token: TokenHash,
    /// Where it came from, no closer than its network.
    pub network: String,
    /// What signed in, in its own words.
    pub client: String,
    /// Of a program that was allowed something: what.
    pub scope: Option<String>,
    pub created_ms: i64,
    /// When it was last used, about to the minute.
    pub used_ms: i64,
    /// When it ends, unless it is used until then.
    pub expires_ms: i64,
}

/// Who changes an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Its owner.
    Owner,
    /// Whoever runs the server.
    Operator,
}

impl By {
    /// The word that is written down.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Operator => "operator",
        }
    }
}

/// What is done to an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountChange {
    /// It gets another password, and its sign-ins end.
    Password {
        /// Argon2id, in its own text form.
        hash: String,
        /// The sign-in that it is changed from, by its owner, which goes on.
        kept: Option<TokenHash>,
    },
    /// It is closed and its sign-ins end, or it is opened again.
    Disabled(bool),
    /// It goes with everything that is its owner's, and with their tenant when they were its last.
    Removed,
}

/// Which sign-ins end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndSignIns {
    /// That of a token.
    Token(TokenHash),
    /// One of a person's, by its id.
    One(UserId, Uuid),
    /// All of a person's.
    All(UserId),
}

/// What is done to a second factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecondFactorChange {
    /// One is kept that is to be confirmed, unless there is a confirmed one.
    Offer {
        /// Its secret, sealed.
        sealed: Vec<u8>,
    },
    /// What was offered is confirmed.
    Confirm {
        /// Time step of the code that confirms it.
        step: i64,
        /// Hashes of codes that stand in for it.
        recovery: Vec<[u8; 32]>,
    },
    /// The code of a time step is used up: the first time, and for later steps only.
    UseStep(i64),
    /// A recovery code is used up, by its hash.
    UseRecoveryCode([u8; 32]),
    /// It is removed with its recovery codes.
    Remove(By),
}

/// A second factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondFactor {
    /// Its secret, sealed with a key that storage does not know.
    pub sealed: Vec<u8>,
    /// The person has shown that they have it.
    pub confirmed: bool,
    /// Recovery codes that were not used.
    pub recovery_left: u32,
}

/// A token that was found and counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenHolder {
    pub user: User,
    /// When it ends, unless it is used until then.
    pub expires_ms: i64,
    /// When it was last noted as used.
    pub used_ms: i64,
}

/// A key that is made to be published, and counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishableKey {
    pub token: TokenHash,
    pub name: String,
    pub created_ms: i64,
    /// When it was last used, about to the minute.
    pub used_ms: i64,
}

/// Whose such a key is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyHolder {
    pub user: User,
    /// When it was last noted as used.
    pub used_ms: i64,
}

/// What a person prefers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedPreferences {
    /// A JSON object.
    pub json: String,
    pub saved_ms: i64,
}
