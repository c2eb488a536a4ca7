//! Profiles: what a browser holds of signing in, kept under a name from one run to the next.

use screen_agent_words::vault::is_secret_label;

use crate::derives::*;
use crate::invalid::Invalid;

/// Most bytes of one, as JSON.
pub const PROFILE_BYTES: usize = 1024 * 1024;

/// Refuses what no profile is called.
pub fn checked_profile(name: &str) -> Result<(), Invalid> {
    match is_secret_label(name) {
        true => Ok(()),
        false => Err(Invalid::new(
            "profile",
            "not of small letters, digits, dots and dashes, 64 at most",
        )),
    }
}

/// What is told of a profile.
#[contract(camel, Eq)]
pub struct ProfileData {
    /// What it is called.
    pub name: String,
    /// ISO 8601.
    pub created_at: String,
    /// When a run last left in it what it was signed in with, ISO 8601; it is empty before.
    pub saved_at: Option<String>,
}

/// `GET /api/profiles`.
#[contract(Default)]
pub struct ProfileListData {
    /// By name.
    pub profiles: Vec<ProfileData>,
}

/// A cookie.
#[contract(camel, secret)]
pub struct StoredCookie {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub value: String,
    /// Which hosts it goes to.
    pub domain: String,
    /// Below which path.
    pub path: String,
    /// Until when, in seconds since 1970; -1 for as long as the browser runs.
    pub expires: f64,
    /// No script reads it.
    pub http_only: bool,
    /// It goes over https alone.
    pub secure: bool,
    /// `Strict`, `Lax` or `None`; what the browser does by itself, if omitted.
    pub same_site: Option<String>,
}

/// Something that a site keeps in the browser.
#[contract(secret, Eq)]
pub struct StoredItem {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub value: String,
}

/// What a site keeps in the browser.
#[contract(camel, secret, Eq)]
pub struct StoredOrigin {
    /// Whose it is: scheme, host and port.
    pub origin: String,
    /// All of its local storage.
    pub local_storage: Vec<StoredItem>,
}

/// What a browser holds of signing in, in the form in which Playwright writes it down.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
pub struct StorageState {
    /// Cookies, whatever site's.
    pub cookies: Vec<StoredCookie>,
    /// Local storage, by site.
    pub origins: Vec<StoredOrigin>,
}

/// Printing it tells nothing but how much there is.
impl std::fmt::Debug for StorageState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (cookies, origins) = (self.cookies.len(), self.origins.len());
        write!(f, "StorageState({cookies} cookies, {origins} origins)")
    }
}

/// `POST /api/work/{id}/profile`: a worker is about to begin.
#[contract(Copy, Default)]
pub struct WorkProfile {
    /// As it was given.
    pub claim: i64,
}

/// What the run's profile holds.
#[contract(Default)]
pub struct WorkProfileData {
    /// Nothing before the first run that saved it.
    pub state: Option<StorageState>,
}

/// `PUT /api/work/{id}/profile`: what the run leaves in its profile.
#[contract]
pub struct WorkProfileSaved {
    /// As it was given.
    pub claim: i64,
    /// In the place of what it held.
    pub state: StorageState,
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_playwright_wrote_down_is_read_and_printing_it_tells_no_value() {
        let written = r#"{"cookies":[{"name":"sid","value":"s3cr3t","domain":"shop.example","path":"/","expires":-1,
            "httpOnly":true,"secure":true,"sameSite":"Lax"}],
            "origins":[{"origin":"https://shop.example","localStorage":[{"name":"token","value":"s3cr3t"}]}]}"#;
        let state: StorageState = serde_json::from_str(written).unwrap();
        assert!(state.cookies[0].http_only);
        assert_eq!(state.origins[0].local_storage[0].name, "token");
        let saved = WorkProfileSaved { claim: 1, state };
        assert!(!format!("{saved:?}").contains("s3cr3t"), "{saved:?}");
    }
}
