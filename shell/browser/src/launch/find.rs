//! Where Chromium is on a machine.

use std::path::{Path, PathBuf};

use crate::BrowserError;

/// Names that Chromium and its kin go by, the most free first.
const NAMES: [&str; 6] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
];

/// Finds a browser: the configured path alone when there is one, else the known names in `folders`.
///
/// The caller hands in the folders of PATH; this crate reads no environment.
///
/// # Errors
/// [`BrowserError::Missing`], saying what was looked for.
pub fn find_browser(
    configured: Option<&Path>,
    folders: &[PathBuf],
) -> Result<PathBuf, BrowserError> {
    if let Some(path) = configured {
        return match path.is_file() {
            true => Ok(path.to_owned()),
            false => Err(BrowserError::Missing {
                looked: path.display().to_string(),
            }),
        };
    }
    NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.is_file())
        .ok_or_else(|| BrowserError::Missing {
            looked: NAMES.join(", "),
        })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_configured_path_is_never_replaced_by_another() {
        let folder = tempfile::tempdir().unwrap();
        let installed = folder.path().join("chromium");
        std::fs::write(&installed, "").unwrap();
        let folders = [folder.path().to_owned()];
        let absent = folder.path().join("absent");

        assert_eq!(find_browser(Some(&installed), &[]), Ok(installed.clone()));
        assert_eq!(find_browser(None, &folders), Ok(installed));
        assert_eq!(
            find_browser(Some(&absent), &folders),
            Err(BrowserError::Missing {
                looked: absent.display().to_string()
            })
        );
        assert!(matches!(
            find_browser(None, &[]),
            Err(BrowserError::Missing { .. })
        ));
    }
}
