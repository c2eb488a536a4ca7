//! How what is ours is stored: ids, words of which there are few, values that are one column.

use screen_agent_action::id::{MessageId, SessionId, TaskId, TenantId, UserId};
use screen_agent_action::status::TaskStatus;
use screen_agent_action::step::{Step, Strategy};
use screen_agent_audit::{Hash, KeyId};
use screen_agent_gate::approval::AskReason;
use screen_agent_store::account::TokenHash;
use screen_agent_store::knowledge::{KnowledgeKind, KnowledgeState};
use screen_agent_store::outbox::{OutboxPosition, TopicName};
use screen_agent_store::session::{MessageSender, MessageStatus, SessionStatus};
use screen_agent_store::turn::LeaseId;
use screen_agent_store::{Owner, Packed, StoreError, Stored};
use screen_agent_wire::extension::lease::LeaseState;
use screen_agent_wire::extension::run::RunStatus;
use screen_agent_wire::extension::workflow::WorkflowCause;
use screen_agent_wire::packet::SenderRole;
use screen_agent_wire::packet::collection::{ArtifactStatus, CaptureStatus, SourceKind};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde::de::value::StrDeserializer;

use super::columns::{Columns, FromRow, OfKind, ToColumn};
use crate::value::{SqlKind, SqlValue, unknown_word};

/// Ids, which are stored as their sixteen bytes.
macro_rules! ids {
    ($($type:ty),*) => {$(
        impl OfKind for $type {
            const KIND: SqlKind = SqlKind::Blob;
        }

        impl ToColumn for $type {
            fn to_column(&self) -> Stored<SqlValue<'_>> {
                Ok(SqlValue::Blob(self.get().into_bytes().to_vec().into()))
            }
        }

        impl FromRow for $type {
            fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
                row.take().map(Self::new)
            }
        }
    )*};
}
ids!(TenantId, UserId, SessionId, TaskId, MessageId);

/// Enums of a few words each, which are stored as they are serialised.
macro_rules! words {
    ($($type:ty),*) => {$(
        impl OfKind for $type {
            const KIND: SqlKind = SqlKind::Text;
        }

        impl ToColumn for $type {
            fn to_column(&self) -> Stored<SqlValue<'_>> {
                word(self)
            }
        }

        impl FromRow for $type {
            fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
                from_word(&row.take::<String>()?)
            }
        }
    )*};
}
words!(
    TaskStatus,
    Strategy,
    SessionStatus,
    MessageSender,
    MessageStatus,
    SenderRole,
    SourceKind,
    CaptureStatus,
    ArtifactStatus,
    KnowledgeKind,
    KnowledgeState,
    RunStatus,
    WorkflowCause,
    LeaseState
);

/// Why the gate asked.
impl ToColumn for AskReason {
    fn to_column(&self) -> Stored<SqlValue<'_>> {
        word(self)
    }
}

/// The word of something of which there are few.
pub(crate) fn word(one: &impl Serialize) -> Stored<SqlValue<'static>> {
    match serde_json::to_value(one) {
        Ok(serde_json::Value::String(word)) => Ok(SqlValue::Text(word.into())),
        _ => Err(StoreError::Refused(
            "what is no word cannot be stored as one".into(),
        )),
    }
}

fn from_word<T: DeserializeOwned>(word: &str) -> Stored<T> {
    T::deserialize(StrDeserializer::<serde::de::value::Error>::new(word))
        .map_err(|_| unknown_word(word))
}

/// What is one value in storage.
macro_rules! newtypes {
    ($($type:ident($kind:ident)),*) => {$(
        impl OfKind for $type {
            const KIND: SqlKind = SqlKind::$kind;
        }

        impl ToColumn for $type {
            fn to_column(&self) -> Stored<SqlValue<'_>> {
                self.0.to_column()
            }
        }

        impl FromRow for $type {
            fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
                row.take().map(Self)
            }
        }
    )*};
}
newtypes!(
    OutboxPosition(Int),
    TopicName(Text),
    TokenHash(Blob),
    LeaseId(Blob),
    Hash(Blob),
    KeyId(Text)
);

/// What is stored as packed JSON.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRow for Json<T> {
    fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
        row.take::<Packed>()?.read().map(Self)
    }
}

impl FromRow for Step {
    fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
        row.take().map(|Json(step)| step)
    }
}

impl FromRow for Owner {
    fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
        let (tenant, user) = row.take()?;
        Ok(Self { tenant, user })
    }
}
