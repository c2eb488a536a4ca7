//! `/api/agui`, used by the published client, unchanged: `clients/agui.test.mjs` beside this folder.

use std::process::Stdio;

use crate::mcp::node;
use crate::workers::{ORDERED, Works};

#[test]
fn the_published_client_asks_and_has_things_done() {
    let Some(mut client) = node("agui.test.mjs") else {
        return;
    };
    let works = Works::with(ORDERED);
    let mut worker = works.worker(&[]);
    worker.line_with("ready");
    client
        .env("SERVER", &works.served.base)
        .env("TOKEN", &works.client().token)
        .env("SITE", works.site.url())
        .stdin(Stdio::null());
    assert!(client.status().unwrap().success(), "see above");
    // Once by the yes that a person gave, and never otherwise.
    assert_eq!(works.orders(), 1);
}
