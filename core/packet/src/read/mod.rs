//! Reading packets that clients send: strictly and within bounds.

mod bounds;
mod fault;
mod head;
mod request;
mod trusted;

pub use fault::PacketFault;
pub use request::{BODY, request};
