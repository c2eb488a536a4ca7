//! The crates of the workspace, as Cargo knows them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::shell::{cargo, root};

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
pub struct Package {
    pub name: String,
    manifest_path: PathBuf,
    pub dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
pub struct Dependency {
    pub name: String,
    /// None for what is always built; `dev` and `build` otherwise.
    pub kind: Option<String>,
}

/// Every crate of the workspace.
pub fn packages() -> Result<Vec<Package>> {
    let output = cargo()
        .args(["metadata", "--format-version", "1", "--no-deps", "--locked"])
        .output()?;
    let metadata: Metadata =
        serde_json::from_slice(&output.stdout).context("cargo metadata gave no JSON")?;
    Ok(metadata.packages)
}

impl Package {
    /// Its folder, from the checkout's root.
    pub fn folder(&self) -> &Path {
        let folder = self.manifest_path.parent().unwrap_or(Path::new(""));
        folder.strip_prefix(root()).unwrap_or(folder)
    }

    pub fn is_in(&self, tree: &str) -> bool {
        self.folder().starts_with(tree)
    }
}

/// These crates, and all whose code or tests depend on them.
pub fn with_dependents<'a>(
    packages: &'a [Package],
    mut names: BTreeSet<&'a str>,
) -> BTreeSet<&'a str> {
    loop {
        let before = names.len();
        for package in packages {
            let uses = |dependency: &Dependency| names.contains(dependency.name.as_str());
            if package.dependencies.iter().any(uses) {
                names.insert(&package.name);
            }
        }
        if names.len() == before {
            return names;
        }
    }
}
