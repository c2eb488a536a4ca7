//! A signature under everything up to a row.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::encode::Encoded;
use crate::key::{KeyId, SigningKey, is_signed};
use crate::row::Hash;

/// That the log was whole up to a row, at a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The last row that it speaks for.
    pub seq: u64,
    /// The hash of that row, and so of all before it.
    pub hash: Hash,
    /// When it was signed, in milliseconds since the epoch.
    pub at_ms: i64,
    /// With which key.
    pub key: KeyId,
    /// Ed25519.
    #[serde(with = "hex::serde")]
    pub signature: [u8; 64],
}

impl Mark {
    /// Signs everything up to a row.
    pub fn sign(key: &SigningKey, (seq, hash): (u64, Hash), at_ms: i64) -> Self {
        let mut mark = Self {
            seq,
            hash,
            at_ms,
            key: key.id(),
            signature: [0; 64],
        };
        mark.signature = key.sign(&mark.signed());
        mark
    }

    /// True when one of these keys has signed it.
    pub fn is_signed(&self, keys: &BTreeMap<KeyId, [u8; 32]>) -> bool {
        let public = keys.get(&self.key);
        public.is_some_and(|public| is_signed(public, &self.signed(), &self.signature))
    }

    fn signed(&self) -> Vec<u8> {
        Encoded::new("screen-agent-audit-mark/1")
            .field(&self.seq.to_be_bytes())
            .field(&self.hash.0)
            .field(&self.at_ms.to_be_bytes())
            .field(self.key.0.as_bytes())
            .bytes()
    }
}
