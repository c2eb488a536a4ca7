//! A request packet, as a client sends it.

use super::fault::PacketFault;
use crate::packet::RequestPacket;

/// Reads a request packet.
pub fn request(body: &[u8]) -> Result<RequestPacket, PacketFault> {
    Ok(crate::read::read::<RequestPacket>(body)?)
}
