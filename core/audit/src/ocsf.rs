//! Rows in the words of OCSF, the Open Cybersecurity Schema Framework, for tools that collect events.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::entry::Kind;
use crate::row::LogRow;

/// The version of the schema that these events follow.
const VERSION: &str = "1.3.0";

/// What an event is in the schema: its class and what was done.
struct Class {
    class: u32,
    name: &'static str,
    activity: u32,
    activity_name: &'static str,
    failed: bool,
}

const AUTHENTICATION: (u32, &str) = (3002, "Authentication");
const ACCOUNT: (u32, &str) = (3001, "Account Change");
const ACCESS: (u32, &str) = (3005, "User Access Management");
const API: (u32, &str) = (6003, "API Activity");

fn class(kind: Option<Kind>) -> Class {
    use Kind as K;
    let ((class, name), activity, activity_name) = match kind {
        Some(K::SignedIn | K::SignInFailed | K::SignInHeldBack | K::SignInRefused) => {
            (AUTHENTICATION, 1, "Logon")
        }
        Some(K::SignedOut | K::SignedOutEverywhere) => (AUTHENTICATION, 2, "Logoff"),
        Some(K::RecoveryCodeUsed) => (AUTHENTICATION, 99, "Other"),
        Some(K::UserAdded) => (ACCOUNT, 1, "Create"),
        Some(K::UserEnabled) => (ACCOUNT, 2, "Enable"),
        Some(K::PasswordChanged) => (ACCOUNT, 3, "Password Change"),
        Some(K::UserDisabled) => (ACCOUNT, 5, "Disable"),
        Some(K::UserRemoved) => (ACCOUNT, 6, "Delete"),
        Some(K::SecondFactorOn) => (ACCOUNT, 10, "MFA Factor Enable"),
        Some(K::SecondFactorOff) => (ACCOUNT, 11, "MFA Factor Disable"),
        Some(K::ApprovalGiven | K::GrantGiven) => (ACCESS, 1, "Assign Privileges"),
        Some(K::ApprovalAsked | K::ApprovalRefused | K::ApprovalVoid) => (ACCESS, 99, "Other"),
        Some(K::Exported) => (API, 2, "Read"),
        Some(K::SettingsChanged | K::Run | K::Schedule | K::Lease) => (API, 3, "Update"),
        Some(K::Deleted) => (API, 4, "Delete"),
        Some(K::Effect | K::Tool | K::Secret | K::KeyRotated) | None => (API, 99, "Other"),
    };
    let failed = matches!(
        kind,
        Some(
            K::SignInFailed
                | K::SignInHeldBack
                | K::SignInRefused
                | K::ApprovalRefused
                | K::ApprovalVoid
        )
    );
    Class {
        class,
        name,
        activity,
        activity_name,
        failed,
    }
}

/// A row as an event. What the schema has no word for stands under `unmapped`, the chain included.
pub fn ocsf(row: &LogRow) -> Value {
    let class = class(Kind::of(&row.kind));
    let category = class.class / 1000;
    let (status_id, status) = if class.failed {
        (2, "Failure")
    } else {
        (1, "Success")
    };
    let id = |id: Option<Uuid>| id.map_or(Value::Null, |id| json!(id));
    let user = json!({ "uid": id(row.user), "org": { "uid": id(row.tenant) } });
    let details = row.details_value();
    let mut event = json!({
        "category_uid": category,
        "category_name": if category == 3 { "Identity & Access Management" } else { "Application Activity" },
        "class_uid": class.class,
        "class_name": class.name,
        "activity_id": class.activity,
        "activity_name": class.activity_name,
        "type_uid": class.class * 100 + class.activity,
        "time": row.at_ms,
        "severity_id": if class.failed { 2 } else { 1 },
        "status_id": status_id,
        "status": status,
        "message": row.kind,
        "metadata": {
            "version": VERSION,
            "uid": row.hash,
            "sequence": row.seq,
            "product": { "name": "Screen Agent", "vendor_name": "Screen Agent" },
        },
        "actor": { "user": user },
        "unmapped": {
            "kind": row.kind,
            "details": details,
            "previous": row.previous,
            "hash": row.hash,
        },
    });
    match class.class {
        3001 | 3002 => event["user"] = user,
        3005 => {
            event["user"] = user;
            event["privileges"] = json!([details["reason"].as_str().unwrap_or("approval")]);
        }
        _ => {
            event["api"] = json!({ "operation": row.kind });
            event["src_endpoint"] = json!({ "name": "screen-agent" });
        }
    }
    if let Some(network) = details["network"].as_str().filter(|text| !text.is_empty()) {
        event["src_endpoint"] = json!({ "subnet_uid": network });
    }
    event
}
