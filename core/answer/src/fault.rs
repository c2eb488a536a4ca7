//! Why a tree is refused.

use std::fmt;

/// What is wrong with a tree, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {wrong}")]
pub struct RenderFault {
    /// Where, from the root: `children[2].items[0]`; `render` is the root itself.
    pub path: String,
    /// What.
    pub wrong: Wrong,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// Something else was expected.
    Expected(&'static str),
    /// A key is missing.
    Missing(&'static str),
    /// A key that is not known, cut short.
    Unknown(String),
    /// A node that does not stand here.
    Node(String),
    /// Too deep, too many nodes or too many characters.
    TooDeep,
    /// More nodes than are allowed.
    TooManyNodes,
    /// More characters than are allowed.
    TooLong,
    /// A list, table, row or link that holds nothing.
    Empty,
    /// A level that no heading has.
    Level,
    /// The name of no language.
    Language,
    /// An address that may not be followed, or not in this spelling.
    Address,
    /// The words of a link show another host than it leads to.
    OtherHost,
    /// Control characters, or characters that turn the direction of text.
    Characters,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expected(what) => write!(f, "expected {what}"),
            Self::Missing(key) => write!(f, "`{key}` is missing"),
            Self::Unknown(key) => write!(f, "`{key}` is not a key of this node"),
            Self::Node(name) => write!(f, "`{name}` is not a node that may stand here"),
            Self::TooDeep => f.write_str("the tree is too deep"),
            Self::TooManyNodes => f.write_str("the tree has too many nodes"),
            Self::TooLong => f.write_str("the tree holds too many characters"),
            Self::Empty => f.write_str("it holds nothing"),
            Self::Level => f.write_str("a heading has a level from 1 to 6"),
            Self::Language => f.write_str("not the name of a language"),
            Self::Address => f.write_str("not an address that may be followed"),
            Self::OtherHost => f.write_str("its words show another host than it leads to"),
            Self::Characters => f.write_str("it holds characters that hide something"),
        }
    }
}
