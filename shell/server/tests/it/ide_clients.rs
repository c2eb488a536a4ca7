//! Published clients, of Supabase's protocols and others, unchanged, in Node against the server: `clients/` beside this folder.

use std::path::Path;
use std::process::Stdio;

use tokio::process::Command;

use crate::kit::Kit;
use crate::serve::start;

#[tokio::test(flavor = "multi_thread")]
async fn supabase_js_follows_traces() {
    passes("supabase.test.mjs").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn supabase_js_keeps_and_has_objects() {
    passes("storage.test.mjs").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn newman_finds_the_tags_that_are_promised() {
    passes("newman.test.mjs").await;
}

async fn passes(tests: &str) {
    let has_node = Command::new("node")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .await
        .is_ok_and(|status| status.success());
    if !has_node {
        eprintln!("skipped: Node.js is missing");
        return;
    }
    let kit = Kit::new().await;
    let running = start(&kit).await;
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/clients")
        .join(tests);
    let tested = Command::new("node")
        .args(["--test", "--test-reporter=spec"])
        .arg(file)
        .env("SERVER_URL", format!("http://{}", running.address))
        .env("TOKEN", &kit.alice)
        .env("OTHER_TOKEN", &kit.bob)
        .status()
        .await
        .expect("node runs");
    assert!(tested.success(), "see above");
}
