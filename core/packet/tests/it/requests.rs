//! Requests: good ones as they are read, bad ones as they are refused.

use crate::fixtures::{beside, fixtures, pretty};
use screen_agent_packet::read::{self, BODY, PacketFault};
use screen_agent_wire::packet::document::{Content, Trust};

#[test]
fn good_requests_are_read() {
    for (name, text) in fixtures("good", "json") {
        let packet =
            read::request(text.as_bytes()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        beside("good", || {
            insta::assert_snapshot!(format!("{name}.read"), pretty(&packet))
        });
        let again = read::request(pretty(&packet).as_bytes()).unwrap();
        assert_eq!(again, packet, "{name}");
    }
}

#[test]
fn bad_requests_are_refused_with_a_code_a_place_and_a_sentence() {
    for (name, text) in fixtures("bad", "json") {
        let fault = match read::request(text.as_bytes()) {
            Ok(_) => panic!("{name} was read"),
            Err(fault) => fault,
        };
        let told = format!(
            "{}\n{}\n{fault}",
            fault.code(),
            fault.field().unwrap_or("(the packet as a whole)")
        );
        beside("bad", || insta::assert_snapshot!(name, told));
    }
}

#[test]
fn only_results_of_tools_are_trusted() {
    for (name, text) in fixtures("good", "json") {
        for document in read::request(text.as_bytes()).unwrap().context.documents {
            let may = matches!(document.content, Content::ToolResult(_));
            assert!(
                may || document.trust == Trust::Untrusted,
                "{name}: {}",
                document.doc_id
            );
        }
    }
}

#[test]
fn a_body_that_is_too_large_is_not_looked_at() {
    let body = vec![b' '; BODY + 1];
    assert_eq!(
        read::request(&body),
        Err(PacketFault::TooLarge { most: BODY })
    );
}

#[test]
fn no_prefix_and_no_flipped_byte_of_a_request_is_more_than_a_fault() {
    for (_, text) in fixtures("good", "json") {
        for end in (0..text.len()).step_by(23) {
            let _ = read::request(&text.as_bytes()[..end]);
        }
        for at in (0..text.len()).step_by(19) {
            for flip in [0x01, 0x20, 0x80] {
                let mut changed = text.clone().into_bytes();
                changed[at] ^= flip;
                let _ = read::request(&changed);
            }
        }
    }
}
