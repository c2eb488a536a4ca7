//! Seals the states of tasks and runs that are under way: the person's words stand in them as they were said,
//! secrets included, for the gate judges by them. The key lies beside the database, so that neither the
//! database nor a copy of it tells anything without the other.

use std::fs::{File, OpenOptions, hard_link, remove_file};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hmac::{self, HMAC_SHA256};
use ring::rand::{SecureRandom as _, SystemRandom};
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::{Connection, Error};
use screen_agent_store::StoreError;

use crate::error::store_error;

/// Bytes of the key.
const KEY_LEN: usize = 32;
/// The first byte of what is sealed; bodies of before begin with another.
const SEALED: u8 = 0x5e;

/// The key of a database.
#[derive(Clone)]
pub(crate) struct Key([u8; KEY_LEN]);

impl Key {
    /// The kept key of a database, made where there is none.
    pub(crate) fn of(database: &Path) -> Result<Self, StoreError> {
        let mut name = database.as_os_str().to_owned();
        name.push(".key");
        let path = PathBuf::from(name);
        let unavailable = |cause: std::io::Error| StoreError::Unavailable(cause.into());
        if !path.exists() {
            make(&path).map_err(unavailable)?;
        }
        let kept = std::fs::read(&path).map_err(unavailable)?;
        let key = kept.try_into().map_err(|_| {
            StoreError::Unavailable(format!("{} is not a key of 32 bytes", path.display()).into())
        })?;
        Ok(Self(key))
    }

    /// Teaches a connection `sealed(body)` and `opened(body)`, and both with something that must be known besides.
    pub(crate) fn teach(&self, connection: &Connection) -> Result<(), StoreError> {
        let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DIRECTONLY;
        let (sealing, opening) = (self.clone(), self.clone());
        connection
            .create_scalar_function("sealed", -1, flags, move |call| {
                sealing.seal(&call.get::<Vec<u8>>(0)?, known(call)?.as_deref())
            })
            .and_then(|()| {
                connection.create_scalar_function("opened", -1, flags, move |call| {
                    opening.open(call.get(0)?, known(call)?.as_deref())
                })
            })
            .map_err(store_error)
    }

    fn seal(&self, plain: &[u8], known: Option<&[u8]>) -> Result<Vec<u8>, Error> {
        let mut nonce = [0; NONCE_LEN];
        SystemRandom::new().fill(&mut nonce).map_err(failed)?;
        let mut sealed = plain.to_vec();
        let unique = Nonce::assume_unique_for_key(nonce);
        self.cipher(known)?
            .seal_in_place_append_tag(unique, Aad::empty(), &mut sealed)
            .map_err(failed)?;
        Ok([&[SEALED], &nonce[..], &sealed].concat())
    }

    fn open(&self, body: Vec<u8>, known: Option<&[u8]>) -> Result<Vec<u8>, Error> {
        let Some((&SEALED, sealed)) = body.split_first() else {
            return Ok(body);
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

    fn cipher(&self, known: Option<&[u8]>) -> Result<LessSafeKey, Error> {
        let both = known.map(|known| hmac::sign(&hmac::Key::new(HMAC_SHA256, &self.0), known));
        let key = both.as_ref().map_or(&self.0[..], AsRef::as_ref);
        let key = UnboundKey::new(&CHACHA20_POLY1305, key).map_err(failed)?;
        Ok(LessSafeKey::new(key))
    }
}

/// What must be known besides the key.
fn known(call: &Context<'_>) -> Result<Option<Vec<u8>>, Error> {
    if call.len() < 2 {
        return Ok(None);
    }
    call.get(1)
}

fn failed(_: ring::error::Unspecified) -> Error {
    Error::UserFunctionError(
        "a state does not open: another key sealed it, or it was changed".into(),
    )
}

/// Whole or not at all: written under a name of its own, which then becomes the key's, unless somebody
/// else was sooner.
fn make(path: &Path) -> std::io::Result<()> {
    let mut key = [0; KEY_LEN];
    SystemRandom::new()
        .fill(&mut key)
        .map_err(|_| ErrorKind::Other)?;
    let draft = path.with_extension(format!(
        "key-{}-{:?}",
        std::process::id(),
        std::thread::current().id()
    ));
    let written = write(&draft, &key).and_then(|()| match hard_link(&draft, path) {
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
    let mut file = private().open(path)?;
    file.write_all(key)?;
    file.sync_all()
}

/// How files are made that are nobody else's to read.
pub(crate) fn private() -> OpenOptions {
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
        let key = Key::of(&folder.path().join("test.db")).unwrap();
        let sealed = key.seal(b"hunter2", Some(b"known")).unwrap();
        let open = |known| key.open(sealed.clone(), known);
        assert_eq!(open(Some(b"known")).unwrap(), b"hunter2");
        assert!(open(Some(b"other")).is_err());
        assert!(open(None).is_err());
    }

    #[test]
    fn what_is_sealed_opens_with_its_key_unchanged_only() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("test.db");
        let key = Key::of(&database).unwrap();
        let sealed = key.seal(b"hunter2", None).unwrap();
        assert!(!sealed.windows(7).any(|part| part == b"hunter2"));
        assert_eq!(
            Key::of(&database)
                .unwrap()
                .open(sealed.clone(), None)
                .unwrap(),
            b"hunter2"
        );
        assert_eq!(
            key.open(b"\0of before".to_vec(), None).unwrap(),
            b"\0of before"
        );
        let other = Key::of(&folder.path().join("other.db")).unwrap();
        assert!(other.open(sealed.clone(), None).is_err());
        for at in 1..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(key.open(changed, None).is_err(), "{at}");
        }
        assert!(key.open(vec![SEALED], None).is_err());
        let names = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(names, 2, "nothing is left lying");
    }
}
