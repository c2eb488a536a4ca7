//! A call of a tool as it stands in a packet.

use serde::Deserializer;
use serde_json::Value;

use crate::derives::*;

/// A call of a tool: a proposal.
#[contract]
pub struct ToolCall {
    /// Given by us, never by a model; a result and an answer name the call by it.
    pub id: Option<String>,
    /// Which tool.
    pub name: String,
    /// Its arguments, an object; absent means none.
    #[serde(default)]
    #[ts(type = "Record<string, unknown>")]
    pub arguments: Value,
    /// What the policy gate decided; only in what a client is sent.
    pub policy: Option<Policy>,
}

/// What the policy gate decided of a call.
#[contract]
pub struct Policy {
    /// What.
    pub decision: PolicyDecision,
    /// Why, as a stable code.
    pub reason_code: String,
    /// Why, in one sentence that is safe to show.
    pub text: String,
    /// What exactly the person is asked, where they are.
    pub approval: Option<ToolApprovalRequest>,
}

/// Allow, ask or deny.
#[contract(word)]
pub enum PolicyDecision {
    /// It may be done.
    Allow,
    /// The person has to say yes first.
    Ask,
    /// It may not be done.
    Deny,
}

/// What exactly the person is asked. A yes counts once, for this call, on this page.
#[contract]
pub struct ToolApprovalRequest {
    /// The answer must repeat it.
    pub fingerprint: String,
    /// Where it takes effect; empty where that is no site.
    pub origin: String,
    /// After which the answer no longer counts, ISO 8601 in UTC.
    pub expires_at: String,
}

/// A list that may be null.
pub(crate) fn or_empty<'de, D, T>(reader: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Ok(Option::<Vec<T>>::deserialize(reader)?.unwrap_or_default())
}
