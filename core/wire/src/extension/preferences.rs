//! What a person prefers, on every device.

use crate::derives::*;

/// Light or dark.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema, TS,
)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// As the device says.
    #[default]
    System,
}

/// `POST /api/v1/user/preferences`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct PreferencesRequest {
    /// Light or dark.
    pub theme: Theme,
    /// Outline on the page what is going to be acted on; absent where they never said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub highlights: Option<bool>,
    /// Version of the client that saves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_version: Option<String>,
}

/// The preferences themselves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[ts(optional_fields)]
pub struct Preferences {
    /// Light or dark.
    pub theme: Theme,
    /// Outline on the page what is going to be acted on; absent where they never said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub highlights: Option<bool>,
}

/// `GET /api/v1/user/preferences`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct PreferencesData {
    /// What they prefer.
    pub preferences: Preferences,
    /// When it was saved, ISO 8601; absent when it never was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub synced_at: Option<String>,
}
