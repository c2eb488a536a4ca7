//! Builds the web bundles when they are missing or stale, and lays them out for embedding.
//!
//! `SCREEN_AGENT_SKIP_WEB_BUILD=1` takes whatever is built already, for machines without node.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use std::{env, fs};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The one line that a person runs when the build cannot.
const BY_HAND: &str = "cd web && npm ci && npm run build -w page -w console";

/// The packages that are embedded. Installing and building no other keeps a first build short: the
/// extension alone needs ten times as many packages as these.
const EMBEDDED: [&str; 2] = ["page", "console"];

/// The files of the page bundle, in the order in which they run.
const PAGE_FILES: [&str; 2] = ["page.js", "act.js"];

/// The file that joins them where the words of a whole document are wanted.
const READ_FILE: &str = "read.js";

/// What the packages share: their versions, and how TypeScript reads them.
const COMMON: [&str; 2] = ["package-lock.json", "tsconfig.base.json"];

fn main() -> Outcome<()> {
    let web = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?)
        .join("../../web")
        .canonicalize()?;
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo:rerun-if-env-changed=SCREEN_AGENT_SKIP_WEB_BUILD");

    let bundles = bundles(&web);
    for bundle in &bundles {
        bundle.watch();
    }
    let skip = env::var_os("SCREEN_AGENT_SKIP_WEB_BUILD").is_some_and(|value| value == "1");
    if !skip && bundles.iter().any(Bundle::is_stale) {
        build(&web)?;
    }
    for bundle in &bundles {
        if !bundle.product.is_file() {
            return Err(format!("{} is missing; run: {BY_HAND}", bundle.product.display()).into());
        }
    }
    fs::write(out.join("page.js"), page_bundle(&web.join("page/dist"))?)?;
    fs::copy(web.join("page/dist").join(READ_FILE), out.join(READ_FILE))?;
    fs::write(
        out.join("console.rs"),
        console_table(&web.join("console/dist"), &out)?,
    )?;
    Ok(())
}

/// One package of the web workspace, what else its bundle is made from, and the file that shows it
/// was built.
struct Bundle {
    inputs: Vec<PathBuf>,
    product: PathBuf,
}

/// The bundles to embed, with the packages of ours that go into each.
fn bundles(web: &Path) -> [Bundle; 2] {
    let bundle = |name: &str, uses: &[&str], product: &str| Bundle {
        inputs: [name]
            .iter()
            .chain(uses)
            .map(|package| web.join(package))
            .chain(COMMON.map(|file| web.join(file)))
            .collect(),
        product: web.join(name).join("dist").join(product),
    };
    [
        bundle("page", &[], READ_FILE),
        bundle("console", &["api", "ui"], "index.html"),
    ]
}

impl Bundle {
    /// What the product is made from.
    fn sources(&self) -> Vec<PathBuf> {
        self.inputs.iter().flat_map(|path| sources(path)).collect()
    }

    fn watch(&self) {
        for source in self.sources() {
            println!("cargo:rerun-if-changed={}", source.display());
        }
        println!("cargo:rerun-if-changed={}", self.product.display());
    }

    fn is_stale(&self) -> bool {
        let Some(built) = modified(&self.product) else {
            return true;
        };
        self.sources()
            .iter()
            .filter_map(|path| newest(path))
            .any(|changed| changed > built)
    }
}

/// What stands in a package, without the product, the packages it uses and the tests; or the file.
fn sources(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(path) else {
        return vec![path.to_path_buf()];
    };
    entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default();
            !["dist", "node_modules", "test"]
                .iter()
                .any(|kept_out| name == *kept_out)
        })
        .collect()
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|meta| meta.modified()).ok()
}

fn newest(path: &Path) -> Option<SystemTime> {
    if !path.is_dir() {
        return modified(path);
    }
    files(path).iter().filter_map(|file| modified(file)).max()
}

/// Every file below a folder, sorted so that builds repeat.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut found: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .collect();
    found.sort();
    found
}

fn build(web: &Path) -> Outcome<()> {
    let only: Vec<&str> = EMBEDDED.iter().flat_map(|name| ["-w", name]).collect();
    let installed = web.join("node_modules");
    if !installed.is_dir() {
        let install = ["ci", "--no-audit", "--no-fund", "--include-workspace-root"];
        npm(web, &[&install[..], &only].concat())?;
    } else if modified(&web.join("package-lock.json"))
        > modified(&installed.join(".package-lock.json"))
    {
        // Another version was checked out: what is missing is added, and what others use stays.
        npm(web, &["install", "--no-audit", "--no-fund"])?;
    }
    npm(web, &[&["run", "build"], &only[..]].concat())
}

fn npm(web: &Path, args: &[&str]) -> Outcome<()> {
    let output = Command::new("npm")
        .args(args)
        .current_dir(web)
        .output()
        .map_err(|error| {
            format!("cannot start npm ({error}); install node 20 or newer, then run: {BY_HAND}")
        })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned()
        + &String::from_utf8_lossy(&output.stdout);
    Err(format!(
        "npm {} failed; to see it alone run: {BY_HAND}\n{said}",
        args.join(" ")
    )
    .into())
}

/// What looks at a page, followed by what acts on it. The extension brings the second when it is
/// needed; a browser of our own may as well have both at once.
fn page_bundle(dist: &Path) -> Outcome<String> {
    let mut bundle = String::new();
    for file in PAGE_FILES {
        bundle += &fs::read_to_string(dist.join(file))?;
        bundle.push('\n');
    }
    Ok(bundle)
}

/// Rust source of the console's file table, each file copied beside it.
fn console_table(dist: &Path, out: &Path) -> Outcome<String> {
    let kept = out.join("console");
    if kept.exists() {
        fs::remove_dir_all(&kept)?;
    }
    let mut table = String::from("&[\n");
    for file in files(dist) {
        let path = file
            .strip_prefix(dist)?
            .to_string_lossy()
            .replace('\\', "/");
        let copy = kept.join(&path);
        fs::create_dir_all(copy.parent().ok_or("a file without a folder")?)?;
        fs::copy(&file, &copy)?;
        writeln!(
            table,
            "    Asset {{ path: {path:?}, mime: {:?}, bytes: include_bytes!({:?}) }},",
            mime(&path),
            copy
        )?;
    }
    table.push(']');
    Ok(table)
}

/// The types that a web build emits; anything else is bytes.
fn mime(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
