//! What is bound to statements and what is read from rows has types; here is how each is stored.

use rusqlite::Row;
use rusqlite::types::{FromSql, ToSqlOutput, Type};
use screen_agent_action::id::{MessageId, SessionId, TaskId, TenantId, UserId};
use screen_agent_action::status::TaskStatus;
use screen_agent_action::step::{Step, Strategy};
use screen_agent_audit::{Hash, KeyId};
use screen_agent_store::account::TokenHash;
use screen_agent_store::knowledge::{KnowledgeKind, KnowledgeState};
use screen_agent_store::outbox::{OutboxPosition, TopicName};
use screen_agent_store::session::{MessageSender, MessageStatus, SessionStatus};
use screen_agent_store::turn::LeaseId;
use screen_agent_store::{Owner, Packed};
use screen_agent_wire::packet::SenderRole;
use screen_agent_wire::packet::collection::{ArtifactStatus, CaptureStatus, SourceKind};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde::de::value::StrDeserializer;
use uuid::Uuid;

use crate::error::{unknown_word, unreadable};

/// What can be bound to a statement.
pub(crate) trait ToColumn {
    /// It, as SQLite takes it.
    fn to_column(&self) -> rusqlite::Result<ToSqlOutput<'_>>;
}

/// What can be read from a row: from one column, or from several that follow each other.
pub(crate) trait FromRow: Sized {
    /// Takes as many columns as it needs.
    fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self>;
}

/// The columns of a row, from the left.
pub(crate) struct Columns<'a> {
    row: &'a Row<'a>,
    at: usize,
}

impl<'a> Columns<'a> {
    /// All of a row.
    pub(super) fn of(row: &'a Row<'a>) -> Self {
        Self { row, at: 0 }
    }

    /// What stands next.
    pub(crate) fn take<T: FromRow>(&mut self) -> rusqlite::Result<T> {
        T::from_row(self)
    }

    /// Passes over what is of no use here.
    pub(crate) fn skip(&mut self, columns: usize) {
        self.at += columns;
    }

    fn column<T: FromSql>(&mut self) -> rusqlite::Result<T> {
        self.at += 1;
        self.row.get(self.at - 1)
    }
}

/// Types that SQLite knows.
macro_rules! plain {
    ($($type:ty),*) => {$(
        impl ToColumn for $type {
            fn to_column(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                rusqlite::ToSql::to_sql(self)
            }
        }

        impl FromRow for $type {
            fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
                row.column()
            }
        }
    )*};
}
plain!(
    i64,
    u32,
    u16,
    u8,
    f32,
    bool,
    String,
    Vec<u8>,
    [u8; 16],
    [u8; 32],
    [u8; 64]
);

/// Ids, which are stored as their sixteen bytes.
macro_rules! ids {
    ($($type:ty),*) => {$(
        impl ToColumn for $type {
            fn to_column(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.get().into_bytes().to_vec().into())
            }
        }

        impl FromRow for $type {
            fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
                row.take().map(Self::new)
            }
        }
    )*};
}
ids!(TenantId, UserId, SessionId, TaskId, MessageId);

/// Enums of a few words each, which are stored as they are serialised.
macro_rules! words {
    ($($type:ty),*) => {$(
        impl ToColumn for $type {
            fn to_column(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                word(self)
            }
        }

        impl FromRow for $type {
            fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
                from_word(&row.column::<String>()?)
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
    KnowledgeState
);

/// The word of something of which there are few.
pub(crate) fn word(one: &impl Serialize) -> rusqlite::Result<ToSqlOutput<'static>> {
    match serde_json::to_value(one) {
        Ok(serde_json::Value::String(word)) => Ok(word.into()),
        _ => Err(rusqlite::Error::ToSqlConversionFailure(
            "what is no word cannot be stored as one".into(),
        )),
    }
}

fn from_word<T: DeserializeOwned>(word: &str) -> rusqlite::Result<T> {
    T::deserialize(StrDeserializer::<serde::de::value::Error>::new(word))
        .map_err(|_| unknown_word(word))
}

impl ToColumn for str {
    fn to_column(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.into())
    }
}

impl ToColumn for [u8] {
    fn to_column(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.into())
    }
}

impl<T: ToColumn + ?Sized> ToColumn for &T {
    fn to_column(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        (*self).to_column()
    }
}

impl<T: ToColumn> ToColumn for Option<T> {
    fn to_column(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Some(value) => value.to_column(),
            None => Ok(rusqlite::types::Null.into()),
        }
    }
}

/// Of one column.
impl<T: FromRow> FromRow for Option<T> {
    fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
        if row.row.get_ref(row.at)?.data_type() == Type::Null {
            row.at += 1;
            return Ok(None);
        }
        row.take().map(Some)
    }
}

/// Amounts: what does not fit stops at the largest that does.
impl ToColumn for u64 {
    fn to_column(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(i64::try_from(*self).unwrap_or(i64::MAX).into())
    }
}

impl FromRow for u64 {
    fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
        Ok(u64::try_from(row.column::<i64>()?).unwrap_or_default())
    }
}

impl ToColumn for Uuid {
    fn to_column(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.as_bytes().as_slice().into())
    }
}

impl FromRow for Uuid {
    fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
        row.column().map(Uuid::from_bytes)
    }
}

impl ToColumn for Packed {
    fn to_column(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.as_stored().into())
    }
}

impl FromRow for Packed {
    fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
        row.column().map(Packed::stored)
    }
}

/// What is one value in storage.
macro_rules! newtypes {
    ($($type:ident),*) => {$(
        impl ToColumn for $type {
            fn to_column(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                self.0.to_column()
            }
        }

        impl FromRow for $type {
            fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
                row.take().map(Self)
            }
        }
    )*};
}
newtypes!(OutboxPosition, TopicName, TokenHash, LeaseId, Hash, KeyId);

/// What is stored as packed JSON.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRow for Json<T> {
    fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
        row.take::<Packed>()?.read().map(Self).map_err(unreadable)
    }
}

impl FromRow for Step {
    fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
        row.take().map(|Json(step)| step)
    }
}

impl FromRow for Owner {
    fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
        let (tenant, user) = row.take()?;
        Ok(Self { tenant, user })
    }
}

/// Lists are stored as JSON.
impl ToColumn for Vec<String> {
    fn to_column(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(serde_json::json!(self).to_string().into())
    }
}

impl FromRow for Vec<String> {
    fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
        let json: String = row.take()?;
        serde_json::from_str(&json).map_err(|_| unknown_word(&json))
    }
}

/// A record, whose fields stand in the columns in this order.
macro_rules! from_row {
    ($record:ty: $($field:ident),+) => {
        impl $crate::sql::FromRow for $record {
            fn from_row(row: &mut $crate::sql::Columns<'_>) -> rusqlite::Result<Self> {
                Ok(Self { $($field: row.take()?),+ })
            }
        }
    };
}
pub(crate) use from_row;

/// Several of them, one after the other.
macro_rules! tuples {
    ($(($($type:ident),*)),*) => {$(
        impl<$($type: FromRow),*> FromRow for ($($type,)*) {
            fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
                Ok(($(row.take::<$type>()?,)*))
            }
        }
    )*};
}
tuples!((A, B), (A, B, C), (A, B, C, D));
