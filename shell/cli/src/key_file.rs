//! The key that seals the secrets of second factors: beside the database, so that neither says
//! anything without the other.

use std::io::{ErrorKind, Write as _};
use std::path::Path;

use anyhow::{Context, Result};
use rand::RngCore as _;
use screen_agent_server::SealKey;

/// Where the key is kept, in the data folder.
const KEY_FILE: &str = "account-key";

/// The kept key, made where there is none.
pub(crate) fn seal_key(data: &Path) -> Result<SealKey> {
    let path = data.join(KEY_FILE);
    if !path.exists() {
        make(data, &path).with_context(|| format!("cannot make {}", path.display()))?;
    }
    let kept = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let key: [u8; 32] = kept
        .try_into()
        .ok()
        .with_context(|| format!("{} is not a key of 32 bytes", path.display()))?;
    Ok(SealKey::new(key))
}

/// Whole or not at all: written under a name of its own, which then becomes the key's, unless
/// somebody else was sooner.
fn make(data: &Path, path: &Path) -> std::io::Result<()> {
    let mut key = [0_u8; 32];
    rand::rng().fill_bytes(&mut key);
    // Readable by its owner alone, as temporary files are.
    let mut file = tempfile::NamedTempFile::new_in(data)?;
    file.write_all(&key)?;
    file.as_file().sync_all()?;
    match file.persist_noclobber(path) {
        Ok(_) => std::fs::File::open(data)?.sync_all(),
        Err(refused) if refused.error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(refused) => Err(refused.error),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_key_is_made_once_and_kept_for_its_owner_alone() -> Result<()> {
        let data = tempfile::tempdir()?;
        seal_key(data.path())?;
        let file = data.path().join(KEY_FILE);
        let made = std::fs::read(&file)?;
        seal_key(data.path())?;
        assert_eq!(std::fs::read(&file)?, made);
        let mode = std::fs::metadata(&file)?.permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(std::fs::read_dir(data.path())?.count(), 1);
        std::fs::write(&file, "short")?;
        assert!(seal_key(data.path()).is_err());
        Ok(())
    }
}
