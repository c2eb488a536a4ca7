//! What a client was allowed, where not all are allowed everything.

use std::sync::{Arc, OnceLock};

use crate::fault::CallFault;

/// Something that not everybody may do who is let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallScope {
    /// To read what is kept.
    Read,
    /// To work: in a browser, and by others.
    Browser,
}

/// What a request may do, and what it would have had to for what it wanted.
#[derive(Clone, Debug)]
pub(crate) struct Admitted {
    may: Vec<CallScope>,
    lacked: Arc<OnceLock<CallScope>>,
}

impl Admitted {
    /// It may do these.
    pub(crate) fn new(may: Vec<CallScope>) -> Self {
        Self {
            may,
            lacked: Arc::default(),
        }
    }

    /// All that it would have needed, if it was refused something: what is asked for anew takes the place of what was.
    pub(crate) fn needed(&self) -> Option<impl Iterator<Item = CallScope>> {
        let lacked = *self.lacked.get()?;
        Some(self.may.iter().copied().chain([lacked]))
    }

    /// Refuses what the client may not do, and remembers it for the answer's head.
    pub(crate) fn check(&self, needed: CallScope) -> Result<(), CallFault> {
        if self.may.contains(&needed) {
            return Ok(());
        }
        let _ = self.lacked.set(needed);
        let why = "the person has not allowed this program to do that; it has to ask them for more";
        Err(CallFault::new("INSUFFICIENT_SCOPE", why))
    }
}
