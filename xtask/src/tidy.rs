//! The house rules that no compiler checks: arrows, purity, strangers, manifests, circles, names, size.

mod allowed;
mod circles;
mod lines;
mod modules;
mod names;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::shell::{root, say};
use crate::workspace;
use allowed::{Allowed, Counts};
use modules::Package;

/// What to say besides what is broken.
#[derive(clap::Args, Default)]
pub struct Args {
    /// Print lines of code by crate.
    #[arg(long)]
    count: bool,
    /// Print lines, circles and names by crate, to be quoted.
    #[arg(long)]
    figures: bool,
    /// Print each import that is part of a circle in this crate.
    #[arg(long, value_name = "CRATE")]
    circles: Option<String>,
    /// Take out of xtask/tidy.toml what is no longer needed.
    #[arg(long)]
    shrink: bool,
}

/// Who may use whom inside the workspace. Nothing else is allowed; see ARCHITECTURE.md.
const ARROWS: &[(&str, &str)] = &[
    ("words", ""),
    ("audit", ""),
    ("page", "words"),
    ("action", "words page"),
    ("gate", "words page action"),
    ("knowledge", "words page"),
    ("think", "words page action"),
    ("turn", "words page action gate think"),
    ("command", "words page action gate"),
    ("workflow", "words audit page action gate turn"),
    ("inert", ""),
    ("wire", "words page action gate think turn inert"),
    ("answer", "words action wire"),
    ("tools", "words page action gate inert wire"),
    ("extractive", "words"),
    (
        "packet",
        "words page action gate think wire answer tools extractive",
    ),
    ("ide", "words gate think wire"),
    ("ports", "action knowledge think"),
    ("store", "audit action gate think turn wire tools"),
    ("store-sql", "audit action gate think wire tools store"),
    ("store-sqlite", "store store-sql"),
    ("store-postgres", "store store-sql"),
    (
        "engine",
        "words audit page action gate knowledge think turn wire answer tools packet workflow ports store",
    ),
    ("adapters", "page think ports realtime"),
    ("bucket", "ports adapters"),
    ("local-llm", "action think ports"),
    ("extract", "page knowledge think"),
    ("assets", ""),
    ("realtime", ""),
    (
        "server",
        "words audit action knowledge think turn workflow wire tools packet ide ports store engine assets realtime",
    ),
    ("browser", "words page action wire assets"),
    ("mcp", ""),
    (
        "cli",
        "words audit page action gate knowledge think turn command workflow wire answer tools packet ide ports store \
         store-sql store-sqlite store-postgres engine adapters bucket local-llm extract realtime server browser mcp",
    ),
    ("site", ""),
    ("testkit", "ports"),
    (
        "bench",
        "audit page action knowledge think turn workflow wire answer tools packet ports store store-sql store-sqlite \
         store-postgres engine adapters realtime browser cli site testkit",
    ),
];

/// Crates that core may not use: they touch the world.
const WORLDLY: &[&str] = &[
    "tokio", "axum", "reqwest", "rusqlite", "postgres", "hyper", "rand", "tracing", "tempfile",
    "clap",
];

/// The three surfaces. They never import one another.
const SURFACES: [&str; 3] = ["extension", "packet", "ide"];

/// Checks every rule and lists all that is broken; or only says what was asked for.
pub fn run(args: &Args) -> Result<()> {
    let lines = lines::by_package()?;
    if args.count {
        count(&lines);
        return Ok(());
    }
    let packages = modules::packages()?;
    if let Some(name) = &args.circles {
        let package = packages.iter().find(|package| package.name == *name);
        let package = package.with_context(|| format!("there is no crate {name}"))?;
        say(&circles::arrows(&circles::graph(package)).join("\n"));
        return Ok(());
    }
    if args.figures {
        figures(&lines, &packages);
        return Ok(());
    }
    if args.shrink {
        return Allowed::read()?.shrink(&found(&lines, &packages));
    }
    let mut faults = Vec::new();
    arrows(&mut faults)?;
    strangers(&mut faults)?;
    persons_words(&mut faults)?;
    versions(&mut faults)?;
    one_tls_provider(&mut faults)?;
    pending_snapshots(&mut faults)?;
    measures(&found(&lines, &packages), &mut faults)?;
    if faults.is_empty() {
        return Ok(());
    }
    bail!("the house rules are broken:\n  {}", faults.join("\n  "))
}

/// What is not yet as it should be.
fn found(lines: &Counts, packages: &[Package]) -> Allowed {
    let circle = |package: &Package| {
        let modules = circles::circles(&circles::graph(package)).concat();
        (!modules.is_empty()).then(|| (package.name.clone(), modules.len()))
    };
    Allowed {
        budget: lines::by_tree(lines),
        circles: packages.iter().filter_map(circle).collect(),
        names: names::shared(packages)
            .into_iter()
            .map(|(name, crates)| (name, crates.len()))
            .collect(),
    }
}

fn measures(found: &Allowed, faults: &mut Vec<String>) -> Result<()> {
    let allowed = Allowed::read()?;
    for (tree, lines) in &found.budget {
        let most = allowed.budget.get(tree).copied().unwrap_or_default();
        if *lines > most {
            faults.push(format!(
                "{tree}: {lines} lines of code, the budget is {most}"
            ));
        }
    }
    allowed::compare(
        "modules in circles of",
        &allowed.circles,
        &found.circles,
        faults,
    );
    allowed::compare(
        "crates with a public type",
        &allowed.names,
        &found.names,
        faults,
    );
    Ok(())
}

