//! A request packet, as a client sends it.

use super::fault::PacketFault;
use super::{bounds, head, trusted};
use screen_agent_wire::packet::RequestPacket;

/// Largest request, in bytes.
pub const BODY: usize = 8 * 1024 * 1024;

/// Reads a request packet: strictly, within bounds, each fault with its place. Keys that are not
/// known are passed over, since published clients send some.
///
/// What is read may be relied on: the protocol and its version are ours, every document is of a
/// known kind and named once, and only results of tools are trusted.
pub fn request(body: &[u8]) -> Result<RequestPacket, PacketFault> {
    if body.len() > BODY {
        return Err(PacketFault::TooLarge { most: BODY });
    }
    head::check(body)?;
    let mut packet: RequestPacket = screen_agent_wire::read(body)?;
    bounds::check(&packet)?;
    trusted::settle(&mut packet);
    Ok(packet)
}
