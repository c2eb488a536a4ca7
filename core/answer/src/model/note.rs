//! What was repaired, dropped or read leniently.

use serde::{Deserialize, Serialize};

/// What was repaired, dropped or read leniently in a model's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Repair {
    /// Thinking was left out.
    Thinking,
    /// What the model thought was taken, since it said nothing else.
    Thought,
    /// A code fence was taken off.
    Fence,
    /// Words around the packet were left out.
    Around,
    /// There were several objects; one was chosen.
    Several,
    /// Commas that nothing follows were left out.
    Commas,
    /// Strings and keys were put into proper quotation marks.
    Quotes,
    /// Comments were left out.
    Comments,
    /// Words of another language stood for true, false and null.
    Words,
    /// Characters inside strings were written the way JSON wants them.
    Escapes,
    /// Brackets were missing or too many.
    Brackets,
    /// The answer broke off; what was open was closed.
    BrokenOff,
    /// A key was given twice in one object; the last one counts.
    Twice,
    /// The envelope was not as it must be; it was filled in.
    Envelope,
    /// The answer names another request.
    OtherRequest,
    /// The render tree was not as it must be; it was read as far as it makes sense.
    Render,
    /// There was no render tree; words were gathered.
    Gathered,
    /// Citations that name no document were dropped.
    Citation,
    /// A proposed tool was not readable as a call and was dropped.
    Call,
    /// Calls were spelled another way.
    CallSpelling,
    /// All proposed tools were dropped.
    ToolsDropped,
}

impl Repair {
    /// True where the object itself may no longer say what the model meant: what a call would do
    /// must not hang on a guess.
    pub(super) const fn makes_calls_unsafe(self) -> bool {
        matches!(self, Self::Brackets | Self::BrokenOff | Self::Twice)
    }
}
