//! Whom a file comes from: signed is what is done, and not how the file is written down.

use std::fmt;

use screen_agent_audit::{KeyId, SigningKey, is_signed};
use screen_agent_words::quote::{cut, quote};

use crate::file::{Signature, Workflow};

/// What a signature is for.
const FOR: &[u8] = b"screen-agent-workflow/1\n";
/// Longest name of who signed that is told, in characters.
const NAME: usize = 80;

/// Whom a file comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signed {
    /// Nobody signed it.
    Nobody,
    /// It is as whoever has this key signed it.
    By {
        /// Who they say they are.
        who: String,
        /// What their key goes by.
        key: KeyId,
    },
    /// It was changed after it was signed, or the signature is none.
    Changed {
        /// Who is said to have signed it.
        who: String,
    },
}

impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |who: &str| quote(&cut(who, NAME));
        match self {
            Self::Nobody => f.write_str("not signed"),
            Self::By { who, key } => write!(f, "signed by {} (key {key})", shown(who)),
            Self::Changed { who } => write!(
                f,
                "not what {} signed: it was changed afterwards, or the signature is none",
                shown(who)
            ),
        }
    }
}

impl Workflow {
    /// The same, signed.
    #[must_use]
    pub fn signed_with(self, key: &SigningKey, by: &str) -> Self {
        let value = hex::encode(key.sign(&self.signed_bytes(by)));
        Self {
            signature: Some(Signature {
                by: by.to_owned(),
                key: hex::encode(key.public()),
                value,
            }),
            ..self
        }
    }

    /// Whom it comes from.
    pub fn signed(&self) -> Signed {
        let Some(signature) = &self.signature else {
            return Signed::Nobody;
        };
        let who = signature.by.clone();
        let (mut key, mut value) = ([0; 32], [0; 64]);
        let read = hex::decode_to_slice(&signature.key, &mut key)
            .and_then(|()| hex::decode_to_slice(&signature.value, &mut value));
        match read.is_ok() && is_signed(&key, &self.signed_bytes(&who), &value) {
            true => Signed::By {
                who,
                key: KeyId::of(&key),
            },
            false => Signed::Changed { who },
        }
    }

    /// What is signed: all that it does, and the name that it is signed by. Nothing here depends on how the file is laid out.
    fn signed_bytes(&self, by: &str) -> Vec<u8> {
        let done = Self {
            version: 1,
            changes: Vec::new(),
            signature: None,
            ..self.clone()
        };
        // Our own types always serialise.
        let done = serde_json::to_vec(&(by, done)).unwrap_or_default();
        [FOR, &done].concat()
    }
}
