//! Signing in and out. Spec 002 §2.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

/// `POST /api/v1/auth/login`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
pub struct LoginRequest {
    /// The account.
    pub email: String,
    /// Its password.
    pub password: String,
}

// A password must not reach a log through `{:?}`.
impl std::fmt::Debug for LoginRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LoginRequest").finish_non_exhaustive()
    }
}

/// Who is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
pub struct WireUser {
    /// Their id.
    pub id: Uuid,
    /// Their account.
    pub email: String,
    /// Their name.
    pub name: String,
}

/// A token and whose it is.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct WhoData {
    /// Who is signed in.
    pub user: WireUser,
    /// Whose data they see.
    pub tenant_id: Uuid,
    /// Its name.
    pub tenant_name: String,
}
