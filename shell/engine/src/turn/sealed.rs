//! Answers that are kept for whoever asks again, readable to nobody else.
//!
//! An answer may type what a person gave for a login, so it is sealed with the client's own idempotency key,
//! and of that key storage gets only a name that does not lead back to it. Whoever reads the database alone
//! reads neither.

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hmac::{self, HMAC_SHA256, Tag};
use screen_agent_store::turn::{IdempotencyKey, StoredResponse};
use uuid::Uuid;

use crate::work::Broken;

/// Seals and opens the answer to one request.
pub(super) struct Seal(hmac::Key);

/// The answer does not open: it was not sealed with this key, or has been changed.
#[derive(Debug, thiserror::Error)]
#[error("the answer that was kept cannot be read")]
pub(super) struct Unreadable;

impl Seal {
    /// The seal of a client's key, and the name under which storage knows the key.
    pub(super) fn of(key: IdempotencyKey) -> (Self, IdempotencyKey) {
        let seal = Self(hmac::Key::new(HMAC_SHA256, key.key.as_bytes()));
        let name = hex::encode(seal.derive("name"));
        (seal, IdempotencyKey { key: name, ..key })
    }

    /// Closes an answer; `fresh` is an id that was never used before.
    pub(super) fn close(
        &self,
        answer: &StoredResponse,
        fresh: Uuid,
    ) -> Result<StoredResponse, Unreadable> {
        // The last bytes of an id are its random ones.
        let nonce = fresh.as_bytes()[16 - NONCE_LEN..].to_vec();
        let mut sealed = answer.body.clone();
        self.cipher()?
            .seal_in_place_append_tag(nonce_of(&nonce)?, bound(answer.status), &mut sealed)
            .map_err(|_| Unreadable)?;
        let body = [nonce, sealed].concat();
        Ok(StoredResponse { body, ..*answer })
    }

    /// Opens an answer that was closed with the same key.
    pub(super) fn open(&self, kept: StoredResponse) -> Result<StoredResponse, Unreadable> {
        let (nonce, sealed) = kept.body.split_at_checked(NONCE_LEN).ok_or(Unreadable)?;
        let mut sealed = sealed.to_vec();
        let body = self
            .cipher()?
            .open_in_place(nonce_of(nonce)?, bound(kept.status), &mut sealed)
            .map_err(|_| Unreadable)?
            .to_vec();
        Ok(StoredResponse { body, ..kept })
    }

    fn cipher(&self) -> Result<LessSafeKey, Unreadable> {
        let key = UnboundKey::new(&CHACHA20_POLY1305, self.derive("seal").as_ref());
        key.map(LessSafeKey::new).map_err(|_| Unreadable)
    }

    fn derive(&self, purpose: &str) -> Tag {
        hmac::sign(
            &self.0,
            format!("screen-agent answers 1 {purpose}").as_bytes(),
        )
    }
}

/// The status belongs to the answer, so it cannot be changed either.
fn bound(status: u16) -> Aad<[u8; 2]> {
    Aad::from(status.to_be_bytes())
}

fn nonce_of(bytes: &[u8]) -> Result<Nonce, Unreadable> {
    Nonce::try_assume_unique_for_key(bytes).map_err(|_| Unreadable)
}

impl From<Unreadable> for super::TurnError {
    fn from(unreadable: Unreadable) -> Self {
        Broken::because(unreadable).into()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    fn seal(key: &str) -> (Seal, IdempotencyKey) {
        let key = IdempotencyKey {
            endpoint: "interact".into(),
            key: key.into(),
            digest: [7; 32],
        };
        Seal::of(key)
    }

    fn answer() -> StoredResponse {
        StoredResponse {
            status: 200,
            body: br#"{"action":"setValue(2, \"blue-kettle-41\")"}"#.to_vec(),
        }
    }

    fn holds(place: &[u8], text: &str) -> bool {
        place
            .windows(text.len())
            .any(|part| part == text.as_bytes())
    }

    #[test]
    fn what_is_kept_tells_neither_the_answer_nor_the_key() {
        let (seal, key) = seal("5f0c2f3e-key-of-the-client");
        let kept = seal.close(&answer(), Uuid::from_u128(9)).unwrap();
        assert!(!holds(&kept.body, "blue-kettle-41"));
        assert!(!key.key.contains("key-of-the-client"));
        assert_eq!(seal.open(kept).unwrap(), answer());
    }

    #[test]
    fn the_same_key_has_the_same_name_and_another_opens_nothing() {
        let (one, name) = seal("one");
        assert_eq!(name, seal("one").1);
        let (other, another) = seal("other");
        assert_ne!(name.key, another.key);
        let kept = one.close(&answer(), Uuid::from_u128(9)).unwrap();
        assert!(other.open(kept.clone()).is_err());
        let changed = StoredResponse {
            status: 500,
            ..kept
        };
        assert!(one.open(changed).is_err());
        let short = StoredResponse {
            status: 200,
            body: vec![1],
        };
        assert!(one.open(short).is_err());
    }
}
