//! Seals the states of tasks and runs that are under way: the person's words stand in them as they were said,
//! secrets included, for the gate judges by them. The key lies in a file, so that neither the
//! database nor a copy of it tells anything without the other.

use std::fs::{File, OpenOptions, hard_link, remove_file};
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hmac::{self, HMAC_SHA256};
use ring::rand::{SecureRandom as _, SystemRandom};
use screen_agent_store::{StoreError, Stored};

/// Bytes of the key.
const KEY_LEN: usize = 32;
/// The first byte of what is sealed; bodies of before begin with another.
const SEALED: u8 = 0x5e;
/// What a key's mark is made of.
const MARK: &[u8] = b"screen-agent: which key seals this database";

/// The key of a database.
#[derive(Clone)]
pub struct StateKey([u8; KEY_LEN]);

impl StateKey {
    /// The key that is kept in this file, made where there is none.
    pub fn of(path: &Path) -> Stored<Self> {
        if !path.exists() {
            make(path, &fresh().map_err(unavailable)?).map_err(unavailable)?;
        }
        Self::kept(path)
    }

    /// The key that is kept in this file.
    pub fn kept(path: &Path) -> Stored<Self> {
        let kept = std::fs::read(path).map_err(unavailable)?;
        let key = kept.try_into().map_err(|_| {
            StoreError::Unavailable(format!("{} is not a key of 32 bytes", path.display()).into())
        })?;
        Ok(Self(key))
    }

    /// The key of what seals nothing, as while a schema is made.
    pub const fn none() -> Self {
        Self([0; KEY_LEN])
    }

    /// Keeps this key in a file, unless there is one; what is there is the key then.
    pub fn keep(&self, path: &Path) -> Stored<Self> {
        if !path.exists() {
            make(path, &self.0).map_err(unavailable)?;
        }
        Self::kept(path)
    }

    /// What tells this key from others and nothing of it.
    pub fn mark(&self) -> Vec<u8> {
        let key = hmac::Key::new(HMAC_SHA256, &self.0);
        hmac::sign(&key, MARK).as_ref().to_vec()
    }

    /// Seals a body, with something that must be known besides.
    pub fn seal(&self, plain: &[u8], known: Option<&[u8]>) -> Stored<Vec<u8>> {
        let mut nonce = [0; NONCE_LEN];
        SystemRandom::new().fill(&mut nonce).map_err(failed)?;
        let mut sealed = plain.to_vec();
        let unique = Nonce::assume_unique_for_key(nonce);
        self.cipher(known)?
            .seal_in_place_append_tag(unique, Aad::empty(), &mut sealed)
            .map_err(failed)?;
        Ok([&[SEALED], &nonce[..], &sealed].concat())
    }

    /// Opens what was sealed; a body of before comes back as it is.
    pub fn open(&self, body: &[u8], known: Option<&[u8]>) -> Stored<Vec<u8>> {
        let Some((&SEALED, sealed)) = body.split_first() else {
            return Ok(body.to_vec());
        };
        let (nonce, rest) = sealed
            .split_first_chunk::<NONCE_LEN>()
            .ok_or_else(|| failed(ring::error::Unspecified))?;
        let mut rest = rest.to_vec();
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let cipher = self.cipher(known)?;
        let plain = cipher.open_in_place(nonce, Aad::empty(), &mut rest);
        Ok(plain.map_err(failed)?.to_vec())
    }

    fn cipher(&self, known: Option<&[u8]>) -> Stored<LessSafeKey> {
        let both = known.map(|known| hmac::sign(&hmac::Key::new(HMAC_SHA256, &self.0), known));
        let key = both.as_ref().map_or(&self.0[..], AsRef::as_ref);
        let key = UnboundKey::new(&CHACHA20_POLY1305, key).map_err(failed)?;
        Ok(LessSafeKey::new(key))
    }
}

fn failed(_: ring::error::Unspecified) -> StoreError {
    let why = "a state does not open: another key sealed it, or it was changed";
    StoreError::Unavailable(why.into())
}

fn unavailable(cause: std::io::Error) -> StoreError {
    StoreError::Unavailable(cause.into())
}

fn fresh() -> std::io::Result<[u8; KEY_LEN]> {
    let mut key = [0; KEY_LEN];
    SystemRandom::new()
        .fill(&mut key)
        .map_err(|_| ErrorKind::Other)?;
    Ok(key)
}

/// Whole or not at all: written under a name of its own, which then becomes the key's, unless somebody
/// else was sooner.
fn make(path: &Path, key: &[u8; KEY_LEN]) -> std::io::Result<()> {
    let draft = path.with_extension(format!(
        "key-{}-{:?}",
        std::process::id(),
        std::thread::current().id()
    ));
    let written = write(&draft, key).and_then(|()| match hard_link(&draft, path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    });
    remove_file(&draft)?;
    written?;
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
        _ => File::open(".")?.sync_all(),
    }
}

fn write(path: &Path, key: &[u8]) -> std::io::Result<()> {
    let mut file = private_file().open(path)?;
    file.write_all(key)?;
    file.sync_all()
}

/// How files are made that are nobody else's to read.
pub fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn what_is_sealed_with_something_known_opens_with_it_alone() {
        let folder = tempfile::tempdir().unwrap();
        let key = StateKey::of(&folder.path().join("test.db.key")).unwrap();
        let sealed = key.seal(b"hunter2", Some(b"known")).unwrap();
        let open = |known| key.open(&sealed, known);
        assert_eq!(open(Some(b"known")).unwrap(), b"hunter2");
        assert!(open(Some(b"other")).is_err());
        assert!(open(None).is_err());
    }

    #[test]
    fn what_is_sealed_opens_with_its_key_unchanged_only() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("test.db.key");
        let key = StateKey::of(&database).unwrap();
        let sealed = key.seal(b"hunter2", None).unwrap();
        assert!(!sealed.windows(7).any(|part| part == b"hunter2"));
        assert_eq!(
            StateKey::of(&database)
                .unwrap()
                .open(&sealed, None)
                .unwrap(),
            b"hunter2"
        );
        assert_eq!(key.open(b"\0of before", None).unwrap(), b"\0of before");
        let other = StateKey::of(&folder.path().join("other.db.key")).unwrap();
        assert!(other.open(&sealed, None).is_err());
        for at in 1..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(key.open(&changed, None).is_err(), "{at}");
        }
        assert!(key.open(&[SEALED], None).is_err());
        let names = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(names, 2, "nothing is left lying");
    }
}
