//! Which form of request a server takes, found out once.

use std::sync::atomic::{AtomicU8, Ordering};

/// How the reply's form is asked for, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// By JSON Schema.
    Schema,
    /// As any JSON object.
    Json,
    /// In words alone.
    Plain,
}

/// Remembers the best form that the server has not refused.
#[derive(Default)]
pub(crate) struct FormMemory(AtomicU8);

impl FormMemory {
    /// The form to use now.
    pub(crate) fn get(&self) -> Form {
        match self.0.load(Ordering::Relaxed) {
            0 => Form::Schema,
            1 => Form::Json,
            _ => Form::Plain,
        }
    }

    /// Goes one form down from the one that was refused; false when there is none left.
    pub(crate) fn step_down(&self, refused: Form) -> bool {
        let next = match refused {
            Form::Schema => 1,
            Form::Json => 2,
            Form::Plain => return false,
        };
        self.0.fetch_max(next, Ordering::Relaxed);
        true
    }
}
