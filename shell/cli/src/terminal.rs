//! Words on the terminal. A closed pipe is not our failure.

use std::io::{IsTerminal, Write};

/// Prints a line to standard output.
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// Prints a line to standard error.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// How words are dressed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    on: bool,
}

impl Style {
    /// Colours for a person at a terminal, none for a file or a pipe.
    pub(crate) fn for_stdout() -> Self {
        Self {
            on: std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        }
    }

    fn dress(self, code: &str, text: &str) -> String {
        if self.on {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    pub(crate) fn good(self, text: &str) -> String {
        self.dress("32", text)
    }

    pub(crate) fn bad(self, text: &str) -> String {
        self.dress("31", text)
    }

    pub(crate) fn strong(self, text: &str) -> String {
        self.dress("1", text)
    }

    pub(crate) fn soft(self, text: &str) -> String {
        self.dress("2", text)
    }
}
