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

/// Shows how far something is, in the last line of a terminal; the next one takes its place, and an
/// empty one takes it away. Where standard error is no terminal nothing is shown.
pub(crate) fn progress(text: &str) {
    let mut out = std::io::stderr();
    if out.is_terminal() {
        let shown: String = text.chars().take(width().saturating_sub(1)).collect();
        let _ = write!(out, "\r\x1b[2K{shown}");
        let _ = out.flush();
    }
}

/// How many columns the terminal has; 80 where it does not say.
pub(crate) fn width() -> usize {
    let size = rustix::termios::tcgetwinsize(std::io::stdout());
    size.map_or(80, |size| usize::from(size.ws_col))
        .clamp(20, 200)
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

    /// True where words are dressed at all.
    pub(crate) const fn is_on(self) -> bool {
        self.on
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
