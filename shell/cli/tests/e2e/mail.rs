//! What runs come to, by mail: `clients/mail.test.mjs` beside this folder is the mail server, of published packages.

use crate::kit::{Machine, Site};
use crate::mcp::{node, passes};
use crate::server::add_user;

#[test]
fn a_run_writes_to_whose_it_is_and_what_is_not_taken_is_given_up() {
    let Some(mut client) = node("mail.test.mjs") else {
        return;
    };
    let machine = Machine::new();
    add_user(&machine);
    passes(&machine, &Site::of("<title>Shop</title>"), &mut client);
}
