//! The agent of an editor, used by the published client, unchanged: `clients/acp.test.mjs` beside this folder.

use crate::ide::Served;
use crate::kit::Site;
use crate::mcp::{GUESTS, PRICES, node, passes};

#[test]
fn the_published_client_works_by_standard_input_and_output() {
    let Some(mut client) = node("acp.test.mjs") else {
        return;
    };
    let served = Served::new();
    let site = Site::new(&[
        ("/", GUESTS),
        ("/send", "<title>Thanks</title><p>Welcome, Ada."),
        ("/prices", PRICES),
    ]);
    client.env("FOLDER", &served.desk.root);
    passes(&served.desk.machine, &site, &mut client);
    // Once by the yes that a person gave, and never otherwise.
    assert_eq!(site.asked("POST /send"), 1);
    served.desk.machine.assert_no_browser_left();
    let pages = std::fs::read_dir(served.desk.root.join("app/pages")).unwrap();
    assert_eq!(pages.count(), 1);
}
