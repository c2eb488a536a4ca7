//! Why an answer was not read.

use screen_agent_wire::Invalid;

/// Why a model's answer was not read. What it says repeats nothing of the answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerFault {
    /// A field cannot be taken.
    #[error("{}", .0.told())]
    Invalid(#[from] Invalid),
    /// It is longer than answers may be.
    #[error("larger than {most} bytes")]
    TooLarge {
        /// How long they may be.
        most: usize,
    },
    /// It holds no answer.
    #[error("there is no answer in it")]
    NoPacket,
    /// It says nothing at all.
    #[error("it is empty")]
    Empty,
}

impl AnswerFault {
    /// One sentence for the model whose answer it was, that says what to send instead.
    pub fn for_model(&self) -> String {
        let wanted = "Send one JSON object in the form that was asked for, and nothing else.";
        match self {
            Self::TooLarge { .. } => {
                format!("Your answer is too long. {wanted} Keep it much shorter.")
            }
            Self::Invalid(_) | Self::NoPacket | Self::Empty => {
                format!("Your answer cannot be used: {self}. {wanted}")
            }
        }
    }
}
