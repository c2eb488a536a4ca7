//! A row of the log, and its place in the chain.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::encode::{Encoded, canonical};
use crate::entry::Entry;

/// SHA-256 of a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash(pub [u8; 32]);

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

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// One row as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        let line = Line {
            seq: self.seq,
            at_ms: self.at_ms,
            tenant: self.tenant,
            user: self.user,
            kind: self.kind.clone(),
            details: self.details_value(),
            previous: self.previous,
            hash: self.hash,
        };
        // Nothing in a line can fail to be written.
        serde_json::to_string(&line).unwrap_or_default()
    }

    /// Reads a line of JSON.
    pub fn from_line(line: &str) -> Result<Self, BadLine> {
        let line: Line = serde_json::from_str(line)?;
        Ok(Self {
            seq: line.seq,
            at_ms: line.at_ms,
            tenant: line.tenant,
            user: line.user,
            kind: line.kind,
            details: canonical(&line.details),
            previous: line.previous,
            hash: line.hash,
        })
    }

    /// The details as a value; null where somebody has made no JSON of them.
    pub fn details_value(&self) -> Value {
        serde_json::from_str(&self.details).unwrap_or(Value::Null)
    }
}

/// A line that is no row.
#[derive(Debug, thiserror::Error)]
#[error("this is no row of an audit log: {0}")]
pub struct BadLine(#[from] serde_json::Error);

#[derive(Serialize, Deserialize)]
struct Line {
    seq: u64,
    at_ms: i64,
    tenant: Option<Uuid>,
    user: Option<Uuid>,
    kind: String,
    details: Value,
    previous: Hash,
    hash: Hash,
}
