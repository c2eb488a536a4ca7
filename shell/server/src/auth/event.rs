//! What happens to accounts and sign-ins, told in one place: to the log of the process, and, where
//! nothing is written that storage would note by itself, to the audit log.

use std::net::IpAddr;

use screen_agent_action::id::UserId;
use screen_agent_audit::{Entry, Kind};
use screen_agent_store::account::User;

use super::Me;
use super::address::network;
use crate::error::ApiError;
use crate::state::AppState;

/// Tells the log of the process what happened, and to whom if that is known. Names nobody by e-mail:
/// logs are read by others. What was changed is in the audit log by then, written with the change.
pub(crate) fn note(kind: Kind, user: Option<UserId>) {
    tracing::info!(
        event = kind.word(),
        user = user.map(tracing::field::display),
        "account event"
    );
}

/// Somebody was not let in. It is in the audit log before they hear of it. Of an account that is not
/// there nothing is said: people type passwords into the wrong field.
pub(crate) async fn kept_out(
    app: &AppState,
    kind: Kind,
    user: Option<&User>,
    from: Option<IpAddr>,
) -> Result<(), ApiError> {
    note(kind, user.map(|user| user.id));
    let entry = match user {
        Some(user) => Entry::of(kind, user.tenant.id.get(), user.id.get()),
        None => Entry::new(kind),
    };
    let entry = entry.with("network", network(from));
    Ok(app.store().upkeep().log(entry).await?)
}

/// Somebody takes something out of the server. It is in the audit log before they have it.
pub(crate) async fn exported(me: &Me, what: &str, id: &str) -> Result<(), ApiError> {
    let owner = me.owner();
    let entry = Entry::of(Kind::Exported, owner.tenant.get(), owner.user.get());
    let entry = entry.with("what", what).with("id", id);
    Ok(me.upkeep().log(entry).await?)
}
