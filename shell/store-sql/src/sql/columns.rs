//! What is bound to statements and what is read from rows has types; here is how each is stored.

use std::borrow::Cow;

use screen_agent_store::{Packed, StoreError, Stored};
use uuid::Uuid;

use crate::value::{SqlKind, SqlRow, SqlValue, unknown_word, unreadable};

/// What can be bound to a statement.
pub trait ToColumn {
    /// It, as databases take it.
    fn to_column(&self) -> Stored<SqlValue<'_>>;
}

/// What has one kind, whether it is there or not.
pub trait OfKind {
    /// The kind.
    const KIND: SqlKind;
}

/// What can be read from a row: from one column, or from several that follow each other.
pub trait FromRow: Sized {
    /// Takes as many columns as it needs.
    fn from_row(row: &mut Columns<'_>) -> Stored<Self>;
}

/// The columns of a row, from the left.
pub struct Columns<'a> {
    row: &'a dyn SqlRow,
    at: usize,
}

impl<'a> Columns<'a> {
    /// All of a row.
    pub(crate) fn of(row: &'a dyn SqlRow) -> Self {
        Self { row, at: 0 }
    }

    /// What stands next.
    pub fn take<T: FromRow>(&mut self) -> Stored<T> {
        T::from_row(self)
    }

    /// Passes over what is of no use here.
    pub(crate) fn skip(&mut self, columns: usize) {
        self.at += columns;
    }

    /// The next column as it is.
    pub fn value(&mut self) -> Stored<SqlValue<'a>> {
        self.at += 1;
        self.row.value(self.at - 1)
    }

    fn bytes(&mut self) -> Stored<Cow<'a, [u8]>> {
        match self.value()? {
            SqlValue::Blob(bytes) => Ok(bytes),
            other => Err(unreadable(&other)),
        }
    }
}

/// Whole numbers. Amounts that do not fit stop at the largest that does.
macro_rules! numbers {
    ($($type:ty),*) => {$(
        impl OfKind for $type {
            const KIND: SqlKind = SqlKind::Int;
        }

        impl ToColumn for $type {
            fn to_column(&self) -> Stored<SqlValue<'_>> {
                Ok(SqlValue::Int(i64::try_from(*self).unwrap_or(i64::MAX)))
            }
        }

        impl FromRow for $type {
            fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
                match row.value()? {
                    SqlValue::Int(number) => {
                        <$type>::try_from(number).map_err(|cause| StoreError::Corrupt(cause.into()))
                    }
                    other => Err(unreadable(&other)),
                }
            }
        }
    )*};
}
numbers!(i64, u32, u16, u8);

/// Types of one value each.
macro_rules! plain {
    ($($type:ty, $kind:ident, $one:ident => $write:expr, $($read:pat => $made:expr),+;)*) => {$(
        impl OfKind for $type {
            const KIND: SqlKind = SqlKind::$kind;
        }

        impl ToColumn for $type {
            fn to_column(&self) -> Stored<SqlValue<'_>> {
                let $one = self;
                Ok(SqlValue::$kind($write))
            }
        }

        impl FromRow for $type {
            fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
                match row.value()? {
                    $($read => Ok($made),)+
                    other => Err(unreadable(&other)),
                }
            }
        }
    )*};
}
plain! {
    u64, Int, one => i64::try_from(*one).unwrap_or(i64::MAX),
        SqlValue::Int(number) => Self::try_from(number).unwrap_or_default();
    f32, Real, one => f64::from(*one),
        SqlValue::Real(number) => number as Self, SqlValue::Int(number) => number as Self;
    bool, Bool, one => *one,
        SqlValue::Bool(is) => is, SqlValue::Int(number) => number != 0;
    String, Text, one => one.as_str().into(),
        SqlValue::Text(text) => text.into_owned();
    Vec<u8>, Blob, one => one.as_slice().into(),
        SqlValue::Blob(bytes) => bytes.into_owned();
}

/// So many bytes.
impl<const N: usize> OfKind for [u8; N] {
    const KIND: SqlKind = SqlKind::Blob;
}

impl<const N: usize> ToColumn for [u8; N] {
    fn to_column(&self) -> Stored<SqlValue<'_>> {
        Ok(SqlValue::Blob(self.as_slice().into()))
    }
}

impl<const N: usize> FromRow for [u8; N] {
    fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
        let bytes = row.bytes()?;
        Self::try_from(&*bytes).map_err(|cause| StoreError::Corrupt(cause.into()))
    }
}

impl OfKind for str {
    const KIND: SqlKind = SqlKind::Text;
}

impl ToColumn for str {
    fn to_column(&self) -> Stored<SqlValue<'_>> {
        Ok(SqlValue::Text(self.into()))
    }
}

impl ToColumn for [u8] {
    fn to_column(&self) -> Stored<SqlValue<'_>> {
        Ok(SqlValue::Blob(self.into()))
    }
}

impl<T: OfKind + ?Sized> OfKind for &T {
    const KIND: SqlKind = T::KIND;
}

impl<T: ToColumn + ?Sized> ToColumn for &T {
    fn to_column(&self) -> Stored<SqlValue<'_>> {
        (*self).to_column()
    }
}

impl<T: ToColumn + OfKind> ToColumn for Option<T> {
    fn to_column(&self) -> Stored<SqlValue<'_>> {
        match self {
            Some(value) => value.to_column(),
            None => Ok(SqlValue::Null(T::KIND)),
        }
    }
}

/// Of one column.
impl<T: FromRow> FromRow for Option<T> {
    fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
        if let SqlValue::Null(_) = row.row.value(row.at)? {
            row.at += 1;
            return Ok(None);
        }
        row.take().map(Some)
    }
}

impl OfKind for Uuid {
    const KIND: SqlKind = SqlKind::Blob;
}

impl ToColumn for Uuid {
    fn to_column(&self) -> Stored<SqlValue<'_>> {
        Ok(SqlValue::Blob(self.as_bytes().as_slice().into()))
    }
}

impl FromRow for Uuid {
    fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
        row.take().map(Self::from_bytes)
    }
}

impl OfKind for Packed {
    const KIND: SqlKind = SqlKind::Blob;
}

impl ToColumn for Packed {
    fn to_column(&self) -> Stored<SqlValue<'_>> {
        Ok(SqlValue::Blob(self.as_stored().into()))
    }
}

impl FromRow for Packed {
    fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
        Ok(Self::stored(row.bytes()?.into_owned()))
    }
}

/// Lists are stored as JSON.
impl ToColumn for Vec<String> {
    fn to_column(&self) -> Stored<SqlValue<'_>> {
        Ok(SqlValue::Text(serde_json::json!(self).to_string().into()))
    }
}

impl FromRow for Vec<String> {
    fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
        let json: String = row.take()?;
        serde_json::from_str(&json).map_err(|_| unknown_word(&json))
    }
}

/// A record, whose fields stand in the columns in this order.
macro_rules! from_row {
    ($record:ty: $($field:ident),+) => {
        impl $crate::sql::FromRow for $record {
            fn from_row(row: &mut $crate::sql::Columns<'_>) -> screen_agent_store::Stored<Self> {
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
            fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
                Ok(($(row.take::<$type>()?,)*))
            }
        }
    )*};
}
tuples!((A, B), (A, B, C), (A, B, C, D));
