//! What TypeScript clients read, from what the server sends.

use screen_agent_wire::extension::{ErrorBody, InteractData, InteractRequest, Mirrored};

use crate::kit::{Kit, page};

#[tokio::test]
async fn our_own_types_read_what_the_server_sends() {
    let kit = Kit::new().await;
    kit.script.act("click(7)");
    let reply = kit.interact(&page("click Help")).await;
    let read: Mirrored<InteractData> = serde_json::from_slice(&reply.bytes).unwrap();
    assert_eq!(read.data, read.top);
    let refused = kit.get("/api/nope", "").await;
    let read: ErrorBody = serde_json::from_slice(&refused.bytes).unwrap();
    assert_eq!(read.code, "NOT_FOUND");
}

#[test]
fn a_request_is_written_as_it_is_read() {
    let body = page("click Help").to_string();
    let read: InteractRequest = screen_agent_wire::read(body.as_bytes()).unwrap();
    let written = serde_json::to_vec(&read).unwrap();
    let again: InteractRequest = screen_agent_wire::read(&written).unwrap();
    assert_eq!(read, again);
}
