//! The door to people and their sign-ins.

use async_trait::async_trait;
use screen_agent_audit::Kind;
use screen_agent_kernel::UserId;
use screen_agent_store::account::{
    Account, By, Credentials, NewToken, NewUser, SecondFactor, SignIn, TokenHash, TokenHolder,
    UserAdded,
};
use screen_agent_store::{Accounts, Stored};
use uuid::Uuid;

use crate::SqliteStore;
use crate::rows::{accounts, key, removal, second_factors, tokens};

#[async_trait]
impl Accounts for SqliteStore {
    async fn add_user(&self, user: NewUser) -> Stored<UserAdded> {
        let write = move |connection: &_| accounts::add(connection, &user);
        self.writer.write(write).await
    }

    async fn set_password(
        &self,
        email: String,
        password_hash: String,
        kept: Option<TokenHash>,
        now_ms: i64,
    ) -> Stored<bool> {
        let write = move |connection: &_| {
            accounts::set_password(connection, &email, &password_hash, kept, now_ms)
        };
        self.writer.write(write).await
    }

    async fn set_disabled(&self, email: String, disabled: bool, now_ms: i64) -> Stored<bool> {
        let write =
            move |connection: &_| accounts::set_disabled(connection, &email, disabled, now_ms);
        self.writer.write(write).await
    }

    async fn remove_user(&self, email: String) -> Stored<bool> {
        let write = move |connection: &_| removal::remove(connection, &email);
        self.writer.write(write).await
    }

    async fn credentials(&self, email: String) -> Stored<Option<Credentials>> {
        let read = move |connection: &_| accounts::credentials(connection, &email);
        self.readers.read(read).await
    }

    async fn users(&self) -> Stored<Vec<Account>> {
        self.readers.read(accounts::everybody).await
    }

    async fn add_token(&self, token: NewToken) -> Stored<()> {
        let write = move |connection: &_| tokens::add(connection, &token);
        self.writer.write(write).await
    }

    async fn token(&self, token: TokenHash, now_ms: i64) -> Stored<Option<TokenHolder>> {
        let read = move |connection: &_| tokens::holder(connection, token, now_ms);
        self.readers.read(read).await
    }

    async fn touch_token(&self, token: TokenHash, now_ms: i64) -> Stored<()> {
        let write = move |connection: &_| tokens::touch(connection, token, now_ms);
        self.writer.write(write).await
    }

    async fn revoke_token(&self, token: TokenHash, now_ms: i64) -> Stored<()> {
        let write = move |connection: &_| tokens::revoke(connection, token, now_ms);
        self.writer.write(write).await
    }

    async fn sign_ins(&self, user: UserId, now_ms: i64) -> Stored<Vec<SignIn>> {
        let read = move |connection: &_| tokens::of_user(connection, key(user.get()), now_ms);
        self.readers.read(read).await
    }

    async fn end_sign_in(&self, user: UserId, id: Uuid, now_ms: i64) -> Stored<bool> {
        let write =
            move |connection: &_| tokens::revoke_one(connection, key(user.get()), id, now_ms);
        self.writer.write(write).await
    }

    async fn end_sign_ins(&self, user: UserId, now_ms: i64) -> Stored<()> {
        let write = move |connection: &_| {
            tokens::revoke_all(connection, key(user.get()), None, now_ms)?;
            accounts::log_own(connection, key(user.get()), Kind::SignedOutEverywhere)
        };
        self.writer.write(write).await
    }

    async fn sign_in_changes(&self) -> Stored<i64> {
        self.readers.read(tokens::changes).await
    }

    async fn second_factor(&self, user: UserId) -> Stored<Option<SecondFactor>> {
        let read = move |connection: &_| second_factors::of_user(connection, key(user.get()));
        self.readers.read(read).await
    }

    async fn offer_second_factor(&self, user: UserId, sealed: Vec<u8>) -> Stored<bool> {
        let write =
            move |connection: &_| second_factors::offer(connection, key(user.get()), &sealed);
        self.writer.write(write).await
    }

    async fn confirm_second_factor(
        &self,
        user: UserId,
        step: i64,
        recovery: Vec<[u8; 32]>,
        now_ms: i64,
    ) -> Stored<bool> {
        let write = move |connection: &_| {
            second_factors::confirm(connection, key(user.get()), step, &recovery, now_ms)
        };
        self.writer.write(write).await
    }

    async fn use_step(&self, user: UserId, step: i64) -> Stored<bool> {
        let write =
            move |connection: &_| second_factors::use_step(connection, key(user.get()), step);
        self.writer.write(write).await
    }

    async fn use_recovery_code(&self, user: UserId, hash: [u8; 32]) -> Stored<bool> {
        let write =
            move |connection: &_| second_factors::use_recovery(connection, key(user.get()), hash);
        self.writer.write(write).await
    }

    async fn remove_second_factor(&self, user: UserId, by: By) -> Stored<bool> {
        let write = move |connection: &_| second_factors::remove(connection, key(user.get()), by);
        self.writer.write(write).await
    }
}
