//! Why a packet was not read.

use screen_agent_wire::ReadError;
use screen_agent_wire::invalid::Invalid;
use screen_agent_wire::packet::envelope::{PROTOCOL, VERSION};

/// Why a packet was not read. What it says is safe to send back: of what was sent it repeats no
/// more than a version and a kind, cut short.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PacketFault {
    /// It is not JSON.
    #[error("this is not JSON, at line {line}, column {column}")]
    Syntax {
        /// 1 for the first.
        line: usize,
        /// 1 for the first.
        column: usize,
    },
    /// A field cannot be taken.
    #[error("{}", .0.told())]
    Invalid(Invalid),
    /// Another version of the protocol.
    #[error("{PROTOCOL} version {asked} is not spoken here; version {VERSION} is")]
    Version {
        /// Which.
        asked: String,
    },
    /// A document of a kind that is not known.
    #[error("{field}: documents of kind \"{kind}\" are not known here")]
    Document {
        /// Where.
        field: String,
        /// Which kind.
        kind: String,
    },
    /// It is larger than packets may be.
    #[error("larger than {most} bytes")]
    TooLarge {
        /// How large they may be.
        most: usize,
    },
}

impl PacketFault {
    /// A stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Syntax { .. } | Self::Invalid(_) => "INVALID_PACKET",
            Self::Version { .. } => "UNSUPPORTED_VERSION",
            Self::Document { .. } => "UNSUPPORTED_DOCUMENT",
            Self::TooLarge { .. } => "TOO_LARGE",
        }
    }

    /// The field that it is about; none when it is about the packet as a whole.
    pub fn field(&self) -> Option<&str> {
        let field = match self {
            Self::Invalid(invalid) => &invalid.field,
            Self::Version { .. } => "protocol.version",
            Self::Document { field, .. } => field,
            Self::Syntax { .. } | Self::TooLarge { .. } => "",
        };
        Some(field).filter(|field| !field.is_empty())
    }
}

impl From<ReadError> for PacketFault {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Syntax { line, column } => Self::Syntax { line, column },
            ReadError::Invalid(invalid) => Self::Invalid(invalid),
        }
    }
}

impl From<Invalid> for PacketFault {
    fn from(invalid: Invalid) -> Self {
        Self::Invalid(invalid)
    }
}
