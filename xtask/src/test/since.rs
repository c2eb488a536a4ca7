//! What a change touches: crates with those that depend on them, and packages of `web/`.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Result, bail};

use crate::shell::command;
use crate::workspace::{Package, with_dependents};

/// What is to be tested.
#[derive(Debug, Default, PartialEq)]
pub struct Touched<'a> {
    pub crates: BTreeSet<&'a str>,
    pub web: BTreeSet<&'static str>,
}

/// Packages of `web/`, with those that are built from them, themselves among these.
const WEB: [(&str, &[&str]); 6] = [
    ("page", &["page", "extension"]),
    (
        "api",
        &["api", "page", "ui", "console", "extension", "vscode"],
    ),
    ("ui", &["ui", "console", "extension", "vscode"]),
    ("console", &["console"]),
    ("extension", &["extension"]),
    ("vscode", &["vscode"]),
];

/// Files that differ from where the branch left `reference`, also such as are not committed or not added.
pub fn changed(reference: &str) -> Result<Vec<String>> {
    let base = git(&["merge-base", reference, "HEAD"])?;
    let mut files = git(&["diff", "--name-only", base.trim()])?;
    files.push_str(&git(&["ls-files", "--others", "--exclude-standard"])?);
    Ok(files.lines().map(str::to_owned).collect())
}

fn git(args: &[&str]) -> Result<String> {
    let output = command("git").args(args).output()?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        bail!("git {}: {}", args.join(" "), why.trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What these files have a say in.
pub fn touched<'a>(packages: &'a [Package], files: &[String]) -> Touched<'a> {
    let mut web = BTreeSet::new();
    let mut folders = BTreeSet::new();
    for file in files {
        match file.split('/').collect::<Vec<_>>().as_slice() {
            // Every build depends on them; which test reads a fixture or a page of docs, nobody knows.
            ["Cargo.toml" | "Cargo.lock"] | ["fixtures" | "docs" | ".cargo", ..] => {
                folders.extend(packages.iter().map(Package::folder));
            }
            ["e2e", ..] => {
                folders.insert(Path::new("e2e/serve"));
            }
            ["web", name, ..] => web.extend(built_from(name)),
            _ => {
                folders.insert(Path::new(file));
            }
        }
    }
    // The crate that holds what is built of these two.
    if web.contains("page") || web.contains("console") {
        folders.insert(Path::new("shell/assets"));
    }
    let holds = |package: &&Package| folders.iter().any(|at| at.starts_with(package.folder()));
    let own = packages.iter().filter(holds);
    let crates = with_dependents(packages, own.map(|package| package.name.as_str()).collect());
    Touched { crates, web }
}

/// What is built from a package of `web/`; from what lies beside them, everything.
fn built_from(name: &str) -> impl Iterator<Item = &'static str> {
    let known = WEB.iter().any(|(package, _)| *package == name);
    let meant = WEB
        .iter()
        .filter(move |(package, _)| !known || *package == name);
    meant
        .flat_map(|(_, built)| built.iter().copied())
        .collect::<Vec<_>>()
        .into_iter()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::workspace;

    fn told(files: &[&str]) -> (Vec<String>, Vec<&'static str>) {
        let packages = workspace::packages().unwrap();
        let files: Vec<String> = files.iter().map(ToString::to_string).collect();
        let touched = touched(&packages, &files);
        let short = |name: &&str| name.trim_start_matches("screen-agent-").to_owned();
        let crates = touched.crates.iter().map(short).collect();
        (crates, touched.web.into_iter().collect())
    }

    #[test]
    fn a_change_touches_its_crate_and_those_that_depend_on_it() {
        assert_eq!(told(&["README.md"]), (vec![], vec![]));
        assert_eq!(told(&["xtask/src/main.rs"]).0, ["xtask"]);
        let (realtime, _) = told(&["shell/realtime/src/lib.rs"]);
        for dependent in ["realtime", "server", "cli", "bench"] {
            assert!(realtime.iter().any(|name| name == dependent), "{dependent}");
        }
        assert!(!realtime.iter().any(|name| name == "page"));
        assert_eq!(told(&["Cargo.lock"]), told(&["fixtures/gate/a.json"]));
    }

    #[test]
    fn a_change_of_the_web_touches_what_is_built_from_it() {
        assert_eq!(
            told(&["web/extension/src/a.ts"]),
            (vec![], vec!["extension"])
        );
        let (crates, web) = told(&["web/page/src/a.ts"]);
        assert_eq!(web, ["extension", "page"]);
        assert!(crates.contains(&"assets".to_owned()) && crates.contains(&"browser".to_owned()));
        assert_eq!(told(&["web/package.json"]).1.len(), 6);
    }
}
