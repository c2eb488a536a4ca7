//! Keys that sign marks. A new key is endorsed by the one before, so that who trusts the first, or
//! any of them, can follow.

use std::collections::BTreeMap;
use std::fmt;

use ring::signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::encode::Encoded;

/// What a key goes by: the first 16 hexadecimal digits of the SHA-256 of its public half.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeyId(pub String);

impl KeyId {
    /// Of a public half.
    pub fn of(public: &[u8; 32]) -> Self {
        Self(hex::encode(&Sha256::digest(public)[..8]))
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Signs marks and endorses the key that comes after it.
pub struct SigningKey {
    pair: Ed25519KeyPair,
    public: [u8; 32],
}

/// A key is not printed.
impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey({})", self.id())
    }
}

/// This is no key, or not what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no Ed25519 key")]
pub struct BadKey;

impl SigningKey {
    /// The key of this seed: 32 random bytes, which the shell draws and keeps.
    pub fn of_seed(seed: &[u8; 32]) -> Result<Self, BadKey> {
        let pair = Ed25519KeyPair::from_seed_unchecked(seed).map_err(|_| BadKey)?;
        let public = pair.public_key().as_ref().try_into().map_err(|_| BadKey)?;
        Ok(Self { pair, public })
    }

    /// What it goes by.
    pub fn id(&self) -> KeyId {
        KeyId::of(&self.public)
    }

    /// Its public half, as the first of a log.
    pub fn first(&self, at_ms: i64) -> PublicKey {
        PublicKey {
            id: self.id(),
            public: self.public,
            at_ms,
            endorsed_by: None,
            endorsement: None,
        }
    }

    /// The public half of the key that comes after this one, endorsed by it.
    pub fn endorse(&self, next: &Self, at_ms: i64) -> PublicKey {
        let signed = endorsed(&next.public, at_ms);
        PublicKey {
            endorsed_by: Some(self.id()),
            endorsement: Some(self.sign(&signed)),
            ..next.first(at_ms)
        }
    }

    /// Its public half.
    pub const fn public(&self) -> &[u8; 32] {
        &self.public
    }

    /// Signs these bytes. What they are for has to stand in them, so that no signature counts for something else.
    pub fn sign(&self, bytes: &[u8]) -> [u8; 64] {
        let mut signature = [0; 64];
        signature.copy_from_slice(self.pair.sign(bytes).as_ref());
        signature
    }
}

/// The public half of a key, as it is published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicKey {
    /// What it goes by.
    pub id: KeyId,
    /// Ed25519.
    #[serde(with = "hex::serde")]
    pub public: [u8; 32],
    /// Since when, in milliseconds since the epoch.
    pub at_ms: i64,
    /// Which key speaks for it; none for the first of a log.
    pub endorsed_by: Option<KeyId>,
    /// How.
    #[serde(with = "maybe_hex", default)]
    pub endorsement: Option<[u8; 64]>,
}

fn endorsed(public: &[u8; 32], at_ms: i64) -> Vec<u8> {
    Encoded::new("screen-agent-audit-key/1")
        .field(public)
        .field(&at_ms.to_be_bytes())
        .bytes()
}

/// True where the bytes were signed with the key of this public half.
pub fn is_signed(public: &[u8; 32], bytes: &[u8], signature: &[u8; 64]) -> bool {
    UnparsedPublicKey::new(&ED25519, public)
        .verify(bytes, signature)
        .is_ok()
}

/// The keys that count, by what they go by. Those that are pinned do; without any, the first one that
/// nobody endorses does. So does each that is endorsed by one that counts.
pub fn trusted(keys: &[PublicKey], pinned: &[PublicKey]) -> BTreeMap<KeyId, [u8; 32]> {
    let first = keys.iter().find(|key| key.endorsed_by.is_none());
    let roots: Vec<&PublicKey> = match pinned {
        [] => first.into_iter().collect(),
        pinned => pinned.iter().collect(),
    };
    let root = |key: &PublicKey| (KeyId::of(&key.public), key.public);
    let mut counted: BTreeMap<_, _> = roots.into_iter().map(root).collect();
    // Each round finds at least one more, so there are no more rounds than keys.
    for _ in keys {
        let found = keys.iter().find(|key| {
            !counted.contains_key(&KeyId::of(&key.public)) && is_endorsed(key, &counted)
        });
        let Some(key) = found else { break };
        counted.insert(KeyId::of(&key.public), key.public);
    }
    counted
}

fn is_endorsed(key: &PublicKey, counted: &BTreeMap<KeyId, [u8; 32]>) -> bool {
    let by = key.endorsed_by.as_ref().and_then(|by| counted.get(by));
    by.zip(key.endorsement).is_some_and(|(by, endorsement)| {
        is_signed(by, &endorsed(&key.public, key.at_ms), &endorsement)
    })
}

mod maybe_hex {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        bytes: &Option<[u8; 64]>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        bytes.map(hex::encode).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<[u8; 64]>, D::Error> {
        let Some(text) = Option::<String>::deserialize(deserializer)? else {
            return Ok(None);
        };
        let mut bytes = [0; 64];
        hex::decode_to_slice(text, &mut bytes).map_err(D::Error::custom)?;
        Ok(Some(bytes))
    }
}
