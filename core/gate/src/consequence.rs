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
    /// A lasting yes to its like may cover it: it is nothing graver than what was seen then.
    pub(crate) lasts: bool,
}

impl Consequence {
    /// Something that is asked about each time.
    pub(crate) fn there(reason: AskReason, origin: &str, text: String, ordered: bool) -> Self {
        Self {
            reason,
            origin: origin.to_owned(),
            text,
            ordered,
            lasts: false,
        }
    }
}