fn count(lines: &Counts) {
    for (package, lines) in lines {
        say(&format!("{lines:7} {package}"));
    }
    say(&format!("{:7} in all", lines.values().sum::<usize>()));
}

fn figures(lines: &Counts, packages: &[Package]) {
    say("lines of code");
    count(lines);
    say("\nimport circles");
    for package in packages {
        for circle in circles::circles(&circles::graph(package)) {
            say(&format!(
                "{:4} {}: {}",
                circle.len(),
                package.name,
                circle.join(" ")
            ));
        }
    }
    let shared = names::shared(packages);
    say(&format!(
        "\npublic types that several crates define: {}",
        shared.len()
    ));
    for (name, crates) in shared {
        let crates: Vec<&str> = crates.into_iter().collect();
        say(&format!("     {name}: {}", crates.join(" ")));
    }
}

/// A snapshot that nobody accepted is a test that nobody looked at.
fn pending_snapshots(faults: &mut Vec<String>) -> Result<()> {
    for ending in ["pending-snap", "new"] {
        for file in sources(&root(), ending)? {
            faults.push(format!(
                "{} waits to be accepted or deleted",
                file.display()
            ));
        }
    }
    Ok(())
}

fn arrows(faults: &mut Vec<String>) -> Result<()> {
    let allowed: BTreeMap<&str, &str> = ARROWS.iter().copied().collect();
    for package in workspace::packages()? {
        let name = &package.name;
        let Some(short) = name.strip_prefix("screen-agent-") else {
            continue;
        };
        let Some(may_use) = allowed.get(short) else {
            faults.push(format!("{name} has no place among the arrows"));
            continue;
        };
        // What only tests use may point anywhere.
        for used in package
            .dependencies
            .iter()
            .filter(|used| used.kind.is_none())
        {
            let used = used.name.as_str();
            if package.is_in("core") && WORLDLY.contains(&used) {
                faults.push(format!("{name} is pure and may not use {used}"));
            }
            if let Some(used) = used.strip_prefix("screen-agent-")
                && !may_use.split(' ').any(|one| one == used)
            {
                faults.push(format!("{short} may not use {used}"));
            }
        }
    }
    Ok(())
}

/// No file below one surface's folder names another surface's module.
fn strangers(faults: &mut Vec<String>) -> Result<()> {
    for file in sources(&root(), "rs")? {
        let Some(own) = SURFACES
            .into_iter()
            .find(|surface| file.components().any(|part| part.as_os_str() == *surface))
        else {
            continue;
        };
        let text = std::fs::read_to_string(&file)?;
        for other in SURFACES.into_iter().filter(|surface| *surface != own) {
            if text.contains(&format!("{other}::")) {
                faults.push(format!("{} names the {other} surface", file.display()));
            }
        }
    }
    Ok(())
}

/// Only the turn says that a person said something, the gate for a question's own message, and the command that
/// reads cases of a policy from a file.
fn persons_words(faults: &mut Vec<String>) -> Result<()> {
    const MAY: [&str; 4] = [
        "core/words/src",
        "core/turn/src",
        "core/gate/src/tool",
        "shell/cli/src/gate",
    ];
    let root = root();
    for file in sources(&root, "rs")? {
        let place = file.strip_prefix(&root).unwrap_or(&file);
        let tests = place.components().any(|part| {
            let name = part.as_os_str().to_string_lossy();
            name.trim_end_matches(".rs") == "tests"
        });
        let may = tests || MAY.iter().any(|folder| place.starts_with(folder));
        let own = place.starts_with("xtask");
        if !may && !own && std::fs::read_to_string(&file)?.contains("Words::said") {
            faults.push(format!(
                "{} may not say what a person said",
                place.display()
            ));
        }
    }
    Ok(())
}

/// Versions stand in the root manifest alone.
fn versions(faults: &mut Vec<String>) -> Result<()> {
    for file in sources(&root(), "toml")? {
        if file == root().join("Cargo.toml")
            || file.file_name().is_none_or(|name| name != "Cargo.toml")
        {
            continue;
        }
        let text = std::fs::read_to_string(&file)?;
        if text.contains("[workspace]") {
            continue;
        }
        for line in text.lines().filter(|line| line.contains(" = \"")) {
            let key = line.split('=').next().unwrap_or_default().trim();
            let plain = [
                "name",
                "description",
                "path",
                "version",
                "build",
                "default-run",
                "edition",
                "reason",
            ];
            if !plain.contains(&key)
                && line.split('=').nth(1).is_some_and(|value| {
                    value.trim().starts_with('"') && value.contains(|c: char| c.is_ascii_digit())
                })
            {
                faults.push(format!(
                    "{} sets a version of its own: {line}",
                    file.display()
                ));
            }
        }
    }
    Ok(())
}

/// A second TLS provider comes in silently, through a default feature of something else.
fn one_tls_provider(faults: &mut Vec<String>) -> Result<()> {
    let lock = std::fs::read_to_string(root().join("Cargo.lock"))?;
    for banned in ["aws-lc-sys", "openssl-sys"] {
        if lock.contains(&format!("name = \"{banned}\"")) {
            faults.push(format!("{banned} came in; the one TLS provider is ring"));
        }
    }
    Ok(())
}

/// Every file of the tree with this ending; nothing that is built, and nothing of `fuzz/`.
pub fn sources(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if path.is_dir()
                && !name.starts_with('.')
                && !["target", "node_modules", "dist", "fuzz"].contains(&name.as_str())
            {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
