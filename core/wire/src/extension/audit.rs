//! The audit log, as the console shows it.

use serde_json::Value;
use uuid::Uuid;

use crate::derives::*;

/// One row of the audit log.
#[contract(camel)]
pub struct AuditRow {
    /// Its number.
    pub seq: u64,
    /// When it was written, ISO 8601 in UTC.
    pub at: String,
    /// Whom it concerns.
    pub user_id: Option<Uuid>,
    /// Their e-mail, while they have an account.
    pub email: Option<String>,
    /// What happened, in one word.
    pub kind: String,
    /// What exactly.
    #[ts(type = "Record<string, unknown>")]
    pub details: Value,
    /// Hash of the row before, in hexadecimal.
    pub previous: String,
    /// Hash of this row, in hexadecimal.
    pub hash: String,
}

/// How the whole log stands, whoever's rows they are.
#[contract(camel)]
pub struct AuditStanding {
    /// Every row hangs on the one before, and every mark holds.
    pub whole: bool,
    /// What is wrong, in one sentence that names the row.
    pub fault: Option<String>,
    /// How many rows there are.
    pub rows: u64,
    /// The last row that is signed; 0 for none.
    pub signed_up_to: u64,
    /// When that was signed, ISO 8601 in UTC.
    pub signed_at: Option<String>,
    /// When this was looked at, ISO 8601 in UTC.
    pub checked_at: String,
}

/// Somebody of the organisation, to choose from.
#[contract]
pub struct AuditPerson {
    /// Their id.
    pub id: Uuid,
    /// Their e-mail.
    pub email: String,
}

/// `GET /api/v1/audit`.
#[contract(camel)]
pub struct AuditData {
    /// Rows that the caller may see, the newest first.
    pub rows: Vec<AuditRow>,
    /// What to ask for `before`, to go on; absent at the end.
    pub next: Option<u64>,
    /// Every kind that there is.
    pub kinds: Vec<String>,
    /// Whose rows the caller may see: their own, or everybody's in their organisation.
    pub people: Vec<AuditPerson>,
    /// How the log stands.
    pub standing: AuditStanding,
}

/// A key that signs the audit log, or did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
pub struct AuditKey {
    /// What it goes by: 16 hexadecimal digits of the SHA-256 of its public half.
    pub id: String,
    /// Ed25519, in hexadecimal.
    pub public: String,
    /// Since when, in milliseconds since the epoch.
    pub at_ms: i64,
    /// Which key speaks for it; none for the first.
    pub endorsed_by: Option<String>,
    /// How, in hexadecimal.
    pub endorsement: Option<String>,
}

/// `GET /.well-known/screen-agent-audit.json`.
#[contract]
pub struct AuditKeys {
    /// The first one first.
    pub keys: Vec<AuditKey>,
}
