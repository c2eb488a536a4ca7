//! Conversations. Spec 001 §3, 002 §4.8.

use serde_json::{Map, Value};
use uuid::Uuid;

use crate::derives::*;
use crate::invalid::{Invalid, address, chars, given};
use crate::limits;

/// Where a conversation stands.
#[contract(Copy, Default, Eq)]
#[serde(rename_all = "lowercase")]
pub enum WireSessionStatus {
    /// In use.
    #[default]
    Active,
    /// Its last task reached its goal.
    Completed,
    /// Its last task did not.
    Failed,
    /// Its last task was left lying.
    Interrupted,
    /// Put away by the person.
    Archived,
}

/// `POST /api/session/init`.
#[contract(camel, Default)]
pub struct InitSessionRequest {
    /// Made by the client.
    pub session_id: Uuid,
    /// Where it began. Empty counts as absent.
    pub url: Option<String>,
    /// Registrable domain.
    pub domain: Option<String>,
    /// Title.
    pub title: Option<String>,
    /// First words of the person.
    pub initial_query: Option<String>,
    /// The browser's own number of the tab; kept as a note.
    pub tab_id: Option<i64>,
}

impl InitSessionRequest {
    /// Refuses what is over a limit.
    pub fn checked(self) -> Result<Self, Invalid> {
        address("url", &self.url)?;
        chars("domain", &self.domain, limits::DOMAIN)?;
        chars("title", &self.title, limits::TITLE)?;
        chars("initialQuery", &self.initial_query, limits::QUERY)?;
        Ok(self)
    }
}

/// What became of it.
#[contract(camel)]
pub struct InitSessionData {
    /// The conversation.
    pub session_id: Uuid,
    /// False when it was there already.
    pub created: bool,
}

/// `POST /api/session`: put a conversation away.
#[contract(camel)]
pub struct ArchiveRequest {
    /// Which one.
    pub session_id: Uuid,
}

/// What became of it.
#[contract(camel)]
pub struct ArchiveData {
    /// Which one.
    pub session_id: Uuid,
    /// `archived`.
    pub status: WireSessionStatus,
    /// In words.
    pub message: String,
}

/// `PATCH /api/session/{id}`.
#[contract]
pub struct RenameRequest {
    /// 1 to 500 characters.
    pub title: String,
}

impl RenameRequest {
    /// Refuses an empty or long title.
    pub fn checked(self) -> Result<Self, Invalid> {
        given("title", &self.title, limits::TITLE)?;
        Ok(self)
    }
}

/// One conversation.
#[contract(camel, Default)]
pub struct SessionInfo {
    /// Its id.
    pub session_id: Uuid,
    /// Where it is now.
    pub url: String,
    /// Registrable domain.
    pub domain: String,
    /// Its title.
    pub title: String,
    /// The person gave it its title.
    pub is_renamed: bool,
    /// Where it stands.
    pub status: WireSessionStatus,
    /// ISO 8601.
    pub created_at: String,
    /// ISO 8601.
    pub updated_at: String,
    /// How many messages it has.
    pub message_count: u32,
    /// The browser's own number of the tab.
    pub tab_id: Option<i64>,
    /// How it began.
    #[schema(value_type = Object)]
    #[ts(type = "Record<string, unknown>")]
    pub metadata: Map<String, Value>,
}

/// Which part of a list this is.
#[contract(camel)]
pub struct Pagination {
    /// How many there are in all.
    pub total: u32,
    /// Most on one page.
    pub limit: u32,
    /// How many were left out before.
    pub offset: u32,
    /// There are more.
    pub has_more: bool,
}

/// `GET /api/session`.
#[contract]
pub struct SessionListData {
    /// Newest change first.
    pub sessions: Vec<SessionInfo>,
    /// Which part of the list this is.
    pub pagination: Pagination,
}

/// `GET /api/session/by-domain/{domain}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
pub struct DomainSessionData {
    /// The newest active one, if there is one.
    pub session: Option<SessionInfo>,
}
