//! A file that is put in the place of what is there.

use std::io::{Result, Write as _};
use std::path::Path;

/// Written beside it first, so that no half of a file is ever read.
pub(crate) fn replace(path: &Path, text: &str) -> Result<()> {
    // A link leads to where it is kept, and whoever could read it can go on to.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().filter(|at| !at.as_os_str().is_empty());
    let mut file = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(text.as_bytes())?;
    if let Ok(known) = std::fs::metadata(&path) {
        file.as_file().set_permissions(known.permissions())?;
    }
    file.persist(&path)?;
    Ok(())
}
