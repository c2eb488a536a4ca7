//! Reading packets from strangers. A client's is read strictly and within bounds; a model's
//! strictly first, and then by a ladder of repairs, none of which ever touches what a string says.

mod fault;
mod request;
mod response;

pub use fault::PacketFault;
pub use request::request;
pub use response::{Expected, How, Note, Reading, response};
