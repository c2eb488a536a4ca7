//! Everything that is an owner's, to take away.

use serde_json::{Map, Value};

/// A piece of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Taken {
    /// A row of a kind; those of one kind follow each other.
    Row(String, Map<String, Value>),
    /// A picture of a page, with a name for its file.
    Picture(String, Vec<u8>),
}

/// Where pieces go, one after the other.
pub type Taker = Box<dyn FnMut(Taken) -> std::io::Result<()> + Send>;
