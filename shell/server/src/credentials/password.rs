//! Passwords: Argon2id, 19 MiB, two rounds, two at once, in memory that is used again.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use argon2::password_hash::PasswordHasher as _;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Block, Params, Version};
use rand::Rng as _;
use subtle::ConstantTimeEq as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::ApiError;

/// Checked when nobody has the e-mail, so that both answers take the same time. No password fits.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$\
                      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Hashes made at once; each takes 19 MiB.
const AT_ONCE: usize = 2;
/// Hashes that are made or waited for; whoever comes then has to come again.
const WAITING: usize = 64;
/// How long the memory is kept after the last hash, for the next.
const KEPT: Duration = Duration::from_secs(10);

/// A password could not be hashed.
#[derive(Debug, thiserror::Error)]
#[error("password hashing failed: {0}")]
pub struct HashError(argon2::password_hash::Error);

/// Hashes a password, for whoever adds a user. Takes tens of milliseconds.
pub fn hash_password(password: &str) -> Result<String, HashError> {
    let mut salt = [0_u8; 16];
    rand::rng().fill_bytes(&mut salt);
    argon2(params())
        .hash_password_with_salt(password.as_bytes(), &salt)
        .map(|hash| hash.to_string())
        .map_err(HashError)
}

fn params() -> Params {
    Params::new(19 * 1024, 2, 1, None).unwrap_or_default()
}

fn argon2(params: Params) -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// Checks passwords, two at a time, in two pieces of memory that are given back when nobody has
/// signed in for a while. Freed after each check, they would stay with the allocator of whichever
/// thread it ran on.
#[derive(Clone)]
pub(crate) struct Checker(Arc<Desk>);

struct Desk {
    seats: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    memory: Mutex<Vec<Vec<Block>>>,
    /// How long the memory is kept after the last check.
    kept: Duration,
    /// How many checks have ended, so that the memory goes after the last.
    ended: AtomicU64,
}

impl Default for Checker {
    fn default() -> Self {
        Self::keeping(KEPT)
    }
}

impl Checker {
    fn keeping(kept: Duration) -> Self {
        Self(Arc::new(Desk {
            seats: Arc::new(Semaphore::new(AT_ONCE)),
            queue: Arc::new(Semaphore::new(WAITING)),
            memory: Mutex::default(),
            kept,
            ended: AtomicU64::new(0),
        }))
    }
}

/// A place among those whose password is checked.
pub(crate) struct Place {
    desk: Arc<Desk>,
    _waiting: OwnedSemaphorePermit,
}

impl Checker {
    /// Takes a place; there are few, so that nobody waits for long.
    pub(crate) fn place(&self) -> Result<Place, ApiError> {
        let waiting = Arc::clone(&self.0.queue).try_acquire_owned();
        Ok(Place {
            desk: Arc::clone(&self.0),
            _waiting: waiting.map_err(|_| ApiError::BUSY)?,
        })
    }
}

impl Place {
    /// True when the password fits. Without a hash it takes as long, and is false.
    pub(crate) async fn fits(self, password: String, hash: Option<String>) -> bool {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| NOBODY.to_owned());
        let fits = self.at_desk(move |memory| verify(&password, &hash, memory));
        fits.await.unwrap_or(false) && known
    }

    /// Hashes a password.
    pub(crate) async fn hash(self, password: String) -> Result<String, ApiError> {
        // A hash of its own memory: whoever changes a password is signed in.
        let made = self.at_desk(move |_| hash_password(&password)).await;
        made.ok_or(ApiError::BUSY)?.map_err(ApiError::internal)
    }

    /// Runs what needs the memory, off the async threads. `None` when the server is going down.
    async fn at_desk<T: Send + 'static>(
        self,
        work: impl FnOnce(&mut Vec<Block>) -> T + Send + 'static,
    ) -> Option<T> {
        // The semaphore is never closed.
        let seat = Arc::clone(&self.desk.seats).acquire_owned().await.ok()?;
        let desk = Arc::clone(&self.desk);
        let done = tokio::task::spawn_blocking(move || {
            let mut memory = desk.memory().pop().unwrap_or_default();
            let done = work(&mut memory);
            desk.memory().push(memory);
            drop(seat);
            done
        });
        let done = done.await.ok();
        self.desk.rest();
        done
    }
}

