//! What of us the browser's processes get: no environment but what it takes, and no root.

use std::ffi::OsString;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use tokio::process::Command;

use super::LaunchOptions;

/// All of our environment that a browser needs. Keys of models and services are not among it, so
/// that a page that breaks out of its renderer finds none.
const NEEDED: [&str; 14] = [
    "PATH",
    "HOME",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "DISPLAY",
    "XAUTHORITY",
    "WAYLAND_DISPLAY",
    "XDG_RUNTIME_DIR",
    "XDG_CONFIG_DIRS",
    "XDG_DATA_DIRS",
    "FONTCONFIG_PATH",
];

/// Whom the browser runs as where we are root: nobody, for Chromium's sandbox does not work for root.
const NOBODY: u32 = 65_534;

/// Gives a command what it may know of our environment, and nothing else.
pub(super) fn bare(command: &mut Command) {
    let needed = NEEDED
        .iter()
        .filter_map(|name| Some((*name, std::env::var_os(name)?)));
    let kept: Vec<(&str, OsString)> = needed.collect();
    command.env_clear().envs(kept);
}

/// Who the browser runs as, if not as we do: where we are root and the sandbox is to hold, nobody.
/// A browser that nobody else may read is left as it is; Chromium then refuses root by itself.
pub(super) fn other_user(options: &LaunchOptions) -> Option<u32> {
    let other = !options.no_sandbox && is_root() && is_for_all(&options.executable);
    other.then_some(NOBODY)
}

/// Whether this process runs as root. Unknown counts as no: the sandbox is better kept.
fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

/// Whether everybody on the machine may start a program.
fn is_for_all(program: &Path) -> bool {
    const ENTER: u32 = 0o001;
    let program = std::fs::canonicalize(program).unwrap_or_else(|_| PathBuf::from(program));
    let open = |path: &Path| std::fs::metadata(path).is_ok_and(|it| it.mode() & ENTER != 0);
    program.ancestors().all(open)
}

/// Where the browser's own folder is made: where temporary files are, if its user comes there.
pub(super) fn temporary(user: Option<u32>) -> PathBuf {
    let usual = std::env::temp_dir();
    let reached = |folder: &PathBuf| user.is_none() || is_for_all(folder);
    let all = [usual.clone(), "/tmp".into(), "/var/tmp".into()];
    all.into_iter().find(reached).unwrap_or(usual)
}

/// Hands a folder, or a file, over to whom the browser runs as.
pub(super) fn give(path: &Path, user: u32) -> std::io::Result<()> {
    std::os::unix::fs::chown(path, Some(user), Some(user))
}
