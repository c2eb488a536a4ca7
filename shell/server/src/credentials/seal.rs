//! Seals what must not be readable in the database alone.

use rand::Rng as _;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use uuid::Uuid;

use crate::error::ApiError;

/// A key that is kept outside of the database.
#[derive(Clone)]
pub struct SealKey([u8; 32]);

impl SealKey {
    /// This key.
    pub fn new(key: [u8; 32]) -> Self {
        Self(key)
    }

    /// A key that nobody keeps: what it seals is lost with this process.
    pub fn fresh() -> Self {
        let mut key = [0_u8; 32];
        rand::rng().fill_bytes(&mut key);
        Self(key)
    }

    /// A secret of its own for another purpose: whoever has it knows nothing of this key.
    pub fn derived(&self, purpose: &str) -> [u8; 32] {
        let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, &self.0);
        let mut secret = [0; 32];
        secret.copy_from_slice(ring::hmac::sign(&key, purpose.as_bytes()).as_ref());
        secret
    }

    /// Seals something of a person's; nobody else's row opens with it.
    pub(crate) fn seal(&self, of: Uuid, plain: &[u8]) -> Result<Vec<u8>, ApiError> {
        let mut nonce = [0_u8; NONCE_LEN];
        rand::rng().fill_bytes(&mut nonce);
        let mut sealed = plain.to_vec();
        let unique = Nonce::assume_unique_for_key(nonce);
        self.cipher()?
            .seal_in_place_append_tag(unique, Aad::from(of.as_bytes()), &mut sealed)
            .map_err(|_| ApiError::internal("a secret was not sealed"))?;
        Ok([&nonce[..], &sealed].concat())
    }

    /// Opens what was sealed.
    pub(crate) fn open(&self, of: Uuid, sealed: &[u8]) -> Result<Vec<u8>, ApiError> {
        let broken = || ApiError::internal("a sealed secret does not open: another key made it");
        let (nonce, rest) = sealed.split_first_chunk::<NONCE_LEN>().ok_or_else(broken)?;
        let mut rest = rest.to_vec();
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let plain = self
            .cipher()?
            .open_in_place(nonce, Aad::from(of.as_bytes()), &mut rest)
            .map_err(|_| broken())?;
        Ok(plain.to_vec())
    }

    fn cipher(&self) -> Result<LessSafeKey, ApiError> {
        UnboundKey::new(&CHACHA20_POLY1305, &self.0)
            .map(LessSafeKey::new)
            .map_err(|_| ApiError::internal("a key of the wrong length"))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_opens_with_its_key_for_its_person_and_unchanged_only() {
        let (key, of) = (SealKey::fresh(), Uuid::from_u128(1));
        let sealed = key.seal(of, b"secret").unwrap();
        assert_eq!(key.open(of, &sealed).unwrap(), b"secret");
        assert!(!sealed.windows(6).any(|part| part == b"secret"));
        assert!(SealKey::fresh().open(of, &sealed).is_err());
        assert!(key.open(Uuid::from_u128(2), &sealed).is_err());
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(key.open(of, &changed).is_err(), "{at}");
        }
        assert!(key.open(of, b"").is_err());
    }
}