impl Desk {
    fn memory(&self) -> MutexGuard<'_, Vec<Vec<Block>>> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the memory go, unless somebody else needs it in the meantime.
    fn rest(self: &Arc<Self>) {
        let mine = self.ended.fetch_add(1, Ordering::Relaxed) + 1;
        let (desk, kept) = (Arc::downgrade(self), self.kept);
        tokio::spawn(async move {
            tokio::time::sleep(kept).await;
            if let Some(desk) = desk.upgrade()
                && desk.ended.load(Ordering::Relaxed) == mine
            {
                *desk.memory() = Vec::new();
            }
        });
    }
}

fn verify(password: &str, hash: &str, memory: &mut Vec<Block>) -> bool {
    made_again(password, hash, memory).unwrap_or(false)
}

/// Hashes the password as the hash was made, and compares. `None` for a hash that is none.
fn made_again(password: &str, hash: &str, memory: &mut Vec<Block>) -> Option<bool> {
    let hash = PasswordHash::new(hash).ok()?;
    let wanted = hash.hash?;
    let params = Params::try_from(&hash).ok()?;
    let salt = hash.salt?;
    memory.resize(params.block_count().max(memory.len()), Block::default());
    let mut made = vec![0_u8; wanted.len()];
    argon2(params)
        .hash_password_into_with_memory(
            password.as_bytes(),
            &salt,
            &mut made,
            memory.as_mut_slice(),
        )
        .ok()?;
    Some(bool::from(made.ct_eq(wanted.as_bytes())))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_fits_its_password_and_no_other_in_memory_that_was_used() {
        let hash = hash_password("correct horse").unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        let mut memory = Vec::new();
        for (password, fits) in [
            ("correct horse", true),
            ("correct horsf", false),
            ("", false),
            ("correct horse", true),
        ] {
            assert_eq!(verify(password, &hash, &mut memory), fits, "{password}");
        }
        assert_eq!(memory.len(), params().block_count());
        assert!(!verify("correct horse", "no hash", &mut memory));
    }

    /// Made by release 0.5 of the library, as stored hashes are.
    const OLDER: &str = "$argon2id$v=19$m=19456,t=2,p=1$c2l4dGVlbiBieXRlcyBvaw$\
                         Oq6NUf8oUawuVWIqWRRrB80MYlKfkN6Nm4K6m5hBrTw";

    #[test]
    fn a_hash_of_an_older_library_still_fits() {
        let mut memory = Vec::new();
        assert!(verify("correct horse", OLDER, &mut memory));
        assert!(!verify("correct horsf", OLDER, &mut memory));
    }

    #[test]
    fn nobody_costs_as_much_as_somebody() {
        let hash = PasswordHash::new(NOBODY).unwrap();
        assert_eq!(Params::try_from(&hash).unwrap().m_cost(), 19 * 1024);
        assert!(!verify("", NOBODY, &mut Vec::new()));
    }

    #[tokio::test]
    async fn two_pieces_of_memory_serve_everybody_and_are_given_back() {
        let checker = Checker::keeping(Duration::ZERO);
        let places: Vec<Place> = std::iter::from_fn(|| checker.place().ok()).collect();
        assert_eq!(places.len(), WAITING);
        let checks = places
            .into_iter()
            .take(8)
            .map(|place| place.fits("x".into(), None));
        let fits = futures_util::future::join_all(checks).await;
        assert!(fits.iter().all(|fits| !fits));
        assert!(checker.place().is_ok());
        assert!(checker.0.memory().len() <= AT_ONCE);
        while !checker.0.memory().is_empty() {
            tokio::task::yield_now().await;
        }
    }
}
