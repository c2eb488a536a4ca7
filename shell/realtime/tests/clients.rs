//! The published clients, unchanged, against the hub: `clients/` beside this file, in Node and in real Chromium.

#![allow(clippy::expect_used)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[test]
fn pusher_js_and_the_server_library_in_node() {
    run("node.test.mjs");
}

#[test]
fn pusher_js_in_chromium() {
    run("chromium.test.mjs");
}

#[test]
fn the_clients_own_specs_in_chromium() {
    run("specs.test.mjs");
}

#[test]
fn the_server_librarys_own_specs() {
    run("server-specs.test.mjs");
}

/// Runs one file of `clients/`. What is missing there is said there.
fn run(file: &str) {
    let clients = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients");
    let has_node = Command::new("node")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    let packages = clients.join("../../../../web/node_modules/pusher-js");
    if !has_node || !packages.is_dir() {
        eprintln!("skipped: Node.js or the npm packages of web/ are missing");
        return;
    }
    let tested = Command::new("node")
        .args(["--test", "--test-reporter=spec"])
        .arg(clients.join(file))
        .env("HUB_BINARY", hub())
        .status()
        .expect("node runs");
    assert!(tested.success(), "{file}: see above");
}

/// The example, which Cargo builds with the tests.
fn hub() -> PathBuf {
    let own = std::env::current_exe().expect("this test has a path");
    let folder = own
        .parent()
        .and_then(Path::parent)
        .expect("it is below deps/");
    let hub = folder
        .join("examples/hub")
        .with_extension(std::env::consts::EXE_EXTENSION);
    assert!(
        hub.is_file(),
        "build it first: cargo build --package screen-agent-realtime --example hub"
    );
    hub
}
