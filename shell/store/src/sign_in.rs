//! People, how they signed in, and what else they are asked for: a part of the door to what has no
//! owner.

use async_trait::async_trait;
use screen_agent_action::id::UserId;

use crate::Stored;
use crate::account::{
    AccountChange, EndSignIns, NewToken, NewUser, SecondFactorChange, TokenHash, UserAdded,
};

/// People and their sign-ins, as they change.
#[async_trait]
pub trait Accounts: Send + Sync {
    /// Adds a person.
    async fn add_user(&self, user: NewUser) -> Stored<UserAdded>;

    /// Changes the account with this e-mail; false when there is none.
    async fn change_account(
        &self,
        email: String,
        change: AccountChange,
        now_ms: i64,
    ) -> Stored<bool>;

    /// Keeps a token until it ends.
    async fn add_token(&self, token: NewToken) -> Stored<()>;

    /// Notes that a token was used, so that it does not end for want of use.
    async fn touch_token(&self, token: TokenHash, now_ms: i64) -> Stored<()>;

    /// Ends sign-ins for good; false when there are none of these.
    async fn end_sign_ins(&self, which: EndSignIns, now_ms: i64) -> Stored<bool>;

    /// A number that has grown since when a sign-in ended before its time.
    async fn sign_in_changes(&self) -> Stored<i64>;

    /// Changes a person's second factor; false when it does not stand so that this can be done.
    async fn change_second_factor(
        &self,
        user: UserId,
        change: SecondFactorChange,
        now_ms: i64,
    ) -> Stored<bool>;
}
