//! Passwords: Argon2id, 19 MiB, two rounds, at most two at once.

use std::sync::Arc;

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use rand::RngCore;
use tokio::sync::Semaphore;

/// Checked when nobody has the e-mail, so that both answers take the same time. No password fits.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$\
                      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// A password could not be hashed.
#[derive(Debug, thiserror::Error)]
#[error("password hashing failed: {0}")]
pub struct HashError(argon2::password_hash::Error);

/// Hashes a password, for whoever adds a user. Takes tens of milliseconds.
pub fn hash_password(password: &str) -> Result<String, HashError> {
    let mut salt = [0_u8; 16];
    rand::rng().fill_bytes(&mut salt);
    let salt = SaltString::encode_b64(&salt).map_err(HashError)?;
    argon2()
        .hash_password(password.as_bytes(), &salt)
        .map(|hash| hash.to_string())
        .map_err(HashError)
}

fn argon2() -> Argon2<'static> {
    let params = Params::new(19 * 1024, 2, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// Checks passwords, two at a time: each takes 19 MiB.
#[derive(Clone)]
pub(crate) struct Checker(Arc<Semaphore>);

impl Default for Checker {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(2)))
    }
}

impl Checker {
    /// True when the password fits. Without a hash it takes as long, and is false.
    pub(crate) async fn fits(&self, password: String, hash: Option<String>) -> bool {
        // The semaphore is never closed, so without a permit the server is going down.
        let Ok(permit) = Arc::clone(&self.0).acquire_owned().await else {
            return false;
        };
        let check = tokio::task::spawn_blocking(move || {
            let known = hash.is_some();
            let fits = verify(&password, hash.as_deref().unwrap_or(NOBODY));
            drop(permit);
            known && fits
        });
        check.await.unwrap_or(false)
    }
}

fn verify(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| argon2().verify_password(password.as_bytes(), &hash).is_ok())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_fits_its_password_and_no_other() {
        let hash = hash_password("correct horse").unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(verify("correct horse", &hash));
        assert!(!verify("correct horsf", &hash));
    }

    #[test]
    fn nobody_costs_as_much_as_somebody() {
        let hash = PasswordHash::new(NOBODY).unwrap();
        assert_eq!(Params::try_from(&hash).unwrap().m_cost(), 19 * 1024);
        assert!(!verify("", NOBODY));
    }
}
