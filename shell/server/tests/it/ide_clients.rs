//! The published clients of Supabase's protocols, unchanged, in Node against the server: `clients/` beside this folder.

use std::path::Path;
use std::process::Stdio;

use tokio::process::Command;

use crate::kit::Kit;
use crate::serve::start;

#[tokio::test(flavor = "multi_thread")]
async fn supabase_js_follows_traces() {
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
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients/supabase.test.mjs");
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
