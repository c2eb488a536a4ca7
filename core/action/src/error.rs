//! Why a text is not an action.

/// What is wrong with it.
///
/// The sentences are safe to show: they hold names from the catalogue, never what was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseErrorKind {
    /// Nothing was written.
    #[error("there is no action")]
    Empty,
    /// More than [`super::parse::MAX_BYTES`].
    #[error("the action is too long")]
    TooLong,
    /// It does not begin with a name.
    #[error("an action begins with its name, as in click(12)")]
    NoName,
    /// No action has this name.
    #[error("there is no action of this name{}", suggestion(.0))]
    UnknownAction(Option<&'static str>),
    /// Only `finish` and `fail` stand alone.
    #[error("{0} needs round brackets")]
    NeedsBrackets(&'static str),
    /// A bracket or brace stays open.
    #[error("a bracket stays open")]
    Unclosed,
    /// A quote stays open.
    #[error("a quote stays open")]
    UnclosedText,
    /// Not a value where one must stand.
    #[error("a value is missing or cannot be read")]
    NotAValue,
    /// Something else than a comma or the end.
    #[error("a comma or the end was expected")]
    Unexpected,
    /// Brackets inside brackets, too many.
    #[error("it is nested too deeply")]
    TooDeep,
    /// Text after the action; a second action, most often.
    #[error("exactly one action is allowed, and nothing after it")]
    Trailing,
    /// A name stands twice.
    #[error("a name stands twice")]
    Duplicate,
    /// A required argument is missing.
    #[error("{action} needs {argument}")]
    Missing {
        /// Which action.
        action: &'static str,
        /// Which argument.
        argument: &'static str,
    },
    /// More arguments than it has.
    #[error("{0} takes fewer arguments")]
    TooMany(&'static str),
    /// A name that is not among its arguments.
    #[error("{0} has no argument of this name")]
    UnknownArgument(&'static str),
    /// An argument of the wrong kind, or over its limit.
    #[error("{argument} of {action} must be {wants}")]
    Wrong {
        /// Which action.
        action: &'static str,
        /// Which argument.
        argument: &'static str,
        /// What it must be.
        wants: String,
    },
    /// Code that may never be run.
    #[error("the code uses {0}, which is refused")]
    RefusedCode(&'static str),
}

fn suggestion(name: &Option<&'static str>) -> String {
    name.map(|name| format!("; did you mean {name}?"))
        .unwrap_or_default()
}

/// Why a text is not an action, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind} (at character {at})")]
pub struct ParseError {
    /// What is wrong.
    pub kind: ParseErrorKind,
    /// Where, in characters from the start.
    pub at: usize,
}
