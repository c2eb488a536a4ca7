//! Reading a response packet as a model writes it: strictly first, and then by a ladder of repairs,
//! none of which ever changes what a string says.

mod calls;
mod compact;
mod fault;
mod find;
mod glean;
mod lenient;
mod mend;
mod note;
mod response;
mod unique;

pub use fault::AnswerFault;
pub use note::Repair;
pub use response::{ANSWER, How, ReadAnswer, response};
