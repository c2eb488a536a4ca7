//! Keys that the server keeps beside its database, each in a file of its own: one that seals the
//! secrets of second factors, so that neither says anything without the other, and one that signs the
//! audit log. And the key of a person, that signs their workflows.

use std::io::{ErrorKind, Write as _};
use std::path::Path;

use anyhow::{Context, Result};
use screen_agent_adapters::private_folder;
use screen_agent_audit::SigningKey;
use screen_agent_server::SealKey;

/// Where the key is kept that seals second factors, in the data folder.
pub(crate) const ACCOUNTS: &str = "account-key";
/// Where the key is kept that signs the audit log.
const AUDIT_FILE: &str = "audit-key";
/// Where the key is kept that signs workflows.
const WORKFLOWS: &str = "workflow-key";

/// The kept key for second factors, made where there is none.
pub(crate) fn seal_key(data: &Path) -> Result<SealKey> {
    kept(data, ACCOUNTS).map(SealKey::new)
}

/// The kept key for the audit log, made where there is none.
pub(crate) fn audit_key(data: &Path) -> Result<SigningKey> {
    Ok(SigningKey::of_seed(&kept(data, AUDIT_FILE)?)?)
}

/// The kept key that signs workflows, made with its folder where there is none: a person's, not a server's.
pub(crate) fn workflow_key(data: &Path) -> Result<SigningKey> {
    private_folder(data).with_context(|| format!("cannot make {}", data.display()))?;
    Ok(SigningKey::of_seed(&kept(data, WORKFLOWS)?)?)
}

/// A key that may take the place of the kept one for the audit log: nothing is changed before
/// [`NextKey::take_over`].
pub(crate) struct NextKey {
    pub(crate) key: SigningKey,
    file: tempfile::NamedTempFile,
}

impl NextKey {
    pub(crate) fn draw(data: &Path) -> Result<Self> {
        let seed: [u8; 32] = rand::random();
        Ok(Self {
            key: SigningKey::of_seed(&seed)?,
            file: written(data, &seed)?,
        })
    }

    /// Takes the place of the kept key, which is gone then.
    pub(crate) fn take_over(self, data: &Path) -> Result<()> {
        Ok(put(self.file, data, AUDIT_FILE)?)
    }
}

fn kept(data: &Path, file: &str) -> Result<[u8; 32]> {
    let path = data.join(file);
    if !path.exists() {
        make(data, &path).with_context(|| format!("cannot make {}", path.display()))?;
    }
    let kept = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    kept.try_into()
        .ok()
        .with_context(|| format!("{} is not a key of 32 bytes", path.display()))
}

/// Readable by its owner alone, as temporary files are.
fn written(data: &Path, key: &[u8]) -> std::io::Result<tempfile::NamedTempFile> {
    let mut file = tempfile::NamedTempFile::new_in(data)?;
    file.write_all(key)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Gives a file that is whole its name, and takes the place of what had it.
fn put(file: tempfile::NamedTempFile, data: &Path, name: &str) -> std::io::Result<()> {
    file.persist(data.join(name))?;
    std::fs::File::open(data)?.sync_all()
}

/// Writes a file for its owner alone: beside its place, and there only when it is whole and durable.
pub(crate) fn write_whole(data: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    put(written(data, bytes)?, data, name)
}

/// Whole or not at all: written under a name of its own, which then becomes the key's, unless
/// somebody else was sooner.
fn make(data: &Path, path: &Path) -> std::io::Result<()> {
    match written(data, &rand::random::<[u8; 32]>())?.persist_noclobber(path) {
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
        let file = data.path().join(ACCOUNTS);
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
