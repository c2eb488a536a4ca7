//! The program of another commit.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::shell::{cargo, command, root, run};

/// Builds it below `target/`, from a tree of its own, into a folder of its own: in ours its crates would stand under the
/// names of ours, and each build would have the other's built once more.
pub fn program(reference: &str) -> Result<PathBuf> {
    let folder = root().join("target/previous");
    let (tree, packed) = (folder.join("tree"), folder.join("tree.tar"));
    if tree.exists() {
        std::fs::remove_dir_all(&tree).with_context(|| format!("emptying {}", tree.display()))?;
    }
    std::fs::create_dir_all(&tree).with_context(|| format!("making {}", tree.display()))?;
    run(command("git")
        .args(["archive", "--format", "tar", "--output"])
        .args([packed.as_os_str(), reference.as_ref()]))?;
    run(command("tar")
        .args(["--extract", "--touch", "--file"])
        .args([packed.as_os_str(), "--directory".as_ref(), tree.as_os_str()]))?;
    run(cargo()
        .args(["build", "--locked", "--package", "screen-agent-cli"])
        .current_dir(&tree)
        .env("CARGO_TARGET_DIR", folder.join("target")))?;
    Ok(folder.join("target/debug/screen-agent"))
}
