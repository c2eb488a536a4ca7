//! Lines of code: no blanks, comments, docs, tests, fixtures or generated files.
//!
//! A line counts by how it begins, so a comment behind code counts with its line, and a `#[cfg(test)]` item
//! other than a module in braces is taken for one line.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;

use crate::shell::{command, root};

const ENDINGS: [&str; 8] = ["rs", "ts", "tsx", "js", "mjs", "css", "sql", "html"];

/// Folders in which nothing counts.
const ASIDE: [&str; 11] = [
    "tests",
    "test",
    "fixtures",
    "e2e",
    "generated",
    "fuzz",
    "benches",
    "conformance",
    "testkit",
    "schemas",
    "docs",
];

/// Lines by crate or web package; other trees as a whole. Only files that git knows, and that still stand.
pub fn by_package() -> Result<BTreeMap<String, usize>> {
    let listed = command("git").args(["ls-files"]).output()?.stdout;
    let mut counts = BTreeMap::new();
    for name in String::from_utf8_lossy(&listed).lines() {
        let path = Path::new(name);
        if !counts_in(path) || !root().join(path).is_file() {
            continue;
        }
        let text = std::fs::read(root().join(path))?;
        let parts: Vec<&str> = name.split('/').collect();
        let package = match parts.as_slice() {
            [tree @ ("core" | "shell" | "web"), package, ..] => format!("{tree}/{package}"),
            [tree, ..] => (*tree).to_owned(),
            [] => continue,
        };
        *counts.entry(package).or_default() += count(path, &String::from_utf8_lossy(&text));
    }
    Ok(counts)
}

/// Lines by tree: what stands before the first slash.
pub fn by_tree(packages: &BTreeMap<String, usize>) -> BTreeMap<String, usize> {
    let mut trees = BTreeMap::new();
    for (package, lines) in packages {
        let tree = package.split('/').next().unwrap_or_default();
        *trees.entry(tree.to_owned()).or_default() += lines;
    }
    trees
}

fn counts_in(path: &Path) -> bool {
    let ends = |name: &str| path.to_string_lossy().ends_with(name);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let aside = path
        .parent()
        .into_iter()
        .flat_map(Path::components)
        .any(|part| ASIDE.contains(&part.as_os_str().to_string_lossy().as_ref()));
    let test = ["test.rs", "tests.rs"].contains(&name.as_ref())
        || name.starts_with("conformance")
        || [
            "_test.rs",
            "_tests.rs",
            ".test.ts",
            ".test.tsx",
            ".browser.ts",
        ]
        .iter()
        .any(|end| ends(end));
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    ENDINGS.contains(&ending.as_ref()) && !aside && !test
}

fn count(path: &Path, text: &str) -> usize {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let comment = if ending == "sql" { "--" } else { "//" };
    let mut counted = 0;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let line = line.trim();
        if line.is_empty() || line.starts_with("//") || line.starts_with(comment) {
            continue;
        }
        if line.starts_with("/*") {
            if !line.contains("*/") {
                lines.by_ref().find(|line| line.contains("*/"));
            }
        } else if ending == "rs" && line == "#[cfg(test)]" {
            skip_item(&mut lines);
        } else {
            counted += 1;
        }
    }
    counted
}

/// Leaves out a module in braces up to its closing one, anything else as one line.
fn skip_item<'a>(lines: &mut impl Iterator<Item = &'a str>) {
    let Some(first) = lines.find(|line| !line.trim().starts_with("#[")) else {
        return;
    };
    let body = first.trim_start();
    if body.starts_with("mod") && first.trim_end().ends_with('{') {
        let close = format!("{}}}", &first[..first.len() - body.len()]);
        lines.find(|line| line.starts_with(&close));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_counts() {
        let text = "//! Docs.\n\nuse a::b;\n/* long\n   words */\nfn one() {}\n#[cfg(test)]\nmod tests {\n    fn two() {}\n}\nfn three() {}\n#[cfg(test)]\nmod more;\n";
        assert_eq!(count(Path::new("a.rs"), text), 3);
        assert_eq!(count(Path::new("a.sql"), "-- why\nselect 1;\n"), 1);
        let counted = ["core/a/src/b.rs", "web/ui/src/c.tsx"];
        assert!(counted.iter().all(|path| counts_in(Path::new(path))));
        let aside = [
            "core/a/tests/it/b.rs",
            "core/a/src/tests.rs",
            "web/ui/src/c.test.tsx",
            "web/api/src/generated/d.ts",
            "README.md",
        ];
        assert!(!aside.iter().any(|path| counts_in(Path::new(path))));
    }
}
