//! Reading packets from strangers. A client's is read strictly and within bounds; a model's
//! strictly first, and then by a ladder of repairs, none of which ever changes what a string says.

mod fault;

// What a client sends.
mod bounds;
mod head;
mod request;
mod trusted;

// What a model answers.
mod calls;
mod find;
mod glean;
mod lenient;
mod mend;
mod note;
mod response;
mod unique;

pub use fault::PacketFault;
pub use note::Note;
pub use request::{BODY, request};
pub use response::{ANSWER, Expected, How, Reading, response};
