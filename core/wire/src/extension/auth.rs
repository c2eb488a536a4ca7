//! Signing in and out. Spec 002 §2.

use uuid::Uuid;

use crate::derives::*;

/// `POST /api/v1/auth/login`.
#[contract(secret)]
pub struct LoginRequest {
    /// The account.
    pub email: String,
    /// Its password.
    pub password: String,
    /// A code of its app, or a recovery code, where `TOTP_REQUIRED` asked for one.
    pub code: Option<String>,
}

/// Who is signed in.
#[contract]
pub struct WireUser {
    /// Their id.
    pub id: Uuid,
    /// Their account.
    pub email: String,
    /// Their name.
    pub name: String,
}

/// A token and whose it is.
#[contract(camel, secret)]
pub struct LoginData {
    /// Sent back as `Authorization: Bearer …`.
    pub access_token: String,
    /// ISO 8601.
    pub expires_at: String,
    /// Who is signed in.
    pub user: WireUser,
    /// Whose data they see.
    pub tenant_id: Uuid,
    /// Its name.
    pub tenant_name: String,
}

/// `GET /api/v1/auth/session`.
#[contract(camel)]
pub struct WhoData {
    /// Who is signed in.
    pub user: WireUser,
    /// Whose data they see.
    pub tenant_id: Uuid,
    /// Its name.
    pub tenant_name: String,
    /// A model stands behind the server, so that questions can be answered and anything can be asked for.
    #[serde(default)]
    pub has_model: bool,
}

/// `POST /api/v1/auth/password`.
#[contract(camel, secret)]
pub struct PasswordChange {
    /// The password of now.
    pub old_password: String,
    /// The one from now on: 10 characters or more, and none of those that are tried first.
    pub new_password: String,
}

/// The password, again.
#[contract(secret)]
pub struct PasswordOnly {
    /// The account's.
    pub password: String,
}

/// A code of the account's app.
#[contract(secret)]
pub struct CodeRequest {
    /// Six digits.
    pub code: String,
}

/// Password and code, again.
#[contract(secret)]
pub struct ProofRequest {
    /// The account's.
    pub password: String,
    /// Six digits, or a recovery code.
    pub code: String,
}

/// A sign-in that counts.
#[contract(camel)]
pub struct SignInData {
    /// What it goes by.
    pub id: Uuid,
    /// ISO 8601.
    pub created_at: String,
    /// ISO 8601, about to the minute.
    pub last_used_at: String,
    /// When it ends, unless it is used until then. ISO 8601.
    pub expires_at: String,
    /// The network that it came from, such as `203.0.113.0/24`; empty when that is not known.
    pub network: String,
    /// What signed in, in its own words (`User-Agent`), or what a program that was let in calls itself; empty when it said
    /// nothing.
    pub client: String,
    /// Of a program that was let in to `/mcp`: what it may do there, such as `read browser`.
    pub scope: Option<String>,
    /// The one that asks.
    pub current: bool,
}

/// `GET /api/v1/auth/sessions`.
#[contract]
pub struct SignInsData {
    /// The one used last first.
    pub sessions: Vec<SignInData>,
}

/// `GET /api/v1/auth/usage`: bytes of everything that is kept, and of what may be.
#[contract(camel)]
pub struct StorageData {
    /// Kept for the person.
    pub bytes: u64,
    /// Most that may be kept for one person.
    pub most_bytes: u64,
    /// Kept for everybody in the organisation together.
    pub organisation_bytes: u64,
    /// Most that may be kept for an organisation.
    pub organisation_most_bytes: u64,
}

/// `GET /api/v1/auth/totp`.
#[contract(camel)]
pub struct SecondFactorData {
    /// A code is asked for at each sign-in.
    pub enabled: bool,
    /// Recovery codes that were not used.
    pub recovery_codes_left: u32,
}

/// A secret for the person's app, not yet confirmed.
#[contract(camel, secret)]
pub struct SecondFactorOffer {
    /// In base32, to be typed.
    pub secret: String,
    /// `otpauth://…`, to be read.
    pub uri: String,
    /// The same as a picture (SVG).
    pub qr_svg: Option<String>,
}

/// Codes that stand in for the app, each once. They are told this once.
#[contract(camel, secret)]
pub struct RecoveryData {
    /// Ten of them.
    pub recovery_codes: Vec<String>,
}
