//! A row of the log, and its place in the chain.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::encode::{Encoded, canonical};
use crate::entry::Entry;

/// SHA-256 of a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hash(#[serde(with = "hex::serde")] pub [u8; 32]);

impl Hash {
    /// What stands before the first row.
    pub const NONE: Self = Self([0; 32]);
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Hash {
    type Err = hex::FromHexError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map(|()| Self(bytes))
    }
}

/// One row as it is stored, and as a line of JSON tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogRow {
    /// Its number; the first is 1, and none is left out.
    pub seq: u64,
    /// When it was written, in milliseconds since the epoch.
    pub at_ms: i64,
    /// Whose tenant it concerns.
    pub tenant: Option<Uuid>,
    /// Whom it concerns.
    pub user: Option<Uuid>,
    /// What happened, in the word of a [`Kind`](crate::Kind).
    pub kind: String,
    /// What exactly: JSON, an object, in its one form.
    #[serde(serialize_with = "as_value", deserialize_with = "of_value")]
    pub details: String,
    /// The hash of the row before; [`Hash::NONE`] for the first.
    pub previous: Hash,
    /// The hash of this row.
    pub hash: Hash,
}

impl LogRow {
    /// The row that an entry makes after another: after the row with this number and hash.
    pub fn after(last: Option<(u64, Hash)>, entry: &Entry, at_ms: i64) -> Self {
        let (seq, previous) = last.unwrap_or((0, Hash::NONE));
        let mut row = Self {
            seq: seq.saturating_add(1),
            at_ms,
            tenant: entry.tenant,
            user: entry.user,
            kind: entry.kind.word().to_owned(),
            details: entry.details(),
            previous,
            hash: Hash::NONE,
        };
        row.hash = row.computed();
        row
    }

    /// What its hash must be, by what it says.
    pub fn computed(&self) -> Hash {
        self.computed_as(self.seq)
    }

    /// What its hash would be if it stood elsewhere.
    pub(crate) fn computed_as(&self, seq: u64) -> Hash {
        let id = |id: &Option<Uuid>| id.map(|id| id.as_bytes().to_vec()).unwrap_or_default();
        let bytes = Encoded::new("screen-agent-audit/1")
            .field(&self.previous.0)
            .field(&seq.to_be_bytes())
            .field(&self.at_ms.to_be_bytes())
            .field(&id(&self.tenant))
            .field(&id(&self.user))
            .field(self.kind.as_bytes())
            .field(self.details.as_bytes())
            .bytes();
        Hash(Sha256::digest(bytes).into())
    }

    /// The row as a line of JSON, which holds all that is needed to check it.
    pub fn to_line(&self) -> String {
        // Nothing in a line can fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a line of JSON.
    pub fn from_line(line: &str) -> Result<Self, BadLine> {
        Ok(serde_json::from_str(line)?)
    }

    /// The details as a value; null where somebody has made no JSON of them.
    pub fn details_value(&self) -> Value {
        value_of(&self.details)
    }
}

/// A line that is no row.
#[derive(Debug, thiserror::Error)]
#[error("this is no row of an audit log: {0}")]
pub struct BadLine(#[from] serde_json::Error);

fn value_of(details: &str) -> Value {
    serde_json::from_str(details).unwrap_or(Value::Null)
}

fn as_value<S: Serializer>(details: &str, serializer: S) -> Result<S::Ok, S::Error> {
    value_of(details).serialize(serializer)
}

fn of_value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Value::deserialize(deserializer).map(|details| canonical(&details))
}
