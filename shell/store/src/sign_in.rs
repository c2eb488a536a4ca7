//! People, how they signed in, and what else they are asked for: a part of the door to what has no
//! owner.

use async_trait::async_trait;
use screen_agent_action::id::UserId;
use uuid::Uuid;

use crate::Stored;
use crate::account::{
    Account, By, NewToken, NewUser, PasswordRecord, SecondFactor, SignIn, TokenHash, TokenHolder,
    UserAdded,
};

/// People and their sign-ins.
#[async_trait]
pub trait Accounts: Send + Sync {
    /// Adds a person.
    async fn add_user(&self, user: NewUser) -> Stored<UserAdded>;

    /// Changes a person's password and ends their sign-ins, but for the one that is kept; false
    /// when there is no such person.
    async fn set_password(
        &self,
        email: String,
        password_hash: String,
        kept: Option<TokenHash>,
        now_ms: i64,
    ) -> Stored<bool>;

    /// Closes a person's account and ends their sign-ins, or opens it again; false when there is
    /// no such person.
    async fn set_disabled(&self, email: String, disabled: bool, now_ms: i64) -> Stored<bool>;

    /// Removes a person with everything that is theirs, and their tenant when they were its last;
    /// false when there is no such person.
    async fn remove_user(&self, email: String) -> Stored<bool>;

    /// What a password is checked against.
    async fn credentials(&self, email: String) -> Stored<Option<PasswordRecord>>;

    /// Everybody, by e-mail.
    async fn users(&self) -> Stored<Vec<Account>>;

    /// Keeps a token until it ends.
    async fn add_token(&self, token: NewToken) -> Stored<()>;

    /// Whose token this is, if it counts: known, not revoked, not at its end, of an open account.
    async fn token(&self, token: TokenHash, now_ms: i64) -> Stored<Option<TokenHolder>>;

    /// Notes that a token was used, so that it does not end for want of use.
    async fn touch_token(&self, token: TokenHash, now_ms: i64) -> Stored<()>;

    /// Revokes a token for good.
    async fn revoke_token(&self, token: TokenHash, now_ms: i64) -> Stored<()>;

    /// A person's sign-ins that count, the one used last first.
    async fn sign_ins(&self, user: UserId, now_ms: i64) -> Stored<Vec<SignIn>>;

    /// Ends one of a person's sign-ins; false when they have none of this id.
    async fn end_sign_in(&self, user: UserId, id: Uuid, now_ms: i64) -> Stored<bool>;

    /// Ends all of a person's sign-ins.
    async fn end_sign_ins(&self, user: UserId, now_ms: i64) -> Stored<()>;

    /// A number that has grown since when a sign-in ended before its time.
    async fn sign_in_changes(&self) -> Stored<i64>;

    /// A person's second factor, confirmed or not.
    async fn second_factor(&self, user: UserId) -> Stored<Option<SecondFactor>>;

    /// Keeps a second factor that is to be confirmed; false when there is a confirmed one.
    async fn offer_second_factor(&self, user: UserId, sealed: Vec<u8>) -> Stored<bool>;

    /// Confirms what was offered, by a code of this time step, with the hashes of codes that stand
    /// in for it; false when nothing waits to be confirmed.
    async fn confirm_second_factor(
        &self,
        user: UserId,
        step: i64,
        recovery: Vec<[u8; 32]>,
        now_ms: i64,
    ) -> Stored<bool>;

    /// Uses the code of a time step up: true the first time, and for later steps only.
    async fn use_step(&self, user: UserId, step: i64) -> Stored<bool>;

    /// Uses a recovery code up: true the first time.
    async fn use_recovery_code(&self, user: UserId, hash: [u8; 32]) -> Stored<bool>;

    /// Removes a second factor with its recovery codes; false when there is none.
    async fn remove_second_factor(&self, user: UserId, by: By) -> Stored<bool>;
}
