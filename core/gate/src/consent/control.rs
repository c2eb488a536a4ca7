//! What is known of a control that is to be used.

use screen_agent_page::Role;

use super::Label;

/// A control that is to be used, as far as the gate knows it. What a page says of it can only take
/// consent away, or name an object that the words name too; it never adds to what they order.
#[derive(Clone, Debug)]
pub(crate) struct ControlInUse<'a> {
    /// Its label, read.
    pub(crate) label: &'a Label,
    /// Its kind.
    pub(crate) role: &'a Role,
    /// What the form, group, section or dialog around it is called.
    pub(crate) around: Vec<&'a str>,
    /// What the item says that it belongs to: its row, card or entry, where that is known.
    pub(crate) item: Vec<&'a str>,
    /// This task wrote or chose something in the form that it sends.
    pub(crate) filled_here: bool,
}

impl<'a> ControlInUse<'a> {
    /// A control of which only label and kind are known.
    pub(crate) const fn new(label: &'a Label, role: &'a Role) -> Self {
        Self {
            label,
            role,
            around: Vec::new(),
            item: Vec::new(),
            filled_here: false,
        }
    }
}
