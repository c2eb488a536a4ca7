//! What can be asked.

use crate::derives::*;

/// A task, as requests and replies call it.
#[contract(word, Hash, PartialOrd, Ord)]
pub enum IdeTask {
    /// A screen out of words.
    DesignGenerate,
    /// A design of Figma, as pages of components.
    FigmaContextScan,
    /// What was read of a design, put into a page.
    FigmaApply,
    /// What of a screen is dynamic, and what happens on it.
    SymbolsIdentify,
    /// Symbols as variables.
    VariablesDerive,
    /// Scenarios of an event.
    BddGenerate,
    /// Scenarios, more complete.
    BddRefine,
    /// A flow out of scenarios.
    ActionflowGenerate,
    /// A flow, more complete.
    ActionflowRefine,
    /// A call of an API, described and bound.
    DataActionGenerate,
}
