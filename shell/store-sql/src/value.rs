//! What goes into statements and comes out of rows, whatever the database.

use std::borrow::Cow;

use screen_agent_store::{StoreError, Stored};

/// A value of a column or of a statement's place.
#[derive(Clone, Debug, PartialEq)]
pub enum SqlValue<'a> {
    /// Nothing, in the place of such a thing. Of what was read, the kind says nothing.
    Null(SqlKind),
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Real(f64),
    /// Yes or no; a database may read it as 1 or 0.
    Bool(bool),
    /// Words.
    Text(Cow<'a, str>),
    /// Bytes.
    Blob(Cow<'a, [u8]>),
}

/// What a value is, also where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SqlKind {
    /// A whole number.
    Int,
    /// A number with a fraction.
    Real,
    /// Yes or no.
    Bool,
    /// Words.
    Text,
    /// Bytes.
    Blob,
}

impl SqlValue<'_> {
    /// What it is.
    pub const fn kind(&self) -> SqlKind {
        match self {
            Self::Null(kind) => *kind,
            Self::Int(_) => SqlKind::Int,
            Self::Real(_) => SqlKind::Real,
            Self::Bool(_) => SqlKind::Bool,
            Self::Text(_) => SqlKind::Text,
            Self::Blob(_) => SqlKind::Blob,
        }
    }

    /// It, on its own.
    pub fn into_owned(self) -> SqlValue<'static> {
        match self {
            Self::Null(kind) => SqlValue::Null(kind),
            Self::Int(number) => SqlValue::Int(number),
            Self::Real(number) => SqlValue::Real(number),
            Self::Bool(is) => SqlValue::Bool(is),
            Self::Text(text) => SqlValue::Text(text.into_owned().into()),
            Self::Blob(bytes) => SqlValue::Blob(bytes.into_owned().into()),
        }
    }
}

/// A row as it is read, before the next one takes its place.
pub trait SqlRow {
    /// What stands in the column, from 0.
    fn value(&self, at: usize) -> Stored<SqlValue<'_>>;
}

/// An error for what stands in a row and never should.
pub(crate) fn unreadable(value: &SqlValue<'_>) -> StoreError {
    StoreError::Corrupt(format!("a column of another kind: {:?}", value.kind()).into())
}

/// An error for a word in the database that means nothing to us.
pub(crate) fn unknown_word(word: &str) -> StoreError {
    StoreError::Corrupt(format!("unknown word {word:?}").into())
}
