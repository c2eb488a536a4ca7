//! llama.cpp's own server with a tiny model, for tests of our client against software of others.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::model::{self, Name};
use crate::shell::{cargo, command, heading, root, run};

/// A build of llama.cpp, in the release that the tests were made with.
const SERVER: &str = "xllamacpp==2026.10.11549";

/// The tests, with what they need; an error when that cannot be had.
pub fn tests() -> Result<std::process::Command> {
    let server = server().with_context(|| format!("{SERVER} cannot be fetched"))?;
    let model = model::fetch(Name::Smol).context("the model cannot be fetched")?;
    let mut tests = cargo();
    // The whole workspace, although one file is run: fewer packages would be built once more.
    tests
        .args(["test", "--workspace", "--locked", "--quiet"])
        .args(["--test", "llama_cpp", "--", "--ignored", "--test-threads=1"])
        .env("SCREEN_AGENT_LLAMA", server)
        .env("SCREEN_AGENT_LLAMA_MODEL", model);
    Ok(tests)
}

/// The folder that Python finds the server in.
fn server() -> Result<PathBuf> {
    let folder = root().join("target/llama-server");
    if folder.join("xllamacpp").is_dir() {
        return Ok(folder);
    }
    let python = model::python()?;
    heading("fetching a llama.cpp server");
    let unfinished = folder.with_extension("unfinished");
    if unfinished.exists() {
        std::fs::remove_dir_all(&unfinished)?;
    }
    run(command(&python)
        .args(["-m", "pip", "install", "--quiet", "--no-deps"])
        .args(["--disable-pip-version-check", "--only-binary", ":all:"])
        .arg("--target")
        .arg(&unfinished)
        .arg(SERVER))?;
    std::fs::rename(&unfinished, &folder)?;
    Ok(folder)
}
