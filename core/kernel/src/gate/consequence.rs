//! What an action would bring about that a person may want to be asked about.

use crate::approval::AskReason;

/// One thing that an action would bring about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Consequence {
    /// What kind of thing.
    pub(crate) reason: AskReason,
    /// Where it takes effect.
    pub(crate) origin: String,
    /// In one sentence, out of DOM facts alone.
    pub(crate) text: String,
    /// The person's own words order it.
    pub(crate) ordered: bool,
}
